"""The tour of a mêlée as a run of its own, for advice on attitudes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from tablee.games.exil.fight.fighters import pds_of
from tablee.games.exil.fight.melee.combatants import Bout, Combatant, MeleePolicy, MeleeState
from tablee.games.exil.fight.melee.melee_stance import MeleeStance
from tablee.games.exil.same_fields import fields_from
from tablee.rules.procedure import replace
from tablee.rules.questions import ASK

_Weapon = Literal["reprendre", "mains_nues"] | ASK


def combatants_alone(bout: Bout, states: tuple[MeleeState, ...]) -> tuple[Combatant, ...]:
    """Return the combatants, each with only his attitude to choose.

    Policies and `ratio` are dropped, because adversaries may not know them, except for a weapon out
    of hand about which a fighter has already decided in this tour.
    """
    return tuple(
        replace(
            combatant,
            politique=MeleePolicy(attitude="ask", arme=_weapon(place, combatant, state, bout)),
            ratio=None,
            reddition="jamais",
            **fields_from(state, MeleeState),
        )
        for place, (combatant, state) in enumerate(zip(bout.combatants, states, strict=True))
    )


def _weapon(place: int, combatant: Combatant, state: MeleeState, bout: Bout) -> _Weapon:
    """Return the policy for his weapon, if he had to decide about it in this tour; else the
    default."""
    wish = combatant.politique.arme
    at_hand = state.arme == "en_main" and MeleeStance(place, combatant, state, bout).gun_works
    gone = state.arme == "perdue" and (not bout.ramasser or state.incident == "detruite")
    if state.hors is not None or at_hand or (gone and wish != "ask"):
        return "reprendre"
    return wish


def lost(before: Iterable[Combatant], after: Iterable[MeleeState], camp: str) -> tuple[int, int]:
    """Return (PdS lost by a side, PdS lost by the others)."""
    mine = others = 0
    for one, state in zip(before, after, strict=True):
        gone = pds_of(one) - state.pds
        if one.camp == camp:
            mine += gone
        else:
            others += gone
    return mine, others
