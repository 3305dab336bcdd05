"""What is made ready while it is written: shown as soon as it is, and never where it is not."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from contextlib import aclosing

import msgspec
import pytest

from tablee.rules.words import Words
from tablee.table.acts import records as acts
from tablee.table.acts.handling import Decided
from tablee.table.following import following
from tablee.table.log import events as ev
from tablee.table.replay import Replays, game_of
from tablee.table.room import Room, Rooms
from tablee.table.store import Conflict, Store, Unavailable
from tablee.table.views.table_view import view
from tests.table.evening import GAMES, LEADER, Table, set_up
from tests.table.evenings import any_act

pytestmark = pytest.mark.anyio


class Gate:
    """In the place of a store's `append`: an append stands until the gate is opened, and fails when
    `wrong` is set."""

    def __init__(self, room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
        self.append = room.store.append
        self.opened = asyncio.Event()
        self.begun = asyncio.Event()
        self.wrong: Exception | None = None
        monkeypatch.setattr(room.store, "append", self)

    async def __call__(self, table: str, expected: int, bodies: Sequence[bytes]) -> int:
        self.begun.set()
        await self.opened.wait()
        if self.wrong is not None:
            raise self.wrong
        return await self.append(table, expected, bodies)


@pytest.fixture
async def room(store: Store) -> Room:
    return await room_of(store, set_up("exil"))


async def room_of(store: Store, table: Table) -> Room:
    await store.create(table.state.id, [ev.write_event(event) for event in table.events])
    room = await Rooms(store).room(table.state.id)
    assert room is not None
    return room


class Follower:
    """Follows a table as a seat: what each look saw, and what it was told."""

    def __init__(self, room: Room, seat: str) -> None:
        self.room, self.seat = room, seat
        self.words = Words(game_of(room.state))
        self.looks: list[bytes] = []
        self.pages = following(room, seat, self.stands, self.look, bytes)

    async def stands(self) -> bool:
        return True

    def look(self) -> bytes:
        told = [self.room.view(self.seat, self.words), sorted(self.room.present)]
        self.looks.append(msgspec.json.encode(told))
        return self.looks[-1]


def fresh(room: Room, seat: str) -> bytes:
    """What a seat sees of the table, by who has never seen it."""
    return msgspec.json.encode(view(room.state, seat, Replays(), Words(game_of(room.state))))


def seen(room: Room, seat: str) -> bytes:
    return msgspec.json.encode(room.view(seat, Words(game_of(room.state))))


async def until(ready: list[bytes], count: int) -> None:
    async with asyncio.timeout(10):
        while len(ready) < count:
            await asyncio.sleep(0)


async def test_who_follows_has_looked_when_it_is_written_and_is_told_then(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = Follower(room, "j1")
    async with aclosing(one.pages):
        await anext(one.pages)
        gate, before = Gate(room, monkeypatch), fresh(room, "j2")
        coming = asyncio.ensure_future(anext(one.pages))
        acting = asyncio.ensure_future(room.act(LEADER, acts.Note(text="Un mot.")))
        await until(one.looks, 2)
        for _ in range(20):
            await asyncio.sleep(0)
        assert "Un mot." in one.looks[1].decode()
        assert not coming.done()
        assert seen(room, "j2") == fresh(room, "j2") == before
        gate.opened.set()
        version = await acting
        assert await coming == one.looks[1]
    assert (len(one.looks), room.state.version) == (2, version)


@pytest.mark.parametrize("wrong", [Unavailable("the disk is full"), Conflict(1)])
async def test_what_is_not_written_is_seen_by_nobody(
    room: Room, monkeypatch: pytest.MonkeyPatch, wrong: Exception
) -> None:
    one = Follower(room, "j1")
    async with aclosing(one.pages):
        before = await anext(one.pages)
        gate = Gate(room, monkeypatch)
        coming = asyncio.ensure_future(anext(one.pages))
        acting = asyncio.ensure_future(room.act(LEADER, acts.Note(text="Un mot.")))
        await until(one.looks, 2)
        gate.wrong = wrong
        gate.opened.set()
        with pytest.raises(Unavailable):
            await acting
        assert not coming.done()
        assert one.look() == before
        gate.wrong = None
        await room.act(LEADER, acts.Note(text="Un autre."))
        told = (await coming or b"").decode()
        assert ("Un mot." in told, "Un autre." in told) == (False, True)


async def test_who_comes_meanwhile_is_seen_with_it(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = Follower(room, "j1")
    async with aclosing(one.pages):
        await anext(one.pages)
        gate = Gate(room, monkeypatch)
        acting = asyncio.ensure_future(room.act(LEADER, acts.Note(text="Un mot.")))
        await until(one.looks, 2)
        with room.attending("j2"):
            gate.opened.set()
            await acting
            told = (await anext(one.pages) or b"").decode()
    assert "Un mot." in told
    assert '["j1","j2"]' in told


@pytest.mark.parametrize("game", GAMES)
async def test_every_look_is_as_if_nobody_had_looked_before(
    store: Store, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over evenings in which some acts cannot be written, and others look while one is written."""
    table, rng = set_up(game), random.Random(game)
    room = await room_of(store, table)
    append, looks = room.store.append, 0

    async def fated(name: str, expected: int, bodies: Sequence[bytes]) -> int:
        for _ in range(rng.randrange(6)):
            await asyncio.sleep(0)
        if rng.random() < 0.3:
            _alike(room)
        if rng.random() < 0.25:
            raise Unavailable("not now")
        return await append(name, expected, bodies)

    def look() -> None:
        nonlocal looks
        looks += 1
        for seat in room.state.present:
            seen(room, seat.id)

    monkeypatch.setattr(room.store, "append", fated)
    with room.watched(look), room.watched(look), room.watched(look):
        for _ in range(60):
            known = len(table.events)
            any_act(table, rng)
            await _written(room, table.events[known:])
    assert looks > 20


async def _written(room: Room, events: Sequence[ev.AnyEvent]) -> None:
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
