"""Controls for numbers of a sheet that the leader may replace, such as a part of a skill.

Such a control is folded; the number of the sheet counts until another is given. This module may
import sheets and the form controls. It must not know which controls a form has.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from tablee.faces.web.form.control import Chip, Control
from tablee.faces.web.form.form_values import NESTED
from tablee.faces.web.table.sheet_names import Sheets, names_control
from tablee.rules.schema import Field
from tablee.rules.shapes import Whole
from tablee.rules.words import capital


def is_replaceable(sheets: Sheets, field: Field, who: Sequence[str]) -> bool:
    """Return whether a parameter is a replaceable number on all sheets of these characters."""
    if field.source is None or not field.source.partial or not isinstance(field.shape, Whole):
        return False
    values = [sheets.values(field, each)[:1] for each in who]
    return bool(values) and all(each and type(each[0]) is int for each in values)


def named_control(
    sheets: Sheets, field: Field, control: Control, who: Sequence[str], given: Any
) -> Control:
    """Return the control of a value that the sheets of `who` replace or name; any other control
    unchanged. `given`: the value so far."""
    if is_replaceable(sheets, field, who):
        return _replacement_control(sheets, field, control, who, given)
    return names_control(sheets, field, control, who, given)


def _replacement_control(
    sheets: Sheets, field: Field, control: Control, who: Sequence[str], given: Any
) -> Control:
    """Return the control of a replaceable number, empty while nobody has given another one
    (`given`). Where the sheets also have a table of named numbers, their sum is offered."""
    words, values = sheets.words, [sheets.values(field, each) for each in who]
    default = words.enumeration([words.value(each[0]) for each in values])
    if not (tables := _named_parts(values)):
        return msgspec.structs.replace(
            control,
            value="" if given is None else control.value,
            help=words.phrase("À défaut, ce que disent les fiches : {values:=}", values=default),
            main=False,
        )
    name = "+".join(tables[0])
    label = " + ".join(words.label(each) for each in tables[0])
    sums = words.enumeration([words.value(sum(each.values())) for each in tables])
    typed = given not in (None, name)
    inner = msgspec.structs.replace(
        control, path=f"{control.path}{NESTED}0", value=control.value if typed else "0"
    )
    chips = (
        Chip("", words.text("selon la fiche"), given is None, default),
        Chip(name, capital(label), given == name, sums),
        Chip(f"{NESTED}0", words.text("autre"), typed, "…", inner),
    )
    return msgspec.structs.replace(control, kind="chips", chips=chips, main=False, help="")


def _named_parts(values: Sequence[Sequence[Any]]) -> list[Mapping[str, int]]:
    """Return the table of named numbers of each sheet; none if their sums equal the numbers."""
    tables = [each[1] for each in values if len(each) > 1 and isinstance(each[1], Mapping)]
    if len(tables) < len(values) or any(each.keys() != tables[0].keys() for each in tables):
        return []
    same = all(sum(table.values()) == each[0] for table, each in zip(tables, values, strict=True))
    return [] if same else tables
