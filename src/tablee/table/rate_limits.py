"""Rate limits of one process, for each kind of request and caller.

The framework's middleware does not replace it: that runs before a credential names the seat, knows only
limits a second, minute, hour or day, and sends no `Retry-After`. Acts are counted by seat, since players
of one table may share an address. The module may import nothing of Tablée; it must not know requests.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from typing import Literal, NamedTuple

Kind = Literal["acts", "links", "campaigns", "chances", "files"]
MAX_CALLERS = 10_000
"""Number of callers above which expired counts are dropped."""


class Rate(NamedTuple):
    """A number of times in a number of seconds."""

    most: int
    seconds: float


ALLOWED: dict[Kind, Rate] = {
    "acts": Rate(120, 10),
    "links": Rate(30, 60),
    "campaigns": Rate(20, 60),
    "chances": Rate(200, 10),
    "files": Rate(20, 60),
}
"""Limits of a seat; for links and campaigns, of an address."""


class Limits:
    """Counts of callers, each from its first request until the seconds of its rate are over."""

    def __init__(self, allowed: Mapping[Kind, Rate] = {}) -> None:
        self._allowed = {**ALLOWED, **allowed}
        self._counts: dict[tuple[Kind, str], int] = {}
        self._ends: dict[tuple[Kind, str], float] = {}

    def allows(self, kind: Kind, caller: str) -> bool:
        """Count one more request. Return False when it is too many."""
        name, now = (kind, caller), time.monotonic()
        if self._ends.get(name, 0.0) <= now:
            self._forget(now)
            self._ends[name] = now + self._allowed[kind].seconds
            self._counts[name] = 0
        self._counts[name] += 1
        return self._counts[name] <= self._allowed[kind].most

    def wait(self, kind: Kind, caller: str) -> int:
        """Return the seconds until the caller may go on, at least 1."""
        return max(1, math.ceil(self._ends.get((kind, caller), 0.0) - time.monotonic()))

    def _forget(self, now: float) -> None:
        if len(self._ends) < MAX_CALLERS:
            return
        self._ends = {name: end for name, end in self._ends.items() if end > now}
        self._counts = {name: self._counts[name] for name in self._ends}
