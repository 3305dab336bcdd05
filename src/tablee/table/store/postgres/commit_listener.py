"""The messages between the processes on one PostgreSQL database: commits, and unstored messages.

They travel by NOTIFY. Each carries the id of its process, so that a process skips its own. This
module may import the store's interface and the database driver. It must not know events.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Iterable
from typing import TYPE_CHECKING

import asyncpg

from tablee.table.store.interface import Heard, Overheard
from tablee.table.store.postgres.connections import CLOSING, LOST, PAUSE, connected

if TYPE_CHECKING:
    from tablee.table.store.postgres.connections import Connection, Patience

CHECK = 20.0
"""Seconds between two checks of a connection on which nothing comes."""
CHANNEL = "tablee"
"""Channel of the commits."""
SPOKEN = "tablee_spoken"
"""Channel of the messages that are not stored."""
NOTIFY = "SELECT pg_notify($1, notice) FROM unnest($2::text[]) AS notice"


class CommitListener:
    """A listener with a connection of its own, which it opens again when it is lost."""

    def __init__(self, url: str, patience: Patience) -> None:
        self.heard: list[Heard] = []
        self.overheard: list[Overheard] = []
        self._url = url
        self._patience = patience
        self._process = secrets.token_hex(8)
        self._known: set[str] = set()
        self._lost = asyncio.Event()
        self._closed = False
        self._connection: Connection
        self._task: asyncio.Task[None]

    async def open(self) -> None:
        """Begin to listen. Raise the driver's error when the server cannot be reached."""
        await self._connect()
        self._task = asyncio.create_task(self._keep_connected(), name="tablee-store-listens")

    async def close(self) -> None:
        self._closed = True
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task
        with contextlib.suppress(*LOST):
            await self._connection.close(timeout=CLOSING)

    def notice(self, table: str, version: int) -> str:
        """Return the notice of a commit. The table is last, since its id may hold a colon."""
        return f"{self._process}:{version}:{table}"

    def sign(self, message: str) -> str:
        """Return an unstored message with the id of this process."""
        return f"{self._process}:{message}"

    def know(self, tables: Iterable[str]) -> None:
        """Remember tables. If one has gone when a lost connection is back, listeners hear of it."""
        self._known.update(tables)

    def _receive_commit(self, _: object, __: int, ___: str, notice: object) -> None:
        origin, version, table = str(notice).split(":", 2)
        if origin != self._process:
            self._known.add(table)
            self._report(table, int(version))

    def _receive_message(self, _: object, __: int, ___: str, signed: object) -> None:
        origin, _, message = str(signed).partition(":")
        if origin != self._process:
            for heard in self.overheard:
                heard(origin, message)

    def _report(self, table: str, version: int) -> None:
        for heard in self.heard:
            heard(table, version)

    async def _connect(self) -> None:
        """Connect, listen, and report the version of every table: notices may have been missed."""
        connection = await connected(self._url)
        try:
            connection.add_termination_listener(lambda _: self._lost.set())
            await connection.add_listener(CHANNEL, self._receive_commit)
            await connection.add_listener(SPOKEN, self._receive_message)
            rows = await connection.fetch("SELECT id, version FROM tables")
        except BaseException:
            connection.terminate()
            raise
        self._connection = connection
        self._patience.found_again()
        versions = {row[0]: row[1] for row in rows}
        for table in sorted(self._known | versions.keys()):
            self._report(table, versions.get(table, 0))
        self._known = set(versions)

    async def _keep_connected(self) -> None:
        """Connect again when the connection is lost; check it every `CHECK` seconds."""
        while not self._closed:
            try:
                async with asyncio.timeout(CHECK):
                    await self._lost.wait()
            except TimeoutError:
                with contextlib.suppress(*LOST):
                    await self._connection.execute("SELECT 1")
                    continue
                self._connection.terminate()
                await asyncio.sleep(
                    0
                )  # `_lost` is set in the next turn of the loop: clear that too
            self._lost.clear()
            try:
                await self._connect()
            except (*LOST, asyncpg.PostgresError):
                self._lost.set()
                await asyncio.sleep(PAUSE)
