"""Attacks of a mêlée in contact: the whip, the weapon that jams, the blow gone astray (chapters
CON, PAS, OPT, ARM)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from tablee.dice.die import D12
from tablee.dice.reads import Reaches
from tablee.games.exil.fight.assaut import Assaut, AssautResult, AttackRoll
from tablee.games.exil.fight.blows import attack_under
from tablee.games.exil.fight.passes import Passe
from tablee.games.exil.fight.shot import EnrayeSur12
from tablee.rules.ambient import note
from tablee.rules.forms import YES_NO
from tablee.rules.questions import ASK, decide, roll
from tablee.rules.schema import fields_of


class BlowResult(AssautResult):
    """An attack with a weapon that may jam. `enrayee`: it has."""

    enrayee: bool = False


class _Trigger:
    """The attacks of a run with a weapon that jams at each 12 (EXIL-ARM-15): once jammed, none
    hits."""

    def __init__(self) -> None:
        self.jammed = False

    async def __call__(self, highest: int) -> bool:
        if self.jammed:
            return False
        read = Reaches((highest + 1, 12))
        missed, self.jammed = await roll(D12, "attaque", read, who="attaquant")
        if self.jammed:
            note("EXIL-ARM-15 EXIL-INC-07", "Le d12 montre 12 : l’arme s’enraye.")
        return not missed


class NeedleAssaut(Assaut, id="exil.melee.aiguilles"):
    """An assaut with a firearm that jams each time a 12 is rolled (EXIL-ARM-15, EXIL-TIR-02): the
    attack itself keeps its result, a second one is lost."""

    async def rule(self, attack_roll: AttackRoll = attack_under) -> BlowResult:
        trigger = _Trigger()
        done = await super().rule(trigger)
        given = {name: getattr(done, name) for name in fields_of(AssautResult)}
        return BlowResult(**given, enrayee=trigger.jammed)

    @classmethod
    def result_type(cls) -> type[BlowResult]:
        return BlowResult


def with_needles(assaut: Assaut) -> NeedleAssaut:
    """The same assaut with such a weapon."""
    return NeedleAssaut(**{name: getattr(assaut, name) for name in fields_of(Assaut)})


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

    enraye_sur_12: EnrayeSur12 = False

    async def rule(self, attack_roll: AttackRoll = attack_under) -> BlowResult:
        half, trigger = self.poff // 2, _Trigger()
        note(
            "EXIL-PAS-12",
            "Le coup part vers un allié ; pour ses dégâts, le Poff compte pour moitié : {half}.",
            half=half,
        )
        attack_roll = trigger if self.enraye_sur_12 else attack_roll
        outcome, damage = await self.half_hit(self.poff, half, self.pdef, attack_roll)
        return BlowResult(
            outcome=outcome, damage=damage, passe=None, desarme=False, enrayee=trigger.jammed
        )

    @classmethod
    def result_type(cls) -> type[BlowResult]:
        return BlowResult
