"""The rulings of Éclats: points that its document leaves open."""

from __future__ import annotations

from typing import Annotated, Literal

from tablee.rules.fixed_rulings import fixed, numbered
from tablee.rules.procedure import Rulings


class EclatsRulings(Rulings):
    """The rulings; the first value of each is its default."""

    zero_autre_de: Annotated[Literal["avec_bonus", "sans_bonus"], numbered("R-02")] = "avec_bonus"
    """Whether the other die counts with its bonus (ECL-ECH-02)."""
    choix_des: Annotated[Literal["tous", "libre"], numbered("R-04")] = "tous"
    """Whether fewer dice may be rolled (ECL-LAN-04)."""
    relance_bonus: Annotated[bool, numbered("R-06")] = True
    """Whether the Compétence counts again (ECL-NEG-08)."""
    relance_seuil: Annotated[Literal["meme", "nouveau"], numbered("R-08")] = "meme"
    """Whether the maître may name another seuil (ECL-NEG-06)."""
    consentement: Annotated[Literal["unanime", "maitre"], numbered("R-10")] = "unanime"
    """Who must agree to a price (ECL-NEG-04)."""
    relances_multiples: Annotated[bool, numbered("R-11")] = False
    """Whether one may bargain again (ECL-NEG-01). By default luck is tried "une nouvelle
    fois", once an action: a relance closes what may be bargained over, and so does a price that is
    paid. Otherwise a relance that failed is an échec simple again, its price paid or still pending."""

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


FIXED_RULINGS = (
    fixed(
        "R-13",
        "ECL-NEG-01",
        "Négocier après un échec automatique",
        "Bargaining after an automatic failure",
        "non : après un échec simple seulement",
        "no: after a simple failure only",
        "oui",
        "yes",
    ),
)
"""Rulings whose reading is the same in every campaign."""
