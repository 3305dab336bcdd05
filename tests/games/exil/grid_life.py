"""Parameters with which the ledgers of health, experience and Détachement are compared with the
oracle."""

from __future__ import annotations

from typing import Any

BLED = {"type": "blessure", "dommages": 7, "hemorragie": {"perte": 2, "periode": "5/2"}}
CHOLERA = {"type": "maladie", "nom": "Choléra", "modele": "cholera", "delai": 12}
VENOM = {"type": "poison", "nom": "venin", "delai": "1/2", "periode": "1/4", "malignite": "grave"}


def _hours(n: int | str) -> dict[str, Any]:
    return {"type": "temps", "unite": "heure", "n": n}


def _days(n: int | str) -> dict[str, Any]:
    return {"type": "temps", "unite": "jour", "n": n}


LEARNT: dict[str, Any] = {
    "xp": {"physique": 15, "mental": 8, "social": 10, "adaptabilite": 7},
    "attributs": {"physique": "bon", "social": "faible"},
    "talents": {
        "Acrobate": {"niveau": 6, "attribut": "physique", "apprentissage": "modere"},
        "Bagarreur": {"niveau": 6, "attribut": "physique", "apprentissage": "difficile"},
        "Gentleman": {"niveau": 3, "attribut": "social", "apprentissage": "modere"},
        "Marin": {"niveau": 20, "attribut": "adaptabilite", "apprentissage": "facile"},
    },
}

LIFE_GRID: dict[str, list[dict[str, Any]]] = {
    "exil.disease": [
        {
            "physique": "moyen",
            "incubation": 24,
            "periode": 24,
            "malignite": "mortelle",
            "heure": heure,
        }
        for heure in (23, 24, 48, 480, 504, 2000)
    ]
    + [
        {
            "physique": "bon",
            "pds": 20,
            "incubation": 2,
            "periode": None,
            "malignite": "legere",
            "heure": 500,
        },
        {
            "physique": "faible",
            "incubation": "13/2",
            "periode": "5/3",
            "perte": 3,
            "malignite": "serieuse",
            "heure": 60,
            "soignee_a": 13,
        },
        {
            "physique": "nul",
            "incubation": 0,
            "periode": 1,
            "perte": 2,
            "malignite": "grave",
            "heure": 9,
        },
        {
            "physique": "excellent",
            "pds": 3,
            "incubation": 1,
            "periode": 1,
            "malignite": "benigne",
            "heure": 9,
        },
        {
            "physique": "moyen",
            "pds": 0,
            "incubation": 6,
            "periode": 6,
            "malignite": "mortelle",
            "heure": 12,
            "soignee_a": 12,
        },
        {
            "physique": "moyen",
            "incubation": 5,
            "periode": 6,
            "perte": 0,
            "malignite": "mortelle",
            "heure": 80,
            "soignee_a": 2,
        },
    ],
    "exil.poison": [
        {
            "physique": "moyen",
            "assimilation": 1,
            "periode": "1/2",
            "perte": 4,
            "malignite": "grave",
            "heure": 3,
            "secours": True,
            "medecin": 9,
        },
        {
            "physique": "faible",
            "pds": 11,
            "assimilation": 2,
            "periode": 2,
            "malignite": "mortelle",
            "heure": 30,
            "secours": True,
            "medecin": 14,
            "difficulty": 2,
            "external": -1,
            "secours_a": "3/2",
        },
        {
            "physique": "nul",
            "assimilation": 0,
            "periode": 3,
            "malignite": "benigne",
            "heure": 9,
        },
        {
            "physique": "bon",
            "assimilation": 4,
            "periode": 1,
            "perte": 2,
            "malignite": "mortelle",
            "heure": 12,
            "soignee_a": "15/2",
        },
    ],
    "exil.natural_healing": [
        {"gravite": "leger"},
        {"gravite": "serieux", "activite": "normale"},
        {"gravite": "grave", "activite": "repos_surveille", "medecin": 7},
        {"gravite": "critique", "medecin": 3},
        {"gravite": "serieux", "mal": "fièvre"},
    ],
    "exil.progression": [
        {"niveau": 6, "attribut": "bon", "apprentissage": "modere"},
        {"niveau": 0, "cible": 20, "attribut": "moyen", "apprentissage": "modere"},
        {"niveau": 15, "cible": 18, "attribut": "bon", "apprentissage": "modere"},
        {
            "niveau": 3,
            "cible": 5,
            "attribut": "faible",
            "apprentissage": "difficile",
            "part": "1/2",
            "enseignement": True,
        },
        {"niveau": 19, "attribut": "nul", "apprentissage": "facile", "enseignement": True},
        {"niveau": 9, "attribut": "excellent", "apprentissage": "difficile", "part": 0},
    ],
    "exil.suivi": [
        {},
        {"etat": {"physique": "bon"}, "evenements": [BLED, _hours(13), _days("1/2")]},
        {
            "etat": {"physique": "moyen", "pds": 9},
            "evenements": [
                {"type": "soins"},
                _hours(23),
                _hours(1),
                CHOLERA,
                _days(3),
                {"type": "remede", "nom": "Choléra"},
                _days(8),
            ],
        },
        {
            "etat": {"physique": "nul", "pds": 2},
            "evenements": [
                {"type": "guerison", "jours": 40, "activite": "repos"},
                _days(13),
                {"type": "blessure", "dommages": 1},
                {"type": "guerison", "jours": 10, "activite": "repos_surveille", "medecin": 8},
                _days("11/2"),
                {"type": "decision", "pds": 1, "texte": "un onguent"},
                _days(4),
            ],
        },
        {
            "etat": {"physique": "faible"},
            "evenements": [
                VENOM,
                {"type": "secours", "nom": "venin"},
                VENOM | {"nom": "autre venin"},
                {"type": "temps", "unite": "minute", "n": 90},
                {"type": "soins"},
                {"type": "decision", "cesser": True},
                {"type": "choc", "echecs": 2},
                {"type": "choc"},
            ],
        },
        {
            "etat": {"physique": "moyen"},
            "evenements": [
                {"type": "maladie", "nom": "Mort Blanche", "modele": "mort_blanche"},
                _days(21),
                {"type": "decision", "pds": 2},
                {"type": "remede", "nom": "Mort Blanche", "malgre": True},
                {"type": "temps", "unite": "tour", "n": 12},
                {"type": "choc"},
                {"type": "scene"},
            ],
        },
        {
            "etat": {"physique": "bon", "pds": 20},
            "evenements": [
                {"type": "soins"},
                _days(1),
                {"type": "blessure", "dommages": 9},
                _days(2),
                {"type": "soins"},
                {"type": "blessure", "dommages": 8, "malgre": True},
                _days(2),
                {
                    "type": "maladie",
                    "nom": "fièvre",
                    "delai": 0,
                    "periode": 9,
                    "malignite": "legere",
                },
                {"type": "guerison", "jours": 3, "nom": "fièvre"},
                _days(2),
                {"type": "blessure", "dommages": 1},
                _days(3),
            ],
        },
        {
            "etat": {"physique": "excellent", "pds": 8},
            "evenements": [
                {"type": "soins"},
                {"type": "maladie", "nom": "abcès", "modele": "abces"},
                {
                    "type": "maladie",
                    "nom": "fièvre",
                    "delai": 0,
                    "periode": 8,
                    "perte": 2,
                    "malignite": "serieuse",
                },
                {"type": "temps", "unite": "mois", "n": 2},
            ],
        },
        {
            "etat": {
                "physique": "bon",
                "pds": 15,
                "heure": 100,
                "maux": [
                    {
                        "nom": "fièvre",
                        "sorte": "maladie",
                        "debut": 70,
                        "delai": 40,
                        "periode": 7,
                        "malignite": "mortelle",
                    }
                ],
                "retablissement": {"depuis": 52, "jours": 30, "points": 20},
            },
            "evenements": [_days(30)],
        },
    ],
    "exil.experience": [
        {},
        {
            "etat": LEARNT,
            "evenements": [
                {"type": "monter", "talent": "Acrobate"},
                {"type": "monter", "talent": "Bagarreur"},
            ],
        },
        {
            "etat": LEARNT,
            "evenements": [
                {"type": "enseigner", "talent": "Bagarreur"},
                {"type": "enseigner", "talent": "Bagarreur"},
                {"type": "monter", "talent": "Bagarreur"},
                {"type": "monter", "talent": "Bagarreur", "malgre": True},
                {"type": "scenario", "xp": {"physique": 4, "realisation": 2}},
                {"type": "monter", "talent": "Gentleman", "part": "1/2"},
                {
                    "type": "monter",
                    "talent": "Lettré",
                    "attribut": "mental",
                    "apprentissage": "difficile",
                },
            ],
        },
        {
            "etat": {
                "attributs": {"mental": "moyen"},
                "talents": {"Savant": {"niveau": 18}, "escrimeur": 3, "Filou": 2},
            },
            "evenements": [
                {"type": "scenario", "xp": {"mental": 70, "physique": 5}},
                {
                    "type": "monter",
                    "talent": "Savant",
                    "attribut": "mental",
                    "apprentissage": "modere",
                },
                {"type": "scenario"},
                {"type": "monter", "talent": "Savant"},
                {"type": "monter", "talent": "escrimeur"},
            ],
        },
    ],
    "exil.effacement": [
        {},
        {
            "etat": {"points": 8},
            "evenements": [
                {"type": "test", "de": 1},
                {"type": "signe", "texte": "Il ne demande plus rien à personne."},
                {"type": "test", "de": 7},
                {"type": "depart"},
                {"type": "temps", "unite": "mois", "n": 2},
                {"type": "temps", "unite": "jour", "n": 29},
                {"type": "temps", "unite": "jour", "n": 1},
                {"type": "retour"},
                {"type": "temps", "unite": "mois", "n": 9},
            ],
        },
        {
            "etat": {"points": 1, "hors_exil": True, "mois": "5/2"},
            "evenements": [
                {"type": "temps", "unite": "mois", "n": 100},
                {"type": "test", "de": 12},
                {"type": "decision", "points": 11, "texte": "ce qu’il a vu sous la ville"},
                {"type": "test", "de": 1},
                {"type": "test", "de": 1},
            ],
        },
    ],
}
