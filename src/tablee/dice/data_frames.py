"""Laws as rows of plain values, and as data frames of polars or pandas."""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas
    import polars

Row = Mapping[str, Any]


def with_chance(values: Row, chance: Fraction) -> dict[str, Any]:
    """Return a row with its chance appended: `p` exact as text (`"1/12"`), `chance` as a float.

    Where `values` has a column of that name, the new column is `p_` or `chance_`.
    """
    with any_length():
        exact = str(chance)
    return {**values, added("p", values): exact, added("chance", values): float(chance)}


def added(name: str, values: Row) -> str:
    """Return a column name that `values` does not have: `name`, with `_` appended if needed."""
    while name in values:
        name += "_"
    return name


@contextmanager
def any_length() -> Iterator[None]:
    """Lift Python's limit on the digits of an integer in a `with` body, for exact chances."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(before)


def polars_frame(rows: Sequence[Row]) -> polars.DataFrame:
    """Return the rows as a polars frame. Raises `ImportError` when polars is not installed."""
    frame: polars.DataFrame = _library("polars").DataFrame(_columns(rows))
    return frame


def pandas_frame(rows: Sequence[Row]) -> pandas.DataFrame:
    """Return the rows as a pandas frame. Raises `ImportError` when pandas is not installed."""
    frame: pandas.DataFrame = _library("pandas").DataFrame(_columns(rows))
    return frame


def _library(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name != name:
            raise
        message = f"to_{name}() needs {name}, which is not installed: pip install {name}"
        raise ImportError(message, name=name) from None


def _columns(rows: Sequence[Row]) -> dict[str, list[Any]]:
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: _column([row.get(name) for row in rows]) for name in names}


_LARGEST = 2**63
"""Bound of the whole numbers of a frame, which have 64 bits."""


def _column(values: list[Any]) -> list[Any]:
    """Return a column of one type: mixed types and values that are not plain become text."""
    kinds = {type(value) for value in values if value is not None}
    fits = all(type(v) is not int or -_LARGEST <= v < _LARGEST for v in values)
    if len(kinds) <= 1 and kinds <= {bool, int, float, str} and fits:
        return values
    return [None if value is None else _text(value) for value in values]


def _text(value: Any) -> str:
    """Return a value as text: lists, objects and booleans as JSON."""
    if isinstance(value, list | dict | bool):
        return json.dumps(value, ensure_ascii=False)
    return str(value)
