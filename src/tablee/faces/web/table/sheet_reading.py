"""A sheet as its players read it, from its declaration: scores, facts, gear, lines, notes.

The page of a seat, the page of a sheet and its PDF show the same reading. This module may import the
declarations of sheets and the views; it must not know who reads.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from tablee.faces.pictures.captions import gist
from tablee.faces.sheet_files import ready_made
from tablee.rules.contract_json import SheetJson
from tablee.rules.game import Game
from tablee.rules.refusal import Refusal
from tablee.rules.schema import Group, fields_of, show, tag_of
from tablee.rules.shapes import Choice, Either, Many, Named, Ratio, Shape, Text, Whole
from tablee.rules.sheet import Sheet, characters_of, ready_of
from tablee.rules.sheets.sheet_reset import new_fields_for, top_field
from tablee.rules.sheets.stored_sheets import kind_of_stored, misfits
from tablee.rules.texts.typography import capital
from tablee.rules.texts.words import Words
from tablee.table.views.view_types import CharacterView, GaugeView, ProposableField, ProposableRun

Kind = Literal["scores", "facts", "lines", "text"]
LONG = 1000
"""Texts that may be longer are notes, which come last."""
BLANK_SCORES, BLANK_MORE, BLANK_LINES = 12, 6, 3
"""Numbers of empty rows on a blank sheet: of the first table, of another one, of a list."""


class Entry(msgspec.Struct, frozen=True):
    """A row. `name`: as the sheet has it; `text`: the value; `about`: what the thing does."""

    name: str
    label: str
    text: str = ""
    about: str = ""


class Section(msgspec.Struct, frozen=True):
    """A part of a sheet. `param`: the parameter that a tap on an entry gives, "" for none; `sends`:
    whether the tap also sends the form; `asks`: whether an entry must be chosen, `several`: whether
    more than one may be."""

    field: str
    title: str
    kind: Kind
    entries: tuple[Entry, ...] = ()
    text: str = ""
    param: str = ""
    sends: bool = False
    asks: bool = True
    several: bool = False


class Block(msgspec.Struct, frozen=True):
    """Sections that one form contains: that of the run `procedure`, "" without one."""

    procedure: str
    label: str
    sections: tuple[Section, ...]


class Misfit(msgspec.Struct, frozen=True):
    """A value of a sheet that no longer fits, in words. `field`: the field that a tap resets;
    `label`: its name; `gone`: whether the sheet has no such field any more; `onto`: (field, name) of the
    new fields that may take its value."""

    text: str
    field: str
    label: str
    gone: bool = False
    onto: tuple[tuple[str, str], ...] = ()


class SheetReading(msgspec.Struct, frozen=True):
    """A whole sheet. `kind`: in words; `portrait`: the end of its address, "" without one;
    `misfits`: what the rules of now do not take of it."""

    id: str
    name: str
    kind: str
    gauges: Sequence[GaugeView]
    states: Sequence[str]
    blocks: tuple[Block, ...]
    portrait: str = ""
    misfits: tuple[Misfit, ...] = ()


def reading_of(
    one: CharacterView, words: Words, proposals: Sequence[ProposableRun] = ()
) -> SheetReading:
    """Return the reading of a character whose sheet the seat sees. `proposals`: the runs that begin
    with a tap on an entry."""
    assert one.sheet is not None
    assert words.game is not None
    runs = [run for run in proposals if run.character == one.id]
    return SheetReading(
        id=one.id,
        name=one.name,
        kind=capital(words.label(one.kind)),
        gauges=one.gauges,
        states=one.states,
        blocks=tuple(_blocks(sections_of(one.sheet, words, {g.name for g in one.gauges}), runs)),
        portrait=portrait_address(one),
        misfits=tuple(_misfit(each, one.sheet, words) for each in misfits(one.sheet, words.game)),
    )


def _misfit(refusal: Refusal, sheet: SheetJson, words: Words) -> Misfit:
    assert words.game is not None
    text = words.refusal(refusal.at(capital(words.label(refusal.field))))
    field = top_field(refusal)
    kind = kind_of_stored(sheet, words.game)
    gone = kind is not None and field in sheet and field not in fields_of(kind)
    new = new_fields_for(sheet, words.game, field)
    onto = tuple((name, capital(words.label(name))) for name in new)
    return Misfit(text, field, capital(words.label(field)), gone, onto)


def portrait_address(one: CharacterView) -> str:
    """Return the end of the address of a character's portrait, which changes with the picture."""
    return f"{one.id}/{one.portrait}" if one.portrait else ""


def sections_of(sheet: SheetJson, words: Words, gauges: Iterable[str] = ()) -> list[Section]:
    """Return the sections of a sheet as JSON; gear after the scores, notes last. `gauges`: labels of
    the values that are shown as gauges."""
    assert words.game is not None
    kind = next((k for k in characters_of(words.game) if tag_of(k) == sheet["type"]), None)
    if kind is None:  # the game has no such sheets any more
        return []
    reader = _Reader(words, words.game, sheet, {*gauges})
    return reader.sections(kind)


def blank_sections(kind: type[Sheet], words: Words) -> list[Section]:
    """Return the sections of a sheet to fill in by hand."""
    assert words.game is not None
    made = [each for each in ready_made(words.game).values() if type(each) is kind]
    facts: list[Entry] = []
    found: list[Section] = []
    for name, field in fields_of(kind).items():
        title, shape = capital(words.label(name)), field.shape
        names = {tuple(dict(show(each)[name])) for each in made} if _is_table(shape) else set()
        if name == "nom":
            continue
        if isinstance(shape, Group):
            labels = [capital(words.label(each)) for each in shape.names]
            found.append(Section(name, title, "scores", _empty(labels)))
        elif _is_table(shape):
            same = len(names) == 1 and len(made) > 1
            known = [words.label(each, name) for each in names.pop()] if same else []
            second = any(part.kind == "scores" and not part.entries[0].label for part in found)
            rows = _empty(known or [""] * (BLANK_MORE if second else BLANK_SCORES))
            found.append(Section(name, title, "scores", rows))
        elif isinstance(shape, Many):
            found.append(Section(name, title, "lines", _empty([""] * BLANK_LINES)))
        elif isinstance(shape, Text) and shape.longest >= LONG:
            found.append(Section(name, title, "text"))
        elif _is_written(shape):
            facts.append(Entry(name, title))
    return _ordered([*found, _facts(facts, found, words)])


def _facts(entries: Sequence[Entry], others: Sequence[Section], words: Words) -> Section:
    """Return the section of single values, with a title where one would read them as scores of the
    section above."""
    below = any(each.kind == "scores" and each.entries for each in others)
    return Section("", words.text("Divers") if below else "", "facts", tuple(entries))


def _empty(labels: Iterable[str]) -> tuple[Entry, ...]:
    return tuple(Entry("", label) for label in labels)


def _is_table(shape: Shape) -> bool:
    return isinstance(shape, Named)


def _is_written(shape: Shape) -> bool:
    """Return whether a person writes such a value by hand: a number, a word, or a short text."""
    parts = shape.shapes if isinstance(shape, Either) else (shape,)
    return any(isinstance(each, Whole | Choice | Text) for each in parts)


def _ordered(sections: Sequence[Section]) -> list[Section]:
    """Return the sections that have a content, in the order in which they are read."""
    order: list[Kind] = ["scores", "facts", "lines", "text"]
    filled = [each for each in sections if each.entries or each.kind == "text"]
    return sorted(filled, key=lambda each: order.index(each.kind))


class _Reader:
    """Reads one sheet. `gauges`: labels of values that are shown elsewhere."""

    def __init__(self, words: Words, game: Game, sheet: SheetJson, gauges: set[str]) -> None:
        self.words = words
        self.sheet = sheet
        self.gauges = gauges
        self.ready = ready_of(game)

    def sections(self, kind: type[Sheet]) -> list[Section]:
        found: list[Section] = []
        facts: list[Entry] = []
        gear: list[Entry] = []
        for name, field in fields_of(kind).items():
            value = self.sheet.get(
                name, None if field.required else field.shape.show(field.default)
            )
            if name == "nom" or value is None or self._is_gauge(name):
                continue
            usual = not field.required and value == field.shape.show(field.default)
            value = self._with_durations(field.shape, value)
            if (section := self._section(name, field.shape, value)) is not None:
                found.append(section)
            elif self._is_thing(field.shape, value):
                about = ", ".join(self._abouts(self.ready[value]))
                gear.append(Entry(name, self._label(name), self._word(value, name), about))
            elif not usual and value is not False:
                facts.append(Entry(name, self._label(name), self._word(value, name)))
        found.append(_facts(facts, found, self.words))
        found.append(Section("", self.words.text("Équipement"), "facts", tuple(gear)))
        return _ordered([each for each in found if each.entries or each.text])

    def _section(self, name: str, shape: Shape, value: Any) -> Section | None:
        """Return the section of a table, a list or a long text; None for any other value."""
        title = self._label(name)
        if isinstance(shape, Group | Named) and isinstance(value, Mapping):
            named = "" if isinstance(shape, Group) else name
            rows = (self._score(key, each, named) for key, each in value.items())
            return Section(name, title, "scores", tuple(rows))
        if isinstance(shape, Many):
            rows = (Entry("", self._line(each, name)) for each in value)
            return Section(name, title, "lines", tuple(rows))
        if isinstance(shape, Text) and shape.longest >= LONG:
            return Section(name, title, "text", text=value)
        return None

    def _with_durations(self, shape: Shape, value: Any) -> Any:
        """Return a value with its numbers that count time as durations in words."""
        if isinstance(shape, Either) and value is not None:
            fitting = (each for each in shape.shapes if each.takes(value))
            return self._with_durations(next(fitting, shape.shapes[0]), value)
        if isinstance(shape, Ratio) and shape.hours:
            return self.words.duration(shape.hours * Fraction(value))
        if isinstance(shape, Many) and isinstance(value, list | tuple):
            return [self._with_durations(shape.item, each) for each in value]
        if isinstance(shape, Group) and isinstance(value, Mapping):
            shapes = {name: each.shape for name, each in fields_of(shape.record).items()}
            known = {name: each for name, each in value.items() if name in shapes}
            spoken = {n: self._with_durations(shapes[n], each) for n, each in known.items()}
            return {**value, **spoken}
        return value

    def _label(self, name: str) -> str:
        return capital(self.words.label(name))

    def _is_gauge(self, name: str) -> bool:
        return self._label(name.removesuffix("_max")) in self.gauges

    def _is_thing(self, shape: Shape, value: Any) -> bool:
        """Return whether a value names a ready-made thing, such as a weapon."""
        return isinstance(value, str) and not isinstance(shape, Text) and value in self.ready

    def _line(self, value: Any, name: str) -> str:
        return value if isinstance(value, str) else gist(value, name, self.words)

    def _word(self, value: Any, name: str) -> str:
        if isinstance(value, Mapping | list):
            return gist(value, name, self.words)
        return capital(self.words.value(value, name))

    def _score(self, key: str, value: Any, table: str) -> Entry:
        """Return a row of a table. Of a record the first value counts; the others explain it."""
        label = capital(self.words.label(key, table) if table else self.words.label(key))
        if not isinstance(value, Mapping):
            return Entry(key, label, self.words.value(value, table or key))
        (first, number), *others = value.items()
        about = [self.words.value(each, name) for name, each in others if each not in (None, False)]
        return Entry(key, label, self.words.value(number, first), ", ".join(about))

    def _abouts(self, thing: Sheet) -> Iterator[str]:
        """Yield what a thing does: its values that are no defaults, with their labels. What it does
        not do or does not have is left out."""
        for name, field in fields_of(type(thing)).items():
            value = field.shape.show(getattr(thing, name))
            usual = not field.required and value == field.shape.show(field.default)
            if name != "nom" and not usual and value:
                yield self._about(self.words.label(name), value, name, field.shape)

    def _about(self, label: str, value: Any, name: str, shape: Shape) -> str:
        if isinstance(shape, Text):  # of the game, which has English, or of a person
            return self.words.text(str(value))
        return label if value is True else f"{label} {gist(value, name, self.words)}"


# ── what begins with a tap ─────────────────────────────────────────────────────────────────────
def _blocks(sections: Sequence[Section], runs: Sequence[ProposableRun]) -> Iterator[Block]:
    """Yield the sections in blocks: those that give the names of a run first, each section in the
    first run that takes it."""
    left = [*sections]
    for run in runs:
        taken = taken_sections(sections, run)
        fields = {each.field for each in taken}
        if fields and fields <= {each.field for each in left}:
            yield Block(run.procedure, run.label, taken)
            left = [each for each in left if each.field not in fields]
    if left:
        yield Block("", "", tuple(left))


def taken_sections(sections: Sequence[Section], run: ProposableRun) -> tuple[Section, ...]:
    """Return the first sections with the names of each parameter that a run requires, in their
    order; none if it requires no name, or one has no section of its own, or is a place of the run.
    Sections of other parameters come before the last one: a tap on it sends the form."""
    wanted = [field for field in run.fields if field.required]
    if not wanted:
        return ()
    found: dict[str, Section] = {}
    for number, field in enumerate(wanted, 1):
        if field.place or (section := _fitting(sections, found, field)) is None:
            return ()
        sends = number == len(wanted)
        found[section.field] = replace(section, param=field.field, sends=sends)
    for field in run.fields:
        section = None if field.required else _fitting(sections, found, field)
        if section is not None:
            own = replace(section, param=field.field, asks=False, several=field.several)
            found = {section.field: own, **found}
    return tuple(found.values())


def _fitting(
    sections: Sequence[Section], found: Mapping[str, Section], field: ProposableField
) -> Section | None:
    """Return the first section of scores, not taken yet, whose names may give a parameter."""
    names = {each.name for each in field.names}
    fitting = (
        each
        for each in sections
        if each.kind == "scores"
        and each.field not in found
        and {entry.name for entry in each.entries} <= names
    )
    return next(fitting, None)


def other_runs(
    readings: Iterable[SheetReading], runs: Iterable[ProposableRun]
) -> list[ProposableRun]:
    """Return the runs that no sheet begins with a tap."""
    begun = {(reading.id, block.procedure) for reading in readings for block in reading.blocks}
    return [run for run in runs if (run.character, run.procedure) not in begun]
