"""The interval that is reported while a fight is computed contains its value, and narrows."""

from __future__ import annotations

import itertools
from random import Random
from typing import Any

import pytest

from tablee.dice.die import D6
from tablee.rules.forms import NumberFrom
from tablee.rules.procedure import Procedure, Result, replace
from tablee.rules.questions import become, choose, roll, together
from tablee.rules.readings.advice.advise import advise
from tablee.rules.readings.advice.given_advice import Advice
from tablee.rules.readings.budget import Budget
from tablee.rules.readings.columns import fights, first_bound
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import RunInput, ask_about
from tests.rules.toys import ask

pytestmark = pytest.mark.usefixtures("nothing_kept")

SHARES = 0.1, 1e9
"""The part of the time that the interval may take: as usual, and all that it can use."""
FREE = {"attitude": "ask", "passe": "ask"}


class Score(Result):
    """Strength that each side has at the end."""

    a: int
    b: int


def _worth(_: object, result: Score, seat: str) -> int:
    """Return 20 for a win, -20 for a defeat, the difference when time is over."""
    worth = result.a - result.b
    if result.a <= 0 or result.b <= 0:
        worth = 20 if result.a > result.b else -20 if result.a < result.b else 0
    return worth if seat == "a" else -worth


class Clash(Procedure[Score], id="jouet.choc"):
    """Two sides that choose a number at once, up to `most`; the faces and `twist` say who loses."""

    a: int
    b: int
    most: int
    twist: int
    limit: int
    tours: int = 0

    utilities = {"gain": _worth}
    utility_ranges = {"gain": (-20, 20)}
    clock = "tours", "limit"

    def sides(self) -> dict[str, str]:
        return {"a": "a", "b": "b"}

    async def rule(self) -> Score:
        form = NumberFrom(0, self.most)
        one, other = await together(choose("un", form, who="a"), choose("autre", form, who="b"))
        face = await roll(D6, "dé", who="a")
        lost_a = (one * self.twist + other + face) % 4
        lost_b = (other * self.twist + 2 * one + face) % 3
        a, b = self.a - lost_a, self.b - lost_b
        if a <= 0 or b <= 0 or self.tours + 1 == self.limit:
            return Score(a=a, b=b)
        return await become(replace(self, a=a, b=b, tours=self.tours + 1))


def _followed(question: RunInput, **more: Any) -> tuple[Advice, list[tuple[float, float]]]:
    """Return advice from the arrays, and the intervals on the way."""
    bounds: list[tuple[float, float]] = []

    def tick(steps: int, states: int) -> None:
        if budget.bound is not None and budget.bound not in bounds[-1:]:
            bounds.append(budget.bound)

    budget = Budget(tick=tick)
    return advise(question, budget=budget, whole=True, **more), bounds


def _check(advice: Advice, bounds: list[tuple[float, float]], value: float) -> None:
    for low, high in bounds:
        assert low <= value + advice.error
        assert value - advice.error <= high
    for (low, high), (lower, higher) in itertools.pairwise(bounds):
        assert low <= lower <= higher <= high


@pytest.mark.parametrize("seat", ["a", "b"])
@pytest.mark.parametrize("seed", range(8))
def test_an_interval_of_a_random_fight_contains_its_value(
    seed: int, seat: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw = Random(seed)
    share = SHARES[seed % 4 > 0]
    monkeypatch.setattr(first_bound, "SHARE", share)
    limit = draw.randint(1, 6)
    question = ask(
        Clash(
            a=draw.randint(3, 9),
            b=draw.randint(3, 9),
            most=draw.randint(1, 2),
            twist=draw.randint(1, 3),
            limit=limit,
        )
    )
    advice, bounds = _followed(question, seat=seat)
    _check(advice, bounds, float(advice.value))
    assert bounds or share < 1 or limit < 5
    fights.forget()
    walked = advise(question, seat=seat)
    assert float(walked.value) == pytest.approx(float(advice.value), abs=1e-9)


@pytest.mark.parametrize("utility", ["victoire", "survie"])
@pytest.mark.parametrize("seat", ["a", "b"])
@pytest.mark.parametrize("share", SHARES)
def test_an_interval_of_a_duel_contains_its_value(
    share: float, seat: str, utility: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(first_bound, "SHARE", share)
    sides = {
        "a": {"talent": 5, "letalite": 5, "pds": 10, "politique": FREE},
        "b": {"talent": 6, "letalite": 4, "pds": 10, "politique": FREE},
    }
    question = ask_about("exil.duel", {**sides, "max_turns": 6})
    advice, bounds = _followed(question, utility=utility, seat=seat)
    _check(advice, bounds, float(advice.value))
    assert bounds or share < 1
    if share > 1:
        low, high = bounds[-1]
        assert high - low < 1


@pytest.mark.parametrize("whole", [False, True])
def test_a_worth_outside_its_range_is_refused(whole: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Clash, "utility_ranges", {"gain": (-20, 1)})
    question = ask(Clash(a=6, b=6, most=1, twist=1, limit=2))
    with pytest.raises(Refusal, match="une valeur de -20 à 1, comme le dit utility_ranges"):
        advise(question, whole=whole)
