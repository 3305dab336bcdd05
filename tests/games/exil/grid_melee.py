"""Mêlées compared with plain enumeration (few dice paths), and mêlées in which all is asked."""

from __future__ import annotations

from typing import Any

ALL, NONE = {"attitude": "tout"}, {"attitude": "rien"}
ASKED: dict[str, Any] = dict.fromkeys(
    (
        "attitude",
        "laisser_la_main",
        "audace",
        "passe",
        "arme",
        "action",
        "cible",
        "zone",
        "passe_tir",
        "choc",
        "saisir",
        "membre",
    ),
    "ask",
)


def man(name: str, camp: str, talent: int, **more: Any) -> dict[str, Any]:
    return {"id": name, "camp": camp, "talent": talent, **more}


SHOOTER = man(
    "tess",
    "ville",
    6,
    maniabilite=1,
    letalite=2,
    a_distance=True,
    en_melee=False,
    munitions=3,
    tir={"arme_a_feu": True, "bricoleur": 5},
)
BRUTE = man("brute", "rue", 3, pnj=True, physique="bon")

MELEE_GRID: dict[str, list[dict[str, Any]]] = {
    "exil.melee": [
        {
            "combattants": [
                man("ana", "ville", 3, letalite=4, politique={"attitude": 2}),
                man("bob", "ville", 1, politique=NONE),
                BRUTE | {"ratio": "1/4", "confiance": ["ana"]},
            ],
            "max_turns": 1,
        },
        {
            "combattants": [
                SHOOTER | {"politique": ALL | {"visee": 1}},
                BRUTE | {"politique": NONE, "activite": "marche", "en_melee": False},
            ],
            "max_turns": 2,
            "incidents": True,
        },
        {
            "combattants": [
                man("ana", "ville", 9, fouet=True, politique=ALL | {"passe": ["desarmement"]}),
                BRUTE | {"talent": 9, "politique": NONE},
            ],
            "max_turns": 1,
            "initiative": ["brute"],
        },
        {
            "combattants": [
                man("ana", "ville", 2, letalite=6, assommante=True, politique=ALL | {"choc": True}),
                BRUTE | {"politique": NONE, "echecs": 2},
            ],
            "max_turns": 1,
            "adrenaline": True,
        },
        {
            "combattants": [
                man("ana", "ville", 2, politique=ALL | {"partage": 2}),
                BRUTE | {"politique": NONE},
                BRUTE | {"id": "nabot", "talent": 1, "politique": NONE},
            ],
            "max_turns": 1,
        },
        {
            "combattants": [
                man("ana", "ville", 2, autre_arme={"talent": 3}, arme="perdue", politique=NONE),
                BRUTE | {"egare": "nabot", "talent": 2, "politique": ALL},
                BRUTE | {"id": "nabot", "talent": 1, "politique": NONE},
            ],
            "max_turns": 1,
            "ramasser_permis": False,
        },
    ],
}
