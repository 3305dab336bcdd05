"""Controls of the request form for values that have names on a sheet, such as skills.

The names are offered in the place of numbers. This module may import sheets, words and the form
controls. It must not know which controls a form has.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from tablee.faces.web.form.control import Chip, Control
from tablee.faces.web.form.form_values import NESTED
from tablee.rules.game import Game
from tablee.rules.schema import Field
from tablee.rules.shapes import Whole
from tablee.rules.sheet import Sheet, read_sheet
from tablee.rules.sheet_params import value_named
from tablee.rules.words import Words, capital, number
from tablee.table.log.table_state import State

MOST_CHIPS = 12


class Sheets:
    """The sheets of a table's characters, each read once for a form."""

    def __init__(self, state: State, game: Game, words: Words) -> None:
        self.state = state
        self.game = game
        self.words = words
        self._read: dict[str, Sheet] = {}

    def sheet(self, who: str) -> Sheet:
        if who not in self._read:
            self._read[who] = read_sheet(self.state.sheet(who), "sheet", self.game)[1]
        return self._read[who]

    def name(self, who: str) -> str:
        return str(self.state.sheet(who)["nom"])

    def values(self, field: Field, who: str) -> list[Any]:
        """Return the values that a character's sheet has for a parameter, the most important
        first; none for a parameter that no sheet fills."""
        names = field.source.fields if field.source else ()
        values = (getattr(self.sheet(who), name, None) for name in names)
        return [_as_table(value) for value in values if value is not None]

    def has_names(self, field: Field, who: str) -> bool:
        """Return whether a character's sheet has a table of names for a parameter, not one value."""
        values = self.values(field, who)
        return bool(values) and _is_table(values[0]) and not field.shape.takes(dict(values[0]))

    def names(self, field: Field, who: Sequence[str]) -> list[str]:
        """Return the names for a parameter that all sheets of these characters have; none if a
        sheet has one value, or if the whole table is the value."""
        if not all(self.has_names(field, each) for each in who):
            return []
        tables = [_entries(field, self.values(field, each)) for each in who]
        return [name for name in tables[0] if all(name in each for each in tables)] if who else []

    def numbers(self, field: Field, who: Sequence[str]) -> dict[str, int]:
        """Return name -> number, for the names with the same number on all sheets."""
        found = [_entries(field, self.values(field, each)) for each in who]
        alike = found[0].items() if found else ()
        return {
            name: value
            for name, value in alike
            if type(value) is int and all(each.get(name) == value for each in found)
        }


def _as_table(value: Any) -> Any:
    """Return a record of a sheet as {name: value}, and any other value unchanged."""
    return msgspec.structs.asdict(value) if isinstance(value, msgspec.Struct) else value


def _entries(field: Field, values: Sequence[Any]) -> dict[str, Any]:
    """Return name -> value for the tables of a sheet, in their order; where a parameter adds two
    tables, pair of names -> sum."""
    tables = [dict(value) for value in values if _is_table(value)]
    names = [name for table in tables for name in table]
    if field.source is not None and field.source.added and len(tables) > 1:
        first, *others = tables
        sums = [f"{one} + {name}" for one in first for table in others for name in table]
        names = sums or names
    return {name: value_named(name, tables) for name in names}


def _is_table(value: Any) -> bool:
    """Return whether a value of a sheet is a table: {name: value}, or pairs of both."""
    if isinstance(value, tuple):
        return all(isinstance(each, tuple) and len(each) == 2 for each in value)
    return isinstance(value, Mapping)


def names_control(
    sheets: Sheets, field: Field, control: Control, who: Sequence[str], given: Any
) -> Control:
    """Return the control with the names on the sheets of `who` and their numbers, followed by a
    typed number, or by a word where a sheet need not have all names; without names unchanged.
    `given`: the value so far."""
    words, names = sheets.words, sheets.names(field, who)
    if not names:
        return control
    numbers = sheets.numbers(field, who)
    other = given is not None and given not in names
    partial = field.source is not None and field.source.partial
    worded = partial and not isinstance(field.shape, Whole)
    hand = _word_chips(words, control, other) if worded else _number_chips(words, control, other)
    lost = other and isinstance(given, str) and bool(given) and not given.startswith(NESTED)
    other = any(chip.checked for chip in hand)
    first = names[0] if field.required else ""
    picked = given if given in names else first
    chips = [
        Chip(
            name,
            capital(words.label(name)),
            name == picked and not other,
            number(numbers[name], lang=words.lang) if name in numbers else "",
        )
        for name in names
    ]
    if not field.required:
        none = capital(words.label("None", field.name))
        chips.insert(0, Chip("", none, not picked and not other))
    return msgspec.structs.replace(
        control,
        kind="chips" if len(names) <= MOST_CHIPS else "select",
        chips=(*chips, *hand),
        main=True,
        landmarks=(),
        help="",
        error=words.phrase(LOST, name=words.label(given)) if lost and not other else control.error,
    )


def _number_chips(words: Words, control: Control, other: bool) -> list[Chip]:
    """Return the chips after the names for a typed number and for the words that replace one.
    `other`: the value is none of the names."""
    if control.kind == "number":
        typed = other and _WHOLE.fullmatch(control.value) is not None
        shown = control.value if typed else str(control.low or 0)
        inner = msgspec.structs.replace(control, path=f"{control.path}{NESTED}0", value=shown)
        return [Chip(f"{NESTED}0", words.text("autre"), typed, "…", inner)]
    if not any(_is_number(chip) for chip in control.chips):
        return []
    return [
        msgspec.structs.replace(chip, checked=other and chip.checked)
        for chip in control.chips
        if _is_number(chip) or (chip.inner is None and chip.value not in _NO_WORDS)
    ]


def _word_chips(words: Words, control: Control, other: bool) -> list[Chip]:
    """Return the chip after the names for the words of the parameter. `other`: the value is one of
    them."""
    path = f"{control.path}{NESTED}0"
    inner = msgspec.structs.replace(control, path=path, kind="select", help="", landmarks=())
    return [Chip(f"{NESTED}0", words.text("autre"), other, "…", inner)]


LOST = "« {name:=} » n’est pas sur toutes ces fiches : à choisir de nouveau."
_WHOLE = re.compile(r"-?[0-9]+")
_NO_WORDS = ("null", "ask")


def _is_number(chip: Chip) -> bool:
    return chip.inner is not None and chip.inner.kind == "number"
