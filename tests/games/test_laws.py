"""Every procedure against plain enumeration, over its grid and each ruling both ways."""

from __future__ import annotations

import importlib
from fractions import Fraction
from typing import Any

import pytest

from tablee.rules.readings.odds import odds
from tablee.rules.registry import games
from tablee.rules.run_input import RunInput, ask_about
from tablee.rules.schema import show
from tests.kit.brute import brute, key_of
from tests.kit.rulings import rulings_of


def _data(game: str, module: str, name: str) -> Any:
    return getattr(importlib.import_module(f"tests.games.{game}.{module}"), name)


def _cases(larger: bool = False) -> list[Any]:
    """Return the parameter sets under each ruling; `larger` adds those too large to enumerate."""
    cases = []
    for game in games():
        module = importlib.import_module(f"tests.games.{game.id}.grid")
        more = getattr(module, "LARGER", {}) if larger else {}
        for procedure in game.procedures:
            sets = [*module.GRID[procedure.id], *more.get(procedure.id, ())]
            for place, params in enumerate(sets):
                for rulings in ({}, *({name: value} for name, value in rulings_of(procedure.id))):
                    label = ",".join(f"{name}={value}" for name, value in rulings.items())
                    name = f"{procedure.id}-{place}-{label}"
                    cases.append(pytest.param(procedure.id, params, rulings, id=name))
    return cases


def _law(question: RunInput) -> dict[str, Fraction]:
    return {key_of(show(result)): chance for result, chance in odds(question).items()}


@pytest.mark.parametrize(("procedure", "params", "rulings"), _cases())
def test_odds_are_the_enumeration_of_all_faces(
    procedure: str, params: dict[str, Any], rulings: dict[str, Any]
) -> None:
    question = ask_about(procedure, params, rulings)
    law = _law(question)
    if rulings and law == _law(ask_about(procedure, params)):
        return  # a ruling that does not count here: enumerated without it, and by hand below
    found, missing = brute(question)
    if missing == 0:
        assert law == found
        return
    assert missing < Fraction(1, 200)
    for key in law.keys() | found.keys():
        lower = found.get(key, Fraction())
        assert lower <= law.get(key, Fraction()) <= lower + missing


@pytest.mark.parametrize(("procedure", "params", "rulings"), _cases(larger=True))
def test_odds_are_those_written_by_hand(
    procedure: str, params: dict[str, Any], rulings: dict[str, Any]
) -> None:
    oracle = _data(procedure.split(".")[0], "oracle", "ORACLES")[procedure]
    by_hand: dict[str, Fraction] = {}
    for result, chance in oracle(params, rulings):
        by_hand[key_of(result)] = by_hand.get(key_of(result), Fraction()) + chance
    question = ask_about(procedure, params, rulings)
    assert _law(question) == {key: chance for key, chance in by_hand.items() if chance}
