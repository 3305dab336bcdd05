"""The process that writes into a SQLite file, for a server that is its parent; whatever waits when
it is free goes together.

A process of its own and not a thread: those of one process wait for each other whenever Python runs
in them, and the server makes pages ready meanwhile. It ends when its parent does, and has then done
all that it was asked for.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import msgspec

from tablee.table.store.group import Append, Row, hoped, settled
from tablee.table.store.interface import Conflict
from tablee.table.store.sqlite.aside import Aside
from tablee.table.store.sqlite.connecting import connected, transaction
from tablee.table.store.sqlite.messages import (
    Answer,
    Failed,
    Found,
    Outcome,
    Pipe,
    Request,
    Stands,
    Statements,
    packed,
)

AT_ONCE = 1 << 20
"""Bytes that are taken from the pipe at once, at most."""

LARGE = 16 << 20
"""After so many bytes what stands in the log beside the file is taken into it in any case; a longer
log is cut to that."""

ROWS = 1000
"""Events in one statement: four values each, of the 32,766 that SQLite takes."""

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
"""The versions and the keys of a group, in one row."""


class Manner(NamedTuple):
    """How it is written."""

    group: int
    """Appends in one transaction, at most."""
    often: int
    seldom: int
    """After so many requests what stands in the log beside the file is taken into the file when
    nobody waits, and after so many though somebody does."""


def write(connection: sqlite3.Connection, manner: Manner) -> None:
    """Do what is asked for, until nobody can ask any more."""
    connection.execute(GUARD)
    connection.execute("PRAGMA wal_autocheckpoint = 0")
    connection.execute(f"PRAGMA journal_size_limit = {LARGE}")
    aside, done, size = Aside(), 0, 0
    for requests, more in _asked():
        for some in _grouped(requests, manner.group):
            answer = packed(_answer(connection, some))
            with contextlib.suppress(ConnectionError):  # what is asked for is done all the same
                sys.stdout.buffer.write(answer)
                sys.stdout.buffer.flush()
            aside.keep()
        done, size = done + len(requests), size + more
        if size >= LARGE or done >= (manner.often if len(requests) == 1 else manner.seldom):
            done = size = 0
            _take_in(connection)


def _asked() -> Iterator[tuple[list[Request], int]]:
    """What has been asked for since the last time, together, and its bytes."""
    pipe, size = Pipe[Request](msgspec.msgpack.Decoder(Request)), 0
    while data := os.read(sys.stdin.fileno(), AT_ONCE):
        size += len(data)
        if requests := pipe.take(data):
            yield requests, size
            size = 0


def _grouped(requests: Sequence[Request], most: int) -> Iterator[list[Request]]:
    """What is done together: appends that follow one another, `most` of them at most."""
    for appends, some in groupby(requests, lambda request: isinstance(request, Append)):
        alike, size = list(some), most if appends else 1
        for start in range(0, len(alike), size):
            yield alike[start : start + size]


def _answer(connection: sqlite3.Connection, some: list[Request]) -> Answer:
    """Do what is done together: what to answer, whatever goes wrong."""
    appends = [each for each in some if isinstance(each, Append)]
    try:
        if appends:
            return Answer(_committed(connection, appends), commits=1)
        return Answer([_run(connection, each) for each in some if isinstance(each, Statements)])
    except Exception as why:
        return Answer([Failed(str(why))] * len(some))


def _run(connection: sqlite3.Connection, asked: Statements) -> Found:
    first, *more = asked.statements
    with transaction(connection) if more else contextlib.nullcontext():
        found = connection.execute(*first).fetchall()
        for each in more:
            found = connection.execute(*each).fetchall()
    return Found(found)


def _committed(connection: sqlite3.Connection, appends: list[Append]) -> list[Outcome]:
    outcomes = _at_once(connection, appends)
    if outcomes is None:
        outcomes = _in_steps(connection, appends)
    return [Stands(each.version) if isinstance(each, Conflict) else each for each in outcomes]


def _at_once(
    connection: sqlite3.Connection, appends: list[Append]
) -> Sequence[int | Conflict] | None:
    """Commit a group in one statement; None where `hoped` is not so, and nothing was written."""
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


def _take_in(connection: sqlite3.Connection) -> None:
    """What SQLite would do within a commit, for which somebody waits (Write-Ahead Logging, 2.1)."""
    with contextlib.suppress(sqlite3.Error):  # not now: what is in the log is kept there
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()


def main(path: str, *manner: str) -> None:
    for each in (signal.SIGINT, signal.SIGTERM):  # they are for the parent, which ends this one
        signal.signal(each, signal.SIG_IGN)
    with contextlib.closing(connected(Path(path))) as connection:
        write(connection, Manner(*map(int, manner)))


if __name__ == "__main__":
    main(*sys.argv[1:])
