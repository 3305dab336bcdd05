"""States as arrays: a skeleton, which is everything but the numbers, and packed rows of numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np
from msgspec.structs import astuple

from tablee.rules.procedure import Procedure
from tablee.rules.readings.columns.clock import LIMIT, Ticks
from tablee.rules.readings.columns.column import Column, Truth, Unsuited

NUMBER = object()
"""The place of a number in a skeleton."""
_PLAIN = frozenset({str, bool, type(None)})
"""Kinds of the values of a skeleton that are most frequent."""
MAX_ROOMS = 1 << 62
"""Maximum number of packed rows of one skeleton."""


class Taken:
    """A record taken apart: the key of its skeleton, its numbers, and ticks of the clock passed.

    `fixed`: kind of the record that holds the limit of the clock; its numbers never change.
    """

    __slots__ = ("key", "numbers", "passed")

    def __init__(self, record: Any, fixed: type | None) -> None:
        self.key: list[Any] = []
        self.numbers: list[Any] = []
        self.passed = 0
        key, numbers, waiting = self.key, self.numbers, [record]
        while waiting:
            value = waiting.pop()
            kind = type(value)
            if kind is int:
                key.append(NUMBER)
                numbers.append(value)
            elif kind in _PLAIN:
                key.append(value)
            elif kind is Column:
                key.append(NUMBER)
                numbers.append(value if value.settled is None else value.settled)
            elif kind is tuple:
                key += (tuple, len(value))
                waiting += value[::-1]
            elif kind is fixed:
                key.append(value)
            elif isinstance(value, msgspec.Struct):
                key.append(kind)
                waiting += astuple(value)[::-1]
            elif kind is Ticks:
                self.passed = value.passed
                key.append(Ticks)
            elif kind is Truth:
                key.append(bool(value))
            else:
                key.append(value)


def rebuilt(value: Any, numbers: Iterator[Any], clock: Ticks | None, fixed: type | None) -> Any:
    """Return a record with other numbers, in the order of `Taken`, and its clock."""
    kind = type(value)
    if kind is Column or kind is int:
        return next(numbers)
    if kind is tuple:
        return tuple([rebuilt(each, numbers, clock, fixed) for each in value])
    if kind is not fixed and isinstance(value, msgspec.Struct):
        names = kind.__struct_fields__
        return kind(**{n: rebuilt(getattr(value, n), numbers, clock, fixed) for n in names})
    if kind is Ticks:
        return clock
    return bool(value) if kind is Truth else value


def _no_ticks(_: int) -> int:
    """Refuse to compare the clock, outside of a walk."""
    raise Unsuited("the clock is compared outside of a walk")


def without_clock(procedure: Procedure[Any]) -> tuple[Procedure[Any], type | None, int]:
    """Return a procedure without its clock, the kind of record that holds the limit, and the ticks
    left. A procedure that has no clock ends within one tick."""
    clock = type(procedure).clock
    if clock is None:
        return procedure, None, 1
    count, (*outer, last) = clock[0], clock[1].split(".")
    holder: Any = procedure
    for name in outer:
        holder = getattr(holder, name)
    fixed = type(holder) if outer else None

    def changed(value: Any) -> Any:
        if type(value) is tuple:
            return tuple(changed(each) for each in value)
        if not isinstance(value, msgspec.Struct):
            return value
        if type(value) is fixed:
            return msgspec.structs.replace(value, **{last: LIMIT})
        kind = type(value)
        fields = {name: changed(getattr(value, name)) for name in kind.__struct_fields__}
        if value is procedure:
            fields |= {count: Ticks(_no_ticks)} | ({} if outer else {last: LIMIT})
        return kind(**fields)

    return changed(procedure), fixed, getattr(holder, last) - getattr(procedure, count)


class States:
    """The states of one skeleton: their numbers, packed into one number each.

    The number of a state is its index in the order of arrival. `sample`: one of its records.
    """

    def __init__(self, sample: Any, place: int, width: int) -> None:
        self.sample = sample
        self.place = place
        self.walked = 0
        self._lows = np.zeros(width, dtype=np.int64)
        self._sizes = np.ones(width, dtype=np.int64)
        self._keys = np.zeros(0, dtype=np.int64)
        self._sorted = np.zeros(0, dtype=np.int64)
        self._order = np.zeros(0, dtype=np.int64)
        self._empty = True
        self._waiting: list[tuple[Any, Any]] = []

    def __len__(self) -> int:
        return len(self._keys)

    def expect(self, numbers: list[Any], count: int, found: Any) -> None:
        """Add rows of numbers. `found` is called with the indices of their states in `settle`."""
        self._fit(numbers)
        key: Any = 0
        for number, low, size in zip(
            numbers, self._lows.tolist(), self._sizes.tolist(), strict=True
        ):
            if size > 1:
                key = key * size + (number - low)
        self._waiting.append((np.broadcast_to(np.asarray(key, dtype=np.int64), count), found))

    @property
    def waits(self) -> bool:
        return bool(self._waiting)

    def settle(self) -> None:
        """Give the rows that wait the indices of their states; new states come last."""
        keys = np.concatenate([key for key, _ in self._waiting])
        unique, inverse = np.unique(keys, return_inverse=True)
        indices = self.find_keys(unique)
        new = np.flatnonzero(indices < 0)
        indices[new] = len(self._keys) + np.arange(len(new))
        self._keys = np.concatenate([self._keys, unique[new]])
        self._order = np.argsort(self._keys, kind="stable")
        self._sorted = self._keys[self._order]
        each = indices.astype(np.int32)[inverse]
        start = 0
        for key, found in self._waiting:
            found(each[start : start + len(key)])
            start += len(key)
        self._waiting = []

    def find_keys(self, keys: Any) -> Any:
        """Return the index of each key, -1 for unknown ones."""
        if not len(self._sorted):
            return np.full(len(keys), -1, dtype=np.int64)
        places = np.searchsorted(self._sorted, keys)
        places[places == len(self._sorted)] = 0
        return np.where(self._sorted[places] == keys, self._order[places], -1)

    def find(self, numbers: list[int]) -> int:
        """Return the index of one state, -1 when it is unknown."""
        key = 0
        for number, low, size in zip(
            numbers, self._lows.tolist(), self._sizes.tolist(), strict=True
        ):
            if not low <= number < low + size:
                return -1
            key = key * size + number - low
        return int(self.find_keys(np.array([key]))[0])

    def numbers(self, rows: Any) -> list[Any]:
        """Return the numbers of some states: a column each, or a single number for all."""
        return _unpacked(self._keys[rows], self._lows, self._sizes)

    def _fit(self, numbers: list[Any]) -> None:
        """Widen the ranges of the packed numbers to these."""
        if not self._empty and self._holds(numbers):
            return
        lows, sizes = self._lows.copy(), self._sizes.copy()
        for place, number in enumerate(numbers):
            single = isinstance(number, int)
            least, most = (number, number) if single else (int(number.min()), int(number.max()))
            low, high = int(lows[place]), int(lows[place] + sizes[place] - 1)
            if self._empty:
                low, high = least, most
            elif least >= low and most <= high:
                continue
            else:  # room on the side that grows, so that it seldom grows again
                low = low if least >= low else least - (high - least) // 4
                high = high if most <= high else most + (most - low) // 4
            lows[place], sizes[place] = low, high - low + 1
        if not self._empty and (sizes != self._sizes).any():
            before = self._lows, self._sizes
            self._repack(before, lows, sizes)
        self._lows, self._sizes, self._empty = lows, sizes, False
        rooms = 1
        for size in sizes.tolist():
            rooms *= size
        if rooms > MAX_ROOMS:
            raise Unsuited("the numbers of a state do not fit into one")

    def _holds(self, numbers: list[Any]) -> bool:
        """Return whether the ranges of the packed numbers contain these."""
        ranges = zip(numbers, self._lows.tolist(), self._sizes.tolist(), strict=True)
        return all(
            low <= number < low + size
            if type(number) is int
            else low <= number.min() and number.max() < low + size
            for number, low, size in ranges
        )

    def _repack(self, before: tuple[Any, Any], lows: Any, sizes: Any) -> None:
        def again(keys: Any) -> Any:
            packed: Any = 0
            for number, low, size in zip(
                _unpacked(keys, *before), lows.tolist(), sizes.tolist(), strict=True
            ):
                if size > 1:
                    packed = packed * size + (number - low)
            return np.broadcast_to(np.asarray(packed, dtype=np.int64), keys.shape)

        self._keys = again(self._keys).copy()
        self._order = np.argsort(self._keys, kind="stable")
        self._sorted = self._keys[self._order]
        self._waiting = [(again(keys), found) for keys, found in self._waiting]


def _unpacked(keys: Any, lows: Any, sizes: Any) -> list[Any]:
    numbers: list[Any] = []
    for low, size in zip(reversed(lows.tolist()), reversed(sizes.tolist()), strict=True):
        if size == 1:
            numbers.append(low)
            continue
        keys, rest = np.divmod(keys, size)
        numbers.append(rest + low)
    return numbers[::-1]
