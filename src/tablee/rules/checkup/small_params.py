"""Small parameters of procedures, to try them with: the ends of the ranges of required fields."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from typing import Any, Literal

from msgspec import UNSET

from tablee.rules.field_bounds import ends_of
from tablee.rules.game import Game
from tablee.rules.procedure import Procedure
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import RunInput, ask_of
from tablee.rules.schema import Group, Tagged, fields_of
from tablee.rules.shapes import (
    Choice,
    Either,
    Entries,
    Many,
    Named,
    Nothing,
    Ratio,
    Several,
    Shape,
    Text,
    Whole,
    YesNo,
    written,
)

End = Literal["low", "high"]
ENDS: tuple[End, End] = ("low", "high")
MOST_WORDS = 8
"""Most words of one parameter that are tried."""


def small_questions(game: Game, kind: type[Procedure[Any]]) -> Iterator[RunInput]:
    """Yield questions about a procedure: with its lowest and its highest required parameters."""
    asked: list[dict[str, Any]] = []
    for end in ENDS:
        try:
            params = small_params(kind, end)
        except LookupError:
            return
        if params in asked:
            continue
        asked.append(params)
        try:
            question = ask_of(kind, game, params)
        except Refusal:
            continue
        yield question


def other_questions(game: Game, kind: type[Procedure[Any]]) -> Iterator[RunInput]:
    """Yield questions about a procedure in which one parameter with a default has another value: an
    end of its range, or another word."""
    questions = list(small_questions(game, kind))
    if not questions:
        return
    params = questions[-1].given
    for field in fields_of(kind).values():
        if field.required or field.default is UNSET:
            continue
        known = [field.shape.show(field.default)]
        for value in _ends_of(field.shape):
            if value in known:
                continue
            known.append(value)
            with suppress(Refusal):
                yield ask_of(kind, game, {**params, field.name: value})


def _ends_of(shape: Shape) -> list[Any]:
    """Return a few values of a shape, as JSON."""
    match shape:
        case Choice(values=values):
            return list(values[:MOST_WORDS])
        case Either(shapes=shapes):
            return [value for each in shapes for value in _ends_of(each)]
    try:
        return [small_value(shape, end) for end in ENDS]
    except LookupError:
        return []


def small_params(record: type[Any], end: End) -> dict[str, Any]:
    """Return values for the fields of a record that have no default."""
    return {
        name: small_value(field.shape, end)
        for name, field in fields_of(record).items()
        if field.required
    }


def small_value(shape: Shape, end: End) -> Any:
    """Return a small value of a shape, as JSON: one of its ends."""
    match shape:
        case Whole(low=low, high=high) if end == "high":
            return high if high is not None else (low or 0) + 2
        case Whole(low=low, high=high):
            return low if low is not None else min(1, 1 if high is None else high)
        case Ratio():
            return _small_ratio(shape, end)
        case YesNo():
            return end == "high"
        case Text(shortest=shortest):
            return "x" * shortest
        case Choice(values=values):
            return values[0 if end == "low" else -1]
        case Nothing():
            return None
        case Many(item=item, least=least):
            return [small_value(item, end)] * max(least, int(end == "high"))
        case Several(items=items):
            return [small_value(item, end) for item in items]
        case Named(item=item, least=least) | Entries(item=item, least=least, pattern=""):
            count = max(least, int(end == "high"))
            return {f"nom {n}": small_value(item, end) for n in range(1, count + 1)}
        case Group(record=record):
            return small_params(record, end)
        case Tagged():
            name, record = next(iter(shape.named().items()))
            return {"type": name} | small_params(record, end)
        case Either(shapes=shapes):
            return small_value(shapes[0 if end == "low" else -1], end)
        case _:
            raise LookupError(f"no small value of {shape!r}")


def _small_ratio(shape: Ratio, end: End) -> str:
    """Return an end of a range, the middle where it does not hold its end."""
    low, high = ends_of(shape)
    if low is None:
        low = Fraction(1) if high is None else high - 1
    found = low if end == "low" or high is None else high
    if not shape.takes(written(found)):
        found = low + 1 if high is None else (low + high) / 2
    return written(found)
