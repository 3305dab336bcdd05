"""Parameters over which each procedure of Exil is held against plain enumeration."""

from __future__ import annotations

from typing import Any

from tests.games.campaigns import CAMPAIGNS
from tests.games.exil.grid_actions import ACTIONS_GRID, ACTIONS_RULINGS
from tests.games.exil.grid_combat import COMBAT_GRID, COMBAT_RULINGS
from tests.games.exil.grid_duel import DUEL_GRID, DUEL_RULINGS
from tests.games.exil.grid_life import LIFE_GRID, LIFE_RULINGS
from tests.games.exil.grid_melee import MELEE_GRID, MELEE_RULINGS

GRID: dict[str, list[dict[str, Any]]] = (
    {"exil.campagne": CAMPAIGNS["exil"]}
    | {
        "exil.simple": [
            {"talent": 14, "difficulty": -5},
            {"talent": 0},
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

RULINGS: dict[str, dict[str, list[Any]]] = (
    {
        "exil.simple": {"equal": ["fails"]},
    }
    | ACTIONS_RULINGS
    | COMBAT_RULINGS
    | DUEL_RULINGS
    | MELEE_RULINGS
    | LIFE_RULINGS
)
"""Procedure -> the switches that touch it, with their values other than the default."""

LATER: set[str] = {
    "shield",
    "baton_long",
}
"""Switches that touch only procedures which are not there yet."""
