"""Réussite Automatique and the other ways that spare the die (chapters AUT, SDE, DIF)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeVar

from tablee.games.loss.fields import (
    Calme,
    Difficulty,
    Exploits,
    Granted,
    JetonsAvant,
    Materiel,
    Modifier,
    Permanent,
    TalentScore,
    Temps,
    TraitScore,
)
from tablee.games.loss.rulings import LossRulings
from tablee.games.loss.tables import EASY
from tablee.games.loss.tokens import WORTH
from tablee.games.loss.trial import automatic_total
from tablee.rules.ambient import note, rulings
from tablee.rules.procedure import Procedure, Result
from tablee.rules.questions import call
from tablee.rules.same_fields import fields_from

R = TypeVar("R")
Condition = Literal["talent", "trait", "temps", "calme", "materiel", "exploits"]
Way = Literal["somme", "facile", "automatique", "aucune"]


class AutomaticResult(Result):
    """`total` is null when the Réussite Automatique is not allowed."""

    autorise: bool
    success: bool
    total: int | None
    refus: tuple[Condition, ...]


class InCalm(Procedure[R]):
    """The character, the difficulty and the conditions of a Test that may need no die."""

    trait: TraitScore
    talent: TalentScore
    difficulty: Difficulty = 15
    modifier: Modifier = 0
    temps: Temps = True
    calme: Calme = True
    materiel: Materiel = True
    ag_permanentes: Permanent = 0


class Automatic(InCalm[AutomaticResult], id="loss.automatic"):
    """A total of 15 without a die, in calm and usual conditions (LOSS-AUT-01..06, LOSS-DIF-04).

    Not allowed is not a failure: the Test remains. See also LOSS-ECN-02.

    Left to the leader: LOSS-MEC-05, LOSS-DIF-08.
    """

    exploits: Exploits = 0

    @classmethod
    def is_success(cls, result: Mapping[str, Any]) -> bool | None:
        return super().is_success(result) if result.get("autorise") else None

    async def rule(self) -> AutomaticResult:
        fulfilled: dict[Condition, bool] = {
            "talent": self.talent >= 1,
            "trait": self.trait >= 3,
            "temps": self.temps,
            "calme": self.calme,
            "materiel": self.materiel,
            "exploits": self.exploits == 0,
        }
        refused = tuple(condition for condition, good in fulfilled.items() if not good)
        if refused:
            note(
                "LOSS-AUT-02 LOSS-AUT-03 LOSS-AUT-04 LOSS-AUT-05 LOSS-AUT-06",
                "Pas de Réussite Automatique ; conditions non remplies : {refus:@refus}.",
                refus=refused,
            )
            return AutomaticResult(autorise=False, success=False, total=None, refus=refused)
        total, level = automatic_total(self.ag_permanentes), self.difficulty + self.modifier
        note(
            "LOSS-AUT-01",
            "Réussite Automatique : un total de {total} sans lancer le dé, contre {level}."
            if total >= level
            else "Un total de {total} sans lancer le dé ne suffit pas contre {level} : il reste le "
            "Test.",
            total=total,
            level=level,
        )
        return AutomaticResult(autorise=True, success=total >= level, total=total, refus=())


class WithoutDieResult(Result):
    """`voie`: the first open way, `voies` all of them."""

    voie: Way
    voies: tuple[Way, ...]


class WithoutDie(InCalm[WithoutDieResult], id="loss.sans_test"):
    """Which ways spare the die (LOSS-SDE-01..03, LOSS-DIF-04, -05, LOSS-AUT-01; T-05)."""

    ag_circonstance: Granted = 0
    jetons_avant: JetonsAvant = 0
    exploits: Exploits = 0

    async def rule(self) -> WithoutDieResult:
        campaign = rulings(LossRulings)
        level = self.difficulty + self.modifier
        tokens = self.jetons_avant if campaign.somme_jetons else 0
        total = self.trait + self.talent
        total += WORTH * (self.ag_permanentes + self.ag_circonstance + tokens)
        at_ease = (self.temps and self.calme) or not campaign.facile_calme
        automatic = await call(Automatic(**fields_from(self, Automatic)))
        plain = self.exploits == 0
        open_ways: dict[Way, bool] = {
            "somme": plain and total >= level,
            "facile": plain and level <= EASY and self.talent >= 1 and at_ease,
            "automatique": automatic.success,
        }
        ways = tuple(way for way, good in open_ways.items() if good)
        note(
            "LOSS-SDE-01 LOSS-DIF-04 LOSS-AUT-01",
            "Somme {total} contre {level} : on peut se passer du dé ({voies})."
            if ways
            else "Somme {total} contre {level} : il faut lancer le dé.",
            total=total,
            level=level,
            voies=ways,
        )
        return WithoutDieResult(voie=ways[0] if ways else "aucune", voies=ways)
