"""Values at a path inside a parameter: `a.politique.attitude=ask`, `participants.0.talent=9`.

The module changes JSON parameters that are read; it runs nothing. It knows no table.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import msgspec

from tablee.rules.procedure import Procedure
from tablee.rules.refusal import refuse
from tablee.rules.schema import Field, Group, fields_of
from tablee.rules.shapes import Either, Entries, Many, Named, Several, Shape

if TYPE_CHECKING:
    from tablee.rules.sheet import Sheet

_PLACE = re.compile(r"\[([0-9]+)\]", re.ASCII)
_WHOLE = re.compile(r"0|[1-9][0-9]{0,3}", re.ASCII)
Path = tuple[str, ...]


def path_of(name: str) -> Path:
    """Return the steps of a path: `a.politique`, `participants.0` or `participants[0]`."""
    path = tuple(_PLACE.sub(r".\1", name).split("."))
    if len(path) > 1 and not all(path):
        raise refuse(name, name, "un chemin sans nom vide, comme a.politique")
    return path


def field_at(procedure: type[Procedure[Any]], path: Path) -> Field | None:
    """Return the declared field at a path, None where nothing is declared."""
    field = fields_of(procedure).get(path[0])
    for step in path[1:]:
        field = _inside(field, step)
    return field


def with_values(
    procedure: type[Procedure[Any]],
    params: Mapping[str, Any],
    changes: Iterable[tuple[Path, Any]],
    written: Mapping[str, Any] | None = None,
    sheets: Mapping[str, Sheet] | None = None,
) -> dict[str, Any]:
    """Return parameters with the values at some paths changed, the shorter paths first.

    `written`: the parameters with a `Taken` where a sheet fills a value; `sheets`: role -> sheet.
    Names in the changes are looked up on these. Raises `Refusal` naming the path.
    """
    changed = copy.deepcopy(dict(params))
    placed: dict[Path, Sheet] = {}
    for path, value in sorted(changes, key=lambda change: len(change[0])):
        _change(procedure, changed, path, value, (written or {}, sheets or {}, placed))
    return changed


def _change(
    procedure: type[Procedure[Any]],
    params: dict[str, Any],
    path: Path,
    value: Any,
    sources: tuple[Mapping[str, Any], Mapping[str, Sheet], dict[Path, Sheet]],
) -> None:
    """Change the value at a path. `sources`: `written` and `sheets` as in `with_values`, and the
    sheets that changes before this one have put at their paths."""
    from tablee.rules.sheet import SHEET
    from tablee.rules.sheets.sheet_params import Taken, completed

    field = fields_of(procedure).get(path[0])
    if field is None:
        params[path[0]] = value  # an unknown name, which is refused with the others
        return
    written, sheets, placed = sources
    sheet = sheets.get(field.source.role) if field.source else None
    node: Any = params
    taken: Any = written
    at = ""
    for place, (step, following) in enumerate(pairwise(path), 1):
        node = _child(node, step, _empty(field, following), at)
        taken = taken.get(step) if isinstance(taken, Mapping) else _item(taken, step)
        own = taken.get(SHEET) if isinstance(taken, Mapping) else taken
        sheet = own.sheet if isinstance(own, Taken) else placed.get(path[:place], sheet)
        at = _joined(at, step)
        field = _inside(field, following)
        if field is None and isinstance(node, dict) and node and _WHOLE.fullmatch(following):
            allowed = "un nom : ceci est un objet, pas une liste"
            raise refuse(_joined(at, following), following, allowed)
    if isinstance(value, Taken):
        placed[path] = value.sheet
    last, where = path[-1], _joined(at, path[-1])
    filled = completed(field, value, sheet, where) if field else value
    if isinstance(node, dict):
        node[last] = filled
    else:
        _child(node, last, None, at)
        node[int(last)] = filled


def _child(node: Any, step: str, empty: Any, at: str) -> Any:
    """Return the value of one step of a path; a missing one is added as `empty`."""
    if isinstance(node, dict):
        return node.setdefault(step, empty)
    if not isinstance(node, list):
        raise refuse(at, node, "un objet ou une liste, pour y changer « {step:=} »", step=step)
    if not _WHOLE.fullmatch(step) or int(step) > len(node):
        allowed = "une place dans cette liste : un entier de 0 à {last}"
        raise refuse(_joined(at, step), step, allowed, last=len(node))
    if int(step) == len(node):
        node.append(empty)
    return node[int(step)]


def _item(taken: Any, step: str) -> Any:
    """Return a member of a list as it was written; a single sheet is all members."""
    if not isinstance(taken, list):
        return taken
    return taken[int(step)] if _WHOLE.fullmatch(step) and int(step) < len(taken) else None


def _empty(field: Field | None, following: str) -> Any:
    """Return the value that a path enters where none is given: the default, or an empty one."""
    if field is not None and not field.required and field.default is not msgspec.UNSET:
        shown = field.shape.show(field.default)
        if isinstance(shown, dict | list):
            return shown
    return [] if _WHOLE.fullmatch(following) else {}


def _inside(field: Field | None, step: str) -> Field | None:
    """Return the declared field of one step inside a value."""
    if field is None:
        return None
    for shape in field.shape.shapes if isinstance(field.shape, Either) else (field.shape,):
        match shape:
            case Group(record=record) if step in fields_of(record):
                return fields_of(record)[step]
            case Many(item=item) if _WHOLE.fullmatch(step):
                return _with_shape(field, item)
            case Named(item=item) | Entries(item=item):
                return _with_shape(field, item)
            case Several(items=shapes) if _WHOLE.fullmatch(step) and int(step) < len(shapes):
                return _with_shape(field, shapes[int(step)])
    return None


def _with_shape(field: Field, shape: Shape) -> Field:
    return msgspec.structs.replace(field, shape=shape, default=msgspec.NODEFAULT)


def _joined(at: str, step: str) -> str:
    """Return a path in the form of refusals: `participants[0].talent`."""
    if not at:
        return step
    return f"{at}[{step}]" if _WHOLE.fullmatch(step) else f"{at}.{step}"


def check_different(name: str, values: Sequence[Any]) -> None:
    """Raise `Refusal` for a value that a sweep has twice."""
    for place, value in enumerate(values):
        if value in values[:place]:
            raise refuse(name, value, "des valeurs toutes différentes")
