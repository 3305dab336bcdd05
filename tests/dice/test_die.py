"""Dice: possible faces, chains of exploding dice and their worth."""

from __future__ import annotations

import itertools

import pytest

from tablee.dice.die import D3, D6, D10, D12, Die, OpenDie, Throw

OPEN = OpenDie()
ZERO_MINUS = OpenDie(down_worth=0)


def test_a_plain_die() -> None:
    digits = Die(10, 0)
    assert (D6.lowest, D6.highest, list(D6.faces)) == (1, 6, [1, 2, 3, 4, 5, 6])
    assert (digits.lowest, digits.highest, list(digits.faces)) == (0, 9, list(range(10)))
    assert [die.sides for die in (D3, D6, D10, D12)] == [3, 6, 10, 12]
    assert D12.law.mean() == 13 / 2
    assert digits.law.p(10) == 0
    assert digits.law != D10.law
    assert D6.law is Die(6).law


@pytest.mark.parametrize(
    ("faces", "count", "why"),
    [
        ((1, 6), 2, None),
        ((), 0, None),
        ((0,), 1, "faces"),
        ((7,), 1, "faces"),
        ((-1, 3), 2, "faces"),
        ((1,), 2, "count"),
        ((1, 2, 3), 2, "count"),
        ((), 1, "count"),
    ],
)
def test_impossible_throws_of_plain_dice(
    faces: tuple[int, ...], count: int, why: str | None
) -> None:
    assert D6.refusal(faces, count) == why


@pytest.mark.parametrize(
    ("chain", "why"),
    [
        ((2,), None),
        ((9,), None),
        ((10, 3), None),
        ((10, 1), None),
        ((10, 10, 10, 4), None),
        ((1, 1), None),
        ((1, 10, 2), None),
        ((), "chain"),
        ((10,), "chain"),
        ((1,), "chain"),
        ((10, 10), "chain"),
        ((1, 10), "chain"),
        ((5, 5), "chain"),
        ((10, 3, 4), "chain"),
        ((1, 1, 1), "chain"),
        ((0,), "faces"),
        ((11,), "faces"),
        ((10, 0), "faces"),
    ],
)
def test_impossible_chains(chain: tuple[int, ...], why: str | None) -> None:
    assert OPEN.refusal(chain, 1) == why


def test_every_sequence_of_faces_is_one_chain_and_the_beginning_of_the_next() -> None:
    """Any sequence of faces divides into chains in exactly one way."""
    die = OpenDie(sides=3, up=3)
    for faces in itertools.product(die.faces, repeat=4):
        ends = [n for n in range(1, 5) if die.refusal(faces[:n], 1) is None]
        assert len(ends) <= 1
        assert bool(ends) != die.goes_on(faces[: max(ends, default=4)])


@pytest.mark.parametrize(
    ("chain", "worth", "worth_zero_minus"),
    [
        ((7,), 7, 7),
        ((10, 3), 13, 13),
        ((10, 10, 4), 24, 24),
        ((1, 3), -2, -3),
        ((1, 10, 5), -14, -15),
    ],
)
def test_worth_of_chains(chain: tuple[int, ...], worth: int, worth_zero_minus: int) -> None:
    assert OPEN.value(chain) == worth
    assert ZERO_MINUS.value(chain) == worth_zero_minus


def test_exploding_dice_are_thrown_one_an_ask() -> None:
    with pytest.raises(ValueError, match="one an ask"):
        OPEN.refusal((2, 3), 2)


@pytest.mark.parametrize(("up", "down"), [(9, 1), (10, 10), (10, 0), (11, 1)])
def test_an_exploding_die_whose_law_would_be_another_cannot_be_made(up: int, down: int) -> None:
    with pytest.raises(ValueError, match="highest"):
        OpenDie(sides=10, up=up, down=down)


def test_notation() -> None:
    assert D6.notation(3) == "3d6"
    assert OPEN.notation() == "1d10!"
    assert Throw(D12, "talent", "acteur").notation() == "1d12"
    assert (OPEN.lowest, OPEN.highest, list(OPEN.faces)) == (1, 10, list(range(1, 11)))
