"""How much of something one caller may do in a while, in this process."""

from __future__ import annotations

import math
import time
from typing import Literal

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

__all__ = ["Limits"]

Kind = Literal["acts", "links", "campaigns", "chances"]
ALLOWED: dict[Kind, str] = {
    "acts": "120/10 seconds",
    "links": "30/minute",
    "campaigns": "20/minute",
    "chances": "200/10 seconds",
}
"""What a seat (or for links and campaigns an address) may do."""


class Limits:
    """Counts what callers do."""

    def __init__(self, allowed: dict[Kind, str] | None = None) -> None:
        self._counter = FixedWindowRateLimiter(MemoryStorage())
        self._allowed: dict[Kind, RateLimitItem] = {
            kind: parse(told) for kind, told in {**ALLOWED, **(allowed or {})}.items()
        }

    def allows(self, kind: Kind, caller: str) -> bool:
        """Count one more; False when it is too much."""
        return self._counter.hit(self._allowed[kind], kind, caller)

    def wait(self, kind: Kind, caller: str) -> int:
        """In how many seconds the caller may go on; 1 at least."""
        stats = self._counter.get_window_stats(self._allowed[kind], kind, caller)
        return max(1, math.ceil(stats.reset_time - time.time()))
