"""Fights and long procedures sampled: the exact chances of their endings lie in the intervals."""

from __future__ import annotations

import importlib
from fractions import Fraction
from typing import Any

import pytest

from tablee.rules.procedure import Procedure
from tablee.rules.readings.odds import odds
from tablee.rules.readings.simulate import simulate
from tablee.rules.registry import games
from tablee.rules.run_input import ask_about

N = 3_000
ENDING = [(game.id, kind) for game in games() for kind in game.procedures if kind.endings]


def intervals(game: str, kind: type[Procedure[Any]]) -> list[tuple[float, float, float]]:
    """(low, exact chance, high) of every ending of the first sets of the grid that have dice."""
    found = []
    sets = importlib.import_module(f"tests.games.{game}.grid").GRID[kind.id]
    for params in sets[:3]:
        question = ask_about(kind.id, params)
        law = odds(question, kind.endings)
        sample = simulate(question, N, seed=7, by=kind.endings)
        found += [
            (count.low, float(law.p(count.result)), count.high)
            for count in sample.counts
            if law.p(count.result) != 1
        ]
        unseen = 1 - sum(law.p(count.result) for count in sample.counts)
        assert unseen < Fraction(1, 100)
    return found


@pytest.mark.parametrize(
    ("game", "kind"), [pytest.param(game, kind, id=kind.id) for game, kind in ENDING]
)
def test_the_endings_of_a_fight_sampled_are_near_their_chances(
    game: str, kind: type[Procedure[Any]]
) -> None:
    for low, chance, high in intervals(game, kind):
        middle, half = (low + high) / 2, (high - low) / 2
        assert abs(chance - middle) <= 2.2 * half, "more than four standard deviations"


def test_nearly_all_intervals_hold_the_exact_chance() -> None:
    """Nineteen in twenty are meant to."""
    every = [each for game, kind in ENDING for each in intervals(game, kind)]
    held = sum(low <= chance <= high for low, chance, high in every)
    assert len(every) > 60
    assert held >= 0.9 * len(every)
