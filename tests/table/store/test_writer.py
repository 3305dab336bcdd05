"""The process that writes: when what it wrote is taken into the file itself."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from pathlib import Path

import pytest

from tablee.table.store import Unavailable, opened
from tablee.table.store.sqlite import store as sqlite
from tablee.table.store.sqlite import writer
from tests.table.store.processes import writing

pytestmark = pytest.mark.anyio


@pytest.fixture(params=[False, True], ids=["asyncio", "uvloop"])
def anyio_backend(request: pytest.FixtureRequest) -> tuple[str, dict[str, bool]]:
    """Their pipes behave differently when the process at the other end has died."""
    return "asyncio", {"use_uvloop": request.param}


@pytest.mark.parametrize("often", [5, 10**9])
async def test_the_log_is_taken_into_the_file_when_nobody_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, often: int
) -> None:
    """Not within a commit, and not as long as there is little of it."""
    monkeypatch.setattr(writer, "OFTEN", often)
    file, bodies = tmp_path / "tables.sqlite3", [bytes([n]) * 5000 for n in range(65, 73)]
    store = await opened(f"sqlite:///{file}")
    try:
        for number, body in enumerate(bodies):
            await store.create(f"t{number}", [body])
        for _ in range(100 if often == 5 else 10):
            await asyncio.sleep(0.02)
            found = bodies[0][:1000] in file.read_bytes()
            if found:
                break
        assert found == (often == 5)
    finally:
        await store.close()


async def test_another_process_writes_when_one_was_killed(tmp_path: Path) -> None:
    """Who waited is told so; what was acknowledged is there, once, and one goes on."""
    file, bodies = tmp_path / "tables.sqlite3", [b"%d" % n for n in range(200)]
    store = await opened(f"sqlite:///{file}")

    async def append(table: str, n: int) -> int:
        return await store.append(table, n, [bodies[n]], f"{n}")

    async def sure(table: str, n: int) -> None:
        with contextlib.suppress(Unavailable):  # it was not known yet that it has died
            assert await append(table, n) == n + 1
        assert await append(table, n) == n + 1

    unknown = 0
    try:
        for number in range(8):
            table = f"t{number}"
            await sure(table, 0)
            sent = [asyncio.ensure_future(append(table, n)) for n in range(1, len(bodies))]
            await asyncio.sleep(0.001 * number)
            os.kill(writing(file), signal.SIGKILL)
            outcomes = await asyncio.gather(*sent, return_exceptions=True)
            unknown += sum(isinstance(each, Unavailable) for each in outcomes)
            for n in range(len(bodies)):
                await sure(table, n)
            assert [each.body for each in await store.read(table)] == bodies
        assert unknown
    finally:
        await store.close()
    with pytest.raises(LookupError):
        writing(file)


async def test_what_waits_is_written_before_the_store_is_closed(tmp_path: Path) -> None:
    """However much it is."""
    address = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    store, body = await opened(address), b"x" * 1_000_000
    sent = [asyncio.ensure_future(store.create(f"t{n}", [body] * 4)) for n in range(5)]
    await asyncio.sleep(0)
    await store.close()
    assert await asyncio.gather(*sent) == [4] * 5
    store = await opened(address)
    assert await store.tables() == [f"t{n}" for n in range(5)]
    await store.close()


async def test_a_store_is_closed_when_what_writes_was_killed(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"
    for wait in (0.0, 0.1):
        store = await opened(f"sqlite:///{file}")
        await store.create(f"t{wait}", [b"1"])
        os.kill(writing(file), signal.SIGKILL)
        await asyncio.sleep(wait)
        await store.close()


async def test_who_waits_to_close_a_store_may_go_away(tmp_path: Path) -> None:
    store = await opened(f"sqlite:///{tmp_path / 'tables.sqlite3'}")
    await store.create("t", [b"1"])
    sent = asyncio.ensure_future(store.create("u", [b"1"]))
    await asyncio.sleep(0)
    closing = asyncio.ensure_future(store.close())
    await asyncio.sleep(0)
    closing.cancel()
    assert await sent == 1
    await store.close()


async def test_what_one_that_was_killed_may_have_written_is_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "LOOK", 0.01)
    file, heard = tmp_path / "tables.sqlite3", list[tuple[str, int]]()
    store = await opened(f"sqlite:///{file}")
    store.listen(lambda table, version: heard.append((table, version)))
    await store.create("t", [b"1"])
    await asyncio.sleep(0.1)
    assert not heard
    os.kill(writing(file), signal.SIGKILL)
    async with asyncio.timeout(10):
        while not heard:
            await asyncio.sleep(0.01)
    assert heard == [("t", 1)]
    await store.answer()
    await store.close()


async def test_the_log_beside_the_file_does_not_grow_with_what_is_brought(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"
    store = await opened(f"sqlite:///{file}")
    for number in range(12):
        await store.create(f"t{number}", [b"x" * 1_000_000] * 6)
    beside = file.with_name(f"{file.name}-wal").stat().st_size
    assert beside < file.stat().st_size
    assert beside < 40_000_000
    await store.close()


@pytest.mark.parametrize("python", ["/nowhere/python", "/bin/false"])
async def test_what_cannot_be_started_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, python: str
) -> None:
    store = await opened(f"sqlite:///{tmp_path / 'tables.sqlite3'}")
    with monkeypatch.context() as without:
        without.setattr(sys, "executable", python)
        for _ in range(3):
            with pytest.raises(Unavailable):
                await store.create("t", [b"1"])
            with pytest.raises(Unavailable):
                await store.answer()
    assert await store.create("t", [b"1"]) == 1
    await store.close()
