"""Parameters over which each procedure of Les Chants de Loss is held against plain enumeration."""

from __future__ import annotations

from typing import Any

from tests.games.campaigns import CAMPAIGNS

STRUCK: dict[str, Any] = {
    "id": "Sorn", "trait": 6, "talent": 12, "desastres": 1, "desastres_max": 1,
}  # fmt: skip
SPENDS: dict[str, Any] = {"acteur": "mj", "trait": 6, "talent": 6, "jetons_apres": "minimal"}

GRID: dict[str, list[dict[str, Any]]] = {
    "loss.campagne": CAMPAIGNS["loss"],
    "loss.die": [
        {},
        {"somme": -4, "seuils": [-20, -3, 0, 5]},
        {"somme": 12, "seuils": [2, 12, 14, 22, 23, 33]},
    ],
    "loss.action": [
        {"trait": 4, "talent": 1, "difficulty": 10},
        {"trait": 6, "talent": 6},
        {"trait": 6, "talent": 6, "exploits": 1, "jetons": 3, "jetons_avant": 1},
        {"trait": 5, "talent": 6, "jetons": 2, "jetons_apres": "none", "adversaire": "pj"},
        {"trait": 6, "talent": 4, "jetons": 2, "jetons_avant": 1, "jetons_apres": "minimal"},
        {"trait": 6, "talent": 9, "jetons": 2, "jetons_avant": 1, "ag_permanentes": 1},
        {"trait": 5, "talent": 5, "jetons": 1, "jetons_avant": 1, "jetons_recus": 1, "exploits": 1},
        {"trait": 6, "talent": 9, "acteur": "mj", "exploits": 0, "adversaire": "pj"},
        {"trait": 6, "talent": 9, "acteur": "mj", "exploits": 2, "ag_circonstance": 1},
        {"trait": 4, "talent": 3, "desastres": 3, "modifier": -4, "exploits": 1},
        {"trait": 4, "talent": 3, "desastres": 4, "desastre_malus": False},
        {"trait": 4, "talent": 3, "desastres": 5, "exploits": 2},
        {"trait": 4, "talent": 3, "automatique": True, "ag_permanentes": 1, "modifier": 3},
        {"trait": 9, "talent": 9, "sans_de": False},
        {"trait": 4, "talent": 3, "au_calme": True, "jetons": 1},
        {"trait": 2, "talent": 3, "au_calme": True, "adversaires": [{"id": "o", "camp": "pnj"}]},
        {"trait": 4, "talent": 3, "au_calme": True, "modifier": 5, "ag_permanentes": 1},
        {"trait": 2, "talent": 1, "au_calme": True, "difficulty": 10},
        {"trait": 6, "talent": 6, "exploits": 2, "adversaires": [{"id": "o", "camp": "pj"}]},
    ],
    "loss.trait": [
        {"vertu": 4, "trait": 5},
        {"vertu": 9, "trait": 6, "adversaire": "pnj"},
        {"vertu": 4, "trait": 5, "jetons": 1, "exploits": 0, "difficulty": 20},
    ],
    "loss.automatic": [
        {"trait": 6, "talent": 6},
        {"trait": 2, "talent": 0, "temps": False, "materiel": False, "exploits": 1},
        {"trait": 3, "talent": 1, "modifier": 4, "ag_permanentes": 1},
    ],
    "loss.sans_test": [
        {"trait": 6, "talent": 9},
        {"trait": 2, "talent": 1, "difficulty": 10, "calme": False},
        {"trait": 6, "talent": 6, "jetons_avant": 1},
        {"trait": 6, "talent": 9, "exploits": 1},
    ],
    "loss.passive": [
        {"trait": 4, "talent": 1, "cible": 3},
        {"trait": 6, "talent": 6, "cible": 5},
        {"trait": 6, "talent": 6, "cible": 5, "exploits": 1, "adversaire": "pj", "jetons": 1},
        {"trait": 6, "vertu": 3, "cible": 6, "nom_cible": "Sélène"},
        {"trait": 6, "talent": 6, "cible": 6, "exploits": 1, "acteur": "mj"},
    ],
    "loss.blind": [
        {"trait": 4, "talent": 1, "caches": 0, "modifier": -5},
        {"trait": 6, "talent": 7, "ag_permanentes": 1, "caches": 2, "exploits": 2},
        {"trait": 6, "talent": 7, "ag_permanentes": 1, "caches": 2},
        {"trait": 6, "talent": 7, "caches": 2, "exploits": 1, "jetons": 1, "adversaire": "pj"},
        {"trait": 6, "talent": 7, "caches": 0, "exploits": 2, "acteur": "mj"},
        {"trait": 6, "vertu": 4, "caches": 0, "desastres": 5},
        {"trait": 6, "vertu": 4, "caches": 1},
    ],
    "loss.active": [
        {"somme_initiateur": 14, "somme_repondant": 12, "engages": 0},
        {
            "somme_initiateur": 11,
            "somme_repondant": 13,
            "engages": 0,
            "jetons_initiateur": 3,
            "jetons_avant_initiateur": 1,
            "jetons_repondant": 1,
            "ag_repondant": 1,
        },
        {"somme_initiateur": 14, "somme_repondant": 12, "engages": 1, "jetons_repondant": 1},
        {
            "somme_initiateur": 14,
            "somme_repondant": 12,
            "engages": 2,
            "jetons_repondant": 2,
            "jetons_avant_repondant": 1,
        },
        {
            "somme_initiateur": 14,
            "somme_repondant": 15,
            "engages": 2,
            "jetons_initiateur": 2,
            "jetons_repondant": 2,
            "jetons_apres": "minimal",
            "ag_repondant": 1,
        },
        {
            "somme_initiateur": 30,
            "somme_repondant": 31,
            "difficulty": 10,
            "engages": 3,
            "jetons_repondant": 2,
            "jetons_apres": "none",
        },
        {
            "somme_initiateur": 14,
            "somme_repondant": 12,
            "engages": 0,
            "difficulty_initiateur": 20,
            "desastres_repondant": 1,
        },
        {
            "somme_initiateur": 16,
            "somme_repondant": 14,
            "engages": 1,
            "difficulty_repondant": 20,
            "desastres_initiateur": 2,
            "jetons_initiateur": 1,
        },
        {
            "somme_initiateur": 14,
            "somme_repondant": 12,
            "engages": 2,
            "desastres_initiateur": 3,
            "desastre_malus": False,
        },
        {"somme_initiateur": 14, "somme_repondant": 12, "engages": 3, "desastres_repondant": 5},
    ],
    "loss.combat": [
        {"somme_attaque": 12, "somme_defense": 10, "exploits": 1, "jetons_defense": 1},
        {"somme_attaque": 15, "somme_defense": 10, "ag_defense": 1, "acteur": "mj"},
        {"somme_attaque": 10, "somme_defense": 9, "jetons_attaque": 2, "jetons_defense": 1},
        {"somme_attaque": 10, "somme_defense": 9, "exploits": 2, "defense": False},
        {"somme_attaque": 15, "somme_defense": 15, "ag_attaque": 1},
        {
            "somme_attaque": 10,
            "somme_defense": 9,
            "jetons_attaque": 3,
            "jetons_avant_attaque": 1,
            "jetons_defense": 2,
            "jetons_avant_defense": 1,
        },
        {"somme_attaque": 15, "somme_defense": 12, "difficulty_attaque": 20, "exploits": 1},
        {
            "somme_attaque": 15,
            "somme_defense": 12,
            "difficulty": 10,
            "difficulty_defense": 15,
            "desastres_attaque": 3,
            "desastres_defense": 1,
        },
        {"somme_attaque": 14, "somme_defense": 12, "exploits": 1, "defense_allegee": True},
        {"somme_attaque": 15, "somme_defense": 12, "exploits": 2, "desastres_attaque": 5},
        {"somme_attaque": 15, "somme_defense": 12, "exploits": 2, "desastres_defense": 5},
    ],
    "loss.degats": [
        {"des": 1},
        {"des": 2, "nature": "detresse", "vers": "machines", "armure": 2},
        {"des": 2, "coup": 7, "vers": "machines", "armure": 1},
        {"des": 2, "de": "machines", "armure": 40},
    ],
    "loss.exploits": [
        {"exploits": 2, "emplois": ["allie", "allie"]},
        {"exploits": 5, "emplois": ["jeton", "demi", "effet", "demi", "degats"]},
        {"exploits": 4, "emplois": ["information", "obstacle", "detresse", "prix"]},
        {"exploits": 1, "emplois": ["demi"], "scene_finie": True},
    ],
    "loss.echec": [
        {"exploits": 2, "acteur": "pj", "auteur": "diego"},
        {
            "exploits": 3,
            "acteur": "pj",
            "auteur": "diego",
            "adversaires": [{"id": "garde", "camp": "pnj"}, {"id": "ana", "camp": "pj"}],
            "cible": "garde",
        },
        {
            "exploits": 1,
            "acteur": "pj",
            "auteur": "diego",
            "aveugle": True,
            "adversaires": [{"id": "garde", "camp": "pnj"}],
        },
        {
            "exploits": 3,
            "acteur": "mj",
            "auteur": "garde",
            "cible": "ana",
            "reserves": {"ana": 5, "bo": 1, "cy": 4},
        },
        {"exploits": 2, "acteur": "mj", "auteur": "garde", "reserves": {"ana": 4, "bo": 1}},
        {"exploits": 2, "acteur": "pj", "auteur": "diego", "part_ag": 0},
    ],
    "loss.desastre": [{"jetons": 1}, {"jetons": 4, "malus": False}, {"jetons": 5}],
    "loss.effet": [{"base": "7/3", "exploits": 3}, {"base": 0, "exploits": 5}],
    "loss.exploits_requis": [
        {"base": 2, "cible": 3},
        {"base": 3, "cible": "19/2"},
        {"base": 2, "cible": 8},
        {"base": 5, "cible": 1},
    ],
    "loss.echelle": [
        {"valeur": 2, "de": "machines", "vers": "hommes", "nature": "puissance"},
        {"valeur": 7, "de": "hommes", "vers": "geants", "nature": "degats"},
        {"valeur": 7, "de": "hommes", "vers": "geants", "nature": "autre"},
    ],
    "loss.temps": [
        {},
        {
            "evenements": [
                {"type": "avance", "unite": "instant"},
                {"type": "avance", "unite": "tour", "n": 3},
                {"type": "avance", "unite": "action", "n": 2},
                {"type": "avance", "unite": "tour"},
                {"type": "avance", "unite": "scene"},
                {"type": "avance", "unite": "scene", "n": 2, "texte": "le voyage"},
                {"type": "avance", "unite": "episode"},
            ]
        },
        {
            "etat": {"aventure": 3, "scene": 4, "tour": 2, "serie": True},
            "evenements": [
                {"type": "avance", "unite": "action"},
                {"type": "avance", "unite": "episode"},
                {"type": "avance", "unite": "aventure"},
            ],
        },
    ],
    "loss.degats_echelle": [
        {"degats": 31, "de": "hommes", "vers": "machines", "armure": 3},
        {"degats": 30, "de": "hommes", "vers": "machines", "armure": 3},
        {"degats": 150, "de": "hommes", "vers": "geants", "armure": 1},
        {"degats": 7, "de": "machines", "vers": "hommes", "armure": 12},
        {"degats": 7, "de": "machines", "vers": "machines", "armure": 12},
    ],
    "loss.echelle_de": [
        {"tonnes": "7/2"},
        {"tonnes": 4, "echelle": "ask"},
        {"tonnes": 1000},
        {"tonnes": 1001, "echelle": "machines"},
        {"tonnes": 1001, "echelle": "ask"},
    ],
    "loss.noms": [
        {"difficulty": 10, "trait": 0, "talent": 0, "exploits": 0},
        {"difficulty": 27, "trait": 8, "talent": 11, "exploits": 2},
        {"difficulty": 300, "trait": 3, "talent": 1, "exploits": 5},
        {"exploits": 4},
    ],
    "loss.dissimulation": [
        {
            "cacheur": {"id": "Mira", "trait": 6, "talent": 7, "exploits": 1},
            "chercheurs": [
                {"id": "garde", "acteur": "mj", "trait": 6, "talent": 5, "exploits": 1},
                {"id": "chien", "acteur": "mj", "trait": 9, "vertu": 6},
            ],
        },
        {
            "cacheur": {"id": "guetteur", "acteur": "mj", "trait": 5, "talent": 5, "exploits": 2},
            "chercheurs": [
                {
                    "id": "Mira",
                    "trait": 4,
                    "talent": 8,
                    "exploits": 1,
                    "jetons": 1,
                    "jetons_apres": "minimal",
                    "desastres": 1,
                }
            ],
        },
        {
            "cacheur": {"id": "Mira", "trait": 8, "talent": 8, "difficulty": 10},
            "chercheurs": [{"id": "Sorn", "trait": 5, "talent": 5, "automatique": True}],
        },
        {
            "cacheur": {"id": "Mira", "trait": 3, "talent": 0, "desastres": 5, "exploits": 2},
            "chercheurs": [{"id": "Sorn", "trait": 5, "talent": 5}],
        },
        {
            "cacheur": SPENDS | {"id": "guetteur", "exploits": 1, "jetons": 3, "jetons_recus": 1},
            "chercheurs": [STRUCK, SPENDS | {"id": "chien", "jetons": 2}],
            "jetons_communs_mj": 2,
        },
        {
            "cacheur": {"id": "Mira", "trait": 9, "talent": 9, "desastres": 1},
            "chercheurs": [
                SPENDS | {"id": "chien", "jetons": 4},
                STRUCK,
                SPENDS | {"id": "garde", "jetons": 3, "jetons_avant": 1},
            ],
            "jetons_communs_mj": 3,
        },
        {
            "cacheur": {
                "id": "Mira",
                "trait": 6,
                "talent": 6,
                "jetons": 1,
                "jetons_apres": "minimal",
            },
            "chercheurs": [
                {"id": "Sorn", "trait": 6, "talent": 6, "jetons": 2, "jetons_apres": "minimal"},
            ],
            "jetons_communs_joueurs": 1,
            "frappeur": "Mira",
        },
        {
            "cacheur": {
                "id": "Mira",
                "trait": 6,
                "talent": 6,
                "jetons": 1,
                "jetons_apres": "minimal",
            },
            "chercheurs": [
                {"id": "Sorn", "trait": 6, "talent": 6, "jetons": 2, "jetons_apres": "minimal"},
            ],
            "jetons_communs_joueurs": 2,
            "frappeur": "Sorn",
        },
    ],
    "loss.jetons": [
        {},
        {
            "evenements": [
                {"type": "gain", "holder": "Diego", "n": 3},
                {"type": "depense", "player": "Diego", "n": 2, "test": "le saut"},
                {"type": "echec", "exploits": 2, "auteur": "Diego", "attributions": {"mj": 2}},
                {"type": "desastre", "player": "Diego", "n": 1, "action": "la fuite"},
                {"type": "fin_scene"},
                {"type": "gain", "holder": "Mira", "n": 1},
            ]
        },
        {
            "etat": {
                "scene": 4,
                "reserves": {"Mira": 2, "Sorn": 0},
                "mj": {"libres": {"Sorn": 1}, "ag": {"le garde": 1}},
            },
            "evenements": [
                {
                    "type": "echec",
                    "exploits": 3,
                    "auteur": "Mira",
                    "attributions": {"le garde": 2, "Sorn": 1},
                },
                {
                    "type": "echec",
                    "exploits": 2,
                    "auteur": "Mira",
                    "adversaires": [{"id": "Taro", "camp": "pj"}],
                    "attributions": {"Taro": 2},
                    "usage": "ag",
                },
                {
                    "type": "echec",
                    "exploits": 1,
                    "acteur": "mj",
                    "auteur": "le garde",
                    "attributions": {"Mira": 1},
                },
                {"type": "gain", "holder": "le garde", "n": 1},
                {"type": "gain", "holder": "la capitaine", "n": 2, "camp": "pnj"},
                {"type": "depense_mj", "pnj": "la capitaine", "n": 2},
                {"type": "depense_mj", "pnj": "le garde", "n": 2, "ag": {"le garde": 2}},
                {"type": "desastre", "player": "Sorn", "n": 1, "note": "une torche tombe"},
                {"type": "depense", "player": "Mira", "n": 1},
            ],
        },
    ],
}
"""Procedure -> parameter sets small enough to enumerate (a few 10,000 paths)."""
