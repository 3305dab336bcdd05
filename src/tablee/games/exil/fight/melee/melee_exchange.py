"""The tour of a mêlée as a run of its own, for advice on attitudes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tablee.games.exil.fight.fighters import pds_of
from tablee.games.exil.fight.melee.combatants import (
    Bout,
    Combatant,
    CombatantEnd,
    MeleePolicy,
    MeleeState,
)
from tablee.games.exil.fight.melee.stance import Stance
from tablee.rules.procedure import replace
from tablee.rules.same_fields import fields_from


def combatants_alone(bout: Bout, states: tuple[MeleeState, ...]) -> tuple[Combatant, ...]:
    """Return the combatants, each with only his attitude to choose."""
    return tuple(
        replace(
            combatant,
            politique=MeleePolicy(**policy_alone(place, bout, state)),
            ratio=None,
            reddition="jamais",
            **fields_from(state, MeleeState),
        )
        for place, (combatant, state) in enumerate(zip(bout.combatants, states, strict=True))
    )


def policy_alone(place: int, bout: Bout, state: MeleeState) -> dict[str, Any]:
    """Return the fields of a policy that chooses only the attitude.

    The combatant's own policy and `ratio` are dropped, because adversaries may not know them, except
    for a weapon out of hand about which he has already decided in this tour.
    """
    wish = bout.combatants[place].politique.arme
    at_hand = (
        state.arme == "en_main" and Stance(place, bout.combatants[place], state, bout).gun_works
    )
    gone = state.arme == "perdue" and (not bout.ramasser or state.incident == "detruite")
    settled = state.hors is not None or at_hand or (gone and wish != "ask")
    return {"attitude": "ask", "arme": "reprendre" if settled else wish}


def lost(before: Iterable[Combatant], after: Iterable[CombatantEnd], camp: str) -> tuple[int, int]:
    """Return (PdS lost by a side, PdS lost by the others)."""
    mine = others = 0
    for one, state in zip(before, after, strict=True):
        gone = pds_of(one) - state.pds
        if one.camp == camp:
            mine += gone
        else:
            others += gone
    return mine, others
