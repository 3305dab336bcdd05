"""Pools against a level: the sum of the faces decides, then a count of faces gives the quality.

The law of sums and counts of a pool is a power of a polynomial. A polynomial is stored as one
integer, with a fixed number of bits for each coefficient (Kronecker substitution, 1882): adding a
die takes a few shifts and additions of integers, and one mask truncates the sum at the level. Only
the side of the level with fewer sums is computed with the sum; the other side is the difference
from the whole.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from tablee.dice.die import Throw
from tablee.dice.law import Law
from tablee.dice.packing import unpacked, width_of
from tablee.dice.reads import ANY, Faces, Read, check_throws, check_unchained, plain_die

Counts = tuple[tuple[int, ...], ...]
"""For each throw, the count (>= 0) of each face of its die, from the lowest face on."""


class Against(Read[tuple[bool, int]], frozen=True, cache_hash=True):
    """Read: (reached, count), whether the sum of all faces reaches `level`, and a count of faces.

    Below the level the table `below` counts, with at most `below_cap` in all; from the level on the
    table `above` counts. Each throw has its own table. All dice have the same `lowest` face.
    """

    level: int
    below: Counts
    above: Counts
    below_cap: int = 1 << 30
    lowest: int = 1

    def check(self, throws: tuple[Throw, ...]) -> None:
        check_throws(self, throws, *(ANY for _ in self.below))
        check_unchained(self, throws)
        for throw in throws:
            if plain_die(throw).lowest != self.lowest:
                raise ValueError(f"the lowest face of {throw.notation()} is not {self.lowest}")

    def of(self, faces: Faces) -> tuple[bool, int]:
        reached = sum(map(sum, faces)) >= self.level
        tables = self.above if reached else self.below
        count = sum(
            table[face - self.lowest]
            for table, thrown in zip(tables, faces, strict=True)
            for face in thrown
        )
        return reached, count if reached else min(count, self.below_cap)

    def show(self, faces: Faces) -> Mapping[str, int]:
        return {"sum": sum(map(sum, faces))}

    def fair_law(self, throws: tuple[Throw, ...]) -> Law[tuple[bool, int]]:
        pools = [_pool(throw) for throw in throws]
        least = sum(min(faces) * count for faces, count in pools)
        most = sum(max(faces) * count for faces, count in pools)
        below_sums, above_sums = self.level - least, most - self.level + 1
        if below_sums <= above_sums:
            sums = [tuple(face - min(faces) for face in faces) for faces, _ in pools]
            failing = _truncated(pools, sums, _rows(self.below, throws), below_sums)
            missed = _truncated(pools, sums, _rows(self.above, throws), below_sums)
            whole = _counted(pools, _rows(self.above, throws))
            reached = [
                all_ - less for all_, less in zip(whole, _padded(missed, whole), strict=True)
            ]
        else:
            sums = [tuple(max(faces) - face for face in faces) for faces, _ in pools]
            reached = _truncated(pools, sums, _rows(self.above, throws), above_sums)
            passed = _truncated(pools, sums, _rows(self.below, throws), above_sums)
            whole = _counted(pools, _rows(self.below, throws))
            failing = [
                all_ - less for all_, less in zip(whole, _padded(passed, whole), strict=True)
            ]
        weights: dict[tuple[bool, int], int] = {}
        for count, weight in enumerate(failing):
            if weight:
                key = (False, min(count, self.below_cap))
                weights[key] = weights.get(key, 0) + weight
        weights |= {(True, count): weight for count, weight in enumerate(reached) if weight}
        return Law(weights)

    def cost(self, throws: tuple[Throw, ...]) -> int:
        return sum(throw.count * throw.die.sides for throw in throws)


_Pool = tuple[tuple[int, ...], int]


def _pool(throw: Throw) -> _Pool:
    """Return (possible faces of a die, number of dice); the sum of shown faces is one die."""
    die = plain_die(throw)
    if throw.shown is not None:
        return (sum(throw.shown),), 1
    return tuple(die.faces), throw.count


def _rows(tables: Counts, throws: tuple[Throw, ...]) -> list[tuple[int, ...]]:
    """Return the count of each possible face of each pool of `_pool`."""
    return [
        (sum(table[face - throw.die.lowest] for face in throw.shown),)
        if throw.shown is not None
        else table
        for table, throw in zip(tables, throws, strict=True)
    ]


def _truncated(
    pools: list[_Pool], sums: list[tuple[int, ...]], counts: list[tuple[int, ...]], limit: int
) -> list[int]:
    """Return the weights by count of the pools whose shifted sum is below `limit`."""
    if limit <= 0:
        return []
    width = _width(pools)
    row = 1 + sum(max(table) * count for table, (_, count) in zip(counts, pools, strict=True))
    mask = (1 << (width * row * limit)) - 1
    packed = 1
    for (_, dice), shifted, table in zip(pools, sums, counts, strict=True):
        shifts = _merged([(s * row + c) * width for s, c in zip(shifted, table, strict=True)])
        for _ in range(dice):
            packed = _with_die(packed, shifts) & mask
    whole, size = 0, width * row
    while packed:  # the same count for each sum: one row after the other
        whole += packed & (1 << size) - 1
        packed >>= size
    return unpacked(whole, width)


def _counted(pools: list[_Pool], counts: list[tuple[int, ...]]) -> list[int]:
    """Return the weights by count of whole pools, for any sum."""
    width = _width(pools)
    packed = 1
    for (_, dice), table in zip(pools, counts, strict=True):
        shifts = _merged([count * width for count in table])
        for _ in range(dice):
            packed = _with_die(packed, shifts)
    return unpacked(packed, width)


def _with_die(packed: int, shifts: list[tuple[int, int]]) -> int:
    total = 0
    for shift, times in shifts:
        total += (packed if times == 1 else packed * times) << shift
    return total


def _merged(shifts: list[int]) -> list[tuple[int, int]]:
    """Return each shift once, with its number of faces."""
    times: dict[int, int] = {}
    for shift in shifts:
        times[shift] = times.get(shift, 0) + 1
    return list(times.items())


def _width(pools: list[_Pool]) -> int:
    return width_of(math.prod(len(faces) ** count for faces, count in pools))


def _padded(part: list[int], whole: list[int]) -> list[int]:
    return part + [0] * (len(whole) - len(part))
