"""The check of the marks `on_sheet`: a sheet of the game has the value, of the kind of the parameter."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablee.rules.field_marks import OnSheet
from tablee.rules.game import Game
from tablee.rules.procedure import Procedure
from tablee.rules.schema import Field, fields_of, records_in
from tablee.rules.shapes import Choice, Either, Nothing, Ratio, Shape, Text, Whole, YesNo

_NO_SHEET = "une fiche du jeu qui a ce champ : Game(sheets=(…,))"
_NO_FIELD = "un champ d’une fiche du jeu : {known:=}"
_OTHER_KIND = "un paramètre de la même sorte que ce champ de la fiche : {shape:shape}"


def wrong_sources(
    game: Game, procedure: type[Procedure[Any]]
) -> Iterator[tuple[str, str, str, dict[str, Any]]]:
    """Yield (parameter, what was found, what is allowed, its values) of each wrong mark."""
    for field in fields_of(procedure).values():
        if field.source is None:
            continue
        if not field.source.fields and not _fills_some(game, field):
            yield (
                field.name,
                "on_sheet()",
                "un Record dont un champ au moins est sur une fiche du jeu",
                {},
            )
        for name in field.source.fields:
            if not game.sheets:
                yield field.name, name, _NO_SHEET, {}
            elif not any(hasattr(kind, name) for kind in game.sheets):
                known = ", ".join(dict.fromkeys(each for s in game.sheets for each in fields_of(s)))
                yield field.name, name, _NO_FIELD, {"known": known}
        other = _of_another_kind(game, field, field.source)
        if other is not None:
            yield field.name, field.source.fields[0], _OTHER_KIND, {"shape": other}


def _fills_some(game: Game, field: Field) -> bool:
    """Return whether a sheet of the game has a field of the record of a parameter."""
    inside = [each for record in records_in(field.shape) for each in fields_of(record).values()]
    names = {name for each in inside for name in (each.name, *_sources(each))}
    return any(name in fields_of(kind) for name in names for kind in game.sheets)


def _sources(field: Field) -> tuple[str, ...]:
    return field.source.fields if field.source else ()


def _of_another_kind(game: Game, field: Field, source: OnSheet) -> Shape | None:
    """Return the shape on the sheets of a parameter that no value there can be, else None."""
    wanted = _kinds(field.shape)
    found = [
        fields_of(kind)[name].shape
        for name in source.fields
        for kind in game.sheets
        if name in fields_of(kind)
    ]
    if not wanted or not found or any(hasattr(kind, source.first) for kind in game.sheets):
        return None
    fits = any(not (kinds := _kinds(shape)) or kinds & wanted for shape in found)
    return None if fits else found[0]


def _kinds(shape: Shape) -> set[type[Any]]:
    """Return the kinds of the plain values of a shape; empty where it has others."""
    match shape:
        case Whole() | Ratio():
            return {int}
        case YesNo():
            return {bool}
        case Text():
            return {str}
        case Choice(values=values):
            digits = any(isinstance(each, str) and each.isdigit() for each in values)
            found = {type(each) for each in values if each != "ask"}
            return found | ({int} if digits else set())
        case Either(shapes=shapes):
            plain = [each for each in shapes if not isinstance(each, Nothing)]
            each_kind = [_kinds(each) for each in plain if each != Choice(("ask",))]
            return {kind for kinds in each_kind for kind in kinds} if all(each_kind) else set()
        case _:
            return set()
