"""The values of all states of an exploration, one tick of the clock after the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tablee.rules.readings.columns.plan import Plan


class Sweep:
    """The values of one worth by ticks left: with fewer than any state has, all are 0.

    `owner`: its index among the worths of the exploration. `sign`: -1 for a seat opposed to the
    first one; its values are computed with the sign of the first one.

    Only the values of states that a tick leads to are kept: with them, those of any state are
    computed (see `Nearby`).
    """

    def __init__(self, plan: Plan, owner: int, sign: float) -> None:
        self._plan = plan
        self.owner = owner
        self.sign = sign
        self._kept: list[Any] = [np.zeros(plan.entered)] * plan.least
        self._gaps = [0.0] * plan.least

    def advance_to(self, ticks: int, report_progress: Callable[[], None]) -> None:
        """Compute the values with up to `ticks` ticks left."""
        if len(self._kept) > ticks:
            return
        plan = self._plan
        values = plan.new_values()
        for tick in range(len(self._kept), ticks + 1):
            after = self._kept[-1] if self._kept else np.zeros(plan.entered)
            plan.set_next_tick(values, after, tick)
            widest = 0.0
            for level in plan.levels:
                report_progress()
                widest = max(widest, level.evaluate(values, tick, self.owner, self.sign))
            self._kept.append(plan.values_of_entered(values))
            self._gaps.append(widest)

    def entered_values(self, ticks: int) -> Any:
        """Return the values of the states that a tick leads to, with `ticks` ticks left."""
        return self._kept[ticks]

    def error_at(self, ticks: int) -> float:
        """Return a bound on the error of these values: the gaps of all ticks, and rounding."""
        levels = self._plan.levels
        scale = max(level.scales[self.owner] for level in levels)
        steps = (ticks + 1) * sum(level.widest + 4 for level in levels)
        return sum(self._gaps[: ticks + 1]) + steps * 2.0**-52 * scale
