"""Backup files, of one format for both stores, so that each restores the other's.

A backup is a SQLite database with the tables of `database_schema` and a seal: the SHA-256 of all
its rows. This module may import the migrations. It must not know what a row means.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import os
import shutil
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import msgspec

from tablee.rules.file_access import put_in_place, unreadable, unwritable
from tablee.rules.refusal import Refusal, refuse
from tablee.table.store.interface import Unavailable
from tablee.table.store.migrating import Newer, upgrade_sqlite
from tablee.table.store.sqlite.connecting import is_damaged

FILE = "file"
"""The field of refusals of a backup."""

APPLICATION = 0x7461626C
"""The « application_id » in the head of the file: « tabl » in ASCII."""


async def written(path: Path, fill: Callable[[Path], Awaitable[None]]) -> None:
    """Make a backup. `fill` writes the tables into an empty file.

    The file gets its name only when it is complete and on the disk. Raise `Refusal` if another kind
    of file has this name, or if the file cannot be written.
    """
    try:
        partial = await asyncio.to_thread(_partial, path)
        try:
            await fill(partial)
            await asyncio.to_thread(_finish, partial, path)
        finally:
            for left in partial.parent.glob(f"{partial.name}*"):
                left.unlink()
    except (OSError, sqlite3.Error) as why:
        if is_damaged(why):  # so is the database: the copy was made just now
            raise Unavailable(str(why)) from why
        raise unwritable(FILE, str(path), why) from why


@contextlib.asynccontextmanager
async def checked_copy(path: Path) -> AsyncIterator[Path]:
    """Yield a checked copy of a backup, migrated to the last revision. Raise `Refusal`."""
    with tempfile.TemporaryDirectory(prefix="tablee-") as folder:
        copy = Path(folder) / "backup.sqlite3"
        await asyncio.to_thread(_check, path, copy)
        yield copy


def not_empty() -> Refusal:
    """Return the refusal to restore into a store that is not empty."""
    return refuse(
        "--database",
        None,
        "une base vide, ou « --replace » pour remplacer tout ce qu’elle contient",
    )


def not_a_file_for_it(path: Path) -> Refusal:
    """Return the refusal to write a backup over another kind of file."""
    return refuse(FILE, str(path), "un nouveau fichier, ou une sauvegarde à remplacer")


def unsealed(connection: sqlite3.Connection) -> None:
    """Remove the seal of a backup that is used as a database, since its rows will change."""
    if connection.execute("PRAGMA application_id").fetchone() == (APPLICATION,):
        connection.execute("PRAGMA application_id = 0")
        connection.execute("DROP TABLE IF EXISTS seal")


def _partial(path: Path) -> Path:
    """Create an empty file beside `path` that only its owner can read."""
    if path.exists() and not _is_backup(path):
        raise not_a_file_for_it(path)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
    os.close(handle)
    return Path(name)


def _is_backup(path: Path) -> bool:
    """Return whether a file begins like a backup (offset 68: the application id)."""
    with path.open("rb") as file:
        head = file.read(72)
    return head.startswith(b"SQLite format 3\0") and head[68:] == APPLICATION.to_bytes(4, "big")


def _finish(partial: Path, path: Path) -> None:
    """Seal a file and give it its name when it is on the disk."""
    with contextlib.closing(sqlite3.connect(partial, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute("CREATE TABLE seal (digest BLOB NOT NULL)")
        connection.execute("INSERT INTO seal VALUES (?)", (_digest(connection),))
    put_in_place(partial, path)


def _digest(connection: sqlite3.Connection) -> bytes:
    """Return the digest of every row of every table but the seal, in the order of the file."""
    digest = hashlib.sha256()
    names = connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'seal' ORDER BY name"
    )
    for (name,) in names.fetchall():
        quoted = name.replace('"', '""')
        rows = connection.execute(f'SELECT * FROM "{quoted}" ORDER BY rowid')
        digest.update(msgspec.msgpack.encode((name, [column[0] for column in rows.description])))
        for row in rows:
            digest.update(msgspec.msgpack.encode(row))
    return digest.digest()


def _check(path: Path, copy: Path) -> None:
    try:
        endless = path.exists() and not (path.is_file() or path.is_dir())  # a device, a pipe
        if endless or not _is_backup(path):
            raise refuse(FILE, str(path), "une sauvegarde faite par « tablee backup »")
        shutil.copyfile(path, copy)
        if not _sound(copy):
            raise refuse(FILE, str(path), "une sauvegarde intacte : celle-ci est abîmée")
        upgrade_sqlite(copy)
    except OSError as why:
        raise unreadable(FILE, str(path), why) from why
    except Newer as why:
        raise refuse(
            FILE,
            str(path),
            "une sauvegarde que cette version sait lire : celle-ci vient d’une version plus "
            "récente (révision {revision:=})",
            revision=why.revision,
        ) from why


def _sound(copy: Path) -> bool:
    """Return whether all pages of a file are intact and its seal fits its rows."""
    try:
        with contextlib.closing(sqlite3.connect(copy, isolation_level=None)) as connection:
            connection.execute("PRAGMA trusted_schema = OFF")
            pages = connection.execute("PRAGMA integrity_check(1)").fetchone()
            seal = connection.execute("SELECT digest FROM seal").fetchone()
            return bool(pages == ("ok",) and seal == (_digest(connection),))
    except (sqlite3.Error, UnicodeDecodeError):
        return False
