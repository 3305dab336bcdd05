"""Parameters with which tours and duels are compared with plain enumeration (few dice paths)."""

from __future__ import annotations

from typing import Any

ALL, NONE = {"attitude": "tout"}, {"attitude": "rien"}
WEAK = {"talent": 4, "talent_mains_nues": 3, "politique": {"attitude": 1}}

DUEL_GRID: dict[str, list[dict[str, Any]]] = {
    "exil.contact_round": [
        {"a": {"talent": 4, "politique": {"attitude": 2}}, "b": WEAK | {"letalite": 3}},
        {
            "a": {
                "talent": 9,
                "letalite": 2,
                "politique": ALL | {"passe": ["desarmement"], "audace": 30},
            },
            "b": WEAK | {"talent": 8, "physique": "bon"},
        },
        {
            "a": {"talent": 11, "politique": ALL | {"passe": ["bousculade", "arme_coincee"]}},
            "b": {"talent": 8, "talent_mains_nues": 9, "politique": NONE | {"arme": "mains_nues"}},
            "initiative": "b",
        },
        {
            "a": {
                "talent": 5,
                "maniabilite": 3,
                "a_distance": True,
                "politique": NONE | {"passe": ["mauvais_positionnement", "en_confiance"]},
            },
            "b": {"talent": 6, "pds": 9, "politique": NONE, "expose": 2},
            "adrenaline": True,
        },
        {
            "a": {"talent": 13, "politique": ALL | {"passe": ["mise_en_echec"]}},
            "b": {"talent": 2, "arme": "coincee", "reddition": "grave", "politique": NONE},
        },
        {
            "a": {"talent": 4, "politique": {"attitude": 2, "passe": ["impact"]}},
            "b": {
                "talent": 4,
                "pds": 16,
                "politique": {"attitude": 1, "passe": ["desequilibre"]},
                "expose": 2,
            },
        },
    ],
    "exil.duel": [
        {
            "a": {"talent": 1, "politique": ALL},
            "b": {"talent": 2, "politique": NONE},
            "max_turns": 2,
        },
        {
            "a": {"talent": 12, "letalite": 6, "politique": ALL},
            "b": {"talent": 12, "pds": 4, "reddition": "critique", "politique": {"attitude": 0}},
            "max_turns": 1,
            "adrenaline": True,
        },
        {
            "a": {"talent": 15, "pds": 4, "politique": {"attitude": 1}},
            "b": {"talent": 4, "circonstance": 13, "pds": 1, "politique": {"attitude": 2}},
            "max_turns": 1,
        },
        {
            "a": {"talent": 0, "politique": NONE},
            "b": {"talent": 3, "talent_mains_nues": 2, "politique": ALL, "arme": "perdue"},
            "max_turns": 2,
        },
        {
            "a": {"talent": 7, "politique": {"attitude": 7, "passe": ["coup_perdu"]}},
            "b": {"talent": 1, "desarmable": False, "politique": {"attitude": 1}},
            "initiative": "b",
            "max_turns": 1,
            "ramasser_permis": False,
        },
        {
            "a": {"talent": 15, "politique": ALL | {"passe": ["mise_en_echec"]}},
            "b": {"talent": 1, "politique": NONE},
            "max_turns": 2,
        },
        {
            "a": {"talent": 2, "circonstance": -1, "pds": 15, "politique": ALL},
            "b": {"talent": 0, "politique": NONE},
            "max_turns": 2,
        },
    ],
}
