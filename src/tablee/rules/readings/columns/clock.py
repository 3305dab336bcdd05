"""The clock of a fight: a number that only counts, and its limit, which are left out of states.

Of the count only one thing is known: how many ticks are left, a range of numbers. Where the rule
compares the count with its limit, the walk goes on once for each answer.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, NamedTuple

from tablee.rules.readings.columns.column import Unsuited

FOREVER = 1 << 30


class Span(NamedTuple):
    """The numbers of ticks left, from `low` to `high`, for which a path is taken."""

    low: int
    high: int

    def parts(self, at: int) -> tuple[Span, ...]:
        """Return the parts below, at and above a number, without empty ones."""
        parts = (
            Span(self.low, min(self.high, at - 1)),
            Span(max(self.low, at), min(self.high, at)),
            Span(max(self.low, at + 1), self.high),
        )
        return tuple(part for part in parts if part.low <= part.high)


class AtLimit(Exception):
    """Error: a state is reached whose count is at its limit. The exploration must begin again, with 0
    as the least number of ticks left."""


class Limit:
    """The limit of the clock, a number that is not known."""

    __slots__ = ()

    def __hash__(self) -> int:
        return 1

    def __eq__(self, other: object) -> bool:
        return self is other if isinstance(other, Limit) else _turned(other, operator.eq)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __lt__(self, other: object) -> bool:
        return _turned(other, operator.gt)

    def __le__(self, other: object) -> bool:
        return _turned(other, operator.ge)

    def __gt__(self, other: object) -> bool:
        return _turned(other, operator.lt)

    def __ge__(self, other: object) -> bool:
        return _turned(other, operator.le)


def _turned(other: object, test: Any) -> bool:
    if not isinstance(other, Ticks):
        raise Unsuited("the limit of the clock is compared with another number")
    return bool(test(other, LIMIT))


LIMIT = Limit()


class Ticks:
    """The count of the clock: `passed` more than in the state that is walked.

    `left`: function that returns -1, 0 or 1, as fewer, exactly or more ticks than a number are left.
    """

    __slots__ = ("_left", "passed")

    def __init__(self, left: Callable[[int], int], passed: int = 0) -> None:
        self._left = left
        self.passed = passed

    def __add__(self, more: object) -> Ticks:
        if type(more) is not int:
            raise Unsuited("the clock does not count by ones")
        return Ticks(self._left, self.passed + more)

    __radd__ = __add__

    def _against(self, other: object) -> int:
        """Return the sign of this count less the limit."""
        if not isinstance(other, Limit):
            raise Unsuited("the clock is compared with another number than its limit")
        return -self._left(self.passed)

    def __hash__(self) -> int:
        raise Unsuited("the clock is a key")

    def __eq__(self, other: object) -> bool:
        return self._against(other) == 0

    def __ne__(self, other: object) -> bool:
        return self._against(other) != 0

    def __lt__(self, other: object) -> bool:
        return self._against(other) < 0

    def __le__(self, other: object) -> bool:
        return self._against(other) <= 0

    def __gt__(self, other: object) -> bool:
        return self._against(other) > 0

    def __ge__(self, other: object) -> bool:
        return self._against(other) >= 0
