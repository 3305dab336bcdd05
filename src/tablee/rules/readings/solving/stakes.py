"""The values of the positions of a stochastic game (Shapley 1953).

Each position has a prospect: dice, a decision, or simultaneous decisions, which lead to other
positions. Those are valued first; positions that lead to each other are valued together (see
`cycles`). Values are exact rationals up to a limit of work and without cycles; otherwise they are
floats with a bound on their error.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from tablee.rules.readings.solving.components import components_from
from tablee.rules.readings.solving.cycles import Cycle, Kind, Position, bounds
from tablee.rules.readings.solving.cycles import Row as CycleRow
from tablee.rules.readings.solving.matrix import solve, solve_floats
from tablee.rules.refusal import Refusal

Number = Fraction | float
Row = tuple[dict[Hashable, int], int]
"""The outcomes of one answer: their weights, and the sum of the weights."""
MAX_EXACT_WORK = 400_000
"""Maximum steps of exact arithmetic (about 5 microseconds each); beyond it floats are used."""
LONG_BITS = 256
"""Size in bits of rationals that cost twice as much as short ones."""
ROUNDING = 2.0**-52
MAX_CYCLE_GAP = 1e-6
"""Maximum uncertainty of the values of a cycle, for results of the order of 1."""


class Prospect:
    """The outcomes of a position: keys of the caller, with weights for each answer.

    `rows`: one for each answer; for simultaneous choices, answers of the advised side times answers
    of the other side (`columns`). A position of dice has a single row. `labels`: the choices of the
    advised side that a decision makes.
    """

    __slots__ = ("_floats", "_rows", "columns", "kind", "labels", "outcomes")

    def __init__(
        self, kind: Kind, rows: Sequence[Row], columns: int = 1, labels: tuple[str, ...] = ()
    ) -> None:
        self.kind: Kind = kind
        self.labels = labels
        self.columns = columns
        places: dict[Hashable, int] = {}
        for weights, _ in rows:
            for key in weights:
                places.setdefault(key, len(places))
        self.outcomes: tuple[Any, ...] = tuple(places)
        self._rows = [
            ([places[key] for key in weights], list(weights.values()), total)
            for weights, total in rows
        ]
        self._floats: tuple[Any, Any, Any] | None = None

    def row(self, place: int) -> Iterator[tuple[Any, int]]:
        """Yield the (outcome, weight) pairs of an answer."""
        places, weights, _ = self._rows[place]
        yield from zip((self.outcomes[each] for each in places), weights, strict=True)

    def work(self, digits: int) -> int:
        """Return roughly the steps of the exact value: the weights, and pivots of a matrix game.

        `digits`: bits of the denominators of the outcomes. Each pivot makes rationals longer.
        """
        weights = sum(len(places) for places, _, _ in self._rows) * (1 + digits // LONG_BITS)
        rows, columns = len(self._rows) // self.columns, self.columns
        pivots = min(rows, columns)
        if self.kind != "at_once" or pivots == 1:
            return weights
        return weights + 2 * pivots * rows * (rows + columns) * (1 + digits * pivots // LONG_BITS)

    def exactly(self, values: Sequence[Fraction]) -> list[Fraction]:
        """Return the exact mean of each row."""
        whole = math.lcm(*(value.denominator for value in values))
        numbers = [value.numerator * (whole // value.denominator) for value in values]
        return [
            values[places[0]]
            if len(places) == 1
            else Fraction(
                sum(w * numbers[i] for i, w in zip(places, weights, strict=True)), total * whole
            )
            for places, weights, total in self._rows
        ]

    def cycle_position(self, inside: Sequence[int | None], values: Sequence[float]) -> Position:
        """Return the position for `cycles`.

        `inside`: for each outcome, its index in the cycle, or None where it has a value already.
        """
        return Position(
            self.kind,
            self.columns,
            [
                _cycle_row(places, weights, total, inside, values)
                for places, weights, total in self._rows
            ],
        )

    def roughly(self, values: Any) -> Any:
        """Return the mean of each row in floats."""
        if self._floats is None:
            places = [place for row, _, _ in self._rows for place in row]
            shares = [weight / total for _, weights, total in self._rows for weight in weights]
            ends = np.cumsum([len(row) for row, _, _ in self._rows])
            starts = np.concatenate(([0], ends[:-1]))
            self._floats = np.array(places), np.array(shares), starts
        place, share, start = self._floats
        return np.add.reduceat(share * values[place], start)


def _cycle_row(
    places: Sequence[int],
    weights: Sequence[int],
    total: int,
    inside: Sequence[int | None],
    values: Sequence[float],
) -> CycleRow:
    shares: dict[int, float] = {}
    outside, leaves = 0.0, False
    for place, weight in zip(places, weights, strict=True):
        target = inside[place]
        if target is None:
            outside += weight / total * values[place]
            leaves = True
        else:
            shares[target] = shares.get(target, 0.0) + weight / total
    return CycleRow(outside, shares, leaves)


class Stakes:
    """Positions by index, and their values.

    `report_progress` is called often. `endless_refusal`: function that returns the refusal of a
    cycle whose values stay uncertain.
    """

    def __init__(
        self, report_progress: Callable[[], None], endless_refusal: Callable[[], Refusal]
    ) -> None:
        self.exact = True
        self._report_progress = report_progress
        self._endless_refusal = endless_refusal
        self._prospects: list[Prospect | None] = []
        self._after: list[Sequence[int]] = []
        self._values: list[Number | None] = []
        self._heights: list[int] = []
        self._places_by_value: dict[Fraction, int] = {}
        self._spent = 0
        self._gap = self._scale = 0.0
        self._widest = 1

    def __len__(self) -> int:
        return len(self._values)

    # ── adding positions ───────────────────────────────────────────────────────────────────────
    def place(self) -> int:
        """Add a position and return its index. `set_prospect` adds its outcomes later."""
        self._prospects.append(None)
        self._after.append(())
        self._values.append(None)
        self._heights.append(0)
        return len(self._values) - 1

    def known_position(self, worth: Number) -> int:
        """Return the index of a position with a known value."""
        number = Fraction(worth)
        place = self._places_by_value.get(number)
        if place is None:
            place = self._places_by_value[number] = self.place()
            self._values[place] = number if self.exact else float(worth)
            self._scale = max(self._scale, abs(float(worth)))
        return place

    def set_prospect(self, place: int, prospect: Prospect, after: Sequence[int]) -> None:
        """Set the prospect of a position. `after`: the positions of its outcomes."""
        self._prospects[place] = prospect
        self._after[place] = after

    def labels_from(self, places: Iterable[int]) -> tuple[str, ...]:
        """Return the labels of the choices that some positions are or lead to."""
        seen, waiting = set[int](), list(places)
        found: dict[str, None] = {}
        while waiting:
            place = waiting.pop()
            if place not in seen:
                seen.add(place)
                prospect = self._prospects[place]
                found |= dict.fromkeys(prospect.labels if prospect else ())
                waiting += self._after[place]
        return tuple(sorted(found))

    # ── valuing ────────────────────────────────────────────────────────────────────────────────
    def value(self, place: int) -> Number:
        """Return the value of a position. Raises `Refusal` for a cycle that stays uncertain."""
        for component in self._order(place):
            self._report_progress()
            (each, *others) = component
            if others or each in self._after[each]:
                self._value_cycle(component)
                continue
            if self.exact:
                self._spend(each)
            self._values[each] = self._worth(each)
        value = self._values[place]
        assert value is not None
        return value

    def error(self, known: float = 0.0) -> float:
        """Return a bound on the error of every value so far; 0 for exact values.

        `known`: a bound on the error of known values.
        """
        if self.exact:
            return 0.0
        rounding = (self._widest + 4) * ROUNDING * self._scale
        return known + (1 + max(self._heights, default=0)) * (self._gap + rounding)

    def equilibrium(
        self, payoffs: Sequence[Sequence[Number]]
    ) -> tuple[Number, list[Number], list[Number]]:
        """Return (value, mixture of the rows, mixture of the columns) of simultaneous choices."""
        if self.exact:
            game = solve(
                [[Fraction(each) for each in row] for row in payoffs], self._report_progress
            )
            return game.value, list(game.rows), list(game.columns)
        value, rows, columns, gap = solve_floats(np.array(payoffs, dtype=float))
        self._gap = max(self._gap, gap)
        return value, rows.tolist(), columns.tolist()

    def _order(self, root: int) -> list[list[int]]:
        """Return the positions without a value that `root` leads to, in strongly connected
        components, each after those that it leads to."""
        if self._values[root] is not None:
            return []

        def following(place: int) -> list[int]:
            if self._prospects[place] is None:  # a belief within a cycle
                raise self._endless_refusal()
            return [other for other in self._after[place] if self._values[other] is None]

        order = components_from(root, following)
        for component in order:
            heights = [self._heights[other] for each in component for other in self._after[each]]
            for each in component:
                self._heights[each] = 1 + max(heights)
        return order

    def _value_cycle(self, component: list[int]) -> None:
        """Set the values of positions that lead to each other."""
        self.use_floats()
        index = {place: at for at, place in enumerate(component)}
        positions = []
        for place in component:
            prospect, after = self._prospects[place], self._after[place]
            assert prospect is not None
            values = [float(self._values[each] or 0) for each in after]
            positions.append(prospect.cycle_position([index.get(each) for each in after], values))
        lower, upper = bounds(Cycle(positions), self._scale, self._report_progress)
        gap = max(0.0, float((upper - lower).max()))
        if gap > MAX_CYCLE_GAP * (self._scale or 1.0):
            raise self._endless_refusal()
        self._gap = max(self._gap, gap)
        for place, value in zip(component, ((lower + upper) / 2).tolist(), strict=True):
            self._values[place] = value

    def use_floats(self) -> None:
        """Compute in floats from now on."""
        if self.exact:
            self.exact = False
            self._values = [None if value is None else float(value) for value in self._values]

    def _spend(self, place: int) -> None:
        """Count the exact work of a position; beyond the limit, convert all values to floats."""
        prospect, after = self._prospects[place], self._after[place]
        assert prospect is not None
        digits = max(Fraction(self._values[each] or 0).denominator.bit_length() for each in after)
        self._spent += prospect.work(digits)
        if self._spent > MAX_EXACT_WORK:
            self.use_floats()

    def means(self, prospect: Prospect, values: list[Any]) -> Any:
        """Return the mean of each answer of a prospect. `values`: those of its outcomes."""
        if self.exact:
            return prospect.exactly(values)
        self._widest = max(self._widest, len(values))
        return prospect.roughly(np.array(values))

    def _worth(self, place: int) -> Number:
        prospect = self._prospects[place]
        assert prospect is not None
        means = self.means(prospect, [self._values[each] for each in self._after[place]])
        match prospect.kind:
            case "chance":
                value: Number = means[0]
            case "mine":
                value = max(means)
            case "opposed":
                value = min(means)
            case "at_once":
                columns = prospect.columns
                payoffs = [means[i : i + columns] for i in range(0, len(means), columns)]
                value, _, _ = self.equilibrium(payoffs)
        return value if self.exact else float(value)
