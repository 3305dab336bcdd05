"""Attack and defence in outline (chapter CBT)."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from tablee.games.loss.explosion import die_of
from tablee.games.loss.fields import (
    SCORES,
    Acteur,
    Augmentations,
    Difficulty,
    Exploits,
    Jetons,
    JetonsApres,
    Somme,
)
from tablee.games.loss.rulings import LossRulings
from tablee.games.loss.tokens import WORTH, left_after
from tablee.games.loss.trial import MOST_EXPLOITS, reach
from tablee.rules.ambient import note, rulings
from tablee.rules.forms import NumberFrom
from tablee.rules.procedure import Procedure, Result
from tablee.rules.questions import ASK, decide
from tablee.rules.schema import on_sheet


class CombatResult(Result):
    """`exploits` were won with a hit, `exploits_cedes` lost by a blow that does not land."""

    touche: bool
    exploits: int
    exploits_cedes: int
    jetons_attaque_depenses: int
    jetons_defense_depenses: int


def _gain(_: Any, result: CombatResult, seat: str) -> int:
    """The hit, the Exploits and the tokens, to the profit of the attacker: zero-sum."""
    profit = int(result.touche) + result.exploits - result.exploits_cedes
    profit += result.jetons_defense_depenses - result.jetons_attaque_depenses
    return profit if seat == "attaquant" else -profit


class Combat(Procedure[CombatResult], id="loss.combat"):
    """An attack with its Exploits, parried or dodged at the same Difficulté (LOSS-CBT-01..04).

    Left to the leader: LOSS-CBT-05, LOSS-EXT-02.
    """

    somme_attaque: Annotated[Somme, on_sheet(*SCORES, role="attaquant", added=True)]
    somme_defense: Annotated[Somme, on_sheet(*SCORES, role="defenseur", added=True)]
    difficulty: Difficulty = 15
    exploits: Exploits | ASK = 0
    ag_attaque: Annotated[Augmentations, on_sheet("specialisations", role="attaquant")] = 0
    ag_defense: Annotated[Augmentations, on_sheet("specialisations", role="defenseur")] = 0
    jetons_attaque: Jetons = 0
    jetons_defense: Jetons = 0
    jetons_apres: JetonsApres = "ask"
    defense: Annotated[bool, Meta(description="une parade ou une esquive est tentée")] = True
    acteur: Annotated[Acteur, on_sheet("acteur", role="attaquant")] = "pj"

    endings = ("touche",)
    utilities = {
        "gain": _gain,
        "reussite": lambda _, result, seat: int(result.touche == (seat == "attaquant")),
        "exploits": lambda _, result, seat: result.exploits,
    }

    def sides(self) -> dict[str, str]:
        return {"attaquant": "attaquant", "defenseur": "defenseur"}

    async def rule(self) -> CombatResult:
        exploits = await self._declared()
        level = self.difficulty + WORTH * exploits
        note(
            "LOSS-CBT-04 LOSS-CBT-02",
            "Il faut {level} à l’attaque comme à la défense{raised:|, Exploits}.",
            level=level,
            raised=WORTH * exploits,
        )
        reached, attack = await self._attack(level, exploits)
        if not reached:
            return self._missed(exploits, attack, 0)
        parried, defence = False, 0
        if self.defense:
            parried, defence = await self._defence(level)
        if parried:
            note("LOSS-CBT-01", "La défense annule le coup et ses Exploits.")
            lost = exploits if rulings(LossRulings).esquive_cede else 0
            return self._missed(lost, attack, defence)
        note(
            "LOSS-CBT-03",
            "Touché : {won:aucun Exploit|Exploit gagné, qui peut valoir 1d10 de dégâts|"
            "Exploits gagnés, chacun pouvant valoir 1d10 de dégâts}.",
            won=exploits,
        )
        if exploits and rulings(LossRulings).degats_explosent:
            note("LOSS-CBT-03", "À cette table, les dés de dégâts explosent.")
        return CombatResult(
            touche=True,
            exploits=exploits,
            exploits_cedes=0,
            jetons_attaque_depenses=attack,
            jetons_defense_depenses=defence,
        )

    async def _declared(self) -> int:
        """The Exploits of who attacks, before the die (LOSS-CBT-01, LOSS-DEC-01)."""
        return await decide(
            self.exploits,
            "exploits",
            NumberFrom(0, MOST_EXPLOITS),
            who="attaquant",
            facts={
                "somme": self.somme_attaque,
                "ag": self.ag_attaque,
                "jetons": self.jetons_attaque,
                "difficulty": self.difficulty,
            },
            default=0,
        )

    async def _attack(self, level: int, exploits: int) -> tuple[bool, int]:
        base = self.somme_attaque + WORTH * self.ag_attaque
        spared = self.acteur == "pj" or rulings(LossRulings).somme_pnj
        if exploits == 0 and spared and base >= level:
            note("LOSS-SDE-01", "L’attaque atteint {level} sans lancer le dé.", level=level)
            return True, 0
        left = left_after(self.jetons_attaque, 0, self.jetons_apres)
        die = die_of(exploits)
        return await reach(level, base, left, die=die, mode=self.jetons_apres, who="attaquant")

    async def _defence(self, level: int) -> tuple[bool, int]:
        base = self.somme_defense + WORTH * self.ag_defense
        if base >= level:
            note("LOSS-SDE-01", "La défense atteint {level} sans lancer le dé.", level=level)
            return True, 0
        left = left_after(self.jetons_defense, 0, self.jetons_apres)
        die = die_of(0)
        return await reach(level, base, left, die=die, mode=self.jetons_apres, who="defenseur")

    def _missed(self, lost: int, attack: int, defence: int) -> CombatResult:
        note(
            "LOSS-EXL-05 LOSS-EXL-08",
            "Le coup ne porte pas : {lost:aucun Exploit perdu|Exploit perdu|Exploits perdus}.",
            lost=lost,
        )
        return CombatResult(
            touche=False,
            exploits=0,
            exploits_cedes=lost,
            jetons_attaque_depenses=attack,
            jetons_defense_depenses=defence,
        )
