"""Cœurs and Armure: a blow, and the token that replaces a Cœur (COE, OPT)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta

from tablee.games.socle.fields import (
    LEADER,
    Armure,
    ArmureUsage,
    Etat,
    EtatDuHeros,
    HeartsLeft,
)
from tablee.games.socle.foes import full_hearts
from tablee.games.socle.heroes import Heros, struck
from tablee.games.socle.rulings import foes_hidden
from tablee.rules.ambient import effect, note
from tablee.rules.field_marks import on_sheet
from tablee.rules.forms import YES_NO
from tablee.rules.procedure import UNWANTED, Procedure, Result
from tablee.rules.questions import choose
from tablee.rules.refusal import refuse

OwnHearts = (
    Annotated[
        int,
        Meta(ge=0, le=20, description="Cœurs qui restent ; sans nombre, ceux de la catégorie"),
        on_sheet("coeurs", "coeurs_max"),
    ]
    | None
)
OwnCategory = (
    Annotated[
        Literal["pion", "elite", "boss"],
        Meta(description="catégorie, si le coup atteint un adversaire"),
        on_sheet("cible"),
    ]
    | None
)
"""A blow may befall an adversary as well (SOC-TOU-01, -02)."""


class CoupResult(Result):
    """`coeurs`: what is left."""

    coeurs: HeartsLeft
    etat: Etat
    armure_utilisee: bool


class Coup(Procedure[CoupResult], id="socle.coup"):
    """A player's character should lose a Cœur, or an adversary loses one (SOC-TOU-01..03,
    SOC-COE-01, -03, -04, -06, SOC-OPT-01..03).

    Left to the leader: SOC-COE-02.
    """

    coeurs: OwnHearts
    cible: OwnCategory = None
    armure: Armure = 0
    armure_usage: ArmureUsage = "toujours"
    mort: Annotated[bool, Meta(description="le personnage est déjà mort"), on_sheet("mort")] = False

    utilities = {
        "sans_perte": lambda coup, result, seat: int(
            result.coeurs == coup.hearts() and (coup.mort or result.etat != "mort")
        ),
        "coeurs": lambda _, result, seat: result.coeurs,
    }

    def sides(self) -> dict[str, str]:
        return {"player": "heros"}

    def check(self) -> None:
        if self.coeurs is None and self.cible is None:
            raise refuse("coeurs", None, "un nombre de Cœurs, ou la catégorie d’un adversaire")
        if self.cible == "pion" and self.coeurs not in (None, 0, 1):
            raise refuse("coeurs", self.coeurs, "1 pour un pion")
        if self.cible is not None and self.armure:
            raise refuse("armure", self.armure, "0 : un adversaire n’a pas de jeton d’Armure")

    def concealed(self, seat: str) -> frozenset[str]:
        return frozenset({"coeurs", "cible"} if self._hidden(seat) else ())

    def seen(self, result: CoupResult, seat: str) -> Mapping[str, Any]:
        return {"coeurs": UNWANTED} if self._hidden(seat) else {}

    def _hidden(self, seat: str) -> bool:
        return self.cible is not None and seat != LEADER and foes_hidden()

    def hearts(self) -> int:
        """Return the Cœurs before the blow."""
        if self.coeurs is None:
            assert self.cible is not None
            return full_hearts(self.cible)
        return self.coeurs

    async def rule(self) -> CoupResult:
        if self.cible is not None:
            return self._weakened()
        hero = Heros(id="", coeurs=self.hearts(), etat=self.state())
        if hero.etat != "mort":
            facts = {"coeurs": self.hearts()}
            if await armoured(self.armure, self.armure_usage, facts):
                return CoupResult(coeurs=hero.coeurs, etat=hero.etat, armure_utilisee=True)
        after = struck(hero)
        if after.coeurs < hero.coeurs:
            effect("coeurs", -1, who="player")
        elif after.etat != hero.etat:
            effect("mort", True, who="player")
        return CoupResult(coeurs=after.coeurs, etat=after.etat, armure_utilisee=False)

    def _weakened(self) -> CoupResult:
        """Return what an adversary has left: at its last Cœur it is out (SOC-TOU-01, -02)."""
        left = max(0, self.hearts() - 1)
        reader = LEADER if foes_hidden() else None
        if reader is not None:
            note("SOC-TOU-02", "Un Cœur perdu.")
        note("SOC-TOU-02", "Un Cœur perdu : il en reste {left}.", left=left, to=reader)
        if left == 0:
            text = "Plus un seul Cœur : {who:@le} est hors de combat."
            note("SOC-TOU-01 SOC-TOU-02", text, who="player")
        effect("coeurs", -1, who="player")
        etat: Etat = "debout" if left else "a_terre"
        return CoupResult(coeurs=left, etat=etat, armure_utilisee=False)

    def state(self) -> Etat:
        """Return the state of the character before the blow."""
        if self.mort:
            return "mort"
        return "debout" if self.hearts() else "a_terre"


RAISED = "releve"
"""The character whom an ally raises."""


class ReleverResult(Result):
    """The one who was on the ground."""

    coeurs: HeartsLeft
    etat: Etat


class Relever(Procedure[ReleverResult], id="socle.relever"):
    """An ally spends an Action to raise somebody on the ground, who then has one Cœur (SOC-COE-05).
    Within a fight it is an Action of the fight."""

    etat: EtatDuHeros = "debout"
    etat_releve: Annotated[
        Literal["a_terre"],
        Meta(description="qui est relevé, qui doit être à terre"),
        on_sheet("etat", role=RAISED),
    ] = "a_terre"

    apart = ("", RAISED)
    seats = {RAISED: RAISED}
    companions = {RAISED: "coeurs"}

    def sides(self) -> dict[str, str]:
        return {"player": "heros", RAISED: "heros"}

    def check(self) -> None:
        if self.etat != "debout":
            allowed = "debout : qui est hors de combat ({etat}) n’aide plus"
            raise refuse("etat", self.etat, allowed, etat=self.etat)

    async def rule(self) -> ReleverResult:
        text = "Un allié y consacre une Action : {whom:@le} est debout, avec un Cœur."
        note("SOC-COE-05", text, whom=RAISED)
        effect("relever", True, who=RAISED)
        return ReleverResult(coeurs=1, etat="debout")


async def lose_heart(armure: int, usage: ArmureUsage, facts: Mapping[str, Any]) -> bool:
    """Return whether a Cœur that should be lost is lost; otherwise the token of Armure is spent."""
    if await armoured(armure, usage, facts):
        return False
    note("SOC-RIP-03", "Attaque manquée : {who:@le} perd un Cœur.", who="player")
    effect("coeurs", -1, who="player")
    return True


def note_fall() -> None:
    """Note that the player has lost the last Cœur."""
    note("SOC-COE-03 SOC-COE-04", "Plus un seul Cœur : {who:@le} tombe à terre.", who="player")


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
