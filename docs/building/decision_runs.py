"""Runs that ask for the decisions that no example of a game asks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

_WAY = {"objectif": "la porte", "caracteristique": "Force"}
_MAGE = {"de": {"Force": 6, "Magie": 8}, "coeurs": 1, "coeurs_max": 3}
_FIGHT = {
    "adversaires": [{"id": "b", "cible": "boss", "coeurs": 4}],
    "limite_portee": True,
    "cout_astuce": "ask",
    "tours_max": 6,
}
_PIONS = [{"id": "p", "cible": "pion"}, {"id": "q", "cible": "pion"}]


def _mages(mana: int) -> list[Mapping[str, Any]]:
    """Return two who use Magie."""
    first = {"id": "Ana", **_MAGE, "mana": mana, "expose": "oui"}
    return [first, {"id": "Bo", **_MAGE, "mana": mana}]


_SEARCH = {
    "cacheur": {"id": "le garde", "trait": 5, "talent": 5, "acteur": "mj"},
    "chercheurs": [{"id": "Diego", "trait": 5, "talent": 5, "jetons": 2}],
}

_SHOOTER = {"id": "Ana", "camp": "x", "talent": 9, "a_distance": True, "en_melee": False}
_ASTRAY = [
    _SHOOTER | {"politique": {"attitude": "tout"}},
    {"id": "Bo", "camp": "y", "talent": 1, "en_melee": False, "politique": {"action": "rien"}},
    {"id": "Cyd", "camp": "x", "talent": 1, "politique": {"action": "rien"}},
]
"""A shooter, the target, and an ally whom a stray shot may hit."""
_EVEN = {"dice": [2, 2, 2]}
_RESERVE = {"domaine": 3, "reserve_combat": 2}
_POOLS: Sequence[tuple[str, Mapping[str, Any], Sequence[Any]]] = [
    ("test", _RESERVE, ()),
    ("test", {"domaine": 3, "additionnel": "ask"}, [_EVEN]),
    ("test_figurant", {"valeur": 3, "additionnel": "ask"}, [_EVEN]),
    ("cadrage", {"approches": [{"nom": "de front", **_RESERVE}]}, ()),
]

RUNS: Sequence[Mapping[str, Any]] = [
    {"procedure": "exil.simple", "params": {"talent": 9, "autre_talent": 7}},
    {
        "procedure": "exil.extended",
        "params": {
            "taches": [{"talent": 9, "points": 5}, {"talent": 7, "points": 4}],
            "suite": "ask",
            "max_periodes": 4,
        },
    },
    {
        "procedure": "exil.duel",
        "params": {
            "a": {"talent": 12, "politique": {"attitude": "tout", "zone": "ask"}},
            "b": {"talent": 1, "politique": {"attitude": "rien"}},
            "attaques_visees": True,
            "max_turns": 1,
        },
        "begun": [{"choose": "defaut"}],
    },
    {
        "procedure": "exil.melee",
        "params": {"combattants": _ASTRAY, "tirs_perdus": True, "max_turns": 1},
        "begun": [{"dice": [12]}, {"dice": [12]}],
    },
    {
        "procedure": "loss.action",
        "params": {"trait": 3, "talent": 3, "au_calme": True, "difficulty": 15, "exploits": 0},
    },
    {
        "procedure": "loss.combat",
        "params": {
            "somme_attaque": 9,
            "somme_defense": 9,
            "jetons_attaque": 2,
            "jetons_defense": 2,
        },
    },
    {
        "procedure": "loss.active",
        "params": {
            "somme_initiateur": 9,
            "somme_repondant": 9,
            "jetons_initiateur": 2,
            "jetons_repondant": 2,
        },
    },
    {"procedure": "loss.trait", "params": {"vertu": 5, "trait": 5, "jetons": 2}},
    *(
        {"procedure": procedure, "params": {"trait": 5, "talent": 5, **more}}
        for procedure, known in (("loss.passive", {"cible": 5}), ("loss.blind", {"caches": 1}))
        for more in ({"au_calme": True, "exploits": 0, **known}, {"jetons": 2, **known})
    ),
    {"procedure": "loss.dissimulation", "params": _SEARCH},
    {"procedure": "loss.degats", "params": {"des": 1, "coup": "ask"}},
    {
        "procedure": "loss.echec",
        "params": {"exploits": 3, "acteur": "pj", "auteur": "Diego", "part_ag": "ask"},
        "rulings": {"choix_mj": "gain"},
    },
    *(
        {"procedure": f"armes_dieux.{name}", "params": {"sr": 3, **params}, "begun": begun}
        for name, params, begun in _POOLS
    ),
    {
        "procedure": "armes_dieux.opposition",
        "params": {
            "participants": [
                {"id": "Ana", "poignee": 3, "sr": 3, "reserve_combat": 2},
                {"id": "le garde", "poignee": 4, "sr": 3, "acteur": "figurant"},
            ],
            "additionnel": "ask",
        },
        "begun": [{"dice": [1, 1, 1]}, {"dice": [2, 2, 2, 2]}],
    },
    {
        "procedure": "eclats.action",
        "params": {"caracteristique": 1, "seuil": 5, "secret": True, "prix": "ask"},
        "begun": [{"dice": [2, 3]}, {"choose": True}],
    },
    {"procedure": "socle.test", "params": {"de": 8, "tentative": _WAY, "essais": [_WAY]}},
    {
        "procedure": "socle.magie",
        "params": {"de": 8, "niveau": "standard", "avantage": "mana", "accord": "ask"},
        "begun": [{"dice": [8]}],
    },
    *(
        {"procedure": "socle.combat", "params": {"heros": _mages(mana), **_FIGHT}}
        for mana in (1, 3)
    ),
    {
        "procedure": "socle.combat",
        "params": {"heros": _mages(3)[1:], **_FIGHT},
        "begun": [{"choose": each} for each in ("Bo", "magie", "autre", "", "astuce")],
    },
    {
        "procedure": "socle.combat",
        "params": {"heros": _mages(3)[1:], **_FIGHT, "adversaires": _PIONS},
        "begun": [
            {"choose": "deplacement:Bo"},
            {"choose": []},
            {"choose": 4},
            {"choose": 4},
        ],
    },
    {
        "procedure": "socle.combat",
        "params": {"heros": _mages(3)[:1], "presse": "ask", "tours_max": 2, "adversaires": _PIONS},
    },
]
"""Runs as the contract has them. `begun`: the answers before the decisions that are looked for."""
