"""Each switch of each game shows: whatever its value, something comes out otherwise."""

from __future__ import annotations

import importlib
from itertools import combinations
from typing import Any

import pytest

from tablee.rules.registry import BUILT_IN, games
from tablee.rules.schema import fields_of
from tablee.rules.shapes import Choice, Shape, YesNo
from tests.kit.switches import Shown, outcome

GAMES = [game for game in games() if game.id in BUILT_IN]
SHOWN: dict[str, dict[str, Shown]] = {
    game.id: importlib.import_module(f"tests.games.{game.id}.switches").SHOWN for game in GAMES
}


def values(shape: Shape, shown: Shown) -> tuple[Any, ...]:
    match shape:
        case Choice(values=found):
            return tuple(found)
        case YesNo():
            return False, True
        case _:
            return shown.values


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_switch_is_shown(game: Any) -> None:
    assert set(SHOWN[game.id]) == set(fields_of(game.rulings))


@pytest.mark.parametrize(
    ("game", "switch"),
    [
        pytest.param(game, switch, id=f"{game.id}-{switch}")
        for game in GAMES
        for switch in SHOWN[game.id]
    ],
)
def test_each_value_of_a_switch_comes_out_otherwise(game: Any, switch: str) -> None:
    field, shown = fields_of(game.rulings)[switch], SHOWN[game.id][switch]
    found = {value: outcome(shown, switch, value) for value in values(field.shape, shown)}
    assert field.default in found
    assert len(found) > 1
    for one, other in combinations(found, 2):
        assert found[one] != found[other], (one, other)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_default_is_what_comes_out_when_nothing_is_said(game: Any) -> None:
    for switch, shown in SHOWN[game.id].items():
        field = fields_of(game.rulings)[switch]
        other = next(name for name in fields_of(game.rulings) if name != switch)
        silent = outcome(shown, other, fields_of(game.rulings)[other].default)
        assert silent == outcome(shown, switch, field.default), switch
