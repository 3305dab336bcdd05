"""One exchange of a mêlée, its tour alone, which a choice of attitudes is weighed by."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from tablee.games.exil.fight.melee.combatants import Bout, Combatant, MeleeState, PolitiqueMelee
from tablee.games.exil.fight.melee.melee_stance import MeleeStance
from tablee.games.exil.tables import CAPITAL
from tablee.rules.procedure import replace
from tablee.rules.questions import ASK
from tablee.rules.schema import fields_of

_Weapon = Literal["reprendre", "mains_nues"] | ASK


def combatants_alone(bout: Bout, states: tuple[MeleeState, ...]) -> tuple[Combatant, ...]:
    """The combatants of a mêlée as a tour finds them, each to choose his attitude and nothing more.

    What each means to do stands in his policy and his `ratio`, which others may not know: neither
    is kept, but for what the tour has told by then of a weapon that is not at hand.
    """
    return tuple(
        replace(
            combatant,
            politique=PolitiqueMelee(attitude="ask", arme=_weapon(place, combatant, state, bout)),
            ratio=None,
            reddition="jamais",
            **{name: getattr(state, name) for name in fields_of(MeleeState)},
        )
        for place, (combatant, state) in enumerate(zip(bout.combatants, states, strict=True))
    )


def _weapon(place: int, combatant: Combatant, state: MeleeState, bout: Bout) -> _Weapon:
    """What he does about his weapon: as he did when the tour began, if something was to be done and
    it could be taken back; elsewhere his policy has not been seen."""
    wish = combatant.politique.arme
    at_hand = state.arme == "en_main" and MeleeStance(place, combatant, state, bout).gun_works
    gone = state.arme == "perdue" and (not bout.ramasser or state.incident == "detruite")
    if state.hors is not None or at_hand or (gone and wish != "ask"):
        return "reprendre"
    return wish


def lost(before: Iterable[Combatant], after: Iterable[MeleeState], camp: str) -> tuple[int, int]:
    """PdS lost by a side, and by the others."""
    mine = others = 0
    for one, state in zip(before, after, strict=True):
        gone = (CAPITAL[one.physique] if one.pds is None else one.pds) - state.pds
        if one.camp == camp:
            mine += gone
        else:
            others += gone
    return mine, others
