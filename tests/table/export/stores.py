"""A store of its own for a test, and what it holds in the end."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from tablee.table.export.importing import brought
from tablee.table.log import events as ev
from tablee.table.store import Store, opened

__all__ = ["bring", "events_in", "with_store"]

T = TypeVar("T")


def with_store(do: Callable[[Store], Awaitable[T]]) -> T:
    """Do something with an empty store."""

    async def doing() -> T:
        with TemporaryDirectory() as folder:
            store = await opened(f"sqlite:///{Path(folder) / 'tables.sqlite3'}")
            try:
                return await do(store)
            finally:
                await store.close()

    return asyncio.run(doing())


async def events_in(store: Store, table: str) -> list[ev.AnyEvent]:
    """The log of a table."""
    return [ev.read_event(each.body) for each in await store.read(table)]


def bring(*files: bytes) -> list[tuple[str, list[ev.AnyEvent]]]:
    """Import files one after the other into an empty store: the id and the log of each table."""

    async def do(store: Store) -> list[tuple[str, list[ev.AnyEvent]]]:
        tables = [await brought(store, data) for data in files]
        assert sorted(tables) == await store.tables()
        return [(table, await events_in(store, table)) for table in tables]

    return with_store(do)
