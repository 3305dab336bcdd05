"""A list that is about the one who acts, each member of it filled from the same sheet: the ways to
a goal, among which its player chooses.

What the sheet gives is not asked for in each of them, what may be left to who plays is left to
them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from tablee.faces.web.form.control import Control, Row
from tablee.faces.web.form.initial_values import opening_value
from tablee.faces.web.table.sheet_names import by_name, names_on, numbers_on, values_on
from tablee.rules.game import Game
from tablee.rules.procedure import Procedure
from tablee.rules.schema import Field, fields_of
from tablee.rules.shapes import Many
from tablee.rules.words import Words
from tablee.table.casting import decisions, record_of
from tablee.table.log.table_state import State


def first_ways(procedure: type[Procedure[Any]]) -> dict[str, Any]:
    """The lists that need a member, with one to begin with."""
    found = {}
    for name, field in fields_of(procedure).items():
        record = _of_one_sheet(field)
        if record is not None and isinstance(field.shape, Many) and field.shape.least:
            own = [each for each, one in fields_of(record).items() if one.source is None]
            value = opening_value(field.shape.item)
            found[name] = [{each: value[each] for each in own if each in value} | decisions(record)]
    return found


def ways_on_sheet(
    state: State,
    game: Game,
    words: Words,
    field: Field,
    control: Control,
    who: Sequence[str],
    given: Any,
) -> Control:
    """The control of such a list, its rows without what the sheets of those asked have; any other
    control as it is. `given`: the members as they have been said so far."""
    record = _of_one_sheet(field)
    if record is None or control.kind != "rows" or not who:
        return control
    said, left = given if isinstance(given, list) else [], decisions(record)

    def told(place: int, row: Row) -> Row:
        values = said[place] if place < len(said) and isinstance(said[place], Mapping) else {}
        kept = []
        for each in row.controls:
            name = each.path.removeprefix(f"{control.path}[{place}].")
            inner = fields_of(record)[name]
            names = names_on(state, game, inner, who) if inner.source else []
            if names:
                numbers = numbers_on(state, game, inner, who)
                kept.append(by_name(words, inner, each, names, numbers, values.get(name)))
            elif each.error or not _had(state, game, inner, who):
                theirs = name in left and values.get(name) == left[name]
                kept.append(msgspec.structs.replace(each, main=each.main and not theirs))
        return msgspec.structs.replace(row, controls=tuple(kept))

    rows = tuple(told(place, row) for place, row in enumerate(control.rows))
    return msgspec.structs.replace(control, rows=rows)


def _of_one_sheet(field: Field) -> type[Any] | None:
    """The record of a list whose members the sheet of one character fills."""
    whole = field.source is not None and not field.source.fields
    return record_of(field.shape) if whole else None


def _had(state: State, game: Game, field: Field, who: Sequence[str]) -> bool:
    """Whether the sheets of all of them have a value for a field."""
    return field.source is not None and all(values_on(state, game, field, each) for each in who)
