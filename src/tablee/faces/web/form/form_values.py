"""What was filled in, as JSON for the door: every name of the form is the path of a parameter.

What cannot be read (a word where a number belongs) is passed on as it was typed, so that the door
refuses it under its own name and the form can show it again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from tablee.faces.json_input import parse
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
"""The fields of a form or the parameters of a link: name -> the values given, in order."""
ABSENT: Any = msgspec.UNSET
NESTED = "~"
"""`path=~0` chooses shape 0 of several; its own fields are named `path~0…`."""
MOST_ROWS = 200
_COUNT = re.compile(r"[0-9]{1,9}", re.ASCII)
_WHOLE = re.compile(r"[+-]?[0-9]{1,18}", re.ASCII)
_DECIMAL = re.compile(r"-?[0-9]{1,18}[.,][0-9]{1,18}", re.ASCII)


def read_params(record: type[Any], pairs: Pairs, prefix: str = "") -> dict[str, Any]:
    """The values given to the fields of a record; those not given are left out."""
    read: dict[str, Any] = {}
    for name, field in fields_of(record).items():
        value = _value(field.shape, pairs, f"{prefix}{name}")
        if value is not ABSENT:
            read[name] = value
    return read


def constants(shape: Shape) -> list[Any]:
    """The values that a shape names one by one."""
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
    """How a named value stands in a form or a link."""
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else str(value)


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
    """The value that a text means for a shape, or the text itself."""
    for constant in constants(shape):
        if constant_text(constant) == text:
            return constant
    plain = text.replace("\u2212", "-").replace("\u202f", "").replace("\u00a0", "")
    if isinstance(shape, Whole | Ratio | Choice) and _WHOLE.fullmatch(plain):
        return int(plain)
    if isinstance(shape, Ratio) and _DECIMAL.fullmatch(plain):
        return str(Fraction(plain.replace(",", ".")))
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
    """A link may name the rows of a list without saying which of the shapes it means."""
    for shape in shapes:
        if isinstance(shape, Many) and (f"{path}[]" in pairs or f"{path}[0]" in pairs):
            return _value(shape, pairs, path)
    return ABSENT


def _many(item: Shape, pairs: Pairs, path: str, text: str | None) -> Any:
    """Rows `path[0]…` (their number in `path[]`), or plain values with commas between them."""
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
    """An event: its `type`, and the fields of the record of that name."""
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
    """How many rows the form says that there are."""
    count = pairs[f"{path}[]"][-1]
    return min(int(count), MOST_ROWS) if _COUNT.fullmatch(count) else 0


def _untaken(name: str, taken: Mapping[str, Any]) -> str:
    """The name, with a number where another row has it: no row may drop out unseen. One that is
    missing stays so."""
    if name not in taken:
        return name
    more = (f" {n}" if name.strip() else " " * n for n in range(2, MOST_ROWS + 2))
    return next(told for each in more if (told := name + each) not in taken)
