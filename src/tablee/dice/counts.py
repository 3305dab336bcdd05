"""Reads over outcomes with counts: how many dice of each throw show each outcome.

A law of these reads walks the outcomes, not the dice: of the dice left, it takes each number that
may show the outcome, with its binomial weight, and adds up equal states. Dice of several kinds are
walked together. The order of the dice in a throw does not count.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeVar

from tablee.dice.chain_die import ChainDie
from tablee.dice.die import Die, OpenDie, Throw
from tablee.dice.law import Law, fold
from tablee.dice.reads import ANY, Faces, Read, Spend, T_co, check_throws, die_law
from tablee.dice.tally import unpacked, width_of

A = TypeVar("A")
Left = tuple[int, ...]
"""Number of dice of each kind that are not walked yet."""


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
        return _Walk(throws, self.joined, self.rising).law(self, spend)

    def cost(self, throws: tuple[Throw, ...]) -> int:
        """Return dice times faces; the number of states is not known beforehand."""
        return sum(throw.count * throw.die.sides for throw in throws)


class CountFold(CountRead[T_co], Generic[T_co, A], frozen=True, cache_hash=True):
    """Read: a fold of the outcomes with their counts, from the highest down (or the lowest up).

    `step(accumulator, outcome, counts, *using)`, with the number of dice of each throw that show
    the outcome, and `end(accumulator, *using)` must be functions of a module. Outcomes that do not
    show are left out.
    """

    start: A
    step: Callable[..., A]
    end: Callable[..., T_co]
    using: tuple[Any, ...] = ()
    up: bool = False

    @property
    def rising(self) -> bool:
        return self.up

    @property
    def joined(self) -> bool:
        return False

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
        return _Walk(throws, True, self.lowest).sums(self._kept, self.count, self.skip, spend)


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


class Cancelling(_OfTwo[T_co], Generic[T_co], frozen=True, cache_hash=True):
    """Read: another read of the first throw, where each die of the second cancels an equal one."""

    def left(self, first: int, second: int) -> int:
        return max(0, first - second)


class Matching(_OfTwo[T_co], Generic[T_co], frozen=True, cache_hash=True):
    """Read: another read of the pairs of equal dice of two throws, one die for each pair."""

    def left(self, first: int, second: int) -> int:
        return min(first, second)


# ── the walk ───────────────────────────────────────────────────────────────────────────────────
class _Walk:
    """The outcomes of throws in order, with the kinds of dice that show them.

    A kind is (throw, weight of each outcome). Kinds of a die whose every face counts are two: the
    faces that are thrown again, and the others; the dice of each are then not certain (`starts`).
    """

    def __init__(self, throws: tuple[Throw, ...], joined: bool, rising: bool) -> None:
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
        seen: set[int] = set()
        left = [set(kind) for _, kind in self.kinds]
        for outcome in self.outcomes:
            seen.add(outcome)
            for each in left:
                each.discard(outcome)
            active = [
                (place, slot, kind[outcome], not left[place])
                for place, (slot, kind) in enumerate(self.kinds)
                if outcome in kind
            ]
            yield outcome, self._taker(active, self.fixed.get(outcome, [0] * self.slots))

    def _taker(
        self, active: list[tuple[int, int, int, bool]], fixed: list[int]
    ) -> Callable[[Left], list[_Taking]]:
        memo: dict[Left, list[_Taking]] = {}

        def takings(left: Left) -> list[_Taking]:
            found = memo.get(left)
            if found is None:
                merged: dict[tuple[tuple[int, ...], Left], int] = {(tuple(fixed), left): 1}
                for place, slot, weight, last in active:
                    dice, following = left[place], dict[tuple[tuple[int, ...], Left], int]()
                    for (counts, rest), ways in merged.items():
                        for k in range(dice if last else 0, dice + 1):
                            after = (*rest[:place], dice - k, *rest[place + 1 :])
                            more = (*counts[:slot], counts[slot] + k, *counts[slot + 1 :])
                            following[more, after] = ways * math.comb(dice, k) * weight**k
                    merged = following
                found = memo[left] = [(c, rest, ways) for (c, rest), ways in merged.items()]
            return found

        return takings

    def law(self, read: CountRead[Any], spend: Spend | None) -> Law[Any]:
        """Return the law of a read."""
        layer: dict[Any, dict[Left, int]] = {read.begin(): dict(self.starts)}
        for outcome, takings in self.steps():
            following: dict[Any, dict[Left, int]] = {}
            for state, dice in layer.items():
                after: dict[tuple[int, ...], dict[Left, int]] = {}
                for left, weight in dice.items():
                    taken = takings(left)
                    if spend is not None:
                        spend(len(taken))
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
        spend: Spend | None,
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
            packed = self._packed(start, dice, kept, (least, width, spend), count, skip)
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
        packing: tuple[int, int, Spend | None],
        count: int | None,
        skip: int,
    ) -> int:
        """Return the weights of the sums, packed with `width` bits each."""
        least, width, spend = packing
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
                if spend is not None:
                    spend(len(taken))
                for counts, rest, ways in taken:
                    worth = (outcome - least) * kept(used, counts[0]) * width
                    more = (packed * ways) << worth
                    if used + counts[0] >= end:
                        for n, weight in zip(rest, lower, strict=True):
                            more *= weight**n
                        done += more
                    else:
                        following[rest] = following.get(rest, 0) + more
            fixed_left -= here
            layer = following
        return done + sum(layer.values())


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
