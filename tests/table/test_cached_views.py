"""Cached views of a table: equal to new ones, and never of an act that was not written."""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec
import pytest

from tablee.rules.texts.words import Words
from tablee.table.acts.act_registry import Decided
from tablee.table.log import events as ev
from tablee.table.replay import Replays, game_of
from tablee.table.room import Room
from tablee.table.rooms import Rooms
from tablee.table.store.interface import Conflict, Store, Unavailable
from tablee.table.views.table_view import view
from tests.kit import acts
from tests.table.evening import GAMES, LEADER, Table, set_up
from tests.table.evenings import any_act

pytestmark = pytest.mark.anyio


@pytest.fixture
async def room(store: Store) -> Room:
    return await room_of(store, set_up("exil"))


async def room_of(store: Store, table: Table) -> Room:
    await store.create(table.state.id, [ev.write_event(event) for event in table.events])
    room = await Rooms(store).room(table.state.id)
    assert room is not None
    return room


def fresh(room: Room, seat: str) -> bytes:
    """What a seat sees of the table, by who has never seen it."""
    return msgspec.json.encode(view(room.state, seat, Replays(), Words(game_of(room.state))))


def seen(room: Room, seat: str) -> bytes:
    return msgspec.json.encode(room.view(seat, Words(game_of(room.state))))


@pytest.mark.parametrize("wrong", [Unavailable("the disk is full"), Conflict(1)])
async def test_an_act_that_is_not_written_is_seen_by_nobody(
    room: Room, monkeypatch: pytest.MonkeyPatch, wrong: Exception
) -> None:
    async def failing(table: str, expected: int, bodies: Sequence[bytes]) -> int:
        assert b"Un mot." in bodies[-1]
        assert seen(room, "j1") == before
        raise wrong

    with room.attending("j1") as woken:
        before = seen(room, "j1")
        woken.clear()
        with monkeypatch.context() as patch:
            patch.setattr(room.store, "append", failing)
            with pytest.raises(Unavailable):
                await room.act(LEADER, acts.Note(text="Un mot."))
        assert not woken.is_set()
        assert seen(room, "j1") == before
        await room.act(LEADER, acts.Note(text="Un autre."))
        assert woken.is_set()
    texts = seen(room, "j1").decode()
    assert ("Un mot." in texts, "Un autre." in texts) == (False, True)


@pytest.mark.parametrize("game", GAMES)
async def test_a_cached_view_is_as_a_new_one(
    store: Store, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over evenings in which some acts cannot be written, and others look meanwhile."""
    table, rng = set_up(game), random.Random(game)
    room = await room_of(store, table)
    append = room.store.append

    async def fated(name: str, expected: int, bodies: Sequence[bytes]) -> int:
        if rng.random() < 0.3:
            _alike(room)
        if rng.random() < 0.25:
            raise Unavailable("not now")
        return await append(name, expected, bodies)

    monkeypatch.setattr(room.store, "append", fated)
    for _ in range(60):
        known = len(table.events)
        any_act(table, rng)
        await _written(room, table.events[known:])


async def _written(room: Room, events: Sequence[ev.TableEvent]) -> None:
    """Write some events, as often as it takes; of what could not be written something else has come
    in between."""
    while events:
        try:
            await room._write(Decided(events, room.state))
        except Unavailable:
            events = [ev.Noted(at=1, by=LEADER, text="Un mot."), *events]
        else:
            break
    _alike(room)


def _alike(room: Room) -> None:
    for seat in room.state.present:
        assert seen(room, seat.id) == fresh(room, seat.id)
