"""From what a program asks about to a valid question: the one door of the library.

A rule may be named by its id, its class, one of its records, or a whole run as JSON has it.
"""

from __future__ import annotations

import operator
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec

from tablee.dice.law import Law
from tablee.rules.game import Game
from tablee.rules.procedure import Procedure, Rulings
from tablee.rules.refusal import Refusal
from tablee.rules.registry import find_game
from tablee.rules.run_input import RunInput, ask_about, ask_of, read_run
from tablee.rules.schema import fields_of
from tablee.rules.trace import plain
from tablee.rules.words import Lang, Words, spoken

Asked = str | Procedure[Any] | type[Procedure[Any]] | Mapping[str, Any]
"""An id (`"exil.simple"`), a record (`Simple(talent=14)`), its class, or a run (a mapping)."""
Answer = Mapping[str, Any]
"""`{"dice": [6]}`, `{"choose": VALUE}` or `{"together": [VALUE, ...]}`."""
Switches = Rulings | Mapping[str, Any]
"""The switches of a game that differ from their default: its record of rulings, or names."""


def question_of(
    asked: Asked,
    params: Mapping[str, Any],
    rulings: Switches | None = None,
    answers: Sequence[Answer] = (),
) -> RunInput:
    """The question about what is asked. Raises `Refusal` naming the first thing that is wrong.

    `params` come in the place of those that `asked` has; `rulings` too; `answers` come behind.
    """
    given = {name: as_json(value) for name, value in params.items()}
    switches = _switches(rulings)
    match asked:
        case str():
            with telling(find_game(asked.partition(".")[0])):
                return ask_about(asked, given, switches, _listed(answers))
        case Procedure():
            kind, given = type(asked), written(asked) | given
        case type() if issubclass(asked, Procedure):
            kind = asked
        case Mapping():
            return _of_run(asked, given, switches, answers)
        case _:
            raise TypeError(f"{asked!r} is no procedure, no id of one and no run")
    game = game_of(kind)
    with telling(game):
        return ask_of(kind, game, given, switches, _listed(answers))


def _of_run(
    run: Mapping[str, Any],
    params: Mapping[str, Any],
    switches: Mapping[str, Any],
    answers: Sequence[Answer],
) -> RunInput:
    name = run.get("procedure")
    whole = dict(run)
    for key, more in (("params", params), ("rulings", switches)):
        if more and isinstance(run.get(key, {}), Mapping):
            whole[key] = {**run.get(key, {}), **more}
    earlier = _listed(run.get("answers", []))
    if isinstance(earlier, list):
        whole["answers"] = [*earlier, *answers]
    with telling(find_game(name.partition(".")[0]) if isinstance(name, str) else None):
        return read_run(whole)


def _listed(answers: Any) -> Any:
    return list(answers) if isinstance(answers, tuple) else answers


def game_of(kind: type[Procedure[Any]]) -> Game:
    """The game of a procedure: that of its id, or of its module; else one with nothing in it."""
    name = kind.id.partition(".")[0]
    own = getattr(sys.modules.get(kind.__module__), "GAME", None)
    if isinstance(own, Game) and own.id == name:
        return own
    return find_game(name) or Game(
        id=name, title=name, leader="meneur", rulings=Rulings, chapters={}, words={}, clauses={}
    )


# ── Python values as JSON ──────────────────────────────────────────────────────────────────────
def written(record: Procedure[Any] | Rulings) -> dict[str, Any]:
    """The fields of a record as JSON, those that stand at their default left out."""
    found: dict[str, Any] = {}
    for name, field in fields_of(type(record)).items():
        value = getattr(record, name)
        if field.required or type(value) is not type(field.default) or value != field.default:
            found[name] = _shown(field.shape, value)
    return found


def _shown(shape: Any, value: Any) -> Any:
    """A value in the form of its shape; one that does not fit as it is, for the door to refuse."""
    if not isinstance(value, Law):
        try:
            return shape.show(value)
        except (TypeError, ValueError, AttributeError):
            pass
    return as_json(value)


def as_json(value: Any) -> Any:
    """A value that a program gives: records, laws (beliefs) and exact numbers as in JSON."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, Mapping):
        return {name: as_json(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [as_json(each) for each in value]
    if isinstance(value, msgspec.Struct | Law):
        return plain(value)
    try:
        return operator.index(value)  # the whole numbers of numpy and their like
    except TypeError:
        return str(value)


def _switches(rulings: Switches | None) -> dict[str, Any]:
    if isinstance(rulings, Rulings):
        return written(rulings)
    return {name: as_json(value) for name, value in (rulings or {}).items()}


# ── words ──────────────────────────────────────────────────────────────────────────────────────
@contextmanager
def telling(game: Game | None) -> Iterator[None]:
    """A refusal that comes out of here tells itself in the words of the game."""
    try:
        yield
    except Refusal as refusal:
        refusal.game = game
        raise


def words_for(game: Game, lang: Lang | None) -> Words:
    """The words of a game; `lang` None: see `spoken`."""
    return Words(game, lang or spoken())
