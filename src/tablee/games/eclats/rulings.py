"""The rulings of Éclats, on points that its document leaves open (rulings R-01 to R-17)."""

from __future__ import annotations

from typing import Literal

from tablee.rules.procedure import Rulings


class EclatsRulings(Rulings):
    """The rulings; the first value of each is its default."""

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

    words = {
        "zero_autre_de": (
            "un 0 et un autre dé : ce qui doit atteindre le seuil",
            "a 0 and another die: what must reach the threshold",
        ),
        "zero_autre_de.avec_bonus": (
            "le dé et le bonus ensemble",
            "the die and the bonus together",
        ),
        "zero_autre_de.sans_bonus": (
            "le dé seul ou le bonus seul",
            "the die alone or the bonus alone",
        ),
        "choix_des": ("nombre de dés lancés", "number of dice rolled"),
        "choix_des.tous": ("tous les dés", "all dice"),
        "choix_des.libre": ("au choix du joueur", "the player’s choice"),
        "relance_bonus": (
            "le bonus de Compétence compte à la relance",
            "the Skill bonus counts on a second chance",
        ),
        "relance_seuil": ("seuil de la relance", "threshold of the second chance"),
        "relance_seuil.meme": ("le même que celui du jet", "the same as that of the roll"),
        "relance_seuil.nouveau": ("un nouveau seuil possible", "a new threshold is possible"),
        "consentement": ("qui doit accepter le prix", "who must accept the price"),
        "consentement.unanime": ("toute la table", "the whole table"),
        "consentement.maitre": ("le maître de jeu seul", "the game master alone"),
        "relances_multiples": (
            "une relance ratée peut être relancée, son prix payé ou non",
            "a failed second chance may be tried again, its price paid or not",
        ),
    }
