"""Completions for the shell: procedures, parameters and their values, fields, utilities.

The values come from the declarations. The module prints nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import click
from click.shell_completion import CompletionItem

from tablee.faces.cli.cli_context import Face
from tablee.rules.procedure import Procedure
from tablee.rules.refusal import Refusal
from tablee.rules.texts.languages import LANGS


def commands(face: Face, summaries: Mapping[str, str], incomplete: str) -> list[CompletionItem]:
    return [
        CompletionItem(name, help=face.words.text(text))
        for name, text in summaries.items()
        if name.startswith(incomplete)
    ]


def langs(context: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    return _starting(LANGS, incomplete)


def files(context: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return nothing: the shell completes files itself."""
    return [CompletionItem(incomplete, type="file")]


def procedures(context: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the names of procedures with their titles."""
    from tablee.rules.registry import games
    from tablee.rules.texts.words import Words

    return [
        CompletionItem(procedure.id, help=Words(game).label(procedure.id))
        for game in games()
        for procedure in game.procedures
        if procedure.id.startswith(incomplete)
    ]


def game_names(context: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from tablee.rules.registry import games

    return [
        CompletionItem(game.id, help=game.title)
        for game in games()
        if game.id.startswith(incomplete)
    ]


def parameters(context: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return `name=` of the parameters not given yet, then the values with named values."""
    kind = _procedure(context)
    if kind is None:
        return []
    from tablee.rules.schema import fields_of

    declared = fields_of(kind)
    name, equals = incomplete.partition("=")[:2]
    if equals and name in declared:
        values = _values(declared[name].shape)
        return _starting([f"{name}={each}" for each in values], incomplete)
    given = {word.partition("=")[0] for word in context.params.get("params") or ()}
    return [
        CompletionItem(f"{each}=", help=field.help or None)
        for each, field in declared.items()
        if each.startswith(incomplete) and each not in given
    ]


def fields(context: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return fields of the result, also after a comma."""
    kind = _procedure(context)
    if kind is None:
        return []
    from tablee.rules.schema import fields_of

    before, comma, last = incomplete.rpartition(",")
    names = [f"{before}{comma}{name}" for name in fields_of(kind.result_type())]
    return _starting(names, f"{before}{comma}{last}")


def utilities(context: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    kind = _procedure(context)
    return [] if kind is None else _starting(kind.utilities, incomplete)


def rulings(context: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return `NAME=VALUE` of the rulings of the game."""
    kind = _procedure(context)
    if kind is None:
        return []
    from tablee.rules.registry import find_game
    from tablee.rules.schema import fields_of

    game = find_game(kind.id.partition(".")[0])
    assert game is not None
    rulings = [
        f"{name}={value}"
        for name, field in fields_of(game.rulings).items()
        for value in _values(field.shape)
    ]
    return _starting(rulings, incomplete)


def _procedure(context: click.Context) -> type[Procedure[Any]] | None:
    from tablee.rules.registry import find_procedure

    # While an option waits for its value, the parser leaves the arguments unread.
    waiting = [word for word in context.args if "=" not in word]
    name = context.params.get("procedure") or next(iter(waiting), "")
    try:
        return find_procedure(name)
    except Refusal:
        return None


def _values(shape: Any) -> list[str]:
    from tablee.rules.shapes import Choice, Either, YesNo

    match shape:
        case YesNo():
            return ["false", "true"]
        case Choice(values=values):
            return [str(value) for value in values]
        case Either(shapes=shapes):
            return [value for each in shapes for value in _values(each)]
        case _:
            return []


def _starting(names: Iterable[str], incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]
