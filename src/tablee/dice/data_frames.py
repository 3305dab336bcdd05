"""Laws as rows of plain values, and as data frames of polars or pandas where those are
installed."""

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
    """A row with its chance behind: `p` exact as text (`"1/12"`), `chance` as a float.

    A column of a law that has one of these names keeps it; the chance is then `p_` or `chance_`.
    """
    with any_length():
        exact = str(chance)
    return {**values, added("p", values): exact, added("chance", values): float(chance)}


def added(name: str, values: Row) -> str:
    """A name for a column beside those of `values`: with `_` behind it when it is taken."""
    while name in values:
        name += "_"
    return name


@contextmanager
def any_length() -> Iterator[None]:
    """Exact chances may have more digits than Python writes by default."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(before)


def polars_frame(rows: Sequence[Row]) -> polars.DataFrame:
    """The rows as a frame of polars. Raises `ImportError` when it is not installed."""
    frame: polars.DataFrame = _library("polars").DataFrame(_columns(rows))
    return frame


def pandas_frame(rows: Sequence[Row]) -> pandas.DataFrame:
    """The rows as a frame of pandas. Raises `ImportError` when it is not installed."""
    frame: pandas.DataFrame = _library("pandas").DataFrame(_columns(rows))
    return frame


def _library(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name != name:
            raise
        told = f"to_{name}() needs {name}, which is not installed: pip install {name}"
        raise ImportError(told, name=name) from None


def _columns(rows: Sequence[Row]) -> dict[str, list[Any]]:
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: _column([row.get(name) for row in rows]) for name in names}


_LARGEST = 2**63
"""Whole numbers of a frame have 64 bits."""


def _column(values: list[Any]) -> list[Any]:
    """One column of one kind: all that is no plain value, or a mixture of kinds, as text."""
    kinds = {type(value) for value in values if value is not None}
    fits = all(type(v) is not int or -_LARGEST <= v < _LARGEST for v in values)
    if len(kinds) <= 1 and kinds <= {bool, int, float, str} and fits:
        return values
    return [None if value is None else _text(value) for value in values]


def _text(value: Any) -> str:
    """A value as text: lists, objects and booleans as JSON."""
    if isinstance(value, list | dict | bool):
        return json.dumps(value, ensure_ascii=False)
    return str(value)
