"""The store in one SQLite file: one thread writes, one reads.

Another process may use the same file (a backup, a command): each transaction locks it and reads
the versions anew, so both stay right; it is not told of the other's commits.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, TypeVar

from tablee.table.store.backups import (
    checked_copy,
    not_a_file_for_it,
    not_empty,
    unsealed,
    written,
)
from tablee.table.store.group import GROUP, Append, Row, answered, asked, settled
from tablee.table.store.kept import Conflict, Credential, Heard, Stored, Unavailable
from tablee.table.store.names import COLUMNS, CREDENTIAL, checked, keepable

__all__ = ["SqliteStore"]

T = TypeVar("T")

WAIT = 30.0
"""Seconds to wait for another process that writes."""

ROWS = 1000
"""Events in one statement: four values each, of the 32,766 that SQLite takes."""

KNOWN = """
SELECT
  (SELECT json_group_object(id, version) FROM tables WHERE id IN (SELECT value FROM json_each(:tables))),
  (SELECT json_group_array(json_array(events.table_id, events.key, events.seq))
   FROM json_each(:keys) AS asked
   JOIN events ON events.table_id = json_extract(asked.value, '$[0]')
              AND events.key = json_extract(asked.value, '$[1]') AND events.key <> '')
"""
"""The versions and the keys of a group, in one row: each row read would cost a turn of the lock of
Python's threads."""

ADVANCE = """
INSERT INTO tables (id, version) SELECT key, value FROM json_each(?) WHERE true
ON CONFLICT (id) DO UPDATE SET version = excluded.version
"""


class Job(NamedTuple):
    """Something other than an append, for the thread that writes."""

    do: Callable[[sqlite3.Connection], Any]
    done: asyncio.Future[Any]


class SqliteStore:
    """A `Store` in a file that is already at the last revision."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.commits = 0
        self._loop = asyncio.get_running_loop()
        self._reader = _connected(path)
        self._reader.execute("PRAGMA query_only = ON")
        self._reading = ThreadPoolExecutor(1, "tablee-store-reads")
        self._waiting: SimpleQueue[Append | Job | None] = SimpleQueue()
        self._thread = threading.Thread(
            target=self._write_all,
            args=(_connected(path),),
            name="tablee-store-writes",
            daemon=True,
        )
        self._thread.start()
        self._closed = False

    async def create(self, table: str, bodies: Sequence[bytes], key: str = "") -> int:
        return await self.append(table, 0, bodies, key)

    async def append(
        self, table: str, expected: int, bodies: Sequence[bytes], key: str = ""
    ) -> int:
        append = asked(table, expected, bodies, key)
        self._put(append)
        return await append.done

    async def read(self, table: str, after: int = 0) -> list[Stored]:
        query = "SELECT seq, body FROM events WHERE table_id = ? AND seq > ? ORDER BY seq"
        if not keepable(table):
            return []
        return [Stored(*row) for row in await self._read(query, table, after)]

    async def version(self, table: str) -> int:
        if not keepable(table):
            return 0
        found = await self._read("SELECT version FROM tables WHERE id = ?", table)
        return int(found[0][0]) if found else 0

    async def tables(self) -> list[str]:
        return sorted(row[0] for row in await self._read("SELECT id FROM tables"))

    async def keep(self, credential: Credential) -> None:
        row = checked(credential)
        keep = f"INSERT OR REPLACE INTO credentials ({CREDENTIAL}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        await self._do(lambda connection: connection.execute(keep, row))

    async def find(self, digest: bytes) -> Credential | None:
        query = f"SELECT {CREDENTIAL} FROM credentials WHERE digest = ?"
        found = await self._read(query, digest)
        return _credential(found[0]) if found else None

    async def credentials(self, table: str) -> list[Credential]:
        query = f"SELECT {CREDENTIAL} FROM credentials WHERE table_id = ? ORDER BY created, digest"
        if not keepable(table):
            return []
        return [_credential(row) for row in await self._read(query, table)]

    async def revoke(self, digest: bytes) -> None:
        revoke = "UPDATE credentials SET revoked = TRUE WHERE digest = ?"
        await self._do(lambda connection: connection.execute(revoke, (digest,)))

    def listen(self, heard: Heard) -> None:
        """Nothing: one process serves a file."""

    async def backup(self, path: Path) -> None:
        if path.exists() and path.samefile(self.path):
            raise not_a_file_for_it(path)
        await written(path, lambda partial: asyncio.to_thread(_copy, self.path, partial))

    async def restore(self, path: Path, replace: bool = False) -> None:
        async with checked_copy(path) as copy:
            await self._do(lambda connection: _take_over(connection, copy, replace))

    async def delete(self, table: str) -> None:
        def delete(connection: sqlite3.Connection) -> None:
            with _transaction(connection):
                connection.execute("DELETE FROM events WHERE table_id = ?", (table,))
                connection.execute("DELETE FROM credentials WHERE table_id = ?", (table,))
                connection.execute("DELETE FROM tables WHERE id = ?", (table,))

        if keepable(table):
            await self._do(delete)

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self._waiting.put(None)
        await asyncio.to_thread(self._thread.join)
        self._reading.shutdown()
        self._reader.close()

    async def _read(self, query: str, *values: object) -> list[Any]:
        """The rows of a query, by the thread that reads."""

        def read() -> list[Any]:
            try:
                return self._reader.execute(query, values).fetchall()
            except sqlite3.Error as why:
                raise Unavailable(str(why)) from why

        return await self._loop.run_in_executor(self._reading, read)

    async def _do(self, do: Callable[[sqlite3.Connection], T]) -> T:
        """Something done by the thread that writes, between two groups."""
        done: asyncio.Future[T] = self._loop.create_future()
        self._put(Job(do, done))
        return await done

    def _put(self, item: Append | Job) -> None:
        if self._closed:
            raise Unavailable("the store is closed")
        self._waiting.put(item)

    def _write_all(self, connection: sqlite3.Connection) -> None:
        """The thread that writes: whatever waits when it is free goes together."""
        open_ = True
        while open_:
            items = [self._waiting.get()]
            with contextlib.suppress(Empty):
                while len(items) < GROUP:
                    items.append(self._waiting.get_nowait())
            open_ = None not in items
            appends = [item for item in items if isinstance(item, Append)]
            if appends:
                self._answer([append.done for append in appends], _outcomes(connection, appends))
                self.commits += 1
            for job in (item for item in items if isinstance(item, Job)):
                self._answer([job.done], [_outcome(connection, job)])
        connection.close()

    def _answer(self, waiting: list[asyncio.Future[Any]], outcomes: Sequence[Any]) -> None:
        """Tell those who wait, in their own thread; nobody, where their loop is gone."""

        def answer() -> None:
            for done, outcome in zip(waiting, outcomes, strict=True):
                answered(done, outcome)

        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(answer)


def _connected(path: Path) -> sqlite3.Connection:
    """A connection that any thread may use, one at a time; what it commits is on the disk."""
    connection = sqlite3.connect(path, timeout=WAIT, isolation_level=None, check_same_thread=False)
    unsealed(connection)
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}")
    return connection


@contextlib.contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All of the block or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _outcomes(
    connection: sqlite3.Connection, appends: list[Append]
) -> Sequence[int | Conflict | Unavailable]:
    """Commit a group: what to answer to each of its appends."""
    try:
        with _transaction(connection):
            rows, versions, outcomes = settled(appends, *_known(connection, appends))
            if rows:
                connection.execute(ADVANCE, (json.dumps(versions),))
                _insert(connection, rows)
    except sqlite3.Error as why:
        return [Unavailable(str(why)) for _ in appends]
    return outcomes


def _outcome(connection: sqlite3.Connection, job: Job) -> Any:
    try:
        return job.do(connection)
    except sqlite3.Error as why:
        return Unavailable(str(why))
    except Exception as why:
        return why


def _known(
    connection: sqlite3.Connection, appends: list[Append]
) -> tuple[dict[str, int], dict[tuple[str, str], int]]:
    """The versions of the tables of a group, and where its keys have led."""
    asked_for = {
        "tables": json.dumps([*{append.table for append in appends}]),
        "keys": json.dumps([(append.table, append.key) for append in appends if append.key]),
    }
    versions, keys = connection.execute(KNOWN, asked_for).fetchone()
    return json.loads(versions), {(table, key): seq for table, key, seq in json.loads(keys)}


def _insert(connection: sqlite3.Connection, rows: list[Row]) -> None:
    for start in range(0, len(rows), ROWS):
        some = rows[start : start + ROWS]
        places = ", ".join(["(?, ?, ?, ?)"] * len(some))
        values = [value for row in some for value in row]
        connection.execute(f"INSERT INTO events (table_id, seq, body, key) VALUES {places}", values)


def _copy(path: Path, partial: Path) -> None:
    """All of a database into a file, in one step: readers and the writer go on meanwhile."""
    with (
        contextlib.closing(sqlite3.connect(path, timeout=WAIT)) as source,
        contextlib.closing(sqlite3.connect(partial)) as target,
    ):
        source.backup(target)


def _take_over(connection: sqlite3.Connection, copy: Path, replace: bool) -> None:
    """Everything of a checked backup, in the place of what there is."""
    connection.execute("ATTACH ? AS backup", (str(copy),))
    try:
        with _transaction(connection):
            kept = [connection.execute(f"SELECT 1 FROM main.{name}").fetchone() for name in COLUMNS]
            if any(kept) and not replace:
                raise not_empty()
            for name in reversed(COLUMNS):
                connection.execute(f"DELETE FROM main.{name}")
            for name, columns in COLUMNS.items():
                named = ", ".join(columns)
                connection.execute(
                    f"INSERT INTO main.{name} ({named}) SELECT {named} FROM backup.{name}"
                )
    finally:
        connection.execute("DETACH backup")


def _credential(row: Sequence[Any]) -> Credential:
    values = dict(zip(Credential.__struct_fields__, row, strict=True))
    return Credential(**values | {"revoked": bool(values["revoked"])})
