"""Sheets: what is written of a character or an adversary, and the parameters that it gives.

A game declares its kinds of sheet in its module `sheet` (or names them, where it is a single file),
each a `Sheet` with a `tag`. Which
parameters a sheet can give stands at the parameters (`on_sheet`), once for every procedure:

    Talent = Annotated[int, Meta(ge=0, le=20), on_sheet("talents")]

As JSON a sheet is an object {"jeu": GAME, "type": TAG, "nom": ..., ...}. A sheet may work a value
out (a property); the campaign's switches are at hand there (`rulings`).

Ready-made sheets are files beside the game, or stand in its module `sheet` as `READY` (name ->
sheet): the rows of its tables; a single file names them too.
"""

from __future__ import annotations

import importlib
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from importlib import util
from typing import Annotated, Any, cast

import msgspec
from msgspec import Meta

from tablee.rules.ambient import Ambient, around
from tablee.rules.fighter_status import FighterStatus
from tablee.rules.game import Game, find_game, games
from tablee.rules.procedure import Procedure, Record, Rulings
from tablee.rules.refusal import Kind, Refusal, refuse
from tablee.rules.schema import Field, Group, OnSheet, Tagged, fields_of, read_record, tag_of
from tablee.rules.shapes import Either, Many, Shape, Speaker

SHEET = "fiche"
"""In an object of parameters: the sheet that gives the others."""


class AnySheet(Tagged, frozen=True):
    """A sheet of one game, as a file has it: beside `type` may stand `jeu`, the game."""

    game: str

    def read(self, value: Any, path: str, kind: Kind = "param") -> Any:
        given = dict(value) if isinstance(value, Mapping) else value
        if isinstance(value, Mapping) and (found := given.pop("jeu", self.game)) != self.game:
            raise Refusal(kind, f"{path}.jeu", found, "un nom parmi : {known:=}", known=self.game)
        sheet: Sheet = super().read(given, path, kind)
        return sheet

    def show(self, value: Any) -> Any:
        return {"jeu": self.game, **super().show(value)}

    def json_schema(self, words: Speaker | None = None) -> dict[str, Any]:
        """One of the kinds, `jeu` beside its fields."""
        kinds = super().json_schema(words)["oneOf"]
        for kind in kinds:
            kind["properties"] = {"jeu": {"const": self.game}} | kind["properties"]
        return {"oneOf": kinds}


class Sheet(Record):
    """Base of the sheets: `class Personnage(Sheet, tag="personnage")`."""

    nom: Annotated[str, Meta(min_length=1, max_length=100, description="nom")]

    def check(self) -> None:
        """Refuse (raise `refuse(...)`) what the ranges of single fields cannot tell."""

    def glance(self) -> FighterStatus | None:
        """How the character stands, for a page that shows everybody at a glance; None: nothing."""
        return None


# ── what sheets there are ──────────────────────────────────────────────────────────────────────
def kinds_of(game: Game) -> tuple[type[Sheet], ...]:
    """The kinds of sheet of a game, in the order declared."""
    return cast("tuple[type[Sheet], ...]", tuple(game.sheets)) or kinds_in(game.package)


@cache
def kinds_in(package: str) -> tuple[type[Sheet], ...]:
    """The kinds of sheet of a game's package; none without its module `sheet`."""
    declared = (thing for thing in _declared(package).values() if isinstance(thing, type))
    return tuple(kind for kind in declared if issubclass(kind, Sheet) and tag_of(kind))


def characters_of(game: Game) -> tuple[type[Sheet], ...]:
    """The kinds of sheet that are somebody's: all that a game names, or those that its module
    `sheet` itself declares, the players' first. The others (weapons, ills) are things."""
    return kinds_of(game) if game.sheets else _characters_in(game.package)


@cache
def _characters_in(package: str) -> tuple[type[Sheet], ...]:
    return tuple(kind for kind in kinds_in(package) if kind.__module__ == f"{package}.sheet")


def made_by(game: Game, leads: bool) -> tuple[type[Sheet], ...]:
    """The kinds of sheet that who leads makes, or who plays: those alone that players play."""
    kinds = characters_of(game)
    return kinds if leads else kinds[:1]


def ready_of(game: Game) -> Mapping[str, Sheet]:
    """The ready-made sheets that a game, or its module `sheet`, declares, by name."""
    ready = game.ready or _declared(game.package).get("READY", {})
    return cast("Mapping[str, Sheet]", ready)


@cache
def _declared(package: str) -> Mapping[str, Any]:
    """What stands in the module `sheet` of a package; nothing without one."""
    if not package or util.find_spec(f"{package}.sheet") is None:
        return {}
    return vars(importlib.import_module(f"{package}.sheet"))


def read_sheet(value: Any, field: str, game: Game | None = None) -> tuple[Game, Sheet]:
    """A sheet (of `game`, when given) from its JSON. Raises `Refusal` under `field`."""
    if not isinstance(value, Mapping):
        raise refuse(field, value, "une fiche : un objet avec « jeu », « type » et « nom »")
    known = {each.id: each for each in ((game,) if game else games()) if kinds_of(each)}
    found = value.get("jeu")
    if not isinstance(found, str) or found not in known:
        told = ", ".join(known) or "–"
        raise refuse(f"{field}.jeu", found, "un nom parmi : {known:=}", known=told)
    sheet: Sheet = sheets_of(known[found]).read(value, field)
    try:
        sheet.check()
    except Refusal as refusal:
        raise refusal.at(f"{field}.{refusal.field}") from None
    return known[found], sheet


def sheet_view(game: Game, sheet: Sheet) -> dict[str, Any]:
    """A sheet as JSON."""
    view: dict[str, Any] = sheets_of(game).show(sheet)
    return view


def sheets_of(game: Game) -> AnySheet:
    """The shape of a sheet of that game."""
    return AnySheet(kinds_of(game), game.id)


def written_back(sheet: Sheet, kept: Record) -> Sheet:
    """The sheet with what a ledger keeps of its character: the fields that filled it.

    Raises `Refusal` when the sheet cannot have such a value.
    """
    fields = fields_of(type(sheet))
    view = {name: field.shape.show(getattr(sheet, name)) for name, field in fields.items()}
    for name, field in fields_of(type(kept)).items():
        for wanted in field.source.fields if field.source else ():
            if wanted in fields:
                view[wanted] = field.shape.show(getattr(kept, name))
                break
    changed: Sheet = read_record(type(sheet), view, f"{SHEET}.")
    changed.check()
    return changed


# ── parameters from sheets ─────────────────────────────────────────────────────────────────────
class Taken(msgspec.Struct, frozen=True):
    """Stands in given parameters for what a sheet has: the value under `name`, or all ("")."""

    sheet: Sheet
    name: str = ""


Finder = Callable[[str], Sheet | None]
"""role -> its sheet."""


@lru_cache(200)
def roles_of(procedure: type[Procedure[Any]]) -> tuple[str, ...]:
    """The roles in which a procedure takes sheets, "" for the one that needs no name."""
    sources = (field.source for field in fields_of(procedure).values())
    return tuple(dict.fromkeys(source.role for source in sources if source))


def with_sheets(
    procedure: type[Procedure[Any]],
    given: Mapping[str, Any],
    sheets: Mapping[str, Sheet],
    rulings: Rulings | None = None,
) -> dict[str, Any]:
    """The parameters of a run: those given, names among them looked up, and what sheets add.

    `sheets`: role -> sheet; `rulings`: those of the game when left out. In `given` a `Taken` may
    stand for a value, for a record, and under `fiche` in an object for the rest of it. Raises
    `Refusal` naming the parameter.
    """
    roles = roles_of(procedure)
    for role in sheets:
        if role not in roles:
            told = ", ".join(f"{name}=@…" for name in roles if name) or "–"
            raise refuse(role or SHEET, sheets[role].nom, "une fiche ainsi : {told:=}", told=told)
    found = dict(sheets)
    for name, field in fields_of(procedure).items():
        value, source = given.get(name), field.source
        if isinstance(value, Taken) and source and source.role:
            found.setdefault(source.role, value.sheet)
    game = find_game(procedure.id.partition(".")[0])
    switches = rulings or (game.rulings if game else Rulings)()
    with around(Ambient(switches)):
        return filled(procedure, given, found.get, "")


def filled(
    record: type[Any], given: Mapping[str, Any], sheet_of: Finder, prefix: str
) -> dict[str, Any]:
    """The JSON of a record: what is given, and what sheets have for its other fields."""
    found: dict[str, Any] = {}
    for name, field in fields_of(record).items():
        sheet = sheet_of(field.source.role) if field.source else None
        if name in given:
            found[name] = _completed(field, given[name], sheet, f"{prefix}{name}")
        elif sheet is not None and field.source is not None:
            found |= _of_sheet(field, field.source, sheet, prefix)
    return found | {name: value for name, value in given.items() if name not in found}


def _of_sheet(field: Field, source: OnSheet, sheet: Sheet, prefix: str) -> dict[str, Any]:
    """{field: value} where the sheet has it, else nothing."""
    inner = None if _listed(field.shape) else _record_in(field.shape)
    if not source.fields:
        value = filled(inner, {}, lambda role: sheet, f"{prefix}{field.name}.") if inner else {}
        return {field.name: value} if value else {}
    for name in source.fields:
        value = _shown(sheet, name)
        if value is not None and (not isinstance(value, dict) or field.shape.takes(value)):
            usual = not field.required and value == field.shape.show(field.default)
            return {} if usual else {field.name: value}
        if field.required and name in fields_of(type(sheet)) and field.shape.takes(None):
            return {field.name: None}
    return {}


def _completed(field: Field, value: Any, sheet: Sheet | None, path: str) -> Any:
    """A value as given, its names and sheets turned into numbers and fields."""
    inner = _record_in(field.shape)
    if inner is not None:
        return _records(field, inner, value, sheet, path)
    if isinstance(value, Taken):
        return _taken(field, value, path)
    if sheet is not None and field.source is not None and isinstance(value, str):
        return _looked_up(field, field.source, value, sheet, path)
    return value


def _taken(field: Field, value: Taken, path: str) -> Any:
    if field.source is None:
        raise refuse(path, value.sheet.nom, "{shape:shape}, sans fiche", shape=field.shape)
    if value.name:
        return _looked_up(field, field.source, value.name, value.sheet, path)
    whole = _of_sheet(field, field.source, value.sheet, "")
    if not whole:
        return _looked_up(field, field.source, value.name, value.sheet, path)
    return whole[field.name]


def _records(field: Field, record: type[Any], value: Any, sheet: Sheet | None, path: str) -> Any:
    """A record or a list of records, each filled from the sheet in it. Those of the sheet's own
    character are filled from the outer one."""
    outer = sheet if field.source is not None and not field.source.fields else None
    if isinstance(value, list | tuple):
        return [
            _record(record, each, outer, f"{path}[{place}]") for place, each in enumerate(value)
        ]
    made = _record(record, value, outer, path)
    single = isinstance(value, Taken) or (isinstance(value, Mapping) and SHEET in value)
    return [made] if single and _listed(field.shape) else made


def _record(record: type[Any], value: Any, outer: Sheet | None, path: str) -> Any:
    given = {SHEET: value} if isinstance(value, Taken) else value
    if not isinstance(given, Mapping):
        return given
    rest = {name: each for name, each in given.items() if name != SHEET}
    taken = given.get(SHEET)
    if taken is not None and not isinstance(taken, Taken):
        raise refuse(f"{path}.{SHEET}", taken, "une fiche : @FICHIER.yaml")
    if taken is not None and taken.name:
        raise refuse(path, taken.name, "la fiche entière : @FICHIER.yaml")
    sheet = taken.sheet if taken else outer
    return filled(record, rest, lambda role: sheet, f"{path}.")


def _record_in(shape: Shape) -> type[Any] | None:
    """The record that a parameter, or each member of it, is."""
    match shape:
        case Group(record=record):
            return record
        case Many(item=item):
            return _record_in(item)
        case Either(shapes=shapes):
            return next((inner for each in shapes if (inner := _record_in(each))), None)
        case _:
            return None


def _listed(shape: Shape) -> bool:
    if isinstance(shape, Either):
        return any(_listed(each) for each in shape.shapes)
    return isinstance(shape, Many)


# ── names on a sheet ───────────────────────────────────────────────────────────────────────────
def _looked_up(field: Field, source: OnSheet, text: str, sheet: Sheet, path: str) -> Any:
    """The value that a name has on the sheet (see `value_named`)."""
    if field.shape.takes(text):
        return text
    tables = [value for name in source.fields if isinstance(value := _shown(sheet, name), dict)]
    value = value_named(text, tables)
    if value is not None:
        return value
    known = ", ".join(name for table in tables for name in table) or "–"
    raise refuse(
        path,
        text,
        "{shape:shape}, ou un nom de la fiche « {who:=} » : {known:=}",
        shape=field.shape,
        who=sheet.nom,
        known=known,
    )


def value_named(text: str, tables: Sequence[Mapping[str, Any]]) -> Any:
    """The value that a name has in the tables of a sheet, the first that has it; numbers of several
    names joined by `+` are added. None: there is none."""
    for parts in ([text], text.split("+")):
        values = [_named(part, tables) for part in parts]
        if None not in values and (len(values) == 1 or all(type(v) is int for v in values)):
            return values[0] if len(values) == 1 else sum(values)
    return None


def _named(text: str, tables: Sequence[Mapping[str, Any]]) -> Any:
    """The value of a name, whatever its case and accents; its beginning is enough if it is the
    only one that begins so. None: not there."""
    wanted = folded(text)
    names = [(folded(name), value) for table in tables for name, value in table.items()]
    exact = [value for name, value in names if name == wanted]
    if exact:
        return exact[0]
    near = [value for name, value in names if wanted and name.startswith(wanted)]
    return near[0] if len(near) == 1 else None


@lru_cache(4096)
def folded(text: str) -> str:
    """A name without what a person may write in one way or another: case, accents, `_`."""
    bare = unicodedata.normalize("NFKD", text.strip().casefold().replace("_", " "))
    return "".join(letter for letter in bare if not unicodedata.combining(letter))


def _shown(sheet: Sheet, name: str) -> Any:
    """The JSON of an attribute of a sheet, None when it has no such one."""
    field = fields_of(type(sheet)).get(name)
    value = getattr(sheet, name, None)
    return field.shape.show(value) if field is not None and value is not None else value
