"""The end of a duel and of its tours: who wins and why, what is left to record (CBT, SAN)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from tablee.games.exil.fight.melee.combatants import Bout, MeleeState, fired, weapon_left
from tablee.games.exil.fight.melee.order import Names
from tablee.games.exil.fight.melee.stance import TRUST
from tablee.rules.ambient import effect, note, notes_wanted
from tablee.rules.procedure import replace

Initiative = Literal["libre", "a", "b"]
Winner = Literal["a", "b", "personne"]
RoundEnding = Literal["aucune", "mort", "mise_en_echec", "inconscient", "reddition", "fuite"]
DuelEnding = Literal[
    "mort", "mise_en_echec", "inconscient", "reddition", "fuite", "impasse", "meneur", "limite"
]
_CLAUSES: dict[RoundEnding, str] = {
    "mort": "EXIL-SAN-05",
    "mise_en_echec": "EXIL-PAS-16",
    "inconscient": "EXIL-CHO-04",
    "reddition": "EXIL-CBT-15",
    "fuite": "EXIL-CBT-15",
}
"""The endings of a fighter, the first that counts first."""


def joined(state: MeleeState) -> MeleeState:
    """Return the state with the points of confidence in the PC: there is a single adversary."""
    points = state.pc_mod + TRUST * len(state.confiance)
    return replace(state, pc_mod=points, confiance=()) if state.confiance else state


def initiative_of(granted: Names) -> Initiative:
    """Return the initiative of the next tour; free where both have won it."""
    return "libre" if len(granted) != 1 else "a" if granted[0] == "a" else "b"


def verdict(states: Sequence[MeleeState]) -> tuple[RoundEnding, Winner | None]:
    """Return (end, winner): death counts first, then mercy, then the others (R-83)."""
    a, b = states
    for fin, clause in _CLAUSES.items():
        if a.hors != fin and b.hors != fin:
            continue
        if a.hors == b.hors:
            note(clause, "Les deux combattants sont hors de combat ({fin}).", fin=fin)
            return fin, "personne"
        winner: Winner = "b" if a.hors == fin else "a"
        note(clause, "Le combat s’achève ({fin}) : {who} l’emporte.", fin=fin, who=winner)
        return fin, winner
    return "aucune", None


def emit_gear(bout: Bout, states: Sequence[MeleeState]) -> None:
    """Emit what the fight leaves besides wounds and chocs: rounds fired, the state of a gun."""
    for one, now in zip(bout.combatants, states, strict=True):
        if spent := fired(one.munitions, now.munitions):
            effect("munitions", spent, one.id)
        if spent := fired(one.munitions_2, now.munitions_2):
            effect("munitions_2", spent, one.id)
        if now.incident != one.incident:
            effect("incident", now.incident, one.id)
        if now.long_feu and not one.long_feu and now.hors != "mort":
            effect("long_feu", True, one.id)


def emit_left_over(bout: Bout, states: Sequence[MeleeState], granted: Names) -> None:
    """Emit what a tour leaves to the next one, if that is not played here (EXIL-PAS-05..16,
    EXIL-ARM-04)."""
    if not notes_wanted():
        return
    first = initiative_of(granted)
    for one, state in zip(bout.combatants, map(joined, states), strict=True):
        if state.pc_mod:
            effect("pc_mod", state.pc_mod, one.id)
        if state.expose:
            effect("expose", state.expose, one.id)
        if first == one.id:
            effect("initiative", True, one.id)
        weapon = weapon_left(one, state)
        if weapon not in (one.arme, "en_main") and state.incident != "detruite":
            effect("arme", state.arme, one.id)
        if state.saisi is not None:
            effect("saisi", state.saisi, one.id)
