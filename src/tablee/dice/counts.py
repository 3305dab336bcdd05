"""Reads over outcomes with counts: how many dice of each throw show each outcome.

The order of the dice in a throw does not count. The laws walk the outcomes, not the dice (see
`count_walk`).
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from tablee.dice.count_walk import Walk
from tablee.dice.die import Die, OpenDie, Throw
from tablee.dice.law import Law
from tablee.dice.reads import ANY, Faces, Read, Spend, T_co, check_throws

A = TypeVar("A")


class CountRead(Read[T_co], Generic[T_co], frozen=True, cache_hash=True):
    """Base class of reads over outcomes with counts, of one or more throws.

    `step` is called for each outcome that shows, from the highest down.
    """

    @property
    def rising(self) -> bool:
        """Whether the outcomes are walked from the lowest up."""
        return False

    @property
    def joined(self) -> bool:
        """Whether the dice of all throws are one pool."""
        return True

    def begin(self) -> Any:
        """Return the state before the first outcome."""
        raise NotImplementedError

    def next(self, state: Any, outcome: int, counts: tuple[int, ...]) -> Any:
        """Return the state after an outcome. `counts`: dice of each throw (`joined`: of all)."""
        raise NotImplementedError

    def result(self, state: Any) -> Any:
        """Return the value of a last state."""
        return state

    def check(self, throws: tuple[Throw, ...]) -> None:
        if not throws:
            check_throws(self, throws, ANY)
        for throw in throws:
            if isinstance(throw.die, OpenDie):
                raise ValueError(
                    f"{type(self).__name__} does not read {throw.notation()}: use Window or Cuts"
                )

    def of(self, faces: Faces) -> T_co:
        shown = [list(itertools.chain(*faces))] if self.joined else [list(f) for f in faces]
        state = self.begin()
        for outcome in sorted(set(itertools.chain(*faces)), reverse=not self.rising):
            state = self.next(state, outcome, tuple(each.count(outcome) for each in shown))
        value: T_co = self.result(state)
        return value

    def fair_law(self, throws: tuple[Throw, ...]) -> Law[T_co]:
        return self.bounded_law(throws, None)

    def bounded_law(self, throws: tuple[Throw, ...], spend: Spend | None) -> Law[T_co]:
        return Walk(throws, self.joined, self.rising, spend).law(self)

    def cost(self, throws: tuple[Throw, ...]) -> int:
        """Return dice times faces; the number of states is not known beforehand."""
        return sum(throw.count * throw.die.sides for throw in throws)


class CountFold(CountRead[T_co], Generic[T_co, A], frozen=True, cache_hash=True):
    """Read: a fold of the outcomes with their counts, from the highest down (`up`: the lowest up).

    `step(accumulator, outcome, counts, *using)`, with the number of dice of each throw that show
    the outcome, and `end(accumulator, *using)` must be functions of a module. Outcomes that do not
    show are left out. `one_pool`: all throws are one pool, and `counts` has one number.
    """

    start: A
    step: Callable[..., A]
    end: Callable[..., T_co]
    using: tuple[Any, ...] = ()
    up: bool = False
    one_pool: bool = False

    @property
    def rising(self) -> bool:
        return self.up

    @property
    def joined(self) -> bool:
        return self.one_pool

    def begin(self) -> A:
        return self.start

    def next(self, state: A, outcome: int, counts: tuple[int, ...]) -> A:
        return self.step(state, outcome, counts, *self.using)

    def result(self, state: A) -> T_co:
        return self.end(state, *self.using)


class Pool(CountRead[tuple[int, ...]], frozen=True, cache_hash=True):
    """Read: the sorted faces of all throws. The law of one plain throw has multinomial weights."""

    @property
    def rising(self) -> bool:
        return True

    def begin(self) -> tuple[int, ...]:
        return ()

    def next(self, state: Any, outcome: int, counts: tuple[int, ...]) -> tuple[int, ...]:
        return (*state, *((outcome,) * counts[0]))

    def bounded_law(self, throws: tuple[Throw, ...], spend: Spend | None) -> Law[tuple[int, ...]]:
        die, count = throws[0].die, throws[0].count
        if len(throws) > 1 or not isinstance(die, Die):
            return super().bounded_law(throws, spend)
        orders = math.factorial(count)
        return Law(
            {
                faces: orders // math.prod(math.factorial(faces.count(face)) for face in set(faces))
                for faces in itertools.combinations_with_replacement(die.faces, count)
            }
        )

    def cost(self, throws: tuple[Throw, ...]) -> int:
        return math.prod(math.comb(t.die.sides + t.count - 1, t.count) for t in throws)


class Sets(CountRead[tuple[tuple[int, int], ...]], frozen=True, cache_hash=True):
    """Read: (size, face) of each set of at least `least` equal faces, the largest first."""

    least: int = 2

    def __post_init__(self) -> None:
        if type(self.least) is not int or self.least < 1:
            raise ValueError(f"Sets looks for 1 or more equal dice, not {self.least!r}")

    def begin(self) -> tuple[tuple[int, int], ...]:
        return ()

    def next(self, state: Any, outcome: int, counts: tuple[int, ...]) -> Any:
        more = ((counts[0], outcome),) if counts[0] >= self.least else ()
        return tuple(sorted((*state, *more), reverse=True)) if more else state


class LongestRun(CountRead[tuple[int, int]], frozen=True, cache_hash=True):
    """Read: (length, highest face) of the longest run of consecutive faces, (0, 0) without dice."""

    def begin(self) -> tuple[int, ...]:
        return 0, 0, 0, 0

    def next(self, state: Any, outcome: int, counts: tuple[int, ...]) -> tuple[int, ...]:
        best, top, length, last = state
        length = length + 1 if length and last == outcome + 1 else 1
        return (
            (length, outcome + length - 1, length, outcome)
            if length > best
            else (best, top, length, outcome)
        )

    def result(self, state: Any) -> tuple[int, int]:
        return state[0], state[1]


class Keep(CountRead[int], frozen=True, cache_hash=True):
    """Read: the sum of the `count` highest dice of a pool (None: all), after leaving out `skip`.

    `lowest`: counted from the lowest die. See `keep_highest`, `keep_lowest`, `drop_highest` and
    `drop_lowest`. The law adds the sums of many states at once, as the digits of one integer.
    """

    count: int | None
    skip: int = 0
    lowest: bool = False

    @property
    def rising(self) -> bool:
        return self.lowest

    def begin(self) -> tuple[int, int]:
        return 0, 0

    def next(self, state: Any, outcome: int, counts: tuple[int, ...]) -> tuple[int, int]:
        used, total = state
        return used + counts[0], total + outcome * self._kept(used, counts[0])

    def _kept(self, used: int, more: int) -> int:
        """Return how many of `more` dice are kept after `used` ones."""
        end = used + more if self.count is None else min(used + more, self.skip + self.count)
        return max(0, end - max(used, self.skip))

    def result(self, state: Any) -> int:
        total: int = state[1]
        return total

    def check(self, throws: tuple[Throw, ...]) -> None:
        super().check(throws)
        if self.skip < 0 or (self.count is not None and self.count < 0):
            raise ValueError("Keep keeps and leaves out 0 or more dice")

    def bounded_law(self, throws: tuple[Throw, ...], spend: Spend | None) -> Law[int]:
        return Walk(throws, True, self.lowest, spend).sums(self._kept, self.count, self.skip)


def keep_highest(count: int) -> Keep:
    """Return the read of the sum of the `count` highest dice."""
    return Keep(count)


def keep_lowest(count: int) -> Keep:
    """Return the read of the sum of the `count` lowest dice."""
    return Keep(count, lowest=True)


def drop_highest(count: int) -> Keep:
    """Return the read of the sum of all dice but the `count` highest."""
    return Keep(None, count)


def drop_lowest(count: int) -> Keep:
    """Return the read of the sum of all dice but the `count` lowest."""
    return Keep(None, count, lowest=True)


class _OfTwo(CountRead[T_co], Generic[T_co], frozen=True, cache_hash=True):
    """Base class of reads of two throws that give one count for each outcome to another read."""

    read: CountRead[T_co]

    @property
    def rising(self) -> bool:
        return self.read.rising

    @property
    def joined(self) -> bool:
        return False

    def begin(self) -> Any:
        return self.read.begin()

    def next(self, state: Any, outcome: int, counts: tuple[int, ...]) -> Any:
        left = self.left(*counts)
        return self.read.next(state, outcome, (left,)) if left else state

    def left(self, first: int, second: int) -> int:
        """Return the number of dice that the other read gets."""
        raise NotImplementedError

    def result(self, state: Any) -> Any:
        return self.read.result(state)

    def check(self, throws: tuple[Throw, ...]) -> None:
        check_throws(self, throws, ANY, ANY)
        super().check(throws)
        if not isinstance(self.read, CountRead) or isinstance(self.read, _OfTwo):
            raise ValueError(
                f"{type(self).__name__} gives one count for each outcome to a read such as Pool, Keep, "
                f"Sets or CountFold, not {type(self.read).__name__}"
            )


class Cancelling(_OfTwo[T_co], Generic[T_co], frozen=True, cache_hash=True):
    """Read: another read of the first throw, where each die of the second cancels an equal one."""

    def left(self, first: int, second: int) -> int:
        return max(0, first - second)


class Matching(_OfTwo[T_co], Generic[T_co], frozen=True, cache_hash=True):
    """Read: another read of the pairs of equal dice of two throws, one die for each pair."""

    def left(self, first: int, second: int) -> int:
        return min(first, second)
