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
        "procedure": "loss.action",
        "params": {"trait": 3, "talent": 3, "au_calme": True, "difficulty": 15, "exploits": 0},
    },
    {
        "procedure": "loss.echec",
        "params": {"exploits": 3, "acteur": "pj", "auteur": "Diego", "part_ag": "ask"},
        "rulings": {"choix_mj": "gain"},
    },
    {"procedure": "socle.test", "params": {"de": 8, "tentative": _WAY, "essais": [_WAY]}},
    *(
        {"procedure": "socle.combat", "params": {"heros": _mages(mana), **_FIGHT}}
        for mana in (1, 3)
    ),
    {
        "procedure": "socle.combat",
        "params": {"heros": _mages(3)[:1], "presse": "ask", "tours_max": 2, "adversaires": _PIONS},
    },
]
"""Runs as the contract has them."""
