"""Comparison of independent numbers: the best one, its lead, the count at a floor, the order.

Number `i` is `levels[i]` minus its die: uniform over consecutive whole numbers. The joint law does
not enumerate faces. A single best number and its lead have closed forms in products of cumulative
counts (order statistics; sums over the second best telescope). A shared first place is a product
over the set that shares it. Whole orders are built value by value, with a memo of the rest.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from tablee.dice.die import Throw
from tablee.dice.law import Law
from tablee.dice.reads import ONE, Faces, Read, check_throws, check_unchained, plain_die

Order = tuple[tuple[int, ...], ...]
"""Groups of equal numbers, best first; indices rise inside a group."""


class Podium(NamedTuple):
    """The value of a `Ranking`; a field that was not asked for is None.

    `reaching`: count of numbers that reach the floor: 0, 1, or 2 for two and more. `best`: indices
    of the numbers that share the first place. `lead`: 0 when the first place is shared, the greatest
    number itself when it alone reaches the floor, else its distance to the second.
    """

    reaching: int | None
    best: tuple[int, ...] | None
    lead: int | None
    order: Order | None


class Ranking(Read[Podium], frozen=True, cache_hash=True):
    """Read: the comparison of `levels[i] - die i`, one die for each of two or more levels.

    `reaching`, `best`, `lead`, `order`: the fields of `Podium` that are asked for.
    """

    levels: tuple[int, ...]
    floor: int = 0
    reaching: bool = True
    best: bool = True
    lead: bool = True
    order: bool = False

    def check(self, throws: tuple[Throw, ...]) -> None:
        check_throws(self, throws, *(ONE for _ in self.levels))
        check_unchained(self, throws)

    def of(self, faces: Faces) -> Podium:
        numbers = [level - face for level, (face,) in zip(self.levels, faces, strict=True)]
        order = tuple(
            tuple(place for place, number in enumerate(numbers) if number == value)
            for value in sorted(set(numbers), reverse=True)
        )
        first = max(numbers)
        reaching = sum(number >= self.floor for number in numbers)
        ahead = first if reaching == 1 or len(order) == 1 else first - numbers[order[1][0]]
        lead = ahead if len(order[0]) == 1 else 0
        return self._podium(min(2, reaching), order[0], lead, order)

    def _podium(self, reaching: int, best: tuple[int, ...], lead: int, order: Order = ()) -> Podium:
        return Podium(
            reaching if self.reaching else None,
            best if self.best else None,
            lead if self.lead else None,
            order if self.order else None,
        )

    def fair_law(self, throws: tuple[Throw, ...]) -> Law[Podium]:
        spans = _Spans([_run(level, t) for level, t in zip(self.levels, throws, strict=True)])
        weights: dict[Podium, int] = {}
        for podium, weight in self._ordered(spans) if self.order else self._unordered(spans):
            if weight:
                weights[podium] = weights.get(podium, 0) + weight
        return Law(weights)

    def cost(self, throws: tuple[Throw, ...]) -> int:
        """Return the steps of `law`: values times sets that share the first place, or whole orders."""
        sides = [1 if throw.shown is not None else throw.die.sides for throw in throws]
        count, values = len(sides), max(sides)
        if self.order:
            pairs = values * (values + 1) // 2 if self.lead else values
            return min(math.prod(sides), _weak_orders(count) * pairs)
        return values * count * 2 + (values << count if self.best else 0)

    # ── without the order ──────────────────────────────────────────────────────────────────────
    def _unordered(self, spans: _Spans) -> Iterator[tuple[Podium, int]]:
        alone = [0, 0, 0]
        for place in range(len(self.levels)):
            found: dict[tuple[int, int], int] = {}
            for reaching, first, ways in self._alone(spans, place):
                alone[reaching] += sum(ways)
                counted = reaching if self.reaching else 0
                for lead, weight in enumerate(ways, first):
                    if weight:
                        found[counted, lead] = found.get((counted, lead), 0) + weight
            for (reaching, lead), weight in found.items():
                yield self._podium(reaching, (place,), lead), weight
        if not self.best:
            under = spans.everyone(self.floor)
            yield self._podium(0, (), 0), under - alone[0]
            yield self._podium(2, (), 0), spans.total - under - alone[1] - alone[2]
            return
        sides = ((0, None, self.floor), (2, self.floor, None)) if self.reaching else _ANYWHERE
        for reaching, low, high in sides:
            for bits, weight in enumerate(spans.sharing(low, high)):
                if weight and bits & (bits - 1):
                    yield self._podium(reaching, _places(bits), 0), weight

    def _alone(self, spans: _Spans, place: int) -> list[tuple[int, int, list[int]]]:
        """Return (reaching, least lead, weights of the leads) where number `place` alone is best.

        Summed over the values of this number, the sums over the second best telescope. The counts
        of all others below the ends of its range remain.
        """
        others, least = spans.others[place], spans.least
        low, high = spans.runs[place]
        low, high, floor = low - least, high - least, spans.clip(self.floor)
        cut, start, under = min(high, max(low, floor)), max(low, floor), others[floor]
        crossing = [under] * (high - start)
        if not self.lead:
            within = sum(others[cut:high]) - sum(crossing)
            return [(0, 0, [sum(others[low:cut])]), (1, 0, [sum(crossing)]), (2, 0, [within])]
        behind = [others[cut - lead] - others[max(0, low - lead)] for lead in range(1, cut)]
        ahead = [
            others[high - lead] - others[max(low - lead, floor)] for lead in range(1, high - floor)
        ]
        return [(0, 1, behind if cut > low else []), (1, start + least, crossing), (2, 1, ahead)]

    # ── with the order: value by value ─────────────────────────────────────────────────────────
    def _ordered(self, spans: _Spans) -> Iterator[tuple[Podium, int]]:
        everyone = (1 << len(self.levels)) - 1
        for value in range(spans.least, spans.most):
            reached = value >= self.floor
            for first in spans.groups(value, everyone):
                rest, best = everyone & ~first, _places(first)
                if len(best) > 1:
                    for order, weight in spans.orders(value, rest).items():
                        yield self._podium(2 if reached else 0, best, 0, (best, *order)), weight
                    continue
                if reached:
                    for order, weight in spans.orders(self.floor, rest).items():
                        yield self._podium(1, best, value, (best, *order)), weight
                yield from self._behind(spans, value, best, rest)

    def _behind(
        self, spans: _Spans, value: int, best: tuple[int, ...], rest: int
    ) -> Iterator[tuple[Podium, int]]:
        """Yield podiums with one best number and the second on the same side of the floor."""
        reached = value >= self.floor
        for second in range(max(self.floor, spans.least) if reached else spans.least, value):
            for group in spans.groups(second, rest):
                head = (best, _places(group))
                for order, weight in spans.orders(second, rest & ~group).items():
                    lead = value - second
                    yield self._podium(2 if reached else 0, best, lead, (*head, *order)), weight


_ANYWHERE = ((0, None, None),)


class _Spans:
    """Ranges of the numbers: number `i` is uniform over `runs[i][0]` .. `runs[i][1] - 1`.

    `under[i][x - least]`: ways in which number `i` is below `x`. `others[i][x - least]`: ways in
    which all other numbers are below `x`.
    """

    def __init__(self, runs: list[tuple[int, int]]) -> None:
        self.runs = runs
        self.least = min(low for low, _ in runs)
        self.most = max(high for _, high in runs)
        self.total = math.prod(high - low for low, high in runs)
        under = [
            [0] * (low - self.least)
            + list(range(high - low))
            + [high - low] * (self.most - high + 1)
            for low, high in runs
        ]
        self.under = under
        self.others = [
            [math.prod(each) for each in zip(*under[:i], *under[i + 1 :], strict=True)]
            for i in range(len(runs))
        ]
        self._orders: dict[tuple[int, int], dict[Order, int]] = {}

    def clip(self, value: int) -> int:
        """Return the index of `value` in the tables of counts."""
        return min(self.most, max(self.least, value)) - self.least

    def everyone(self, value: int) -> int:
        """Return the number of ways in which all numbers are below `value`."""
        return math.prod(counts[self.clip(value)] for counts in self.under)

    def sharing(self, low: int | None, high: int | None) -> list[int]:
        """Return, for each set (bits), the ways in which it shares a best number in low..high - 1."""
        found = [0] * (1 << len(self.runs))
        low = self.least if low is None else max(low, self.least)
        high = self.most if high is None else min(high, self.most)
        for value in range(max(low, sorted(a for a, _ in self.runs)[-1]), high):
            sets = [1]
            for counts, (first, end) in zip(self.under, self.runs, strict=True):
                below = counts[value - self.least]
                inside = sets if first <= value < end else [0] * len(sets)
                sets = [weight * below for weight in sets] + inside
            found = [weight + more for weight, more in zip(found, sets, strict=True)]
        return found

    def groups(self, value: int, among: int) -> list[int]:
        """Return every set (bits) of `among` whose numbers can all equal `value`."""
        sets = [0]
        for place, (first, end) in enumerate(self.runs):
            if among >> place & 1 and first <= value < end:
                sets += [bits | 1 << place for bits in sets]
        return sets[1:]

    def orders(self, under: int, among: int) -> dict[Order, int]:
        """Return the weights of all orders of `among` (bits) with numbers below `under`."""
        if not among:
            return {(): 1}
        under = min(under, self.most)
        if under <= self.least:
            return {}
        orders = self._orders.get((under, among))
        if orders is None:
            orders = dict(self.orders(under - 1, among))
            for group in self.groups(under - 1, among):
                head = _places(group)
                for order, weight in self.orders(under - 1, among & ~group).items():
                    whole = (head, *order)
                    orders[whole] = orders.get(whole, 0) + weight
            self._orders[under, among] = orders
        return orders


def _run(level: int, throw: Throw) -> tuple[int, int]:
    die = plain_die(throw)
    if throw.shown is not None:
        return level - throw.shown[0], level - throw.shown[0] + 1
    return level - die.highest, level - die.lowest + 1


@cache
def _places(bits: int) -> tuple[int, ...]:
    return tuple(place for place in range(bits.bit_length()) if bits >> place & 1)


@cache
def _weak_orders(count: int) -> int:
    """Return the number of orders of `count` numbers with ties (1, 1, 3, 13, 75, 541, ...)."""
    if count == 0:
        return 1
    return sum(math.comb(count, size) * _weak_orders(count - size) for size in range(1, count + 1))
