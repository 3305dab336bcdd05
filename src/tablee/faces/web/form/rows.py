"""Buttons that add a row to a list of the form or remove one.

The module edits submitted values. It knows no procedure.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable
from functools import partial
from typing import Any

import msgspec

from tablee.faces.web.form.form_values import MOST_ROWS, NESTED, Pairs
from tablee.faces.web.form.initial_values import opening_value
from tablee.faces.web.form.run_links import Draft
from tablee.rules.contract_json import ParamsJson
from tablee.rules.schema import Group, Tagged, fields_of
from tablee.rules.shapes import Either, Many, Named, Shape, Text

ADD, REMOVE = "plus", "moins"
"""Names of the buttons; their values are paths: `participants`, `participants[2]`."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
UNNAMED = [" " * n for n in range(MOST_ROWS + 1)]
"""Names of rows that have no name yet."""
_STEP = re.compile(r"([^.\[\]]+)|\[(\d+)\]")


def changed_rows(draft: Draft, pairs: Pairs) -> Draft | None:
    """Return the draft with a row added or removed, when a button asks for it."""
    params = with_rows(draft.procedure, draft.params, pairs)
    if params is None:
        return None
    return msgspec.structs.replace(draft, params=params, answers=())


def with_rows(
    record: type[Any],
    given: ParamsJson,
    pairs: Pairs,
    prefix: str = "",
    names: Iterable[str] = LETTERS,
) -> dict[str, Any] | None:
    """Return the values of the fields of a record with a row added or removed, when a button asks
    for it.

    `prefix`: the prefix of its field names in the form; `names`: the prefixes of generated row
    names.
    """
    values = copy.deepcopy(dict(given))
    for name, change in ((ADD, partial(_add, names=names)), (REMOVE, _remove)):
        if pairs.get(name):
            path = re.sub(rf"{NESTED}\d+", "", pairs[name][-1]).removeprefix(prefix)
            try:
                change(record, values, [m[1] or int(m[2]) for m in _STEP.finditer(path)])
            except (AttributeError, KeyError, IndexError, TypeError, ValueError, StopIteration):
                return None
            return values
    return None


def _add(record: type[Any], params: dict[str, Any], path: list[Any], names: Iterable[str]) -> None:
    shape = _list_shape(_shape_at(record, path))
    rows = _at(params, path[:-1], path[-1], [] if isinstance(shape, Many) else {})
    if isinstance(shape, Named):
        rows[next(name for name in names if name not in rows)] = opening_value(
            shape.item, least=True
        )
    elif shape.most is not None and len(rows) >= shape.most:
        return
    elif isinstance(shape.item, Text):
        rows.append("")  # words that nobody wrote are no value
    else:
        rows.append(copy.deepcopy(rows[-1]) if rows else opening_value(shape.item))
        _rename(rows)


def _rename(rows: list[Any]) -> None:
    """Return a copied row with a new name: names must differ."""
    last = rows[-1]
    for key, value in last.items() if isinstance(last, dict) else ():
        if isinstance(value, str) and key in ("id", "nom") and len(rows) <= 26:
            taken = {row.get(key) for row in rows[:-1]}
            last[key] = next(letter for letter in LETTERS if letter not in taken)


def _remove(_: type[Any], params: dict[str, Any], path: list[Any]) -> None:
    rows = _at(params, path[:-2], path[-2], [])
    if isinstance(rows, dict):
        del rows[list(rows)[path[-1]]]
    else:
        del rows[path[-1]]


def _at(params: Any, path: list[Any], last: Any, empty: Any) -> Any:
    for step in path:
        params = params[step]
    if isinstance(params, dict):
        return params.setdefault(last, empty)
    return params[last]


def _shape_at(record: type[Any], path: list[Any]) -> Shape:
    shape: Shape = Group(record)
    for step in path:
        shape = _inside(shape, step)
    return shape


def _inside(shape: Shape, step: Any) -> Shape:
    match shape:
        case Group(record=record):
            return fields_of(record)[step].shape
        case Tagged(records=records):
            inside = (fields_of(record) for record in records)
            return next(fields[step].shape for fields in inside if step in fields)
        case Many(item=item) | Named(item=item):
            return item
        case Either(shapes=shapes):
            return _inside(next(s for s in shapes if isinstance(s, Many | Named | Group)), step)
        case _:
            raise KeyError(step)


def _list_shape(shape: Shape) -> Many | Named:
    if isinstance(shape, Many | Named):
        return shape
    if isinstance(shape, Either):
        return next(each for each in shape.shapes if isinstance(each, Many | Named))
    raise TypeError(shape)
