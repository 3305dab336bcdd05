"""Attacks of a mêlée in contact: the whip, the blow gone astray (chapters CON, PAS, OPT, ARM)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from tablee.games.exil.contact import Assaut, AssautResult
from tablee.games.exil.passes import Passe
from tablee.rules.ambient import note
from tablee.rules.forms import YES_NO
from tablee.rules.questions import ASK, decide
from tablee.rules.schema import fields_of

__all__ = ["StrayBlow", "WhipAssaut", "with_whip"]


class WhipAssaut(Assaut, id="exil.melee.fouet"):
    """An assaut with a whip, which may hold a part of the body instead of disarming (EXIL-ARM-04).

    A désarmement without `desarme` is a hold: where it cannot disarm, it always is (R-82).
    """

    saisir: Annotated[bool | ASK, Meta(description="saisir un membre plutôt que désarmer")] = False

    async def _disarms(self, passe: Passe) -> bool:
        able = await super()._disarms(passe)
        if passe != "desarmement" or not able:
            return able
        held = await decide(self.saisir, "saisir", YES_NO, who="attaquant", default=False)
        return not held

    def _tell_passe(self, passe: Passe, disarmed: bool) -> None:
        if passe == "desarmement" and not disarmed:
            note("EXIL-ARM-04", "Le fouet s’enroule autour de l’adversaire, sans le blesser.")
        else:
            super()._tell_passe(passe, disarmed)


def with_whip(assaut: Assaut, saisir: bool | ASK) -> WhipAssaut:
    """The same assaut with a whip."""
    given = {name: getattr(assaut, name) for name in fields_of(Assaut)}
    return WhipAssaut(**given, saisir=saisir)


class StrayBlow(Assaut, id="exil.melee.egare"):
    """The attack of somebody who has lost his footing, on one of his own side (EXIL-PAS-12).

    Rolled at the full Poff, the damage counts half of it; no passe (R-28).
    """

    async def rule(self) -> AssautResult:
        half = self.poff // 2
        note(
            "EXIL-PAS-12",
            "Le coup part vers un allié ; pour ses dégâts, le Poff compte pour moitié : {half}.",
            half=half,
        )
        outcome, damage = await self.half_hit(self.poff, half, self.pdef)
        return AssautResult(outcome=outcome, damage=damage, passe=None, desarme=False)
