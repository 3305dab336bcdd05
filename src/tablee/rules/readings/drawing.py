"""Random dice for the readings that sample.

`Faces` throws face by face. `Draws` also uses the laws of rolls: the values of a frequent roll are
drawn in batches from its law, which costs the same for one die and for twelve.
"""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np

from tablee.dice.die import AnyDie, Throw
from tablee.dice.law import Law
from tablee.dice.reads import Unbounded
from tablee.rules.questions import Roll
from tablee.rules.readings.budget import Budget
from tablee.rules.refusal import Refusal

T = TypeVar("T")
BATCH_SIZE = 4_096
"""Maximum number of draws in a batch."""
MIN_ASKS = 16
"""Number of requests from which a roll is drawn from its law."""
MAX_LAW_STEPS = 100_000
"""Maximum steps of a law; a roll with a larger law is thrown face by face."""
MAX_COUNTED_ROLLS = 50_000
"""Maximum number of rolls that are counted; beyond it the counts restart."""


def chances_of(law: Law[Any]) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Return the chances of the outcomes of a law, in order, as floats that sum to 1."""
    chances = np.array([float(chance) for _, chance in law.items()])
    chances /= chances.sum()
    return chances


def block_generator(seed: int, block: int) -> np.random.Generator:
    """Return the generator of a block of runs."""
    return np.random.Generator(np.random.Philox(key=seed, counter=[0, 0, 0, block]))


class Faces:
    """Fair faces from one generator, drawn in batches for each kind of die."""

    def __init__(self, random: np.random.Generator) -> None:
        self.random = random
        self.ready: dict[Roll[Any], list[Any]] = {}
        """Values drawn ahead for each roll, taken from the end of the list."""
        self._waiting: dict[AnyDie, list[int]] = {}

    def face(self, die: AnyDie) -> int:
        """Return one face."""
        try:
            return self._waiting[die].pop()
        except (KeyError, IndexError):
            drawn = self.random.integers(die.lowest, die.highest + 1, size=BATCH_SIZE)
            faces: list[int] = drawn.tolist()
            self._waiting[die] = faces
            return faces.pop()

    def throw(self, throw: Throw) -> tuple[int, ...]:
        """Return the faces of one throw: of a die that is thrown again the whole chain."""
        if throw.shown is not None:
            return throw.shown
        die, faces = throw.die, tuple[int, ...]()
        while more := die.missing(faces, throw.count):
            faces += tuple([self.face(die) for _ in range(more)])
        return faces

    def value(self, ask: Roll[T]) -> T:
        """Return the value of a roll. Later throws are not made when the first ones settle it."""
        read, faces = ask.read, tuple[tuple[int, ...], ...]()
        for throw in ask.throws:
            if read.enough(faces):
                break
            faces = (*faces, self.throw(throw))
        value: T = read.value(ask.throws, faces)
        return value

    def outcome(self, law: Law[T]) -> T:
        """Return one outcome of a law."""
        return law.support()[self.random.choice(len(law), p=chances_of(law))]


class Draws(Faces):
    """Fair faces, with the values of a frequent roll drawn from its law in batches."""

    def __init__(self, random: np.random.Generator) -> None:
        super().__init__(random)
        self._ask_counts: dict[Roll[Any], int] = {}
        self._laws: dict[Roll[Any], Law[Any] | None] = {}

    def value(self, ask: Roll[T]) -> T:
        """Return a value of a roll; the batch grows with the number of requests for the roll."""
        asks = self._ask_counts.get(ask, 0) + 1
        law = self._law(ask) if asks >= MIN_ASKS else None
        if law is None:
            if len(self._ask_counts) >= MAX_COUNTED_ROLLS:
                self._ask_counts.clear()
            self._ask_counts[ask] = asks
            return super().value(ask)
        size = min(asks, BATCH_SIZE)
        self._ask_counts[ask] = asks + size
        support = law.support()
        places = self.random.choice(len(support), size=size, p=chances_of(law)).tolist()
        values = self.ready[ask] = [support[place] for place in places]
        drawn: T = values.pop()
        return drawn

    def _law(self, ask: Roll[T]) -> Law[T] | None:
        """Return the law of a roll, None when it is too large or infinite."""
        try:
            return self._laws[ask]
        except KeyError:
            law: Law[T] | None = None
            if ask.read.cost(ask.throws) <= MAX_LAW_STEPS:
                spend = Budget(table=MAX_LAW_STEPS).table_spender("")
                try:
                    law = ask.read.law(ask.throws, spend)
                except (Unbounded, Refusal):
                    law = None
            self._laws[ask] = law
            return law
