"""The store in one SQLite file: one thread writes, the event loop reads.

A read takes some microseconds and waits for no writer. Another process, such as a command, may use
the same file: each transaction locks it and reads the versions again. Its changes are noticed after
`LOOK` seconds. This module may import the writer thread and the backups. It must not know what an
event means.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tablee.table.store.backup_file import (
    checked_copy,
    not_a_file_for_it,
    not_empty,
    unsealed,
    written,
)
from tablee.table.store.chain import chained, damaged
from tablee.table.store.group import append_of
from tablee.table.store.interface import Credential, Heard, Overheard, Stored, Unavailable
from tablee.table.store.sqlite.connecting import (
    WAIT,
    connected,
    in_memory,
    is_damaged,
    transaction,
)
from tablee.table.store.sqlite.writer_thread import Unwritable, WriterThread
from tablee.table.store.text_limits import COLUMNS, CREDENTIAL, checked, keepable

LOOK = 1.0
"""Seconds between two checks for commits of another process."""

OTHERS = "PRAGMA data_version", ()
"""Returns a number that changes when another connection has committed."""

READ = """
SELECT tables.version, tables.digest, events.seq, events.body, events.digest
FROM tables LEFT JOIN events ON events.table_id = tables.id AND events.seq >= ?2
WHERE tables.id = ?1 ORDER BY events.seq
"""
VERSION = "SELECT version FROM tables WHERE id = ?"
KEEP = f"INSERT OR REPLACE INTO credentials ({CREDENTIAL}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
FIND = f"SELECT {CREDENTIAL} FROM credentials WHERE digest = ?"
OF_TABLE = f"SELECT {CREDENTIAL} FROM credentials WHERE table_id = ? ORDER BY created, digest"
REVOKE = "UPDATE credentials SET revoked = TRUE WHERE digest = ?"
DELETE = (
    "DELETE FROM events WHERE table_id = ?",
    "DELETE FROM credentials WHERE table_id = ?",
    "DELETE FROM tables WHERE id = ?",
)


class SqliteStore:
    """A `Store` in a file that is already at the last revision."""

    shared = False

    def __init__(self, path: Path, unwritable: str = "") -> None:
        """`unwritable`: why the file cannot be written; what it held is then read from memory."""
        self.path = path
        self._writer = Unwritable(unwritable) if unwritable else WriterThread(path)
        self._reader = in_memory(path) if unwritable else connected(path)
        if not unwritable:
            unsealed(self._reader)
        self._reader.execute("PRAGMA query_only = ON")
        self._credentials: dict[bytes, Credential] = {}
        """Credentials that were found, until one of them changes."""
        self._heard: list[Heard] = []
        self._looking: asyncio.Task[None] | None = None

    @property
    def commits(self) -> int:
        return self._writer.commits

    async def create(self, table: str, bodies: Sequence[bytes], key: str = "") -> int:
        return await self.append(table, 0, bodies, key)

    async def append(
        self, table: str, expected: int, bodies: Sequence[bytes], key: str = ""
    ) -> int:
        return await self._writer.append(append_of(table, expected, bodies, key))

    async def read(self, table: str, after: int = 0) -> list[Stored]:
        try:
            rows = self._of(table, READ, after)
        except Unavailable as why:
            if is_damaged(why.__cause__):
                raise damaged(table) from why
            raise
        return chained(table, after, rows)

    async def answer(self) -> None:
        await self._writer.prove()

    async def version(self, table: str) -> int:
        found = self._of(table, VERSION)
        return int(found[0][0]) if found else 0

    async def tables(self) -> list[str]:
        return sorted(row[0] for row in self._read("SELECT id FROM tables"))

    async def keep(self, credential: Credential) -> None:
        await self._changed((KEEP, checked(credential)))

    async def find(self, digest: bytes) -> Credential | None:
        known = self._credentials.get(digest)
        if known is None and (found := self._read(FIND, digest)):
            known = self._credentials[digest] = _credential(found[0])
        return known

    async def credentials(self, table: str) -> list[Credential]:
        return [_credential(row) for row in self._of(table, OF_TABLE)]

    async def revoke(self, digest: bytes) -> None:
        await self._changed((REVOKE, (digest,)))

    def listen(self, heard: Heard) -> None:
        """Call `heard` for every table after another process, such as a command, has committed."""
        self._heard.append(heard)
        if self._looking is None:
            self._looking = asyncio.create_task(self._look(), name="tablee-store-looks")

    async def _look(self) -> None:
        """Check for commits of other connections, for ever."""
        known = None
        while True:
            with contextlib.suppress(Unavailable):
                found = await self._writer.run(OTHERS)
                if known not in (None, found):
                    self._credentials.clear()
                    for table, version in self._read("SELECT id, version FROM tables"):
                        for heard in self._heard:
                            heard(table, version)
                known = found
            await asyncio.sleep(LOOK)

    async def say(self, messages: Sequence[str]) -> None:
        """Do nothing: there is no other process."""

    def overhear(self, heard: Overheard) -> None:
        """Do nothing: there is no other process."""

    async def backup(self, path: Path) -> None:
        if path.exists() and path.samefile(self.path):
            raise not_a_file_for_it(path)
        await written(path, lambda partial: asyncio.to_thread(_copy, self.path, partial))

    async def restore(self, path: Path, replace: bool = False) -> None:
        async with checked_copy(path) as copy:
            try:
                await asyncio.to_thread(_take_over, self.path, copy, replace)
            except sqlite3.Error as why:
                raise Unavailable(str(why)) from why
            finally:
                self._credentials.clear()

    async def delete(self, table: str) -> None:
        if keepable(table):
            await self._changed(*((statement, (table,)) for statement in DELETE))

    async def close(self) -> None:
        if self._looking is not None:
            self._looking.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._looking
            self._looking = None
        await self._writer.close()
        self._reader.close()

    async def _changed(self, *statements: tuple[str, tuple[Any, ...]]) -> None:
        """Run statements that change credentials, and drop the cached ones."""
        try:
            await self._writer.run(*statements)
        finally:
            self._credentials.clear()

    def _of(self, table: str, query: str, *more: object) -> list[Any]:
        """Return the rows of a query about a table; none if no store accepts its id."""
        return self._read(query, table, *more) if keepable(table) else []

    def _read(self, query: str, *values: object) -> list[Any]:
        try:
            return self._reader.execute(query, values).fetchall()
        except sqlite3.Error as why:
            raise Unavailable(str(why)) from why


def _copy(path: Path, partial: Path) -> None:
    """Copy a database into a file in one step. Readers and the writer go on meanwhile."""
    with (
        contextlib.closing(sqlite3.connect(path, timeout=WAIT)) as source,
        contextlib.closing(sqlite3.connect(partial)) as target,
    ):
        source.backup(target)


def _take_over(path: Path, copy: Path, replace: bool) -> None:
    """Replace the database by a checked backup."""
    with contextlib.closing(connected(path)) as connection:
        connection.execute("ATTACH ? AS backup", (str(copy),))
        with transaction(connection):
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


def _credential(row: Sequence[Any]) -> Credential:
    values = dict(zip(Credential.__struct_fields__, row, strict=True))
    return Credential(**values | {"revoked": bool(values["revoked"])})
