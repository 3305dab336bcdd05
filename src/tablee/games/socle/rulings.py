"""The switches of the Livre des Règles de Base: points that the document leaves open (R-01 to R-26)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from tablee.rules.procedure import Rulings

__all__ = ["SocleRulings"]


class SocleRulings(Rulings):
    """Each switch with its default first."""

    max_sous_tn: Literal["exceptionnel", "echec"] = "exceptionnel"
    tn_sort_attaque: Literal["adversaire", "niveau", "plus_haute"] = "adversaire"
    elite_coeurs: Annotated[int, Meta(ge=1, le=10, description="Cœurs d’une élite")] = 2
    boss_coeurs: Annotated[int, Meta(ge=1, le=20, description="Cœurs d’un boss")] = 3
    mort_a_terre: bool = True
    aide_d6: Literal["aucune", "moins_un"] = "aucune"
    exceptionnel_d6: bool = True
