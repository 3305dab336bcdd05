"""Dice that are thrown again, in the readings of a rule: odds, given faces, house dice, samples."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from tablee.dice.changed_dice import (
    compounding,
    exploding,
    penetrating,
    pushed,
    reroll_once,
    reroll_while,
)
from tablee.dice.counts import CountRead, Keep, Pool, keep_highest
from tablee.dice.die import D4, D6, AnyDie, Throw
from tablee.dice.house_dice import HouseDice
from tablee.rules.procedure import Procedure
from tablee.rules.questions import roll, rolls
from tablee.rules.readings.odds import odds
from tablee.rules.readings.session import Session
from tablee.rules.readings.simulate import simulate
from tablee.rules.refusal import Refusal
from tablee.rules.texts.words import Words
from tablee.table.log.scene_dice import dice_of, dice_text
from tests.kit.brute import brute
from tests.kit.laws import exact_law
from tests.rules.toys import Number, ask, dice


class Kept(Procedure[Number], id="jouet.garde"):
    """Two dice of one kind and a d4: the read of the mixed pool."""

    die: AnyDie
    read: CountRead[int] = keep_highest(2)

    async def rule(self) -> Number:
        return Number(
            value=await rolls((Throw(self.die, "dé", "a", 2), Throw(D4, "dé", "b")), self.read)
        )


class Unbounded(Procedure[Number], id="jouet.sans_plafond"):
    """The sum of the best two of exploding dice without a cap."""

    async def rule(self) -> Number:
        return Number(value=await roll(exploding(D6), "dé", keep_highest(2), who="a", count=3))


DICE = [
    exploding(D4, cap=1),
    compounding(D4, cap=2),
    penetrating(D4, cap=2),
    reroll_once(D4, 1, 2),
    reroll_while(D4, 1, cap=2),
    pushed(D6, 1, 6),
]


@pytest.mark.parametrize("die", DICE)
@pytest.mark.parametrize("read", [Keep(2), Keep(None, 1, lowest=True), Keep(1, 1)])
def test_odds_are_those_of_all_faces(die: AnyDie, read: CountRead[int]) -> None:
    rule = Kept(die=die, read=read)
    found, missing = brute(ask(rule))
    assert not missing
    law = {json.dumps({"value": r.value}): p for r, p in exact_law(rule).items()}
    assert law == found


def test_odds_after_the_first_throw() -> None:
    rule = Kept(die=compounding(D4, cap=1))
    law = odds(ask(rule, dice(4, 2, 3)))
    assert law.p(Number(value=11)) == Fraction(1, 4)
    assert law.p(Number(value=9)) == Fraction(1, 2)


def test_faces_that_are_no_throw_are_refused() -> None:
    with pytest.raises(Refusal) as caught:
        Session(ask(Kept(die=compounding(D4, cap=1)), dice(4, 2)))
    assert caught.value.numbers["missing"] == 1
    assert "à relancer (4)" in Words(None).refusal(caught.value)
    with pytest.raises(Refusal):
        Session(ask(Kept(die=compounding(D4, cap=1)), dice(3, 2, 1)))


def test_samples_follow_the_law() -> None:
    rule = Kept(die=pushed(D6, 6))
    sample = simulate(ask(rule), 4_000, seed=1)
    assert sample.law().distance(exact_law(rule)) < Fraction(1, 20)


@pytest.mark.parametrize("die", DICE)
def test_the_house_throws_them_and_the_log_names_them(die: AnyDie) -> None:
    throw = Throw(die, "dé", "a", 5)
    text = dice_text(throw)
    assert dice_text(dice_of(text)) == text
    for seed in range(20):
        faces = HouseDice(seed).throw(throw)
        assert die.refusal(faces, 5) is None
        assert HouseDice(seed).throw(dice_of(text)) == faces
    for wrong in ("2d6~", "2d6~9", "2d6~2,1", "2d6~1^", "2d6~1,2,3,4,5,6"):
        with pytest.raises(ValueError, match=r"no dice|faces"):
            dice_of(wrong)


def test_a_pool_of_exploding_dice_has_more_dice() -> None:
    assert Pool().value((Throw(exploding(D6, 3), "dé", "a", 2),), ((6, 1, 2),)) == (1, 2, 6)


def test_an_exploding_die_without_a_cap_is_refused_with_the_cure() -> None:
    rule = Unbounded()
    with pytest.raises(Refusal) as caught:
        odds(ask(rule))
    assert "donnez-lui un plafond (cap)" in Words(None).refusal(caught.value)
    assert Session(ask(rule, dice(6, 2, 6, 1, 5))).result == Number(value=12)
