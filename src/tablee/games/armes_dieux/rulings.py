"""The rulings of Armes-Dieux: points that its document leaves open."""

from __future__ import annotations

from typing import Annotated, Literal

from tablee.rules.ambient import rulings
from tablee.rules.fixed_rulings import fixed, numbered
from tablee.rules.procedure import Rulings


class ArmesDieuxRulings(Rulings):
    """The rulings; the first value of each is its default."""

    poignee_minimum: Annotated[Literal[0, 1], numbered("R-02")] = 0
    """The least that a Malus leaves (AD-MAL-01)."""
    figurant_reduction: Annotated[Literal["avant_maximum", "malus"], numbered("R-07")] = (
        "avant_maximum"
    )
    """Whether it comes before the greatest Poignée (AD-FIG-04, -05)."""
    additionnel_palier: Annotated[Literal["reste", "total"], numbered("R-13")] = "reste"
    """Which Qualités decide after a purchase (AD-ADD-01)."""
    opposition_egalite: Annotated[Literal["nul", "somme"], numbered("R-15")] = "nul"
    """Who wins at equal Qualités (AD-OPP-02)."""
    opposition_palier: Annotated[Literal["final", "obtenues"], numbered("R-16")] = "final"
    """Which Qualités decide how well the winner did (AD-OPP-03)."""
    maitrise_sang: Annotated[Literal["deux", "un"], numbered("R-19")] = "deux"
    """A 6 of a Dé de sang under Maîtrise (AD-MAI-01)."""
    echecs_critiques: Annotated[bool, numbered("R-26")] = False
    """A setback for every failure with a majority of 1s (AD-REV-08)."""

    scores_adverses: Annotated[Literal["montres", "caches"], numbered("R-27")] = "montres"
    """Whether players read the scores of the Meneur’s Figurants (AD-OPP-01, AD-TST-03). Where they do
    not, no chance of it is shown to them, and a Figurant’s dice are thrown behind the screen: the
    document does not say that they lie open, and their number is his Poignée."""

    words = {
        "scores_adverses": ("scores des Figurants", "scores of Figurants"),
        "scores_adverses.montres": ("montrés à tous", "shown to all"),
        "scores_adverses.caches": (
            "pour le Meneur seul, qui jette leurs dés derrière l’écran",
            "for the game master alone, who throws their dice behind the screen",
        ),
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


def scores_hidden() -> bool:
    """Return whether the scores of Figurants are the Meneur’s alone (R-27)."""
    return rulings(ArmesDieuxRulings).scores_adverses == "caches"


FIXED_RULINGS = (
    fixed(
        "R-01",
        "AD-RES-01",
        "Le nombre de faces des dés",
        "The number of faces of the dice",
        "six : seules les chances imprimées du d6 tombent juste",
        "six: only the chances of a d6 agree with those printed",
        "huit ou dix",
        "eight or ten",
    ),
    fixed(
        "R-06",
        "AD-REN-03",
        "Les dés de la Réserve au-delà de 12",
        "Dice of the combat reserve beyond 12",
        "ils ne sont pas proposés",
        "they are not offered",
        "ils sont dépensés pour rien",
        "they are spent for nothing",
    ),
    fixed(
        "R-08",
        "AD-FIG-02 AD-FIG-03",
        "Les 3 dés d’un Figurant",
        "The 3 dice of a Figurant",
        "par condition, 6 en tout ; aucun dé de Renfort",
        "for each condition, 6 in all; no dice of support",
        "une seule fois",
        "once only",
    ),
    fixed(
        "R-09",
        "AD-REV-04",
        "Le Malus d’un Revers et un autre Malus",
        "The penalty of a setback and another penalty",
        "ils s’ajoutent, jusqu’à 9 dés de moins",
        "they add up, to as many as 9 dice fewer",
        "6 dés de moins au plus",
        "6 dice fewer at most",
    ),
    fixed(
        "R-18",
        "AD-SAN-04",
        "Les Dés de sang et les dés mis de côté",
        "Blood dice and dice set aside",
        "après le Malus ; on met d’abord de côté les dés ordinaires",
        "after the penalty; ordinary dice are set aside first",
        "au choix du joueur",
        "as the player chooses",
    ),
    fixed(
        "R-20",
        "AD-RES-01",
        "Le seuil d’un Figurant",
        "The threshold of a Figurant",
        "le Meneur le donne, sans valeur par défaut",
        "the game master gives it, without a default",
        "12",
        "12",
    ),
    fixed(
        "R-21",
        "AD-CAD-08 AD-REV-06",
        "Les choix d’un Figurant",
        "The choices of a Figurant",
        "le Meneur les fait ; la Tension n’est pas proposée",
        "the game master makes them; Tension is not offered",
        "un joueur les fait",
        "a player makes them",
    ),
    fixed(
        "R-22",
        "AD-OPP-01",
        "Les dés mis de côté dans une opposition",
        "The dice set aside in an opposition",
        "choisis en même temps, en secret",
        "chosen at the same time, in secret",
        "tour à tour",
        "in turn",
    ),
)
"""Rulings whose reading is the same in every campaign."""
