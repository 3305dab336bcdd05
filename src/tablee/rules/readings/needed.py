"""Refusals of a needed choice, with the values that its parameter accepts besides "ask"."""

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

ASK_VALUE = "ask"
MAX_CHECKED_VALUES = 50
"""Maximum number of values of a form that are checked against a parameter."""


@contextmanager
def refused_as_parameters(procedure: Procedure[Any]) -> Iterator[None]:
    """Replace refusals of a needed choice inside a `with` body, where its parameter takes other values.

    The refusal then names the values of the parameter. Where the parameter accepts every value that
    the choice offers, the refusal keeps the (perhaps fewer) values of the choice.
    """
    try:
        yield
    except Refusal as refusal:
        shape = _shape_at(procedure, refusal.field)
        form = refusal.numbers.get("form")
        if refusal.kind != "choice_needed" or shape is None or _takes_all(form, shape):
            raise
        field, got = refusal.field, refusal.got
        raise Refusal(
            "choice_needed", field, got, "{shape:shape}", shape=_without_ask(shape)
        ) from None


def _takes_all(form: Form[Any] | None, shape: Shape) -> bool:
    """Return whether a parameter accepts the values of a form."""
    if form is None:
        return True
    if isinstance(form, NumberFrom):
        return shape.takes(form.low) and shape.takes(form.high)
    try:
        return all(shape.takes(plain(value)) for value in islice(form.values(), MAX_CHECKED_VALUES))
    except TypeError:  # free text
        return False


def _without_ask(shape: Shape) -> Shape:
    """Return the values of a parameter without "ask"."""
    if isinstance(shape, Choice):
        return Choice(tuple(value for value in shape.values if value != ASK_VALUE))
    if not isinstance(shape, Either):
        return shape
    left = tuple(each for each in map(_without_ask, shape.shapes) if each != Choice(()))
    return left[0] if len(left) == 1 else Either(left)


def _shape_at(record: Any, path: str) -> Shape | None:
    """Return the values at a path of a record (`participants[0].ecartes`), None for no field."""
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
