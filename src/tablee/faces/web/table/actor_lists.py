"""Controls for a list about the acting character, whose members one sheet fills: the ways to a
goal, among which the player chooses.

Values of the sheet have no control, and decisions are left to the player. This module may import
sheets and the form controls. It must not know which controls a form has.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from tablee.faces.web.form.control import Control, Row
from tablee.faces.web.form.initial_values import opening_value
from tablee.faces.web.table.sheet_names import Sheets, names_control
from tablee.rules.procedure import Procedure
from tablee.rules.schema import Field, fields_of
from tablee.rules.shapes import Many
from tablee.table.casting import decisions, record_of


def first_ways(procedure: type[Procedure[Any]]) -> dict[str, Any]:
    """Return the lists that need a member, each with a first member."""
    found = {}
    for name, field in fields_of(procedure).items():
        record = _of_one_sheet(field)
        if record is not None and isinstance(field.shape, Many) and field.shape.least:
            own = [each for each, one in fields_of(record).items() if one.source is None]
            value = opening_value(field.shape.item)
            found[name] = [
                {**{each: value[each] for each in own if each in value}, **decisions(record)}
            ]
    return found


def ways_on_sheet(
    sheets: Sheets, field: Field, control: Control, who: Sequence[str], given: Any
) -> Control:
    """Return the control of such a list without the values that the sheets of `who` have; return
    any other control unchanged. `given`: the members so far."""
    record = _of_one_sheet(field)
    if record is None or control.kind != "rows" or not who:
        return control
    members, left = given if isinstance(given, list) else [], decisions(record)

    def shorten(place: int, row: Row) -> Row:
        member = members[place] if place < len(members) else None
        values = member if isinstance(member, Mapping) else {}
        controls = []
        for each in row.controls:
            name = each.path.removeprefix(f"{control.path}[{place}].")
            inner = fields_of(record)[name]
            if sheets.names(inner, who):
                controls.append(names_control(sheets, inner, each, who, values.get(name)))
            elif each.error or not all(sheets.values(inner, one) for one in who):
                theirs = name in left and values.get(name) == left[name]
                controls.append(msgspec.structs.replace(each, main=each.main and not theirs))
        return msgspec.structs.replace(row, controls=tuple(controls))

    rows = tuple(shorten(place, row) for place, row in enumerate(control.rows))
    return msgspec.structs.replace(control, rows=rows)


def _of_one_sheet(field: Field) -> type[Any] | None:
    """Return the record of a list whose members one sheet fills; None for other fields."""
    whole = field.source is not None and not field.source.fields
    return record_of(field.shape) if whole else None
