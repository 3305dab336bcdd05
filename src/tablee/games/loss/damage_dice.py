"""The d10 of damage and of Détresse that Exploits are worth (chapters CBT, OAE, ECH)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from tablee.dice.die import D10
from tablee.dice.tails import Window
from tablee.games.loss.explosion import open_die
from tablee.games.loss.rulings import LossRulings
from tablee.games.loss.scale import From, To, scaled_loss
from tablee.rules.ambient import note, rulings
from tablee.rules.field_marks import on_sheet
from tablee.rules.forms import NumberFrom
from tablee.rules.procedure import Procedure, Result
from tablee.rules.questions import ASK, Gather, call, call_all, decide, roll
from tablee.rules.refusal import refuse

Nature = Annotated[Literal["degats", "detresse"], Meta(description="ce que les dés font perdre")]
MOST = 50
"""The most that one exploding die counts."""
MOST_BLOW, USUAL_BLOW = 10_000, 200
"""The most damage of a blow, and the most that a person is asked for."""


class DieResult(Result):
    """The worth of one die."""

    total: int


class OneDie(Procedure[DieResult], id="loss.degats.de"):
    """One d10 of damage; an exploding one counts from 0 to 50 (LOSS-CBT-03, R-45)."""

    nature: Nature

    async def rule(self) -> DieResult:
        die = open_die() if rulings(LossRulings).degats_explosent else D10
        worth = await roll(die, self.nature, Window(0, MOST, die), who="acteur")
        return DieResult(total=worth)


class DamageDiceResult(Result):
    """`total`: of the dice, and of the blow that they add to; `perte`: what the target loses."""

    total: int
    perte: int


class DamageDice(Procedure[DamageDiceResult], id="loss.degats"):
    """One d10 for each Exploit spent on damage or on Détresse (LOSS-CBT-03, LOSS-OAE-10).

    Damage counts at its Échelle and meets armour (LOSS-ECH-02, -04, -05); Détresse does neither
    (LOSS-ECH-07).

    Left to the leader: LOSS-OAE-11, LOSS-CBT-05, LOSS-EXT-02, LOSS-EXT-03.
    """

    des: Annotated[int, Meta(ge=1, le=5, description="nombre de d10, un par Exploit")]
    nature: Nature = "degats"
    coup: (
        Annotated[
            int, Meta(ge=0, le=MOST_BLOW, description="dégâts du coup avant ces dés, s’il en a")
        ]
        | ASK
    ) = 0
    """The MJ’s: the dice are in addition to it (LOSS-CBT-03, LOSS-EXT-02)."""
    de: Annotated[From, on_sheet("echelle")] = "hommes"
    vers: Annotated[To, on_sheet("echelle", role="cible")] = "hommes"
    armure: Annotated[
        int,
        Meta(ge=0, description="armure à l’Échelle de la cible"),
        on_sheet("armure", role="cible"),
    ] = 0

    seats = {"acteur": ""}

    def check(self) -> None:
        if self.nature == "detresse" and self.coup not in (0, "ask"):
            raise refuse("coup", self.coup, "0 : la Détresse ne s’ajoute pas aux dégâts d’un coup")

    async def rule(self) -> DamageDiceResult:
        dice = (call(OneDie(nature=self.nature)),) * self.des
        blow = await self._blow()
        total = await call_all(dice, Gather(blow, _added, _whole))
        note(
            "LOSS-CBT-03 LOSS-OAE-10",
            "{des:d10|d10}{coup:|, dégâts du coup} : {total} en tout.",
            des=self.des,
            total=total,
            coup=blow,
        )
        if self.nature == "detresse":
            return DamageDiceResult(total=total, perte=total)
        return DamageDiceResult(
            total=total, perte=scaled_loss(total, self.de, self.vers, self.armure)
        )

    async def _blow(self) -> int:
        """Return the damage of the blow itself, which another chapter gives (LOSS-CBT-03,
        LOSS-EXT-02)."""
        if self.coup == "ask" and self.nature == "detresse":
            return 0
        return await decide(self.coup, "coup", NumberFrom(0, USUAL_BLOW), who="mj", default=0)


def _added(total: int, place: int, die: DieResult) -> int:
    return total + die.total


def _whole(total: int) -> int:
    return total
