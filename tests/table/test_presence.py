"""Who is there, over several processes on one database."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

from tablee.table import presence
from tablee.table import room as room_module
from tablee.table.log import events as ev
from tablee.table.room import Room
from tablee.table.rooms import Rooms
from tablee.table.store.interface import Store
from tablee.table.store.store_address import opened
from tests.kit.postgres import CUT, new_database, sql
from tests.table.evening import set_up

pytestmark = pytest.mark.anyio


@pytest.fixture
def url() -> str:
    return new_database()


@pytest.fixture
async def stores(url: str) -> AsyncIterator[list[Store]]:
    """What two processes have of the database."""
    found = [await opened(url), await opened(url)]
    yield found
    for each in found:
        await each.close()


async def rooms_of(stores: list[Store]) -> list[Room]:
    """The same table in each."""
    table = set_up("exil")
    await stores[0].create(table.state.id, [ev.write_event(event) for event in table.events])
    found = [await Rooms(store).room(table.state.id) for store in stores]
    return [room for room in found if room is not None]


class Clock:
    """Seconds that pass when a test says so."""

    now = 0.0

    def monotonic(self) -> float:
        return self.now


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not true():
            await asyncio.sleep(0.005)


async def test_who_comes_and_goes_elsewhere_is_seen_at_once(stores: list[Store]) -> None:
    here, there = await rooms_of(stores)
    with here.attending("j1") as changed:
        with there.attending("j2"), there.attending("j2"):
            await until(lambda: here.present == there.present == {"j1", "j2"})
            changed.clear()
        await until(lambda: here.present == there.present == {"j1"})
        assert changed.is_set()
    await until(lambda: not here.present and not there.present)
    assert (await stores[0].version(here.state.id)) == here.state.version


async def test_one_place_is_enough(stores: list[Store]) -> None:
    here, there = await rooms_of(stores)
    with here.attending("j1"):
        with there.attending("j1"), there.attending("j2"):
            await until(lambda: here.present == {"j1", "j2"})
        await until(lambda: here.present == {"j1"})
        assert there.present == {"j1"}


async def test_who_comes_late_is_shown_of_those_that_were_there(
    stores: list[Store], url: str
) -> None:
    here, there = await rooms_of(stores)
    with here.attending("j1"), there.attending("j2"):
        await until(lambda: here.present == {"j1", "j2"})
        stores.append(await opened(url))
        late = await Rooms(stores[2]).room(here.state.id)
        assert late is not None
        with late.attending("j3"):
            await until(lambda: late.present == here.present == there.present == {"j1", "j2", "j3"})


async def test_who_is_silent_is_not_there_any_more(
    stores: list[Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    monkeypatch.setattr(presence, "time", clock)
    monkeypatch.setattr(presence, "HEARTBEAT", 0.02)
    monkeypatch.setattr(presence, "SILENCE", 0.1)
    here, there = await rooms_of(stores)
    heard: list[str] = []
    stores[0].overhear(lambda _, texts: heard.append(texts))

    async def silent(texts: object) -> None:
        """Nobody hears it."""

    def passes() -> None:
        clock.now += presence.HEARTBEAT

    def alone() -> bool:
        passes()  # what was said last may still be on its way
        return here.present == {"j1"}

    with here.attending("j1") as changed, there.attending("j2"):
        await until(lambda: here.present == there.present == {"j1", "j2"})
        for _ in range(10):
            heard.clear()
            passes()
            await until(lambda: bool(heard))
            assert here.present == {"j1", "j2"}  # said again and again
        monkeypatch.setattr(stores[1], "say", silent)
        changed.clear()
        await until(alone)
        await until(changed.is_set)


async def test_a_lost_connection_is_made_up_for(
    stores: list[Store], url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "HEARTBEAT", 0.05)
    here, there = await rooms_of(stores)
    with here.attending("j1"), ExitStack() as more:
        more.enter_context(there.attending("j2"))
        await until(lambda: here.present == there.present == {"j1", "j2"})
        sql(url, CUT)
        more.enter_context(there.attending("j3"))
        await until(lambda: here.present == there.present == {"j1", "j2", "j3"})


async def test_one_process_alone_tells_nobody(tmp_path: Path) -> None:
    store = await opened(f"sqlite:///{tmp_path}/t.sqlite3")
    room = (await rooms_of([store]))[0]
    tasks = len(asyncio.all_tasks())
    with room.attending("j1"):
        assert room.present == {"j1"}
        assert len(asyncio.all_tasks()) == tasks
    assert not room.present
    await store.close()


async def test_who_has_a_page_without_a_stream_is_there_for_a_while(
    stores: list[Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = await rooms_of(stores)
    with here.attending("j2") as changed:
        await until(lambda: there.present == {"j2"})
        changed.clear()
        there.glanced("j1")
        await until(lambda: here.present == there.present == {"j1", "j2"})
        assert changed.is_set()
        monkeypatch.setattr(room_module, "GLANCE", 0.01)
        there.glanced("j1")
        await until(lambda: here.present == there.present == {"j2"})


async def test_a_stream_says_better_who_is_there(stores: list[Store]) -> None:
    here, _ = await rooms_of(stores)
    here.glanced("j1")
    here.glanced("j1")
    with here.attending("j1"):
        here.glanced("j1")
        assert here.present == {"j1"}
    assert not here.present
