"""Exact comparison of two dice, also exploding ones: their difference has a closed form.

The worth of an exploding die is a plain face, or up + E, or down_worth - E, where E = n A + B with
A geometric (ratio 1/n) and B uniform on 1..n-1 (see `tails`). In a difference of two such dice
A1 - A2 is two-sided geometric and A1 + A2 negative binomial, so every tail is a finite sum.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache

import msgspec

from tablee.dice.die import Die, OpenDie, Throw
from tablee.dice.law import Law
from tablee.dice.reads import Faces, Read, check_dice
from tablee.dice.tails import reaching, worth_of

MAX_KEPT = 10_000
"""Maximum number of chances that the process keeps: the comparisons of a contest share most of them."""


NEVER, ALWAYS = Fraction(0), Fraction(1)


class Gap(Read[int], frozen=True, cache_hash=True):
    """Read: worth of the first die + `offset` - worth of the second, clipped to `low`..`high`."""

    first: OpenDie | Die
    second: OpenDie | Die
    offset: int
    low: int
    high: int

    def check(self, throws: tuple[Throw, ...]) -> None:
        check_dice(self, throws, self.first, self.second)

    def of(self, faces: Faces) -> int:
        return min(self.high, max(self.low, self.show(faces)["gap"]))

    def fair_law(self, throws: tuple[Throw, ...]) -> Law[int]:
        tails = [Fraction(1)]
        tails += [
            _difference(throws[0], throws[1], level - self.offset)
            for level in range(self.low + 1, self.high + 1)
        ]
        tails.append(Fraction(0))
        return Law.from_fractions(
            {self.low + place: tails[place] - tails[place + 1] for place in range(len(tails) - 1)}
        )

    def show(self, faces: Faces) -> Mapping[str, int]:
        first, second = worth_of(self.first, faces[0]), worth_of(self.second, faces[1])
        return {"first": first, "second": second, "gap": first + self.offset - second}

    def cost(self, throws: tuple[Throw, ...]) -> int:
        return 100 * (self.high - self.low + 1)


class _Branch(msgspec.Struct, frozen=True):
    """One face of a die: the worth is `base` + `sign` E."""

    base: int
    sign: int
    sides: int


def _branches(throw: Throw) -> list[_Branch]:
    """Return what may happen, each as likely as any other."""
    die = throw.die
    if throw.shown is not None:
        return [_Branch(worth_of(die, throw.shown), 0, die.sides)]
    if not isinstance(die, OpenDie):
        return [_Branch(face, 0, die.sides) for face in die.faces]
    exploding = {die.up: _Branch(die.up, 1, die.sides)}
    exploding |= {die.down: _Branch(die.down_worth, -1, die.sides)}
    return [exploding.get(face) or _Branch(face, 0, die.sides) for face in die.faces]


@lru_cache(maxsize=MAX_KEPT)
def _difference(first: Throw, second: Throw, level: int) -> Fraction:
    """Return P(worth of the first - worth of the second >= level)."""
    pairs = list(itertools.product(_branches(first), _branches(second)))
    counts = Counter(_pair(one, other, level) for one, other in pairs)  # most pairs are plain faces
    return sum((count * chance for chance, count in counts.items()), Fraction(0)) / len(pairs)


def _pair(one: _Branch, other: _Branch, level: int) -> Fraction:
    level -= one.base - other.base
    match (one.sign, -other.sign):
        case (0, 0):
            return ALWAYS if level <= 0 else NEVER
        case (0, sign):
            return _single(other.sides, sign, level)
        case (sign, 0):
            return _single(one.sides, sign, level)
        case (1, 1):
            return _sum_reaches(_common(one, other), level)
        case (-1, -1):
            return 1 - _sum_reaches(_common(one, other), 1 - level)
        case _:
            return _balance_reaches(_common(one, other), level)


def _common(one: _Branch, other: _Branch) -> int:
    if one.sides != other.sides:
        raise ValueError("two exploding dice are compared when they have the same sides")
    return one.sides


def _single(sides: int, sign: int, level: int) -> Fraction:
    """Return P(sign E >= level)."""
    if sign < 0:
        return 1 - _single(sides, 1, 1 - level)
    if level <= 1:
        return ALWAYS
    rounds, rest = divmod(level - 1, sides)
    return Fraction(sides - rest, sides ** (rounds + 1))


def _sum_reaches(sides: int, level: int) -> Fraction:
    """Return P(E1 + E2 >= level): P(A1 + A2 >= m) = q^m (1 + m (1 - q)), with q = 1 / sides."""
    ways: Counter[int] = Counter()  # m -> pairs of B for which A1 + A2 must reach it
    for sum_of_b in range(2, 2 * sides - 1):
        ways[max(0, -((sum_of_b - level) // sides))] += sides - 1 - abs(sum_of_b - sides)
    reached = (
        Fraction(count * (sides + m * (sides - 1)), sides ** (m + 1)) for m, count in ways.items()
    )
    return sum(reached, Fraction(0)) / (sides - 1) ** 2


def _balance_reaches(sides: int, level: int) -> Fraction:
    """Return P(E1 - E2 >= level): P(A1 - A2 >= k) = q^k / (1 + q) for k >= 1, and symmetrically."""
    ways: Counter[int] = Counter()  # k -> pairs of B for which A1 - A2 must reach it
    for gap_of_b in range(2 - sides, sides - 1):
        ways[-((gap_of_b - level) // sides)] += sides - 1 - abs(gap_of_b)
    total = Fraction(0)
    for k, count in ways.items():
        above = Fraction(sides, (sides + 1) * sides ** max(k, 1 - k))
        total += count * (above if k >= 1 else 1 - above)
    return total / (sides - 1) ** 2


# ── one after the other ────────────────────────────────────────────────────────────────────────
class Turns(Read[tuple[int, int | None]], frozen=True, cache_hash=True):
    """Read of two dice, each against its own level; the second is thrown if the first reaches it.

    `levels`: level of each die. A worth below its level is clipped to `lows`. When both dice reach
    their levels, only the comparison matters: the value is (level, level) when both exceed them by
    the same amount, and the die that exceeds its level by more gets level + 1. When the second falls
    short, the first is clipped to its level + `most`.
    """

    dice: tuple[OpenDie | Die, OpenDie | Die]
    levels: tuple[int, int]
    lows: tuple[int, int]
    most: int

    def check(self, throws: tuple[Throw, ...]) -> None:
        check_dice(self, throws, *self.dice)

    def of(self, faces: Faces) -> tuple[int, int | None]:
        one = worth_of(self.dice[0], faces[0])
        if one < self.levels[0]:
            return max(one, self.lows[0]), None
        other = worth_of(self.dice[1], faces[1])
        if other < self.levels[1]:
            return min(one, self.levels[0] + self.most), max(other, self.lows[1])
        over = (one - self.levels[0]) - (other - self.levels[1])
        return self.levels[0] + (over > 0), self.levels[1] + (over < 0)

    def enough(self, faces: Faces) -> bool:
        return bool(faces) and worth_of(self.dice[0], faces[0]) < self.levels[0]

    def fair_law(self, throws: tuple[Throw, ...]) -> Law[tuple[int, int | None]]:
        first, second = throws
        chances: dict[tuple[int, int | None], Fraction] = {
            (worth, None): chance for worth, chance in _below(first, self.lows[0], self.levels[0])
        }
        short = list(_below(second, self.lows[1], self.levels[1]))
        for one, chance in _above(first, self.levels[0], self.levels[0] + self.most):
            for other, share in short:
                chances[one, other] = chance * share
        above, level = self._overshoot(first, second, 1), self._overshoot(first, second, 0)
        both = _tail(first, self.levels[0]) * _tail(second, self.levels[1])
        chances[self.levels[0] + 1, self.levels[1]] = above
        chances[self.levels] = level - above
        chances[self.levels[0], self.levels[1] + 1] = both - level
        return Law.from_fractions(chances)

    def _overshoot(self, first: Throw, second: Throw, by: int) -> Fraction:
        """Return P(both reach, and the first exceeds its level by at least `by` more).

        A sum over the worth of the second die. Beyond both cores its terms shrink by a fixed ratio
        every `sides` steps (or vanish), so that the rest is a geometric series.
        """
        shift = self.levels[0] - self.levels[1] + by
        start, sides = self.levels[1], max(2, first.die.sides, second.die.sides)
        settled = max(start, _core(second), _core(first) - shift)
        core = sum((_term(first, second, x, shift) for x in range(start, settled)), Fraction(0))
        period = sum(
            (_term(first, second, x, shift) for x in range(settled, settled + sides)), Fraction(0)
        )
        return core + period / (1 - Fraction(1, sides**2))

    def show(self, faces: Faces) -> Mapping[str, int]:
        shown = {"first": worth_of(self.dice[0], faces[0])}
        return shown | ({"second": worth_of(self.dice[1], faces[1])} if len(faces) > 1 else {})

    def cost(self, throws: tuple[Throw, ...]) -> int:
        firsts = self.levels[0] - self.lows[0] + self.most + 1
        return firsts * (self.levels[1] - self.lows[1] + 1) + abs(self.levels[1]) + 100


def _tail(throw: Throw, level: int) -> Fraction:
    if throw.shown is not None:
        return Fraction(worth_of(throw.die, throw.shown) >= level)
    return Fraction(*reaching(throw, level))


def _below(throw: Throw, low: int, level: int) -> Iterator[tuple[int, Fraction]]:
    """Yield the chance of each worth below `level`; `low` includes all lower worths."""
    for worth in range(low, level):
        reached = Fraction(1) if worth == low else _tail(throw, worth)
        yield worth, reached - _tail(throw, worth + 1)


def _above(throw: Throw, level: int, high: int) -> Iterator[tuple[int, Fraction]]:
    """Yield the chance of each worth from `level` on; `high` includes all higher worths."""
    for worth in range(level, high + 1):
        beyond = Fraction(0) if worth == high else _tail(throw, worth + 1)
        yield worth, _tail(throw, worth) - beyond


def _term(first: Throw, second: Throw, worth: int, shift: int) -> Fraction:
    return (_tail(second, worth) - _tail(second, worth + 1)) * _tail(first, worth + shift)


def _core(throw: Throw) -> int:
    """Return the worth from which chances shrink by 1 / sides every `sides` steps, or are 0."""
    if throw.shown is not None:
        return worth_of(throw.die, throw.shown) + 1
    return throw.die.highest + 1
