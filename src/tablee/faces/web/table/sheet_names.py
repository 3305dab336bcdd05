"""Values with a name on a sheet, offered in the leader's form by their names."""

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
from tablee.rules.sheet import read_sheet
from tablee.rules.sheet_params import value_named
from tablee.rules.words import Words, capital, number
from tablee.table.log.table_state import State

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


def named_on(state: State, game: Game, field: Field, who: str) -> bool:
    """Whether the sheet of a character has values with names for a parameter, and none of its
    own."""
    values = values_on(state, game, field, who)
    return bool(values) and _is_table(values[0]) and not field.shape.takes(dict(values[0]))


def names_on(state: State, game: Game, field: Field, who: Sequence[str]) -> list[str]:
    """The names that a parameter may have on the sheets of these characters, those of all of them;
    none where a sheet has a value of its own, or where the whole table is the value."""
    tables: list[list[str]] = []
    for each in who:
        if not named_on(state, game, field, each):
            return []
        tables.append(list(_entries(field, values_on(state, game, field, each))))
    return [name for name in tables[0] if all(name in each for each in tables)] if tables else []


def _entries(field: Field, values: Sequence[Any]) -> dict[str, Any]:
    """What stands under each name of the tables of a sheet, in their order; of a sum under each
    pair of names that makes one, where there are any."""
    tables = [dict(value) for value in values if _is_table(value)]
    names = [name for table in tables for name in table]
    if field.source is not None and field.source.added and len(tables) > 1:
        first, *others = tables
        sums = [f"{one} + {name}" for one in first for table in others for name in table]
        names = sums or names
    return {name: value_named(name, tables) for name in names}


def _is_table(value: Any) -> bool:
    """Whether a value of a sheet has names: {name: value}, or pairs of them."""
    if isinstance(value, tuple):
        return all(isinstance(each, tuple) and len(each) == 2 for each in value)
    return isinstance(value, Mapping)


def numbers_on(state: State, game: Game, field: Field, who: Sequence[str]) -> dict[str, int]:
    """What each name stands for on the sheets of these characters, where it is one number for all
    of them."""
    found = [_entries(field, values_on(state, game, field, each)) for each in who]
    alike = found[0].items() if found else ()
    return {
        name: value
        for name, value in alike
        if type(value) is int and all(each.get(name) == value for each in found)
    }


def by_name(
    words: Words,
    field: Field,
    control: Control,
    names: Sequence[str],
    numbers: Mapping[str, int],
    given: Any,
) -> Control:
    """The control, offering these names with their numbers, and a number by hand behind them, or a
    word where a sheet need not have all names. `given`: what has been said so far."""
    said = given is not None and given not in names
    partial = field.source is not None and field.source.partial
    worded = partial and not isinstance(field.shape, Whole)
    hand = _in_words(words, control, said) if worded else _by_hand(words, control, said)
    lost = said and isinstance(given, str) and bool(given) and not given.startswith(NESTED)
    said = any(chip.checked for chip in hand)
    first = names[0] if field.required else ""
    picked = given if given in names else first
    chips = [
        Chip(
            name,
            capital(words.label(name)),
            name == picked and not said,
            number(numbers[name], lang=words.lang) if name in numbers else "",
        )
        for name in names
    ]
    if not field.required:
        none = capital(words.label("None", field.name))
        chips.insert(0, Chip("", none, not picked and not said))
    return msgspec.structs.replace(
        control,
        kind="chips" if len(names) <= MOST_CHIPS else "select",
        chips=(*chips, *hand),
        main=True,
        landmarks=(),
        help="",
        error=words.phrase(LOST, name=words.label(given)) if lost and not said else control.error,
    )


def _by_hand(words: Words, control: Control, said: bool) -> list[Chip]:
    """What stands behind the names where a number may be given: one that no sheet has, and the
    words that may stand for one. `said`: none of the names was."""
    if control.kind == "number":
        typed = said and _WHOLE.fullmatch(control.value) is not None
        shown = control.value if typed else str(control.low or 0)
        inner = msgspec.structs.replace(control, path=f"{control.path}{NESTED}0", value=shown)
        return [Chip(f"{NESTED}0", words.text("autre"), typed, "…", inner)]
    if not any(_is_number(chip) for chip in control.chips):
        return []
    return [
        msgspec.structs.replace(chip, checked=said and chip.checked)
        for chip in control.chips
        if _is_number(chip) or (chip.inner is None and chip.value not in _NO_WORDS)
    ]


def _in_words(words: Words, control: Control, said: bool) -> list[Chip]:
    """One of the words of the parameter itself, behind the names that have one. `said`: one of
    them was."""
    path = f"{control.path}{NESTED}0"
    inner = msgspec.structs.replace(control, path=path, kind="select", help="", landmarks=())
    return [Chip(f"{NESTED}0", words.text("autre"), said, "…", inner)]


LOST = "« {name:=} » n’est pas sur toutes ces fiches : à choisir de nouveau."
_WHOLE = re.compile(r"-?[0-9]+")
_NO_WORDS = ("null", "ask")


def _is_number(chip: Chip) -> bool:
    return chip.inner is not None and chip.inner.kind == "number"
