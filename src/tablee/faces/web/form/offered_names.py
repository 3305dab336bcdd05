"""The document's own names in the form of a sheet: suggested as one types, and added by one tap.

The module edits controls and submitted values. It knows no table.
"""

from __future__ import annotations

import copy
from typing import Any

from msgspec.structs import replace

from tablee.faces.web.form.control import Control, Row
from tablee.faces.web.form.form_values import MOST_ROWS, Pairs
from tablee.faces.web.form.initial_values import opening_value
from tablee.rules.contract_json import SheetJson
from tablee.rules.creation import Creation
from tablee.rules.schema import fields_of
from tablee.rules.shapes import Many, Named, Text
from tablee.rules.sheet import Sheet
from tablee.rules.sheets.sheet_creation import names_left
from tablee.rules.texts.words import Words

OFFER = "nommer"
"""Name of the buttons that add a name; their values are `field:name`, or `field:` for all names."""


def with_offers(
    fields: tuple[Control, ...], creation: Creation, given: SheetJson, words: Words
) -> tuple[Control, ...]:
    """Return the controls of a sheet with the names that are left, and the levels that the document
    knows."""
    return tuple(_with_offers(each, creation, given, words) for each in fields)


def _with_offers(control: Control, creation: Creation, given: SheetJson, words: Words) -> Control:
    name = control.path
    helped = words.text(creation.levels.get(name, "")) or control.help
    main = control.main or name in creation.decide or name in creation.either
    control = replace(control, help=helped, main=main)
    left = names_left(creation, name, given)
    if not left:
        return control
    rows = tuple(replace(row, controls=_suggesting(row, control.id)) for row in control.rows)
    suggestions = control.id if control.kind == "text" else ""
    every = name in creation.complete and len(left) > 1
    return replace(control, offered=left, offers_all=every, rows=rows, suggestions=suggestions)


def _suggesting(row: Row, source: str) -> tuple[Control, ...]:
    """Return the controls of a row; the first one, its name or text, suggests the names."""
    first, *others = row.controls
    if first.kind != "text":
        return row.controls
    return (replace(first, suggestions=source), *others)


def with_name(kind: type[Sheet], given: SheetJson, pairs: Pairs, creation: Creation) -> SheetJson:
    """Return the values of a sheet with the name that a button gives, or all that are left. A name
    that the document does not give is left out."""
    field, _, name = pairs.get(OFFER, [""])[-1].partition(":")
    left = names_left(creation, field, given)
    values = copy.deepcopy(dict(given))
    for each in left:
        if name in ("", each):
            values = _with_row(kind, values, field, each)
    return values


def _with_row(kind: type[Sheet], values: dict[str, Any], field: str, name: str) -> dict[str, Any]:
    shape, held = fields_of(kind)[field].shape, values.get(field)
    if isinstance(shape, Named) and len(held or {}) < MOST_ROWS:
        return {**values, field: {**(held or {}), name: opening_value(shape.item, least=True)}}
    if isinstance(shape, Many) and len(held or ()) < (shape.most or MOST_ROWS):
        return {**values, field: [*(held or ()), name]}
    return {**values, field: name} if isinstance(shape, Text) else values
