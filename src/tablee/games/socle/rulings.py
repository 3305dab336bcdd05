"""The rulings of the Livre des Règles de Base, on points that its document leaves open (R-01 to
R-26)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from tablee.rules.procedure import Rulings


class SocleRulings(Rulings):
    """The rulings; the first value of each is its default."""

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

    words = {
        "max_sous_tn": ("la face la plus haute, sous le TN", "the top face, below the TN"),
        "max_sous_tn.exceptionnel": (
            "succès exceptionnel quand même",
            "an exceptional success all the same",
        ),
        "max_sous_tn.echec": ("simple échec", "a plain failure"),
        "tn_sort_attaque": ("TN d’un sort d’attaque", "TN of an attack spell"),
        "tn_sort_attaque.adversaire": ("celui de l’adversaire", "the adversary’s"),
        "tn_sort_attaque.niveau": ("celui de l’effet", "that of the effect"),
        "tn_sort_attaque.plus_haute": ("le plus haut des deux", "the higher of the two"),
        "elite_coeurs": ("Cœurs d’une élite", "Hearts of an elite"),
        "boss_coeurs": ("Cœurs d’un boss", "Hearts of a boss"),
        "mort_a_terre": ("un coup reçu à terre tue", "a blow taken while down kills"),
        "aide_d6": ("l’aide quand on ne joue qu’avec des d6", "help when only d6 are used"),
        "aide_d6.aucune": ("sans effet", "no effect"),
        "aide_d6.moins_un": ("un niveau plus facile", "one level easier"),
        "exceptionnel_d6": (
            "le 6 reste exceptionnel au d6 seul",
            "a 6 stays exceptional with d6 only",
        ),
    }
