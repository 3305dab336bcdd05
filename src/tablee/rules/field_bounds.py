"""The bounds of the values of a field: ranges that no value is in, and marks that mean nothing.

A command without a file does not need this module. It may import shapes and marks; it must not know
records.
"""

from __future__ import annotations

import types
import typing
from collections import abc
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec

from tablee.rules.field_marks import (
    AS_OBJECT,
    DAYS,
    HOURS,
    Among,
    AtMost,
    Landmarks,
    OnSheet,
    ReceivedLater,
    ShownWhen,
)
from tablee.rules.fixed_rulings import Numbered
from tablee.rules.shapes import Many, Named, Ratio, Shape, Text, Whole, written

_NUMBER = frozenset({"ge", "gt", "le", "lt"})
_LENGTH = frozenset({"min_length", "max_length"})
_USED: Mapping[Any, frozenset[str]] = {
    int: _NUMBER,
    Fraction: _NUMBER,
    str: _LENGTH | {"pattern"},
}
"""Type -> the bounds that its values may have."""
_BOUNDS = (*sorted(_NUMBER), "multiple_of", *sorted(_LENGTH), "pattern")
_MARKS = (Shape, Numbered, OnSheet, Landmarks, AtMost, ReceivedLater, Among, ShownWhen)
_WORDS = (AS_OBJECT, HOURS, DAYS)
_NONE = "une borne que ce type a : {known:=}"
_MULTIPLE = "Literal[…] pour quelques valeurs, ou « check », qui refuse les autres"
_MARK = 'Meta(ge=0, le=6, description="…"), on_sheet(…) ou shown_when(…)'


def ends_of(shape: Ratio) -> tuple[Fraction | None, Fraction | None]:
    """Return the ends of a range, whether it holds them or not; None for one without end."""
    lows = [each for each in (shape.low, shape.above) if each is not None]
    highs = [each for each in (shape.high, shape.below) if each is not None]
    return max(lows, default=None), min(highs, default=None)


def empty_range(shape: Shape) -> tuple[Any, Any] | None:
    """Return the ends of the range of a shape that no value is in, None for any other one."""
    low: Any
    high: Any
    match shape:
        case Whole(low=low, high=high):
            full = low is None or high is None or low <= high
        case Text(shortest=low, longest=high):
            full = low <= high
        case Many(least=low, most=high) | Named(least=low, most=high):
            full = high is None or low <= high
        case Ratio():
            low, high = ends_of(shape)
            full = low is None or high is None or low < high or shape.takes(written(low))
        case _:
            return None
    return None if full else (low, high)


def useless_marks(hint: Any) -> Iterator[tuple[str, str, str]]:
    """Yield (mark, what is allowed, known bounds) of the marks in an annotation that mean nothing there."""
    if get_origin(hint) is Annotated:
        inner, *extras = get_args(hint)
        if any(isinstance(extra, Shape) for extra in extras):
            return
        used = _used(inner)
        for extra in extras:
            if isinstance(extra, msgspec.Meta):
                yield from _useless_bounds(extra, used)
            elif not isinstance(extra, _MARKS) and extra not in _WORDS:
                yield getattr(extra, "__name__", None) or repr(extra), _MARK, ""
        yield from useless_marks(inner)
    elif get_origin(hint) is not Literal:
        for part in get_args(hint):
            yield from useless_marks(part)


def _useless_bounds(meta: msgspec.Meta, used: frozenset[str]) -> Iterator[tuple[str, str, str]]:
    for name in _BOUNDS:
        value = getattr(meta, name)
        if value is not None and name not in used:
            allowed = _MULTIPLE if name == "multiple_of" else _NONE
            yield f"{name}={value!r}", allowed, ", ".join(sorted(used)) or "–"


def _used(hint: Any) -> frozenset[str]:
    """Return the bounds that some value of a type may have."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated or origin in (typing.Union, types.UnionType):
        inner = arguments[:1] if origin is Annotated else arguments
        return frozenset().union(*map(_used, inner))
    if (origin is tuple and arguments[1:] == (Ellipsis,)) or origin in (abc.Sequence, abc.Mapping):
        return _LENGTH
    return _USED.get(hint, frozenset())
