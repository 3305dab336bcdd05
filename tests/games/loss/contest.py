"""Two exploding dice by hand: series that become geometric, summed near both cores.

Far out the chances of a worth shrink by 1/10 every 10 steps, on both sides: products of two of
them by 1/100, so that what lies beyond the last period is that period / 99.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from tests.games.loss.exploding import Tail

REACH = 60
"""Beyond this distance from the cores every series is geometric."""


def difference(tail: Tail, gap: int) -> Fraction:
    """P(X1 - X2 = gap)."""
    far = REACH + abs(gap)
    return _series(lambda x: _chance(tail, x) * _chance(tail, x + gap), -far, far, True)


def difference_reaches(tail: Tail, gap: int) -> Fraction:
    """P(X1 - X2 >= gap)."""
    far = REACH + abs(gap)
    right = _series(lambda x: _chance(tail, x) * tail(x + gap), 0, far, False)
    left = _series(lambda x: _chance(tail, x) * (1 - tail(x + gap)), -far, 0, True, False)
    return right + (1 - tail(0)) - left


def overshoots(tail: Tail, one: int, two: int, by: int) -> Fraction:
    """P(X1 >= one, X2 >= two, X1 - one >= X2 - two + by)."""
    far = REACH + abs(one) + abs(two)

    def term(x: int) -> Fraction:
        return _chance(tail, x) * tail(x - two + one + by)

    return _series(term, two, two + 2 * far, False)


def _chance(tail: Tail, worth: int) -> Fraction:
    return tail(worth) - tail(worth + 1)


def _series(
    term: Callable[[int], Fraction], low: int, high: int, left: bool, right: bool = True
) -> Fraction:
    """The sum of terms from `low` to below `high`, with the geometric rests asked for."""
    terms = [term(x) for x in range(low, high)]
    total = sum(terms, Fraction(0))
    if left:
        total += sum(terms[:10], Fraction(0)) / 99
    if right:
        total += sum(terms[-10:], Fraction(0)) / 99
    return total
