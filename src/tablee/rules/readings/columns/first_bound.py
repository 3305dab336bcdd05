"""A proven interval for the value of a fight, while it is explored and its values are computed.

States that are not explored yet are worth the least or the greatest value of the utility, and so is
what remains after some ticks. Means, maxima and values of matrix games only grow with their entries:
both results bound the value.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from tablee.rules.readings.columns.clock import FOREVER
from tablee.rules.readings.columns.exploring import Exploration
from tablee.rules.readings.columns.plan import Plan

SHARE = 0.1
"""Maximum part of the time that the interval takes."""
REFINED, REFINED_LAST = 0.4, 0.7
"""Part of that time up to which ticks are added: while more states may come, and afterwards."""
LONG = 2.0
"""Seconds of processor time after which new arrays are made within a tick of the exploration, too."""
GROWTH = 4
"""Number by which the known edges are multiplied between two intervals from new arrays."""
ARRAYS_SECONDS, TICK_SECONDS = 2e-8, 1.5e-8
"""Seconds for each edge of new arrays, and for each edge of one tick."""


class _Side:
    """Values from below or from above: all that is not known is worth `limit`."""

    def __init__(self, plan: Plan, limit: float) -> None:
        self.limit = limit
        self.error = 0.0
        self._values = plan.new_values()
        self._after: Any = None

    def advance(self, plan: Plan, owner: int, sign: float, ticks: int) -> None:
        """Add a tick. `ticks`: a number of ticks left with which states behave as with any more."""
        values = self._values
        after = self.limit if self._after is None else self._after
        plan.set_next_tick(values, after, ticks)
        values[plan.unknown] = self.limit
        widest, steps = 0.0, 0
        for level in plan.levels:
            widest = max(widest, level.evaluate(values, ticks, owner, sign))
            steps += level.widest + 4
        self._after = plan.values_of_entered(values)
        self.error += widest + steps * 2.0**-52 * abs(self.limit)

    def value(self, place: int) -> float:
        return float(self._values[place])


class FirstBound:
    """The interval of one worth in the first state of an exploration.

    `owner`: index of the worth. `sign`: -1 for a seat opposed to the first one. `limits`: the least and
    the greatest worth. `ticks`: the number of ticks left. `report`: function that is called with each
    narrower interval, in the sense of the seat.
    """

    def __init__(
        self,
        owner: int,
        sign: float,
        limits: tuple[float, float],
        ticks: int,
        report: Callable[[float, float], None],
    ) -> None:
        self._owner = owner
        self._sign = sign
        self._limits = limits
        self._ticks = ticks
        self._report = report
        self._low, self._high = limits
        self._begun = self._made = time.thread_time()
        self._known = 0
        """Edges of the exploration at the last look."""
        self._refined = REFINED
        self._spent = self._tick_seconds = 0.0
        self._edges = 0
        """Edges in the arrays of the interval."""
        self._plan: Plan | None = None
        self._sides: tuple[_Side, ...] = ()
        self._done = 0
        self._generic = self._place = 0

    def look(self, exploration: Exploration, ticked: bool) -> None:
        """Use what is explored, where that is much more than before. Call it between two tables.

        `ticked`: whether all states of a tick are explored.
        """
        edges, start = exploration.edges, time.thread_time()
        self._known = edges
        if edges < GROWTH * self._edges or not (ticked or start - self._made > LONG):
            return
        if not self._may_spend(edges * (ARRAYS_SECONDS + 2 * TICK_SECONDS), SHARE):
            return
        self._edges, self._made = edges, start
        self._plan = plan = Plan(exploration, self._owner)
        low, high = sorted(self._sign * limit for limit in self._limits)
        self._sides = _Side(plan, low), _Side(plan, high)
        self._done, self._generic = 0, _first_generic(plan)
        self._place = plan.place_of(exploration.tables[0], 0)
        self._advance()
        self._spent += time.thread_time() - start

    def finish_looking(self) -> None:
        """Use the time that was kept for more states: all are explored."""
        self._refined = REFINED_LAST

    def refine(self) -> None:
        """Add a tick to both sides, where time is left for that. Call it often."""
        if self._plan is None or self._done > self._ticks - self._generic:
            return
        if not self._may_spend(self._tick_seconds, self._refined * SHARE):
            return
        self._advance()
        self._spent += self._tick_seconds

    def _advance(self) -> None:
        plan, start = self._plan, time.thread_time()
        assert plan is not None
        for side in self._sides:
            side.advance(plan, self._owner, self._sign, self._generic)
        self._done += 1
        self._tick_seconds = time.thread_time() - start
        low, high = (side.value(self._place) for side in self._sides)
        low, high = low - self._sides[0].error, high + self._sides[1].error
        if self._sign < 0:
            low, high = -high, -low
        if low > self._low or high < self._high:
            self._low, self._high = max(self._low, low), min(self._high, high)
            self._report(self._low, self._high)

    def _may_spend(self, seconds: float, share: float) -> bool:
        """Return whether some seconds are within a share of the time: what has passed, and the least that
        the known edges will take."""
        least = self._known * (ARRAYS_SECONDS + TICK_SECONDS * self._ticks)
        whole = time.thread_time() - self._begun + least
        return self._spent + seconds <= share * whole


def _first_generic(plan: Plan) -> int:
    """Return the number of ticks left from which states behave alike."""
    spans = [*plan.regions, *(span for level in plan.levels for span in level.payoff_spans())]
    return max(
        (span.low if span.high == FOREVER else span.high + 1 for span in spans),
        default=1,
    )
