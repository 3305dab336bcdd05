"""Choices after dice: luck spent once a d100 has fallen. Laws and values are counted apart."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import pytest

from tablee import ASK, D100, YES_NO, NumberFrom, Procedure, Result, become, decide, replace, roll
from tablee.rules.readings.advice import dice_ahead
from tablee.rules.readings.advice.advise import advise
from tablee.rules.readings.advice.best_play import odds_of_best_play
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import RunInput
from tests.rules.toys import ask, chosen, dice

LONGEST = 10
"""Seconds of processor time: five times what a refusal takes on a machine that does nothing else."""


class Outcome(Result):
    won: bool
    luck: int


class Check(Procedure[Outcome], id="toy.luck"):
    skill: int = 50
    luck: int = 20
    spend: int | ASK = "ask"

    utilities = {"thrifty": lambda check, outcome, seat: 30 * outcome.won + outcome.luck}

    async def rule(self) -> Outcome:
        face = await roll(D100, "test", who="player")
        offered = NumberFrom(0, self.luck)
        spent = await decide(self.spend, "spend", offered, who="player", facts={"face": face})
        return Outcome(won=face - spent <= self.skill, luck=self.luck - spent)


class Opposed(Check, id="toy.opposed"):
    async def rule(self) -> Outcome:
        face = await roll(D100, "test", who="player")
        other = await roll(D100, "other", who="leader")
        offered = NumberFrom(0, self.luck)
        spent = await decide(self.spend, "spend", offered, who="player", facts={"face": face})
        return Outcome(won=face - spent < other, luck=self.luck - spent)


class Pushed(Check, id="toy.pushed"):
    """A failure may be pushed once; then luck is spent."""

    push: bool | ASK = "ask"
    again: bool = False

    async def rule(self) -> Outcome:
        face = await roll(D100, "test", who="player")
        failed = face > self.skill and not self.again
        if failed and await decide(self.push, "push", YES_NO, who="player"):
            return await become(replace(self, again=True))
        offered = NumberFrom(0, self.luck)
        spent = await decide(self.spend, "spend", offered, who="player")
        return Outcome(won=face - spent <= self.skill, luck=self.luck - spent)


def worth(face: int, spent: int, skill: int = 50, luck: int = 20) -> int:
    return 30 * (face - spent <= skill) + luck - spent


def test_luck_after_one_die() -> None:
    best = [max(worth(face, spent) for spent in range(21)) for face in range(1, 101)]
    before = {n: Fraction(sum(worth(face, n) for face in range(1, 101)), 100) for n in range(21)}
    found = advise(ask(Check()))
    assert {each.choice: each.value for each in found.options} == before
    assert found.wait == Fraction(sum(best), 100)
    law = odds_of_best_play(ask(Check()))
    spent = [max(range(21), key=lambda n: worth(face, n)) for face in range(1, 101)]
    counted = Counter(Outcome(won=face - n <= 50, luck=20 - n) for face, n in enumerate(spent, 1))
    assert dict(law.items()) == {each: Fraction(n, 100) for each, n in counted.items()}


def test_luck_after_a_push() -> None:
    once = Fraction(sum(max(worth(face, n) for n in range(21)) for face in range(1, 101)), 100)
    best = [Fraction(max(worth(face, n) for n in range(21))) for face in range(1, 101)]
    value = sum(
        (max(once, each) if face > 50 else each for face, each in enumerate(best, 1)), Fraction()
    )
    assert advise(ask(Pushed())).wait == value / 100
    law = odds_of_best_play(ask(Pushed()))
    assert law.mean(lambda outcome: 30 * outcome.won + outcome.luck) == value / 100


def test_advice_before_dice_names_the_choices_that_are_assumed_to_be_the_best() -> None:
    """The first choice is that of luck; a push comes after other faces, and luck again after it."""
    found = advise(ask(Pushed()))
    assert (found.label, found.later) == ("spend", ("push", "spend"))
    assert found.view()["later"] == ["push", "spend"]
    assert advise(ask(Check())).later == ()
    before_dice = advise(ask(Pushed(), dice(60), chosen(False)))
    assert (before_dice.label, before_dice.later) == ("spend", ())
    assert advise(ask(Pushed(), dice(60))).later == ("spend",)


def test_advice_shows_where_other_dice_offer_other_answers() -> None:
    class Drawn(Check, id="toy.drawn"):
        async def rule(self) -> Outcome:
            face = await roll(D100, "test", who="player")
            spent = await decide(self.spend, "spend", NumberFrom(0, face % 3), who="player")
            return Outcome(won=face - spent <= self.skill, luck=self.luck - spent)

    assert advise(ask(Drawn())).varies
    assert advise(ask(Drawn())).view()["varies"] is True
    assert not advise(ask(Drawn(), dice(2))).varies
    assert not advise(ask(Check())).varies


def test_two_dice_before_the_choice() -> None:
    pairs = [(face, other) for face in range(1, 101) for other in range(1, 101)]
    best = sum(max(30 * (face - n < other) + 5 - n for n in range(6)) for face, other in pairs)
    found = advise(ask(Opposed(luck=5)))
    assert found.wait == Fraction(best, 10_000)
    law = odds_of_best_play(ask(Opposed(luck=5)))
    assert law.mean(lambda outcome: 30 * outcome.won + outcome.luck) == found.wait


@pytest.mark.parametrize("reading", [advise, odds_of_best_play])
def test_too_many_outcomes_before_a_choice_are_refused_soon_with_the_dice(
    reading: Callable[[RunInput], object],
) -> None:
    begun = time.process_time()
    with pytest.raises(Refusal) as refused:
        reading(ask(Opposed(luck=60)))
    assert time.process_time() - begun < LONGEST
    assert refused.value.allowed == dice_ahead.DICE_FIRST
    assert (refused.value.field, refused.value.numbers["n"]) == ("test", 10_000)


@pytest.mark.parametrize("reading", [advise, odds_of_best_play])
def test_choices_after_each_of_several_dice_name_the_choice(
    reading: Callable[[RunInput], object],
) -> None:
    class Three(Check, id="toy.three"):
        async def rule(self) -> Outcome:
            luck, won = self.luck, True
            for _ in range(3):
                face = await roll(D100, "test", who="player")
                spent = await decide(self.spend, "spend", NumberFrom(0, luck), who="player")
                luck, won = luck - spent, won and face - spent <= self.skill
            return Outcome(won=won, luck=luck)

    begun = time.process_time()
    with pytest.raises(Refusal) as refused:
        reading(ask(Three(luck=40)))
    assert time.process_time() - begun < LONGEST
    assert (refused.value.kind, refused.value.field) == ("too_large", "spend")
