"""Connections to a SQLite file."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

WAIT = 30.0
"""Seconds to wait for another process that writes."""


def connected(path: Path, check_same_thread: bool = True) -> sqlite3.Connection:
    """Return a connection whose commits are on the disk when they return."""
    connection = sqlite3.connect(
        path,
        timeout=WAIT,
        isolation_level=None,
        cached_statements=512,
        check_same_thread=check_same_thread,
    )
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def in_memory(path: Path) -> sqlite3.Connection:
    """Return a copy in memory of a file on a full disk: to read the file in its place, SQLite would
    have to write beside it, unless it has the file for itself."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as source:
        source.execute("PRAGMA locking_mode = EXCLUSIVE")
        memory = sqlite3.connect(":memory:", isolation_level=None)
        source.backup(memory)
    return memory


def is_full(error: BaseException | None) -> bool:
    """Return whether SQLite cannot write because the system does not let it."""
    return _code(error) in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)


def is_damaged(error: BaseException | None) -> bool:
    """Return whether SQLite has found that a part of the file makes no sense."""
    return _code(error) == sqlite3.SQLITE_CORRUPT


def _code(error: BaseException | None) -> int:
    """Return the primary code of an error of SQLite, 0 for any other."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


@contextlib.contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Run the block in a transaction: all of it or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
