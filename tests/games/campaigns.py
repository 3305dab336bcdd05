"""Campaigns of each game, as events, and where they end, worked out by hand.

The parameter sets of `GAME.campagne` and its oracle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

Row = tuple[dict[str, Any], Fraction]

CAMPAIGNS: dict[str, list[dict[str, Any]]] = {
    "exil": [
        {},
        {
            "evenements": [
                {
                    "type": "fiche",
                    "qui": "jeanne",
                    "fiche": {
                        "jeu": "exil",
                        "type": "personnage",
                        "nom": "Jeanne",
                        "talents": {"Médecin": 12},
                        "detachement": 3,
                        "hors_exil": True,
                    },
                },
                {
                    "type": "fiche",
                    "qui": "sbire",
                    "fiche": {"type": "adversaire", "nom": "Un sbire"},
                },
                {
                    "type": "exil.suivi",
                    "qui": "jeanne",
                    "evenement": {"type": "blessure", "dommages": 6},
                },
                {
                    "type": "exil.suivi",
                    "qui": "sbire",
                    "evenement": {"type": "choc", "echecs": 2},
                },
                {"type": "scene", "moment": "fin"},
                {"type": "avance", "unite": "jour", "n": 2},
                {"type": "exil.suivi", "qui": "jeanne", "evenement": {"type": "soins"}},
                {"type": "acquitte", "procedure": "exil.natural_healing", "qui": "jeanne"},
                {"type": "avance", "unite": "jour", "n": "3/2"},
                {"type": "avance", "unite": "mois", "n": 3},
                {"type": "avance", "unite": "scenario"},
                {"type": "avance", "unite": "scene", "n": 2},
                {"type": "retouche", "qui": "sbire", "champs": {"arme": "sabre"}},
                {"type": "du", "du": {"qui": "sbire", "texte": "il reviendra"}},
                {"type": "retrait", "qui": "sbire"},
            ]
        },
    ],
    "loss": [
        {},
        {
            "evenements": [
                {
                    "type": "fiche",
                    "qui": "ana",
                    "fiche": {"type": "personnage", "nom": "Ana", "traits": {"Agilité": 6}},
                },
                {
                    "type": "fiche",
                    "qui": "garde",
                    "fiche": {"type": "pnj", "nom": "Le garde", "traits": {"Force": 5}},
                },
                {"type": "loss.jetons", "evenement": {"type": "gain", "holder": "ana", "n": 2}},
                {
                    "type": "loss.jetons",
                    "evenement": {"type": "depense", "player": "ana", "n": 1},
                },
                {"type": "avance", "unite": "instant", "n": 2},
                {"type": "du", "du": {"procedure": "loss.exploits", "params": {"exploits": 2}}},
                {"type": "acquitte", "numero": 1},
                {"type": "scene", "moment": "debut"},
                {"type": "scene", "moment": "fin"},
                {"type": "loss.temps", "evenement": {"type": "avance", "unite": "episode"}},
            ]
        },
    ],
    "armes_dieux": [
        {},
        {
            "evenements": [
                {
                    "type": "fiche",
                    "qui": "sil",
                    "fiche": {
                        "type": "personnage",
                        "nom": "Sil",
                        "domaines": {"Ruse": 6},
                        "sr": 12,
                        "reserve_combat": 3,
                    },
                },
                {
                    "type": "armes_dieux.personnage",
                    "evenement": {"type": "combat", "en_combat": True},
                },
                {
                    "type": "armes_dieux.personnage",
                    "qui": "sil",
                    "evenement": {"type": "test", "renfort_reserve": 2},
                },
                {"type": "scene", "moment": "fin"},
                {"type": "scene", "moment": "debut"},
                {"type": "avance", "n": 2},
            ]
        },
    ],
    "eclats": [
        {},
        {
            "evenements": [
                {"type": "fiche", "qui": "axe", "fiche": {"type": "initie", "nom": "Axe"}},
                {
                    "type": "eclats.initie",
                    "qui": "axe",
                    "evenement": {"type": "test", "issue": "echec_simple"},
                },
                {
                    "type": "eclats.initie",
                    "qui": "axe",
                    "evenement": {
                        "type": "relance",
                        "issue": "echec",
                        "des": 2,
                        "texte": "perdre la lampe",
                    },
                },
                {"type": "scene", "moment": "fin"},
                {
                    "type": "eclats.initie",
                    "qui": "axe",
                    "evenement": {"type": "regle", "numero": 1},
                },
                {"type": "avance"},
            ]
        },
    ],
    "socle": [
        {},
        {
            "evenements": [
                {
                    "type": "fiche",
                    "qui": "hana",
                    "fiche": {
                        "type": "personnage",
                        "nom": "Hana",
                        "des": {"Force": 8},
                        "coeurs": 1,
                        "armure": 1,
                        "protege": True,
                    },
                },
                {
                    "type": "fiche",
                    "qui": "ivo",
                    "fiche": {"type": "personnage", "nom": "Ivo", "des": {"Magie": 10}},
                },
                {
                    "type": "socle.scene",
                    "evenement": {"type": "compteur", "nom": "l’alarme", "etapes": 2},
                },
                {"type": "socle.scene", "evenement": {"type": "coup", "heros": "hana"}},
                {
                    "type": "socle.scene",
                    "evenement": {"type": "coup", "heros": "ivo", "armure": False},
                },
                {
                    "type": "socle.scene",
                    "evenement": {"type": "relever", "heros": "hana", "par": "ivo"},
                },
                {"type": "socle.scene", "evenement": {"type": "echec"}},
                {
                    "type": "socle.essais",
                    "evenement": {
                        "type": "test",
                        "objectif": "la porte",
                        "caracteristique": "Force",
                    },
                },
                {"type": "scene", "moment": "fin"},
                {"type": "socle.scene", "evenement": {"type": "repos"}},
                {"type": "avance", "unite": "scene"},
            ]
        },
    ],
}


# ── where they end ─────────────────────────────────────────────────────────────────────────────
JEANNE = {
    "jeu": "exil",
    "type": "personnage",
    "nom": "Jeanne",
    "talents": {"Médecin": 12},
    "pds": 20,  # 20, 14 after the wound, 16 after one full day of care, 20 after ten
    "heure": "2244",  # 48 + 36 + 90 * 24
    "maux": [],
    "retablissement": None,
    "echecs": 0,
    "arme": "mains_nues",
    "seconde": None,
    "bouclier": None,
    "arme_de_tir": None,
    "reglage": None,
    "munitions": None,
    "enrayee": False,
    "armure": "vetements_civils",
    "facon": 0,
    "attributs": {
        "physique": "moyen",
        "mental": "moyen",
        "social": "moyen",
        "adaptabilite": "moyen",
        "realisation": "moyen",
    },
    "xp": {"physique": 0, "mental": 0, "social": 0, "adaptabilite": 0, "realisation": 0},
    "detachement": 2,  # 3, less one for the third month
    "effacement": [],
    "hors_exil": True,
    "mois_hors_exil": "187/60",  # 2244 / 720
    "notes": "",
}
ANA = {
    "jeu": "loss",
    "type": "personnage",
    "nom": "Ana",
    "traits": {"Agilité": 6},
    "talents": {},
    "vertus": {},
    "specialisations": {},
    "echelle": "hommes",
    "armure": 0,
    "equipement": [],
    "notes": "",
    "archetype": "",
}
GUARD = {name: value for name, value in ANA.items() if name != "archetype"} | {
    "type": "pnj",
    "nom": "Le garde",
    "traits": {"Force": 5},
}
SIL = {
    "jeu": "armes_dieux",
    "type": "personnage",
    "nom": "Sil",
    "domaines": {"Ruse": 6},
    "sr": 12,
    "aspects": [],
    "pouvoirs": [],
    "tension": 0,
    "malus_report": 0,
    "reserve_combat": 1,  # 3, two dice drawn
    "equipement": {},
    "en_combat": False,
    "notes": "",
}
SCORES = "energie perception agilite intellect force empathie endurance ruse beaute charisme"
AXE = {
    "jeu": "eclats",
    "type": "initie",
    "nom": "Axe",
    "caracteristiques": dict.fromkeys(SCORES.split(), 0),
    "competences": {},
    "prix_dus": [],
    "relance_possible": False,
    "notes": "",
}
HANA = {
    "jeu": "socle",
    "type": "personnage",
    "nom": "Hana",
    "des": {"Force": 8},
    "niveaux": {},
    "coeurs": 5,  # 1, 0 when struck, 1 when raised, all after the rest
    "coeurs_max": 5,
    "mana": 3,
    "mana_max": 3,
    "armure": 1,
    "protege": True,
    "etat": "debout",
    "notes": "",
}
IVO = HANA | {"nom": "Ivo", "des": {"Magie": 10}, "armure": 0, "protege": False}
NOTHING_HELD: dict[str, Any] = {"libres": {}, "ag": {}}
DAY_ONE = {"aventure": 1, "episode": 1, "scene": 1, "instant": 0, "tour": 0, "action": 0}
ENDS: dict[str, list[dict[str, Any]]] = {
    "exil": [
        {
            "fiches": {},
            "registres": {},
            "horloge": {"scene": 1, "en_cours": True, "scenario": 1, "heure": "0"},
            "dus": [],
        },
        {
            "fiches": {"jeanne": JEANNE},
            "registres": {},
            "horloge": {"scene": 3, "en_cours": True, "scenario": 2, "heure": "2244"},
            "dus": [],
        },
    ],
    "loss": [
        {
            "fiches": {},
            "registres": {
                "loss.jetons": {"scene": 0, "reserves": {}, "mj": NOTHING_HELD, "journal": []}
            },
            "horloge": DAY_ONE | {"serie": False},
            "dus": [],
        },
        {
            "fiches": {"ana": ANA, "garde": GUARD},
            "registres": {
                "loss.jetons": {
                    "scene": 2,
                    "reserves": {"ana": 0},
                    "mj": NOTHING_HELD,
                    "journal": [
                        {"type": "gain", "holder": "ana", "n": 2, "camp": None},
                        {"type": "depense", "player": "ana", "n": 1, "test": ""},
                        {"type": "fin_scene"},
                        {"type": "fin_scene"},
                    ],
                }
            },
            "horloge": DAY_ONE | {"episode": 2, "serie": False},
            "dus": [],
        },
    ],
    "armes_dieux": [
        {
            "fiches": {},
            "registres": {},
            "horloge": {"scene": 1, "en_cours": True},
            "dus": [],
        },
        {
            "fiches": {"sil": SIL},
            "registres": {},
            "horloge": {"scene": 4, "en_cours": True},
            "dus": [],
        },
    ],
    "eclats": [
        {
            "fiches": {},
            "registres": {},
            "horloge": {"scene": 1, "en_cours": True},
            "dus": [],
        },
        {
            "fiches": {"axe": AXE},
            "registres": {},
            "horloge": {"scene": 2, "en_cours": True},
            "dus": [],
        },
    ],
    "socle": [
        {
            "fiches": {},
            "registres": {"socle.essais": {"essais": []}},
            "horloge": {"scene": 1, "en_cours": True, "heros": [], "compteurs": []},
            "dus": [],
        },
        {
            "fiches": {"hana": HANA, "ivo": IVO},
            "registres": {
                "socle.essais": {
                    "essais": [{"objectif": "la porte", "caracteristique": "Force", "moyens": ""}]
                }
            },
            "horloge": {"scene": 2, "en_cours": True, "heros": [], "compteurs": []},
            "dus": [],
        },
    ],
}


def ended(game: str) -> Callable[[Mapping[str, Any], Mapping[str, Any]], Iterator[Row]]:
    """The oracle of `GAME.campagne`: the end written here for each of its campaigns."""

    def oracle(params: Mapping[str, Any], rulings: Mapping[str, Any]) -> Iterator[Row]:
        yield {"etat": ENDS[game][CAMPAIGNS[game].index(dict(params))]}, Fraction(1)

    return oracle
