"""Values with a name on a sheet, offered in the leader's form by their names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from tablee.faces.web.form.control import Chip, Control
from tablee.faces.web.form.controls import sentence_case
from tablee.faces.web.form.filled import NESTED
from tablee.rules.game import Game
from tablee.rules.refusal import Refusal
from tablee.rules.schema import Field
from tablee.rules.sheet import read_sheet
from tablee.rules.words import Words
from tablee.table.state import State

__all__ = ["by_name", "names_on", "values_on"]

MOST_CHIPS = 12


def values_on(state: State, game: Game, field: Field, who: str) -> list[Any]:
    """What the sheet of a character has for a parameter, the first that counts first."""
    assert field.source is not None
    sheet = read_sheet(state.sheet(who), "sheet", game)[1]
    values = (getattr(sheet, name, None) for name in field.source.fields)
    return [_open(value) for value in values if value is not None]


def _open(value: Any) -> Any:
    """A record of a sheet as {name: value}; anything else as it is."""
    return msgspec.structs.asdict(value) if isinstance(value, msgspec.Struct) else value


def names_on(state: State, game: Game, field: Field, who: Sequence[str]) -> list[str]:
    """The names that a parameter may have on the sheets of these characters, those of all of them;
    none where a sheet has a value of its own, or where the whole table is the value."""
    tables: list[list[str]] = []
    for each in who:
        values = values_on(state, game, field, each)
        if not values or not _is_table(values[0]) or _reads(field, values[0]):
            return []
        tables.append([name for value in values if _is_table(value) for name in dict(value)])
    return [name for name in tables[0] if all(name in each for each in tables)] if tables else []


def _is_table(value: Any) -> bool:
    """Whether a value of a sheet has names: {name: value}, or pairs of them."""
    if isinstance(value, tuple):
        return all(isinstance(each, tuple) and len(each) == 2 for each in value)
    return isinstance(value, Mapping)


def _reads(field: Field, table: Any) -> bool:
    try:
        field.shape.read(dict(table), "")
    except Refusal:
        return False
    return True


def by_name(words: Words, field: Field, control: Control, names: Sequence[str]) -> Control:
    """The control, offering these names; for a number also one that the sheet does not have."""
    first = names[0] if field.required else ""
    usual = "" if field.required else str(field.shape.show(field.default))
    typed = control.kind == "number" and control.value not in ("", usual, *names)
    picked = control.value if control.value in names or typed else first
    chips = tuple(Chip(name, sentence_case(words.label(name)), name == picked) for name in names)
    if not field.required:
        none = Chip("", sentence_case(words.label("None", field.name)), not picked)
        chips = (none, *chips)
    if control.kind == "number":
        shown = control.value if typed else str(control.low or 0)
        inner = msgspec.structs.replace(control, path=f"{control.path}{NESTED}0", value=shown)
        chips = (*chips, Chip(f"{NESTED}0", words.text("autre"), typed, "…", inner))
    return msgspec.structs.replace(
        control,
        kind="chips" if len(names) <= MOST_CHIPS else "select",
        chips=chips,
        main=True,
        landmarks=(),
        help="",
    )
