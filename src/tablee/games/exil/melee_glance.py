"""Who stands how in a mêlée, at a glance."""

from __future__ import annotations

from tablee.games.exil.fighters import condition_of, standing
from tablee.games.exil.melee_fields import Bout, MeleeState
from tablee.rules.glance import Standing

__all__ = ["at_a_glance"]


def at_a_glance(bout: Bout, states: tuple[MeleeState, ...]) -> tuple[Standing, ...]:
    """Each combatant as he stands; why somebody is out of action is told too."""
    found = []
    for one, state in zip(bout.combatants, states, strict=True):
        seen = standing(one.id, one, state, told=state.pds < condition_of(one).pds)
        out = state.hors is not None
        told = (("hors", state.hors),) if state.hors not in (None, "mort") else ()
        found.append(Standing(seen.who, seen.gauges, (*seen.states, *told), out or seen.out))
    return tuple(found)
