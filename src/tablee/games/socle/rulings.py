"""The rulings of the Livre des Règles de Base: points that its document leaves open."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from tablee.rules.ambient import rulings
from tablee.rules.fixed_rulings import fixed, numbered
from tablee.rules.procedure import Rulings


class SocleRulings(Rulings):
    """The rulings; the first value of each is its default."""

    max_sous_tn: Annotated[Literal["exceptionnel", "echec"], numbered("R-02")] = "exceptionnel"
    """A top face that is below the TN (SOC-RES-05)."""
    tn_sort_attaque: Annotated[Literal["adversaire", "niveau", "plus_haute"], numbered("R-08b")] = (
        "adversaire"
    )
    """The TN of a spell that attacks (SOC-ATK-04, SOC-MAG-05)."""
    elite_coeurs: Annotated[
        int, Meta(ge=1, le=10, description="Cœurs d’une élite"), numbered("R-09")
    ] = 2
    """The hearts of this kind of adversary (SOC-TOU-02)."""
    boss_coeurs: Annotated[
        int, Meta(ge=1, le=20, description="Cœurs d’un boss"), numbered("R-09", part=1)
    ] = 3
    """The hearts of this kind of adversary (SOC-TOU-02, SOC-SIX-05)."""
    mort_a_terre: Annotated[bool, numbered("R-17")] = True
    """Whether harm kills who is down (SOC-COE-06)."""
    aide_d6: Annotated[Literal["aucune", "moins_un"], numbered("R-19")] = "aucune"
    """What help does with d6 alone (SOC-SIX-04)."""
    exceptionnel_d6: Annotated[bool, numbered("R-19", part=1)] = True
    """Whether a 6 is exceptional with d6 alone (SOC-SIX-01)."""

    chiffres_adverses: Annotated[Literal["montres", "caches"], numbered("R-27")] = "montres"
    """Whether players read the TN and the Cœurs of adversaries under attack (SOC-ATK-04,
    SOC-TOU-02). Where they do not, no chance of an attack is shown to them."""

    words = {
        "chiffres_adverses": ("TN et Cœurs des adversaires", "TN and Hearts of adversaries"),
        "chiffres_adverses.montres": ("montrés à tous", "shown to all"),
        "chiffres_adverses.caches": ("pour le MJ seul", "for the MJ alone"),
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


def foes_hidden() -> bool:
    """Return whether the TN and the Cœurs of adversaries are the MJ’s alone (R-27)."""
    return rulings(SocleRulings).chiffres_adverses == "caches"


FIXED_RULINGS = (
    fixed(
        "R-01",
        "SOC-RES-05",
        "Le maximum d’un dé",
        "The maximum of a die",
        "la plus haute face du dé lancé, l’aide comptée",
        "the top face of the die rolled, after help",
        "10 et 20 seulement",
        "10 and 20 only",
    ),
    fixed(
        "R-04",
        "SOC-DIF-05",
        "Un degré hors de l’échelle",
        "A degree off the ladder",
        "pas de jet : réussi en dessous de 4, impossible au-dessus de 12",
        "no roll: a success below 4, impossible above 12",
        "un jet au bord de l’échelle",
        "a roll at the edge of the ladder",
    ),
    fixed(
        "R-06",
        "SOC-AID-01",
        "Aider quelqu’un qui lance un d20",
        "Helping somebody who rolls a d20",
        "le d20 reste un d20 ; un seul personnage aide",
        "the d20 stays a d20; one character helps",
        "l’aide est refusée",
        "help is refused",
    ),
    fixed(
        "R-08",
        "SOC-ATK-04",
        "La difficulté contre un adversaire",
        "The difficulty against an adversary",
        "6 pour un pion, 8 pour une élite, 12 pour un boss",
        "6 for a pion, 8 for an élite, 12 for a boss",
        "au choix du MJ",
        "as the MJ chooses",
    ),
    fixed(
        "R-11",
        "SOC-TOU-01",
        "Les 2 Blessures d’une touche exceptionnelle",
        "The 2 Blessures of an exceptional hit",
        "l’avantage usuel, choisi par le joueur, contre une élite ou un boss",
        "the usual advantage, chosen by the player, against an élite or a boss",
        "toujours",
        "always",
    ),
    fixed(
        "R-12",
        "SOC-RIP-01",
        "Le prix d’une attaque ratée à découvert",
        "The price of an exposed attack that misses",
        "un Cœur ; le MJ peut prendre une complication à la place",
        "one Cœur; the MJ may take a complication instead",
        "un Cœur ou une complication, au choix du joueur",
        "one Cœur or a complication, as the player chooses",
    ),
    fixed(
        "R-13",
        "SOC-OPT-03",
        "L’Armure",
        "Armour",
        "par choix, une fois par scène",
        "by choice, once a scene",
        "d’elle-même",
        "by itself",
    ),
    fixed(
        "R-14",
        "SOC-MAG-02",
        "Le Mana d’un sort",
        "The Mana of a spell",
        "dépensé avant le jet, perdu dans tous les cas",
        "spent before the roll, lost in any case",
        "dépensé si le sort réussit",
        "spent if the spell succeeds",
    ),
    fixed(
        "R-15",
        "SOC-MAG-06",
        "Un soin de 2 Cœurs",
        "A healing of 2 Cœurs",
        "une cible, jusqu’à son maximum ; elle se relève",
        "one target, up to its maximum; it gets up",
        "partagé entre deux cibles",
        "shared between two targets",
    ),
    fixed(
        "R-16",
        "SOC-MAG-08",
        "Une Magie exceptionnelle",
        "An exceptional Magie",
        "le joueur choisit ; 1 Mana rendu au plus, avec l’accord du MJ",
        "the player chooses; 1 Mana given back at most, if the MJ agrees",
        "le MJ choisit",
        "the MJ chooses",
    ),
    fixed(
        "R-18",
        "SOC-OPT-05",
        "L’horloge après un Test raté",
        "The clock after a failed Test",
        "un pas pour chaque Test raté de la scène, le combat compris",
        "one step for each failed Test of the scene, combat included",
        "deux pas pour un 1",
        "two steps for a 1",
    ),
    fixed(
        "R-20",
        "SOC-SIX-06",
        "« +1 Cœur/Mana »",
        "“+1 Cœur/Mana”",
        "l’un des deux",
        "one of the two",
        "les deux",
        "both",
    ),
    fixed(
        "R-21",
        "SOC-OPT-01",
        "Les tours des adversaires",
        "The turns of adversaries",
        "ni dés ni tours : leurs coups viennent du MJ",
        "neither dice nor turns: their blows come from the MJ",
        "un tour comme les personnages",
        "a turn like the characters",
    ),
    fixed(
        "R-22",
        "SOC-SIX-03",
        "Plusieurs changements du seuil",
        "Several shifts of the threshold",
        "bornés une fois, à la fin",
        "bounded once, at the end",
        "bornés à chaque pas",
        "bounded at each step",
    ),
    fixed(
        "R-25",
        "SOC-MUL-01",
        "Les pions qui pressent un personnage",
        "The pions that press a character",
        "deux pions ou plus au contact",
        "two pions or more in contact",
        "deux adversaires de toute sorte",
        "two adversaries of any kind",
    ),
    fixed(
        "R-26",
        "SOC-REP-01",
        "Recommencer sans rien changer",
        "Trying again without a change",
        "non : d’abord un changement ou une complication acceptée",
        "no: first a change or an accepted complication",
        "une fois",
        "once",
    ),
)
"""Rulings whose reading is the same in every campaign."""
