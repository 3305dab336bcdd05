"""What the declarations of a game name: fields, records, values, identifiers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablee.rules.game import Game
from tablee.rules.schema import Field, Group, Tagged, fields_of
from tablee.rules.shapes import Choice, Either, Many, Named, Several, Shape
from tablee.rules.sheet import kinds_of


def declared_names(game: Game) -> Iterator[tuple[str, str, str]]:
    """Yield each identifier that needs a word, the class that has it, and a note for messages."""
    records: list[tuple[str, type[Any]]] = [(game.rulings.__name__, game.rulings)]
    for kind in game.procedures:
        yield kind.id, kind.__name__, "procedure"
        yield from ((name, kind.__name__, f"utility of {kind.id}") for name in kind.utilities)
        records += [(kind.id, kind), (f"result of {kind.id}", kind.result_type())]
    records += [(f"sheet {sheet.__name__}", sheet) for sheet in kinds_of(game)]
    for where, record in records:
        own = record.__name__
        yield from ((field.name, own, f"field of {where}") for field in declared_fields(record))
        yield from ((value, own, f"value in {where}") for value in declared_values(record))
    yield game.leader, "Game", "leader"


def declared_fields(record: type[Any]) -> Iterator[Field]:
    """Yield all fields of a record and of the records inside it."""
    for each in records_of(record):
        yield from fields_of(each).values()


def records_of(record: type[Any]) -> Iterator[type[Any]]:
    """Yield a record and all records inside it, each time it occurs."""
    yield record
    for field in fields_of(record).values():
        for inner in _records(field.shape):
            yield from records_of(inner)


def declared_values(record: type[Any]) -> Iterator[str]:
    """Yield all literal texts that a field of a record (or of one inside it) may have, and the names
    by which records are distinguished."""
    for field in declared_fields(record):
        for shape in _within(field.shape):
            if isinstance(shape, Choice):
                yield from (value for value in shape.values if isinstance(value, str))
            elif isinstance(shape, Tagged):
                yield from shape.named()


def _within(shape: Shape) -> Iterator[Shape]:
    yield shape
    inner: tuple[Shape, ...] = ()
    match shape:
        case Either(shapes=shapes):
            inner = shapes
        case Many(item=item) | Named(item=item):
            inner = (item,)
        case Several(items=items):
            inner = items
    for each in inner:
        yield from _within(each)


def _records(shape: Shape) -> Iterator[type[Any]]:
    for each in _within(shape):
        if isinstance(each, Group):
            yield each.record
        elif isinstance(each, Tagged):
            yield from each.records
