"""The parameters of a run that may take other values, each with some of them.

The declaration decides which: named numbers first, then required parameters, then choices and small
ranges, then the others; last the fields of records that are given. The module computes no law.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from tablee.faces.messages import named_numbers, path_in_words
from tablee.faces.param_paths import path_of, with_values
from tablee.faces.pictures.chart_data import value_word
from tablee.rules.contract_json import ParamsJson
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import RunInput, read_run
from tablee.rules.schema import Field, Group, fields_of
from tablee.rules.shapes import Choice, Either, Many, Shape, Whole
from tablee.rules.texts.typography import capital
from tablee.rules.texts.words import Words

MOST_WORDS = 7
"""Maximum number of named values that are all shown."""
EITHER_SIDE = 2
"""Number of values of a scale shown on each side of the given one."""
MOST_SCALES = 40
"""Maximum number of parameters that are offered."""
_SMALL = 12
"""Maximum size of a small range."""
_INNER = 5
"""How much later a field of a record ranks than the same parameter of the rule."""


class Scale(msgspec.Struct, frozen=True):
    """A parameter that may vary, by its path (`talent`, `a.talent`): the given value, its values in
    order, and its `rank` (the lowest is preferred)."""

    name: str
    given: Any
    values: tuple[Any, ...]
    rank: int

    def label(self, words: Words) -> str:
        steps = [f"[{step}]" if step.isdigit() else f".{step}" for step in path_of(self.name)]
        return capital(path_in_words(words, "".join(steps).removeprefix(".")))

    def value_label(self, value: Any, words: Words) -> str:
        """Return a label of a value: « difficile −5 », « élite », « d12 », « 3 »."""
        name = self.name.rpartition(".")[2]
        if type(value) is not int:
            return value_word(value, name, words)
        own = words.game.words if words.game else {}
        shown = words.spoken_number(value, name, value > 0 and f"{name}.-{value}" in own)
        label = words.label(value, name) if f"{name}.{value}" in own else shown
        return shown if label == shown else f"{label} {shown}"


def scales_of(question: RunInput, words: Words) -> list[Scale]:
    """Return the parameters that may vary, the preferred ones first."""
    found = _scales(type(question.procedure), question.given, words, "", 0)
    return sorted(found, key=lambda scale: scale.rank)[:MOST_SCALES]


def with_other_values(question: RunInput, changes: ParamsJson) -> RunInput:
    """Return a run with other values of some parameters. Raises `Refusal`."""
    kind = type(question.procedure)
    params = with_values(kind, question.given, [(path_of(k), v) for k, v in changes.items()])
    run = {"procedure": kind.id, "params": params, "rulings": question.given_rulings}
    return read_run(run)


def accepted(question: RunInput, scale: Scale, value: Any) -> bool:
    """Return whether the rules accept another value. Raises `Refusal` for the given one."""
    try:
        with_other_values(question, {scale.name: value})
    except Refusal:
        if value == scale.given:
            raise
        return False
    return True


def _scales(
    record: type[Any], given: Mapping[str, Any], words: Words, at: str, later: int
) -> Iterator[Scale]:
    for field in fields_of(record).values():
        value, path = given.get(field.name, field.default), f"{at}{field.name}"
        scale = _scale(field, path, value, words)
        if scale is not None and len(scale.values) > 1:
            yield msgspec.structs.replace(scale, rank=scale.rank + later)
        for place, inner, values in _inner(field.shape, value):
            yield from _scales(inner, values, words, f"{path}{place}.", later + _INNER)


def _inner(shape: Shape, value: Any) -> Iterator[tuple[str, type[Any], Mapping[str, Any]]]:
    """Yield (place, record, values) of each record that is given as the value of a field."""
    for each in _shapes(shape):
        match each:
            case Group(record=record) if isinstance(value, Mapping):
                yield "", record, value
            case Many(item=item) if isinstance(value, list | tuple):
                for place, member in enumerate(value):
                    for deeper, record, values in _inner(item, member):
                        yield f".{place}{deeper}", record, values


def _scale(field: Field, path: str, value: Any, words: Words) -> Scale | None:
    needed = 1 if field.required else 0
    for shape in _shapes(field.shape):
        match shape:
            case Choice(values=values) if value in values and value != "ask":
                offered = tuple(each for each in values if each != "ask")
                if len(offered) <= MOST_WORDS:
                    return Scale(path, value, offered, 2 - needed)
            case Whole(low=low, high=high) if type(value) is int:
                steps = named_numbers(words, field.name, shape)
                if steps:
                    return Scale(path, value, _around(value, steps), 0)
                least = value - EITHER_SIDE if low is None else max(low, value - EITHER_SIDE)
                most = value + EITHER_SIDE if high is None else min(high, value + EITHER_SIDE)
                small = low is not None and high is not None and high - low < _SMALL
                rank = 1 if field.required else 3 if small else 4
                return Scale(path, value, tuple(range(least, most + 1)), rank)
    return None


def _shapes(shape: Shape) -> tuple[Shape, ...]:
    return shape.shapes if isinstance(shape, Either) else (shape,)


def _around(value: int, named: Sequence[int]) -> tuple[int, ...]:
    """Return a value and the named values next to it."""
    falling = len(named) > 1 and named[0] > named[-1]
    scale = sorted({*named, value}, reverse=falling)
    place = scale.index(value)
    return tuple(scale[max(0, place - EITHER_SIDE) : place + EITHER_SIDE + 1])
