"""The one thread that writes into a SQLite file; whatever waits when it is free goes together."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, TypeVar

from tablee.table.store.group import GROUP, Append, Row, answered, hoped, settled
from tablee.table.store.interface import Conflict, Unavailable

__all__ = ["Writer", "transaction"]

T = TypeVar("T")

ROWS = 1000
"""Events in one statement: four values each, of the 32,766 that SQLite takes."""

OFTEN, SELDOM = 200, 10_000
"""After so many changes what stands in the log beside the file is taken into the file when nobody
waits, and after so many though somebody does."""

GUARD = """
CREATE TEMP TRIGGER guard BEFORE INSERT ON events BEGIN
  SELECT RAISE (ABORT, 'not the next event')
  WHERE NEW.seq - 1 <> coalesce((SELECT version FROM tables WHERE id = NEW.table_id), 0);
  INSERT INTO tables (id, version) VALUES (NEW.table_id, NEW.seq)
  ON CONFLICT (id) DO UPDATE SET version = NEW.seq;
END
"""
"""The version of a table follows its events, which come one after the other or not at all."""

KNOWN = """
SELECT
  (SELECT json_group_object(id, version) FROM tables WHERE id IN (SELECT value FROM json_each(:tables))),
  (SELECT json_group_array(json_array(events.table_id, events.key, events.seq))
   FROM json_each(:keys) AS asked
   JOIN events ON events.table_id = json_extract(asked.value, '$[0]')
              AND events.key = json_extract(asked.value, '$[1]') AND events.key <> '')
"""
"""The versions and the keys of a group, in one row (see `_at_once`)."""


class Job(NamedTuple):
    """Something other than an append, done between two groups."""

    do: Callable[[sqlite3.Connection], Any]
    done: asyncio.Future[Any]


class Writer:
    """Owns a connection to a file; asked from one event loop, which it answers."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.commits = 0
        self._loop = asyncio.get_running_loop()
        self._waiting: SimpleQueue[Append | Job | None] = SimpleQueue()
        self._closed = False
        self._thread = threading.Thread(
            target=self._run, args=(connection,), name="tablee-store-writes", daemon=True
        )
        self._thread.start()

    async def append(self, append: Append) -> int:
        self._put(append)
        return await append.done

    async def do(self, do: Callable[[sqlite3.Connection], T]) -> T:
        """Something done with the connection, outside any transaction."""
        done: asyncio.Future[T] = self._loop.create_future()
        self._put(Job(do, done))
        return await done

    async def close(self) -> None:
        """Finish what waits, and close the connection."""
        self._closed = True
        self._waiting.put(None)
        await asyncio.to_thread(self._thread.join)

    def _put(self, item: Append | Job) -> None:
        if self._closed:
            raise Unavailable("the store is closed")
        self._waiting.put(item)

    def _run(self, connection: sqlite3.Connection) -> None:
        connection.execute(GUARD)
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        going_on, written = True, 0
        while going_on:
            items = [self._waiting.get()]
            with contextlib.suppress(Empty):
                while len(items) < GROUP:
                    items.append(self._waiting.get_nowait())
            going_on = None not in items
            appends = [item for item in items if isinstance(item, Append)]
            if appends:
                outcomes = _outcomes(connection, appends)
                self.commits += 1
                self._answer([append.done for append in appends], outcomes)
            for job in (item for item in items if isinstance(item, Job)):
                self._answer([job.done], [_outcome(connection, job)])
            written += len(items)
            if written >= (SELDOM if self._waiting.qsize() else OFTEN):
                written = 0
                _take_in(connection)
        connection.close()

    def _answer(self, waiting: list[asyncio.Future[Any]], outcomes: Sequence[Any]) -> None:
        """Tell those who wait, in their own thread; nobody, where their loop is gone."""

        def answer() -> None:
            for done, outcome in zip(waiting, outcomes, strict=True):
                answered(done, outcome)

        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(answer)


@contextlib.contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
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
    """Commit a group: what to answer to each of its appends, whatever goes wrong."""
    try:
        outcomes = _at_once(connection, appends)
        return _in_steps(connection, appends) if outcomes is None else outcomes
    except Exception as why:
        return [Unavailable(str(why)) for _ in appends]


def _at_once(
    connection: sqlite3.Connection, appends: list[Append]
) -> Sequence[int | Conflict] | None:
    """Commit a group in one statement; None where `hoped` is not so, and nothing was written.

    Every call into SQLite gives the lock of Python's threads away, and may wait for it while the
    event loop is busy (5 ms a time): one call is much less than the five of `_in_steps`.
    """
    hope = hoped(appends)
    if hope is None or len(hope.rows) > ROWS:
        return None
    try:
        _insert(connection, hope.rows)
    except sqlite3.IntegrityError:
        return None
    return hope.outcomes


def _in_steps(connection: sqlite3.Connection, appends: list[Append]) -> Sequence[int | Conflict]:
    """Commit a group after a look at what there is."""
    with transaction(connection):
        rows, _, outcomes = settled(appends, *_known(connection, appends))
        _insert(connection, rows)
    return outcomes


def _take_in(connection: sqlite3.Connection) -> None:
    """What SQLite would do within a commit, for which somebody waits (Write-Ahead Logging, 2.1)."""
    with contextlib.suppress(sqlite3.Error):  # not now: what is in the log is kept there
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()


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
