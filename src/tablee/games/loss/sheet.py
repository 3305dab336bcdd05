"""The sheets of Les Chants de Loss: a player's character, and one of the MJ's (ECN, PER, ECH)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, Self

from msgspec import Meta

from tablee.games.loss.fields import Permanent, TalentScore, TraitScore, VertuScore
from tablee.games.loss.tables import SCALES, TALENT_NAMES, Echelle, scales
from tablee.rules.field_marks import AS_OBJECT
from tablee.rules.procedure import replace
from tablee.rules.sheet import Sheet
from tablee.rules.sheets.sheet_params import folded

Traits = Annotated[tuple[tuple[str, TraitScore], ...], AS_OBJECT]
Talents = Annotated[tuple[tuple[str, TalentScore], ...], AS_OBJECT]
Vertus = Annotated[tuple[tuple[str, VertuScore], ...], AS_OBJECT]
Lasting = Annotated[tuple[tuple[str, Permanent], ...], AS_OBJECT]
Lines = Annotated[
    tuple[Annotated[str, Meta(min_length=1, max_length=300)], ...], Meta(max_length=30)
]
Notes = Annotated[str, Meta(max_length=5000, description="ce que l’on veut en retenir")]


class Scored(Sheet):
    """The fields of both kinds: scores, permanent Augmentations, an Échelle."""

    traits: Annotated[Traits, Meta(description="score de chaque Trait")]
    talents: Annotated[Talents, Meta(description="score de chaque Talent appris")] = ()
    vertus: Annotated[Vertus, Meta(description="score de chaque Vertu")] = ()
    specialisations: Annotated[
        Lasting,
        Meta(
            description="Augmentations permanentes d’un Archétype, d’une spécialisation ou d’un objet"
        ),
    ] = ()
    echelle: Annotated[Echelle, Meta(description="Échelle du personnage")] = "hommes"
    armure: Annotated[int, Meta(ge=0, le=1000, description="armure, à son Échelle")] = 0
    equipement: Annotated[Lines, Meta(description="équipement")] = ()
    notes: Notes = ""

    @property
    def talents_non_appris(self) -> Mapping[str, int]:
        """The Talents of the document that the character has not learnt, each at 0 (LOSS-ECN-04)."""
        known = {folded(name) for name, _ in self.talents}
        return {name: 0 for name in TALENT_NAMES if folded(name) not in known}

    def beside(self, others: Sequence[Self]) -> Self:
        """Return the sheet with its Puissance at the lowest Échelle of all (LOSS-ECH-02, -06, -07;
        R-44, R-58)."""
        times = SCALES[self.echelle] // min(SCALES[each.echelle] for each in (self, *others))
        traits = tuple((name, n * times if scales(name) else n) for name, n in self.traits)
        return self if times == 1 else replace(self, traits=traits)


class Personnage(Scored, tag="personnage"):
    """A player's character. What other chapters define (Santé, Détresse, Inspirations) is text."""

    archetype: Annotated[str, Meta(max_length=100, description="Archétype")] = ""

    @property
    def acteur(self) -> Literal["pj"]:
        return "pj"

    @property
    def camp(self) -> Literal["pj"]:
        return "pj"


class Pnj(Scored, tag="pnj"):
    """A character, or a beast, of the MJ."""

    @property
    def acteur(self) -> Literal["mj"]:
        return "mj"

    @property
    def camp(self) -> Literal["pnj"]:
        return "pnj"
