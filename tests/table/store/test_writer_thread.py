"""The thread that writes into a SQLite file: group commit, errors, and its end."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from threading import enumerate as threads

import pytest

from tablee.table.store.interface import Unavailable
from tablee.table.store.sqlite import sqlite_store as sqlite
from tablee.table.store.sqlite.connecting import connected
from tablee.table.store.sqlite.sqlite_store import SqliteStore
from tablee.table.store.store_address import opened

pytestmark = pytest.mark.anyio


async def test_appends_that_wait_are_written_before_the_store_closes(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    store, body = await opened(address), b"x" * 1_000_000
    sent = [asyncio.ensure_future(store.create(f"t{n}", [body] * 4)) for n in range(5)]
    await asyncio.sleep(0)
    await store.close()
    assert await asyncio.gather(*sent) == [4] * 5
    assert "tablee-store-writes" not in [thread.name for thread in threads()]
    store = await opened(address)
    assert await store.tables() == [f"t{n}" for n in range(5)]
    await store.close()


async def test_a_cancelled_close_finishes_what_waits(tmp_path: Path) -> None:
    store = await opened(f"sqlite:///{tmp_path / 'tables.sqlite3'}")
    await store.create("t", [b"1"])
    sent = asyncio.ensure_future(store.create("u", [b"1"]))
    await asyncio.sleep(0)
    closing = asyncio.ensure_future(store.close())
    await asyncio.sleep(0)
    closing.cancel()
    assert await sent == 1
    await store.close()


async def test_the_log_beside_the_file_does_not_grow_with_large_events(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"
    store = await opened(f"sqlite:///{file}")
    for number in range(12):
        await store.create(f"t{number}", [b"x" * 1_000_000] * 6)
    beside = file.with_name(f"{file.name}-wal").stat().st_size
    assert beside < file.stat().st_size
    assert beside < 40_000_000
    await store.close()


async def test_commits_reach_the_disk(tmp_path: Path) -> None:
    """Write-ahead log and full synchronisation, on each connection that writes."""
    file = tmp_path / "tables.sqlite3"
    store = await opened(f"sqlite:///{file}")
    assert isinstance(store, SqliteStore)
    assert (await store._writer.run(("PRAGMA synchronous", ())))[0][0] == 2
    assert (await store._writer.run(("PRAGMA journal_mode", ())))[0][0] == "wal"
    await store.close()


async def test_a_locked_file_refuses_a_group_and_the_next_one_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"
    store = await opened(f"sqlite:///{file}")
    assert isinstance(store, SqliteStore)
    await store._writer.run(("PRAGMA busy_timeout = 20", ()))
    other = connected(file)
    other.execute("BEGIN IMMEDIATE")
    outcomes = await asyncio.gather(
        *(store.create(f"t{n}", [b"1"]) for n in range(5)), return_exceptions=True
    )
    assert all(isinstance(each, Unavailable) for each in outcomes)
    other.execute("ROLLBACK")
    assert await store.create("t0", [b"1"]) == 1
    other.close()
    await store.close()


async def test_a_writer_of_another_process_is_seen_soon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "LOOK", 0.01)
    file, heard = tmp_path / "tables.sqlite3", list[tuple[str, int]]()
    store = await opened(f"sqlite:///{file}")
    store.listen(lambda table, version: heard.append((table, version)))
    await store.create("t", [b"1"])
    await asyncio.sleep(0.1)
    assert not heard
    other = sqlite3.connect(file)
    with other:
        other.execute("INSERT INTO tables (id, version) VALUES ('u', 3)")
    async with asyncio.timeout(30):
        while not heard:
            await asyncio.sleep(0.01)
    assert sorted(heard) == [("t", 1), ("u", 3)]
    other.close()
    await store.close()
