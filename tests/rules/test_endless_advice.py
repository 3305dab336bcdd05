"""Advice on runs that never end is refused with the cause, and with the line where there is one."""

from __future__ import annotations

import inspect
import warnings

import pytest

from tablee import (
    ASK,
    D6,
    YES_NO,
    OneOf,
    Procedure,
    Refusal,
    Result,
    advise,
    become,
    call,
    choose,
    decide,
    replace,
    roll,
    together,
)


class Points(Result):
    v: int


class Asks(Procedure[Points]):
    n: int = 0
    go: bool | ASK = "ask"
    utilities = {"v": lambda rule, result, seat: result.v}


class OnlyDice(Asks):
    async def rule(self) -> Points:
        while True:
            await roll(D6, "a", who="hero")


class DiceThenChoice(Asks):
    async def rule(self) -> Points:
        while await roll(D6, "a", who="hero") < 7:
            pass
        return Points(v=await choose("v", OneOf((1, 2)), who="hero"))


class DiceLeadToTheChoice(Asks):
    async def rule(self) -> Points:
        total = 0
        while (face := await roll(D6, "a", who="hero")) == 6:
            total += face
        return Points(v=total + await choose("v", OneOf((1, 2)), who="hero"))


class AsksAgain(Asks):
    async def rule(self) -> Points:
        total = 0
        while not await decide(self.go, "go", YES_NO, who="hero"):
            total += await roll(D6, "a", who="hero")
        return Points(v=total)


class CallsItself(Asks):
    async def rule(self) -> Points:
        face = await roll(D6, "a", who="hero")
        if await decide(self.go, "go", YES_NO, who="hero"):
            return Points(v=face)
        inner = await call(replace(self, n=self.n + 1))
        return Points(v=inner.v + face)


class Counts(Asks):
    async def rule(self) -> Points:
        face = await roll(D6, "a", who="hero")
        if await decide(self.go, "go", YES_NO, who="hero"):
            return Points(v=self.n)
        return await become(replace(self, n=self.n + face))


class Wanders(Asks):
    async def rule(self) -> Points:
        face = await roll(D6, "a", who="hero")
        if await decide(self.go, "go", YES_NO, who="hero"):
            return Points(v=self.n)
        return await become(replace(self, n=self.n + face - 3))


class CountsRounds(Asks):
    """A duel in which a round may change nothing but its number."""

    lives: tuple[int, int] = (3, 3)

    @staticmethod
    def sides() -> dict[str, str]:
        return {"a": "a", "b": "b"}

    async def rule(self) -> Points:
        if 0 in self.lives:
            return Points(v=int(self.lives[1] == 0))
        moves = OneOf(("hit", "guard"))
        mine, theirs = await together(
            choose("move", moves, who="a", secret=True), choose("move", moves, who="b", secret=True)
        )
        a, b = await roll(D6, "a", who="a"), await roll(D6, "b", who="b")
        mine_hits = mine == "hit" and a > 3 + (theirs == "guard")
        theirs_hit = theirs == "hit" and b > 3 + (mine == "guard")
        lives = self.lives[0] - theirs_hit, self.lives[1] - mine_hits
        return await become(replace(self, lives=lives, n=self.n + 1))


class First(Asks):
    async def rule(self) -> Points:
        return await become(Second(n=self.n))


class Second(Asks):
    async def rule(self) -> Points:
        return await become(First(n=self.n))


class StopsAt(Asks):
    """A count with a bound, far beyond the worlds that are looked at first."""

    async def rule(self) -> Points:
        face = await roll(D6, "a", who="hero")
        if self.n >= 600 or await decide(self.go, "go", YES_NO, who="hero"):
            return Points(v=self.n)
        return await become(replace(self, n=self.n + face))


def refused(kind: type[Asks]) -> str:
    with pytest.raises(Refusal) as caught:
        advise(kind())
    return str(caught.value).replace("\xa0", " ").replace("\u202f", " ")


def line_of(kind: type[Asks], text: str) -> int:
    lines, first = inspect.getsourcelines(kind)
    return first + next(n for n, line in enumerate(lines) if text in line)


@pytest.mark.parametrize(
    ("kind", "waits"),
    [
        (OnlyDice, ["await roll"]),
        (DiceThenChoice, ["await roll"]),
        (DiceLeadToTheChoice, ["await roll"]),
        (AsksAgain, ["await decide", "await roll"]),
    ],
)
def test_a_loop_that_asks_for_ever_is_refused_with_its_line(
    kind: type[Asks], waits: list[str]
) -> None:
    message = refused(kind)
    assert "réponses d’affilée" in message
    assert any(f"(ligne {line_of(kind, each)})" in message for each in waits)
    assert "« return await become(…) »" in message


def test_nested_calls_are_refused_with_their_line() -> None:
    message = refused(CallsItself)
    assert "appels imbriqués" in message
    assert f"(ligne {line_of(CallsItself, 'await call')})" in message


@pytest.mark.parametrize("kind", [Counts, Wanders, CountsRounds])
def test_a_count_without_a_bound_is_named(kind: type[Asks]) -> None:
    assert "qui ne diffèrent que par « n »" in refused(kind)


def test_states_that_ask_nothing_are_refused() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert "sans rien demander ; faites-le finir" in refused(First)


def test_a_count_with_a_bound_is_weighed() -> None:
    """The keeper who throws again until 600 or more gains most."""
    advice = advise(StopsAt(n=595))
    assert [option.choice for option in advice.options] == [False, True]
    advice = advise(StopsAt())
    assert advice.best is False
    assert advice.value >= 600
