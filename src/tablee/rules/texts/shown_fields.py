"""The fields of a game that are shown in a special way: texts that a person writes, which stay as they
were written, and numbers that count time, which are durations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from tablee.rules.procedure import Procedure
from tablee.rules.schema import fields_of, records_in
from tablee.rules.shapes import Choice, Either, Many, Named, Ratio, Several, Shape, Text

_CODED = frozenset({"procedure"})
"""Fields whose texts are always identifiers."""


class FreeTexts(NamedTuple):
    """`values`: field that holds a written text -> the identifiers that it may hold too. `keys`:
    the fields that hold an object of written names."""

    values: Mapping[str, frozenset[Any]]
    keys: frozenset[str]


@lru_cache(64)
def free_texts(procedures: tuple[type[Procedure[Any]], ...]) -> FreeTexts:
    """Return the fields that hold written texts in some procedures of a game.

    A text with a pattern is an identifier, and so are the texts of a decision.
    """
    keys: set[str] = set()
    written: set[str] = set()
    coded: set[str] = set(_CODED)
    literals: dict[str, set[Any]] = {}
    for name, shape in field_shapes(procedures):
        if isinstance(shape, Text):
            (coded if shape.pattern else written).add(name)
        elif isinstance(shape, Named):
            keys.add(name)
        elif isinstance(shape, Choice):
            literals.setdefault(name, set()).update(shape.values)
    asked = {name for name, values in literals.items() if "ask" in values}
    free = written - coded - asked
    values = {name: frozenset(literals.get(name, ())) for name in free}
    return FreeTexts(values, frozenset(keys))


@lru_cache(64)
def duration_fields(procedures: tuple[type[Procedure[Any]], ...]) -> Mapping[str, int]:
    """Return the fields that count time in some procedures of a game, with the hours of their
    unit."""
    shapes = field_shapes(procedures)
    return {n: each.hours for n, each in shapes if isinstance(each, Ratio) and each.hours}


def field_shapes(procedures: Iterable[type[Procedure[Any]]]) -> Iterator[tuple[str, Shape]]:
    """Yield the name and each possible shape of all fields in procedures, their results and the
    records inside them."""
    waiting = [record for kind in procedures for record in (kind, kind.result_type())]
    seen: set[type[Any]] = set()
    while waiting:
        record = waiting.pop()
        if record in seen:
            continue
        seen.add(record)
        for name, field in fields_of(record).items():
            waiting += records_in(field.shape)
            for shape in _alternatives(field.shape):
                yield name, shape


def _alternatives(shape: Shape) -> Iterator[Shape]:
    match shape:
        case Either(shapes=shapes) | Several(items=shapes):
            for each in shapes:
                yield from _alternatives(each)
        case Many(item=item):
            yield from _alternatives(item)
        case Named(item=item):
            yield shape
            yield from _alternatives(item)
        case _:
            yield shape
