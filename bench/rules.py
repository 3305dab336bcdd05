"""Two small rules that no game has, written for the benchmark in the language of rules."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from tablee.dice.die import D6, Die
from tablee.dice.reads import Fold, Highest
from tablee.rules.procedure import Procedure, Result
from tablee.rules.questions import become, roll

D10 = Die(10, lowest=0)


class BestResult(Result):
    best: int
    zero: bool


class KeepBest(Procedure[BestResult], id="bench.keep_best"):
    """`dice` d10 showing 0 to 9: the best face, and whether any shows 0."""

    dice: int

    async def rule(self) -> BestResult:
        best, zero = await roll(D10, "jet", Highest(marked=0), who="player", count=self.dice)
        return BestResult(best=best, zero=zero)


class DuelResult(Result):
    winner: Literal["a", "b"]


def wound(lost: int, _: int, face: int) -> int:
    """A blow: 1d6; 1 and 2 miss, 3 and 4 cost 1 point of health, 5 costs 2, 6 costs 3."""
    return lost + (0, 0, 1, 1, 2, 3)[face - 1]


def as_is(lost: int) -> int:
    return lost


BLOW = Fold(0, wound, as_is)


class Duel(Procedure[DuelResult], id="bench.duel"):
    """Two fighters strike in turn until one has no health left; `mine` strikes next."""

    mine: int
    other: int
    striker: Literal["a", "b"] = "a"

    async def rule(self) -> DuelResult:
        left = self.other - await roll(D6, "coup", BLOW, who=self.striker)
        if left <= 0:
            return DuelResult(winner=self.striker)
        turned: Literal["a", "b"] = "b" if self.striker == "a" else "a"
        return await become(replace(self, mine=left, other=self.mine, striker=turned))
