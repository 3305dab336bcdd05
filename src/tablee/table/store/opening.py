"""A store from its address."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

from tablee.table.store.kept import Store
from tablee.table.store.migrating import upgrade_sqlite
from tablee.table.store.sqlite import SqliteStore

__all__ = ["opened"]


async def opened(url: str) -> Store:
    """The store at `sqlite:///PATH` or `postgresql://…`, at the last revision of its schema."""
    path = Path(url.removeprefix("sqlite:///"))
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    await asyncio.to_thread(upgrade_sqlite, path)
    return SqliteStore(path)
