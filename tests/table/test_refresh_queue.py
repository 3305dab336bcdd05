"""Pages that wait for their turn: at once while no act waits, after the acts otherwise, and never what
the seat may not see any more."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager

import pytest

from tablee.rules.texts.words import Words
from tablee.table import refresh_queue
from tablee.table.following import following
from tablee.table.log import events as ev
from tablee.table.refresh_queue import RATIO, RefreshQueue
from tablee.table.replay import game_of
from tablee.table.room import Room
from tablee.table.rooms import Rooms
from tablee.table.store.interface import Store
from tests.kit import acts
from tests.table.evening import LEADER, set_up

pytestmark = pytest.mark.anyio


class Clock:
    """Processor time, which passes when a page or an act takes some."""

    def __init__(self) -> None:
        self.now = 1000.0

    def works(self, seconds: float) -> Callable[[], float]:
        """Return a page that takes some seconds."""

        def worked() -> float:
            self.now += seconds
            return self.now

        return worked

    @asynccontextmanager
    async def acts(self, seconds: float) -> AsyncIterator[None]:
        """Let acts take some seconds in each turn of the event loop, for as long as this lasts."""

        async def acting() -> None:
            while True:
                self.now += seconds
                await asyncio.sleep(0)

        busy = asyncio.ensure_future(acting())
        try:
            yield
        finally:
            busy.cancel()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(refresh_queue, "thread_time", lambda: clock.now)
    return clock


@pytest.fixture
async def room(store: Store) -> Room:
    table = set_up("exil")
    await store.create(table.state.id, [ev.write_event(event) for event in table.events])
    room = await Rooms(store).room(table.state.id)
    assert room is not None
    return room


# ── whose turn it is ───────────────────────────────────────────────────────────────────────────
async def test_pages_follow_one_another_while_no_act_waits(clock: Clock) -> None:
    queue, began = RefreshQueue(), clock.now
    made = await asyncio.gather(*(queue.put(clock.works(0.01)) for _ in range(100)))
    assert made == sorted(made)
    assert made[-1] == pytest.approx(began + 1)


@pytest.mark.parametrize(("page", "act"), [(0.0005, 0.02), (0.001, 0.001), (0.0025, 0.0005)])
async def test_acts_leave_pages_their_share_and_no_more(
    clock: Clock, page: float, act: float
) -> None:
    """Whatever a page takes, and however often acts come in between."""
    queue, began = RefreshQueue(), clock.now
    turns = [queue.put(clock.works(page)) for _ in range(20_000)]
    async with clock.acts(act):
        while clock.now < began + 10:
            await asyncio.sleep(0)
    took = page * sum(turn.done() for turn in turns)
    assert 0.5 < took / (clock.now - began) * (1 + RATIO) < 1.2


async def test_what_goes_wrong_with_a_page_is_its_own(clock: Clock) -> None:
    queue = RefreshQueue()

    def wrong() -> float:
        raise ValueError("cassé")

    gone, broken, whole = (queue.put(make) for make in (wrong, wrong, clock.works(1)))
    gone.cancel()
    with pytest.raises(ValueError, match="cassé"):
        await broken
    assert await whole == clock.now


# ── what a page is sent then ───────────────────────────────────────────────────────────────────
@asynccontextmanager
async def pressed(clock: Clock) -> AsyncIterator[None]:
    """Let no page have its turn as long as this lasts: acts come in all the time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(refresh_queue, "RATIO", 1e9)
        async with clock.acts(refresh_queue.IDLE * 2):
            yield


async def test_what_happens_before_its_turn_is_shown_at_once(room: Room, clock: Clock) -> None:
    pages = following(room, "j1", _stands, lambda: room.state.version)
    async with aclosing(pages):
        before = await anext(pages)
        coming = asyncio.ensure_future(anext(pages))
        async with pressed(clock):
            await asyncio.sleep(0)
            for text in ("Un.", "Deux.", "Trois."):
                await room.act(LEADER, acts.Note(text=text))
            assert not coming.done()
        assert (before, await coming) == (room.state.version - 3, room.state.version)


@pytest.mark.parametrize("what", ["removed", "revoked"])
async def test_who_may_not_see_it_any_more_is_shown_nothing(
    room: Room, what: str, clock: Clock
) -> None:
    """Though he was waiting for his turn when that was decided."""
    words, may = Words(game_of(room.state)), [True]

    async def stands() -> bool:
        return may[0]

    pages = following(room, "j1", stands, lambda: repr(room.view("j1", words)))
    async with aclosing(pages):
        assert await anext(pages) is not None
        coming = asyncio.ensure_future(anext(pages, None))
        async with pressed(clock):
            await asyncio.sleep(0)
            await room.act(LEADER, acts.Note(text="Un mot."))
            assert not coming.done()
            if what == "removed":
                await room.act(LEADER, acts.RemoveSeat(seat="j1"))
            else:
                may[0] = False
                room.revoked()
        assert await coming is None
        with pytest.raises(StopAsyncIteration):
            await anext(pages)


async def _stands() -> bool:
    return True
