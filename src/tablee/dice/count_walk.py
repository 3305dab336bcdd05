"""The walk of outcomes with counts: the exact laws of reads that ignore the order of dice.

Of the dice left, each number may show the outcome, with its binomial weight; equal states are added
up. Dice of several kinds are walked together, and are one kind once their outcomes left are the
same.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator
from typing import Any

from tablee.dice.chain_die import ChainDie
from tablee.dice.die import Throw
from tablee.dice.law import Law, fold
from tablee.dice.packing import unpacked, width_of
from tablee.dice.reads import Spend, die_law

Left = tuple[int, ...]
"""Number of dice of each kind that are not walked yet."""


class Walk:
    """The outcomes of throws in order, with the kinds of dice that show them.

    A kind is (throw, weight of each outcome). Kinds of a die whose every face counts are two: the
    faces that are thrown again, and the others; the dice of each are then not certain (`starts`).
    """

    def __init__(
        self, throws: tuple[Throw, ...], joined: bool, rising: bool, spend: Spend | None
    ) -> None:
        self.spend: Spend = spend or (lambda steps: None)
        self.slots = 1 if joined else len(throws)
        self.kinds: list[tuple[int, dict[int, int]]] = []
        self.starts: dict[Left, int] = {(): 1}
        self.fixed: dict[int, list[int]] = {}
        for place, throw in _merged(throws) if joined else enumerate(throws):
            slot = 0 if joined else place
            if throw.shown is not None:
                for outcome in throw.outcomes(throw.shown):
                    self.fixed.setdefault(outcome, [0] * self.slots)[slot] += 1
            elif throw.count:
                self._add(slot, throw)
        self.outcomes = sorted(
            {*self.fixed, *itertools.chain(*(kind for _, kind in self.kinds))}, reverse=not rising
        )

    def _add(self, slot: int, throw: Throw) -> None:
        law = die_law(throw)
        if isinstance(throw.die, ChainDie) and throw.die.worth == "each":
            again, sides = set(throw.die.again), throw.die.sides
            self.kinds += [(slot, dict.fromkeys(again, 1))]
            self.kinds += [(slot, {f: 1 for f in throw.die.faces if f not in again})]
            paths = {
                (sum(f in again for f in chain), sum(f not in again for f in chain)): 1
                for chain in law
            }
            shown = fold(
                (0, 0),
                ((0, Law(paths)),) * throw.count,
                lambda had, _, more: (had[0] + more[0], had[1] + more[1]),
                lambda had: had,
            )
            most = max(sum(left) for left in shown)
            more = {left: w * sides ** (most - sum(left)) for left, w in shown.weights.items()}
        else:
            self.kinds.append((slot, {each[0]: weight for each, weight in law.weights.items()}))
            more = {(throw.count,): 1}
        self.starts = {
            (*left, *also): weight * ways
            for left, weight in self.starts.items()
            for also, ways in more.items()
        }

    def steps(self) -> Iterator[tuple[int, Callable[[Left], list[_Taking]]]]:
        """Yield each outcome, and a function from the dice left to what may show it."""
        left = [dict(kind) for _, kind in self.kinds]
        for outcome in self.outcomes:
            active = [
                (place, slot, weight, not left[place])
                for place, (slot, _) in enumerate(self.kinds)
                if (weight := left[place].pop(outcome, 0))
            ]
            fixed = self.fixed.get(outcome, [0] * self.slots)
            yield outcome, self._taker(active, fixed, self._alike(left))

    def _alike(self, left: list[dict[int, int]]) -> list[tuple[int, int]]:
        """Return pairs of kinds of one slot whose outcomes left are the same: from now on one kind.

        Of a d12 and a d6 that show at most 6, nothing distinguishes the one from the other.
        """
        firsts: dict[Any, int] = {}
        pairs = []
        for place, (slot, _) in enumerate(self.kinds):
            first = firsts.setdefault((slot, frozenset(left[place].items())), place)
            if first != place:
                pairs.append((place, first))
        return pairs

    def _taker(
        self,
        active: list[tuple[int, int, int, bool]],
        fixed: list[int],
        alike: list[tuple[int, int]],
    ) -> Callable[[Left], list[_Taking]]:
        memo: dict[Left, list[_Taking]] = {}

        def takings(left: Left) -> list[_Taking]:
            found = memo.get(left)
            if found is None:
                self.spend(3 * math.prod(left[place] + 1 for place, *_ in active))
                merged: dict[tuple[tuple[int, ...], Left], int] = {(tuple(fixed), left): 1}
                for place, slot, weight, last in active:
                    dice, following = left[place], dict[tuple[tuple[int, ...], Left], int]()
                    for (counts, rest), ways in merged.items():
                        for k in range(dice if last else 0, dice + 1):
                            after = (*rest[:place], dice - k, *rest[place + 1 :])
                            more = (*counts[:slot], counts[slot] + k, *counts[slot + 1 :])
                            following[more, after] = ways * math.comb(dice, k) * weight**k
                    merged = following
                found = memo[left] = _with_one_kind(merged, alike) if alike else _listed(merged)
            return found

        return takings

    def law(self, read: Any) -> Law[Any]:
        """Return the law of a read (a `CountRead`)."""
        layer: dict[Any, dict[Left, int]] = {read.begin(): dict(self.starts)}
        for outcome, takings in self.steps():
            following: dict[Any, dict[Left, int]] = {}
            for state, dice in layer.items():
                after: dict[tuple[int, ...], dict[Left, int]] = {}
                taken_by = [(takings(left), weight) for left, weight in dice.items()]
                self.spend(sum([len(taken) for taken, _ in taken_by]))
                for taken, weight in taken_by:
                    for counts, rest, ways in taken:
                        into = after.get(counts)
                        if into is None:
                            came = read.next(state, outcome, counts) if any(counts) else state
                            into = after[counts] = following.setdefault(came, {})
                        into[rest] = into.get(rest, 0) + weight * ways
            layer = following
        return Law({state: sum(dice.values()) for state, dice in layer.items()}).map(read.result)

    def sums(
        self,
        kept: Callable[[int, int], int],
        count: int | None,
        skip: int,
    ) -> Law[int]:
        """Return the law of the sum of kept dice. `kept(used, more)`: how many of `more` are kept."""
        least = min(self.outcomes, default=0)
        fixed = sum(map(sum, self.fixed.values()))
        weights: dict[int, int] = {}
        for start, ways in self.starts.items():
            dice = sum(start) + fixed
            whole = math.prod(
                sum(kind.values()) ** n for n, (_, kind) in zip(start, self.kinds, strict=True)
            )
            width = width_of(whole)
            self.spend((max(self.outcomes, default=0) - least) * kept(0, dice) * width // 100)
            packed = self._packed(start, dice, kept, (least, width), count, skip)
            shift = least * kept(0, dice)
            for place, weight in enumerate(unpacked(packed, width)):
                if weight:
                    weights[shift + place] = weights.get(shift + place, 0) + weight * ways
        return Law(weights)

    def _packed(
        self,
        start: Left,
        dice: int,
        kept: Callable[[int, int], int],
        packing: tuple[int, int],
        count: int | None,
        skip: int,
    ) -> int:
        """Return the weights of the sums, packed with `width` bits each."""
        least, width = packing
        end = dice if count is None else min(dice, skip + count)
        lower = [sum(kind.values()) for _, kind in self.kinds]
        fixed_left = sum(map(sum, self.fixed.values()))
        layer, done = {start: 1}, 0
        for outcome, takings in self.steps():
            following: dict[Left, int] = {}
            for place, (_, kind) in enumerate(self.kinds):
                lower[place] -= kind.get(outcome, 0)
            here = sum(self.fixed.get(outcome, ()))
            for left, packed in layer.items():
                used = dice - sum(left) - fixed_left
                taken = takings(left)
                ended, shift = 0, (outcome - least) * width
                bits = packed.bit_length() + shift * kept(used, end - used)
                self.spend(
                    len(taken) * (1 + bits // 30_000 + packed.bit_length() * width // 900_000)
                )
                for counts, rest, ways in taken:
                    if used + counts[0] >= end:
                        for n, weight in zip(rest, lower, strict=True):
                            ways *= weight**n
                        ended += ways
                    else:
                        more = (packed * ways) << shift * kept(used, counts[0])
                        following[rest] = following.get(rest, 0) + more
                if ended:
                    done += (packed * ended) << shift * kept(used, end - used)
            fixed_left -= here
            layer = following
        return done + sum(layer.values())


def _with_one_kind(
    ways: dict[tuple[tuple[int, ...], Left], int], alike: list[tuple[int, int]]
) -> list[_Taking]:
    """Return what may show an outcome, with the dice left of kinds that are alike as one kind."""
    merged: dict[tuple[tuple[int, ...], Left], int] = {}
    for (counts, rest), number in ways.items():
        dice = list(rest)
        for place, first in alike:
            dice[first] += dice[place]
            dice[place] = 0
        key = counts, tuple(dice)
        merged[key] = merged.get(key, 0) + number
    return _listed(merged)


def _listed(ways: dict[tuple[tuple[int, ...], Left], int]) -> list[_Taking]:
    return [(counts, rest, number) for (counts, rest), number in ways.items()]


_Taking = tuple[tuple[int, ...], Left, int]
"""Dice of each slot that show an outcome, the dice left, and the number of ways."""


def _merged(throws: tuple[Throw, ...]) -> Iterator[tuple[int, Throw]]:
    """Yield throws of one pool: unknown throws of the same die as one."""
    counts: dict[Any, int] = {}
    for throw in throws:
        if throw.shown is not None:
            yield 0, throw
        else:
            counts[throw.die] = counts.get(throw.die, 0) + throw.count
    for die, count in counts.items():
        yield 0, Throw(die, throws[0].label, "", count)
