"""A sheet that is being made: what is still open, which names are left, how budgets are spent.

All functions take a sheet as JSON, also one that is not complete. This module may import sheets and
their declarations; it must not know words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from tablee.rules.ambient import Ambient, around
from tablee.rules.contract_json import RulingsJson, SheetJson
from tablee.rules.creation import Budget, Creation, Later
from tablee.rules.game import Game
from tablee.rules.refusal import Refusal
from tablee.rules.schema import Field, fields_of, read_record
from tablee.rules.sheet import Sheet, creation_of
from tablee.rules.sheets.sheet_params import folded

UNNAMED = "–"
"""The name of a sheet that has none yet."""


class OpenChoice(msgspec.Struct, frozen=True):
    """A field that is not decided. `names`: the rows that are missing; empty for the whole field."""

    field: str
    names: tuple[str, ...] = ()


def open_choices(game: Game, kind: type[Sheet], given: SheetJson) -> tuple[OpenChoice, ...]:
    """Return what is not decided on a sheet, in the order of its fields."""
    creation, fields = creation_of(game, kind), fields_of(kind)
    bare = {name for name, field in fields.items() if _is_open(field, given.get(name))}
    wanted = {name for name, field in fields.items() if field.required} | {*creation.decide}
    if bare.issuperset(creation.either):
        wanted |= {*creation.either[:1]}
    found = []
    for name in fields:
        missing = names_left(creation, name, given) if name in creation.complete else ()
        if name in (bare & wanted) or (missing and name not in bare):
            found.append(OpenChoice(name, missing))
    return tuple(found)


def _is_open(field: Field, value: Any) -> bool:
    """Return whether a value is empty, or as declared."""
    if isinstance(value, list):
        return all(each == "" for each in value)
    if value is None or value == "" or (isinstance(value, Mapping) and not value):
        return True
    return not field.required and bool(value == field.shape.show(field.default))


def names_left(creation: Creation, field: str, given: SheetJson) -> tuple[str, ...]:
    """Return the document's names of a field that a sheet does not have yet."""
    known = {folded(each) for each in _texts(given.get(field))}
    return tuple(each for each in creation.names.get(field, ()) if folded(each) not in known)


def _texts(value: Any) -> Iterator[str]:
    """Yield the texts that a field holds: the names of rows, the lines of a list, a text."""
    rows = [value] if isinstance(value, str) else value if isinstance(value, Mapping | list) else ()
    yield from (each for each in rows if isinstance(each, str))


def budgets_of(
    game: Game,
    kind: type[Sheet],
    given: SheetJson,
    rulings: RulingsJson,
    before: SheetJson | None = None,
) -> Sequence[Budget]:
    """Return the budgets of a sheet; none while a value on it cannot be read. `rulings`: those of the
    campaign; `before`: the kept sheet that this one changes."""
    try:
        sheet = _read(kind, given)
        kept = None if before is None else _read(kind, before)
        with around(Ambient(read_record(game.rulings, rulings, "rulings."))):
            return tuple(creation_of(game, kind).budgets(sheet, kept))
    except Refusal:
        return ()


def left_for_later(game: Game, kind: type[Sheet], given: SheetJson) -> tuple[Later, ...]:
    """Return what a sheet leaves open for later; nothing while a value on it cannot be read."""
    try:
        return tuple(creation_of(game, kind).later(_read(kind, given)))
    except Refusal:
        return ()


def _read(kind: type[Sheet], given: SheetJson) -> Sheet:
    """Return a sheet that may have no name yet, without its check as a whole."""
    named = str(given.get("nom") or "").strip() or UNNAMED
    values = {name: each for name, each in given.items() if name in fields_of(kind)}
    sheet: Sheet = read_record(kind, {**values, "nom": named}, "")
    return sheet
