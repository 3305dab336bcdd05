"""The queue of the pages that a new version of a table makes old: acts come first.

A page waits for its turn, first come, first served. While acts come in, pages take a fixed share of
the processor time at most; otherwise they follow one another at once. A page shows all versions up
to its turn. The queue calls functions: it must not know tables, seats or pages.
"""

from __future__ import annotations

import asyncio
import gc
from collections import deque
from collections.abc import Callable
from time import thread_time
from typing import Any, TypeVar

T = TypeVar("T")
BATCH = 0.005
"""Seconds of processor time that pages take at most, one after another, before acts have their turn."""
RATIO = 8.0
"""Between two batches other work gets this many times as much, if it wants so much."""
IDLE = 0.00003
"""Seconds of processor time in one turn of the event loop. Less means that nothing else waits: an empty
turn takes 2 µs on a fast machine. With 0.0001, which a turn with an act may take as well, the server
performed 0.36 of the durable acts of the bare one at saturation, with this 0.39 (`bench.tables`, one run
each)."""
COLLECT_AFTER = 0.005
"""Seconds after the last page when Python looks for cycles among young objects. No act waits then."""


class RefreshQueue:
    """The pages of this process that wait for their turn."""

    def __init__(self) -> None:
        self._waiting: deque[tuple[Callable[[], Any], asyncio.Future[Any]]] = deque()
        self._rendering: asyncio.Task[None] | None = None
        self._collecting: asyncio.TimerHandle | None = None

    def put(self, make: Callable[[], T]) -> asyncio.Future[T]:
        """Return the result of `make`, which is called at its turn unless it is cancelled before."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append((make, future))
        if self._rendering is None:
            self._rendering = asyncio.create_task(self._render_all(), name="tablee-refresh")
        return future

    async def _render_all(self) -> None:
        """Render until no page waits."""
        if self._collecting is not None:
            self._collecting.cancel()
        while self._waiting:
            await _give_way()
            until = thread_time() + BATCH
            while self._waiting and thread_time() < until:
                make, future = self._waiting.popleft()
                if not future.cancelled():
                    _settle(make, future)
        self._rendering = None
        later = asyncio.get_running_loop().call_later
        self._collecting = later(COLLECT_AFTER, gc.collect, 1)


async def _give_way() -> None:
    """Let the event loop do other work, for the time that is due to it."""
    given = 0.0
    while given < BATCH * RATIO:
        began = thread_time()
        await asyncio.sleep(0)
        turn = thread_time() - began
        if turn < IDLE:
            return
        given += turn


def _settle(make: Callable[[], T], future: asyncio.Future[T]) -> None:
    try:
        future.set_result(make())
    except Exception as error:
        future.set_exception(error)
