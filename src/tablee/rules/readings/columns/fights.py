"""The values of whole fights, for advice on any state of one.

A fight is explored once, and its values are computed tick by tick. The last fights are kept, so that
later states of one are answered at once.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from tablee.rules.procedure import Procedure, Utility, replace
from tablee.rules.readings.columns.exploring import Exploration
from tablee.rules.readings.columns.sweeping import Sweep
from tablee.rules.readings.columns.walking import Role
from tablee.rules.readings.walk import Walker
from tablee.rules.readings.worlds import World
from tablee.rules.run_input import RunInput

MAX_FIGHTS = 2
"""Maximum number of fights that the process keeps: one takes up to 1 GB."""
_fights: OrderedDict[Any, WholeFight] = OrderedDict()
_lock = threading.RLock()


class WholeFight:
    """One explored fight, as one seat values it. `chance`: whether all its results are worth 0 or 1."""

    def __init__(
        self,
        root: Procedure[Any],
        question: RunInput,
        worth: Utility,
        seat: str,
        role: Callable[[str], Role],
        walker: Walker,
        report_progress: Callable[[], None],
    ) -> None:
        self.chance = True

        def worth_of(result: Any) -> Any:
            value = worth(question.procedure, result, seat)
            self.chance = self.chance and value in (0, 1)
            return value

        self.exploration = Exploration(
            root, question.rulings, worth_of, role, walker, report_progress
        )
        self.sweep = Sweep(self.exploration)


class Ahead:
    """The values of the states of a fight in the present tick and in the next one."""

    def __init__(self, fight: WholeFight, ticks: int) -> None:
        self.chance = fight.chance
        self.error = fight.sweep.error_at(ticks)
        self._exploration = fight.exploration
        self._place_of = fight.sweep.place_of
        self._ticks = ticks
        self._values = fight.sweep.values_at(ticks), fight.sweep.values_at(ticks - 1)

    def value(self, world: World) -> float | None:
        """Return the value of a world that is a state of the fight, else None."""
        state = state_of_world(world)
        found = None if state is None else self._exploration.index_of(state)
        if found is None:
            return None
        table, index, left = found
        later = self._ticks - left
        if later not in (0, 1):
            return None
        return float(self._values[later][self._place_of(table, index)])


def state_of_world(world: World) -> Procedure[Any] | None:
    """Return the state that a world is at the beginning of, None elsewhere."""
    top = world.frames[-1]
    if top.sent or world.faces or world.secrets or top.gathering is not None:
        return None
    (root, *inner) = world.frames
    if not inner:
        return root.procedure
    plays = type(root.procedure).plays
    if len(inner) > 1 or not plays or root.sent or root.gathering is not None:
        return None
    return replace(root.procedure, **{plays: top.procedure})


def forget() -> None:
    """Drop the fights that the process keeps."""
    with _lock:
        _fights.clear()


def is_known(root: Procedure[Any], question: RunInput, worth: Utility) -> bool:
    """Return whether the values of a fight in the state `root` are kept, for any seat."""
    with _lock:
        return any(
            key[0] == question.procedure
            and key[1] == question.rulings
            and key[3] is worth
            and fight.exploration.index_of(root) is not None
            for key, fight in _fights.items()
        )


def ahead_of(
    root: Procedure[Any],
    question: RunInput,
    worth: Utility,
    seat: str,
    role: Callable[[str], Role],
    walker: Walker,
    report_progress: Callable[[], None],
) -> Ahead:
    """Return the values of a fight in the state `root`. Raises `Unsuited`."""
    key = question.procedure, question.rulings, seat, worth
    with _lock:
        fight = _fights.get(key)
        found = None if fight is None else fight.exploration.index_of(root)
        if fight is None or found is None:
            _fights.pop(key, None)
            while len(_fights) >= MAX_FIGHTS:
                _fights.popitem(last=False)
            fight = WholeFight(root, question, worth, seat, role, walker, report_progress)
            found = fight.exploration.index_of(root)
            _fights[key] = fight
        assert found is not None
        _fights.move_to_end(key)
        ticks = found[2]
        fight.sweep.advance_to(ticks, report_progress)
        return Ahead(fight, ticks)
