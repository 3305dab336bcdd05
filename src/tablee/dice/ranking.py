"""Independent numbers compared: who is best, by how much, how many reach a floor, in what order.

Number `i` is `levels[i]` minus its die. The joint law never walks over all faces: the best and the
second best value have closed forms in the cumulative counts (order statistics), a shared first
place is a product over who shares it, and whole orders are built value by value, equal remainders
worked out once.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from tablee.dice.die import OpenDie, Throw
from tablee.dice.law import Law
from tablee.dice.reads import Faces, Read, Unbounded

__all__ = ["Podium", "Ranking"]

Order = tuple[tuple[int, ...], ...]
"""Groups of equal numbers, best first; places rise inside a group."""


class Podium(NamedTuple):
    """What a `Ranking` tells. `best`, `lead` and `order` are None when they were not asked for.

    `reaching`: how many numbers reach the floor: 0, 1, or 2 for two and more. `best`: the places
    (from 0) of those that share the greatest number. `lead`: 0 when it is shared, the greatest
    number itself when it alone reaches the floor, else its distance to the second.
    """

    reaching: int
    best: tuple[int, ...] | None
    lead: int | None
    order: Order | None


class Ranking(Read[Podium], frozen=True, cache_hash=True):
    """The comparison of `levels[i] - die i` (two or more, one die each), as far as asked for."""

    levels: tuple[int, ...]
    floor: int = 0
    best: bool = True
    lead: bool = True
    order: bool = False

    def of(self, faces: Faces) -> Podium:
        numbers = [level - face for level, (face,) in zip(self.levels, faces, strict=True)]
        order = tuple(
            tuple(place for place, number in enumerate(numbers) if number == value)
            for value in sorted(set(numbers), reverse=True)
        )
        first = max(numbers)
        reaching = sum(number >= self.floor for number in numbers)
        if len(order[0]) > 1:
            lead = 0
        elif reaching == 1:
            lead = first
        else:
            lead = first - numbers[order[1][0]]
        return Podium(
            min(2, reaching),
            order[0] if self.best else None,
            lead if self.lead else None,
            order if self.order else None,
        )

    def law(self, throws: tuple[Throw, ...]) -> Law[Podium]:
        counts = _Counts([_numbers(level, t) for level, t in zip(self.levels, throws, strict=True)])
        weights: dict[Podium, int] = {}
        parts = self._with_order(counts) if self.order else self._without_order(counts)
        for podium, weight in parts:
            if weight:
                weights[podium] = weights.get(podium, 0) + weight
        return Law(weights)

    def cost(self, throws: tuple[Throw, ...]) -> int:
        """Steps of the law: values times those who may share the first place, or whole orders."""
        spans = [1 if throw.shown is not None else throw.die.sides for throw in throws]
        faces = math.prod(spans)
        count, values = len(spans), max(spans, default=1)
        if self.order:
            pairs = values * (values - 1) // 2 + values if self.lead else values
            return min(faces, _weak_orders(count) * pairs)
        shared = values * 2**count if self.best else values * count
        return min(faces, shared + (values * values * count if self.lead else 0))

    # ── without the order: order statistics ────────────────────────────────────────────────────
    def _without_order(self, counts: _Counts) -> Iterator[tuple[Podium, int]]:
        yield from self._alone(counts)
        if self.best:
            yield from self._shared_by(counts)
        else:
            for value in counts.values:
                everyone = math.prod(counts.upto[value]) - math.prod(counts.below[value])
                alone = sum(
                    there * others
                    for there, others in zip(
                        counts.at[value], counts.without(counts.below[value]), strict=True
                    )
                )
                reaching = 2 if value >= self.floor else 0
                yield self._podium(reaching, (), 0), everyone - alone

    def _alone(self, counts: _Counts) -> Iterator[tuple[Podium, int]]:
        """One number alone is greatest: split by the second where somebody asks."""
        under = counts.without(counts.before(self.floor))
        for value in counts.values:
            below = counts.without(counts.below[value])
            reached = value >= self.floor
            for place, there in enumerate(counts.at[value]):
                if not there:
                    continue
                if reached:
                    yield self._podium(1, (place,), value), there * under[place]
                if not self.lead:
                    rest = below[place] - (under[place] if reached else 0)
                    yield self._podium(2 if reached else 0, (place,), 0), there * rest
        if self.lead:
            yield from self._led(counts)

    def _led(self, counts: _Counts) -> Iterator[tuple[Podium, int]]:
        """One number alone is greatest and a second value is told apart."""
        seconds = {
            second: [
                upto - below
                for upto, below in zip(
                    counts.without(counts.upto[second]),
                    counts.without(counts.below[second]),
                    strict=True,
                )
            ]
            for second in counts.values
        }
        for value in counts.values:
            holders = [(place, there) for place, there in enumerate(counts.at[value]) if there]
            for second in counts.values:
                if second >= value:
                    break
                if value >= self.floor > second:
                    continue
                reaching = 2 if value >= self.floor else 0
                others = seconds[second]
                for place, there in holders:
                    if others[place]:
                        podium = self._podium(reaching, (place,), value - second)
                        yield podium, there * others[place]

    def _shared_by(self, counts: _Counts) -> Iterator[tuple[Podium, int]]:
        """The greatest number is shared by two and more: every set of those who may."""
        for value in counts.values:
            reaching = 2 if value >= self.floor else 0
            sets: list[tuple[tuple[int, ...], int]] = [((), 1)]
            for place, (there, below) in enumerate(
                zip(counts.at[value], counts.below[value], strict=True)
            ):
                outside = [(chosen, weight * below) for chosen, weight in sets] if below else []
                inside = (
                    [((*chosen, place), weight * there) for chosen, weight in sets] if there else []
                )
                sets = outside + inside
            for chosen, weight in sets:
                if len(chosen) > 1:
                    yield self._podium(reaching, chosen, 0), weight

    def _podium(self, reaching: int, best: tuple[int, ...], lead: int) -> Podium:
        return Podium(reaching, best if self.best else None, lead if self.lead else None, None)

    # ── with the order: value by value ─────────────────────────────────────────────────────────
    def _with_order(self, counts: _Counts) -> Iterator[tuple[Podium, int]]:
        everybody = (1 << len(self.levels)) - 1
        for value in counts.values:
            reached = value >= self.floor
            for first, weight in counts.groups(value, everybody):
                rest = everybody & ~first
                best = _places(first)
                if len(best) > 1:
                    for order, others in counts.orders(value - 1, rest).items():
                        yield self._told(2 if reached else 0, (best, *order), 0), weight * others
                    continue
                if reached:
                    for order, others in counts.orders(self.floor - 1, rest).items():
                        yield self._told(1, (best, *order), value), weight * others
                yield from self._behind(counts, value, best, rest, weight)

    def _behind(
        self, counts: _Counts, value: int, best: tuple[int, ...], rest: int, weight: int
    ) -> Iterator[tuple[Podium, int]]:
        """One number alone is greatest; the second, on the same side of the floor, and the rest."""
        reaching = 2 if value >= self.floor else 0
        for second in counts.values:
            if second >= value or value >= self.floor > second:
                continue
            for group, there in counts.groups(second, rest):
                head = (best, _places(group))
                for order, others in counts.orders(second - 1, rest & ~group).items():
                    podium = self._told(reaching, (*head, *order), value - second)
                    yield podium, weight * there * others

    def _told(self, reaching: int, order: Order, lead: int) -> Podium:
        return Podium(reaching, order[0] if self.best else None, lead if self.lead else None, order)


class _Counts:
    """How many faces give each number each value: exactly (`at`), under it and up to it."""

    def __init__(self, numbers: list[tuple[int, ...]]) -> None:
        lowest, highest = min(map(min, numbers)), max(map(max, numbers))
        self.values = range(lowest, highest + 1)
        self.at = {v: [values.count(v) for values in numbers] for v in self.values}
        self.below = {lowest: [0] * len(numbers)}
        self.upto: dict[int, list[int]] = {}
        for value in self.values:
            self.upto[value] = [
                below + there
                for below, there in zip(self.below[value], self.at[value], strict=True)
            ]
            self.below[value + 1] = self.upto[value]
        self._orders: dict[tuple[int, int], dict[Order, int]] = {}

    def before(self, value: int) -> list[int]:
        """How many faces give each number less than any `value`."""
        lowest, highest = self.values[0], self.values[-1]
        return self.below[min(highest + 1, max(lowest, value))]

    def without(self, counts: list[int]) -> list[int]:
        """For each place, the product of the counts at all other places."""
        left, right = [1], [1]
        for count in counts[:-1]:
            left.append(left[-1] * count)
        for count in reversed(counts[1:]):
            right.append(right[-1] * count)
        return [a * b for a, b in zip(left, reversed(right), strict=True)]

    def groups(self, value: int, among: int) -> Iterator[tuple[int, int]]:
        """Every set (bits) of `among` that may show `value` together, with its weight."""
        sets = [(0, 1)]
        for place, there in enumerate(self.at[value]):
            if there and among >> place & 1:
                sets += [(bits | 1 << place, weight * there) for bits, weight in sets]
        return iter(sets[1:])

    def orders(self, most: int, among: int) -> dict[Order, int]:
        """The weights of all orders of `among` (bits) whose numbers are at most `most`."""
        if not among:
            return {(): 1}
        if most < self.values[0]:
            return {}
        most = min(most, self.values[-1])
        known = self._orders.get((most, among))
        if known is None:
            known = dict(self.orders(most - 1, among))
            for group, weight in self.groups(most, among):
                head = _places(group)
                for order, others in self.orders(most - 1, among & ~group).items():
                    whole = (head, *order)
                    known[whole] = known.get(whole, 0) + weight * others
            self._orders[most, among] = known
        return known


def _numbers(level: int, throw: Throw) -> tuple[int, ...]:
    if isinstance(throw.die, OpenDie):
        raise Unbounded(throw.label)
    return tuple(level - face for face in throw.shown or throw.die.faces)


@cache
def _places(bits: int) -> tuple[int, ...]:
    return tuple(place for place in range(bits.bit_length()) if bits >> place & 1)


@cache
def _weak_orders(count: int) -> int:
    """In how many ways `count` numbers can be ordered with ties (1, 1, 3, 13, 75, 541, ...)."""
    if count == 0:
        return 1
    return sum(math.comb(count, size) * _weak_orders(count - size) for size in range(1, count + 1))
