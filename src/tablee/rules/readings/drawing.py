"""Dice thrown by a generator, for the readings that sample.

`Faces` throws them face by face. `Draws` also knows the laws of rolls: one that is asked often is
drawn a batch at a time from the law of its read, which costs the same for one die and for twelve.
"""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np

from tablee.dice.die import Die, OpenDie, Throw
from tablee.dice.law import Law
from tablee.dice.reads import Unbounded
from tablee.rules.questions import Roll

T = TypeVar("T")
_BATCH = 4_096
"""Draws of one kind that are made at a time, at most."""
_OFTEN = 16
"""A roll that comes so often is drawn from its law."""
_LARGEST_LAW = 100_000
"""A roll whose law takes more steps than this is always thrown face by face."""
_MOST_ROLLS = 50_000
"""Different rolls that are told apart; beyond it the counting begins anew."""


def chances_of(law: Law[Any]) -> np.ndarray[Any, np.dtype[np.float64]]:
    """The chances of a law's outcomes, in order, as floats that sum to 1."""
    chances = np.array([float(chance) for _, chance in law.items()])
    chances /= chances.sum()
    return chances


class Faces:
    """Fair faces from one generator, those of each kind of die drawn a batch at a time."""

    def __init__(self, random: np.random.Generator) -> None:
        self.random = random
        self.ready: dict[Roll[Any], list[Any]] = {}
        """Values drawn ahead, to be taken from the end of their list."""
        self._waiting: dict[Die | OpenDie, list[int]] = {}

    def face(self, die: Die | OpenDie) -> int:
        """One face."""
        try:
            return self._waiting[die].pop()
        except (KeyError, IndexError):
            drawn = self.random.integers(die.lowest, die.highest + 1, size=_BATCH)
            faces: list[int] = drawn.tolist()
            self._waiting[die] = faces
            return faces.pop()

    def throw(self, throw: Throw) -> tuple[int, ...]:
        """The faces of one throw; for an exploding die its whole chain."""
        if throw.shown is not None:
            return throw.shown
        die, face = throw.die, self.face
        if isinstance(die, OpenDie):
            chain: tuple[int, ...] = ()
            while die.goes_on(chain):
                chain = (*chain, face(die))
            return chain
        return tuple([face(die) for _ in range(throw.count)])

    def value(self, ask: Roll[T]) -> T:
        """What the read of a roll makes of its faces; later throws are left out when the first
        ones settle it."""
        read, faces = ask.read, tuple[tuple[int, ...], ...]()
        for throw in ask.throws:
            if read.enough(faces):
                break
            faces = (*faces, self.throw(throw))
        value: T = read.of(faces)
        return value

    def outcome(self, law: Law[T]) -> T:
        """One outcome of a law."""
        return law.support()[self.random.choice(len(law), p=chances_of(law))]


class Draws(Faces):
    """The same, with the values of a roll that is asked often drawn from its law in batches."""

    def __init__(self, random: np.random.Generator) -> None:
        super().__init__(random)
        self._asked: dict[Roll[Any], int] = {}
        self._laws: dict[Roll[Any], Law[Any] | None] = {}

    def value(self, ask: Roll[T]) -> T:
        """A value where none is ready; batches grow with how often the roll was asked."""
        asked = self._asked.get(ask, 0) + 1
        law = self._law(ask) if asked >= _OFTEN else None
        if law is None:
            if len(self._asked) >= _MOST_ROLLS:
                self._asked.clear()
            self._asked[ask] = asked
            return super().value(ask)
        size = min(asked, _BATCH)
        self._asked[ask] = asked + size
        support = law.support()
        places = self.random.choice(len(support), size=size, p=chances_of(law)).tolist()
        values = self.ready[ask] = [support[place] for place in places]
        drawn: T = values.pop()
        return drawn

    def _law(self, ask: Roll[T]) -> Law[T] | None:
        """The law of a roll, None when it is too large to write down."""
        try:
            return self._laws[ask]
        except KeyError:
            law: Law[T] | None = None
            if ask.read.cost(ask.throws) <= _LARGEST_LAW:
                try:
                    law = ask.read.law(ask.throws)
                except Unbounded:
                    law = None
            self._laws[ask] = law
            return law
