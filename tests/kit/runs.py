"""Parameter sets of every game, and runs at random."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any

from tablee.rules.checkup.random_runs import any_answer, any_value, random_run, started
from tablee.rules.registry import games

__all__ = ["any_answer", "any_value", "grid", "random_run", "started"]


def grid() -> Iterator[tuple[str, int, dict[str, Any]]]:
    """(procedure, place, parameters) of every parameter set of every game's grid."""
    for game in games():
        sets = importlib.import_module(f"tests.games.{game.id}.grid").GRID
        for procedure in game.procedures:
            for place, params in enumerate(sets.get(procedure.id, [])):
                yield procedure.id, place, params
