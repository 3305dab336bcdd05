"""One example of a procedure: a law that says something, and a roll that was played.

A few are chosen here (`examples.json`); the others come from the game's `examples.jsonl`. What
has none gets what its form opens with.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from tablee.dice.law import Law
from tablee.faces.examples import examples_of
from tablee.faces.pictures.study import Study
from tablee.faces.web.form.initial_values import opening
from tablee.faces.web.form.run_links import Draft, command_line
from tablee.rules.game import Game
from tablee.rules.procedure import Procedure
from tablee.rules.readings.budget import Budget
from tablee.rules.readings.odds import odds
from tablee.rules.readings.session import Session
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import RunInput, ask_about
from tablee.rules.schema import Group, Tagged
from tablee.rules.shapes import Many, Named, Several

__all__ = ["Example", "asked", "example_of", "played_of"]

CHOSEN = Path(__file__).parent / "examples.json"
"""Procedure -> the parameters that show it best."""
MOST_ROWS = 8
"""Maximum number of results shown of a law. A larger law is shown by one of its fields alone."""
_STEPS_SHOWN = 7
"""Steps of a story that is neither bare nor long."""
_STEPS = 200_000
"""An example that takes more work than this is none: the page should be quick to build."""


class Example(msgspec.Struct, frozen=True):
    """A question, its law, and the result fields that the law was asked for (None: all)."""

    question: RunInput
    law: Law[Any]
    by: tuple[str, ...] | None

    @property
    def drawn(self) -> bool:
        """Whether a picture says something: the result is uncertain, or a word or a number."""
        study = Study([self.question])
        shape = study.declared[study.most_informative()].shape
        return len(self.law) > 1 or not isinstance(shape, Group | Many | Named | Several | Tagged)

    @property
    def command(self) -> str:
        """The call of the command line that gives this law."""
        called = asked(self.question).replace("tablee resolve", "tablee odds", 1)
        return called if self.by is None else f"{called} --by {','.join(self.by)}"


def asked(question: RunInput) -> str:
    """A run as a call of the command line."""
    draft = Draft(
        question.game,
        type(question.procedure),
        question.given,
        question.given_rulings,
        question.answers,
    )
    return command_line(draft)


def example_of(procedure: type[Procedure[Any]], game: Game) -> Example | None:
    """The first example with an uncertain result; else a certain one; None if nothing can be asked."""
    certain: Example | None = None
    for params in _candidates(procedure, game):
        found = _law_of(procedure, game, params)
        if found is not None and len(found.law) > 1:
            return found
        certain = certain or found
    return certain


def _law_of(
    procedure: type[Procedure[Any]], game: Game, params: Mapping[str, Any]
) -> Example | None:
    try:
        question = ask_about(procedure.id, params)
        law = odds(question, None, Budget(_STEPS))
        if len(law) <= MOST_ROWS:
            return Example(question, law, None)
        by = (Study([question]).most_informative(),)
        return Example(question, odds(question, by), by)
    except Refusal:
        return None


def _candidates(procedure: type[Procedure[Any]], game: Game) -> Iterator[Mapping[str, Any]]:
    """Return parameters to try: those chosen here, then of worked laws and rolls, then a form's defaults."""
    if procedure.id in _chosen():
        yield _chosen()[procedure.id]
    runs = [each for each in examples_of(game.package) if _is_plain(each, procedure)]
    for call in ("odds", "resolve", "advise"):
        for each in runs:
            if each["call"] == call:
                given = each["run"].get("params", {})
                yield {name: value for name, value in given.items() if value != "ask"}
    yield opening(procedure)


@cache
def _chosen() -> Mapping[str, Mapping[str, Any]]:
    found: dict[str, dict[str, Any]] = json.loads(CHOSEN.read_text("utf-8"))
    return found


def played_of(procedure: type[Procedure[Any]], game: Game) -> Session | None:
    """Return the worked roll whose story has a good length, among those that end; or None."""
    best: Session | None = None
    for each in examples_of(game.package):
        if each["call"] != "resolve" or not _is_plain(each, procedure):
            continue
        run = each["run"]
        answers = run.get("answers", ())
        session = Session(ask_about(procedure.id, run.get("params", {}), {}, answers))
        if session.done and (best is None or _nearness(best) < _nearness(session)):
            best = session
    return best


def _nearness(session: Session) -> int:
    """How near a story is to the length that is read with pleasure (0 the best)."""
    return -abs(len(session.trace) - _STEPS_SHOWN)


def _is_plain(example: Mapping[str, Any], procedure: type[Procedure[Any]]) -> bool:
    run, expected = example["run"], example.get("expect")
    refused = isinstance(expected, Mapping) and "error" in expected
    return run.get("procedure") == procedure.id and not run.get("rulings") and not refused
