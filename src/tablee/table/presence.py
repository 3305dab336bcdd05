"""Who is there, over several processes: each tells the others whose pages are open in it.

Nothing of it is kept. A process says it again every `HEARTBEAT` seconds; one that was killed is not
heard any more, and what it said last stops to count after `SILENCE`.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Collection

from tablee.table.store import Store, Unavailable

HEARTBEAT = 3.0
"""Seconds until a process says again what it has said."""
SILENCE = 10.0
"""Seconds for which it counts."""
MOST = 100
"""So many seats of a table are named, for a message has an end (8000 bytes)."""


class Presence:
    """Who is there. `changed`: is told of a table where somebody came or went elsewhere."""

    def __init__(self, store: Store, changed: Callable[[str], None]) -> None:
        self._store = store
        self._changed = changed
        self._here: dict[str, Collection[str]] = {}
        self._elsewhere: dict[str, dict[str, tuple[frozenset[str], float]]] = {}
        """Table -> process -> who is there, and until when that counts."""
        self._news: set[str] = set()
        self._some = asyncio.Event()
        self._telling: asyncio.Task[None] | None = None
        store.overhear(self._heard)

    def elsewhere(self, table: str) -> frozenset[str]:
        """The seats that are there by other processes."""
        told = self._elsewhere.get(table, {}).values()
        return frozenset().union(*(seats for seats, until in told if until > time.monotonic()))

    def here(self, table: str, seats: Collection[str]) -> None:
        """These are there by this process, from now on."""
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
        """Say what is new at once, all of it now and then, as long as somebody is here."""
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
        """Another process says who is there by it; a new one is told who is here."""
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
        """What was said last by processes that are not heard any more."""
        now = time.monotonic()
        for table, told in list(self._elsewhere.items()):
            gone = [process for process, (_, until) in told.items() if until <= now]
            for process in gone:
                del told[process]
            if not told:
                del self._elsewhere[table]
            if gone:
                self._changed(table)
