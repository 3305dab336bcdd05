"""The switches of Armes-Dieux: points that the document leaves open (rulings R-01 to R-26)."""

from __future__ import annotations

from typing import Literal

from tablee.rules.procedure import Rulings

__all__ = ["ArmesDieuxRulings"]


class ArmesDieuxRulings(Rulings):
    """Each switch with its default first."""

    poignee_minimum: Literal[0, 1] = 0
    figurant_reduction: Literal["avant_maximum", "malus"] = "avant_maximum"
    additionnel_palier: Literal["reste", "total"] = "reste"
    opposition_egalite: Literal["nul", "somme"] = "nul"
    opposition_palier: Literal["final", "obtenues"] = "final"
    maitrise_sang: Literal["deux", "un"] = "deux"
    echecs_critiques: bool = False
