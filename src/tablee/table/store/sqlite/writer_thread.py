"""The one thread that writes into a SQLite file, with group commit.

The appends that wait while a transaction is written go into the next one together, so that tables
share one sync of the disk. The thread uses the standard driver only. It knows appends and
statements, not what an event means.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
import time
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

from tablee.table.store.group import GROUP, Append, Head, Row, decide_group, settle_future
from tablee.table.store.interface import Conflict, Unavailable
from tablee.table.store.sqlite.connecting import connected, transaction
from tablee.table.store.text_limits import COLUMNS

LARGE = 16 << 20
"""Bytes to which SQLite cuts its write-ahead log after a checkpoint."""

PROVED = 1.0
"""Seconds for which a commit shows that the file can be written."""

ROWS = 1000
"""Events in one statement. Each has five values, of the 32,766 that SQLite takes."""

KNOWN = """
SELECT
  (SELECT json_group_object(id, json_array(version, hex(digest))) FROM tables WHERE id IN (SELECT value FROM json_each(:tables))),
  (SELECT json_group_array(json_array(events.table_id, events.key, events.seq))
   FROM json_each(:keys) AS asked
   JOIN events ON events.table_id = json_extract(asked.value, '$[0]')
              AND events.key = json_extract(asked.value, '$[1]') AND events.key <> '')
"""
"""Returns the heads and the keys of a group in one row."""

HEADS = """
INSERT INTO tables (id, version, digest) VALUES (?, ?, ?)
ON CONFLICT (id) DO UPDATE SET version = excluded.version, digest = excluded.digest
"""

Statements = tuple[tuple[str, tuple[Any, ...]], ...]
"""SQL with its values. Several statements form one transaction."""
PROOF: Statements = (("proof", ()),)
"""In place of statements: prove that the file can be written."""
Request = tuple[Append | Statements, asyncio.Future[Any]]


class WriterThread:
    """A thread that writes for one event loop, from its creation until `close`."""

    def __init__(self, path: Path) -> None:
        self.commits = 0
        """Number of transactions that carried appends."""
        self._connection = connected(path, check_same_thread=False)
        self._path, self._file = path, _identity(path)
        self._proved = 0.0
        self._connection.execute(f"PRAGMA journal_size_limit = {LARGE}")
        self._loop = asyncio.get_running_loop()
        self._requests: SimpleQueue[Request | None] = SimpleQueue()
        self._closed = self._ended = False
        self._thread = Thread(target=self._write_all, name="tablee-store-writes", daemon=True)
        self._thread.start()

    async def append(self, append: Append) -> int:
        """Return the new version once the events are durable. Raises `Conflict`."""
        version: int = await self._send(append)
        return version

    async def prove(self) -> None:
        """Return when the file has just been written. Raises `Unavailable`."""
        await self._send(PROOF)

    async def run(self, *statements: tuple[str, tuple[Any, ...]]) -> Sequence[Any]:
        """Run one statement, or several in one transaction. Return the rows of the last one."""
        rows: Sequence[Any] = await self._send(statements)
        return rows

    async def close(self) -> None:
        """Wait until all requests are done, then end the thread."""
        if not self._closed:
            self._closed = True
            self._requests.put(None)
        await asyncio.to_thread(self._thread.join)

    def _send(self, request: Append | Statements) -> asyncio.Future[Any]:
        if self._closed:
            raise Unavailable("the store is closed")
        future: asyncio.Future[Any] = self._loop.create_future()
        self._requests.put((request, future))
        return future

    # ── in the thread ──────────────────────────────────────────────────────────────────────────
    def _write_all(self) -> None:
        """Serve the requests in their order, until `close`."""
        with contextlib.closing(self._connection):
            while waiting := self._next():
                for appends, some in groupby(waiting, lambda each: isinstance(each[0], Append)):
                    requests, futures = zip(*some, strict=True)
                    outcomes = (self._commit if appends else self._run)(requests)
                    self._answer(futures, outcomes)

    def _next(self) -> list[Request]:
        """Return the requests that wait, at least one; none after `close`."""
        waiting: list[Request] = []
        while not self._ended and len(waiting) < GROUP:
            try:
                request = self._requests.get(block=not waiting)
            except Empty:
                break
            if request is None:
                self._ended = True
            else:
                waiting.append(request)
        return waiting

    def _commit(self, appends: Sequence[Any]) -> Sequence[int | Conflict | Unavailable]:
        try:
            self._check_file()
            outcomes = commit(self._connection, appends)
        except Exception as why:
            return [Unavailable(str(why))] * len(appends)
        self.commits += 1
        self._proved = time.monotonic()
        return outcomes

    def _run(self, requests: Sequence[Any]) -> list[list[Any] | Unavailable]:
        return [self._rows(statements) for statements in requests]

    def _rows(self, statements: Statements) -> list[Any] | Unavailable:
        rows: list[Any] = []
        try:
            if statements is PROOF:
                return self._prove_file()
            several = len(statements) > 1
            with transaction(self._connection) if several else contextlib.nullcontext():
                for statement in statements:
                    rows = self._connection.execute(*statement).fetchall()
        except Exception as why:
            return Unavailable(str(why))
        return rows

    def _check_file(self) -> None:
        """Raise `Unavailable` when the file that is open is not the one at its path: what is written
        into it would be lost."""
        if _identity(self._path) != self._file:
            raise Unavailable(f"{self._path}: another file, or none, has this name now")

    def _prove_file(self) -> list[Any]:
        """Write the version of the file again, unless something was written just now."""
        self._check_file()
        if time.monotonic() - self._proved > PROVED:
            with transaction(self._connection):
                (version,) = self._connection.execute("PRAGMA user_version").fetchone()
                self._connection.execute(f"PRAGMA user_version = {version}")
            self._proved = time.monotonic()
        return []

    def _answer(self, futures: Sequence[asyncio.Future[Any]], outcomes: Sequence[object]) -> None:
        with contextlib.suppress(RuntimeError):  # the event loop has ended, and nobody waits
            self._loop.call_soon_threadsafe(_settle, futures, outcomes)


class Unwritable:
    """A writer for a file that could not be written at the start: it refuses everything."""

    commits = 0

    def __init__(self, why: str) -> None:
        self._why = why

    async def append(self, append: Append) -> int:
        raise Unavailable(self._why)

    async def prove(self) -> None:
        raise Unavailable(self._why)

    async def run(self, *statements: tuple[str, tuple[Any, ...]]) -> Sequence[Any]:
        raise Unavailable(self._why)

    async def close(self) -> None:
        """Do nothing: nothing waits."""


def _identity(path: Path) -> tuple[int, int] | None:
    """Return what tells a file from every other one, None for no file."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def _settle(futures: Sequence[asyncio.Future[Any]], outcomes: Sequence[object]) -> None:
    for future, outcome in zip(futures, outcomes, strict=True):
        settle_future(future, outcome)


def commit(connection: sqlite3.Connection, appends: Sequence[Append]) -> list[int | Conflict]:
    """Commit appends in one transaction; return the version or the conflict of each."""
    with transaction(connection):
        rows, heads, outcomes = decide_group(appends, *_known(connection, appends))
        if rows:
            connection.executemany(HEADS, [(table, *head) for table, head in heads.items()])
            _insert(connection, rows)
    return outcomes


def _known(
    connection: sqlite3.Connection, appends: Sequence[Append]
) -> tuple[dict[str, Head], dict[tuple[str, str], int]]:
    """Return the heads of the tables of a group, and the versions that its keys led to."""
    asked_for = {
        "tables": json.dumps([*{append.table for append in appends}]),
        "keys": json.dumps([(append.table, append.key) for append in appends if append.key]),
    }
    found, keys = map(json.loads, connection.execute(KNOWN, asked_for).fetchone())
    heads = {
        table: Head(version, bytes.fromhex(digest)) for table, (version, digest) in found.items()
    }
    return heads, {(table, key): seq for table, key, seq in keys}


def _insert(connection: sqlite3.Connection, rows: list[Row]) -> None:
    for start in range(0, len(rows), ROWS):
        some = rows[start : start + ROWS]
        places = ", ".join(["(?, ?, ?, ?, ?)"] * len(some))
        values = [value for row in some for value in row]
        columns = ", ".join(COLUMNS["events"])
        connection.execute(f"INSERT INTO events ({columns}) VALUES {places}", values)
