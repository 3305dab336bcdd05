"""Demonstrations of rulings: a run that ends, or asks, differently under each value.

Each game keeps its own in `tests/games/GAME/rulings.py`, as `SHOWN`: ruling -> `Shown`.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import msgspec

from tablee.dice.die import Throw
from tablee.rules.game import Game
from tablee.rules.questions import Choose
from tablee.rules.readings.explain import explain
from tablee.rules.readings.odds import odds
from tablee.rules.readings.session import Session
from tablee.rules.refusal import Refusal
from tablee.rules.registry import find_game, find_procedure
from tablee.rules.run_input import RunInput, ask_about
from tablee.rules.schema import fields_of, read_record, show
from tablee.rules.shapes import Choice, YesNo
from tablee.rules.sheet import read_sheet
from tablee.rules.sheets.sheet_params import with_sheets
from tablee.rules.texts.words import Words
from tests.kit.brute import key_of

__all__ = ["Shown", "chance", "outcome", "rulings_of", "shown_in", "values_of"]


class Shown(msgspec.Struct, frozen=True):
    """The demonstration of one ruling."""

    procedure: str
    params: Mapping[str, Any]
    answers: tuple[Any, ...] = ()
    """The faces of a throw as a list, anything else is a choice."""
    sheet: Mapping[str, Any] | None = None
    """The sheet that fills the other parameters."""
    also: Mapping[str, Any] | None = None
    """The parameters of a second run, if one run cannot distinguish all values."""
    values: tuple[Any, ...] = ()
    """The values to compare, if the ruling is a number. Otherwise all values are compared."""
    laws: tuple[str, ...] = ()
    """The procedures whose law the ruling changes: `test_laws` compares their grid with the
    oracle under each value."""
    result: Mapping[str, Any] = {}
    """Some fields of the result, for `chances`."""
    chances: Mapping[Any, Fraction | int | None] = {}
    """Value -> the exact chance of `result`, computed by hand; None if the run is refused."""


def shown_in(game: str) -> Mapping[str, Shown]:
    """The demonstrations of a game."""
    found: Mapping[str, Shown] = importlib.import_module(f"tests.games.{game}.rulings").SHOWN
    return found


def values_of(game: Game, ruling: str) -> tuple[Any, ...]:
    """The values of a ruling that the tests compare."""
    match fields_of(game.rulings)[ruling].shape:
        case Choice(values=found):
            return tuple(found)
        case YesNo():
            return False, True
        case _:
            return shown_in(game.id)[ruling].values


def rulings_of(procedure: str) -> Iterator[tuple[str, Any]]:
    """Yield (ruling, value) for each value, except the default, that changes a procedure's law."""
    game = find_game(procedure.partition(".")[0])
    assert game is not None
    for ruling, shown in shown_in(game.id).items():
        if procedure in shown.laws:
            default = fields_of(game.rulings)[ruling].default
            yield from ((ruling, each) for each in values_of(game, ruling) if each != default)


def chance(shown: Shown, ruling: str, value: Any) -> Fraction | None:
    """The exact chance of `shown.result` under a value, None if the run is refused."""
    try:
        law = odds(_question(shown, shown.params, {ruling: value}))
    except Refusal:
        return None
    wanted = shown.result.items()
    return sum((p for result, p in law.items() if wanted <= show(result).items()), Fraction())


def outcome(shown: Shown, ruling: str, value: Any) -> Any:
    """The outcome of the run under a value: a refusal, a question, the law of the result, or the
    result with its trace."""
    runs = [shown.params] if shown.also is None else [shown.params, shown.also]
    return [_outcome_of(shown, params, {ruling: value}) for params in runs]


def _outcome_of(shown: Shown, params: Mapping[str, Any], rulings: Mapping[str, Any]) -> Any:
    try:
        question = _question(shown, params, rulings)
        session = Session(question)
    except Refusal as refusal:
        return "refused", refusal.field
    if isinstance(session.pending, Throw):
        return "law", {key_of(show(r)): p for r, p in odds(question).items()}
    if isinstance(session.pending, Choose):
        ask = session.pending
        return "asks", session.outer(ask.who), ask.label, tuple(map(str, ask.form.values()))
    steps = [step.text for step in explain(session, Words(question.game))]
    return "done", key_of(show(session.result)), steps


def _question(shown: Shown, params: Mapping[str, Any], rulings: Mapping[str, Any]) -> RunInput:
    answers = [
        {"dice": list(each)} if isinstance(each, list) else {"choose": each}
        for each in shown.answers
    ]
    if shown.sheet is not None:
        game = find_game(shown.procedure.partition(".")[0])
        assert game is not None
        _, sheet = read_sheet({"jeu": game.id, "nom": "x", **shown.sheet}, "f", game)
        kind = find_procedure(shown.procedure)
        params = with_sheets(kind, params, {"": sheet}, read_record(game.rulings, rulings))
    return ask_about(shown.procedure, params, rulings, answers)
