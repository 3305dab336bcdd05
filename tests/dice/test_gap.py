"""The difference of two exploding dice, against its table and against enumeration."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.dice.die import D10, Die, OpenDie, Throw
from tablee.dice.gap import Gap, Turns
from tests.kit.brute import throws

OPEN = OpenDie()
ZERO = OpenDie(down_worth=0)
dice = st.sampled_from([OPEN, ZERO, D10])


def _throws(first: Die | OpenDie, second: Die | OpenDie) -> tuple[Throw, Throw]:
    return Throw(first, "d10", "initiateur"), Throw(second, "d10", "repondant")


TABLE = {
    0: "119/220",
    1: "101/220",
    2: "959/2475",
    3: "802/2475",
    4: "887/3300",
    5: "439/1980",
    6: "181/990",
    7: "251/1650",
    8: "1283/9900",
    9: "1141/9900",
    10: "109/1100",
    11: "114/1375",
    12: "67961/990000",
}
SLOPES = [
    "9/20",
    "37/100",
    "299/1000",
    "237/1000",
    "23/125",
    "7/50",
    "21/200",
    "79/1000",
    "31/500",
    "27/500",
]


@pytest.mark.parametrize(("level", "chance"), TABLE.items())
def test_the_table_of_differences(level: int, chance: str) -> None:
    law = Gap(OPEN, OPEN, 0, -40, 40).law(_throws(OPEN, OPEN))
    assert law.at_least(level) == Fraction(chance)
    assert law.at_least(level) + law.at_least(1 - level) == 1


@pytest.mark.parametrize("decade", [0, 1, 2, 5, 30])
def test_the_tail_of_differences(decade: int) -> None:
    for digit, slope in enumerate(SLOPES):
        level = digit + 10 * decade
        law = Gap(OPEN, OPEN, 0, level - 1, level).law(_throws(OPEN, OPEN))
        expected = (Fraction(TABLE[digit]) + decade * Fraction(slope)) / 10**decade
        assert law.p(level) == expected


def _held(law: dict[object, Fraction], found: dict[object, Fraction], missing: Fraction) -> None:
    assert sum(law.values()) == 1
    for key in law.keys() | found.keys():
        lower = found.get(key, Fraction())
        assert lower <= law.get(key, Fraction()) <= lower + missing


@settings(max_examples=25, deadline=None)
@given(dice, dice, st.integers(-30, 30), st.integers(-25, 25), st.integers(0, 30), st.booleans())
def test_gaps_are_the_enumeration(
    one: Die | OpenDie, two: Die | OpenDie, offset: int, low: int, width: int, shown: bool
) -> None:
    read = Gap(one, two, offset, low, low + width)
    pair = _throws(one, two)
    if shown:
        faces = (10, 10, 4) if isinstance(one, OpenDie) else (7,)
        pair = (Throw(one, "d10", "initiateur", shown=faces), pair[1])
    found: dict[object, Fraction] = {}
    firsts = [(pair[0].shown, Fraction(1))] if pair[0].shown else list(throws(pair[0], 3))
    for (a, p), (b, q) in product(firsts, throws(pair[1], 3)):
        value = read.of((a, b))
        found[value] = found.get(value, Fraction()) + p * q
    _held(dict(read.law(pair).items()), found, 1 - sum(found.values(), Fraction()))


@settings(max_examples=25, deadline=None)
@given(
    st.sampled_from([OPEN, ZERO]),
    st.tuples(st.integers(-25, 25), st.integers(-25, 25)),
    st.tuples(st.integers(1, 12), st.integers(1, 12)),
    st.integers(0, 12),
    st.booleans(),
)
def test_turns_are_the_enumeration(
    die: OpenDie, levels: tuple[int, int], under: tuple[int, int], most: int, shown: bool
) -> None:
    lows = (levels[0] - under[0], levels[1] - under[1])
    read = Turns((die, die), levels, lows, most)
    pair = _throws(die, die)
    if shown:
        pair = (Throw(die, "d10", "initiateur", shown=(10, 9)), pair[1])
    found: dict[object, Fraction] = {}
    firsts = [(pair[0].shown, Fraction(1))] if pair[0].shown else list(throws(pair[0], 3))
    for (a, p), (b, q) in product(firsts, throws(pair[1], 3)):
        value = read.of((a,)) if read.enough((a,)) else read.of((a, b))
        found[value] = found.get(value, Fraction()) + p * q
    _held(dict(read.law(pair).items()), found, 1 - sum(found.values(), Fraction()))
