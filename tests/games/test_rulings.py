"""Each ruling of each game has a demonstration: every value has a different outcome."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from tablee.rules.game import Game
from tablee.rules.registry import BUILT_IN, games
from tablee.rules.schema import fields_of
from tests.kit.rulings import chance, outcome, shown_in, values_of

GAMES = [game for game in games() if game.id in BUILT_IN]
RULINGS = [
    pytest.param(game, ruling, id=f"{game.id}-{ruling}")
    for game in GAMES
    for ruling in shown_in(game.id)
]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_ruling_has_a_demonstration(game: Game) -> None:
    assert set(shown_in(game.id)) == set(fields_of(game.rulings))


@pytest.mark.parametrize(("game", "ruling"), RULINGS)
def test_the_outcome_differs_for_each_value(game: Game, ruling: str) -> None:
    shown = shown_in(game.id)[ruling]
    found = {value: outcome(shown, ruling, value) for value in values_of(game, ruling)}
    assert fields_of(game.rulings)[ruling].default in found
    assert len(found) > 1
    for one, other in combinations(found, 2):
        assert found[one] != found[other], (one, other)


@pytest.mark.parametrize(("game", "ruling"), RULINGS)
def test_the_chances_are_those_computed_by_hand(game: Game, ruling: str) -> None:
    """A ruling has chances by hand for each value, or its procedures have an oracle (`laws`); one
    that only changes how a sheet fills the parameters has no law of its own."""
    shown = shown_in(game.id)[ruling]
    assert shown.chances or shown.laws or shown.sheet, "no chance computed by hand, no `laws`"
    assert set(shown.chances) in (set(), set(values_of(game, ruling)))
    found: dict[Any, Any] = {value: chance(shown, ruling, value) for value in shown.chances}
    assert found == shown.chances


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_run_without_rulings_has_the_defaults(game: Game) -> None:
    for ruling, shown in shown_in(game.id).items():
        fields = fields_of(game.rulings)
        other = next(name for name in fields if name != ruling)
        silent = outcome(shown, other, fields[other].default)
        assert silent == outcome(shown, ruling, fields[ruling].default), ruling
