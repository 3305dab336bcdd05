"""Backups of a PostgreSQL database: all rows into a backup file, and back.

This module may import the backup file's format and the database driver. It must not know what a
row means.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tablee.table.store.backup_file import not_empty
from tablee.table.store.migrating import upgrade_sqlite
from tablee.table.store.postgres.commit_listener import CHANNEL, NOTIFY
from tablee.table.store.postgres.connections import connected
from tablee.table.store.text_limits import COLUMNS

if TYPE_CHECKING:
    from tablee.table.store.postgres.connections import Connection

ROWS = 1000
"""Number of rows read at a time."""


async def copy_out(url: str, partial: Path) -> None:
    """Write a snapshot of the database into a file. Others can write meanwhile."""
    partial.write_bytes(b"")
    await asyncio.to_thread(upgrade_sqlite, partial)
    source = await connected(url, patience=None)
    target = sqlite3.connect(partial, isolation_level=None, check_same_thread=False)
    try:
        target.execute("BEGIN")
        async with source.transaction(isolation="repeatable_read", readonly=True):
            for name in COLUMNS:
                await _copy_table(source, target, name)
        target.execute("COMMIT")
    finally:
        target.close()
        await source.close()


async def _copy_table(source: Connection, target: sqlite3.Connection, name: str) -> None:
    columns = ", ".join(COLUMNS[name])
    places = ", ".join("?" * len(COLUMNS[name]))
    cursor = await source.cursor(f"SELECT {columns} FROM {name}")
    while rows := await cursor.fetch(ROWS):
        await asyncio.to_thread(
            _insert,
            target,
            f"INSERT INTO {name} ({columns}) VALUES ({places})",
            [tuple(row) for row in rows],
        )


def _insert(target: sqlite3.Connection, statement: str, rows: list[tuple[Any, ...]]) -> None:
    """Insert rows. The cursor must end in the thread that made it: in another one it would reset
    the cached statement while this thread runs it."""
    target.executemany(statement, rows)


async def take_over(url: str, copy: Path, replace: bool, notice: Callable[[str, int], str]) -> None:
    """Replace the database by a checked backup and notify the other processes. `notice`: (table,
    version) -> the text of a notification."""
    target = await connected(url, patience=None)
    try:
        with contextlib.closing(sqlite3.connect(copy)) as source:
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
                restored = dict(source.execute("SELECT id, version FROM tables"))
                notices = [notice(table, 0) for table in gone]  # the log of before is gone
                notices += [notice(table, version) for table, version in restored.items()]
                await target.execute(NOTIFY, CHANNEL, notices)
    finally:
        await target.close()


def _typed(rows: Iterable[Any]) -> Iterator[tuple[Any, ...]]:
    """Yield the credentials of a SQLite file; SQLite stores the last column as 0 or 1."""
    for *values, revoked in rows:
        yield (*values, bool(revoked))
