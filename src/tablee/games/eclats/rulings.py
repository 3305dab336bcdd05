"""The switches of Éclats: points that the document leaves open (rulings R-01 to R-17)."""

from __future__ import annotations

from typing import Literal

from tablee.rules.procedure import Rulings

__all__ = ["EclatsRulings"]


class EclatsRulings(Rulings):
    """Each switch with its default first."""

    zero_autre_de: Literal["avec_bonus", "sans_bonus"] = "avec_bonus"
    choix_des: Literal["tous", "libre"] = "tous"
    relance_bonus: bool = True
    relance_seuil: Literal["meme", "nouveau"] = "meme"
    consentement: Literal["unanime", "maitre"] = "unanime"
    relances_multiples: bool = False
