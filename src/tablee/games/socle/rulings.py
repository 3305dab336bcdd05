"""The switches of the Livre des Règles de Base: points that the document leaves open (R-01 to
R-26)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from tablee.rules.procedure import Rulings


class SocleRulings(Rulings):
    """Each switch with its default first."""

    max_sous_tn: Literal["exceptionnel", "echec"] = "exceptionnel"
    """R-02: a top face that is below the TN (SOC-RES-05)."""
    tn_sort_attaque: Literal["adversaire", "niveau", "plus_haute"] = "adversaire"
    """R-08b: the TN of a spell that attacks (SOC-ATK-04, SOC-MAG-05)."""
    elite_coeurs: Annotated[int, Meta(ge=1, le=10, description="Cœurs d’une élite")] = 2
    """R-09 (SOC-TOU-02)."""
    boss_coeurs: Annotated[int, Meta(ge=1, le=20, description="Cœurs d’un boss")] = 3
    """R-09 (SOC-TOU-02, SOC-SIX-05)."""
    mort_a_terre: bool = True
    """R-17: whether harm kills who is down (SOC-COE-06)."""
    aide_d6: Literal["aucune", "moins_un"] = "aucune"
    """R-19: what help does with d6 alone (SOC-SIX-04)."""
    exceptionnel_d6: bool = True
    """R-19: whether a 6 is exceptional with d6 alone (SOC-SIX-01)."""
