"""A choice that nobody is there to answer, told as what its parameter takes instead of "ask"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any

from tablee.rules.forms import Form, NumberFrom
from tablee.rules.procedure import Procedure
from tablee.rules.refusal import Refusal
from tablee.rules.schema import fields_of
from tablee.rules.shapes import Choice, Either, Many, Shape
from tablee.rules.trace import plain

ASKED = "ask"
TRIED = 50
"""So many values of a form are held against a parameter, the first ones."""


@contextmanager
def as_parameters_take(procedure: Procedure[Any]) -> Iterator[None]:
    """`with as_parameters_take(procedure):` a choice that is needed inside is refused with what the
    parameter takes that it is named by. What is offered where the choice stands is told as long as
    it may be written there: it may be less."""
    try:
        yield
    except Refusal as refusal:
        shape = _shape_at(procedure, refusal.field)
        form = refusal.numbers.get("form")
        if refusal.kind != "choice_needed" or shape is None or _written(form, shape):
            raise
        field, got = refusal.field, refusal.got
        raise Refusal("choice_needed", field, got, "{shape:shape}", shape=_fixed(shape)) from None


def _written(form: Form[Any] | None, shape: Shape) -> bool:
    """Whether the values of a form may stand in a parameter, each as it is."""
    if form is None:
        return True
    if isinstance(form, NumberFrom):
        return shape.takes(form.low) and shape.takes(form.high)
    try:
        return all(shape.takes(plain(value)) for value in islice(form.values(), TRIED))
    except TypeError:  # somebody's own words
        return False


def _fixed(shape: Shape) -> Shape:
    """What may stand in a parameter but for "ask"."""
    if isinstance(shape, Choice):
        return Choice(tuple(value for value in shape.values if value != ASKED))
    if not isinstance(shape, Either):
        return shape
    left = tuple(each for each in map(_fixed, shape.shapes) if each != Choice(()))
    return left[0] if len(left) == 1 else Either(left)


def _shape_at(record: Any, path: str) -> Shape | None:
    """What may stand at a path of a record (`participants[0].ecartes`); None where no field is."""
    value, shape = record, None
    for name, place in re.findall(r"(\w+)|\[(\d+)\]", path):
        if place:
            if not isinstance(shape, Many) or int(place) >= len(value):
                return None
            value, shape = value[int(place)], shape.item
            continue
        field = fields_of(type(value)).get(name) if hasattr(value, "__struct_fields__") else None
        if field is None:
            return None
        value, shape = getattr(value, name), field.shape
    return shape
