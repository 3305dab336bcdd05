"""Controls of the request form for values that the sheets of the characters have.

A value with names on a sheet, such as a skill, is offered by these names. A number that the leader
may replace is folded until another is given. A list about the acting character, whose members one
sheet fills, shows only what the sheet leaves open. This module may import sheets, words and the form
controls. It must not know which controls a form has.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

import msgspec

from tablee.faces.web.form.control import Chip, Control, Row
from tablee.faces.web.form.form_values import NESTED
from tablee.faces.web.form.initial_values import opening_value
from tablee.rules.choice_landmarks import record_of
from tablee.rules.contract_json import ParamsJson
from tablee.rules.game import Game
from tablee.rules.procedure import Procedure
from tablee.rules.refusal import Refusal
from tablee.rules.schema import Field, fields_of
from tablee.rules.shapes import Many, Text, Whole
from tablee.rules.sheet import Sheet
from tablee.rules.sheets.sheet_params import value_named, value_under_name
from tablee.rules.sheets.stored_sheets import stored_sheet
from tablee.rules.texts.typography import capital, number
from tablee.rules.texts.words import Words
from tablee.table.casting import decisions
from tablee.table.log.table_state import State

MOST_CHIPS = 12
AND = " + "
"""Between two names whose numbers are added."""


class Sheets:
    """The sheets of a table's characters, each read once for a form."""

    def __init__(self, state: State, game: Game, words: Words) -> None:
        self.state = state
        self.game = game
        self.words = words
        self._read: dict[str, Sheet | None] = {}

    def sheet(self, who: str) -> Sheet | None:
        """Return the sheet of a character; None for one that does not fit the rules any more."""
        if who not in self._read:
            try:
                self._read[who] = stored_sheet(self.state.sheet(who), "sheet", self.game)
            except Refusal:
                self._read[who] = None
        return self._read[who]

    def name(self, who: str) -> str:
        return str(self.state.sheet(who)["nom"])

    def values(self, field: Field, who: str, others: Iterable[str] = ()) -> list[Any]:
        """Return the values that a character's sheet has for a parameter, the most important
        first, as they count beside the `others`; none for a parameter that no sheet fills."""
        names = field.source.fields if field.source else ()
        own = self.sheet(who)
        if own is None:
            return []
        sheet = own.beside([each for each in map(self.sheet, others) if each is not None])
        values = (getattr(sheet, name, None) for name in names)
        return [_as_table(value) for value in values if value is not None]

    def written(self, who: str) -> list[dict[str, Any]]:
        """Return the tables that are written on a character's sheet, without the computed ones."""
        sheet = self.sheet(who)
        held = [getattr(sheet, name) for name in fields_of(type(sheet))] if sheet else []
        return [dict(each) for each in map(_as_table, held) if _is_table(each)]

    def usual(self, field: Field, who: str, params: ParamsJson) -> Any:
        """Return the value that a character's sheet gives to a parameter beside the others."""
        assert field.source is not None
        sheet = self.sheet(who)
        value = None if sheet is None else value_under_name(field.source, sheet, params)
        return next(iter(self.values(field, who)), None) if value is None else value

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

    def is_name(self, field: Field, who: Sequence[str], value: Any) -> bool:
        """Return whether a value is a name for a parameter that all sheets of these characters have."""
        return isinstance(value, str) and value in self.names(field, who)

    def numbers(
        self, field: Field, who: Sequence[str], others: Sequence[str] = ()
    ) -> dict[str, int]:
        """Return name -> number, for the names with the same number on all sheets, as they count
        beside the `others`."""
        found = [_entries(field, self.values(field, each, others)) for each in who]
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
    """Return name -> value for the tables of a sheet, in their order, likely names first; where a
    parameter adds two tables, pair of names -> sum; where it adds names of one table, also each
    pair of them."""
    tables = [dict(value) for value in values if _is_table(value)]
    likely = field.source.likely if field.source is not None else ()
    rank = {name: place for place, name in enumerate(likely)}
    names = [
        name
        for table in tables
        for name in sorted(table, key=lambda each: rank.get(each, len(rank)))
    ]
    added = field.source is not None and field.source.added
    if added and len(tables) > 1:
        first = tables[0]
        sums = [f"{one}{AND}{name}" for name in names if name not in first for one in first]
        names = sums or names
    elif added:
        names += [f"{one}{AND}{other}" for one, other in combinations(names, 2)]
    return {name: value_named(name, tables, added) for name in names}


def _is_table(value: Any) -> bool:
    """Return whether a value of a sheet is a table: {name: value}, or pairs of both."""
    if isinstance(value, tuple):
        return all(isinstance(each, tuple) and len(each) == 2 for each in value)
    return isinstance(value, Mapping)


def names_control(
    sheets: Sheets,
    field: Field,
    control: Control,
    who: Sequence[str],
    given: Any,
    others: Sequence[str] = (),
) -> Control:
    """Return the control with the names on the sheets of `who` and their numbers, followed by a
    typed number, or by a word where a sheet need not have all names; without names unchanged.
    `given`: the value so far."""
    words, names = sheets.words, sheets.names(field, who)
    if not names:
        return control
    numbers = sheets.numbers(field, who, others)
    other = given is not None and given not in names
    partial = field.source is not None and field.source.partial
    worded = partial and not isinstance(field.shape, Whole)
    hand = _word_chips(words, control, other) if worded else _number_chips(words, control, other)
    lost = other and isinstance(given, str) and bool(given) and not given.startswith(NESTED)
    other = any(chip.checked for chip in hand)
    first = _first_name(field, names) if field.required else ""
    picked = given if given in names else first
    grouped = field.source is not None and len(field.source.fields) > 1
    chips = [
        Chip(
            name,
            capital(words.label(name)),
            name == picked and not other,
            number(numbers[name], lang=words.lang) if name in numbers else "",
            group=capital(name.partition(AND)[2]) if grouped else "",
        )
        for name in names
    ]
    if not field.required:
        none = capital(words.label(None, field.name))
        chips.insert(0, Chip("", none, not picked and not other))
    return msgspec.structs.replace(
        control,
        kind="chips" if len(names) <= MOST_CHIPS else "select",
        chips=(*chips, *hand),
        main=True,
        landmarks=(),
        help="",
        error=words.phrase(ABSENT if len(who) == 1 else LOST, name=words.label(given))
        if lost and not other
        else control.error,
    )


def _first_name(field: Field, names: Sequence[str]) -> str:
    """Return the name that a form chooses while nobody has chosen one: a likely one if there is one."""
    likely = field.source.likely if field.source is not None else ()
    return next((name for name in names if name.rpartition(AND)[2] in likely), names[0])


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


ABSENT = "« {name:=} » n’est pas sur cette fiche : à choisir de nouveau."
LOST = "« {name:=} » n’est pas sur toutes ces fiches : à choisir de nouveau."
_WHOLE = re.compile(r"-?[0-9]+")
_NO_WORDS = ("null",)


def _is_number(chip: Chip) -> bool:
    return chip.inner is not None and chip.inner.kind == "number"


def is_replaceable(sheets: Sheets, field: Field, who: Sequence[str]) -> bool:
    """Return whether a parameter is a replaceable number or text on all sheets of these
    characters."""
    if field.source is None or not field.source.partial:
        return False
    kind = {Whole: int, Text: str}.get(type(field.shape))
    values = [sheets.values(field, each)[:1] for each in who]
    return bool(values) and all(each and type(each[0]) is kind for each in values)


def named_control(
    sheets: Sheets,
    field: Field,
    control: Control,
    who: Sequence[str],
    params: ParamsJson,
    others: Sequence[str] = (),
) -> Control:
    """Return the control of a value that the sheets of `who` replace or name; any other control
    unchanged. `params`: the values so far, by field; `others`: the characters beside whom the
    numbers count."""
    if is_replaceable(sheets, field, who):
        return _replacement_control(sheets, field, control, who, params)
    given, source = params.get(field.name), field.source
    first = source.first if source else ""
    if given is None and source and params.get(source.unless) is None and first:
        names = sheets.names(field, who)
        given = first if first in names else next(iter(names), None)
    return names_control(sheets, field, control, who, given, others)


def _replacement_control(
    sheets: Sheets, field: Field, control: Control, who: Sequence[str], params: ParamsJson
) -> Control:
    """Return the control of a replaceable number, empty while nobody has given another one
    among `params`. Where the sheets also have a table of named numbers, their sum is offered."""
    words, values = sheets.words, [sheets.values(field, each) for each in who]
    given = params.get(field.name)
    if isinstance(field.shape, Text):
        shown = control.value if given is not None else values[0][0]
        return msgspec.structs.replace(control, value=shown, main=False)
    usual = [sheets.usual(field, each, params) for each in who]
    default = words.enumeration([words.value(each) for each in usual])
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


def limit_control(words: Words, field: Field, control: Control, known: ParamsJson) -> Control:
    """Return the control with the available amount as its maximum and in its help. `known`: the
    values that the table counts. The minimum is always offered, though it may be refused."""
    most = known.get(field.most.field) if field.most is not None else None
    if field.most is None or type(most) is not int:
        return control
    held = capital(words.label(field.most.field))
    text = words.phrase("{field:=} : {word:=}", field=held, word=words.value(most))
    return msgspec.structs.replace(_lower(control, most), help=text)


def _lower(control: Control, most: int) -> Control:
    chips = tuple(_lower_chip(chip, most) for chip in control.chips)
    if control.high is None:
        return msgspec.structs.replace(control, chips=chips)
    high = min(control.high, max(most, control.low or 0))
    return msgspec.structs.replace(control, high=high, chips=chips)


def _lower_chip(chip: Chip, most: int) -> Chip:
    inner = chip.inner and _lower(chip.inner, most)
    return msgspec.structs.replace(chip, inner=inner)
