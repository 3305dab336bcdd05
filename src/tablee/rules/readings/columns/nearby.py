"""The values of a few states of one tick, from the values of the states that the tick leads to."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tablee.rules.readings.columns.plan import CompiledLevel, Plan
from tablee.rules.readings.columns.sweeping import Sweep


class _Part(NamedTuple):
    """Some values of a level: their slots, and the edges of these.

    `nodes`: their indices in the level; `firsts`: the first of `slots` of each; `sources`: for each
    edge, the index in `slots` of its slot.
    """

    level: CompiledLevel
    nodes: Any
    firsts: Any
    slots: Any
    sources: Any
    children: Any
    weights: Any


class Nearby:
    """The values of states with `ticks` ticks left, and of all that they lead to within the tick.

    `gap`: the widest gap of the games so far.
    """

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._values = plan.new_values()
        self._known = np.zeros(plan.size, dtype=bool)
        self._touched: list[Any] = []
        self._sweep: Sweep | None = None
        self._ticks = 0
        self.gap = 0.0

    def move_to(self, sweep: Sweep, ticks: int) -> None:
        """Choose the worth and the tick."""
        if self._sweep is sweep and self._ticks == ticks:
            return
        for places in self._touched:
            self._known[places] = False
        self._touched, self.gap = [], 0.0
        self._sweep, self._ticks = sweep, ticks
        self._plan.set_next_tick(self._values, sweep.entered_values(ticks - 1), ticks)

    def value(self, place: int) -> float:
        """Return the value of a state."""
        if not self._known[place]:
            for part in reversed(self._parts(np.array([place]))):
                self._evaluate(part)
        return float(self._values[place])

    def game(self, place: int) -> Any:
        """Return the payoffs of the decision that a state begins with: an array of rows and
        columns. None: it begins with something else."""
        self.value(place)
        at = self._level_of(place)
        state = self._plan.levels[at]
        first, last = state.starts[place - state.base : place - state.base + 2]
        if last - first != 1 or state.weights[first] != 1.0:
            return None
        child = int(state.children[first])
        level = self._plan.levels[self._level_of(child)]
        if child >= self._plan.size or level.decisions is None:
            return None
        node = child - level.base
        part = _part(level, np.array([node]))
        return self._means(part).reshape(level.decisions.shape(node))

    def _level_of(self, place: int) -> int:
        return int(np.searchsorted(self._plan.bases, place, side="right")) - 1

    def _parts(self, places: Any) -> list[_Part]:
        """Return these places, and those that they lead to within the tick, by level."""
        plan = self._plan
        waiting: dict[int, list[Any]] = {}

        def wait(found: Any) -> None:
            found = np.unique(found)
            found = found[: np.searchsorted(found, plan.size)]
            found = found[~self._known[found]]
            if not len(found):
                return
            levels = np.searchsorted(plan.bases, found, side="right") - 1
            starts = np.flatnonzero(np.diff(levels, prepend=-1))
            for at, some in zip(levels[starts].tolist(), np.split(found, starts[1:]), strict=True):
                waiting.setdefault(at, []).append(some)

        wait(places)
        parts = []
        while waiting:
            at = max(waiting)
            found = np.unique(np.concatenate(waiting.pop(at)))
            part = _part(plan.levels[at], found - plan.levels[at].base)
            parts.append(part)
            if len(part.children):
                wait(part.children)
        return parts

    def _evaluate(self, part: _Part) -> None:
        level, means = part.level, self._means(part)
        if level.decisions is None:
            values = means
        else:
            values, gap = level.decisions.values_of(part.nodes, means, part.firsts)
            self.gap = max(self.gap, gap)
        places = part.nodes + level.base
        self._values[places] = values
        self._known[places] = True
        self._touched.append(places)

    def _means(self, part: _Part) -> Any:
        """Return the mean of each slot of a part."""
        assert self._sweep is not None
        products = part.weights * self._values[part.children]
        means = np.bincount(part.sources, products, len(part.slots)).astype(np.float64, copy=False)
        part.level.add_payoffs(means, part.slots, self._ticks, self._sweep.owner, self._sweep.sign)
        return means


def _part(level: CompiledLevel, nodes: Any) -> _Part:
    """Return some values of a level with their slots and edges."""
    if level.decisions is None:
        slots, firsts = nodes, nodes
    else:
        sizes = level.decisions.sizes[nodes]
        firsts = np.cumsum(sizes) - sizes
        slots = _ranges(level.decisions.firsts[nodes], sizes)
    starts = level.starts[slots]
    counts = level.starts[slots + 1] - starts
    edges = _ranges(starts, counts)
    return _Part(
        level,
        nodes,
        firsts,
        slots,
        np.repeat(np.arange(len(slots)), counts),
        level.children[edges],
        level.weights[edges],
    )


def _ranges(starts: Any, counts: Any) -> Any:
    """Return the numbers from each start, as many as its count."""
    ends = np.cumsum(counts)
    total = int(ends[-1]) if len(ends) else 0
    return np.arange(total) + np.repeat(starts - (ends - counts), counts)
