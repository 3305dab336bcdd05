"""Stores by address: a path, `sqlite:///FILE` or `postgresql://HOST/DATABASE`.

This module may import both stores; the driver of PostgreSQL only when it is used. It must not know
what a store holds.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from pathlib import Path
from urllib.parse import urlsplit

from tablee.rules.file_access import unwritable
from tablee.rules.refusal import Refusal, not_installed, refuse
from tablee.table.store.interface import Store, Unavailable
from tablee.table.store.migrating import Foreign, Newer, upgrade_postgres, upgrade_sqlite
from tablee.table.store.sqlite.connecting import is_full
from tablee.table.store.sqlite.sqlite_store import SqliteStore

SQLITE = "sqlite:///"
POSTGRES = ("postgresql://", "postgres://")
FIELD = "--database"
NAMED = 3
"""Number of tables of another program that a refusal names."""


def default_url() -> str:
    """Return the default address: a file in the user's data folder."""
    import platformdirs

    return SQLITE + (platformdirs.user_data_path("tablee") / "tablee.sqlite3").as_posix()


def file_of(url: str) -> Path | None:
    """Return the file of an address; None for a server. Raise `Refusal` for other addresses."""
    if url.startswith(POSTGRES):
        return None
    path = url.removeprefix(SQLITE)
    if "://" in path or path in ("", ":memory:") or "\0" in path:
        shown = urlsplit(url).scheme if "://" in url else url
        raise refuse(FIELD, shown, "le chemin d’un fichier SQLite, ou postgresql://HÔTE/BASE")
    return Path(path)


async def opened(url: str) -> Store:
    """Return the store at an address, migrated to the last revision of its schema.

    Raise `Refusal` if the database cannot be reached or created.
    """
    path = file_of(url)
    try:
        return await _server(url) if path is None else await _file(path)
    except Newer as why:
        raise refuse(
            FIELD,
            _shown(url),
            "une base que cette version sait lire : celle-ci vient d’une version plus récente "
            "(révision {revision:=})",
            revision=why.revision,
        ) from why
    except Foreign as why:
        raise refuse(
            FIELD,
            _shown(url),
            "une base vide, ou une base de Tablée : celle-ci est à un autre programme "
            "(tables : {tables:=})",
            tables=", ".join(why.tables[:NAMED]) + (" …" if len(why.tables) > NAMED else ""),
        ) from why


async def _file(path: Path) -> Store:
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        await asyncio.to_thread(upgrade_sqlite, path)
        return SqliteStore(path)
    except sqlite3.OperationalError as why:
        return _readable(path, why)
    except OSError as why:
        raise unwritable(FIELD, str(path), why) from why
    except sqlite3.Error as why:
        raise _damaged(path) from why


def _readable(path: Path, why: sqlite3.OperationalError) -> Store:
    """Return a store that reads a file on a full disk. Raise `Refusal` if that is impossible too."""
    if not is_full(why):
        raise _damaged(path) from why
    try:
        return SqliteStore(path, unwritable=f"{path}: {why} (is the disk full?)")
    except sqlite3.Error:
        raise refuse(FIELD, str(path), "un fichier sur un disque qui a de la place") from why


def _damaged(path: Path) -> Refusal:
    return refuse(FIELD, str(path), "un fichier SQLite intact, où rien d’autre n’écrit")


async def _server(url: str) -> Store:
    try:
        import asyncpg
    except ModuleNotFoundError:
        raise not_installed(FIELD, _shown(url), "asyncpg", "postgres") from None

    from tablee.table.store.postgres.postgres_store import PostgresStore

    try:
        await upgrade_postgres(url)
        return await PostgresStore.at(url)
    except (OSError, ValueError, Unavailable, asyncpg.PostgresError, asyncpg.InterfaceError) as why:
        raise refuse(
            FIELD, _shown(url), "une base PostgreSQL qui répond ({why:=})", why=str(why)
        ) from why


def _shown(url: str) -> str:
    """Return an address without its password."""
    if "://" not in url:
        return url
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"
