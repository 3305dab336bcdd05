"""Migrations: a database gets the schema of this version, in one transaction, under a lock.

Several processes may open it at once: the first one migrates, the others wait. This module imports
the migration library only when there is something to migrate. It must not know events.
"""

from __future__ import annotations

import functools
import sqlite3
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

HEAD = "0003"
"""The last revision of `migrations`: a database found there is opened without loading Alembic."""

LOCK = 0x7461626C6565
"""Number of the advisory lock for migrations in PostgreSQL (« tablee » in ASCII)."""

STARTING = 5.0
"""Seconds to open a connection to PostgreSQL."""

MIGRATIONS = Path(__file__).parent / "migrations"


class Newer(Exception):
    """The error of a database at a `revision` that this version does not know."""

    def __init__(self, revision: str) -> None:
        super().__init__(revision)
        self.revision = revision


class Foreign(Exception):
    """The error of a database that holds the `tables` of another program."""

    def __init__(self, tables: Iterable[str]) -> None:
        super().__init__(*sorted(tables))
        self.tables = sorted(tables)


OURS = {
    "alembic_version": {"version_num"},
    "tables": {"id", "version"},
    "events": {"table_id", "seq", "body", "key"},
}
"""Tables and columns that a database has since the first revision."""
TABLES = """
SELECT tables.name, columns.name FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns
WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
"""
POSTGRES_TABLES = """
SELECT relname, attname FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
  AND attnum > 0 AND NOT attisdropped
  AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')
"""


def check_ours(columns: Iterable[Sequence[str]]) -> None:
    """Raise `Foreign` unless a database is empty or ours. `columns`: names of tables and columns."""
    found: dict[str, set[str]] = {}
    for table, column in columns:
        found.setdefault(table, set()).add(column)
    if found and any(not names <= found.get(table, set()) for table, names in OURS.items()):
        raise Foreign(found)


def is_current(revision: str | None) -> bool:
    """Return whether a database at `revision` (None: empty) is up to date. Raise `Newer`."""
    if revision is not None and revision > HEAD:
        raise Newer(revision)
    return revision == HEAD


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Run the missing migrations within the transaction of `connection`."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def upgrade_sqlite(path: Path, revision: str = "head", wait: float = 60.0) -> None:
    """Migrate a file, created if it is missing. `wait`: seconds to wait for other processes."""
    raw = sqlite3.connect(path, timeout=wait, isolation_level=None)
    try:
        check_ours(raw.execute(TABLES))
        _write_ahead(raw, wait)
        if revision == "head" and is_current(_revision(raw)):
            return
    finally:
        raw.close()
    import sqlalchemy as sa

    engine = sa.create_engine(
        "sqlite://",
        creator=lambda: sqlite3.connect(path, timeout=wait, isolation_level=None),
        poolclass=sa.NullPool,
    )
    sa.event.listen(engine, "begin", lambda connection: _begin(connection))
    with engine.begin() as connection:
        upgrade(connection, revision)
    engine.dispose()


async def upgrade_postgres(url: str, revision: str = "head") -> None:
    """Migrate a database. Raise the driver's error when it cannot be reached."""
    import asyncpg

    connect = functools.partial(asyncpg.connect, url, timeout=STARTING)
    raw = await connect()
    try:
        check_ours(await raw.fetch(POSTGRES_TABLES))
        migrated = await raw.fetchval("SELECT to_regclass('alembic_version')")
        found = await raw.fetchval("SELECT version_num FROM alembic_version") if migrated else None
        if revision == "head" and is_current(found):
            return
    finally:
        await raw.close()
    import sqlalchemy as sa
    from sqlalchemy.ext.asyncio import create_async_engine

    engine = create_async_engine(
        "postgresql+asyncpg://",
        async_creator=connect,
        poolclass=sa.NullPool,
    )
    async with engine.begin() as connection:
        await connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
        await connection.run_sync(upgrade, revision)
    await engine.dispose()


def _write_ahead(connection: sqlite3.Connection, wait: float) -> None:
    """Set the write-ahead log, so that readers go on beside the writer. SQLite does not wait for a
    lock at this setting, so this function does."""
    end = time.monotonic() + wait
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as why:
            if why.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
            time.sleep(0.02)
        else:
            return


def _begin(connection: Connection) -> None:
    """Begin a transaction with its lock. The driver would begin only at the first changed row."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _revision(connection: sqlite3.Connection) -> str | None:
    """Return the revision of a file; None if it was never migrated."""
    known = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'")
    if known.fetchone() is None:
        return None
    found = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    return str(found[0]) if found else None
