"""Exact laws of exploding dice: both tails in closed form, within a bounded window.

With `n` sides, where the face `n` continues, the further throws of a chain sum to E = n A + B. A
(the number of faces `n`) is geometric with ratio 1/n and B is uniform on 1..n-1, independently. So
P(E >= m) = (n - c) / n^(a+1), with m - 1 = n a + c and 0 <= c < n (LOSS-EXP-01, -02).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import pairwise

from tablee.dice.chain_die import ChainDie
from tablee.dice.die import AnyDie, OpenDie, Throw
from tablee.dice.law import Law
from tablee.dice.reads import Faces, Read, check_dice


def at_least(die: OpenDie, level: int) -> tuple[int, int]:
    """Return P(worth of the chain >= level) as (numerator, denominator), a power of the sides."""
    sides = die.sides
    up_numerator, up_power = _beyond(sides, level - die.up)
    down_numerator, down_power = _beyond(sides, die.down_worth - level + 1)
    plain = sum(1 for face in die.faces if face not in (die.up, die.down) and face >= level)
    power = max(up_power, down_power)
    numerator = (
        (plain + 1) * sides**power
        + up_numerator * sides ** (power - up_power)
        - down_numerator * sides ** (power - down_power)
    )
    return numerator, sides ** (power + 1)


def _beyond(sides: int, level: int) -> tuple[int, int]:
    """Return P(E >= level) as (numerator, exponent of the denominator sides^exponent)."""
    if level <= 1:
        return 1, 0
    rounds, rest = divmod(level - 1, sides)
    return sides - rest, rounds + 1


def reaching(throw: Throw, level: int) -> tuple[int, int]:
    """Return P(worth >= level) of one plain or exploding die, as (numerator, denominator)."""
    die = throw.die
    if isinstance(die, OpenDie):
        return at_least(die, level)
    if isinstance(die, ChainDie):
        return die.reaching(level)
    return min(die.sides, max(0, die.highest - level + 1)), die.sides


def worth_of(die: AnyDie, faces: tuple[int, ...]) -> int:
    """Return the worth of one throw of one plain or exploding die."""
    return die.value(faces) if isinstance(die, OpenDie) else sum(faces)


class Cuts(Read[int], frozen=True, cache_hash=True):
    """Read: how many of the rising `points` the worth of one die reaches: 0..len(points)."""

    points: tuple[int, ...]
    die: AnyDie

    def check(self, throws: tuple[Throw, ...]) -> None:
        check_dice(self, throws, self.die)
        if any(later < point for point, later in pairwise(self.points)):
            raise ValueError(f"Cuts takes points that rise, not {self.points}")

    def of(self, faces: Faces) -> int:
        value = worth_of(self.die, faces[0])
        return sum(1 for point in self.points if value >= point)

    def fair_law(self, throws: tuple[Throw, ...]) -> Law[int]:
        reached = [reaching(throws[0], point) for point in self.points]
        whole = math.lcm(*(denominator for _, denominator in reached))
        tails = [whole, *(top * (whole // bottom) for top, bottom in reached), 0]
        return Law({n: tails[n] - tails[n + 1] for n in range(len(self.points) + 1)})

    def show(self, faces: Faces) -> Mapping[str, int]:
        return {"worth": worth_of(self.die, faces[0])}

    def cost(self, throws: tuple[Throw, ...]) -> int:
        return len(self.points)


class Window(Read[int], frozen=True, cache_hash=True):
    """Read: the worth of one die, also an exploding one, clipped to `low`..`high`."""

    low: int
    high: int
    die: AnyDie

    def check(self, throws: tuple[Throw, ...]) -> None:
        check_dice(self, throws, self.die)
        if type(self.low) is int and type(self.high) is int and self.low > self.high:
            raise ValueError(f"Window holds no number from {self.low} to {self.high}")

    def of(self, faces: Faces) -> int:
        return min(self.high, max(self.low, worth_of(self.die, faces[0])))

    def fair_law(self, throws: tuple[Throw, ...]) -> Law[int]:
        levels = tuple(range(self.low + 1, self.high + 1))
        cuts = Cuts(levels, self.die).law(throws)
        return cuts.map(lambda reached: self.low + reached)

    def show(self, faces: Faces) -> Mapping[str, int]:
        return {"worth": worth_of(self.die, faces[0])}

    def cost(self, throws: tuple[Throw, ...]) -> int:
        return self.high - self.low + 1
