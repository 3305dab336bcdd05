"""Arithmetic of rules that also serves many states at once.

A reading may run a rule for many states that differ only in numbers: a number is then a column of
numbers, with the same operators. `max`, `min` and an index need a single number, so that the rule
would be run again for each. These functions take columns as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, TypeVar

T = TypeVar("T")


def at_least(low: int, number: int) -> int:
    """Return the larger of two numbers."""
    if type(low) is type(number) is int:
        return max(low, number)
    column, other = _with_column(low, number)
    found: int = column.at_least(other)
    return found


def at_most(high: int, number: int) -> int:
    """Return the smaller of two numbers."""
    if type(high) is type(number) is int:
        return min(high, number)
    column, other = _with_column(high, number)
    found: int = column.at_most(other)
    return found


def entry(table: Sequence[int], place: int) -> int:
    """Return `table[place]`, a number."""
    if type(place) is int:
        return table[place]
    column: Any = place
    found: int = column.entry(table)
    return found


def _with_column(one: Any, other: Any) -> tuple[Any, Any]:
    """Return two numbers, of which at least one is a column, with a column first."""
    return (other, one) if type(one) is int else (one, other)


def cached_by_number(function: Callable[[int], T]) -> Callable[[int], T]:
    """Return a function of a number that keeps its results. It does not keep those of columns."""
    kept: dict[int, T] = {}

    @wraps(function)
    def found(number: int) -> T:
        if type(number) is not int:
            return function(number)
        result = kept.get(number)
        if result is None:
            result = kept[number] = function(number)
        return result

    return found
