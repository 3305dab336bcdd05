"""Sheets as a campaign stores them, read by the rules of now.

The sheets of a game may change while it is designed, or between two versions. What a sheet holds stays
in the log. Fields that the game has no more are passed over; a value that does not fit is named. This
module may import the kinds of sheet; it must not know views.
"""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterator

from tablee.rules.contract_json import RecordJson, SheetJson
from tablee.rules.game import Game
from tablee.rules.refusal import Refusal, refuse
from tablee.rules.schema import fields_of, tag_of
from tablee.rules.sheet import Sheet, kinds_of, read_sheet, sheet_view

_HEAD = ("jeu", "type")


def stored_sheet(data: SheetJson, field: str, game: Game) -> Sheet:
    """Return the sheet that a campaign stores. Raises `Refusal` under `field` for a value that does
    not fit."""
    kind = kind_of_stored(data, game)
    if kind is not None:
        names = fields_of(kind)
        data = {name: value for name, value in data.items() if name in names or name in _HEAD}
    return read_sheet(data, field, game)[1]


def fitting_sheets(
    record: RecordJson, game: Game, names: Collection[str] | None = None
) -> RecordJson:
    """Return a campaign record without the sheets that do not fit, and without the fields that the
    game has no more in the others. `names`: the characters whose sheets are read so, None for all."""
    found = {}
    for name, data in record["fiches"].items():
        if names is not None and name not in names:
            found[name] = data
            continue
        with contextlib.suppress(Refusal):
            found[name] = sheet_view(game, stored_sheet(data, "sheet", game))
    return {**record, "fiches": found}


def misfits(data: SheetJson, game: Game) -> list[Refusal]:
    """Return the refusal of each field of a stored sheet that does not fit its kind of now. Where
    every field fits and the sheet as a whole does not, return the refusal of the sheet."""
    found = [*_misfits(data, game)]
    if not found:
        try:
            stored_sheet(data, "sheet", game)
        except Refusal as refusal:
            found.append(refusal.at(refusal.field.removeprefix("sheet.")))
    return found


def _misfits(data: SheetJson, game: Game) -> Iterator[Refusal]:
    kind = kind_of_stored(data, game)
    if kind is None:
        known = ", ".join(tag_of(each) for each in kinds_of(game)) or "–"
        yield refuse("type", data.get("type"), "une sorte de fiche parmi : {known:=}", known=known)
        return
    fields = fields_of(kind)
    for name, value in data.items():
        if name in fields:
            try:
                fields[name].shape.read(value, name)
            except Refusal as refusal:
                yield refusal
        elif name not in _HEAD:
            yield refuse(name, value, "rien : cette fiche n’a plus ce champ, et rien ne s’en sert")
    for name, field in fields.items():
        if field.required and name not in data:
            yield refuse(name, None, "une valeur : ce champ est nouveau, et rien n’y est décidé")


def kind_of_stored(data: SheetJson, game: Game) -> type[Sheet] | None:
    """Return the kind of a stored sheet; None when the game has no such kind now."""
    return next((each for each in kinds_of(game) if tag_of(each) == data.get("type")), None)
