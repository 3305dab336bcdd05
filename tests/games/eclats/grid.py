"""Parameters over which each procedure of Éclats is held against plain enumeration."""

from __future__ import annotations

from typing import Any

from tests.games.campaigns import CAMPAIGNS

GRID: dict[str, list[dict[str, Any]]] = {
    "eclats.campagne": CAMPAIGNS["eclats"],
    "eclats.test": [
        {"caracteristique": 2, "bonus": 1, "seuil": 6},
        {"caracteristique": 0, "bonus": 3, "seuil": 3},
        {"caracteristique": 1, "bonus": 2, "seuil": 6, "secret": True},
        {"caracteristique": 1, "seuil": 10, "des": 2},
        {"caracteristique": 2, "bonus": 20, "seuil": "inatteignable"},
    ],
    "eclats.relance": [
        {"des": 1, "seuil": 10},
        {"des": 2, "bonus": 1, "seuil": 11},
        {"des": 2, "bonus": 3, "seuil": 8, "relance_possible": True},
        {"des": 3, "bonus": 9, "seuil": "inatteignable"},
    ],
    "eclats.action": [
        {"caracteristique": 1, "bonus": 0, "seuil": 6, "prix": 2, "relances_max": 1},
        {"caracteristique": 0, "bonus": 1, "seuil": 9, "prix": 1, "relances_max": 2},
        {"caracteristique": 1, "bonus": 2, "seuil": 6, "secret": True},
        {
            "caracteristique": 0,
            "seuil": "inatteignable",
            "prix": 1,
            "prix_accordes": [1],
            "relances_max": 2,
        },
        {"caracteristique": 0, "seuil": 4, "prix": "ask", "prix_accordes": []},
    ],
    "eclats.negociation": [{"seuil": 8}, {"seuil": "inatteignable", "joueurs": 0}],
    "eclats.initie": [
        {},
        {
            "etat": {"caracteristiques": {"ruse": 3}, "competences": {"Grimper": 2}},
            "evenements": [
                {"type": "test", "issue": "echec_simple"},
                {"type": "relance", "issue": "echec", "des": 2, "texte": "une cheville foulée"},
                {"type": "test", "issue": "echec_automatique"},
                {"type": "test", "issue": "echec_simple"},
                {"type": "relance", "issue": "reussite", "des": 3, "prix": "aucun"},
                {"type": "test", "issue": "echec_simple"},
                {"type": "relance", "issue": "echec", "des": 1, "prix": "eleve"},
            ],
        },
        {
            "etat": {
                "prix_dus": [
                    {"niveau": "exorbitant", "texte": "le bras"},
                    {"niveau": "eleve"},
                    {"niveau": "eleve", "texte": "la corde"},
                ],
                "relance_possible": True,
            },
            "evenements": [
                {"type": "regle", "numero": 2},
                {"type": "regle"},
                {"type": "test", "issue": "echec_critique"},
            ],
        },
        {"evenements": [{"type": "test", "issue": "echec_simple"}]},
    ],
}
"""Procedure -> parameter sets small enough to enumerate (a few 10,000 paths)."""
LARGER: dict[str, list[dict[str, Any]]] = {
    "eclats.action": [
        {"caracteristique": 0, "bonus": 1, "seuil": 9, "prix": 1, "relances_max": 4},
        {"caracteristique": 0, "seuil": "inatteignable", "prix": 1, "prix_accordes": [1]},
    ],
}
"""Parameter sets that are compared with the laws written by hand only."""
