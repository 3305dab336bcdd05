"""Columns: the numbers of many states at once, which a rule uses like plain numbers.

A rule runs on a batch of states that differ only in numbers. Arithmetic and comparisons of columns
give columns. Where the rule needs a single answer (`if`, an index, a key of a cache), the batch is
split: the rule goes on for the rows that agree with the first one, and the others are walked later.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

_DIVISIONS = (np.floor_divide, np.mod)


class Unsuited(Exception):
    """Error: a rule does something that this reading cannot follow; another reading must."""


class Batch:
    """The rows that a rule runs for. `split_off`: function that keeps rows for later.

    `steps`: for each change of the rows so far, the rows that each row comes from. Columns follow
    when they are used.
    """

    def __init__(self, split_off: Callable[[Any], None]) -> None:
        self.count = 0
        self.steps: list[Any] = []
        self._split_off = split_off

    def select(self, rows: Any) -> None:
        """Replace the rows by some of them, each any number of times."""
        self.steps.append(rows)
        self.count = len(rows)

    def agree(self, same: Any) -> None:
        """Keep the rows where `same` is true; split off the others."""
        if not same.all():
            self._split_off(np.flatnonzero(~same))
            self.select(np.flatnonzero(same))


def _operation(plain: Any, quick: Any, turned: bool = False) -> Any:
    """Return the method of an operation of all rows."""

    def method(self: Any, other: Any) -> Any:
        return self.with_number(other, plain, quick, turned)

    return method


def _equality(plain: Any, quick: Any) -> Any:
    """Return the method that compares each row; no number is equal to a word or to None."""
    unlike = plain(0, None)

    def method(self: Any, other: Any) -> Any:
        if other is None or isinstance(other, str):
            return unlike
        return self.with_number(other, plain, quick)

    return method


def _plainly(plain: Any, turned: bool = False) -> Any:
    """Return the method of an operation that needs plain numbers."""

    def method(self: Any, other: Any) -> Any:
        number = operator.index(self)
        return plain(other, number) if turned else plain(number, other)

    return method


class _Arithmetic:
    """The operations of columns and of truth values."""

    __slots__ = ()

    __add__ = _operation(operator.add, np.add)
    __radd__ = _operation(operator.add, np.add, True)
    __sub__ = _operation(operator.sub, np.subtract)
    __rsub__ = _operation(operator.sub, np.subtract, True)
    __mul__ = _operation(operator.mul, np.multiply)
    __rmul__ = _operation(operator.mul, np.multiply, True)
    __floordiv__ = _operation(operator.floordiv, np.floor_divide)
    __rfloordiv__ = _operation(operator.floordiv, np.floor_divide, True)
    __mod__ = _operation(operator.mod, np.mod)
    __rmod__ = _operation(operator.mod, np.mod, True)
    __lt__ = _operation(operator.lt, np.less)
    __le__ = _operation(operator.le, np.less_equal)
    __gt__ = _operation(operator.gt, np.greater)
    __ge__ = _operation(operator.ge, np.greater_equal)
    __eq__ = _equality(operator.eq, np.equal)
    __ne__ = _equality(operator.ne, np.not_equal)
    __truediv__ = _plainly(operator.truediv)
    __rtruediv__ = _plainly(operator.truediv, True)
    __pow__ = _plainly(operator.pow)
    __rpow__ = _plainly(operator.pow, True)
    __and__ = _plainly(operator.and_)
    __rand__ = _plainly(operator.and_, True)
    __or__ = _plainly(operator.or_)
    __ror__ = _plainly(operator.or_, True)
    __divmod__ = _plainly(divmod)
    __rdivmod__ = _plainly(divmod, True)


class Column(_Arithmetic):
    """A number of each row of a batch.

    `settled`: the number of all rows, once the rule has needed a single one. From then on the
    column is that number, also outside its batch: caches may keep it.
    """

    __slots__ = ("_batch", "_step", "_values", "settled")

    def __init__(self, batch: Batch, values: Any, step: int | None = None) -> None:
        self._batch = batch
        self._values = values
        self._step = len(batch.steps) if step is None else step
        self.settled: int | None = None

    def now(self) -> Any:
        """Return the numbers of the current rows."""
        steps = self._batch.steps
        while self._step < len(steps):
            self._values = self._values[steps[self._step]]
            self._step += 1
        return self._values

    def restart(self, values: Any) -> None:
        """Begin again with the numbers of all rows, for another path."""
        self._values, self._step = values, 0

    def settle(self) -> int:
        """Return the number of the first row; rows with another are split off."""
        if self.settled is None:
            values = self.now()
            first = int(values[0])
            self._batch.agree(values == first)
            self.settled = first
        return self.settled

    def at_least(self, low: Any) -> Any:
        return self.with_number(low, max, np.maximum)

    def at_most(self, high: Any) -> Any:
        return self.with_number(high, min, np.minimum)

    def entry(self, table: Sequence[int]) -> Any:
        """Return the entries of a table at these places."""
        if self.settled is not None:
            return table[self.settled]
        return Column(self._batch, np.asarray(table, dtype=np.int64)[self.now()])

    def with_number(self, other: Any, plain: Any, quick: Any, turned: bool = False) -> Any:
        """Return an operation of this number and another: `plain` of single numbers, `quick` of
        arrays. `turned`: the other number comes first."""
        right = _numbers(other)
        if self.settled is None and right is not None:
            below = self.now() if turned else right
            if quick not in _DIVISIONS or np.all(below):
                left = self.now()
                values = quick(right, left) if turned else quick(left, right)
                return (Truth if values.dtype == bool else Column)(self._batch, values)
            other = operator.index(other)  # a division by zero raises, as for plain numbers
        number = self.settle()
        return plain(other, number) if turned else plain(number, other)

    def __bool__(self) -> bool:
        return bool(self.with_number(0, operator.ne, np.not_equal))

    def __index__(self) -> int:
        return self.settle()

    def __hash__(self) -> int:
        return hash(self.settle())

    def __neg__(self) -> Any:
        return self.with_number(0, operator.sub, np.subtract, True)

    def __pos__(self) -> Any:
        return self

    def __abs__(self) -> Any:
        return self.at_least(-self)

    def __str__(self) -> str:
        return str(self.settle())

    def __format__(self, spec: str) -> str:
        return format(self.settle(), spec)


class Truth(_Arithmetic):
    """A truth value of each row of a batch."""

    __slots__ = ("_column",)

    def __init__(self, batch: Batch, values: Any) -> None:
        self._column = Column(batch, values)

    def now(self) -> Any:
        return self._column.now()

    def numbers(self) -> Any:
        """Return 1 for true and 0 for false, as a column or a number."""
        column = self._column
        if column.settled is not None:
            return column.settled
        return Column(column._batch, column.now().astype(np.int64))

    def __bool__(self) -> bool:
        return bool(self._column.settle())

    def __index__(self) -> int:
        return int(bool(self))

    def __hash__(self) -> int:
        return hash(bool(self))

    def with_number(self, other: Any, plain: Any, quick: Any, turned: bool = False) -> Any:
        numbers = self.numbers()
        return plain(other, numbers) if turned else plain(numbers, other)


def _numbers(other: Any) -> Any:
    """Return an operand as numbers, None where it is no whole number."""
    if isinstance(other, int):
        return other
    if isinstance(other, Truth):
        other = other.numbers()
        return other if isinstance(other, int) else other.now()
    if isinstance(other, Column):
        return other.now() if other.settled is None else other.settled
    return None
