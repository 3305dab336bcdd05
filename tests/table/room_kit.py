"""Helpers for tests of rooms: tables in a store, views as bytes, a game that changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from tablee.rules.registry import find_game
from tablee.rules.texts.words import Words
from tablee.table.log import events as ev
from tablee.table.room import Room
from tablee.table.rooms import Rooms
from tablee.table.store.interface import Store
from tests.kit import acts
from tests.table.changing_game import changing
from tests.table.evening import LEADER, Table, set_up

Change = Callable[[str], None]
FACES = [1, 2, 3, 4, 5, 6]


@pytest.fixture
def change(tmp_path: Path) -> Iterator[Change]:
    yield from changing(tmp_path)  # type: ignore[misc]


async def kept(store: Store, table: Table) -> None:
    """Write a table that was played in memory into the store."""
    await store.create(table.state.id, [ev.write_event(event) for event in table.events])


async def room_of(store: Store, table: Table) -> Room:
    """The table as another process has it."""
    room = await Rooms(store).room(table.state.id)
    assert room is not None
    return room


def waiting_for_dice() -> Table:
    table = set_up("armes_dieux")
    params, to = {"poignee": 6}, ("bastan",)
    act = acts.RequestRun(procedure="armes_dieux.jet", params=params, to=to, decides=False)
    table.does(LEADER, act)
    return table


def seen(room: Room, seat: str) -> bytes:
    game = find_game(room.state.game)
    return msgspec.json.encode(room.view(seat, Words(game)))
