"""Diseases, venins and poisons as sheets (T-22)."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

from msgspec import Meta

from tablee.games.exil.landmarks import DELAYS_SEEN, LOSSES_SEEN, MALIGNITIES_SEEN, PERIODS_SEEN
from tablee.rules.field_marks import HOURS, on_sheet
from tablee.rules.refusal import refuse
from tablee.rules.sheet import Sheet

Malignite = Annotated[
    Literal["benigne", "legere", "serieuse", "grave", "mortelle"],
    Meta(description="jusqu’où l’État de Santé peut tomber"),
    on_sheet("malignite", role="mal"),
    MALIGNITIES_SEEN,
]
"""The malignité limits how far the État de Santé falls (EXIL-MAL-04, EXIL-POI-01)."""
Delay = Annotated[
    Fraction,
    Meta(ge=0, description="heures entre la contagion et la première perte"),
    on_sheet("delai_fixe", role="mal"),
    DELAYS_SEEN,
    HOURS,
]
"""Incubation or assimilation (EXIL-MAL-03, EXIL-POI-01); the leader chooses a varying one."""
Period = Annotated[
    Annotated[Fraction, Meta(gt=0), HOURS] | None,
    Meta(description="heures entre deux pertes, null sans perte"),
    on_sheet("periode", role="mal"),
    PERIODS_SEEN,
]
"""The rhythm of the losses (EXIL-MAL-03)."""
Loss = Annotated[
    int,
    Meta(ge=0, le=20, description="Points de Santé perdus chaque fois"),
    on_sheet("perte", role="mal"),
    LOSSES_SEEN,
]

Text = Annotated[str, Meta(max_length=500)]
MaladieNom = Literal["mort_blanche", "abces", "cholera"]


class IllSheet(Sheet):
    """A disease or a poison (EXIL-MAL-01, EXIL-POI-01). Times are in hours."""

    description: Annotated[Text, Meta(description="ce que c’est, en quelques mots")] = ""
    vecteur: Annotated[Text, Meta(description="par quoi il se prend")] = ""
    """A character in contact with it may catch it (EXIL-MAL-02)."""
    delai: Delay
    delai_max: Annotated[
        Annotated[Fraction, Meta(ge=0), HOURS] | None,
        Meta(description="délai le plus long, s’il varie : le Meneur choisit entre les deux"),
    ] = None
    malignite: Malignite
    periode: Period
    perte: Loss = 1
    symptomes: Annotated[Text, Meta(description="ce qui s’en voit")] = ""
    traitements: Annotated[Text, Meta(description="ce qui en guérit")] = ""
    soignable: Annotated[bool, Meta(description="lui connaît-on un remède ?")] = True

    def check(self) -> None:
        if self.delai_max is not None and self.delai_max <= self.delai:
            raise refuse("delai_max", self.delai_max, "plus que le délai ({low})", low=self.delai)

    @property
    def delai_fixe(self) -> str | None:
        """The delay, None if it varies."""
        return str(self.delai) if self.delai_max is None else None


class DiseaseSheet(IllSheet, tag="maladie"):
    """A disease, whose delay is the incubation (EXIL-MAL-01, -03)."""


class PoisonSheet(IllSheet, tag="poison"):
    """A venin or a poison, whose delay is the assimilation."""


DISEASES: dict[MaladieNom, DiseaseSheet] = {
    "mort_blanche": DiseaseSheet(
        nom="Mort Blanche",
        description="parmi les plus meurtrières que l’on connaisse en Exil",
        vecteur="eau, air",
        delai=Fraction(24),
        malignite="mortelle",
        periode=Fraction(24),
        symptomes="fièvre, peau qui perd sa couleur, toux sanglante",
        traitements="aucun remède connu",
        soignable=False,
    ),
    "abces": DiseaseSheet(
        nom="Abcès",
        description="une plaie qui s’infecte ; sans soin, elle peut tourner à la gangrène",
        vecteur="blessure, air",
        delai=Fraction(2),
        malignite="legere",
        periode=None,
        perte=0,
        symptomes="enflure, chair noircie",
        traitements="l’ouvrir, ou le nettoyer à l’alcool",
    ),
    "cholera": DiseaseSheet(
        nom="Choléra",
        description="redouté ; il se soigne bien, et n’en tue pas moins",
        vecteur="eau, saleté",
        delai=Fraction(6),
        delai_max=Fraction(48),
        malignite="mortelle",
        periode=Fraction(72),
        symptomes="diarrhée, vomissements, voix éteinte, visage bleui",
        traitements="une décoction de vitamines",
    ),
}
"""T-22: Mort Blanche, Abcès, Choléra (EXIL-MAL-06, -07). The Choléra waits 6 to 48 hours."""
