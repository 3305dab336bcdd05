"""Heartbeats of a stream: sent at fixed times whatever happens, until the credential is revoked."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from itertools import count

import pytest

from tablee.table import following as module
from tablee.table import room as room_module
from tablee.table.following import following
from tablee.table.log import events as ev
from tablee.table.room import Room
from tablee.table.rooms import Rooms
from tablee.table.store.interface import Store, Unavailable
from tests.kit import acts
from tests.table.evening import LEADER, set_up

pytestmark = pytest.mark.anyio
BEAT = 0.05


@pytest.fixture
async def room(store: Store, monkeypatch: pytest.MonkeyPatch) -> Room:
    monkeypatch.setattr(module, "HEARTBEAT", BEAT)
    table = set_up("exil")
    await store.create(table.state.id, [ev.write_event(event) for event in table.events])
    room = await Rooms(store).room(table.state.id)
    assert room is not None
    return room


async def _stands() -> bool:
    return True


async def test_signs_of_life_come_though_nothing_happens(room: Room) -> None:
    looks = count()
    pages = following(room, "j1", _stands, lambda: next(looks))
    async with aclosing(pages):
        assert [await anext(pages) for _ in range(4)] == [0, None, None, None]


async def test_what_happens_moves_no_sign_of_life(room: Room) -> None:
    """Each of them is due so long after the one before, as many as there were acts in between."""
    loop = asyncio.get_running_loop()
    pages = following(room, "j1", _stands, lambda: room.state.version)
    async with aclosing(pages):
        assert await anext(pages) is not None
        began, lives = loop.time(), 0
        while lives < 4:
            await room.act(LEADER, acts.Note(text="Un mot."))
            lives += await anext(pages) is None
        assert loop.time() - began >= 3 * BEAT


async def test_a_credential_is_asked_for_with_each_sign_of_life(room: Room) -> None:
    """Another process may have revoked it, which nobody tells this one."""
    answers = iter([True, True, False])

    async def stands() -> bool:
        return next(answers)

    pages = following(room, "j1", stands, lambda: "page")
    async with aclosing(pages):
        assert [each async for each in pages] == ["page", None, None]


async def test_a_store_that_is_away_ends_no_stream(room: Room) -> None:
    """Nobody can revoke a credential then. One that was revoked just before ends its stream."""
    looks = count()

    async def away() -> bool:
        raise Unavailable("away")

    pages = following(room, "j1", away, lambda: next(looks))
    async with aclosing(pages):
        assert [await anext(pages) for _ in range(3)] == [0, None, None]
        room.revoked()
        assert [each async for each in pages] == []


async def test_a_seat_has_a_bounded_number_of_streams_however_fast_they_come(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All passed the first check before any of them counted."""
    monkeypatch.setattr(room_module, "MAX_PAGES", 2)
    many = [following(room, "j1", _stands, lambda: "page") for _ in range(5)]
    first = await asyncio.gather(*(anext(each, "") for each in many))
    assert first.count("page") == 2
    for each in many:
        await each.aclose()
    assert not room.is_full("j1")
