"""Reads: functions of the faces of a throw that give a rule the value it needs.

A read has two methods that must agree (one property test checks every read): `of(faces)` is the
value that the rule gets in every reading; `law(throws)` is the exact law of that value. A rule
declares a read for pools, exploding dice, and tests that run very often; elsewhere it uses the
face.
"""

from __future__ import annotations

import itertools
import math
import sys
from collections.abc import Callable, Hashable, Mapping
from typing import Any, Generic, TypeVar

import msgspec

from tablee.dice.chain_die import ChainDie
from tablee.dice.die import AnyDie, Die, OpenDie, Throw
from tablee.dice.law import Law, fold

T_co = TypeVar("T_co", bound=Hashable, covariant=True)
A = TypeVar("A", bound=Hashable)
Faces = tuple[tuple[int, ...], ...]
"""Faces of each throw of a roll, in the order thrown."""
Spend = Callable[[int], None]
"""Function that counts steps, and raises when there are too many."""


class Unbounded(ValueError):
    """Error: the law of an exploding die without a bound has infinitely many outcomes."""


class Read(msgspec.Struct, Generic[T_co], frozen=True, cache_hash=True):
    """Base class of reads. The default law enumerates all faces, which is enough for few dice."""

    def of(self, faces: Faces) -> T_co:
        """Return the value that the rule gets for these faces."""
        raise NotImplementedError

    def value(self, throws: tuple[Throw, ...], faces: Faces) -> T_co:
        """Return the value that the rule gets for the faces thrown by the first of `throws`."""
        return self.of(outcomes(throws, faces))

    def check(self, throws: tuple[Throw, ...]) -> None:
        """Raise `ValueError` for throws that this read does not take."""

    def law(self, throws: tuple[Throw, ...], spend: Spend | None = None) -> Law[T_co]:
        """Return the exact law of `of` for fair throws (throws with `shown` faces are certain).

        `spend`: see `bounded_law`.
        """
        shown = tuple(throw.shown for throw in throws if throw.shown is not None)
        if len(shown) == len(throws):
            return Law.of(self.value(throws, shown))
        return self.bounded_law(throws, spend)

    def bounded_law(self, throws: tuple[Throw, ...], spend: Spend | None) -> Law[T_co]:
        """Return `fair_law`. A read whose `cost` is not known beforehand calls `spend` with its
        steps before it makes them; `spend` may raise."""
        return self.fair_law(throws)

    def fair_law(self, throws: tuple[Throw, ...]) -> Law[T_co]:
        """Return the exact law of `of` for throws of which at least one is not shown."""
        weights: dict[T_co, int] = {}
        for faces in itertools.product(*(_all_faces(throw) for throw in throws)):
            value = self.of(faces)
            weights[value] = weights.get(value, 0) + 1
        return Law(weights)

    def enough(self, faces: Faces) -> bool:
        """Return whether the throws so far settle the value, so that the later ones are not made."""
        return False

    def show(self, faces: Faces) -> Mapping[str, int]:
        """Return true numbers of the throw by name, for notes only (see `Thrown`)."""
        return {}

    def cost(self, throws: tuple[Throw, ...]) -> int:
        """Return roughly the steps that `law` takes; a budget checks them beforehand."""
        return math.prod(
            1 if throw.shown is not None else throw.die.sides**throw.count for throw in throws
        )


def _all_faces(throw: Throw) -> Any:
    if throw.shown is not None:
        return (throw.shown,)
    return itertools.product(plain_die(throw).faces, repeat=throw.count)


def outcomes(throws: tuple[Throw, ...], faces: Faces) -> Faces:
    """Return what a read gets for the faces thrown by the first of `throws`."""
    return tuple(throw.outcomes(thrown) for throw, thrown in zip(throws, faces, strict=False))


def die_law(throw: Throw) -> Law[tuple[int, ...]]:
    """Return the law of the outcomes of one die. Raises `Unbounded` where they are infinite."""
    if type(throw.die) is not ChainDie:
        return plain_die(throw).law.map(lambda face: (face,))
    law = throw.die.law()
    if law is None:
        raise Unbounded(throw.label)
    return law


def plain_die(throw: Throw) -> Die:
    """Return the die of a throw. Raises `Unbounded` for an exploding die."""
    if not isinstance(throw.die, Die):
        raise Unbounded(throw.label)
    return throw.die


def check_throws(read: Read[Any], throws: tuple[Throw, ...], *counts: range) -> None:
    """Raise `ValueError` unless there is one throw for each of `counts`, with that number of dice."""
    fits = len(throws) == len(counts) and all(
        throw.count in count for throw, count in zip(throws, counts, strict=True)
    )
    if not fits:
        wanted = " and ".join(map(_dice, counts)) or "no throw"
        given = ", ".join(throw.notation() for throw in throws) or "no throw"
        raise ValueError(f"{type(read).__name__} reads {wanted}, not {given}")


def _dice(count: range) -> str:
    if count == ONE:
        return "one die"
    return f"one throw of {count[0]} or more dice"


def check_plain(read: Read[Any], throws: tuple[Throw, ...]) -> None:
    """Raise `ValueError` unless there is a single plain die."""
    check_throws(read, throws, ONE)
    if not isinstance(throws[0].die, Die):
        raise ValueError(
            f"{type(read).__name__} reads one face, and an exploding die shows several: "
            "use Window or Cuts"
        )


def check_unchained(read: Read[Any], throws: tuple[Throw, ...]) -> None:
    """Raise `ValueError` for dice that are thrown again."""
    for throw in throws:
        if isinstance(throw.die, ChainDie):
            raise ValueError(
                f"{type(read).__name__} does not read {throw.notation()}, which is thrown again: "
                "use Pool, Keep, Fold or CountFold"
            )


def check_dice(read: Read[Any], throws: tuple[Throw, ...], *dice: AnyDie) -> None:
    """Raise `ValueError` unless the throws are single dice of these kinds."""
    check_throws(read, throws, *(ONE for _ in dice))
    for throw, die in zip(throws, dice, strict=True):
        if throw.die != die:
            raise ValueError(
                f"{type(read).__name__} reads {die.notation()}, not {throw.notation()}"
            )


ONE, SOME, ANY = range(1, 2), range(1, sys.maxsize), range(sys.maxsize)
"""Numbers of dice of a throw: a single die, at least one, any number."""


class Face(Read[int], frozen=True, cache_hash=True):
    """Read: the face of a single plain die; of a `ChainDie` the sum of its outcomes."""

    def check(self, throws: tuple[Throw, ...]) -> None:
        check_throws(self, throws, ONE)
        if isinstance(throws[0].die, OpenDie):
            check_plain(self, throws)

    def of(self, faces: Faces) -> int:
        return sum(faces[0])

    def fair_law(self, throws: tuple[Throw, ...]) -> Law[int]:
        die = throws[0].die
        return die_law(throws[0]).map(sum) if type(die) is ChainDie else plain_die(throws[0]).law


class AllFaces(Read[tuple[int, ...]], frozen=True, cache_hash=True):
    """Read: every face of one throw, in the order thrown."""

    def check(self, throws: tuple[Throw, ...]) -> None:
        check_throws(self, throws, ANY)
        check_unchained(self, throws)

    def of(self, faces: Faces) -> tuple[int, ...]:
        return faces[0]


FACE = Face()
FACES = AllFaces()


class Under(Read[bool], frozen=True, cache_hash=True):
    """Read: whether the face of a single plain die is at most `level`."""

    level: int

    def check(self, throws: tuple[Throw, ...]) -> None:
        check_plain(self, throws)

    def of(self, faces: Faces) -> bool:
        return faces[0][0] <= self.level

    def fair_law(self, throws: tuple[Throw, ...]) -> Law[bool]:
        die = plain_die(throws[0])
        below = min(die.sides, max(0, self.level - die.lowest + 1))
        return Law({True: below, False: die.sides - below})


class Reaches(Read[tuple[bool, ...]], frozen=True, cache_hash=True):
    """Read: for each of `points`, in any order, whether the face of a plain die reaches it."""

    points: tuple[int, ...]

    def check(self, throws: tuple[Throw, ...]) -> None:
        check_plain(self, throws)

    def of(self, faces: Faces) -> tuple[bool, ...]:
        return tuple(faces[0][0] >= point for point in self.points)


class Fold(Read[T_co], Generic[T_co, A], frozen=True, cache_hash=True):
    """Read: a fold of the faces, die by die in the order thrown.

    `step(accumulator, index of the throw, face, *using)` and `end(accumulator, *using)` must be
    functions of a module, so that a `Fold` can be compared and hashed. The law adds up equal
    accumulators after each die.
    """

    start: A
    step: Callable[..., A]
    end: Callable[..., T_co]
    using: tuple[Any, ...] = ()

    def of(self, faces: Faces) -> T_co:
        accumulator = self.start
        for index, thrown in enumerate(faces):
            for face in thrown:
                accumulator = self.step(accumulator, index, face, *self.using)
        return self.end(accumulator, *self.using)

    def fair_law(self, throws: tuple[Throw, ...]) -> Law[T_co]:
        return self.bounded_law(throws, None)

    def bounded_law(self, throws: tuple[Throw, ...], spend: Spend | None) -> Law[T_co]:
        laws = [(index, law) for index, throw in enumerate(throws) for law in _laws_of_dice(throw)]
        several = any(isinstance(throw.die, ChainDie) for throw in throws)
        step = self._steps if several else self.step
        return fold(self.start, laws, step, self.end, self.using, spend)

    def _steps(self, accumulator: A, index: int, outcomes: Any, *using: Any) -> A:
        """Return the accumulator after one die, which may have several outcomes."""
        for outcome in outcomes if type(outcomes) is tuple else (outcomes,):
            accumulator = self.step(accumulator, index, outcome, *using)
        return accumulator

    def cost(self, throws: tuple[Throw, ...]) -> int:
        """Return dice times faces; the number of accumulators is not known beforehand."""
        return sum(throw.count * throw.die.sides for throw in throws)


def _laws_of_dice(throw: Throw) -> list[Law[Any]]:
    """Return the law of each die of a throw; of a `ChainDie` the law of its tuples of outcomes."""
    if throw.shown is not None:
        return [Law.of(face) for face in throw.outcomes(throw.shown)]
    if isinstance(throw.die, ChainDie):
        return [die_law(throw)] * throw.count
    return [plain_die(throw).law] * throw.count


class Highest(Read[tuple[int, bool]], frozen=True, cache_hash=True):
    """Read: the highest face of one throw, and whether any die shows the face `marked`.

    The highest face is clipped to `low`..`high` (None: no bound). The law has a closed form: with m
    faces up to a level, all `count` dice are at most there in m^count ways.
    """

    marked: int | None = None
    low: int | None = None
    high: int | None = None

    def check(self, throws: tuple[Throw, ...]) -> None:
        check_throws(self, throws, SOME)
        check_unchained(self, throws)

    def of(self, faces: Faces) -> tuple[int, bool]:
        return self._clip(max(faces[0])), self.marked in faces[0]

    def _clip(self, best: int) -> int:
        if self.low is not None and best < self.low:
            return self.low
        if self.high is not None and best > self.high:
            return self.high
        return best

    def fair_law(self, throws: tuple[Throw, ...]) -> Law[tuple[int, bool]]:
        die, count = plain_die(throws[0]), throws[0].count
        weights: dict[tuple[int, bool], int] = {}
        below_all = below_bare = 0
        for rank, face in enumerate(die.faces, start=1):
            among_all = rank**count
            marked_below = self.marked is not None and die.lowest <= self.marked <= face
            among_bare = (rank - marked_below) ** count
            best = self._clip(face)
            bare = among_bare - below_bare
            marked = among_all - below_all - bare
            if bare:
                weights[best, False] = weights.get((best, False), 0) + bare
            if marked:
                weights[best, True] = weights.get((best, True), 0) + marked
            below_all, below_bare = among_all, among_bare
        return Law(weights)

    def cost(self, throws: tuple[Throw, ...]) -> int:
        return throws[0].die.sides
