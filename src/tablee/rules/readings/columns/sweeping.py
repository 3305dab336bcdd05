"""The values of all states of an exploration, one tick of the clock after the other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any

import numpy as np

from tablee.rules.readings.columns.arrays import Edges, Level
from tablee.rules.readings.columns.clock import WHOLE, Span
from tablee.rules.readings.columns.column import Unsuited
from tablee.rules.readings.columns.exploring import Exploration
from tablee.rules.readings.columns.games import game_values
from tablee.rules.readings.columns.skeleton import States
from tablee.rules.readings.components import components_from


class Plan:
    """The arrays of an exploration in the order in which values are computed.

    `entered`: first and last places of the states that a tick leads to. `regions`: see `Sweep`.
    """

    def __init__(self, exploration: Exploration) -> None:
        levels = exploration.levels
        order = _order(exploration)
        self._bases: dict[Any, int] = {}
        self.size = 0
        for place in order:
            table = exploration.tables[place]
            self._bases[table] = self.size
            self.size += len(table)
        for key, level in levels.items():
            if key[1]:
                self._bases[level] = self.size
                self.size += level.nodes
        crossing = [edges for level in levels.values() for edges in level.edges if edges.crosses]
        spans = {edges.span for edges in crossing}
        self.regions = {WHOLE: 1} | {s: 2 + i for i, s in enumerate(sorted(spans - {WHOLE}))}
        self.levels: list[_Compiled] = []
        for place in order:
            deepest = max((d for p, d in levels if p == place), default=0)
            for depth in range(deepest, -1, -1):
                level = levels[place, depth]
                owner: Any = level if depth else exploration.tables[place]
                self.levels.append(_Compiled(level, self._bases[owner], depth, self._index))
        self.entered = [
            (self._bases[table], self._bases[table] + len(table))
            for table in {edges.target: None for edges in crossing}
        ]

    def _index(self, edges: Edges) -> Any:
        region = self.regions[edges.span] if edges.crosses else 0
        base = self._bases[edges.target] + region * self.size
        return edges.children.astype(np.int32) + np.int32(base)

    def place_of(self, table: States, index: int) -> int:
        """Return the place of a state in an array of values."""
        return self._bases[table] + index


class Sweep:
    """The values of all states to one seat, by ticks left: with 0, all are 0.

    `seat`: its index among the seats of the exploration. `sign`: -1 for a seat opposed to the first
    one; it has the values of a game whose payoffs are negated.

    While a tick is computed, one array holds the values of this tick, those of the tick before, and
    for each span of the clock those of the tick before where it is in the span, else 0. Of earlier
    ticks, only the tables that a tick leads to are kept: with them, a tick is computed again.
    """

    def __init__(self, plan: Plan, seat: int, sign: float) -> None:
        self._plan = plan
        self._seat = seat
        self.sign = sign
        self._kept: list[list[Any]] = [[np.zeros(last - first) for first, last in plan.entered]]
        self._gaps = [0.0]
        self._arrays: dict[int, Any] = {0: np.zeros(plan.size)}

    def advance_to(self, ticks: int, report_progress: Callable[[], None]) -> None:
        """Compute the values with up to `ticks` ticks left, and keep those of the last two."""
        for tick in range(min(len(self._kept), ticks - 1), ticks + 1):
            if tick not in self._arrays:
                self._arrays[tick] = self._computed(tick, report_progress)
            for old in set(self._arrays) - {tick - 1, tick, ticks}:
                del self._arrays[old]

    def values_at(self, ticks: int) -> Any:
        """Return the values with `ticks` ticks left, one of the last two computed."""
        return self._arrays[ticks]

    def error_at(self, ticks: int) -> float:
        """Return a bound on the error of the values: the gaps of all ticks, and rounding."""
        scale = max(level.scales[self._seat] for level in self._plan.levels)
        steps = ticks * sum(level.widest + 4 for level in self._plan.levels)
        return sum(self._gaps[: ticks + 1]) + steps * 2.0**-52 * scale

    def _computed(self, ticks: int, report_progress: Callable[[], None]) -> Any:
        """Return the values of one tick, from those of the tick before."""
        plan = self._plan
        if not ticks:
            return np.zeros(plan.size)
        values = np.zeros(plan.size * (1 + len(plan.regions)))
        for span, region in plan.regions.items():
            if span.low <= ticks <= span.high:
                start = region * plan.size
                for (first, last), kept in zip(plan.entered, self._kept[ticks - 1], strict=True):
                    values[start + first : start + last] = kept
        widest = 0.0
        for level in self._plan.levels:
            report_progress()
            widest = max(widest, level.evaluate(values, ticks, self._seat, self.sign))
        now = values[: plan.size].copy()
        if ticks == len(self._kept):
            self._kept.append([now[first:last].copy() for first, last in plan.entered])
            self._gaps.append(widest)
        return now


class _Compiled:
    """One level as flat arrays. `base`: the place of its first value.

    `widest`: maximum number of edges of a slot; `scales`: maximum of the absolute payoffs of each
    seat.
    """

    def __init__(self, level: Level, base: int, depth: int, index: Callable[[Edges], Any]) -> None:
        self._base = base
        self._slots = level.slots
        self._edge_slots = _joined([each.slots for each in level.edges], np.int32)
        self._weights = _joined([each.weights for each in level.edges], np.float64)
        self._children = _joined([index(each) for each in level.edges], np.int32)
        level.edges = []
        self.widest = int(np.bincount(self._edge_slots).max(initial=0))
        self.scales: dict[int, float] = defaultdict(float)
        self._payoffs: dict[tuple[int, Span], Any] = {}
        for slots, each, span in level.payoffs:
            for seat, amounts in enumerate(each):
                self.scales[seat] = max(self.scales[seat], float(abs(amounts).max()))
                totals = self._payoffs.setdefault((seat, span), np.zeros(level.slots))
                totals += np.bincount(slots, amounts, level.slots)
        level.payoffs = []
        self._decisions = _Decisions(level) if depth else None

    def evaluate(self, values: Any, ticks: int, seat: int, sign: float) -> float:
        """Set the values of the level; return the widest gap of its games."""
        means = np.bincount(self._edge_slots, self._weights * values[self._children], self._slots)
        means = means.astype(np.float64, copy=False)  # without edges they are whole numbers
        for (owner, span), totals in self._payoffs.items():
            if owner == seat and span.low <= ticks <= span.high:
                means += sign * totals
        if self._decisions is None:
            values[self._base : self._base + self._slots] = means
            return 0.0
        found, gap = self._decisions.values(means)
        values[self._base : self._base + len(found)] = found
        return gap


class _Decisions:
    """The decisions of a level, in groups of one kind and of one shape."""

    def __init__(self, level: Level) -> None:
        self._count = level.nodes
        first_node = first_slot = 0
        found: dict[tuple[str, int, int], list[tuple[Any, Any]]] = {}
        for kind, rows, columns in level.decisions:
            sizes = rows.astype(np.int64) * columns
            starts = first_slot + np.cumsum(sizes) - sizes
            nodes = first_node + np.arange(len(rows))
            shapes, inverse = np.unique(rows.astype(np.int64) << 32 | columns, return_inverse=True)
            for at, shape in enumerate(shapes.tolist()):
                here = np.flatnonzero(inverse == at)
                key = (kind, shape >> 32, shape & 0xFFFFFFFF)
                found.setdefault(key, []).append((nodes[here], starts[here]))
            first_node += len(rows)
            first_slot += int(sizes.sum())
        self._groups = [
            (
                *key,
                _joined([n for n, _ in parts], np.int64),
                _joined([s for _, s in parts], np.int64),
            )
            for key, parts in found.items()
        ]

    def values(self, means: Any) -> tuple[Any, float]:
        """Return the value of each decision, and the widest gap of the games."""
        values, widest = np.zeros(self._count), 0.0
        for kind, rows, columns, nodes, starts in self._groups:
            answers = means[starts[:, None] + np.arange(rows * columns)]
            if kind == "mine":
                values[nodes] = answers.max(axis=1)
            elif kind == "opposed":
                values[nodes] = answers.min(axis=1)
            else:
                values[nodes], gap = game_values(answers.reshape(-1, rows, columns))
                widest = max(widest, gap)
        return values, widest


def _joined(arrays: list[Any], kind: Any) -> Any:
    return np.concatenate(arrays) if arrays else np.zeros(0, dtype=kind)


def _order(exploration: Exploration) -> list[int]:
    """Return the tables, each after those that it leads to within a tick."""
    after: dict[int, set[int]] = {table.place: set() for table in exploration.tables}
    for (place, _), level in exploration.levels.items():
        for edges in level.edges:
            if isinstance(edges.target, States) and not edges.crosses:
                after[place].add(edges.target.place)
    found = components_from(-1, lambda each: sorted(after) if each < 0 else sorted(after[each]))
    if any(
        len(component) > 1 or component[0] in after.get(component[0], ()) for component in found
    ):
        raise Unsuited("states come back within a tick")
    return [component[0] for component in found if component[0] >= 0]
