"""The words for numbers: Difficultés, qualities, levels of Traits and Talents (DIF, ECN)."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from tablee.games.loss.fields import Difficulty, Exploits, TalentScore, TraitScore
from tablee.games.loss.rulings import LossRulings
from tablee.games.loss.tables import (
    QUALITIES,
    DifficultyName,
    Quality,
    TalentName,
    TraitName,
    difficulty_name,
    rank_of_difficulty,
    talent_name,
    trait_name,
)
from tablee.games.loss.tokens import WORTH
from tablee.rules.ambient import note, rulings
from tablee.rules.procedure import Procedure, Result


class NamesResult(Result):
    """One name for each number given, the others left out; null where the tables have none."""

    difficulty: DifficultyName | UnsetType = UNSET
    trait: TraitName | UnsetType = UNSET
    talent: TalentName | UnsetType | None = UNSET
    exploits: Quality | UnsetType = UNSET


class Names(Procedure[NamesResult], id="loss.noms"):
    """The names of Difficultés, scores and results (LOSS-DIF-02, -06, LOSS-ECN-01)."""

    difficulty: Difficulty | None = None
    trait: TraitScore | None = None
    talent: TalentScore | None = None
    exploits: Exploits | None = None

    async def rule(self) -> NamesResult:
        difficulty = UNSET if self.difficulty is None else difficulty_name(self.difficulty)
        trait = UNSET if self.trait is None else trait_name(self.trait)
        talent = UNSET if self.talent is None else talent_name(self.talent)
        quality = UNSET if self.exploits is None else self._quality(self.exploits)
        self._note(talent, quality)
        return NamesResult(difficulty=difficulty, trait=trait, talent=talent, exploits=quality)

    def _note(self, talent: TalentName | UnsetType | None, quality: Quality | UnsetType) -> None:
        if self.difficulty is not None:
            name = difficulty_name(self.difficulty)
            note("LOSS-DIF-02", "Difficulté {n} : {name}.", n=self.difficulty, name=name)
        if self.trait is not None:
            note("LOSS-ECN-01", "Trait {n} : {name}.", n=self.trait, name=trait_name(self.trait))
        if self.talent is not None:
            note(
                "LOSS-ECN-01",
                "Talent {n} : {name}." if talent else "Talent {n} : rien n’est appris.",
                n=self.talent,
                name=talent,
            )
        if self.exploits is not None:
            note("LOSS-DIF-06", "Qualité du résultat : {name}.", name=quality)

    def _quality(self, exploits: int) -> Quality:
        """Return the quality in the third column of T-01, by the Exploits won or by the final
        Difficulté (R-38)."""
        base = 15 if self.difficulty is None else self.difficulty
        if rulings(LossRulings).qualite_par == "difficulte":
            return QUALITIES[rank_of_difficulty(base + WORTH * exploits)]
        if exploits == 0 and rank_of_difficulty(base) == 0:
            return QUALITIES[0]
        return QUALITIES[rank_of_difficulty(15 + WORTH * exploits)]
