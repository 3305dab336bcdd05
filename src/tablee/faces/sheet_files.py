"""Sheets as text: parsed from YAML or JSON, formatted as either, and the ready-made ones.

The command line and the pages read and write sheets through this module. It may import rules and
games. It knows no table and no seat.
"""

from __future__ import annotations

import json
import re
from collections.abc import Hashable, Iterable, Mapping
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Literal

import msgspec
import yaml

from tablee.faces.param_paths import path_of, with_values
from tablee.faces.strict_input import parse, read_bytes, shapes_in, typed_value
from tablee.rules.contract_json import ParamsJson, RulingsJson
from tablee.rules.game import Game
from tablee.rules.procedure import Procedure
from tablee.rules.refusal import Refusal, refuse
from tablee.rules.registry import find_game, games
from tablee.rules.schema import Group, Tagged, fields_of, read_record
from tablee.rules.shapes import Entries, Keyed, Many, Named, Several, Shape, Text
from tablee.rules.sheet import SHEET, Sheet, read_sheet, ready_of, sheet_view, sheets_of
from tablee.rules.sheets.sheet_params import Taken, check_names, read_of_sheet, with_sheets

Format = Literal["yaml", "json"]
SUFFIX = ".yaml"
LARGEST_YAML = 256 * 1024
"""Largest YAML text in bytes. A sheet is far smaller, and YAML is slow to parse."""


# ── YAML ───────────────────────────────────────────────────────────────────────────────────────
class _Plain(yaml.SafeLoader):
    """A YAML loader for the JSON subset: texts, whole numbers, true, false, null, lists, and
    objects with unique text names. Anchors, tags and dates are refused."""

    yaml_implicit_resolvers: dict[str, Any] = {}

    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(yaml.AliasEvent):
            raise yaml.MarkedYAMLError(problem="alias", problem_mark=self.get_mark())
        return super().compose_node(parent, index)

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        seen: set[str] = set()
        for written, _ in node.value:
            name = self.construct_object(written, deep=True)
            if not isinstance(name, str) or name in seen:
                raise yaml.MarkedYAMLError(problem="key", problem_mark=written.start_mark)
            seen.add(name)
        return super().construct_mapping(node, deep=deep)


_Plain.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("(true|false)$"), ["t", "f"])
_Plain.add_implicit_resolver("tag:yaml.org,2002:null", re.compile("(null|~)?$"), ["n", "~", ""])
_Plain.add_implicit_resolver(
    "tag:yaml.org,2002:int", re.compile("-?(0|[1-9][0-9]*)$"), list("-0123456789")
)


def parse_yaml(data: bytes, field: str) -> Any:
    """Return the value of a YAML or JSON text. Raises `Refusal` under `field` when it is neither."""
    start = data[:100].decode("utf-8", "replace")
    if len(data) > LARGEST_YAML:
        raise refuse(
            field, start, "au plus {n:kilooctet|kilooctets} de YAML", n=LARGEST_YAML // 1024
        )
    try:
        value = yaml.load(data.decode("utf-8-sig"), _Plain)
        return parse(json.dumps(value), field)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise refuse(
            field,
            start,
            "du YAML simple ; la lecture s’arrête à la ligne {line}, colonne {column}",
            line=mark.line + 1 if mark else 1,
            column=mark.column + 1 if mark else 1,
        ) from None
    except UnicodeDecodeError as error:
        raise refuse(
            field, start, "du YAML en UTF-8 ; l’octet {place} n’en est pas", place=error.start
        ) from None
    except (yaml.YAMLError, RecursionError, ValueError):
        raise refuse(
            field, start, "du YAML simple : textes, nombres entiers, listes, objets"
        ) from None


def _meant(shape: Shape, value: Any, path: str) -> Any:
    """Return the JSON value that a value of a YAML text means, its texts read as those of the command
    line. A value that is not understood is returned as it is, for the shape to refuse."""
    if shape.takes(value):
        return value
    if isinstance(value, str):
        return typed_value(shape, value, path)
    if isinstance(value, int) and any(isinstance(each, Text) for each in shapes_in(shape)):
        return json.dumps(value)
    for each in shapes_in(shape):
        read = _read_inside(each, value, path)
        if each.takes(read):
            return read
    return _read_inside(shape, value, path)


def _read_inside(shape: Shape, value: Any, path: str) -> Any:
    """Return a list or an object with each of its values read."""
    match shape, value:
        case Many(item=item), list():
            return [_meant(item, each, path) for each in value]
        case Several(items=items), list() if len(items) == len(value):
            return [_meant(i, each, path) for i, each in zip(items, value, strict=True)]
        case ((Named(item=item) | Entries(item=item)), Mapping()):
            return {name: _meant(item, each, path) for name, each in value.items()}
        case Keyed(items=items), Mapping():
            return _read_fields(value, ((name, inner) for name, inner, _ in items))
        case Tagged(), Mapping():
            record = shape.named().get(value.get("type", ""))
            return value if record is None else _read_fields(value, _fields_in(record))
        case Group(record=record), Mapping():
            return _read_fields(value, _fields_in(record))
        case _:
            return value


def _fields_in(record: type[Any]) -> Iterable[tuple[str, Shape]]:
    return ((name, field.shape) for name, field in fields_of(record).items())


def _read_fields(value: Mapping[str, Any], fields: Iterable[tuple[str, Shape]]) -> dict[str, Any]:
    shapes = dict(fields)
    return {
        name: _meant(shapes[name], each, name) if name in shapes else each
        for name, each in value.items()
    }


def sheet_text(game: Game, sheet: Sheet, form: Format) -> str:
    """Return a sheet as text, its fields in declared order."""
    view = sheet_view(game, sheet)
    if form == "json":
        return json.dumps(view, ensure_ascii=False, indent=2) + "\n"
    return yaml.safe_dump(view, allow_unicode=True, sort_keys=False, width=100)


# ── files and ready-made sheets ────────────────────────────────────────────────────────────────
def ready_made(game: Game) -> Mapping[str, Sheet]:
    """Return the sheets of a game by name: its files, then the rows of its tables."""
    files = {
        name: read_sheet(parse_yaml(file.read_bytes(), name), name, game)[1]
        for name, file in _files(game).items()
    }
    return {**files, **ready_of(game)}


def _files(game: Game) -> dict[str, Traversable]:
    """Return the ready-made sheets of a game that are files, by name."""
    folder = resources.files(game.package) / "sheets" if game.package else None
    if folder is None or not folder.is_dir():
        return {}
    files = sorted((each.name, each) for each in folder.iterdir() if each.name.endswith(SUFFIX))
    return {name.removesuffix(SUFFIX): each for name, each in files}


def load_sheet(reference: str, field: str, game: Game | None = None) -> tuple[Game, Sheet]:
    """Return the sheet in a file (`-`: stdin), or the ready-made one with that name. Raises
    `Refusal` under `field`."""
    in_yaml = not reference.endswith(".json")
    known = (game,) if game else games()
    return read_sheet(_value_of(reference, field, game, in_yaml), field, *known)


def _value_of(reference: str, field: str, game: Game | None, in_yaml: bool) -> Any:
    """Return the JSON of a file, or of the ready-made sheet with that name."""
    if reference != "-" and not Path(reference).exists():
        for each in (game,) if game else games():
            made = _made(each, reference, field)
            if made is not None:
                return made
        if not Path(reference).suffix:
            text = "un fichier qui existe, ou une fiche prête : « {command:=} » les donne"
            command = f"tablee sheets {game.id}" if game else "tablee sheets"
            raise refuse(field, reference, text, command=command)
    data = read_bytes(reference, field)
    if not in_yaml:
        return parse(data, field)
    value = parse_yaml(data, field)
    known = {each.id: each for each in ((game,) if game else games())}
    own = known.get(value.get("jeu", "")) if isinstance(value, dict) else None
    return value if own is None else _meant(sheets_of(own), value, field)


def _made(game: Game, name: str, field: str) -> Any:
    """Return a ready-made sheet as JSON, None when the game has none with that name."""
    row = ready_of(game).get(name)
    if row is not None:
        return sheet_view(game, row)
    file = _files(game).get(name)
    return None if file is None else parse_yaml(file.read_bytes(), field)


# ── parameters that name files ─────────────────────────────────────────────────────────────────
class At(msgspec.Struct, frozen=True):
    """A parameter value `@REFERENCE`: a file, a ready-made sheet, or a field of one (`FILE:NAME`)."""

    references: tuple[str, ...]


def at(text: str) -> At:
    """Return the references in `@A.yaml`, or in `@A.yaml,@B.yaml` for several."""
    return At(tuple(text.removeprefix("@").split(",@")))


def from_files(
    procedure: type[Procedure[Any]],
    given: ParamsJson,
    rulings: RulingsJson | None = None,
    changes: ParamsJson | None = None,
    places: dict[str, tuple[str, ...]] | None = None,
) -> ParamsJson:
    """Return the parameters after reading the files and sheets that `given` refers to.

    A name that is no parameter but a role of the procedure ("" for the only one) takes a sheet.
    `changes`: path -> value, changed in the parameters that are read. `places` receives the names
    of the sheets of each parameter or role. Raises `Refusal` naming the parameter.
    """
    game = find_game(procedure.id.partition(".")[0])
    assert game is not None
    declared, params, sheets = fields_of(procedure), {}, {}
    for name, value in given.items():
        if isinstance(value, At) and name not in declared:
            taken = _read(value, name or SHEET, game)
            if not isinstance(taken, Taken):
                allowed = "une fiche : un fichier avec « jeu: {game:=} » et « type: … »"
                raise refuse(name or SHEET, value.references[0], allowed, game=game.id)
            _check_serves(procedure, name, taken.sheet)
            sheets[name] = taken.sheet
        elif isinstance(value, At):
            read = _read(value, name, game)
            params[name] = (
                read if isinstance(read, Taken) else _meant(declared[name].shape, read, name)
            )
        else:
            params[name] = _within(value, name, game)
    if places is not None:
        places |= {name: _names(value) for name, value in params.items()}
        places |= {role: (sheet.nom,) for role, sheet in sheets.items()}
    read_rulings = read_record(game.rulings, rulings or {}, "rulings.")
    filled = with_sheets(procedure, params, sheets, read_rulings)
    changed = [
        (path_of(name), _read(value, name, game) if isinstance(value, At) else value)
        for name, value in (changes or {}).items()
    ]
    found = with_values(procedure, filled, changed, params, sheets)
    check_names(procedure, found, params, sheets)
    return found


def _names(value: Any) -> tuple[str, ...]:
    """Return the names of the whole sheets that are the value of a parameter."""
    several = value if isinstance(value, list) else [value]
    return tuple(each.sheet.nom for each in several if isinstance(each, Taken) and not each.name)


def _check_serves(procedure: type[Procedure[Any]], role: str, sheet: Sheet) -> None:
    """Raise `Refusal` when a sheet has no field that a role reads: a poison where someone acts."""
    names = read_of_sheet(procedure, role)
    if names and not any(hasattr(type(sheet), name) for name in names):
        allowed = "une fiche où se lit l’un de ces champs : {names}"
        raise refuse(role or SHEET, sheet.nom, allowed, names=names)


def _read(value: At, field: str, game: Game) -> Any:
    read = [_at(reference, field, game) for reference in value.references]
    return read[0] if len(read) == 1 else read


def _within(value: Any, path: str, game: Game) -> Any:
    """Return a value with every `{"fiche": "@FILE"}` inside it replaced by the sheet."""
    if isinstance(value, list):
        return [_within(each, f"{path}[{place}]", game) for place, each in enumerate(value)]
    if not isinstance(value, dict):
        return value
    found = {name: _within(each, f"{path}.{name}", game) for name, each in value.items()}
    reference = value.get(SHEET)
    if isinstance(reference, str) and reference.startswith("@"):
        found[SHEET] = _at(reference[1:], f"{path}.{SHEET}", game)
    return found


def _at(reference: str, field: str, game: Game) -> Any:
    """Return the value of a JSON or YAML file or of a sheet: the whole, or the part under a name."""
    file, colon, name = reference, "", ""
    if not Path(reference).exists() and ":" in reference:
        file, colon, name = reference.rpartition(":")
    value = _value_of(file, field, game, file.endswith((".yaml", ".yml")))
    if isinstance(value, dict) and "jeu" in value and "type" in value:
        return Taken(read_sheet(value, field, game)[1], name)
    if colon:
        raise Refusal("param", field, reference, "une fiche, pour en prendre un nom")
    return value
