"""Parameters with which each procedure of Exil is compared with plain enumeration."""

from __future__ import annotations

from typing import Any

from tests.games.campaigns import CAMPAIGNS
from tests.games.exil.grid_actions import ACTIONS_GRID
from tests.games.exil.grid_combat import COMBAT_GRID
from tests.games.exil.grid_duel import DUEL_GRID
from tests.games.exil.grid_life import LIFE_GRID
from tests.games.exil.grid_melee import MELEE_GRID

GRID: dict[str, list[dict[str, Any]]] = (
    {"exil.campagne": CAMPAIGNS["exil"]}
    | {
        "exil.simple": [
            {"talent": 14, "difficulty": -5},
            {"talent": 0},
            {"talent": 6, "autre_talent": 9},
            {"talent": 20, "difficulty": 8},
            {"talent": 9, "external": -3, "minimal_margin": 5},
            {"talent": 8, "attempt": 3, "retry_penalty": 2},
        ],
    }
    | ACTIONS_GRID
    | COMBAT_GRID
    | DUEL_GRID
    | MELEE_GRID
    | LIFE_GRID
)
"""Procedure -> parameter sets small enough to enumerate (a few 10,000 paths)."""
