"""Pig, a race of two players who roll on or hold: its values and best answers are those of a value
iteration that is written here by itself."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Annotated, Literal

import pytest

from tablee import (
    ASK,
    D6,
    Meta,
    OneOf,
    Procedure,
    Result,
    advise,
    become,
    decide,
    odds,
    replace,
    roll,
)
from tablee.rules.refusal import Refusal

Player = Literal["ann", "bob"]
Points = Annotated[int, Meta(ge=0, le=99)]
SHOWN = (1, 2, 3, 4, 5, 6)


class Won(Result):
    winner: Player


class Turn(Procedure[Won], id="pig.turn"):
    """A turn, and all that follow. A 1 loses the points of the turn; who has the limit wins."""

    limit: Annotated[int, Meta(ge=2, le=100)] = 8
    mine: Points = 0
    yours: Points = 0
    turn: Points = 0
    player: Player = "ann"
    go: Literal["roll", "hold"] | ASK = "ask"

    utilities = {"win": lambda turn, won, seat: won.winner == seat}

    def sides(self) -> dict[str, str]:
        return {"ann": "a", "bob": "b"}

    async def rule(self) -> Won:
        held, passed = self.mine + self.turn, self.mine
        if self.turn:
            if held >= self.limit:
                return Won(winner=self.player)
            go = await decide(self.go, "go", OneOf(("roll", "hold")), who=self.player)
            passed = held if go == "hold" else -1
        if not self.turn or passed < 0:
            face = await roll(D6, "die", who=self.player)
            if face > 1:
                return await become(replace(self, turn=self.turn + face))
            passed = self.mine
        other: Player = "bob" if self.player == "ann" else "ann"
        return await become(replace(self, mine=self.yours, yours=passed, turn=0, player=other))


# ── value iteration, which knows nothing of the above ──────────────────────────────────────────
State = tuple[int, int, int]
"""The points of who is to roll, those of the other, and those of the turn."""


def iterated(limit: int) -> dict[State, tuple[float, float]]:
    """The chances to win by rolling and by holding in each state."""
    states = [
        (mine, yours, turn)
        for mine, yours in product(range(limit), repeat=2)
        for turn in range(limit - mine)
    ]
    chance = dict.fromkeys(states, 0.5)

    def of(state: State) -> float:
        return 1.0 if state[0] + state[2] >= limit else chance[state]

    def both(mine: int, yours: int, turn: int) -> tuple[float, float]:
        rolled = (
            sum(of((mine, yours, turn + face)) for face in SHOWN[1:]) + 1 - of((yours, mine, 0))
        )
        held = 1 - of((yours, mine + turn, 0)) if turn else 0.0
        return rolled / 6, held

    while True:
        change = 0.0
        for state in states:
            value = max(both(*state))
            change = max(change, abs(value - chance[state]))
            chance[state] = value
        if change < 1e-13:
            return {state: both(*state) for state in states}


@pytest.mark.parametrize("limit", [3, 8])
def test_the_values_of_every_decision_are_those_of_value_iteration(limit: int) -> None:
    known = iterated(limit)
    asked = [state for state in known if state[2] >= 2]
    for mine, yours, turn in asked[:: max(1, len(asked) // 25)]:
        advice = advise(Turn(limit=limit, mine=mine, yours=yours, turn=turn))
        rolled, held = known[mine, yours, turn]
        worth = {option.choice: float(option.value) for option in advice.options}
        assert worth == pytest.approx({"roll": rolled, "hold": held}, abs=1e-8)
        assert advice.error < 1e-8
        if abs(rolled - held) > 1e-7:
            assert advice.best == ("roll" if rolled > held else "hold")


def test_before_the_dice_the_advice_is_to_who_may_choose_first() -> None:
    """Not to the other, who chooses after a 1."""
    known = iterated(8)
    advice = advise(Turn(limit=8))
    assert (advice.seat, advice.label) == ("ann", "go")
    assert advice.wait is not None
    assert float(advice.wait) == pytest.approx(known[0, 0, 0][0], abs=1e-8)


def held_at(limit: int, least: int) -> Fraction:
    """The chance of who begins when both hold as soon as a turn has `least` points."""
    turns: dict[int, Fraction] = {}

    def play(points: int, chance: Fraction, at: int) -> None:
        if points and (points >= least or at + points >= limit):
            turns[points] = turns.get(points, Fraction()) + chance
            return
        turns[0] = turns.get(0, Fraction()) + chance / 6
        for face in SHOWN[1:]:
            play(points + face, chance / 6, at)

    gains: dict[int, Mapping[int, Fraction]] = {}
    for at in range(limit):
        turns = {}
        play(0, Fraction(1), at)
        gains[at] = turns
    value: dict[tuple[int, int], Fraction] = {}
    for total in reversed(range(2 * limit - 1)):
        for mine in range(max(0, total - limit + 1), min(limit, total + 1)):
            yours = total - mine
            # x = a + z (1 - y) and y = b + z' (1 - x), where nobody scores with chance z
            a = _ahead(gains[mine], mine, yours, limit, value)
            b = _ahead(gains[yours], yours, mine, limit, value)
            z, other = gains[mine].get(0, Fraction()), gains[yours].get(0, Fraction())
            value[mine, yours] = (a + z * (1 - b - other)) / (1 - z * other)
    return value[0, 0]


def _ahead(
    gains: Mapping[int, Fraction],
    mine: int,
    yours: int,
    limit: int,
    value: Mapping[tuple[int, int], Fraction],
) -> Fraction:
    return sum(
        (
            chance * (1 if mine + gain >= limit else 1 - value[yours, mine + gain])
            for gain, chance in gains.items()
            if gain
        ),
        Fraction(),
    )


class Careful(Turn, id="pig.careful"):
    """Both hold as soon as a turn has some points."""

    least: int = 4

    async def rule(self) -> Won:
        if self.turn:
            wanted: Literal["roll", "hold"] = "hold" if self.turn >= self.least else "roll"
            if self.go != wanted:
                return await become(replace(self, go=wanted))
        return await super().rule()


@pytest.mark.parametrize(("limit", "least"), [(5, 2), (8, 4), (10, 100)])
def test_the_law_of_fixed_answers_is_exact(limit: int, least: int) -> None:
    """A run may go on for ever in its states; its law is a fraction all the same."""
    law = odds(Careful(limit=limit, least=least, go="roll"))
    assert law.chance(lambda won: won.winner == "ann") == held_at(limit, least)


def test_the_law_of_best_play_is_that_of_one_side() -> None:
    with pytest.raises(Refusal) as refused:
        odds(Turn(limit=8), policy="best")
    assert "deux camps choisissent l’un contre l’autre" in refused.value.allowed


# ── one player alone, whose choices may come back ──────────────────────────────────────────────
class Kept(Result):
    points: int


class Again(Procedure[Kept], id="pig.again"):
    """Roll as often as you like, and keep the last face; a 1 ends with nothing."""

    utilities = {"points": lambda again, result, seat: result.points}

    async def rule(self) -> Kept:
        face = await roll(D6, "die", who="ann")
        if face == 1:
            return Kept(points=0)
        if await decide("ask", "go", OneOf(("hold", "roll")), who="ann") == "hold":
            return Kept(points=face)
        return await become(self)


def test_the_law_of_best_play_where_choices_come_back() -> None:
    """A throw is worth the mean of the faces kept and of the 1: a 4 is kept, 15/4 before each throw."""
    law = odds(Again(), policy="best")
    assert {result.points: chance for result, chance in law.items()} == best_of_again()


def best_of_again() -> dict[int, Fraction]:
    worth = max(
        Fraction(sum(kept), len(kept) + 1)
        for kept in ([face for face in SHOWN[1:] if face >= least] for least in SHOWN[1:])
    )
    kept = [face for face in SHOWN[1:] if face >= worth]
    return {face: Fraction(1, len(kept) + 1) for face in (0, *kept)}
