"""Exploding dice: the closed forms of the tails against enumeration and known numbers."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tablee.dice.die import D12, OpenDie, Throw
from tablee.dice.tails import Cuts, Window, at_least
from tests.kit.brute import throws

OPEN = OpenDie()
ZERO_MINUS = OpenDie(down_worth=0)


def tail(die: OpenDie, level: int) -> Fraction:
    return Fraction(*at_least(die, level))


TABLE = {
    -20: (Fraction(1, 10_000), Fraction(9991, 10_000)),
    -19: (Fraction(0), Fraction(999, 1000)),
    -18: (Fraction(1, 1000), Fraction(999, 1000)),
    -11: (Fraction(1, 1000), Fraction(124, 125)),
    -10: (Fraction(1, 1000), Fraction(991, 1000)),
    -9: (Fraction(0), Fraction(99, 100)),
    -8: (Fraction(1, 100), Fraction(99, 100)),
    -1: (Fraction(1, 100), Fraction(23, 25)),
    0: (Fraction(1, 100), Fraction(91, 100)),
    1: (Fraction(0), Fraction(9, 10)),
    2: (Fraction(1, 10), Fraction(9, 10)),
    6: (Fraction(1, 10), Fraction(1, 2)),
    9: (Fraction(1, 10), Fraction(1, 5)),
    10: (Fraction(0), Fraction(1, 10)),
    11: (Fraction(1, 100), Fraction(1, 10)),
    19: (Fraction(1, 100), Fraction(1, 50)),
    20: (Fraction(0), Fraction(1, 100)),
    21: (Fraction(1, 1000), Fraction(1, 100)),
    29: (Fraction(1, 1000), Fraction(1, 500)),
    30: (Fraction(0), Fraction(1, 1000)),
    31: (Fraction(1, 10_000), Fraction(1, 1000)),
    32: (Fraction(1, 10_000), Fraction(9, 10_000)),
}
"""Level -> (chance of the level, chance of at least the level): LOSS table T-09."""


@pytest.mark.parametrize("level", sorted(TABLE))
def test_the_table_of_the_exploding_d10(level: int) -> None:
    exactly, reached = TABLE[level]
    assert tail(OPEN, level) == reached
    assert tail(OPEN, level) - tail(OPEN, level + 1) == exactly
    window = Window(level - 1, level + 1, OPEN).law((Throw(OPEN, "d10", "a"),))
    assert window.p(level) == exactly


@pytest.mark.parametrize("level", range(-60, 61))
def test_the_closed_form(level: int) -> None:
    """With k - 1 = 10a + c above 1, and 1 - k = 10a + c below."""
    if level >= 2:
        a, c = divmod(level - 1, 10)
        expected = Fraction(10 - c, 10 ** (a + 1))
    else:
        a, c = divmod(1 - level, 10)
        expected = 1 - Fraction(10 - c, 10 ** (a + 2))
    assert tail(OPEN, level) == expected


def test_under_the_ruling_where_a_one_counts_nothing() -> None:
    assert tail(ZERO_MINUS, 1) == Fraction(9, 10)
    assert tail(ZERO_MINUS, 0) == Fraction(9, 10)
    assert tail(ZERO_MINUS, -1) == Fraction(91, 100)
    assert all(tail(ZERO_MINUS, level) == tail(OPEN, level) for level in range(2, 50))


@pytest.mark.parametrize("sides", range(2, 8))
def test_tails_against_enumeration_with_bounds(sides: int) -> None:
    for down in range(1, sides):
        die = OpenDie(sides=sides, up=sides, down=down)
        depth = 4 if sides > 2 else 9
        chains = list(throws(Throw(die, "x", "a"), depth))
        missing = 1 - sum(share for _, share in chains)
        for level in range(-3 * sides, 4 * sides):
            found = sum((s for chain, s in chains if die.value(chain) >= level), Fraction())
            assert found <= tail(die, level) <= found + missing


def test_mean_and_variance() -> None:
    """Sums over a window that leaves less than 10**-57 outside."""
    low, high = -600, 600
    law = Window(low, high, OPEN).law((Throw(OPEN, "d10", "a"),))
    assert abs(law.mean() - Fraction(11, 2)) < Fraction(1, 10**50)
    assert abs(law.variance() - Fraction(9889, 324)) < Fraction(1, 10**50)


def test_far_levels_keep_their_chance_exactly() -> None:
    assert tail(OPEN, 1001) == Fraction(1, 10**100)
    assert Cuts((1001,), OPEN).law((Throw(OPEN, "d10", "a"),)).p(1) == Fraction(1, 10**100)


def test_a_plain_die_through_a_window() -> None:
    law = Window(3, 5, D12).law((Throw(D12, "d12", "a"),))
    assert dict(law.items()) == {3: Fraction(1, 4), 4: Fraction(1, 12), 5: Fraction(2, 3)}


def test_no_point_at_all_is_certain() -> None:
    assert Cuts((), OPEN).law((Throw(OPEN, "d10", "a"),)).p(0) == 1
