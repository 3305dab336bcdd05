"""The check of what a rule returns, in every reading."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from inspect import unwrap
from typing import Any, NamedTuple

from tablee.rules.procedure import UNWANTED, Procedure, Result, Utility
from tablee.rules.refusal import Refusal, refuse
from tablee.rules.schema import NoResult, WrongField, fields_of
from tablee.rules.shapes import Choice, Many, Shape, Text, Whole, YesNo

Test = Callable[[Any], bool]
WORTH = "pour le but « {name:=} », un nombre entier ou une Fraction"
"""What is allowed as the worth of a result."""


def returned(procedure: Procedure[Any], result: Any) -> Any:
    """Return the result of a rule.

    Raises `NoResult` when it is none, for instance because a `return` is missing on some path through
    the rule, and `WrongField` when a field has not its declared type.
    """
    for name, shape, fits in _tests(result.__class__):
        value = getattr(result, name)
        if not fits(value) and value is not UNWANTED:
            raise WrongField(type(result).__name__, name, shape, value)
    if not isinstance(result, Result):
        raise NoResult(procedure.result_type().__name__, result)
    return result


def wrong_worth(procedure: Procedure[Any], utility: Utility, worth: Any) -> Refusal:
    """Return the refusal of the worth of a result that is no number, with the line of the utility."""
    names = (name for name, each in type(procedure).utilities.items() if each is utility)
    code = getattr(unwrap(utility), "__code__", None)
    place = f"{code.co_filename}:{code.co_firstlineno}" if code else procedure.id
    return refuse(place, str(worth), WORTH, name=next(names, "–"))


class _Field(NamedTuple):
    name: str
    shape: Shape
    fits: Test


@cache
def _tests(kind: type[Any]) -> tuple[_Field, ...]:
    """Return the fields whose values are numbers, truth values and texts, or lists of them."""
    found: list[_Field] = []
    if not issubclass(kind, Result):
        return ()
    for name, field in fields_of(kind).items():
        fits = _test(field.shape)
        if fits is not None:
            found.append(_Field(name, field.shape, fits))
    return tuple(found)


def _test(shape: Shape) -> Test | None:
    """Return the quick test of a shape, None for a shape that is not tested."""
    match shape:
        case Whole(low=None, high=None):
            return lambda value: type(value) is int
        case Choice(values=values):
            allowed = {(type(each), each) for each in values}
            return lambda value: isinstance(value, str | int) and (type(value), value) in allowed
        case Many(item=item):
            inner = _test(item) or (lambda value: True)
            return lambda value: isinstance(value, tuple) and all(map(inner, value))
        case Whole() | YesNo() | Text():
            return shape.takes
        case _:
            return None
