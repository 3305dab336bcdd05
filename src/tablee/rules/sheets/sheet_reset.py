"""The fields of a stored sheet that no longer fit, put back to their starting values.

The starting value of a field is its default. A field without a default starts at the least value that
it takes. A field that the game has no more is removed. This module may import stored sheets; it must
not know tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from tablee.rules.checkup.small_params import small_value
from tablee.rules.contract_json import SheetJson
from tablee.rules.game import Game
from tablee.rules.refusal import Refusal, refuse, refuse_name
from tablee.rules.schema import Field, fields_of, tag_of
from tablee.rules.shapes import Text
from tablee.rules.sheet import kinds_of
from tablee.rules.sheets.stored_sheets import kind_of_stored, misfits

TYPE = "type"


class SheetReset(msgspec.Struct, frozen=True):
    """How fields of a sheet are reset. `values`: field -> starting value as JSON; `removed`: fields
    that the game has no more."""

    values: Mapping[str, Any] = {}
    removed: tuple[str, ...] = ()


def after_reset(data: SheetJson, values: Mapping[str, Any], removed: tuple[str, ...]) -> SheetJson:
    """Return a sheet with starting values, and without the removed fields."""
    return {name: each for name, each in {**data, **values}.items() if name not in removed}


def misfit_fields(data: SheetJson, game: Game) -> tuple[str, ...]:
    """Return the fields of a stored sheet that no longer fit, each once."""
    found = (top_field(each) for each in misfits(data, game))
    return tuple(dict.fromkeys(found))


def top_field(refusal: Refusal) -> str:
    """Return the field of the sheet that contains the place of a refusal: "talents" for
    "talents.Savant"."""
    return refusal.field.partition(".")[0].partition("[")[0]


def reset_of(data: SheetJson, game: Game, field: str) -> SheetReset:
    """Return how one misfit field of a stored sheet is reset. Raises `Refusal` for one without a
    starting value."""
    if field == TYPE and kind_of_stored(data, game) is None:
        return SheetReset({TYPE: _only_kind(data, game)})
    kind = kind_of_stored(data, game)
    fields = fields_of(kind) if kind is not None else {}
    if field not in fields and field not in data:  # the sheet as a whole does not fit
        raise _to_write(field)
    if field not in fields:
        return SheetReset(removed=(field,))
    return SheetReset({field: _start(fields[field])})


def new_fields_for(data: SheetJson, game: Game, field: str) -> tuple[str, ...]:
    """Return the new fields that the value of a field which the game has no more may go to: the author
    may have given it another name."""
    kind = kind_of_stored(data, game)
    fields = fields_of(kind) if kind is not None else {}
    if field in fields or field not in data:
        return ()
    new = (name for name in fields if name not in data)
    return tuple(name for name in new if fields[name].shape.takes(data[field]))


def moved_to(data: SheetJson, game: Game, field: str, onto: str) -> SheetReset:
    """Return how the value of a field that the game has no more goes to a new one. Raises `Refusal`."""
    known = new_fields_for(data, game, field)
    if onto not in known:
        raise refuse_name("onto", onto, known)
    return SheetReset({onto: data[field]}, (field,))


def whole_reset(data: SheetJson, game: Game) -> SheetReset:
    """Return how all misfit fields of a stored sheet are reset. Raises `Refusal` when the sheet does
    not fit even then."""
    values: dict[str, Any] = {}
    removed: tuple[str, ...] = ()
    now = data
    for _ in range(2):  # a new kind of sheet has other fields
        for field in misfit_fields(now, game):
            each = reset_of(now, game, field)
            values |= each.values
            removed += each.removed
        now = after_reset(data, values, removed)
    left = misfit_fields(now, game)
    if left:
        raise _to_write(left[0])
    return SheetReset(values, removed)


def _start(field: Field) -> Any:
    """Return the starting value of a field as JSON."""
    if not field.required:
        return field.shape.show(field.default)
    if isinstance(field.shape, Text):
        return "?" * field.shape.shortest
    try:
        return small_value(field.shape, "low")
    except LookupError:
        raise _to_write(field.name) from None


def _only_kind(data: SheetJson, game: Game) -> str:
    kinds = kinds_of(game)
    if len(kinds) != 1:
        known = ", ".join(map(tag_of, kinds)) or "–"
        raise refuse(TYPE, data.get(TYPE), "une sorte de fiche parmi : {known:=}", known=known)
    return tag_of(kinds[0])


def _to_write(field: str) -> Refusal:
    allowed = "une valeur que l’on écrit sur la fiche : ce champ n’a pas de valeur de départ"
    return refuse(field, None, allowed)
