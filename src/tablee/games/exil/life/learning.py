"""Apprendre: a teacher or a book makes the next level easier (chapter APP)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from tablee.dice.die import D12
from tablee.games.exil.actions.simple import note_needed_face, succeeds
from tablee.games.exil.fields import Apprentissage, Attribut, Difficulty, External, TalentName
from tablee.games.exil.landmarks import BOOKS_SEEN
from tablee.games.exil.out_of_action import OutOfAction, check_acts
from tablee.games.exil.rulings import ExilRulings
from tablee.games.exil.tables import LESSONS_SEEN, TEACHING
from tablee.rules.ambient import effect, note, rulings
from tablee.rules.field_marks import on_sheet
from tablee.rules.procedure import Procedure, Result
from tablee.rules.questions import roll

Learnt = Annotated[
    Apprentissage,
    Meta(description="difficulté d’apprentissage du Talent"),
    on_sheet("apprentissages_des_talents", partial=True),
]
Taught = Annotated[
    TalentName | None,
    Meta(description="nom du Talent qui s’apprend, pour la chronique ; null s’il reste à dire"),
]
"""The Talent whose next level becomes easier (EXIL-APP-04)."""
EASIER: dict[Apprentissage, Apprentissage] = {
    "facile": "facile",
    "modere": "facile",
    "difficile": "modere",
}
"""A learning difficulty one step lower (EXIL-APP-04)."""


class LearningResult(Result):
    """The outcome of a lesson. `margin`: None without a roll. `apprentissage`: of the next level."""

    eligible: bool
    success: bool
    margin: int | None
    apprentissage: Apprentissage


async def learn(level: int, apprentissage: Apprentissage) -> LearningResult:
    """Roll, and return the learning difficulty of the next level (EXIL-APP-04)."""
    note_needed_face(level)
    margin = level - await roll(D12, "talent", who="acteur")
    success = succeeds(margin)
    after = EASIER[apprentissage] if success else apprentissage
    if success:
        effect("enseignement", True, "apprenti")
    note(
        "EXIL-APP-04",
        "Compris, marge de réussite {size} ; prochain niveau : apprentissage {after}."
        if success
        else "Peine perdue, marge d’échec {size} ; prochain niveau : apprentissage {after}.",
        margin=margin,
        size=abs(margin),
        after=after,
    )
    return LearningResult(eligible=True, success=success, margin=margin, apprentissage=after)


class Teaching(Procedure[LearningResult], id="exil.teaching"):
    """A lesson: a competent teacher makes a Jet d'Orateur (EXIL-APP-01..04)."""

    professeur: Annotated[
        int,
        Meta(ge=0, le=20, description="niveau du professeur dans le Talent enseigné"),
        on_sheet("niveaux"),
    ]
    eleve: Annotated[
        int,
        Meta(ge=0, le=19, description="niveau de l’élève dans ce Talent"),
        on_sheet("niveaux", role="apprenti", like="professeur"),
    ]
    orateur: Annotated[
        int, Meta(ge=0, le=20, description="niveau d’Orateur du professeur"), on_sheet("orateur")
    ]
    mental: Annotated[
        Attribut,
        Meta(description="Attribut Mental de l’élève"),
        on_sheet("mental", role="apprenti"),
        LESSONS_SEEN,
    ]
    external: External = 0
    apprentissage: Annotated[
        Learnt, on_sheet("apprentissages_des_talents", role="apprenti", partial=True)
    ]
    talent: Taught = None
    hors: OutOfAction = "debout"
    hors_eleve: Annotated[OutOfAction, on_sheet("sur_pied", role="apprenti")] = "debout"

    apart = ("", "apprenti")
    companions = {"apprenti": ""}
    hideable = ("external",)
    utilities = {"reussite": lambda _, result, seat: int(result.success)}

    def check(self) -> None:
        check_acts(self.hors)
        check_acts(self.hors_eleve, "hors_eleve")

    async def rule(self) -> LearningResult:
        least = int(rulings(ExilRulings).teacher_level)
        if self.professeur < least or self.professeur - self.eleve < 5:
            note(
                "EXIL-APP-01 EXIL-APP-02",
                "Ce professeur ne convient pas : il lui faut le niveau {least} au moins, et cinq de plus que l’élève.",
                least=least,
            )
            return LearningResult(
                eligible=False, success=False, margin=None, apprentissage=self.apprentissage
            )
        level = self.orateur + TEACHING[self.mental] + self.external
        note(
            "EXIL-APP-03",
            "Orateur {orateur}, Mental de l’élève {mental} ({by:+}){other:|, autres modificateurs} : "
            "niveau {level}.",
            orateur=self.orateur,
            mental=self.mental,
            by=TEACHING[self.mental],
            other=self.external,
            level=level,
        )
        return await learn(level, self.apprentissage)


class Book(Procedure[LearningResult], id="exil.book"):
    """The study of a work of reference: a Jet de Lettré (EXIL-APP-06, EXIL-APP-04).

    Left to the leader: EXIL-APP-05.
    """

    lettre: Annotated[
        int, Meta(ge=0, le=20, description="niveau du Talent Lettré"), on_sheet("lettre")
    ]
    difficulty: Annotated[Difficulty, BOOKS_SEEN] = 0
    external: External = 0
    apprentissage: Learnt
    talent: Taught = None
    hors: OutOfAction = "debout"

    hideable = ("difficulty", "external")
    utilities = {"reussite": lambda _, result, seat: int(result.success)}

    def check(self) -> None:
        check_acts(self.hors)

    async def rule(self) -> LearningResult:
        level = self.lettre + self.difficulty + self.external
        note(
            "EXIL-APP-06",
            "Lettré {lettre}{difficulty:|, ouvrage}{other:|, autres modificateurs} : niveau {level}.",
            lettre=self.lettre,
            difficulty=self.difficulty,
            other=self.external,
            level=level,
        )
        return await learn(level, self.apprentissage)
