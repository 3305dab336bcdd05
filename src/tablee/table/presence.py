"""The seats with an open page, over several processes.

Each process tells the others which of its pages are open, and repeats it every `HEARTBEAT` seconds.
Nothing of it is stored. The last message of a process that was killed expires after `SILENCE`.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Collection

from tablee.table.store import Store, Unavailable

HEARTBEAT = 3.0
"""Seconds between two messages of a process about the same table."""
SILENCE = 10.0
"""Seconds for which a message counts."""
MOST = 100
"""Maximum number of seats in a message, which may have 8000 bytes."""


class Presence:
    """The present seats of other processes. `changed`: called with a table when they change."""

    def __init__(self, store: Store, changed: Callable[[str], None]) -> None:
        self._store = store
        self._changed = changed
        self._here: dict[str, Collection[str]] = {}
        self._elsewhere: dict[str, dict[str, tuple[frozenset[str], float]]] = {}
        """Table -> process -> its present seats, and the time when that expires."""
        self._news: set[str] = set()
        self._some = asyncio.Event()
        self._telling: asyncio.Task[None] | None = None
        store.overhear(self._heard)

    def elsewhere(self, table: str) -> frozenset[str]:
        """Return the seats that are present in other processes."""
        told = self._elsewhere.get(table, {}).values()
        return frozenset().union(*(seats for seats, until in told if until > time.monotonic()))

    def here(self, table: str, seats: Collection[str]) -> None:
        """Set the seats of a table that are present in this process."""
        if not self._store.shared:
            return
        if seats:
            self._here[table] = seats
        else:
            self._here.pop(table, None)
        self._news.add(table)
        self._some.set()
        if self._telling is None or self._telling.done():
            self._telling = asyncio.create_task(self._tell(), name="tablee-presence")

    async def _tell(self) -> None:
        """Send changes at once, and everything with each heartbeat, while any seat is present."""
        due = time.monotonic()
        while self._here or self._news:
            if time.monotonic() >= due:
                due = time.monotonic() + HEARTBEAT
                self._news.update(self._here)
            self._some.clear()
            said, self._news = sorted(self._news), set()
            with contextlib.suppress(Unavailable):  # said again with the next heartbeat
                await self._store.say([self._told(table) for table in said])
            self._forget()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(max(0.0, due - time.monotonic())):
                    await self._some.wait()

    def _told(self, table: str) -> str:
        return f"{','.join(sorted(self._here.get(table, ()))[:MOST])}:{table}"

    def _heard(self, process: str, told: str) -> None:
        """Take a message of another process; answer a new process with everything."""
        if not any(process in told for told in self._elsewhere.values()):
            self._news.update(self._here)
            self._some.set()
        names, _, table = told.partition(":")
        seats = frozenset(names.split(",")) - {""}
        before = self.elsewhere(table)
        known = self._elsewhere.setdefault(table, {})
        known.pop(process, None)
        if seats:
            known[process] = seats, time.monotonic() + SILENCE
        if self.elsewhere(table) != before:
            self._changed(table)

    def _forget(self) -> None:
        """Drop the messages that have expired."""
        now = time.monotonic()
        for table, told in list(self._elsewhere.items()):
            gone = [process for process, (_, until) in told.items() if until <= now]
            for process in gone:
                del told[process]
            if not told:
                del self._elsewhere[table]
            if gone:
                self._changed(table)
