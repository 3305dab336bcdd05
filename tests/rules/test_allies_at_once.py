"""Simultaneous choices of one side: `odds` under best play, policies, and advice before the dice."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tablee.dice.die import D6
from tablee.rules.forms import OneOf
from tablee.rules.procedure import Procedure, Result
from tablee.rules.questions import choose, roll, together
from tablee.rules.readings.advice.advise import advise
from tablee.rules.readings.advice.best_play import odds_of_best_play
from tablee.rules.readings.odds import odds
from tablee.rules.readings.simulate import simulate
from tablee.rules.refusal import Refusal
from tests.rules.toys import ask

SIGNS = OneOf(("soleil", "lune"))


class Score(Result):
    n: int


class Signs(Procedure[Score], id="jouet.signes"):
    """Two show a sign at once: alike they score the die (3 without one), otherwise 4."""

    dice: bool = False
    opposed: bool = False
    policies: bool = False
    utilities = {"points": lambda signs, score, seat: score.n}

    def sides(self) -> dict[str, str]:
        return {"x": "nous", "y": "eux" if self.opposed else "nous"}

    async def rule(self) -> Score:
        face = await roll(D6, "dé", who="x") if self.dice else 3
        usual = ("soleil", "lune") if self.policies else (None, None)
        one, other = await together(
            choose("un", SIGNS, who="x", policy=usual[0]),
            choose("autre", SIGNS, who="y", policy=usual[1]),
        )
        return Score(n=face if one == other else 4)


@pytest.mark.parametrize(
    ("dice", "law"),
    [(False, {4: Fraction(1)}), (True, {4: Fraction(4, 6), 5: Fraction(1, 6), 6: Fraction(1, 6)})],
)
def test_allies_play_their_best_joint_answer(dice: bool, law: dict[int, Fraction]) -> None:
    found = odds_of_best_play(ask(Signs(dice=dice)))
    assert {result.n: chance for result, chance in found.items()} == law


@pytest.mark.parametrize("dice", [False, True])
def test_opponents_are_refused_by_name(dice: bool) -> None:
    with pytest.raises(Refusal, match="policy") as refused:
        odds_of_best_play(ask(Signs(dice=dice, opposed=True)))
    assert "deux camps choisissent" in refused.value.allowed


def test_advice_before_the_dice_says_that_the_dice_come_first() -> None:
    with pytest.raises(Refusal) as refused:
        advise(ask(Signs(dice=True)))
    assert refused.value.field == "answers[0]"
    assert refused.value.allowed.startswith("d’abord les dés")


def test_each_of_simultaneous_choices_takes_its_policy() -> None:
    found = odds(ask(Signs(policies=True)))
    assert {result.n: chance for result, chance in found.items()} == {4: 1}
    sample = simulate(ask(Signs(policies=True, dice=True)), 50, seed=1).law()
    assert {result.n for result, _ in sample.items()} == {4}


def test_one_without_a_policy_is_refused() -> None:
    with pytest.raises(Refusal) as refused:
        odds(ask(Signs()))
    assert refused.value.kind == "choice_needed"
    assert refused.value.field == "un"
