"""Several stores on one database; on PostgreSQL each hears the commits of the others."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from tablee.table.store.interface import Conflict, Store
from tablee.table.store.postgres import commit_listener
from tablee.table.store.postgres.connections import Patience
from tablee.table.store.store_address import opened
from tests.kit.postgres import CUT, sql
from tests.table.store.conftest import KINDS, address

pytestmark = [pytest.mark.anyio, pytest.mark.server]

UNHEARD = (
    "INSERT INTO tables (id, version) VALUES ('silent', 3); "
    "DELETE FROM events WHERE table_id = 'theirs'; DELETE FROM tables WHERE id = 'theirs'"
)


@pytest.fixture
def url(tmp_path: Path) -> str:
    return address("postgres", tmp_path)


async def _until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not true():
            await asyncio.sleep(0.005)


async def _heard(store: Store, other: Store) -> list[tuple[str, int]]:
    """Return the list of messages that a store hears from now on."""
    heard: list[tuple[str, int]] = []
    store.listen(lambda table, version: heard.append((table, version)))
    await other.create("warm-up", [b"1"])
    await _until(lambda: bool(heard))
    heard.clear()
    return heard


async def test_commits_of_others_are_heard_and_our_own_are_not(url: str) -> None:
    here, there = await opened(url), await opened(url)
    heard = await _heard(here, there)
    await here.create("ours", [b"1"])
    await there.create("lune:1", [b"1", b"2"])
    await there.append("lune:1", 2, [b"3"])
    await here.append("ours", 1, [b"2"])
    with pytest.raises(Conflict):
        await there.append("lune:1", 2, [b"4"])
    await there.delete("warm-up")
    await _until(lambda: ("warm-up", 0) in heard)
    assert heard == [("lune:1", 2), ("lune:1", 3), ("warm-up", 0)]
    assert [event.body for event in await here.read("lune:1", after=1)] == [b"2", b"3"]
    for store in (here, there):
        await store.close()


async def test_every_version_is_heard_after_a_lost_connection(url: str) -> None:
    here, there = await opened(url), await opened(url)
    heard = await _heard(here, there)
    await here.create("ours", [b"1"])
    await there.create("theirs", [b"1"])
    await _until(lambda: ("theirs", 1) in heard)
    heard.clear()
    sql(url, f"{UNHEARD}; {CUT}")
    await _until(lambda: ("theirs", 0) in heard)
    assert heard == [("ours", 1), ("silent", 3), ("theirs", 0), ("warm-up", 1)]
    await there.append("ours", 1, [b"2"])
    await _until(lambda: ("ours", 2) in heard)
    for store in (here, there):
        await store.close()


CONNECTED = (
    "SELECT count(*) FROM pg_stat_activity "
    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
)


async def test_a_connection_that_answers_nothing_is_replaced_once(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The silent connection is still open; each message is heard once, and no connection stays open."""
    store = await opened(url)
    await store.create("lune:1", [b"1"])
    await store.close()
    monkeypatch.setattr(commit_listener, "CHECK", 0.05)
    listening = commit_listener.CommitListener(url, Patience())
    heard: list[tuple[str, int]] = []
    listening.heard.append(lambda table, version: heard.append((table, version)))
    await listening.open()
    mute, execute = listening._connection, asyncpg.Connection.execute

    async def silent(self: Any, *given: Any, **more: Any) -> Any:
        if self is mute:
            raise TimeoutError
        return await execute(self, *given, **more)

    monkeypatch.setattr(asyncpg.Connection, "execute", silent)
    await _until(lambda: listening._connection is not mute)
    await _until(lambda: heard.count(("lune:1", 1)) == 2)  # for each connection
    for _ in range(5):  # time for any further message
        await listening._connection.fetch("SELECT 1")
    assert heard == [("lune:1", 1)] * 2
    await _until(lambda: sql(url, CONNECTED) == "1")
    await listening.close()


@pytest.mark.parametrize("kind", KINDS)
async def test_two_write_into_the_same_tables(kind: str, tmp_path: Path) -> None:
    """Each store repeats refused appends; no event is lost, doubled or out of order."""
    url = address(kind, tmp_path)
    stores = [await opened(url), await opened(url)]
    tables = [f"t{n}" for n in range(6)]
    heard: list[dict[str, int]] = [{}, {}]
    for store, known in zip(stores, heard, strict=True):
        store.listen(known.__setitem__)

    async def write(which: int, table: str) -> int:
        """Append twenty events; return the number of conflicts."""
        version, beaten = 0, 0
        for n in range(20):
            while True:
                try:
                    body = b"%d:%d" % (which, n)
                    version = await stores[which].append(table, version, [body], key=f"{which}:{n}")
                    break
                except Conflict as why:
                    version, beaten = why.version, beaten + 1
        return beaten

    # Opposite orders: a store that locked tables in the order of appends would cause a deadlock.
    beaten = await asyncio.gather(
        *(write(0, table) for table in tables), *(write(1, table) for table in reversed(tables))
    )
    assert sum(beaten) > 0
    for table in tables:
        events = await stores[0].read(table)
        assert events == await stores[1].read(table)
        assert [event.seq for event in events] == list(range(1, 41))
        for which in range(2):
            own = [event.body for event in events if event.body.startswith(b"%d:" % which)]
            assert own == [b"%d:%d" % (which, n) for n in range(20)]
    if kind == "postgres":
        await _until(lambda: all(40 in [known.get(table) for known in heard] for table in tables))
    for store in stores:
        await store.close()
