"""Whose page is made anew next, when there is more to show than time: acts come first.

Nobody waits as long as there is time. Where there is not, acts are still taken, and a page shows at
once what has happened since it had its last turn: what a seat sees is then a moment old.
"""

from __future__ import annotations

import asyncio
import gc
from collections import deque
from collections.abc import Callable
from time import perf_counter
from typing import Any, TypeVar

T = TypeVar("T")
SHARE = 0.15
"""Of the time of this process pages have as much, when everybody wants some,"""
BATCH = 0.03
"""so many seconds at a time: one after the other, without a look at the network, they take less."""
IDLE = 0.0002
"""Where nothing else takes so many seconds, they have all of it."""
REST = 0.005
"""So many seconds after the last page what all that has left is searched for cycles: now nobody
waits."""


class RefreshQueue:
    """The pages of this process that wait to be made anew, first come, first served."""

    def __init__(self) -> None:
        self._waiting: deque[tuple[Callable[[], Any], asyncio.Future[Any]]] = deque()
        self._ended = 0.0
        self._credit = 0.0
        """Seconds that pages may take yet."""
        self._resting: asyncio.TimerHandle | None = None

    @property
    def pressed(self) -> bool:
        """Whether somebody waits."""
        return bool(self._waiting)

    def take(self, make: Callable[[], T]) -> asyncio.Future[T]:
        """`make` is called when it is its turn, unless the future is cancelled before."""
        loop = asyncio.get_running_loop()
        if not self._waiting:
            loop.call_soon(self._go_on)
        if self._resting is not None:
            self._resting.cancel()
        future: asyncio.Future[T] = loop.create_future()
        self._waiting.append((make, future))
        return future

    def _go_on(self) -> None:
        """Make pages, for as long as what was done in between allows."""
        began = perf_counter()
        between = began - self._ended
        self._credit = min(self._credit + between * SHARE / (1 - SHARE), 2 * BATCH)
        try:
            if between < IDLE:
                self._make_until(began + BATCH)
                self._credit = 0.0
            elif self._credit >= BATCH:
                self._make_until(began + BATCH)
                self._credit -= perf_counter() - began
        finally:
            self._ended = perf_counter()
            if self._waiting:
                asyncio.get_running_loop().call_soon(self._go_on)
            else:
                self._rest()

    def _rest(self) -> None:
        """Unless more pages come, look for cycles among what is young (see `gc`)."""
        self._resting = asyncio.get_running_loop().call_later(REST, gc.collect, 1)

    def _make_until(self, until: float) -> None:
        while self._waiting and perf_counter() < until:
            make, future = self._waiting.popleft()
            if not future.cancelled():
                _settle(make, future)


def _settle(make: Callable[[], T], future: asyncio.Future[T]) -> None:
    try:
        future.set_result(make())
    except Exception as error:
        future.set_exception(error)
