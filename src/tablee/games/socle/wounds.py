"""Cœurs and Armure: a blow, and the token that replaces a Cœur (COE, OPT)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Meta

from tablee.games.socle.fields import Armure, ArmureUsage, Etat, HeartsLeft
from tablee.games.socle.heroes import Heros, struck
from tablee.rules.ambient import effect, note
from tablee.rules.field_marks import on_sheet
from tablee.rules.forms import YES_NO
from tablee.rules.procedure import Procedure, Result
from tablee.rules.questions import choose


class CoupResult(Result):
    """`coeurs`: what is left."""

    coeurs: HeartsLeft
    etat: Etat
    armure_utilisee: bool


class Coup(Procedure[CoupResult], id="socle.coup"):
    """A player's character should lose a Cœur (SOC-TOU-03, SOC-COE-01, -03, -04, -06,
    SOC-OPT-01..03).

    Left to the leader: SOC-COE-02.
    """

    coeurs: HeartsLeft
    armure: Armure = 0
    armure_usage: ArmureUsage = "toujours"
    mort: Annotated[bool, Meta(description="le personnage est déjà mort"), on_sheet("mort")] = False

    utilities = {
        "sans_perte": lambda coup, result, seat: int(
            result.coeurs == coup.coeurs and (coup.mort or result.etat != "mort")
        ),
        "coeurs": lambda _, result, seat: result.coeurs,
    }

    def sides(self) -> dict[str, str]:
        return {"player": "heros"}

    async def rule(self) -> CoupResult:
        hero = Heros(id="", coeurs=self.coeurs, etat=self.state())
        if hero.etat != "mort":
            facts = {"coeurs": self.coeurs}
            if await armoured(self.armure, self.armure_usage, facts):
                return CoupResult(coeurs=hero.coeurs, etat=hero.etat, armure_utilisee=True)
        after = struck(hero)
        if after.coeurs < hero.coeurs:
            effect("coeurs", -1, who="player")
        elif after.etat != hero.etat:
            effect("mort", True, who="player")
        return CoupResult(coeurs=after.coeurs, etat=after.etat, armure_utilisee=False)

    def state(self) -> Etat:
        """Return the state of the character before the blow."""
        if self.mort:
            return "mort"
        return "debout" if self.coeurs else "a_terre"


async def lose_heart(armure: int, usage: ArmureUsage, facts: Mapping[str, Any]) -> bool:
    """Return whether a Cœur that should be lost is lost; otherwise the token of Armure is spent."""
    if await armoured(armure, usage, facts):
        return False
    note("SOC-RIP-03", "{who:@le^} perd un Cœur.", who="player")
    effect("coeurs", -1, who="player")
    return True


def note_fall(who: str = "player") -> None:
    """Note that somebody has lost the last Cœur."""
    note("SOC-COE-03 SOC-COE-04", "Plus un seul Cœur : {who:@le} tombe à terre.", who=who)


async def armoured(armure: int, usage: ArmureUsage, facts: Mapping[str, Any]) -> bool:
    """Return whether the token of Armure is there and spent (SOC-OPT-03, ruling R-13)."""
    if armure == 0:
        return False
    if usage == "ask":
        spent = await choose(
            "user_armure", YES_NO, who="player", facts=facts, parameter="armure_usage"
        )
    else:
        spent = usage == "toujours"
    if spent:
        note("SOC-OPT-02 SOC-OPT-03", "L’Armure encaisse le coup à sa place et s’use.")
        effect("armure", -1, who="player")
    return spent
