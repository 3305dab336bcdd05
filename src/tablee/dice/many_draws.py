"""Equal independent draws that change an accumulator, with the weights of all its values.

Where each outcome adds the same number to every accumulator, the weights are the coefficients of a
polynomial, and the draws are a power of another. That is never assumed: the step is made from each
accumulator that the draws can reach, as it is without the polynomial. Successes of 100d6 less those of
100d6 (`python -m bench`): half as fast as the faster peer die by die, twice as fast with it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from tablee.dice.packing import unpacked, width_of

FEW = 8
"""Number of draws below which no polynomial is tried."""
SPARSE = 4
"""Maximum number of coefficients for each accumulator; beyond it a polynomial is mostly zeros."""
MANY, HOPELESS = 10_000, 3e8
"""Number of accumulators from which the steps ahead are estimated; steps that no limit allows."""
KARATSUBA = 1.585
"""Exponent of the time of a product of long integers."""

Layer = dict[Any, int]
"""Weight of each accumulator."""


class Weighted(Protocol):
    """A law."""

    @property
    def weights(self) -> Mapping[Any, int]: ...

    @property
    def total(self) -> int: ...


class Moves(dict[Any, Layer]):
    """The accumulators after one draw of `law`, with their weights, for each accumulator before it.

    `step`: function (accumulator, outcome) -> next accumulator.
    """

    def __init__(self, law: Weighted, step: Callable[[Any, Any], Any]) -> None:
        super().__init__()
        self.law = law
        self.step = step

    def __missing__(self, accumulator: Any) -> Layer:
        after = self[accumulator] = {}
        for outcome, share in self.law.weights.items():
            state = self.step(accumulator, outcome)
            after[state] = after.get(state, 0) + share
        return after


def many_draws(layer: Layer, moves: Moves, count: int, spend: Callable[[int], None]) -> Layer:
    """Return the weights after `count` draws. `spend` is called with steps before they are made."""
    if count >= FEW and all(type(accumulator) is int for accumulator in layer):
        added = _always_added(layer, moves, count, spend)
        if added is not None:
            return _with_power(layer, added, moves.law.total, count)
    before, hopeless = 0, False
    for done in range(count):
        steps = len(layer) * len(moves.law.weights)
        if not hopeless and before and len(layer) >= MANY:
            ahead = _steps_ahead(steps, len(layer) / before, done, count)
            hopeless = ahead > HOPELESS
            steps = int(ahead) if hopeless else steps
        spend(steps)
        before = len(layer) if done else 0
        following: Layer = {}
        for accumulator, weight in layer.items():
            for state, share in moves[accumulator].items():
                following[state] = following.get(state, 0) + weight * share
        layer = following
    return layer


def _steps_ahead(steps: int, growth: float, done: int, count: int) -> float:
    """Return roughly the steps of the draws that are left, if the accumulators go on growing as a power
    of the number of draws, as they have in the last one."""
    power = math.log(growth) / math.log(done / (done - 1)) if growth > 1 else 0.0
    return steps * math.pow(count / done, power) * (count - done) / (power + 1)


def _always_added(
    layer: Layer, moves: Moves, count: int, spend: Callable[[int], None]
) -> Layer | None:
    """Return the weight of each number that a draw adds to every accumulator that `count` draws can
    reach. None: it adds different ones to some, or the numbers are far apart."""
    expected: Layer | None = None
    reached, newest = set(layer), set(layer)
    for _ in range(count):
        spend(len(newest) * len(moves.law.weights))
        found: set[int] = set()
        for accumulator in newest:
            after = moves[accumulator]
            if not all(type(state) is int for state in after):
                return None
            added = {state - accumulator: share for state, share in after.items()}
            expected = added if expected is None else expected
            if added != expected:
                return None
            found.update(after)
        newest = found - reached
        reached |= newest
    size = max(reached) - min(reached) + 1
    bits = sum(layer.values()).bit_length() + count * moves.law.total.bit_length()
    spend(int((size * bits / 30) ** KARATSUBA / 500))
    return expected if size <= SPARSE * len(reached) else None


def _with_power(layer: Layer, added: Layer, total: int, count: int) -> Layer:
    """Return the weights after `count` draws that each add a number to the accumulator."""
    width = width_of(sum(layer.values()) * total**count)
    before, draw = (
        (least := min(each), sum(w << (n - least) * width for n, w in each.items()))
        for each in (layer, added)
    )
    packed = unpacked(before[1] * draw[1] ** count, width)
    first = before[0] + count * draw[0]
    return {first + place: weight for place, weight in enumerate(packed) if weight}
