"""Parameters with which actions, harm, care and learning are compared with plain enumeration."""

from __future__ import annotations

from typing import Any

ACTIONS_GRID: dict[str, list[dict[str, Any]]] = {
    "exil.successive": [
        {"talent": 9},
        {"talent": 7, "difficulty": 2, "retry_penalty": 0, "minimal_margin": 4, "max_attempts": 2},
        {"talent": 8, "permis": False},
        {"talent": 5, "autre_talent": 8, "max_attempts": 2},
        {"talent": 8, "external": -1, "insister": False},
        {"talent": 1, "max_attempts": 3},
    ],
    "exil.pure": [
        {"attribut": "bon", "obstacle": "moyen"},
        {"attribut": "faible", "obstacle": "moyen"},
        {"attribut": "nul", "obstacle": "nul"},
        {"attribut": "excellent", "obstacle": "excellent", "egalite": "echec"},
    ],
    "exil.opposition": [
        {"protagonistes": [{"talent": 8}, {"talent": 6}]},
        {"protagonistes": [{"talent": 9}, {"talent": 9}, {"talent": 5}]},
        {"protagonistes": [{"talent": 0}, {"talent": 3, "difficulty": -3}]},
        {
            "protagonistes": [
                {"talent": 20, "external": 5},
                {"talent": 4, "difficulty": 2},
                {"talent": 1},
            ]
        },
    ],
    "exil.extended": [
        {"taches": [{"talent": 9, "points": 12}], "max_periodes": 2, "duree": "1/2"},
        {"taches": [{"talent": 9, "points": 12}], "max_periodes": 3},
        {"taches": [{"talent": 4, "points": 5}], "abandon": -10, "max_periodes": 3},
        {"taches": [{"talent": 15, "points": 3}, {"talent": 6, "points": 2}], "max_periodes": 3},
        {
            "taches": [
                {"talent": 5, "difficulty": 2, "points": 6, "cumul": 3},
                {"talent": 9, "external": -5, "points": 4, "cumul": -6},
            ],
            "abandon": -7,
            "max_periodes": 1,
        },
        {
            "taches": [{"participants": [{"talent": 6}, {"talent": 9}], "points": 5}],
            "max_periodes": 1,
        },
    ],
    "exil.cooperation": [
        {"participants": [{"talent": 2}, {"talent": 8}]},
        {"participants": [{"talent": 6, "difficulty": -1}, {"talent": 9}, {"talent": 0}]},
        {"participants": [{"talent": 9}, {"talent": 9}], "mode": "duree", "duree": "7/2"},
        {
            "participants": [{"talent": 6}, {"talent": 12}, {"talent": 3, "external": 2}],
            "mode": "duree",
            "meneur": 2,
            "minimal_margin": 3,
        },
    ],
    "exil.pc": [
        {"talent": 9, "maniabilite": 3},
        {"talent": 12, "maniabilite": 2, "maniabilite_2": 1, "malus": -3, "circonstance": 2},
        {"talent": 4, "malus": -12},
    ],
    "exil.health": [
        {"physique": "nul", "pds": 12},
        {"physique": "moyen", "pds": 15},
        {"physique": "bon", "pds": 12},
        {"physique": "excellent", "pds": 7},
        {"physique": "faible", "pds": 0},
        {"physique": "moyen", "pds": -1},
    ],
    "exil.range_band": [
        {"arme": "arbalete", "distance": 30},
        {"arme": "arbalete", "distance": 12},
        {"arme": "fusil_militaire", "distance": 500},
        {"arme": "revolver", "distance": "241/2"},
        {"arme": "arc", "distance": 3, "bout_portant": True},
        {"arme": "arc", "distance": 3},
    ],
    "exil.rafale_cibles": [
        {"arme": "mitraillette", "tireur": 3},
        {"arme": "mitraillette", "tireur": 11},
        {"arme": "mitrailleuse_lourde", "tireur": 11},
        {"arme": "mitrailleuse_lourde", "tireur": 0},
    ],
    "exil.shock": [
        {"valeurs": [3]},
        {"valeurs": [7], "physique": "bon"},
        {"valeurs": [7, 7, 7]},
        {"valeurs": [4, 20, 1], "physique": "nul", "echecs": 2},
        {"valeurs": [9], "echecs": 3},
    ],
    "exil.fall": [
        {"hauteur": 6, "surface": "pierre_metal", "acrobate": 8},
        {"hauteur": "7/4", "surface": "paille_neige"},
        {"hauteur": 0, "surface": "pierre_metal", "ajustement": 5},
        {"hauteur": 3, "ajustement": -2, "acrobate": 15, "difficulty": -3, "external": -1},
    ],
    "exil.asphyxia": [
        {"secondes": 120, "sportif": 8},
        {"secondes": 119},
        {"secondes": 200, "sportif": 14, "difficulty": -2, "souffle_par_point": 9},
    ],
    "exil.care": [
        {
            "medecin": 12,
            "gravite": "serieuse",
            "materiel": "inadapte",
            "aide": True,
            "physique": "moyen",
            "pds": 12,
        },
        {"medecin": 9, "physique": "nul", "pds": 8},
        {"medecin": 9, "physique": "moyen", "pds": 3, "gravite": "legere"},
        {"medecin": 14, "physique": "excellent", "pds": 0, "hygiene": "excellente"},
        {
            "medecin": 15,
            "physique": "bon",
            "pds": 23,
            "gravite": "mortelle",
            "hygiene": "deplorable",
            "external": 2,
            "attempt": 2,
            "retry_penalty": 1,
        },
    ],
    "exil.teaching": [
        {
            "professeur": 15,
            "eleve": 4,
            "orateur": 9,
            "mental": "moyen",
            "apprentissage": "modere",
        },
        {"professeur": 18, "eleve": 14, "orateur": 9, "mental": "bon", "apprentissage": "facile"},
        {
            "professeur": 17,
            "eleve": 12,
            "orateur": 12,
            "mental": "nul",
            "external": 2,
            "apprentissage": "difficile",
        },
    ],
    "exil.book": [
        {"lettre": 7, "apprentissage": "modere"},
        {"lettre": 5, "difficulty": 2, "external": -1, "apprentissage": "facile"},
    ],
    "exil.detachment": [
        {"points": 0},
        {"points": 6},
        {"points": 9, "naturel": True},
        {"points": 10, "naturel": True},
        {"points": 12},
    ],
    "exil.detachment_creation": [{"origine": "exil"}, {"origine": "forge"}],
    "exil.detachment_absence": [{"points": 5, "mois": 8}, {"points": 1, "mois": 90}],
}

ACTIONS_LOOPS: dict[str, list[dict[str, Any]]] = {
    "exil.opposition": [
        {"protagonistes": [{"talent": 8}, {"talent": 6}], "egalite": "departage"},
        {"protagonistes": [{"talent": 8}, {"talent": 6}], "tous_echouent": "relancer"},
        {
            "protagonistes": [{"talent": 4}, {"talent": 2}, {"talent": 3}],
            "egalite": "departage",
            "tous_echouent": "relancer",
        },
        {"protagonistes": [{"talent": 2}, {"talent": 2}, {"talent": 1}], "egalite": "departage"},
    ],
}
"""Cases that may go on for ever at the table: held against the oracle alone."""
