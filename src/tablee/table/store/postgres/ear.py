"""What the processes on one PostgreSQL database tell each other: their commits, and what is not
kept."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Iterable
from typing import TYPE_CHECKING

import asyncpg

from tablee.table.store.interface import Heard, Overheard
from tablee.table.store.postgres.server import CLOSING, LOST, PATIENCE, PAUSE, connected

if TYPE_CHECKING:
    from tablee.table.store.postgres.server import Connection

CHANNEL = "tablee"
"""Where commits are told,"""
SPOKEN = "tablee_spoken"
"""and what is not kept."""
TELL = "SELECT pg_notify($1, told) FROM unnest($2::text[]) AS told"


class Ear:
    """Listens on a connection of its own, which it makes anew whenever it is lost."""

    def __init__(self, url: str) -> None:
        self.heard: list[Heard] = []
        self.overheard: list[Overheard] = []
        self._url = url
        self._origin = secrets.token_hex(8)
        self._known: set[str] = set()
        self._deaf = asyncio.Event()
        self._closed = False
        self._connection: Connection
        self._staying: asyncio.Task[None]

    async def open(self) -> None:
        """Listen from now on. Raises what the driver raises where the server cannot be reached."""
        await self._attend()
        self._staying = asyncio.create_task(self._stay(), name="tablee-store-listens")

    async def close(self) -> None:
        self._closed = True
        self._staying.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._staying
        with contextlib.suppress(*LOST):
            await self._connection.close(timeout=CLOSING)

    def told(self, table: str, version: int) -> str:
        """What the others are told; the name last, for it may hold a colon."""
        return f"{self._origin}:{version}:{table}"

    def named(self, told: str) -> str:
        """What the others are told that is not kept."""
        return f"{self._origin}:{told}"

    def know(self, tables: Iterable[str]) -> None:
        """Tables of our own: should one be gone after a silence, that is told too."""
        self._known.update(tables)

    def _hear(self, _: object, __: int, ___: str, told: object) -> None:
        origin, version, table = str(told).split(":", 2)
        if origin != self._origin:
            self._known.add(table)
            self._tell(table, int(version))

    def _overhear(self, _: object, __: int, ___: str, said: object) -> None:
        origin, _, told = str(said).partition(":")
        if origin != self._origin:
            for heard in self.overheard:
                heard(origin, told)

    def _tell(self, table: str, version: int) -> None:
        for heard in self.heard:
            heard(table, version)

    async def _attend(self) -> None:
        """Listen, then tell how every table stands: what was said meanwhile went unheard."""
        connection = await connected(self._url)
        try:
            connection.add_termination_listener(lambda _: self._deaf.set())
            await connection.add_listener(CHANNEL, self._hear)
            await connection.add_listener(SPOKEN, self._overhear)
            standing = await connection.fetch("SELECT id, version FROM tables")
        except BaseException:
            connection.terminate()
            raise
        self._connection = connection
        versions = {row[0]: row[1] for row in standing}
        for table in sorted(self._known | versions.keys()):
            self._tell(table, versions.get(table, 0))
        self._known = set(versions)

    async def _stay(self) -> None:
        """Listen again whenever the connection is lost; ask it now and then whether it is."""
        while not self._closed:
            try:
                async with asyncio.timeout(PATIENCE):
                    await self._deaf.wait()
            except TimeoutError:
                with contextlib.suppress(*LOST):
                    await self._connection.execute("SELECT 1")
                    continue
                self._connection.terminate()
                await asyncio.sleep(0)  # its end is told in the next turn: clear that too
            self._deaf.clear()
            try:
                await self._attend()
            except (*LOST, asyncpg.PostgresError):
                self._deaf.set()
                await asyncio.sleep(PAUSE)
