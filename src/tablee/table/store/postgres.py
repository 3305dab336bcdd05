"""The store in PostgreSQL, for several processes: one connection writes, one listens, some read.

Each process commits its own groups; the row of a table is the lock between them. What one commits
is told to the others by NOTIFY, in the transaction itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import sqlite3
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import asyncpg

from tablee.table.store.backups import checked_copy, not_empty, written
from tablee.table.store.group import GROUP, Append, answered, asked, settled
from tablee.table.store.kept import Conflict, Credential, Heard, Stored, Unavailable
from tablee.table.store.migrating import upgrade_sqlite
from tablee.table.store.names import COLUMNS, CREDENTIAL, checked, keepable

if TYPE_CHECKING:
    from asyncpg.pool import PoolConnectionProxy

    Connection = asyncpg.Connection[asyncpg.Record] | PoolConnectionProxy[asyncpg.Record]
    Pool = asyncpg.Pool[asyncpg.Record]

__all__ = ["PostgresStore"]

T = TypeVar("T")

PATIENCE = 20.0
"""Seconds that a call waits for a database that went away, before it gives up."""

PAUSE = 0.1
"""Seconds between two tries."""

CHANNEL = "tablee"

LAST = 2**31 - 1
"""The last version that a column can hold."""

ROWS = 1000
"""Rows of a backup read at a time."""

LOST = (
    OSError,
    asyncpg.InterfaceError,
    asyncpg.PostgresConnectionError,
    asyncpg.CannotConnectNowError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.TooManyConnectionsError,
    asyncpg.DeadlockDetectedError,
    asyncpg.SerializationError,
)
"""After these the same is tried again: the connection is gone, or others stood in the way."""

BEGUN = """
INSERT INTO tables (id, version) SELECT id, 0 FROM unnest($1::text[]) AS new (id)
ON CONFLICT (id) DO NOTHING
"""

LOCKED = "SELECT id, version FROM tables WHERE id = ANY ($1::text[]) ORDER BY id FOR UPDATE"

LED = """
SELECT events.table_id, events.key, events.seq FROM events
JOIN unnest($1::text[], $2::text[]) AS asked (table_id, key) USING (table_id, key)
WHERE events.key <> ''
"""

WRITTEN = """
WITH advanced AS (
  UPDATE tables SET version = now.version
  FROM unnest($1::text[], $2::int[]) AS now (id, version) WHERE tables.id = now.id
), written AS (
  INSERT INTO events (table_id, seq, body, key)
  SELECT * FROM unnest($3::text[], $4::int[], $5::bytea[], $6::text[])
)
SELECT pg_notify($7, told) FROM unnest($8::text[]) AS told
"""

TOLD = "SELECT pg_notify($1, told) FROM unnest($2::text[]) AS told"

KEEP = f"""
INSERT INTO credentials ({CREDENTIAL}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
ON CONFLICT (digest) DO UPDATE SET
  table_id = $2, seat = $3, kind = $4, label = $5, created = $6, expires = $7, revoked = $8
"""


class PostgresStore:
    """A `Store` in a database that is already at the last revision; made by `connected`."""

    def __init__(self, url: str, pool: Pool) -> None:
        self.commits = 0
        self._url = url
        self._pool = pool
        self._origin = secrets.token_hex(8)
        self._heard: list[Heard] = []
        self._known: set[str] = set()
        self._waiting: asyncio.Queue[Append | None] = asyncio.Queue()
        self._closed = False
        self._deaf = asyncio.Event()
        self._ear: Connection
        self._pen: Connection | None = None
        self._tasks: list[asyncio.Task[None]] = []

    @classmethod
    async def connected(cls, url: str) -> PostgresStore:
        """The store at an address. Raises what the driver raises where none can be reached."""
        pool = await asyncpg.create_pool(url, min_size=1, max_size=4, command_timeout=PATIENCE)
        store = cls(url, pool)
        await store._attend()
        store._tasks = [
            asyncio.create_task(store._write_all(), name="tablee-store-writes"),
            asyncio.create_task(store._stay_attentive(), name="tablee-store-listens"),
        ]
        return store

    async def create(self, table: str, bodies: Sequence[bytes], key: str = "") -> int:
        return await self.append(table, 0, bodies, key)

    async def append(
        self, table: str, expected: int, bodies: Sequence[bytes], key: str = ""
    ) -> int:
        # With a key of its own, a group can be sent again after a connection was lost at COMMIT.
        append = asked(table, expected, bodies, key or f"~{secrets.token_hex(12)}")
        if self._closed:
            raise Unavailable("the store is closed")
        self._waiting.put_nowait(append)
        return await append.done

    async def read(self, table: str, after: int = 0) -> list[Stored]:
        query = "SELECT seq, body FROM events WHERE table_id = $1 AND seq > $2 ORDER BY seq"
        if not keepable(table):
            return []
        after = max(0, min(after, LAST))
        return [Stored(*row) for row in await self._fetch(query, table, after)]

    async def version(self, table: str) -> int:
        if not keepable(table):
            return 0
        found = await self._fetch("SELECT version FROM tables WHERE id = $1", table)
        return int(found[0][0]) if found else 0

    async def tables(self) -> list[str]:
        return sorted(row[0] for row in await self._fetch("SELECT id FROM tables"))

    async def keep(self, credential: Credential) -> None:
        await self._fetch(KEEP, *checked(credential))

    async def find(self, digest: bytes) -> Credential | None:
        query = f"SELECT {CREDENTIAL} FROM credentials WHERE digest = $1"
        found = await self._fetch(query, digest)
        return Credential(*found[0]) if found else None

    async def credentials(self, table: str) -> list[Credential]:
        query = f"SELECT {CREDENTIAL} FROM credentials WHERE table_id = $1 ORDER BY created, digest"
        if not keepable(table):
            return []
        return [Credential(*row) for row in await self._fetch(query, table)]

    async def revoke(self, digest: bytes) -> None:
        await self._fetch("UPDATE credentials SET revoked = TRUE WHERE digest = $1", digest)

    def listen(self, heard: Heard) -> None:
        """After a connection was lost, the version of every table is told again."""
        self._heard.append(heard)

    async def backup(self, path: Path) -> None:
        await written(path, lambda partial: self._patient(lambda: self._copy(partial)))

    async def _copy(self, partial: Path) -> None:
        """All of the database as it stands at one moment, into a SQLite file."""
        partial.write_bytes(b"")
        await asyncio.to_thread(upgrade_sqlite, partial)
        source = await asyncpg.connect(self._url, timeout=PATIENCE)
        target = sqlite3.connect(partial, isolation_level=None, check_same_thread=False)
        try:
            target.execute("BEGIN")
            async with source.transaction(isolation="repeatable_read", readonly=True):
                for name, columns in COLUMNS.items():
                    cursor = await source.cursor(f"SELECT {', '.join(columns)} FROM {name}")
                    places = ", ".join("?" * len(columns))
                    insert = f"INSERT INTO {name} ({', '.join(columns)}) VALUES ({places})"
                    while rows := await cursor.fetch(ROWS):
                        await asyncio.to_thread(target.executemany, insert, map(tuple, rows))
            target.execute("COMMIT")
        finally:
            target.close()
            await source.close()

    async def restore(self, path: Path, replace: bool = False) -> None:
        async with checked_copy(path) as copy:
            await self._patient(lambda: self._take_over(copy, replace))

    async def _take_over(self, copy: Path, replace: bool) -> None:
        """Everything of a checked backup, in the place of what there is."""
        target = await asyncpg.connect(self._url, timeout=PATIENCE)
        source = sqlite3.connect(copy)
        try:
            async with target.transaction():
                await target.execute(f"LOCK TABLE {', '.join(COLUMNS)} IN ACCESS EXCLUSIVE MODE")
                gone = {row[0] for row in await target.fetch("SELECT id FROM tables")}
                people = await target.fetchrow("SELECT 1 FROM credentials LIMIT 1")
                if (gone or people) and not replace:
                    raise not_empty()
                await target.execute(f"TRUNCATE {', '.join(COLUMNS)}")
                for name, columns in COLUMNS.items():
                    rows = source.execute(f"SELECT {', '.join(columns)} FROM {name}")
                    records = _typed(rows) if name == "credentials" else rows
                    await target.copy_records_to_table(name, records=records, columns=columns)
                come = dict(source.execute("SELECT id, version FROM tables"))
                told = [self._told(table, come.get(table, 0)) for table in gone | come.keys()]
                await target.execute(TOLD, CHANNEL, told)
        finally:
            source.close()
            await target.close()

    async def delete(self, table: str) -> None:
        async def delete(connection: Connection) -> None:
            async with connection.transaction():
                await connection.fetch(LOCKED, [table])
                await connection.execute("DELETE FROM events WHERE table_id = $1", table)
                await connection.execute("DELETE FROM credentials WHERE table_id = $1", table)
                await connection.execute("DELETE FROM tables WHERE id = $1", table)
                await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, self._told(table, 0))

        if keepable(table):
            await self._pooled(delete)

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self._waiting.put_nowait(None)
        writing, listening = self._tasks
        await writing
        listening.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await listening
        for connection in (self._pen, self._ear):
            if connection is not None:
                with contextlib.suppress(*LOST):
                    await connection.close(timeout=5)
        await self._pool.close()

    # ── asking ─────────────────────────────────────────────────────────────────────────────────
    async def _connect(self) -> Connection:
        return await asyncpg.connect(self._url, timeout=PATIENCE, command_timeout=PATIENCE)

    async def _fetch(self, query: str, *values: object) -> list[asyncpg.Record]:
        async def fetch(connection: Connection) -> list[asyncpg.Record]:
            return await connection.fetch(query, *values)

        return await self._pooled(fetch)

    async def _pooled(self, do: Callable[[Connection], Awaitable[T]]) -> T:
        """Something that may be done twice, on a connection of the pool."""

        async def once() -> T:
            async with self._pool.acquire() as connection:
                return await do(connection)

        return await self._patient(once)

    async def _patient(self, once: Callable[[], Awaitable[T]]) -> T:
        """Try until it is done. Raises `Unavailable` where that takes too long, or never would."""
        end = asyncio.get_running_loop().time() + PATIENCE
        while True:
            try:
                return await once()
            except LOST as why:
                if self._closed or asyncio.get_running_loop().time() > end:
                    raise Unavailable(str(why)) from why
                await asyncio.sleep(PAUSE)
            except asyncpg.PostgresError as why:
                raise Unavailable(str(why)) from why

    # ── writing ────────────────────────────────────────────────────────────────────────────────
    async def _write_all(self) -> None:
        """Whatever waits when the connection is free goes together."""
        open_ = True
        while open_:
            items = [await self._waiting.get()]
            while len(items) < GROUP and not self._waiting.empty():
                items.append(self._waiting.get_nowait())
            open_ = None not in items
            appends = [item for item in items if item is not None]
            if not appends:
                continue
            for append, outcome in zip(appends, await self._outcomes(appends), strict=True):
                answered(append.done, outcome)

    async def _outcomes(self, appends: list[Append]) -> Sequence[int | Conflict | Unavailable]:
        """Commit a group: what to answer to each of its appends."""
        try:
            return await self._patient(lambda: self._commit(appends))
        except Unavailable as why:
            return [Unavailable(str(why)) for _ in appends]

    async def _commit(self, appends: list[Append]) -> list[int | Conflict]:
        if self._pen is None or self._pen.is_closed():
            self._pen = await self._connect()
        pen = self._pen
        async with pen.transaction():
            new = sorted({append.table for append in appends if not append.expected})
            if new:
                await pen.execute(BEGUN, new)
            named = [*{append.table for append in appends}]
            versions = {row[0]: row[1] for row in await pen.fetch(LOCKED, named)}
            seen = await pen.fetch(LED, [a.table for a in appends], [a.key for a in appends])
            rows, now, outcomes = settled(appends, versions, {(t, k): seq for t, k, seq in seen})
            if rows:
                told = [self._told(*each) for each in now.items()]
                columns = [[*column] for column in zip(*rows, strict=True)]
                await pen.execute(WRITTEN, [*now], [*now.values()], *columns, CHANNEL, told)
        self.commits += 1
        self._known.update(now)
        return outcomes

    # ── listening ──────────────────────────────────────────────────────────────────────────────
    def _told(self, table: str, version: int) -> str:
        """What the other processes are told; the name last, for it may hold a colon."""
        return f"{self._origin}:{version}:{table}"

    def _hear(self, *notification: object) -> None:
        origin, version, table = str(notification[-1]).split(":", 2)
        if origin != self._origin:
            self._known.add(table)
            self._tell(table, int(version))

    def _tell(self, table: str, version: int) -> None:
        for heard in self._heard:
            heard(table, version)

    async def _attend(self) -> None:
        """Listen, then tell how every table stands: what was said meanwhile went unheard."""
        ear = await self._connect()
        try:
            ear.add_termination_listener(lambda _: self._deaf.set())
            await ear.add_listener(CHANNEL, self._hear)
            found = {row[0]: row[1] for row in await ear.fetch("SELECT id, version FROM tables")}
        except BaseException:
            ear.terminate()
            raise
        self._ear = ear
        for table in sorted(self._known | found.keys()):
            self._tell(table, found.get(table, 0))
        self._known = set(found)

    async def _stay_attentive(self) -> None:
        """Listen again whenever the connection is lost; ask it now and then whether it is."""
        while True:
            try:
                async with asyncio.timeout(PATIENCE):
                    await self._deaf.wait()
            except TimeoutError:
                with contextlib.suppress(*LOST):
                    await self._ear.execute("SELECT 1")
                    continue
                self._ear.terminate()
            self._deaf.clear()
            try:
                await self._attend()
            except (*LOST, asyncpg.PostgresError):
                self._deaf.set()
                await asyncio.sleep(PAUSE)


def _typed(rows: Iterable[Any]) -> Iterator[tuple[Any, ...]]:
    """The credentials of a SQLite file, whose last column is a truth kept as a number."""
    for *values, revoked in rows:
        yield (*values, bool(revoked))
