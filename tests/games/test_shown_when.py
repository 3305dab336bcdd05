"""A parameter that a ruling gives its meaning: without it, no value of the parameter changes a run."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tablee.rules.campaign.record import rulings_of
from tablee.rules.readings.odds import odds
from tablee.rules.refusal import Refusal
from tablee.rules.registry import find_game, find_procedure
from tablee.rules.run_input import ask_about
from tablee.rules.schema import Field, fields_of
from tests.kit.params import values_of
from tests.kit.runs import grid

MARKED = [
    (name, place, params, field)
    for name, place, params in grid()
    for field in fields_of(find_procedure(name)).values()
    if field.shown is not None
]
CASES = [pytest.param(*case, id=f"{case[0]}-{case[1]}-{case[3].name}") for case in MARKED]


def test_two_games_have_such_parameters() -> None:
    found = {(name.partition(".")[0], field.name) for name, _, _, field in MARKED}
    assert found >= {("eclats", "des"), ("eclats", "seuil_relance"), ("loss", "part_ag")}


def other_ruling(name: str, field: Field) -> dict[str, Any]:
    """The ruling with a value under which the parameter means nothing."""
    game = find_game(name.partition(".")[0])
    assert game is not None
    assert field.shown is not None
    declared = fields_of(game.rulings)[field.shown.ruling].shape
    usual = getattr(rulings_of(game, {}), field.shown.ruling)
    others = [usual, *getattr(declared, "values", (False, True))]
    return {field.shown.ruling: next(each for each in others if each not in field.shown.values)}


@pytest.mark.parametrize(("name", "place", "params", "field"), CASES)
@settings(
    max_examples=4, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_what_no_form_shows_changes_nothing(
    name: str, place: int, params: dict[str, Any], field: Field, data: st.DataObject
) -> None:
    rulings = other_ruling(name, field)
    bare = {each: value for each, value in params.items() if each != field.name}
    value = data.draw(values_of(field.shape))
    without, _ = answered(name, bare, rulings)
    if without is None:  # a row of the grid for another ruling
        return
    found, refused = answered(name, bare | {field.name: value}, rulings)
    assert found == without or refused == field.name


def answered(
    name: str, params: dict[str, Any], rulings: dict[str, Any]
) -> tuple[dict[Any, Fraction] | None, str]:
    """The chances of a run, or the field that is refused."""
    try:
        return dict(odds(ask_about(name, params, rulings)).items()), ""
    except Refusal as refused:
        return None, refused.field
