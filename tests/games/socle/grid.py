"""Parameters over which each procedure of the Livre des Règles de Base is held against enumeration."""

from __future__ import annotations

from typing import Any

from tests.games.campaigns import CAMPAIGNS

PION, ELITE, BOSS = {"cible": "pion"}, {"cible": "elite"}, {"cible": "boss"}

DOOR = {"objectif": "la porte", "caracteristique": "Force"}

GRID: dict[str, list[dict[str, Any]]] = {
    "socle.campagne": CAMPAIGNS["socle"],
    "socle.test": [
        {"de": 10},
        {"de": 6, "tn": 8},
        {"de": 12, "tn": 8, "degres": 1, "aide": True},
        {"de": 20, "tn": 12, "degres": -1, "aide": True},
        {"de": 8, "tn": 4, "degres": -2},
        {"de": 8, "tn": 8, "degres": 2},
        {"de": 6, "tn": 8, "degres": 2, "jet_force": True},
        {"de": 6, "tn": 6, "degres": -2, "jet_force": True},
        {"de": 8, "tentative": DOOR, "essais": [DOOR], "reprise": "complication"},
        {"de": 8, "tentative": DOOR, "essais": [DOOR], "reprise": "retrait"},
    ],
    "socle.attaque": [
        {"de": 10, "cible": "pion"},
        {"de": 10, "cible": "boss", "degres": -1, "aide": True, "portee": "distance", "cases": 5},
        {"de": 8, "cible": "elite", "portee": "distance", "cases": 12, "limite_portee": True},
        {"de": 10, "cible": "elite", "portee": "distance", "a_couvert": True, "armure": 1},
        {"de": 12, "cible": "elite", "presse": "complication", "armure": 1},
        {"de": 12, "cible": "elite", "presse": "tn", "coeurs_cible": 1, "avantage": "autre"},
        {"de": 20, "cible": "boss", "presse": "tn", "riposte": "complication"},
        {"de": 20, "cible": "boss", "presse": "tn", "jet_force": True, "armure": 1},
        {"de": 6, "cible": "pion", "tn": 4, "degres": -1, "armure": 1, "armure_usage": "jamais"},
        {"de": 6, "cible": "boss", "portee": "distance", "riposte_possible": False},
        {"de": 6, "cible": "boss", "portee": "distance", "a_couvert": True, "expose": "oui"},
        {"de": 6, "cible": "pion", "expose": "non", "presse": "complication"},
    ],
    "socle.magie": [
        {"de": 10, "niveau": "standard"},
        {"de": 12, "niveau": "fort", "aide": True, "avantage": "mana", "mana": 2},
        {"de": 20, "niveau": "grande_puissance", "degres": 1},
        {"de": 20, "niveau": "grande_puissance", "degres": -1, "avantage": "echelle"},
        {"de": 6, "niveau": "astuce", "cout": 0, "mana": 0},
        {"de": 12, "niveau": "fort", "avantage": "mana", "accord": False},
        {"de": 6, "niveau": "astuce", "degres": -1},
        {"de": 8, "niveau": "fort", "soin": True, "degres": -1},
    ],
    "socle.sort_attaque": [
        {"de": 12, "niveau": "fort", "cible": "elite", "avantage": "mana"},
        {"de": 12, "niveau": "standard", "cible": "boss", "armure": 1},
        {"de": 10, "niveau": "grande_puissance", "cible": "pion", "mana": 5, "mana_max": 6},
        {"de": 10, "niveau": "fort", "cible": "boss", "tn": 6, "expose": "non"},
        {"de": 10, "niveau": "astuce", "cout": 0, "cible": "boss", "degres": 1, "presse": "tn"},
        {"de": 8, "niveau": "astuce", "cible": "pion", "degres": -2, "avantage": "mana"},
        {"de": 8, "niveau": "fort", "cible": "elite", "avantage": "mana", "accord": False},
        {"de": 8, "niveau": "standard", "cible": "elite", "avantage": "echelle"},
    ],
    "socle.relever": [{}, {"etat_releve": "a_terre"}],
    "socle.coup": [
        {"coeurs": 5},
        {"coeurs": 1},
        {"coeurs": 0},
        {"coeurs": 0, "armure": 1},
        {"coeurs": 1, "armure": 1, "armure_usage": "jamais"},
        {"coeurs": 0, "armure": 1, "mort": True},
        {"coeurs": None, "cible": "elite"},
        {"coeurs": 4, "cible": "boss"},
        {"coeurs": None, "cible": "pion"},
    ],
    "socle.duel": [
        {"de": 10, "coeurs": 3, "adversaires": [PION]},
        {"de": 6, "coeurs": 2, "armure": 1, "adversaires": [ELITE]},
        {"de": 6, "coeurs": 2, "adversaires": [BOSS], "degres": -1, "avantage": "autre"},
        {"de": 6, "coeurs": 2, "adversaires": [PION, PION], "presse": "tn"},
        {"de": 8, "aide": True, "coeurs": 2, "adversaires": [PION, BOSS], "degres": 1},
        {"de": 6, "coeurs": 2, "adversaires": [{"cible": "boss", "tn": 4, "coeurs": 1}, PION]},
        {"de": 6, "coeurs": 1, "adversaires": [{"cible": "boss", "tn": 4}], "degres": -1},
        {"de": 8, "coeurs": 2, "adversaires": [{"cible": "elite", "coeurs_max": 1}, PION]},
    ],
    "socle.chronometre": [
        {"etapes": 2, "reussites": 2, "de": 6},
        {"etapes": 1, "reussites": 3, "de": 6, "tn": 4, "aide": True},
        {"etapes": 2, "reussites": 2, "de": 8, "tn": 4, "degres": -1},
        {"etapes": 2, "reussites": 2, "niveau": "novice", "plus_dur": -1, "aide": True},
        {"etapes": 2, "reussites": 1, "de": 6, "tn": 12, "degres": 1, "jet_force": True},
    ],
    "socle.test_d6": [
        {"niveau": "maitre", "plus_dur": -3},
        {"niveau": "entraine", "plus_dur": 1, "aide": True},
        {"niveau": "novice", "aide": True},
        {"niveau": "sans", "plus_dur": 5},
        {"niveau": "sans", "tentative": DOOR, "essais": [DOOR], "reprise": "retrait"},
    ],
    "socle.attaque_d6": [
        {"niveau": "maitre", "cible": "boss"},
        {"niveau": "novice", "cible": "pion", "aide": True, "armure": 1},
        {"niveau": "entraine", "cible": "elite", "degres": -1, "presse": "tn"},
        {"niveau": "sans", "cible": "elite", "expose": "non", "avantage": "autre"},
        {
            "niveau": "maitre",
            "cible": "pion",
            "portee": "distance",
            "cases": 11,
            "limite_portee": True,
            "presse": "complication",
        },
    ],
    "socle.duel_d6": [
        {"niveau": "maitre", "coeurs": 3, "adversaires": [PION]},
        {"niveau": "novice", "coeurs": 2, "armure": 1, "adversaires": [ELITE], "aide": True},
        {"niveau": "entraine", "coeurs": 2, "adversaires": [PION, PION], "presse": "tn"},
        {"niveau": "entraine", "coeurs": 2, "adversaires": [BOSS], "avantage": "autre"},
    ],
    "socle.combat_d6": [
        {
            "heros": [{"id": "Ana", "niveau": {"Force": "sans", "Agilité": "maitre"}, "coeurs": 2}],
            "adversaires": [{"id": "a", "cible": "elite"}],
        },
        {
            "heros": [
                {
                    "id": "Ana",
                    "niveau": {"Force": "novice", "Magie": "sans"},
                    "coeurs": 2,
                    "armure": 1,
                }
            ],
            "adversaires": [{"id": "a", "cible": "pion"}, {"id": "b", "cible": "pion"}],
            "presse": "tn",
        },
        {
            "heros": [
                {"id": "Ana", "niveau": "maitre", "coeurs": 1, "aide_recue": True, "degres": -1},
                {"id": "Bo", "niveau": "entraine", "coeurs": 1},
            ],
            "adversaires": [{"id": "a", "cible": "elite"}],
            "tours_max": 2,
        },
        {
            "heros": [
                {"id": "Ana", "niveau": "entraine", "portee": "distance", "cases": 11},
                {"id": "Bo", "niveau": "sans", "coeurs": 0, "etat": "a_terre"},
            ],
            "adversaires": [{"id": "b", "cible": "boss", "coeurs": 2}],
            "tours_max": 2,
            "ordre": "liste",
            "limite_portee": True,
        },
    ],
    "socle.combat": [
        {
            "heros": [
                {"id": "Ana", "de": {"Force": 6, "Agilité": 10, "Magie": 12}, "coeurs": 2},
            ],
            "adversaires": [{"id": "a", "cible": "elite"}, {"id": "b", "cible": "boss"}],
            "tours_max": 3,
        },
        {
            "heros": [
                {"id": "Ana", "de": {"Force": 20, "Agilité": 8}, "portee": "distance"},
            ],
            "adversaires": [{"id": "a", "cible": "elite"}],
            "tours_max": 2,
        },
        {
            "heros": [{"id": "Ana", "de": {"Force": 6, "Magie": 8}, "coeurs": 2, "armure": 1}],
            "adversaires": [{"id": "a", "cible": "pion"}, {"id": "b", "cible": "pion"}],
            "presse": "tn",
        },
        {
            "heros": [{"id": "Ana", "de": 8, "coeurs": 1}, {"id": "Bo", "de": 6, "coeurs": 1}],
            "adversaires": [{"id": "a", "cible": "elite"}],
            "tours_max": 2,
        },
        {
            "heros": [
                {"id": "Ana", "de": 6, "portee": "distance", "a_couvert": True, "degres": -1},
                {"id": "Bo", "de": 12, "degres": -2, "aide_recue": True},
                {"id": "Cyr", "de": 6, "coeurs": 0, "etat": "mort"},
            ],
            "adversaires": [
                {"id": "a", "cible": "pion"},
                {"id": "b", "cible": "boss", "tn": 4, "coeurs": 2},
            ],
            "tours_max": 1,
            "ordre": "liste",
            "deja": ["Bo"],
        },
        {
            "heros": [
                {"id": "Ana", "de": 6, "coeurs": 0, "etat": "a_terre"},
                {"id": "Bo", "de": 6, "coeurs": 1},
            ],
            "adversaires": [{"id": "b", "cible": "boss", "coeurs": 1, "coeurs_max": 5}],
            "tours_max": 2,
            "riposte": "complication",
        },
        {
            "heros": [{"id": "Ana", "de": 6, "portee": "distance", "a_couvert": True, "degres": 1}],
            "adversaires": [{"id": "b", "cible": "boss"}],
        },
        {
            "heros": [{"id": "Ana", "de": 6, "coeurs": 1}],
            "adversaires": [
                {"id": "b", "cible": "boss", "coeurs": 1},
                {"id": "c", "cible": "pion"},
                {"id": "d", "cible": "pion"},
            ],
            "presse": "tn",
        },
        {
            "heros": [
                {"id": "Ana", "de": 8, "coeurs": 1, "degres": 1, "aide_recue": True},
                {"id": "Bo", "de": 6, "coeurs": 0, "etat": "a_terre", "degres": 1},
            ],
            "adversaires": [{"id": "b", "cible": "boss"}, {"id": "c", "cible": "pion", "tn": 8}],
            "ordre": "liste",
            "tours_max": 3,
        },
        {
            "heros": [{"id": "Ana", "de": 8, "coeurs": 2, "degres": 2, "jet_force": True}],
            "adversaires": [{"id": "b", "cible": "elite", "coeurs": 1}],
            "ordre": "liste",
            "limite_portee": True,
        },
        {
            "heros": [
                {
                    "id": "Ana",
                    "de": 6,
                    "coeurs": 1,
                    "portee": "distance",
                    "cases": 12,
                    "a_couvert": True,
                    "expose": "oui",
                    "aide_recue": True,
                }
            ],
            "adversaires": [{"id": "b", "cible": "boss"}, {"id": "c", "cible": "pion"}],
            "limite_portee": True,
        },
        {
            "heros": [
                {
                    "id": "Ana",
                    "de": 6,
                    "coeurs": 1,
                    "portee": "distance",
                    "cases": 12,
                    "a_couvert": True,
                    "ecarts": [
                        {"adversaire": "b", "portee": "contact"},
                        {"adversaire": "c", "portee": "contact"},
                    ],
                }
            ],
            "adversaires": [
                {"id": "b", "cible": "pion"},
                {"id": "c", "cible": "pion"},
                {"id": "d", "cible": "elite", "coeurs": 1},
            ],
            "presse": "tn",
            "tours_max": 3,
            "limite_portee": True,
        },
    ],
    "socle.scene": [
        {},
        {
            "etat": {"heros": [{"id": "Ana", "coeurs": 2, "armure": 1, "protege": True}]},
            "evenements": [
                {"type": "compteur", "nom": "l’alarme", "etapes": 2},
                {"type": "coup", "heros": "Ana", "armure": True},
                {"type": "coup", "heros": "Ana"},
                {"type": "echec"},
                {"type": "echec", "nom": "l’alarme"},
                {"type": "echec"},
                {"type": "mana", "heros": "Ana", "n": -2},
                {"type": "mana", "heros": "Ana", "n": 1},
                {"type": "fin_scene"},
                {"type": "repos"},
                {"type": "debut_scene"},
            ],
        },
        {
            "etat": {
                "scene": 7,
                "heros": [
                    {"id": "Ana", "coeurs": 0, "etat": "a_terre"},
                    {"id": "Bo", "coeurs": 1, "coeurs_max": 6, "mana": 0},
                ],
                "compteurs": [{"nom": "a", "compteur": 1}, {"nom": "b", "etapes": 1}],
            },
            "evenements": [
                {"type": "relever", "heros": "Ana", "par": "Bo"},
                {"type": "coup", "heros": "Ana"},
                {"type": "soin", "heros": "Ana"},
                {"type": "echec", "nom": "b"},
                {"type": "coup", "heros": "Bo"},
                {"type": "coup", "heros": "Bo"},
                {"type": "coup", "heros": "Bo"},
                {"type": "echec"},
            ],
        },
        {
            "etat": {"en_cours": False, "heros": [{"id": "Bo", "coeurs": 0, "etat": "mort"}]},
            "evenements": [{"type": "repos"}, {"type": "debut_scene"}],
        },
    ],
    "socle.repos": [
        {
            "heros": [
                {"id": "Ana", "coeurs": 0, "etat": "a_terre", "mana": 1},
                {"id": "Bo", "coeurs": 0, "etat": "mort", "mana": 1},
                {"id": "Cyr", "coeurs": 4, "coeurs_max": 7, "mana": 0, "mana_max": 5},
            ]
        }
    ],
    "socle.essais": [
        {},
        {
            "etat": {"essais": [{"objectif": "entrer", "caracteristique": "Force"}]},
            "evenements": [
                {"type": "test", "objectif": "entrer", "caracteristique": "Agilité"},
                {
                    "type": "test",
                    "objectif": "voir",
                    "caracteristique": "Agilité",
                    "moyens": "un miroir",
                },
                {"type": "changement", "objectif": "entrer", "texte": "le garde est parti"},
                {"type": "test", "objectif": "entrer", "caracteristique": "Force"},
                {"type": "complication", "objectif": "voir"},
                {"type": "test", "objectif": "voir", "caracteristique": "Agilité", "reussi": True},
            ],
        },
    ],
    "socle.developpement_d6": [
        {"niveaux": {"Force": "sans", "Magie": "maitre"}, "choix": "niveau:Force"},
        {"niveaux": {"Force": "entraine"}, "coeurs_max": 7, "choix": "coeur"},
        {"niveaux": {}, "mana_max": 0, "choix": "mana"},
        {"niveaux": {}, "coeurs_max": 20, "mana_max": 19, "choix": "mana"},
    ],
}
"""Procedure -> parameter sets small enough to enumerate (a few 10,000 paths)."""
