"""Pages that wait for their turn: all at once where there is time, behind the acts where there is none,
and never what the seat may not see any more."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager

import pytest

from tablee.rules.words import Words
from tablee.table import renewals
from tablee.table.acts import records as acts
from tablee.table.following import following
from tablee.table.log import events as ev
from tablee.table.renewals import SHARE, RefreshQueue
from tablee.table.replay import game_of
from tablee.table.room import Room, Rooms
from tablee.table.store import Store
from tests.table.evening import LEADER, set_up

pytestmark = pytest.mark.anyio


class Clock:
    """Time passes when somebody says that he has worked."""

    def __init__(self) -> None:
        self.now = 1000.0

    def works(self, seconds: float) -> Callable[[], float]:
        def worked() -> float:
            self.now += seconds
            return self.now

        return worked


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(renewals, "perf_counter", lambda: clock.now)
    return clock


@pytest.fixture
async def room(store: Store) -> Room:
    table = set_up("exil")
    await store.create(table.state.id, [ev.write_event(event) for event in table.events])
    room = await Rooms(store).room(table.state.id)
    assert room is not None
    return room


# ── whose turn it is ───────────────────────────────────────────────────────────────────────────
async def test_where_there_is_time_nobody_waits(clock: Clock) -> None:
    """The pages of one table, after a while in which nothing was to do."""
    waiting = RefreshQueue()
    turns = [waiting.take(clock.works(0.001)) for _ in range(5)]
    await asyncio.sleep(0)
    assert [turn.result() for turn in turns] == sorted(turn.result() for turn in turns)


async def test_where_nothing_else_is_to_do_pages_have_all_the_time(clock: Clock) -> None:
    waiting = RefreshQueue()
    turns = [waiting.take(clock.works(0.002)) for _ in range(100)]
    for _ in range(100):
        await asyncio.sleep(0)
    assert all(turn.done() for turn in turns)


async def test_acts_leave_pages_their_share_and_no_more(clock: Clock) -> None:
    """Whatever a page takes, and however often acts come in between."""
    for page, act in ((0.0005, 0.02), (0.004, 0.001), (0.1, 0.0005)):
        waiting, began = RefreshQueue(), clock.now
        turns = [waiting.take(clock.works(page)) for _ in range(20_000)]
        while clock.now < began + 20:
            clock.works(act)()
            await asyncio.sleep(0)
        took = page * sum(turn.done() for turn in turns)
        assert took / (clock.now - began) == pytest.approx(SHARE, rel=0.05)


async def test_what_goes_wrong_with_a_page_is_its_own(clock: Clock) -> None:
    waiting = RefreshQueue()

    def wrong() -> float:
        raise ValueError("cassé")

    gone, broken, whole = (waiting.take(make) for make in (wrong, wrong, clock.works(1)))
    gone.cancel()
    with pytest.raises(ValueError, match="cassé"):
        await broken
    assert await whole == clock.now


# ── what a page is sent then ───────────────────────────────────────────────────────────────────
@asynccontextmanager
async def pressed(room: Room, clock: Clock) -> AsyncIterator[None]:
    """No page has its turn as long as this lasts: one took very long, and acts come in."""

    async def acting() -> None:
        while True:
            clock.works(0.001)()
            await asyncio.sleep(0)

    clock.works(1)()
    await room.renewals.take(clock.works(1e6))
    busy = asyncio.ensure_future(acting())
    try:
        yield
    finally:
        busy.cancel()
        clock.works(1e7)()


async def test_what_happens_before_its_turn_is_shown_at_once(room: Room, clock: Clock) -> None:
    pages = following(room, "j1", _stands, lambda: room.state.version, int)
    async with aclosing(pages):
        before = await anext(pages)
        coming = asyncio.ensure_future(anext(pages))
        async with pressed(room, clock):
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

    pages = following(room, "j1", stands, lambda: room.view("j1", words), len)
    async with aclosing(pages):
        assert await anext(pages) is not None
        coming = asyncio.ensure_future(anext(pages, None))
        async with pressed(room, clock):
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
