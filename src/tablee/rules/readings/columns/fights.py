"""The values of whole fights, for advice on any state of one.

A fight is explored once, and its values are computed tick by tick. The last fights are kept: a state of
the same tick is answered at once, another one when its tick is computed again.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any

from tablee.rules.procedure import Procedure, Utility, replace
from tablee.rules.readings.columns.column import Unsuited
from tablee.rules.readings.columns.exploring import Exploration
from tablee.rules.readings.columns.sweeping import Plan, Sweep
from tablee.rules.readings.columns.walking import Role
from tablee.rules.readings.walk import Walker
from tablee.rules.readings.worlds import World
from tablee.rules.run_input import RunInput

MAX_FIGHTS = 2
"""Maximum number of fights that the process keeps: one takes up to 1 GB."""
_fights: OrderedDict[Any, WholeFight] = OrderedDict()
_lock = threading.RLock()


class WholeFight:
    """One explored fight, with the sweeps of the seats that have asked.

    `chances`: for each seat, whether all results are worth 0 or 1.
    """

    def __init__(
        self,
        root: Procedure[Any],
        question: RunInput,
        worth: Utility,
        seats: Sequence[str],
        role: Callable[[str], Role],
        walker: Walker,
        report_progress: Callable[[], None],
    ) -> None:
        self.chances = dict.fromkeys(seats, True)

        def worths(result: Any) -> tuple[Any, ...]:
            found = {seat: worth(question.procedure, result, seat) for seat in seats}
            for seat, value in found.items():
                self.chances[seat] = self.chances[seat] and value in (0, 1)
            return tuple(found.values())

        self.exploration = Exploration(
            root, question.rulings, worths, role, walker, report_progress
        )
        self.plan = Plan(self.exploration)
        self.sweeps = {
            seat: Sweep(self.plan, place, -1.0 if role(seat) == "opposed" else 1.0)
            for place, seat in enumerate(seats)
        }


class Ahead:
    """The values to a seat of the states of a fight, in the present tick and in the next one."""

    def __init__(self, fight: WholeFight, seat: str, ticks: int) -> None:
        sweep = fight.sweeps[seat]
        self.chance = fight.chances[seat]
        self.error = sweep.error_at(ticks)
        self._fight = fight
        self._ticks = ticks
        self._sign = sweep.sign
        self._values = sweep.values_at(ticks), sweep.values_at(ticks - 1)

    def value(self, world: World) -> float | None:
        """Return the value of a world that is a state of the fight, else None."""
        state = state_of_world(world)
        found = None if state is None else self._fight.exploration.index_of(state)
        if found is None:
            return None
        table, index, left = found
        later = self._ticks - left
        if later not in (0, 1):
            return None
        return self._sign * float(self._values[later][self._fight.plan.place_of(table, index)])


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
    """Return whether a fight is kept that has the state `root`."""
    with _lock:
        fight = _fights.get((question.procedure, question.rulings, worth))
        return fight is not None and fight.exploration.index_of(root) is not None


def ahead_of(
    root: Procedure[Any],
    question: RunInput,
    worth: Utility,
    seat: str,
    walker: Walker,
    report_progress: Callable[[], None],
) -> Ahead:
    """Return the values of a fight in the state `root` to a seat of one of two sides.

    Raises `Unsuited`, also for other seats.
    """
    sides = question.procedure.sides()
    if seat not in sides or len(set(sides.values())) > 2:
        raise Unsuited("a fight of more than two sides")
    seats = sorted(sides)

    def role(who: str) -> Role:
        if who not in sides:
            return "neutral"
        return "mine" if sides[who] == sides[seats[0]] else "opposed"

    key = question.procedure, question.rulings, worth
    with _lock:
        fight = _fights.get(key)
        found = None if fight is None else fight.exploration.index_of(root)
        if fight is None or found is None:
            _fights.pop(key, None)
            while len(_fights) >= MAX_FIGHTS:
                _fights.popitem(last=False)
            fight = WholeFight(root, question, worth, seats, role, walker, report_progress)
            found = fight.exploration.index_of(root)
            _fights[key] = fight
        assert found is not None
        _fights.move_to_end(key)
        ticks = found[2]
        fight.sweeps[seat].advance_to(ticks, report_progress)
        return Ahead(fight, seat, ticks)
