"""The switches of Armes-Dieux: points that the document leaves open (rulings R-01 to R-26)."""

from __future__ import annotations

from typing import Literal

from tablee.rules.procedure import Rulings


class ArmesDieuxRulings(Rulings):
    """Each switch with its default first."""

    poignee_minimum: Literal[0, 1] = 0
    """R-02: the least that a Malus leaves (AD-MAL-01)."""
    figurant_reduction: Literal["avant_maximum", "malus"] = "avant_maximum"
    """R-07: whether it comes before the greatest Poignée (AD-FIG-04, -05)."""
    additionnel_palier: Literal["reste", "total"] = "reste"
    """R-13: which Qualités decide after a purchase (AD-ADD-01)."""
    opposition_egalite: Literal["nul", "somme"] = "nul"
    """R-15: who wins at equal Qualités (AD-OPP-02)."""
    opposition_palier: Literal["final", "obtenues"] = "final"
    """R-16: which Qualités decide how well the winner did (AD-OPP-03)."""
    maitrise_sang: Literal["deux", "un"] = "deux"
    """R-19: a 6 of a Dé de sang under Maîtrise (AD-MAI-01)."""
    echecs_critiques: bool = False
    """R-26: a setback for every failure with a majority of 1s (AD-REV-08)."""
