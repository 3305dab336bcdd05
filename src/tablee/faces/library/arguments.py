"""Arguments of the library, turned into a valid run input.

A rule may be named by its id, its class, one of its records, or a whole run as JSON. This is the
only validation of the library. The module knows no table.
"""

from __future__ import annotations

import operator
import reprlib
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec

from tablee.dice.law import Law
from tablee.faces.param_paths import path_of, with_values
from tablee.rules.contract_json import AnswerJson, ParamsJson, RulingsJson, RunJson
from tablee.rules.game import Game
from tablee.rules.procedure import Procedure, Rulings
from tablee.rules.refusal import Refusal, refuse
from tablee.rules.registry import find_game, find_procedure
from tablee.rules.run_input import RunInput, ask_about, ask_of, read_run
from tablee.rules.schema import fields_of
from tablee.rules.shapes import Whole
from tablee.rules.texts.languages import LANGS, Lang, program_language
from tablee.rules.texts.words import Words
from tablee.rules.trace import plain

Asked = str | Procedure[Any] | type[Procedure[Any]] | RunJson
"""An id (`"exil.simple"`), a record (`Simple(talent=14)`), its class, or a run (a mapping)."""
Answer = AnswerJson
"""`{"dice": [6]}`, `{"choose": VALUE}` or `{"together": [VALUE, ...]}`."""
RulingValues = Rulings | RulingsJson
"""The rulings that differ from their default: a record of the game, or a mapping by name."""


def run_input_of(
    asked: Asked,
    params: ParamsJson,
    rulings: RulingValues | None = None,
    answers: Sequence[Answer] = (),
) -> RunInput:
    """Return the validated input of a run. Raises `Refusal` naming the first invalid value.

    `params` and `rulings` replace those of `asked`; `answers` follow those of `asked`.
    """
    given = {name: as_json(value) for name, value in params.items()}
    ruling_values = _ruling_values(rulings)
    if not isinstance(answers, list | tuple):
        raise Refusal("answer", "answers", as_json(answers), "une liste de réponses")
    match asked:
        case str():
            with in_game_words(find_game(asked.partition(".")[0])):
                return ask_about(asked, given, ruling_values, _listed(answers))
        case Procedure():
            kind, given = type(asked), written(asked) | given
        case type() if issubclass(asked, Procedure):
            kind = asked
        case Mapping():
            return _of_run(asked, given, ruling_values, answers)
        case _:
            raise TypeError(f"{reprlib.repr(asked)} is no procedure, no id of one and no run")
    game = game_of(kind)
    with in_game_words(game):
        return ask_of(kind, game, given, ruling_values, _listed(answers))


def params_with(asked: Asked, params: ParamsJson, changes: ParamsJson) -> ParamsJson:
    """Return parameters with other values, by name or by path (`"a.politique.attitude"`).

    A path changes a value inside the parameter of `params`, else inside that of `asked`. Raises
    `Refusal` naming the path.
    """
    given = {name: as_json(value) for name, value in params.items()}
    for name, value in changes.items():
        path = path_of(name)
        if len(path) > 1 and path[0] not in given:
            given |= {key: each for key, each in _own_params(asked).items() if key == path[0]}
        given = with_values(_kind_of(asked), given, [(path, as_json(value))])
    return given


def _own_params(asked: Asked) -> ParamsJson:
    if isinstance(asked, Procedure):
        return written(asked)
    return asked.get("params", {}) if isinstance(asked, Mapping) else {}


def _kind_of(asked: Asked) -> type[Procedure[Any]]:
    if isinstance(asked, Procedure):
        return type(asked)
    if isinstance(asked, type):
        return asked
    return find_procedure(asked if isinstance(asked, str) else str(asked.get("procedure")))


def _of_run(
    run: RunJson,
    params: ParamsJson,
    ruling_values: RulingsJson,
    answers: Sequence[Answer],
) -> RunInput:
    name = run.get("procedure")
    whole = dict(run)
    for key, more in (("params", params), ("rulings", ruling_values)):
        if more and isinstance(run.get(key, {}), Mapping):
            whole[key] = {**run.get(key, {}), **more}
    earlier = _listed(run.get("answers", []))
    if isinstance(earlier, list):
        whole["answers"] = [*earlier, *answers]
    with in_game_words(find_game(name.partition(".")[0]) if isinstance(name, str) else None):
        return read_run(whole)


def _listed(answers: Any) -> Any:
    return list(answers) if isinstance(answers, tuple) else answers


def game_of(kind: type[Procedure[Any]]) -> Game:
    """Return the game of a procedure by its id or its module, else an empty game."""
    name = kind.id.partition(".")[0]
    own = getattr(sys.modules.get(kind.__module__), "GAME", None)
    if isinstance(own, Game) and own.id == name:
        return own
    return find_game(name) or Game(
        id=name, title=name, leader="meneur", rulings=Rulings, chapters={}, words={}, clauses={}
    )


# ── Python values as JSON ──────────────────────────────────────────────────────────────────────
def written(record: Procedure[Any] | Rulings) -> dict[str, Any]:
    """Return the fields of a record as JSON without those at their default."""
    found: dict[str, Any] = {}
    for name, field in fields_of(type(record)).items():
        value = getattr(record, name)
        if field.required or type(value) is not type(field.default) or value != field.default:
            found[name] = _shown(field.shape, value)
    return found


def _shown(shape: Any, value: Any) -> Any:
    """Return a value in the form of its shape, unchanged when it does not fit, so that validation
    refuses it."""
    if not isinstance(value, Law):
        try:
            return shape.show(value)
        except (TypeError, ValueError, AttributeError):
            pass
    return as_json(value)


def as_json(value: Any) -> Any:
    """Return a Python value as JSON: records, laws (beliefs) and exact numbers included."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, Mapping):
        return {name: as_json(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [as_json(each) for each in value]
    if isinstance(value, msgspec.Struct | Law):
        return plain(value)
    try:
        return operator.index(value)  # numpy integers and similar types
    except TypeError:
        return str(value)


def _ruling_values(rulings: RulingValues | None) -> RulingsJson:
    if isinstance(rulings, Rulings):
        return written(rulings)
    if rulings is not None and not isinstance(rulings, Mapping):
        raise refuse("rulings", as_json(rulings), "un objet {{nom : valeur}}")
    return {name: as_json(value) for name, value in (rulings or {}).items()}


_ARGUMENTS = {"as": "seat", "for": "utility"}
"""Option of the command line -> argument of the library."""


def whole_argument(value: Any, name: str, low: int | None = None, high: int | None = None) -> int:
    """Return a whole number among the arguments. Raises `Refusal` naming it and its range."""
    number: int = Whole(low, high).read(as_json(value), name)
    return number


# ── words ──────────────────────────────────────────────────────────────────────────────────────
@contextmanager
def in_game_words(game: Game | None) -> Iterator[None]:
    """Give a refusal that leaves the library the words of its game, and the names of the arguments of
    the library: `seat` and `utility` are `as` and `for` elsewhere."""
    try:
        yield
    except Refusal as refusal:
        renamed = refusal.moved(_ARGUMENTS)
        renamed.game = game
        if renamed is refusal:
            raise
        raise renamed from None


def words_for(game: Game, lang: Lang | None) -> Words:
    """Return the words of a game; `lang` None means the default (see `program_language`). Raises
    `Refusal` for an unknown language."""
    if lang is not None and lang not in LANGS:
        raise refuse("lang", lang, "fr ou en")
    return Words(game, lang or program_language())
