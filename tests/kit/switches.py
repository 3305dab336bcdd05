"""What shows a switch of a game: a run that ends otherwise, or is asked otherwise, under each value.

Each game has them in `tests/games/GAME/switches.py`, as `SHOWN`: switch -> `Shown`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from tablee.dice.die import Throw
from tablee.rules.questions import Choose
from tablee.rules.readings.explain import explain
from tablee.rules.readings.odds import odds
from tablee.rules.readings.session import Session
from tablee.rules.refusal import Refusal
from tablee.rules.registry import find_game, find_procedure
from tablee.rules.run_input import RunInput, ask_about
from tablee.rules.schema import read_record, show
from tablee.rules.sheet import read_sheet
from tablee.rules.sheets.sheet_params import with_sheets
from tablee.rules.texts.words import Words
from tests.kit.brute import key_of

__all__ = ["Shown", "outcome"]


class Shown(msgspec.Struct, frozen=True):
    """A run that tells the values of a switch apart. `answers`: faces as a list, else a choice;
    `sheet`: where the parameters come from; `also`: other parameters, where one run alone does not
    tell all values apart; `values`: those to compare of a switch that is a number (of others all
    are)."""

    procedure: str
    params: Mapping[str, Any]
    answers: tuple[Any, ...] = ()
    sheet: Mapping[str, Any] | None = None
    also: Mapping[str, Any] | None = None
    values: tuple[Any, ...] = ()


def outcome(shown: Shown, ruling: str, value: Any) -> Any:
    """What comes of the run under that value: a refusal, what is asked, the law of what follows, or
    the end with all that is shown of it."""
    runs = [shown.params] if shown.also is None else [shown.params, shown.also]
    return [_came(shown, params, {ruling: value}) for params in runs]


def _came(shown: Shown, params: Mapping[str, Any], ruling_values: Mapping[str, Any]) -> Any:
    try:
        question = _question(shown, params, ruling_values)
        session = Session(question)
    except Refusal as refusal:
        return "refused", refusal.field
    if isinstance(session.pending, Throw):
        return "law", {key_of(show(r)): p for r, p in odds(question).items()}
    if isinstance(session.pending, Choose):
        ask = session.pending
        return "asks", session.outer(ask.who), ask.label, tuple(map(str, ask.form.values()))
    texts = [step.text for step in explain(session, Words(question.game))]
    return "done", key_of(show(session.result)), texts


def _question(
    shown: Shown, params: Mapping[str, Any], ruling_values: Mapping[str, Any]
) -> RunInput:
    answers = [
        {"dice": list(each)} if isinstance(each, list) else {"choose": each}
        for each in shown.answers
    ]
    if shown.sheet is not None:
        game = find_game(shown.procedure.partition(".")[0])
        assert game is not None
        _, sheet = read_sheet({"jeu": game.id, "nom": "x", **shown.sheet}, "f", game)
        kind = find_procedure(shown.procedure)
        params = with_sheets(kind, params, {"": sheet}, read_record(game.rulings, ruling_values))
    return ask_about(shown.procedure, params, ruling_values, answers)
