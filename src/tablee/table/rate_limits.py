"""How much of something one caller may do in a while, in this process."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from typing import Literal, NamedTuple

Kind = Literal["acts", "links", "campaigns", "chances", "files"]
MOST_CALLERS = 10_000
"""Callers counted before those whose time is over are forgotten."""


class Rate(NamedTuple):
    """So many times in so many seconds."""

    most: int
    seconds: float


ALLOWED: dict[Kind, Rate] = {
    "acts": Rate(120, 10),
    "links": Rate(30, 60),
    "campaigns": Rate(20, 60),
    "chances": Rate(200, 10),
    "files": Rate(20, 60),
}
"""What a seat (or for links and campaigns an address) may do."""


class Limits:
    """Counts what callers do, from the first time on for as long as their rate says."""

    def __init__(self, allowed: Mapping[Kind, Rate] = {}) -> None:
        self._allowed = {**ALLOWED, **allowed}
        self._counts: dict[tuple[Kind, str], int] = {}
        self._ends: dict[tuple[Kind, str], float] = {}

    def allows(self, kind: Kind, caller: str) -> bool:
        """Count one more; False when it is too much."""
        name, now = (kind, caller), time.monotonic()
        if self._ends.get(name, 0.0) <= now:
            self._forget(now)
            self._ends[name] = now + self._allowed[kind].seconds
            self._counts[name] = 0
        self._counts[name] += 1
        return self._counts[name] <= self._allowed[kind].most

    def wait(self, kind: Kind, caller: str) -> int:
        """In how many seconds the caller may go on; 1 at least."""
        return max(1, math.ceil(self._ends.get((kind, caller), 0.0) - time.monotonic()))

    def _forget(self, now: float) -> None:
        if len(self._ends) < MOST_CALLERS:
            return
        self._ends = {name: end for name, end in self._ends.items() if end > now}
        self._counts = {name: self._counts[name] for name in self._ends}
