"""The rulings of Armes-Dieux, on points that its document leaves open (rulings R-01 to R-26)."""

from __future__ import annotations

from typing import Literal

from tablee.rules.procedure import Rulings


class ArmesDieuxRulings(Rulings):
    """The rulings; the first value of each is its default."""

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

    words = {
        "poignee_minimum": ("Poignée minimale", "smallest pool"),
        "figurant_reduction": ("réduction d’un Figurant", "a Figurant’s reduction"),
        "figurant_reduction.avant_maximum": ("avant le maximum", "before the maximum"),
        "figurant_reduction.malus": ("comme un Malus", "as a penalty"),
        "additionnel_palier": ("issue après un achat", "outcome after buying"),
        "additionnel_palier.reste": ("selon ce qui reste", "by what is left"),
        "additionnel_palier.total": ("selon le total", "by the total"),
        "opposition_egalite": ("égalité en opposition", "tie in an opposed Test"),
        "opposition_egalite.nul": ("personne ne gagne", "nobody wins"),
        "opposition_egalite.somme": ("la somme départage", "the sum decides"),
        "opposition_palier": ("issue d’une opposition", "outcome of an opposed Test"),
        "opposition_palier.final": ("selon les Qualités finales", "by the final Qualities"),
        "opposition_palier.obtenues": ("selon les Qualités obtenues", "by the Qualities rolled"),
        "maitrise_sang": ("Dé de sang maîtrisé sur 6", "mastered blood die on a 6"),
        "maitrise_sang.deux": ("deux Qualités", "two Qualities"),
        "maitrise_sang.un": ("une Qualité", "one Quality"),
        "echecs_critiques": ("La joie des échecs critiques", "The joy of critical failures"),
    }
