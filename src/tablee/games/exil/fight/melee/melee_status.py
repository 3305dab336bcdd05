"""Who stands how in a mêlée, at a glance."""

from __future__ import annotations

from tablee.games.exil.fight.fighters import condition_of, standing
from tablee.games.exil.fight.melee.combatants import Bout, MeleeState
from tablee.rules.fighter_status import FighterStatus


def at_a_glance(bout: Bout, states: tuple[MeleeState, ...]) -> tuple[FighterStatus, ...]:
    """Each combatant as he stands; why somebody is out of action is told too."""
    found = []
    for one, state in zip(bout.combatants, states, strict=True):
        seen = standing(one.id, one, state, told=state.pds < condition_of(one).pds)
        out = state.hors is not None
        told = (("hors", state.hors),) if state.hors not in (None, "mort") else ()
        found.append(FighterStatus(seen.who, seen.gauges, (*seen.states, *told), out or seen.out))
    return tuple(found)
