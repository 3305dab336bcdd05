"""Advice that is too large is refused soon, also where states count their rounds without a clock."""

from fractions import Fraction
from typing import Any

import pytest

from tablee import (
    D6,
    YES_NO,
    NumberFrom,
    Procedure,
    Record,
    Refusal,
    Result,
    become,
    choose,
    decide,
    replace,
    roll,
    together,
)
from tablee import advise as advise_in_library
from tablee.rules.readings.advice import kept_advisers
from tablee.rules.readings.advice.position_sample import STEPS_BEFORE_SAMPLE
from tablee.rules.readings.budget import Budget

SOON = 200_000
"""Steps that take about two seconds."""


class Fighter(Record):
    wounds: int = 0
    breath: int = 4


class Winner(Result):
    winner: str


class Duel(Procedure[Winner], id="sampled.duel"):
    """Two fighters bid their breath; the rounds are counted in a plain field."""

    first: Fighter = Fighter()
    second: Fighter = Fighter()
    rounds: int = 0
    last: int = 100
    lives: int = 2

    utilities = {"win": lambda duel, end, seat: end.winner == seat}

    def sides(self) -> dict[str, str]:
        return {"first": "a", "second": "b"}

    async def rule(self) -> Winner:
        x, y = await together(
            choose("bid", NumberFrom(0, self.first.breath), who="first"),
            choose("bid", NumberFrom(0, self.second.breath), who="second"),
        )
        mine = x + await roll(D6, "first", who="first")
        yours = y + await roll(D6, "second", who="second")
        first = _hit(self.first, yours > mine, x)
        second = _hit(self.second, mine > yours, y)
        if first.wounds == self.lives or second.wounds == self.lives:
            return Winner(winner="second" if first.wounds == self.lives else "first")
        if self.rounds + 1 == self.last:
            return Winner(winner="")
        return await become(replace(self, first=first, second=second, rounds=self.rounds + 1))


def _hit(fighter: Fighter, hit: bool, bid: int) -> Fighter:
    return Fighter(wounds=fighter.wounds + hit, breath=fighter.breath - bid)


class Score(Result):
    score: int


class Pot(Procedure[Score], id="sampled.pot"):
    """Throw until a 1, or bank the pot: what counts the turns changes at some states alone."""

    turns: int = 30
    score: int = 0
    pot: int = 0

    utilities = {"hundred": lambda pot, end, seat: end.score == 100}

    async def rule(self) -> Score:
        if self.turns == 0:
            return Score(score=self.score)
        if self.pot and not await decide("ask", "again", YES_NO, who="player"):
            score = min(100, self.score + self.pot)
            return await become(replace(self, turns=self.turns - 1, score=score, pot=0))
        face = await roll(D6, "die", who="player")
        if face == 1:
            return await become(replace(self, turns=self.turns - 1, pot=0))
        return await become(replace(self, pot=min(100, self.pot + face)))


@pytest.mark.parametrize("run", [Duel(), Duel(lives=5), Pot()], ids=["duel", "long", "pot"])
def test_rounds_that_a_state_counts_are_refused_soon(run: Procedure[Any]) -> None:
    spent: list[int] = []
    with pytest.raises(Refusal) as refused:
        advise_in_library(run, budget=Budget(tick=lambda steps, states: spent.append(steps)))
    assert refused.value.kind == "too_large"
    assert max(spent) < SOON


def test_a_short_duel_is_advised() -> None:
    """Both bid all their breath, and the higher die wins."""
    assert advise_in_library(Duel(last=1, lives=1)).value == Fraction(15, 36)


def test_steps_spent_on_other_work_do_not_count() -> None:
    """Advice on a fight may try its arrays first, with the same budget."""
    fresh, used = Budget(), Budget()
    used.spend_steps(400_000, "arrays")
    run = Duel(last=3)
    value = advise_in_library(run, budget=fresh).value
    assert fresh.steps_spent > STEPS_BEFORE_SAMPLE
    kept_advisers.forget()
    assert advise_in_library(run, budget=used).value == value
