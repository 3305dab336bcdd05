"""Every procedure against plain enumeration, over its grid and each ruling both ways."""

from __future__ import annotations

import importlib
from fractions import Fraction
from typing import Any

import pytest

from tablee.rules.readings.odds import odds
from tablee.rules.registry import games
from tablee.rules.run_input import ask_about
from tablee.rules.schema import fields_of, show
from tests.kit.brute import brute, key_of


def _data(game: str, module: str, name: str) -> Any:
    return getattr(importlib.import_module(f"tests.games.{game}.{module}"), name)


def _cases() -> list[Any]:
    cases = []
    for game in games():
        grid, rulings = (_data(game.id, "grid", name) for name in ("GRID", "RULINGS"))
        for procedure in game.procedures:
            for place, params in enumerate(grid[procedure.id]):
                switched: list[dict[str, Any]] = [{}]
                for switch, values in rulings.get(procedure.id, {}).items():
                    switched += [{switch: value} for value in values]
                for switches in switched:
                    told = ",".join(f"{k}={v}" for k, v in switches.items())
                    cases.append(
                        pytest.param(
                            procedure.id, params, switches, id=f"{procedure.id}-{place}-{told}"
                        )
                    )
    return cases


@pytest.mark.parametrize(("procedure", "params", "switches"), _cases())
def test_odds_are_the_enumeration_of_all_faces(
    procedure: str, params: dict[str, Any], switches: dict[str, Any]
) -> None:
    question = ask_about(procedure, params, switches)
    law = {key_of(show(result)): chance for result, chance in odds(question).items()}
    found, missing = brute(question)
    if missing == 0:
        assert law == found
        return
    assert missing < Fraction(1, 1000)
    for key in law.keys() | found.keys():
        lower = found.get(key, Fraction())
        assert lower <= law.get(key, Fraction()) <= lower + missing


@pytest.mark.parametrize(("procedure", "params", "switches"), _cases())
def test_odds_are_those_written_by_hand(
    procedure: str, params: dict[str, Any], switches: dict[str, Any]
) -> None:
    oracle = _data(procedure.split(".")[0], "oracle", "ORACLES")[procedure]
    by_hand: dict[str, Fraction] = {}
    for result, chance in oracle(params, switches):
        by_hand[key_of(result)] = by_hand.get(key_of(result), Fraction()) + chance
    question = ask_about(procedure, params, switches)
    law = {key_of(show(result)): chance for result, chance in odds(question).items()}
    assert law == {key: chance for key, chance in by_hand.items() if chance}


def test_every_switch_is_exercised() -> None:
    for game in games():
        rulings = _data(game.id, "grid", "RULINGS")
        exercised = {switch for switches in rulings.values() for switch in switches}
        later = _data(game.id, "grid", "LATER")
        assert exercised | later >= set(fields_of(game.rulings)), game.id
