"""The switches of Éclats: points that the document leaves open (rulings R-01 to R-17)."""

from __future__ import annotations

from typing import Literal

from tablee.rules.procedure import Rulings


class EclatsRulings(Rulings):
    """Each switch with its default first."""

    zero_autre_de: Literal["avec_bonus", "sans_bonus"] = "avec_bonus"
    """R-02: whether the other die counts with its bonus (ECL-ECH-02)."""
    choix_des: Literal["tous", "libre"] = "tous"
    """R-04: whether fewer dice may be rolled (ECL-LAN-04)."""
    relance_bonus: bool = True
    """R-06: whether the Compétence counts again (ECL-NEG-08)."""
    relance_seuil: Literal["meme", "nouveau"] = "meme"
    """R-08: whether the maître may name another seuil (ECL-NEG-06)."""
    consentement: Literal["unanime", "maitre"] = "unanime"
    """R-10: who must agree to a price (ECL-NEG-04)."""
    relances_multiples: bool = False
    """R-11: whether one may bargain again (ECL-NEG-01). By default luck is tried "une nouvelle
    fois", once an action: a relance closes what may be bargained over, and so does a price that is
    paid. Otherwise a relance that failed is an échec simple again, its price paid or still due."""
