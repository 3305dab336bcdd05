"""Parameters over which each procedure of Armes-Dieux is held against plain enumeration."""

from __future__ import annotations

from typing import Any

from tests.games.campaigns import CAMPAIGNS

GRID: dict[str, list[dict[str, Any]]] = {
    "armes_dieux.campagne": CAMPAIGNS["armes_dieux"],
    "armes_dieux.poignee": [
        {"domaine": 6, "bonus": ["aspect", "effort"], "renfort": 3, "malus": 3},
        {"domaine": 2, "malus": 6},
        {"domaine": 4, "bonus": ["magique"], "malus": 6, "malus_report": 3},
        {"domaine": 3, "bonus": ["avantage"], "renfort_reserve": 4, "reserve_combat": 9},
        {"domaine": 0, "bonus": "ask", "bonus_disponibles": [], "renfort_reserve": "ask"},
    ],
    "armes_dieux.poignee_figurant": [
        {"valeur": 9, "plusieurs": True, "avantage": True, "magique": True},
        {"valeur": 12, "plusieurs": True, "reduction": 3},
        {"valeur": 3, "reduction": 6, "malus": 3, "malus_report": 3},
        {"valeur": 6, "avantage": True, "malus": 3, "domaine_nom": "Influence"},
        {"estimation": 5, "magique": True, "reduction": 3, "malus": 3},
    ],
    "armes_dieux.jet": [
        {"poignee": 0, "sr": 12},
        {"poignee": 1, "sr": 4},
        {"poignee": 4, "sr": 12},
        {"poignee": 3, "sr": 8, "ecartes": 1},
        {"poignee": 3, "sr": 9, "sang": 2, "maitrise": True},
        {"poignee": 4, "sr": 7, "sang": 2, "ecartes": 3, "maitrise": True},
        {"poignee": 6, "sr": 6, "ecartes": 3, "additionnel": "toujours"},
        {"poignee": 12, "sr": 6, "ecartes": 9, "maitrise": True, "additionnel": "sans_baisse"},
        {"poignee": 2, "sr": 2, "ecartes": 2, "additionnel": "toujours"},
        {"poignee": 6, "malus_report": 3, "sr": 9, "sang": 1, "ecartes": 1},
        {"poignee": 2, "malus_report": 3, "sr": 1},
    ],
    "armes_dieux.test": [
        {"domaine": 1, "bonus": ["effort"], "sr": 14, "sang": 1},
        {"domaine": 2, "malus": 6, "sr": 3},
        {
            "domaine": 2,
            "renfort": 2,
            "renfort_reserve": 2,
            "reserve_combat": 5,
            "malus_report": 3,
            "sr": 9,
            "maitrise": True,
        },
        {"domaine": 6, "sr": 9, "ecartes": 3, "additionnel": "toujours"},
    ],
    "armes_dieux.test_figurant": [
        {"valeur": 0, "plusieurs": True, "sr": 10},
        {"valeur": 12, "avantage": True, "reduction": 3, "sr": 9, "ecartes": 8},
        {"valeur": 3, "malus": 3, "malus_report": 3, "sr": 4},
        {"estimation": 4, "sr": 12, "sang": 1, "maitrise": True},
    ],
    "armes_dieux.cadrage": [
        {"approches": [{"nom": "Influence", "domaine": 6, "malus": 3}], "sr": 10},
        {
            "approches": [{"nom": "Agression", "domaine": 1, "malus": 3}],
            "sr": 4,
            "additionnel": "toujours",
        },
    ],
    "armes_dieux.revers": [
        {"reussite": True, "choix": "complication"},
        {"reussite": False, "acteur": "figurant", "choix": "complication", "equipement": False},
    ],
    "armes_dieux.opposition": [
        {
            "participants": [
                {"id": "Ada", "poignee": 2, "sr": 7},
                {"id": "Bo", "poignee": 1, "sr": 4},
            ]
        },
        {
            "participants": [
                {"id": "Ada", "poignee": 5, "sr": 6, "ecartes": 1, "malus_report": 3},
                {"id": "Bo", "poignee": 2, "sr": 4, "sang": 1, "maitrise": True},
            ],
            "additionnel": "toujours",
        },
        {
            "participants": [
                {"id": "Ada", "poignee": 1, "sr": 3},
                {"id": "le garde", "poignee": 2, "sr": 5, "acteur": "figurant"},
                {"id": "Bo", "poignee": 0, "sr": 1},
                {"id": "Cyr", "poignee": 1, "sr": 2},
            ],
        },
        {
            "participants": [
                {"id": "Ada", "poignee": 12, "sr": 5, "ecartes": 10, "sang": 12},
                {"id": "Bo", "poignee": 2, "sr": 5, "ecartes": 1},
            ],
            "additionnel": "sans_baisse",
        },
        {
            "participants": [
                {
                    "id": "Ada",
                    "poignee": 1,
                    "sr": 8,
                    "bonus": ["effort"],
                    "renfort": 1,
                    "renfort_reserve": 1,
                    "reserve_combat": 2,
                    "malus": 6,
                },
                {"id": "le garde", "poignee": 3, "sr": 3, "acteur": "figurant", "malus": 3},
                {
                    "id": "Bo",
                    "poignee": 12,
                    "sr": 30,
                    "bonus": ["magique"],
                    "malus": 6,
                    "malus_report": 3,
                },
            ],
        },
        {
            "participants": [
                {"id": "Ada", "poignee": 1, "sr": 3},
                {
                    "id": "le garde",
                    "poignee": 8,
                    "sr": 4,
                    "acteur": "figurant",
                    "plusieurs": True,
                    "magique": True,
                    "reduction": 6,
                    "malus": 6,
                },
            ],
        },
    ],
    "armes_dieux.oppositions": [
        {
            "participants": [
                {"id": "Ada", "poignee": 1, "sr": 4, "revers": "tension"},
                {"id": "Bo", "poignee": 0, "sr": 3, "revers": "complication"},
            ]
        },
        {
            "participants": [
                {"id": "Ada", "poignee": 3, "sr": 4, "ecartes": 2, "revers": "difficulte"},
                {
                    "id": "le garde",
                    "poignee": 1,
                    "sr": 2,
                    "acteur": "figurant",
                    "revers": "difficulte",
                    "malus_report": 3,
                    "plusieurs": True,
                    "reduction": 3,
                },
            ],
            "manches": 2,
            "gagnees": 2,
        },
        {
            "participants": [
                {"id": "Ada", "poignee": 1, "sr": 1, "revers": "complication"},
                {"id": "Bo", "poignee": 0, "sr": 1, "revers": "tension"},
                {"id": "Cyr", "poignee": 1, "sr": 2, "revers": "tension", "equipement": True},
            ],
            "manches": 1,
            "gagnees": 1,
            "additionnel": "toujours",
        },
    ],
    "armes_dieux.chance": [{}, {"qui": "player", "question": "Y a-t-il un forgeron ici ?"}],
    "armes_dieux.personnage": [
        {},
        {
            "etat": {"reserve_combat": 5, "equipement": {"a": "intact", "b": "perdu"}},
            "evenements": [
                {"type": "effort"},
                {"type": "combat", "en_combat": True},
                {"type": "test", "renfort_reserve": 2},
                {"type": "revers", "revers": "difficulte"},
                {"type": "revers", "revers": "difficulte", "texte": "les mains gelées"},
                {"type": "test"},
                {"type": "revers", "revers": "equipement", "piece": "a", "dommage": "endommage"},
                {"type": "combat", "en_combat": False},
            ],
        },
        {
            "etat": {"tension": 2, "malus_report": 3, "en_combat": True},
            "evenements": [
                {"type": "test", "malus_report": 3},
                {"type": "revers", "revers": "tension"},
                {"type": "revers", "revers": "partiel"},
                {"type": "revers", "revers": "complication", "texte": "la garde arrive"},
                {
                    "type": "meneur",
                    "tension": -3,
                    "reserve_combat": 4,
                    "equipement": {"c": "intact"},
                },
                {"type": "meneur", "malus_report": 3, "texte": "une main foulée"},
                {"type": "test", "renfort_reserve": 4},
            ],
        },
    ],
}
"""Procedure -> parameter sets small enough to enumerate (a few 10,000 paths)."""
LARGER: dict[str, list[dict[str, Any]]] = {
    "armes_dieux.oppositions": [
        {
            "participants": [
                {"id": "Ada", "poignee": 1, "sr": 4, "revers": "tension"},
                {"id": "Bo", "poignee": 1, "sr": 3, "revers": "complication"},
            ]
        },
        GRID["armes_dieux.oppositions"][1] | {"manches": 3},
    ],
}
"""Parameter sets that are compared with the laws written by hand only."""
