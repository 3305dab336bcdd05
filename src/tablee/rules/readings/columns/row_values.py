"""Values of many states at once: answers for some rows, single numbers, the options of a form."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from tablee.rules.forms import Form, NumberOrWord, number_or_word
from tablee.rules.readings.columns.column import Column, Truth, Unsuited


def single(numbers: Any) -> Any:
    """Return the number of all rows where it is the same, else the numbers."""
    if isinstance(numbers, np.ndarray) and (numbers == numbers[0]).all():
        return int(numbers[0])
    return numbers


def options_of(form: Form[Any]) -> list[Any]:
    """Return the answers that a form offers."""
    try:
        return list(form.values())
    except TypeError:
        raise Unsuited("free text") from None


def widest(form: Form[Any]) -> Form[Any]:
    """Return a form that offers as much as that of any row."""
    if isinstance(form, NumberOrWord) and isinstance(form.high, Column):
        return number_or_word(int(form.high.now().max()), form.word)
    return form


def rows_of(value: Any, rows: Any) -> Any:
    """Return an answer for some rows: arrays in place of columns."""
    if isinstance(value, tuple):
        return tuple(rows_of(each, rows) for each in value)
    if isinstance(value, Column):
        return value.now()[rows] if value.settled is None else value.settled
    return value


def settled(value: Any) -> Any:
    """Return a value with a single number in place of each column."""
    if isinstance(value, Column):
        return value.settle()
    if isinstance(value, Truth):
        return bool(value)
    if type(value) is tuple:
        return tuple(settled(each) for each in value)
    if isinstance(value, msgspec.Struct):
        fields = {name: settled(getattr(value, name)) for name in type(value).__struct_fields__}
        return type(value)(**fields)
    return value
