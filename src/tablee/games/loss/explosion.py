"""Faire exploser le d10: the one die of the game (chapter EXP)."""

from __future__ import annotations

from bisect import bisect_right
from itertools import pairwise
from typing import Annotated, Literal

from msgspec import Meta

from tablee.dice.die import D10, Die, OpenDie
from tablee.dice.tails import Cuts
from tablee.games.loss.rulings import LossRulings
from tablee.rules.ambient import Thrown, note, rulings
from tablee.rules.procedure import Procedure, Result
from tablee.rules.questions import roll
from tablee.rules.refusal import refuse

FROM_ONE = OpenDie()
FROM_ZERO = OpenDie(down_worth=0)


def open_die() -> OpenDie:
    """Return the exploding d10; what a first 1 itself counts is ruling R-01 (LOSS-EXP-01, -02)."""
    return FROM_ZERO if rulings(LossRulings).explosion_un == "zero_moins" else FROM_ONE


def die_of(exploits: int) -> OpenDie | Die:
    """Return the die of a Test with this number of declared Exploits: under R-03 a plain die if
    0."""
    if exploits == 0 and rulings(LossRulings).explosion_sans_exploit == "jamais":
        return D10
    return open_die()


class DieResult(Result):
    """`rang`: how many of the thresholds the total reaches."""

    rang: int
    explosion: Literal["aucune", "positive", "negative"]


Threshold = Annotated[int, Meta(ge=-1000, le=1000)]


class ExplodingDie(Procedure[DieResult], id="loss.die"):
    """The exploding d10 added to a sum, against rising thresholds (LOSS-EXP-01..04).

    A first 10 is thrown again and added, a first 1 thrown again and subtracted, on as long as a
    further 10 comes.
    """

    somme: Annotated[
        int, Meta(ge=-1000, le=1000, description="ce qui s’ajoute au dé, jetons compris")
    ] = 0
    seuils: Annotated[
        tuple[Threshold, ...],
        Meta(
            min_length=1, max_length=50, description="totaux à atteindre, du plus bas au plus haut"
        ),
    ] = (15,)

    hideable = ("seuils",)
    seats = {"acteur": ""}

    def check(self) -> None:
        if any(low >= high for low, high in pairwise(self.seuils)):
            raise refuse("seuils", list(self.seuils), "des seuils de plus en plus hauts")

    async def rule(self) -> DieResult:
        die = open_die()
        # The worth shows by itself how the die exploded: 2 to 9 without, more upward, less
        # downward.
        needs = [threshold - self.somme for threshold in self.seuils]
        points = tuple(sorted({*needs, die.down + 1, die.up}))
        reached = points[: await roll(die, "d10", Cuts(points, die), who="acteur")]
        rank = bisect_right(needs, reached[-1]) if reached else 0
        note(
            "LOSS-EXP-01 LOSS-EXP-02 LOSS-EXP-03",
            "Le dé vaut {worth} ; ajouté à {somme}, le total est {total} : {rang:aucun seuil atteint|seuil atteint|seuils atteints}.",
            worth=Thrown(),
            somme=self.somme,
            total=Thrown(plus=self.somme),
            rang=rank,
        )
        if die.up in reached:
            return DieResult(rang=rank, explosion="positive")
        plain = die.down + 1 in reached
        return DieResult(rang=rank, explosion="aucune" if plain else "negative")
