"""The store in PostgreSQL, for several processes: one connection writes, one listens, some read.

Each process commits its own groups; the row of a table is the lock between them. The transaction
itself notifies the other processes. This module may import the group commit, the backups and the
database driver. It must not know what an event means.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar
from uuid import uuid4

import asyncpg

from tablee.table.store.backup_file import checked_copy, written
from tablee.table.store.chain import chained
from tablee.table.store.group import GROUP, Append, Head, append_of, decide_group, settle_future
from tablee.table.store.interface import (
    Conflict,
    Credential,
    Heard,
    Overheard,
    Stored,
    Unavailable,
)
from tablee.table.store.migrating import STARTING
from tablee.table.store.postgres.commit_listener import CHANNEL, NOTIFY, SPOKEN, CommitListener
from tablee.table.store.postgres.connections import BYTES, CLOSING, LOST, Patience, connected
from tablee.table.store.postgres.copying import copy_out, take_over
from tablee.table.store.text_limits import CREDENTIAL, checked, keepable

if TYPE_CHECKING:
    from tablee.table.store.postgres.connections import AnyConnection, Connection

T = TypeVar("T")

PROVED = 1.0
"""Seconds for which a commit shows that the database can be written."""
PROOF = "UPDATE alembic_version SET version_num = version_num"
"""A statement that fails in a database that cannot be written, and changes nothing."""

LAST = 2**31 - 1
"""The last version that a column can hold."""

BEGUN = """
INSERT INTO tables (id, version) SELECT id, 0 FROM unnest($1::text[]) AS new (id)
ON CONFLICT (id) DO NOTHING
"""

LOCKED = "SELECT id, version, digest FROM tables WHERE id = ANY ($1::text[]) ORDER BY id FOR UPDATE"

LED = """
SELECT events.table_id, events.key, events.seq FROM events
JOIN unnest($1::text[], $2::text[]) AS asked (table_id, key) USING (table_id, key)
WHERE events.key <> ''
"""

WRITTEN = """
WITH advanced AS (
  UPDATE tables SET version = now.version, digest = now.digest
  FROM unnest($1::text[], $2::int[], $3::bytea[]) AS now (id, version, digest)
  WHERE tables.id = now.id
), written AS (
  INSERT INTO events (table_id, seq, body, key, digest)
  SELECT * FROM unnest($4::text[], $5::int[], $6::bytea[], $7::text[], $8::bytea[])
)
SELECT pg_notify($9, notice) FROM unnest($10::text[]) AS notice
"""

READ = """
SELECT tables.version, tables.digest, events.seq, events.body, events.digest
FROM tables LEFT JOIN events ON events.table_id = tables.id AND events.seq >= $2
WHERE tables.id = $1 ORDER BY events.seq
"""
VERSION = "SELECT version FROM tables WHERE id = $1"
KEEP = f"""
INSERT INTO credentials ({CREDENTIAL}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
ON CONFLICT (digest) DO UPDATE SET
  table_id = $2, seat = $3, kind = $4, label = $5, created = $6, expires = $7, revoked = $8
"""
FIND = f"SELECT {CREDENTIAL} FROM credentials WHERE digest = $1"
OF_TABLE = f"SELECT {CREDENTIAL} FROM credentials WHERE table_id = $1 ORDER BY created, digest"
REVOKE = "UPDATE credentials SET revoked = TRUE WHERE digest = $1"
DELETE = (
    "DELETE FROM events WHERE table_id = $1",
    "DELETE FROM credentials WHERE table_id = $1",
    "DELETE FROM tables WHERE id = $1",
)


class PostgresStore:
    """A `Store` in a database that is already at the last revision; made by `at`."""

    shared = True

    def __init__(
        self,
        url: str,
        pool: asyncpg.Pool[asyncpg.Record],
        listener: CommitListener,
        patience: Patience,
    ) -> None:
        self.commits = 0
        self._proved = 0.0
        self._url = url
        self._pool = pool
        self._listener = listener
        self._patience = patience
        self._pen: Connection | None = None
        self._waiting: asyncio.Queue[tuple[Append, asyncio.Future[int]] | None] = asyncio.Queue()
        self._closed = False
        self._writing = asyncio.create_task(self._write_all(), name="tablee-store-writes")

    @classmethod
    async def at(cls, url: str) -> PostgresStore:
        """Return the store at an address. Raise the driver's error when it cannot be reached."""
        patience = Patience()
        listener = CommitListener(url, patience)
        await listener.open()
        pool = await asyncpg.create_pool(url, min_size=1, max_size=4, timeout=STARTING)
        return cls(url, pool, listener, patience)

    async def create(self, table: str, bodies: Sequence[bytes], key: str = "") -> int:
        return await self.append(table, 0, bodies, key)

    async def append(
        self, table: str, expected: int, bodies: Sequence[bytes], key: str = ""
    ) -> int:
        # With a key of its own, a group can be sent again after a connection was lost at COMMIT.
        append = append_of(table, expected, bodies, key or f"~{uuid4().hex}")
        if self._closed:
            raise Unavailable("the store is closed")
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait((append, done))
        return await done

    async def read(self, table: str, after: int = 0) -> list[Stored]:
        after = max(0, min(after, LAST))
        return chained(table, after, await self._of(table, READ, after))

    async def answer(self) -> None:
        if self._closed or time.monotonic() - self._proved > PROVED:
            await self._fetch(PROOF)
            self._proved = time.monotonic()

    async def version(self, table: str) -> int:
        found = await self._of(table, VERSION)
        return int(found[0][0]) if found else 0

    async def tables(self) -> list[str]:
        return sorted(row[0] for row in await self._fetch("SELECT id FROM tables"))

    async def keep(self, credential: Credential) -> None:
        await self._fetch(KEEP, *checked(credential))

    async def find(self, digest: bytes) -> Credential | None:
        found = await self._fetch(FIND, digest)
        return Credential(*found[0]) if found else None

    async def credentials(self, table: str) -> list[Credential]:
        return [Credential(*row) for row in await self._of(table, OF_TABLE)]

    async def revoke(self, digest: bytes) -> None:
        await self._fetch(REVOKE, digest)

    def listen(self, heard: Heard) -> None:
        """Call `heard` for each commit of another process, and for every table after a connection
        was lost."""
        self._listener.heard.append(heard)

    async def say(self, messages: Sequence[str]) -> None:
        signed = [self._listener.sign(each) for each in messages]
        await self._fetch(NOTIFY, SPOKEN, signed)

    def overhear(self, heard: Overheard) -> None:
        self._listener.overheard.append(heard)

    async def backup(self, path: Path) -> None:
        async def copy(partial: Path) -> None:
            await self._patience.call(lambda: copy_out(self._url, partial), more=None)

        await written(path, copy)

    async def restore(self, path: Path, replace: bool = False) -> None:
        async with checked_copy(path) as copy:
            await self._patience.call(
                lambda: take_over(self._url, copy, replace, self._listener.notice), more=None
            )

    async def delete(self, table: str) -> None:
        async def delete(connection: AnyConnection) -> None:
            async with connection.transaction():
                await connection.execute(LOCKED, [table])
                for statement in DELETE:
                    await connection.execute(statement, table)
                notice = self._listener.notice(table, 0)
                await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, notice)

        if keepable(table):
            await self._pooled(delete)

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self._waiting.put_nowait(None)
        await self._writing
        await self._listener.close()
        try:
            async with asyncio.timeout(CLOSING):
                await self._pool.close()
        except LOST:
            self._pool.terminate()

    # ── reading ────────────────────────────────────────────────────────────────────────────────
    async def _of(self, table: str, query: str, *more: object) -> list[asyncpg.Record]:
        """Return the rows of a query about a table; none if no store accepts its id."""
        return await self._fetch(query, table, *more) if keepable(table) else []

    async def _fetch(self, query: str, *values: object) -> list[asyncpg.Record]:
        async def fetch(connection: AnyConnection) -> list[asyncpg.Record]:
            return await connection.fetch(query, *values)

        return await self._pooled(fetch)

    async def _pooled(self, do: Callable[[AnyConnection], Awaitable[T]]) -> T:
        """Run something on a connection of the pool; it may run twice."""

        async def once() -> T:
            async with self._pool.acquire() as connection:
                try:
                    return await do(connection)
                except (asyncio.CancelledError, *LOST):
                    connection.terminate()  # to give it back would wait for the server
                    raise

        if self._closed:
            raise Unavailable("the store is closed")
        return await self._patience.call(once)

    # ── writing ────────────────────────────────────────────────────────────────────────────────
    async def _write_all(self) -> None:
        """Commit all waiting appends together, again and again until `close`."""
        going_on = True
        while going_on:
            items = [await self._waiting.get()]
            while len(items) < GROUP and not self._waiting.empty():
                items.append(self._waiting.get_nowait())
            going_on = None not in items
            waiting = [item for item in items if item is not None]
            if waiting:
                outcomes = await self._outcomes([append for append, _ in waiting])
                for (_, done), outcome in zip(waiting, outcomes, strict=True):
                    settle_future(done, outcome)
        if self._pen is not None:
            self._pen.terminate()

    async def _outcomes(self, appends: list[Append]) -> Sequence[int | Conflict | Unavailable]:
        """Commit a group; return the outcome of each of its appends, whatever fails."""
        try:
            size = sum(len(body) for append in appends for body in append.bodies)
            return await self._patience.call(lambda: self._commit(appends), more=size / BYTES)
        except Exception as why:
            return [Unavailable(str(why)) for _ in appends]

    async def _commit(self, appends: list[Append]) -> list[int | Conflict]:
        if self._pen is None or self._pen.is_closed():
            self._pen = await connected(self._url, patience=None)
        try:
            return await self._transact(self._pen, appends)
        except BaseException:
            self._pen.terminate()  # its state is unknown: the next try opens a new one
            raise

    async def _transact(self, pen: Connection, appends: list[Append]) -> list[int | Conflict]:
        """Lock the tables of a group, read their versions and keys, then commit it."""
        async with pen.transaction():
            new = sorted({append.table for append in appends if not append.expected})
            if new:
                await pen.execute(BEGUN, new)
            named = [*{append.table for append in appends}]
            heads = {row[0]: Head(*row[1:]) for row in await pen.fetch(LOCKED, named)}
            seen = await pen.fetch(LED, [a.table for a in appends], [a.key for a in appends])
            found = decide_group(appends, heads, {(table, key): seq for table, key, seq in seen})
            if found.rows:
                now = found.heads
                notices = [self._listener.notice(each, now[each].version) for each in now]
                columns = [
                    [*each]
                    for rows in (now.values(), found.rows)
                    for each in zip(*rows, strict=True)
                ]
                values = [*now], *columns, CHANNEL, notices
                await pen.execute(WRITTEN, *values)
                self._listener.know(now)
        self.commits += 1
        self._proved = time.monotonic()
        return found.outcomes
