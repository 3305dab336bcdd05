"""The tables that this process has in memory.

A room is made when a client first asks for its table, and is dropped after a while without any use.
The module passes on news from other processes: commits, presence, changed rules, revoked credentials.
It must not know pages.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time

from tablee.rules.refusal import Refusal, refuse
from tablee.table.measures import Measures
from tablee.table.presence import Presence
from tablee.table.refresh_queue import RefreshQueue
from tablee.table.refusals import Stale
from tablee.table.room import STORE, Room
from tablee.table.store.chain import Unreadable
from tablee.table.store.interface import Store, Unavailable

LOG = logging.getLogger("tablee.table")
CHECK = 5.0
"""Seconds between two checks that the store can write."""
ANSWER = 5.0
"""Seconds in which the store must answer a check."""
AUDIT = 30.0
"""Seconds after which the log of a table in memory is read again, one table in each check."""
PAUSE = 0.2
"""Seconds between two tries to read from a store that does not answer."""
MAX_ROOMS = 50
"""Number of tables in memory above which idle ones are dropped."""


class Rooms:
    """The rooms of this process by their tables."""

    def __init__(self, store: Store, measures: Measures | None = None) -> None:
        self.store = store
        self.measures = measures or Measures()
        self._rooms: dict[str, Room] = {}
        self._closing = False
        self._heard: set[asyncio.Task[None]] = set()
        self._faults: dict[str, Refusal] = {}
        """Game -> the error in its file; `STORE` -> why the store cannot write."""
        self._unreadable: set[str] = set()
        """Tables whose log could not be read: each is logged once."""
        self._presence = Presence(store, self._moved)
        self._refreshes = RefreshQueue()
        store.listen(self._wrote)

    async def watch_store(self) -> None:
        """Check that the store can write, for ever. A change is logged once, and shown to
        leaders."""
        while True:
            await asyncio.sleep(CHECK)
            await self._audit()
            fault = await self._store_fault()
            if (fault is None) == (STORE not in self._faults):
                continue
            if fault is None:
                LOG.warning("the store can write again")
                del self._faults[STORE]
            else:
                LOG.error("the store cannot write: %s", fault.got)
                self._faults[STORE] = fault
            for room in self._rooms.values():
                room.moved()

    async def _audit(self) -> None:
        """Read the log of one table again, the one that was read longest ago: it may have been changed
        by hand meanwhile. Such a table is served no more."""
        room = min(self._rooms.values(), key=lambda each: each.audited, default=None)
        if room is None or time.monotonic() - room.audited < AUDIT:
            return
        try:
            await room.audit()
        except Unreadable as why:
            self._close_unreadable(room.state.id, why)
        except Unavailable:
            return  # the check of the store says so

    async def _store_fault(self) -> Refusal | None:
        try:
            async with asyncio.timeout(ANSWER):
                await self.store.answer()
        except (TimeoutError, Unavailable) as why:
            return refuse("--database", str(why) or "timeout", "une base de données qui s’écrit")
        return None

    async def room(self, table: str) -> Room | None:
        """Return the room of a table, or None when there is no such table. Raise `Unreadable`."""
        room = self._rooms.get(table)
        if room is None:
            beside = self.measures, self._presence, self._refreshes, self._faults
            room = Room(self.store, table, *beside)
            try:
                await room.catch_up()
            except Unreadable as why:
                self._close_unreadable(table, why)
                raise
            if not room.state.version:
                return None
            room = self._rooms.setdefault(table, room)
            await room.catch_up()  # events of others before this room was known
            if self._closing:
                room.part()
            self._thin_out()
        room.used = time.monotonic()
        return room

    def _thin_out(self) -> None:
        """Drop rooms from memory while there are more than `MAX_ROOMS`, the least recently used
        first. Only idle rooms are dropped; the store keeps every table."""
        many = len(self._rooms) - MAX_ROOMS
        idle = sorted(
            (room for room in self._rooms.values() if room.idle()), key=lambda room: room.used
        )
        for room in idle[: max(0, many)]:
            del self._rooms[room.state.id]
        self.measures.tables.set(len(self._rooms))

    def _wrote(self, table: str, version: int) -> None:
        """Take note that another process wrote to a table, or deleted it (0). A SQLite file may
        have been replaced by a backup, so that its version proves nothing."""
        room = self._rooms.get(table)
        if room is not None and not version:
            self.forget(table)
        elif room is not None and (room.state.version < version or not self.store.shared):
            known = version if self.store.shared else None
            task = asyncio.ensure_future(self._hear(room, known))
            self._heard.add(task)
            task.add_done_callback(self._heard.discard)

    async def _hear(self, room: Room, known: int | None) -> None:
        """Apply the events of another process as soon as the store answers."""
        while not self._closing:
            try:
                await room.catch_up(known)
            except Unavailable:
                await asyncio.sleep(PAUSE)
            except Unreadable as why:
                self._close_unreadable(room.state.id, why)
                return
            else:
                return

    def _close_unreadable(self, table: str, why: Unreadable) -> None:
        """Serve a table no more; say so in the log, once."""
        if table not in self._unreadable:
            LOG.error("the campaign %s cannot be read: %s", table, why)
            self._unreadable.add(table)
        self.forget(table)

    def _moved(self, table: str) -> None:
        """Take note that a seat came or went in another process."""
        room = self._rooms.get(table)
        if room is not None:
            room.moved()

    async def rules_changed(self, game: str) -> None:
        """Apply the rules of a game whose file was loaded again."""
        self._faults.pop(game, None)
        rooms = [room for room in self._rooms.values() if room.state.game == game]
        done = await asyncio.gather(
            *(each.rules_changed() for each in rooms), return_exceptions=True
        )
        failed = [each for each in done if isinstance(each, BaseException)]
        if failed:  # of one table; the others have the new rules
            raise failed[0]

    def rules_broken(self, game: str, refusal: Refusal) -> None:
        """Show the leaders the error in the file of a game."""
        self._faults[game] = refusal
        for room in self._rooms.values():
            if room.state.game == game:
                room.moved()

    def revoked(self, table: str) -> None:
        """Let the subscribers of a table check their credentials."""
        room = self._rooms.get(table)
        if room is not None:
            room.revoked()

    def close(self) -> None:
        """End all streams: the server ends."""
        self._closing = True
        for room in self._rooms.values():
            room.part()

    async def delete(self, table: str) -> None:
        """Delete a campaign for good: an archived one, or one that cannot be read. Raise `Refusal`,
        `Unavailable`."""
        with contextlib.suppress(Unreadable):
            room = await self.room(table)
            if room is None:
                raise refuse("table", table, "une campagne de ce serveur")
            if not room.state.archived:
                raise Stale("table", room.state.name, "une campagne archivée")
        await self.store.delete(table)
        self.forget(table)

    def forget(self, table: str) -> None:
        room = self._rooms.pop(table, None)
        if room is not None:
            room.close()
