"""Two small rules for the benchmark, in the language of rules."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from tablee.dice.die import D6, D12, Die, Throw
from tablee.dice.reads import Highest, Read, Under
from tablee.rules.procedure import Procedure, Result
from tablee.rules.questions import become, call, roll, rolls

D10 = Die(10, lowest=0)


class BestResult(Result):
    best: int
    zero: bool


class KeepBest(Procedure[BestResult], id="bench.keep_best"):
    """Throw `dice` d10 with faces 0 to 9: the highest face, and whether any die shows 0."""

    dice: int

    async def rule(self) -> BestResult:
        best, zero = await roll(D10, "jet", Highest(marked=0), who="player", count=self.dice)
        return BestResult(best=best, zero=zero)


class NumberResult(Result):
    value: int


class PoolNumber(Procedure[NumberResult], id="bench.number"):
    """Throw some dice: the number that `read` gives."""

    throws: tuple[Throw, ...]
    read: Read[int]

    async def rule(self) -> NumberResult:
        return NumberResult(value=await rolls(self.throws, self.read))


class NumbersResult(Result):
    value: tuple[int, ...]


class PoolNumbers(Procedure[NumbersResult], id="bench.numbers"):
    """Throw some dice: the numbers that `read` gives."""

    throws: tuple[Throw, ...]
    read: Read[tuple[int, ...]]

    async def rule(self) -> NumbersResult:
        return NumbersResult(value=await rolls(self.throws, self.read))


class DuelResult(Result):
    winner: Literal["a", "b"]


class BlowResult(Result):
    lost: int


class Blow(Procedure[BlowResult], id="bench.blow"):
    """Attack: a d12 of at most 8 hits and costs 1d6 points of health."""

    async def rule(self) -> BlowResult:
        if await roll(D12, "attaque", Under(8), who="attaquant"):
            return BlowResult(lost=await roll(D6, "degats", who="attaquant"))
        return BlowResult(lost=0)


class Duel(Procedure[DuelResult], id="bench.duel"):
    """Two fighters strike in turn until one has no health left; the one with `mine` is next."""

    mine: int
    other: int
    striker: Literal["a", "b"] = "a"

    async def rule(self) -> DuelResult:
        left = self.other - (await call(Blow())).lost
        if left <= 0:
            return DuelResult(winner=self.striker)
        turned: Literal["a", "b"] = "b" if self.striker == "a" else "a"
        return await become(replace(self, mine=left, other=self.mine, striker=turned))
