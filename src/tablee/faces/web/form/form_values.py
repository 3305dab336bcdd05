"""Values of a submitted form as JSON: every name is the path of a parameter.

A value that cannot be parsed (a word for a number) is passed on as typed, so that validation
refuses it under its name and the form can show it again. The module validates nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from tablee.faces.strict_input import exact_decimal, parse
from tablee.rules.refusal import Refusal
from tablee.rules.schema import Group, Tagged, fields_of
from tablee.rules.shapes import (
    Choice,
    Either,
    Many,
    Named,
    Nothing,
    Ratio,
    Several,
    Shape,
    Text,
    Whole,
    YesNo,
)

Pairs = Mapping[str, Sequence[str]]
"""Fields of a form or parameters of a link: name to the values given, in order."""
ABSENT: Any = msgspec.UNSET
NESTED = "~"
"""Marker of a chosen shape: `path=~0` selects shape 0, whose fields are named `path~0…`."""
MOST_ROWS = 200
_COUNT = re.compile(r"[0-9]{1,9}", re.ASCII)
_WHOLE = re.compile(r"[+-]?[0-9]{1,18}", re.ASCII)


def read_params(record: type[Any], pairs: Pairs, prefix: str = "") -> dict[str, Any]:
    """Return the values given to the fields of a record, without the missing ones."""
    read: dict[str, Any] = {}
    for name, field in fields_of(record).items():
        value = _value(field.shape, pairs, f"{prefix}{name}")
        if value is not ABSENT:
            read[name] = value
    return read


def constants(shape: Shape) -> list[Any]:
    """Return the values that a shape lists one by one."""
    match shape:
        case YesNo():
            return [True, False]
        case Choice(values=values):
            return list(values)
        case Nothing():
            return [None]
        case _:
            return []


def constant_text(value: Any) -> str:
    """Return a named value as text for a form or a link."""
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else str(value)


def chosen_value(text: str, offered: Iterable[Any]) -> Any:
    """Return what a person ticked or typed: one of the offered values, a number, or the text."""
    for value in offered:
        if constant_text(value) == text:
            return value
    bare = text.strip().replace("\u2212", "-")
    return int(bare) if _WHOLE.fullmatch(bare) and bare[0] != "+" else text


def _value(shape: Shape, pairs: Pairs, path: str) -> Any:
    text = pairs[path][-1].strip() if pairs.get(path) else None
    if text is not None and text[:1] in ("[", "{") and not isinstance(shape, Text):
        return _json(text, path)
    match shape:
        case Either(shapes=shapes):
            return _either(shapes, pairs, path, text)
        case Many(item=item):
            return _many(item, pairs, path, text)
        case Several(items=items):
            parts = [_value(each, pairs, f"{path}[{i}]") for i, each in enumerate(items)]
            given = any(part is not ABSENT for part in parts)
            return [None if part is ABSENT else part for part in parts] if given else ABSENT
        case Group(record=record):
            given = any(name.startswith(f"{path}.") for name in pairs)
            return read_params(record, pairs, f"{path}.") if given else ABSENT
        case Tagged():
            return _tagged(shape, pairs, path)
        case Named(item=item):
            return _named(item, pairs, path)
        case Text():
            return pairs[path][-1] if path in pairs else ABSENT
        case Whole() | Choice() if text == f"{NESTED}0":
            return _value(shape, pairs, f"{path}{NESTED}0")
        case _:
            return ABSENT if text in (None, "") else _scalar(shape, text or "")


def _json(text: str, path: str) -> Any:
    try:
        return parse(text, path)
    except Refusal:
        return text


def _scalar(shape: Shape, text: str) -> Any:
    """Return the value of a text for a shape, or the text itself."""
    for constant in constants(shape):
        if constant_text(constant) == text:
            return constant
    plain = text.replace("\u2212", "-").replace("\u202f", "").replace("\u00a0", "")
    if isinstance(shape, Whole | Ratio | Choice) and _WHOLE.fullmatch(plain):
        return int(plain)
    if isinstance(shape, Ratio) and (number := exact_decimal(plain)) is not None:
        return number
    return text


def _either(shapes: Sequence[Shape], pairs: Pairs, path: str, text: str | None) -> Any:
    if text is None:
        return _rows_of(shapes, pairs, path)
    if text.startswith(NESTED) and _COUNT.fullmatch(text[1:]) and int(text[1:]) < len(shapes):
        inner = shapes[int(text[1:])]
        value = _value(inner, pairs, path + text)
        if value is ABSENT:
            return "" if isinstance(inner, Text) else [] if isinstance(inner, Many) else ABSENT
        return value
    if text == "":
        return ABSENT
    if text[:1] == '"':
        return _json(text, path)
    for shape in sorted(shapes, key=lambda each: not constants(each)):
        value = _scalar(shape, text)
        if shape.takes(value):
            return value
    return _scalar(Whole(), text)


def _rows_of(shapes: Sequence[Shape], pairs: Pairs, path: str) -> Any:
    """Return the names of list rows; a link may leave out the chosen shape."""
    for shape in shapes:
        if isinstance(shape, Many) and (f"{path}[]" in pairs or f"{path}[0]" in pairs):
            return _value(shape, pairs, path)
    return ABSENT


def _many(item: Shape, pairs: Pairs, path: str, text: str | None) -> Any:
    """Return rows `path[0]…` (their number in `path[]`), or plain values separated by commas."""
    if text is not None:
        parts = [part for part in re.split(r"[,;\s]+", text) if part]
        return [_scalar(item, part) for part in parts]
    if f"{path}[]" not in pairs:
        return ABSENT
    rows = _row_count(pairs, path)
    found = [_value(item, pairs, f"{path}[{i}]") for i in range(rows)]
    empty: Any = {} if isinstance(item, Group | Tagged) else None
    return [empty if value is ABSENT else value for value in found]


def _tagged(shape: Tagged, pairs: Pairs, path: str) -> Any:
    """Return an event: its `type`, and the fields of that record."""
    if f"{path}.type" not in pairs:
        return ABSENT
    tag = pairs[f"{path}.type"][-1]
    record = shape.named().get(tag)
    return {"type": tag} | (read_params(record, pairs, f"{path}.") if record else {})


def _named(item: Shape, pairs: Pairs, path: str) -> Any:
    if f"{path}[]" not in pairs:
        return ABSENT
    rows = _row_count(pairs, path)
    found: dict[str, Any] = {}
    for i in range(rows):
        names = pairs.get(f"{path}[{i}].nom", ("",))
        value = _value(item, pairs, f"{path}[{i}].valeur")
        found[_untaken(names[-1], found)] = None if value is ABSENT else value
    return found


def _row_count(pairs: Pairs, path: str) -> int:
    """Return the number of rows in the form."""
    count = pairs[f"{path}[]"][-1]
    return min(int(count), MOST_ROWS) if _COUNT.fullmatch(count) else 0


def _untaken(name: str, taken: Mapping[str, Any]) -> str:
    """Return the name, with a number when another row has it: no row may disappear silently. A
    missing name stays missing."""
    if name not in taken:
        return name
    more = (f" {n}" if name.strip() else " " * n for n in range(2, MOST_ROWS + 2))
    return next(candidate for each in more if (candidate := name + each) not in taken)
