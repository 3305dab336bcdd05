"""A store for one test, and its contents."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from tablee.table.export.importing import import_file
from tablee.table.log import events as ev
from tablee.table.store.interface import Store
from tablee.table.store.store_address import opened

__all__ = ["bring", "events_in", "with_store"]

T = TypeVar("T")


def with_store(do: Callable[[Store], Awaitable[T]]) -> T:
    """Run a coroutine with an empty store and return its result."""

    async def doing() -> T:
        with TemporaryDirectory() as folder:
            store = await opened(f"sqlite:///{Path(folder) / 'tables.sqlite3'}")
            try:
                return await do(store)
            finally:
                await store.close()

    return asyncio.run(doing())


async def events_in(store: Store, table: str) -> list[ev.TableEvent]:
    """Return the log of a table."""
    return [ev.read_event(each.body) for each in await store.read(table)]


def bring(*files: bytes) -> list[tuple[str, list[ev.TableEvent]]]:
    """Import files into an empty store and return the id and the log of each table."""

    async def do(store: Store) -> list[tuple[str, list[ev.TableEvent]]]:
        tables = [(await import_file(store, data)).table for data in files]
        assert sorted(tables) == await store.tables()
        return [(table, await events_in(store, table)) for table in tables]

    return with_store(do)
