"""The seats with an open page, over several processes.

Each process sends the others a message for each table with open pages, and repeats it every
`HEARTBEAT` seconds. No message is stored. The last message of a killed process expires after
`SILENCE` seconds. This module may import the store. It must not know the state of a table.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Collection

from tablee.table.store.interface import Store, Unavailable

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
        self._changes: set[str] = set()
        self._wake = asyncio.Event()
        self._sender: asyncio.Task[None] | None = None
        store.overhear(self._receive)

    def elsewhere(self, table: str) -> frozenset[str]:
        """Return the seats that are present in other processes."""
        known = self._elsewhere.get(table, {}).values()
        return frozenset().union(*(seats for seats, until in known if until > time.monotonic()))

    def here(self, table: str, seats: Collection[str]) -> None:
        """Set the seats of a table that are present in this process."""
        if not self._store.shared:
            return
        if seats:
            self._here[table] = seats
        else:
            self._here.pop(table, None)
        self._changes.add(table)
        self._wake.set()
        if self._sender is None or self._sender.done():
            self._sender = asyncio.create_task(self._send(), name="tablee-presence")

    async def _send(self) -> None:
        """Send changes at once, and everything with each heartbeat, while any seat is present."""
        due = time.monotonic()
        while self._here or self._changes:
            if time.monotonic() >= due:
                due = time.monotonic() + HEARTBEAT
                self._changes.update(self._here)
            self._wake.clear()
            changed, self._changes = sorted(self._changes), set()
            with contextlib.suppress(Unavailable):  # the next heartbeat repeats it
                await self._store.say([self._format(table) for table in changed])
            self._forget()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(max(0.0, due - time.monotonic())):
                    await self._wake.wait()

    def _format(self, table: str) -> str:
        """Return the message about a table: its present seats, ":", its id."""
        return f"{','.join(sorted(self._here.get(table, ()))[:MOST])}:{table}"

    def _receive(self, process: str, message: str) -> None:
        """Take a message of another process; answer a new process with everything."""
        if not any(process in known for known in self._elsewhere.values()):
            self._changes.update(self._here)
            self._wake.set()
        names, _, table = message.partition(":")
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
        for table, known in list(self._elsewhere.items()):
            gone = [process for process, (_, until) in known.items() if until <= now]
            for process in gone:
                del known[process]
            if not known:
                del self._elsewhere[table]
            if gone:
                self._changed(table)
