"""PostgreSQL goes away and comes back: calls fail soon, and all goes on afterwards."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from tablee.rules.refusal import Refusal
from tablee.table.store.interface import Stored, Unavailable
from tablee.table.store.postgres import postgres_store
from tablee.table.store.postgres.postgres_store import PostgresStore
from tablee.table.store.store_address import opened
from tests.kit.postgres import new_database, sql

pytestmark = pytest.mark.anyio

SOON = 2.0
"""Seconds in which a call must end."""


class Relay:
    """A door to PostgreSQL that can be closed (`refuse`) or let nothing through (`stall`)."""

    def __init__(self, url: str) -> None:
        folder = parse_qs(urlsplit(url).query)["host"][0]
        self._socket = str(next(Path(folder).glob(".s.PGSQL.*[0-9]")))
        self._tasks: set[asyncio.Task[None]] = set()
        self._flowing = asyncio.Event()
        self._flowing.set()
        self._server: asyncio.Server
        self._port = 0

    async def open(self) -> int:
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", self._port)
        self._port = int(self._server.sockets[0].getsockname()[1])
        return self._port

    async def refuse(self) -> None:
        self._server.close()
        tasks = [*self._tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def stall(self) -> None:
        self._flowing.clear()

    async def mend(self) -> None:
        self._flowing.set()
        if not self._server.is_serving():
            await self.open()

    def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._relay(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        from_server, to_server = await asyncio.open_unix_connection(self._socket)
        try:
            await asyncio.gather(self._pump(reader, to_server), self._pump(from_server, writer))
        finally:
            writer.transport.abort()
            to_server.transport.abort()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while some := await reader.read(1 << 16):
                await self._flowing.wait()
                writer.write(some)
                await writer.drain()
        writer.close()


@asynccontextmanager
async def relayed() -> AsyncIterator[tuple[str, str, Relay]]:
    """Yield the address of a new database, its address through a relay, and the relay."""
    direct = new_database()
    parts = urlsplit(direct)
    relay = Relay(direct)
    port = await relay.open()
    user = parts.netloc.rpartition("@")[0]
    try:
        yield direct, f"postgresql://{user}@127.0.0.1:{port}{parts.path}", relay
    finally:
        await relay.refuse()


async def _within(seconds: float, call: Callable[[], Awaitable[object]]) -> None:
    begun = time.monotonic()
    with pytest.raises(Unavailable):
        await call()
    assert time.monotonic() - begun < seconds


@pytest.mark.parametrize("way", ["refuse", "stall"])
async def test_calls_fail_soon_and_all_goes_on_afterwards(
    way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_store, "PROVED", 0.0)
    async with relayed() as (_, url, relay):
        store = await opened(url)
        version = await store.create("lune", [b"1"])
        heard: list[tuple[str, int]] = []
        store.listen(lambda table, now: heard.append((table, now)))
        if way == "refuse":
            await relay.refuse()
        else:
            relay.stall()
        calls = [
            lambda: store.append("lune", version, [b"2"], key="coup"),
            lambda: store.read("lune"),
            store.answer,
            store.tables,
        ]
        await asyncio.gather(*(_within(SOON, call) for call in calls))
        for call in calls:
            await _within(0.5, call)
        await relay.mend()
        end = time.monotonic() + 30
        while time.monotonic() < end:
            try:
                assert await store.append("lune", version, [b"2"], key="coup") == 2
                break
            except Unavailable:
                await asyncio.sleep(0.05)
        await store.answer()
        assert await store.read("lune") == [Stored(1, b"1"), Stored(2, b"2")]
        await store.close()


async def test_acts_that_wait_for_each_other_fail_together() -> None:
    async with relayed() as (_, url, relay):
        store = await opened(url)
        await store.create("lune", [b"1"])
        await relay.refuse()
        lock = asyncio.Lock()

        async def act() -> None:
            async with lock:
                await store.append("lune", 1, [b"2"])

        begun = time.monotonic()
        found = await asyncio.gather(*(act() for _ in range(5)), return_exceptions=True)
        assert all(isinstance(each, Unavailable) for each in found)
        assert time.monotonic() - begun < SOON + 1
        await relay.mend()
        await store.close()


async def test_a_server_that_does_not_answer_at_start_is_named_soon() -> None:
    async with relayed() as (_, url, relay):
        relay.stall()
        begun = time.monotonic()
        with pytest.raises(Refusal, match="PostgreSQL"):
            await opened(url)
        assert time.monotonic() - begun < 8
        await relay.mend()


async def test_a_database_that_is_read_only_is_noticed() -> None:
    url = new_database()
    store = await opened(url)
    assert isinstance(store, PostgresStore)
    await store.answer()
    name = urlsplit(url).path.strip("/")
    sql(url, f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    again = await PostgresStore.at(url)
    with pytest.raises(Unavailable, match="read-only"):
        await again.answer()
    await again.close()
    await store.close()
