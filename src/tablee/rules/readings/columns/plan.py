"""The arrays of an exploration in the order in which values are computed.

The value of each state and each decision has a place. Places of one tick come first; after them, for
each span of the clock, those of the states that a tick leads to, one tick later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from tablee.rules.readings.columns.arrays import Edges, Level
from tablee.rules.readings.columns.clock import Span
from tablee.rules.readings.columns.column import Unsuited
from tablee.rules.readings.columns.exploring import Exploration
from tablee.rules.readings.columns.games import game_values
from tablee.rules.readings.columns.skeleton import States
from tablee.rules.readings.solving.components import components_from
from tablee.rules.readings.solving.cycles import Kind

CHUNK = 1 << 17
"""Number of slots that are computed together, so that they stay in the cache of a processor."""

KINDS: tuple[Kind, ...] = ("mine", "opposed", "at_once")


class Plan:
    """The levels of an exploration in order: each level leads to earlier levels or to the next tick.

    `bases`: the first place of each level. `entered`: the number of states that a tick leads to, one
    tick later. `regions`: for each span of the clock, the first of their places. `unknown`: the place of
    all states that are not walked. `owners`: see `_owners`. `least`: the least number of ticks left.

    The edges of the exploration are moved here, unless it goes on: then `only` is the one worth of which
    values are wanted.
    """

    def __init__(self, exploration: Exploration, only: int | None = None) -> None:
        levels = exploration.levels
        self.least = exploration.whole.low
        order = [
            (place, depth)
            for place in _order(exploration)
            if exploration.tables[place].walked
            for depth in range(max((d for p, d in levels if p == place), default=0), -1, -1)
        ]
        self._places: dict[Any, int] = {}
        self.size = 0
        bases = []
        for place, depth in order:
            owner: Any = levels[place, depth] if depth else exploration.tables[place]
            self._places[owner] = self.size
            bases.append(self.size)
            self.size += levels[place, depth].nodes if depth else len(owner)
        self.bases = np.array(bases, dtype=np.int64)
        crossing = [
            edges
            for level in levels.values()
            for edges in level.edges
            if edges.crosses and edges.children is not None
        ]
        self._entered: dict[Any, int] = {}
        self.entered = 0
        for table in {edges.target: None for edges in crossing}:
            self._entered[table] = self.entered
            self.entered += len(table)
        self._crossing = self._places_entered()
        spans = sorted({edges.span for edges in crossing})
        self.regions = {span: self.size + at * self.entered for at, span in enumerate(spans)}
        self.unknown = self.size + len(spans) * self.entered
        if only is None:
            self.owners = _owners(levels.values(), exploration.signs)
        else:
            self.owners = [only] * len(exploration.signs)
        distinct = set(self.owners)
        self.levels = [
            CompiledLevel(levels[key], base, key[1], self._index, distinct, only is not None)
            for key, base in zip(order, bases, strict=True)
        ]

    def _index(self, edges: Edges) -> Any:
        if edges.children is None:
            return np.full(len(edges.slots), self.unknown, dtype=np.int32)
        if edges.crosses:
            base = self.regions[edges.span] + self._entered[edges.target]
        else:
            base = self._places[edges.target]
        return edges.children.astype(np.int32) + np.int32(base)

    def _places_entered(self) -> Any:
        parts = [
            np.arange(self._places[table], self._places[table] + len(table), dtype=np.int32)
            for table in self._entered
        ]
        return joined(parts, np.int32)

    def place_of(self, table: States, index: int) -> int:
        """Return the place of a state."""
        return self._places[table] + index

    def entered_place_of(self, table: States, index: int) -> int | None:
        """Return the place of a state among those that a tick leads to."""
        first = self._entered.get(table)
        return None if first is None else first + index

    def values_of_entered(self, values: Any) -> Any:
        """Return the values of the states that a tick leads to, from those of all places."""
        return values[self._crossing]

    def set_next_tick(self, values: Any, after: Any, ticks: int) -> None:
        """Set the values of the next tick's places: `after`, and 0 outside of a span."""
        for span, start in self.regions.items():
            inside = span.low <= ticks <= span.high
            values[start : start + self.entered] = after if inside else 0.0

    def new_values(self) -> Any:
        return np.zeros(self.unknown + 1)


class CompiledLevel:
    """One level as flat arrays: the edges of each slot follow one another.

    `base`: the place of its first value; `widest`: maximum number of edges of a slot; `scales`:
    maximum of the absolute payoffs of each owner; `goes_on`: whether the exploration still needs the
    edges and payoffs of the level.
    """

    def __init__(
        self,
        level: Level,
        base: int,
        depth: int,
        index: Callable[[Edges], Any],
        owners: set[int],
        goes_on: bool,
    ) -> None:
        self.base = base
        self.slots = level.slots
        slots = joined([each.slots for each in level.edges], np.int32)
        counts = np.bincount(slots, minlength=self.slots)
        order = np.argsort(slots, kind="stable")
        del slots
        self.widest = int(counts.max(initial=0))
        self.starts = np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)
        self._filled = None if counts.all() else np.flatnonzero(counts).astype(np.int32)
        del counts
        self.weights = joined([each.weights for each in level.edges], np.float64)[order]
        self.children = joined([index(each) for each in level.edges], np.int32)[order]
        if not goes_on:
            level.edges = []
        self.scales: dict[int, float] = dict.fromkeys(owners, 0.0)
        self._payoffs: dict[tuple[int, Span], Any] = {}
        for slots, weights, worths, span in level.payoffs:
            for owner in owners:
                amounts = weights * worths[owner]
                self.scales[owner] = max(self.scales[owner], float(abs(amounts).max()))
                totals = self._payoffs.setdefault((owner, span), np.zeros(self.slots))
                totals += np.bincount(slots, amounts, self.slots)
        if not goes_on:
            level.payoffs = []
        self.decisions = Decisions(level) if depth else None

    def payoff_spans(self) -> list[Span]:
        """Return the spans of the clock in which a result has a worth."""
        return [span for _, span in self._payoffs]

    def evaluate(self, values: Any, ticks: int, owner: int, sign: float) -> float:
        """Set the values of the level; return the widest gap of its games."""
        means = np.zeros(self.slots)
        filled = self._filled
        count = self.slots if filled is None else len(filled)
        for first in range(0, count, CHUNK):
            last = min(first + CHUNK, count)
            if filled is None:
                slots: Any = slice(first, last)
                starts, end = self.starts[first:last], self.starts[last]
            else:
                slots = filled[first:last]
                starts, end = self.starts[slots], self.starts[slots[-1] + 1]
            edges = slice(starts[0], end)
            products = self.weights[edges] * values[self.children[edges]]
            means[slots] = np.add.reduceat(products, starts - starts[0])
        self.add_payoffs(means, slice(None), ticks, owner, sign)
        if self.decisions is None:
            values[self.base : self.base + self.slots] = means
            return 0.0
        found, gap = self.decisions.values(means)
        values[self.base : self.base + len(found)] = found
        return gap

    def add_payoffs(self, means: Any, slots: Any, ticks: int, owner: int, sign: float) -> None:
        """Add the payoffs of some slots to their means."""
        for (whose, span), totals in self._payoffs.items():
            if whose == owner and span.low <= ticks <= span.high:
                means += sign * totals[slots]


class Decisions:
    """The decisions of a level, in groups of one kind and of one shape.

    `firsts`, `sizes`: for each decision its first slot, and the number of its slots.
    """

    def __init__(self, level: Level) -> None:
        rows = joined([each for _, each, _ in level.decisions], np.int32)
        columns = joined([each for _, _, each in level.decisions], np.int32)
        self.sizes = rows * columns
        self.firsts = (np.cumsum(self.sizes) - self.sizes).astype(np.int32)
        kind = np.concatenate([np.full(len(r), KINDS.index(k)) for k, r, _ in level.decisions])
        shapes = (kind.astype(np.int64) << 60) | (rows.astype(np.int64) << 30) | columns
        self._shapes, self._group_of = np.unique(shapes, return_inverse=True)
        self._group_of = self._group_of.astype(np.int32)
        self._groups = [np.flatnonzero(self._group_of == at) for at in range(len(self._shapes))]
        self._groups = [each.astype(np.int32) for each in self._groups]

    def shape(self, node: int) -> tuple[int, int]:
        """Return the numbers of rows and columns of a decision."""
        _, rows, columns = _unpacked(int(self._shapes[self._group_of[node]]))
        return rows, columns

    def groups(self) -> Iterator[tuple[Kind, int, int, Any]]:
        """Yield the kind, the rows, the columns and the indices of decisions of one shape."""
        for shape, nodes in zip(self._shapes.tolist(), self._groups, strict=True):
            kind, rows, columns = _unpacked(shape)
            yield KINDS[kind], rows, columns, nodes

    def values(self, means: Any) -> tuple[Any, float]:
        """Return the value of each decision, and the widest gap of the games."""
        values, widest = np.zeros(len(self.firsts)), 0.0
        for shape, nodes in zip(self._shapes.tolist(), self._groups, strict=True):
            values[nodes], gap = _decided(shape, means, self.firsts[nodes])
            widest = max(widest, gap)
        return values, widest

    def values_of(self, nodes: Any, means: Any, firsts: Any) -> tuple[Any, float]:
        """Return the values of some decisions. `firsts`: the first of `means` of each."""
        values, widest, groups = np.zeros(len(nodes)), 0.0, self._group_of[nodes]
        for group in np.unique(groups).tolist():
            here = np.flatnonzero(groups == group)
            values[here], gap = _decided(int(self._shapes[group]), means, firsts[here])
            widest = max(widest, gap)
        return values, widest


def _unpacked(shape: int) -> tuple[int, int, int]:
    return shape >> 60, shape >> 30 & 0x3FFFFFFF, shape & 0x3FFFFFFF


def _decided(shape: int, means: Any, firsts: Any) -> tuple[Any, float]:
    """Return the values of decisions of one kind and shape, and the widest gap."""
    kind, rows, columns = _unpacked(shape)
    values, widest, step = np.zeros(len(firsts)), 0.0, max(1, CHUNK // (rows * columns))
    for first in range(0, len(firsts), step):
        some = slice(first, first + step)
        answers = means[firsts[some] + np.arange(rows * columns)[:, None]]
        if KINDS[kind] == "at_once":
            games = answers.reshape(rows, columns, -1).transpose(2, 0, 1)
            values[some], gap = game_values(games)
            widest = max(widest, gap)
        else:
            values[some] = answers.min(axis=0) if kind else answers.max(axis=0)
    return values, widest


def joined(arrays: list[Any], kind: Any) -> Any:
    """Return the arrays one after another."""
    return np.concatenate(arrays) if arrays else np.zeros(0, dtype=kind)


def _owners(levels: Any, signs: tuple[float, ...]) -> list[int]:
    """Return for each worth the first worth that has the same payoffs, up to the sign of its seat.

    Two seats of a game in which one gains what the other loses share their values.
    """
    owners = list(range(len(signs)))
    for at, sign in enumerate(signs):
        for first in range(at):
            if owners[first] == first and all(
                np.array_equal(sign * worths[at], signs[first] * worths[first])
                for level in levels
                for _, _, worths, _ in level.payoffs
            ):
                owners[at] = first
                break
    return owners


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
