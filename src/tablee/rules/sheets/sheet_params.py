"""The parameters of a run that sheets fill: values taken from a sheet, names looked up on it."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any

import msgspec

from tablee.rules.ambient import Ambient, around
from tablee.rules.field_marks import OnSheet
from tablee.rules.procedure import Procedure, Record, Rulings
from tablee.rules.refusal import Refusal, refuse
from tablee.rules.registry import find_game
from tablee.rules.schema import Field, Group, fields_of, read_record
from tablee.rules.shapes import Either, Many, Shape
from tablee.rules.sheet import SHEET, Sheet


class Taken(msgspec.Struct, frozen=True):
    """A placeholder in given parameters for a value of a sheet: the one under `name`, or all ("")."""

    sheet: Sheet
    name: str = ""


MOST_PARTS = 3
"""Maximum number of names that explain a number of a sheet (`parts_of`)."""

Finder = Callable[[str], Sheet | None]
"""A function that returns the sheet of a role."""


@lru_cache(200)
def roles_of(procedure: type[Procedure[Any]]) -> tuple[str, ...]:
    """Return the roles in which a procedure takes sheets, "" for the one without a name."""
    sources = (field.source for field in fields_of(procedure).values())
    return tuple(dict.fromkeys(source.role for source in sources if source))


def sheet_places(procedure: type[Procedure[Any]]) -> tuple[str, ...]:
    """Return the named parameters and roles that take sheets, as in `cible=@…`; `adversaires=@…,@…`
    where there may be several."""
    found = {f"{role}=@…": None for role in roles_of(procedure) if role}
    for name, field in fields_of(procedure).items():
        record = _record_in(field.shape)
        if field.source is None and record and any(_sources(record, lambda source: True)):
            found[f"{name}=@…,@…" if _listed(field.shape) else f"{name}=@…"] = None
    return tuple(found)


def read_of_sheet(procedure: type[Procedure[Any]], role: str) -> tuple[str, ...]:
    """Return the fields of a sheet in a role that parameters may be filled from."""
    return tuple(dict.fromkeys(_sources(procedure, lambda source: source.role == role)))


def _sources(record: type[Any], counts: Callable[[OnSheet], bool]) -> Iterator[str]:
    for field in fields_of(record).values():
        if field.source is None or not counts(field.source):
            continue
        yield from field.source.fields
        inner = None if field.source.fields else _record_in(field.shape)
        if inner is not None:
            yield from _sources(inner, lambda source: True)


def with_sheets(
    procedure: type[Procedure[Any]],
    given: Mapping[str, Any],
    sheets: Mapping[str, Sheet],
    rulings: Rulings | None = None,
) -> dict[str, Any]:
    """Return the parameters of a run: those given, with names looked up, and those that sheets
    fill.

    `sheets`: role -> sheet. `rulings`: those of the game when left out. In `given` a `Taken` may
    replace a value, a record, or under `fiche` the rest of an object. Raises `Refusal` naming the
    parameter.
    """
    roles = roles_of(procedure)
    for role in sheets:
        if role not in roles:
            places = ", ".join(sheet_places(procedure))
            allowed = (
                "une fiche ainsi : {places:=}" if places else "rien : aucune fiche ne sert ici"
            )
            raise refuse(role or SHEET, sheets[role].nom, allowed, places=places)
    given, found = _beside_each_other(given, sheets)
    for name, field in fields_of(procedure).items():
        value, source = given.get(name), field.source
        if isinstance(value, Taken) and source and source.role:
            found.setdefault(source.role, value.sheet)
    game = find_game(procedure.id.partition(".")[0])
    chosen = rulings or (game.rulings if game else Rulings)()
    with around(Ambient(chosen)):
        return filled(procedure, given, found.get, "")


def _beside_each_other(
    given: Mapping[str, Any], sheets: Mapping[str, Sheet]
) -> tuple[Mapping[str, Any], dict[str, Sheet]]:
    """Return the parameters and the sheets with each sheet as it counts beside the others."""
    everybody = [*sheets.values(), *_sheets_in(given)]

    def counted(value: Any) -> Any:
        match value:
            case Taken(sheet=sheet, name=name):
                return Taken(sheet.beside(everybody), name)
            case Mapping():
                return {each: counted(inner) for each, inner in value.items()}
            case list():
                return [counted(each) for each in value]
            case _:
                return value

    return counted(given), {role: each.beside(everybody) for role, each in sheets.items()}


def _sheets_in(value: Any) -> Iterator[Sheet]:
    match value:
        case Taken(sheet=sheet):
            yield sheet
        case Mapping():
            yield from (each for inner in value.values() for each in _sheets_in(inner))
        case list():
            yield from (each for inner in value for each in _sheets_in(inner))


def filled(
    record: type[Any], given: Mapping[str, Any], sheet_of: Finder, prefix: str
) -> dict[str, Any]:
    """Return the JSON of a record: the values given, and the values of sheets for its other fields."""
    found: dict[str, Any] = {}
    for name, field in fields_of(record).items():
        sheet = sheet_of(field.source.role) if field.source else None
        if name in given:
            found[name] = completed(field, given[name], sheet, f"{prefix}{name}")
        elif sheet is not None and field.source is not None and field.source.unless not in given:
            value = value_under_name(field.source, sheet, given)
            by_name = {} if value is None else {name: value}
            found |= by_name or _of_sheet(field, field.source, sheet, prefix)
    return found | {name: value for name, value in given.items() if name not in found}


def value_under_name(source: OnSheet, sheet: Sheet, given: Mapping[str, Any]) -> Any:
    """Return the value under the name given for another parameter (`OnSheet.by`), or None."""
    if source.by is None or source.unless in given:
        return None
    given_name = given.get(source.by[0])
    name = given_name.name if isinstance(given_name, Taken) else given_name
    if not isinstance(name, str):
        return None
    table = _shown(sheet, source.by[1])
    return value_named(name, [table]) if isinstance(table, dict) else None


def _of_sheet(field: Field, source: OnSheet, sheet: Sheet, prefix: str) -> dict[str, Any]:
    """Return {field: value} when the sheet has it, else an empty dictionary."""
    inner = None if _listed(field.shape) else _record_in(field.shape)
    if not source.fields:
        value = filled(inner, {}, lambda role: sheet, f"{prefix}{field.name}.") if inner else {}
        return {field.name: value} if value else {}
    for name in source.fields:
        value = _shown(sheet, name)
        if value is not None and (not isinstance(value, dict | list) or field.shape.takes(value)):
            usual = not field.required and value == field.shape.show(field.default)
            return {} if usual else {field.name: value}
        if field.required and name in fields_of(type(sheet)) and field.shape.takes(None):
            return {field.name: None}
    return {}


def completed(field: Field, value: Any, sheet: Sheet | None, path: str) -> Any:
    """Return a given value with its names and sheets replaced by numbers and fields."""
    inner = _record_in(field.shape)
    if inner is not None:
        return _records(field, inner, value, sheet, path)
    if isinstance(value, Taken):
        return _taken(field, value, path)
    if sheet is None or field.source is None:
        return value
    if field.source.fixed:
        _check_fixed(field.source, value, sheet, path)
    return _looked_up(field, field.source, value, sheet, path) if isinstance(value, str) else value


def _check_fixed(source: OnSheet, value: Any, sheet: Sheet, path: str) -> None:
    """Raise `Refusal` for another value than that of a sheet that fixes it (`OnSheet.fixed`)."""
    own = _shown(sheet, source.fields[0])
    if own is not None and value != own:
        raise refuse(path, value, "{own}, d’après la fiche « {who:=} »", own=own, who=sheet.nom)


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
    """Return a record or a list of records, each filled from the sheet in it. Records of the
    sheet's own character are filled from the outer sheet."""
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


def check_names(
    procedure: type[Procedure[Any]],
    values: Mapping[str, Any],
    given: Mapping[str, Any],
    sheets: Mapping[str, Sheet],
) -> None:
    """Raise `Refusal` with the names on a sheet where the first fault of the parameters is that a
    required one has none of them.

    `values`: the parameters after `with_sheets`, which took `given` and `sheets`.
    """
    try:
        read_record(procedure, values)
    except Refusal as refusal:
        if refusal.got is None:
            _check_record(procedure, values, given, sheets, "")


def _check_record(
    record: type[Any],
    values: Mapping[str, Any],
    given: Mapping[str, Any],
    sheets: Mapping[str, Sheet],
    prefix: str,
) -> None:
    for name, field in fields_of(record).items():
        sheet = sheets.get(field.source.role) if field.source else None
        if field.required and name not in values and sheet is not None:
            if tables := tables_of(field, sheet):
                raise _refuse_name(field, None, sheet, f"{prefix}{name}", tables)
        elif (inner := _record_in(field.shape)) is not None:
            _check_members(inner, values.get(name), given.get(name), f"{prefix}{name}")


def _check_members(record: type[Any], value: Any, given: Any, path: str) -> None:
    """Do the same for the value of a parameter: a record, or a list of records."""
    if isinstance(value, list | tuple):
        for place, member in enumerate(value):
            written = given[place] if isinstance(given, list) else given
            _check_members(record, member, written, f"{path}[{place}]")
    elif isinstance(value, Mapping):
        own = given if isinstance(given, Mapping) else {SHEET: given}
        taken = own.get(SHEET)
        sheets = {"": taken.sheet} if isinstance(taken, Taken) else {}
        _check_record(record, value, own, sheets, f"{path}.")


def _record_in(shape: Shape) -> type[Any] | None:
    """Return the record class of a parameter, or of each of its members."""
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
    """Return the value of a name on the sheet (see `value_named`)."""
    if field.shape.takes(text):
        return text
    named = {
        name: value for name in source.fields if isinstance(value := _shown(sheet, name), dict)
    }
    value = value_named(text, [*named.values()], source.added or source.partial)
    if value is not None:
        return value
    raise _refuse_name(field, text, sheet, path, [*named.values()])


def _refuse_name(
    field: Field, got: Any, sheet: Sheet, path: str, tables: Sequence[Mapping[str, Any]]
) -> Refusal:
    """Return the refusal of a value that is none of the names in these tables of a sheet."""
    known = [each for table in tables for each in table]
    names = field.source.fields if field.source else ()
    shown = [name for name in names if isinstance(_shown(sheet, name), Mapping)]
    of_game = all(isinstance(getattr(sheet, name), Record) for name in shown)
    allowed = _allowed(field, of_game) if known else "{shape:shape}"
    return refuse(
        path,
        got,
        allowed,
        shape=field.shape,
        who=sheet.nom,
        known=tuple(known) if allowed == _NAMES_OF_GAME else ", ".join(known),
    )


def _allowed(field: Field, of_game: bool) -> str:
    if field.source is not None and field.source.added:
        return _SUMS
    return _NAMES_OF_GAME if of_game else _NAMES


_SUMS = "{shape:shape}, ou un nom de la fiche « {who:=} », ou deux joints par « + » : {known:=}"
_NAMES = "{shape:shape}, ou un nom de la fiche « {who:=} » : {known:=}"
_NAMES_OF_GAME = "{shape:shape}, ou un nom de la fiche « {who:=} » : {known}"
"""The same where the names are the game’s own words, and not those of who wrote the sheet."""


def tables_of(field: Field, sheet: Sheet) -> list[Mapping[str, Any]]:
    """Return the tables of names that a sheet has for a parameter, the most important first; none
    where its first value is no table, or where the parameter takes the whole table."""
    names = field.source.fields if field.source else ()
    values = [value for name in names if (value := _shown(sheet, name)) is not None]
    if not values or not isinstance(values[0], Mapping) or field.shape.takes(values[0]):
        return []
    return [value for value in values if isinstance(value, Mapping)]


def value_on(field: Field, sheet: Sheet) -> Any:
    """Return the value that a sheet gives to a parameter without a name; None where it has none."""
    names = field.source.fields if field.source else ()
    return next((value for name in names if (value := _shown(sheet, name)) is not None), None)


def parts_of(field: Field, sheet: Sheet, number: int) -> tuple[str, ...]:
    """Return the names on a sheet whose numbers add up to the plain number that the sheet gives to a
    parameter: what it comes from. The fewest names count; none where there are no such names, or
    where others add up to the same."""
    names = field.source.fields if field.source else ()
    values = [_shown(sheet, name) for name in names]
    if not values or type(values[0]) is not int:
        return ()
    found = [(n, v) for each in values if isinstance(each, Mapping) for n, v in each.items() if v]
    for size in range(1, min(len(found), MOST_PARTS) + 1):
        fitting = [
            tuple(name for name, _ in chosen)
            for chosen in combinations(found, size)
            if sum(value for _, value in chosen) == number
        ]
        if fitting:
            return fitting[0] if len(fitting) == 1 else ()
    return ()


def value_named(text: str, tables: Sequence[Mapping[str, Any]], added: bool = False) -> Any:
    """Return the value of a name in the first table that has it, or None. With `added`, numbers of
    several names joined by `+` are added."""
    for parts in ([text], text.split("+")) if added else ([text],):
        values = [_named(part, tables) for part in parts]
        if None not in values and (len(values) == 1 or all(type(v) is int for v in values)):
            return values[0] if len(values) == 1 else sum(values)
    return None


def _named(text: str, tables: Sequence[Mapping[str, Any]]) -> Any:
    """Return the value of a name, or None. Case and accents are ignored, and a unique beginning is
    enough."""
    wanted = folded(text)
    names = [(folded(name), value) for table in tables for name, value in table.items()]
    exact = [value for name, value in names if name == wanted]
    if exact:
        return exact[0]
    near = [value for name, value in names if wanted and name.startswith(wanted)]
    return near[0] if len(near) == 1 else None


@lru_cache(4096)
def folded(text: str) -> str:
    """Return a name without case, accents, `_` and repeated spaces."""
    words = text.casefold().replace("_", " ").split()
    bare = unicodedata.normalize("NFKD", " ".join(words))
    return "".join(letter for letter in bare if not unicodedata.combining(letter))


def _shown(sheet: Sheet, name: str) -> Any:
    """Return the JSON of an attribute of a sheet, None when it has none."""
    field = fields_of(type(sheet)).get(name)
    value = getattr(sheet, name, None)
    return field.shape.show(value) if field is not None and value is not None else value
