"""Tables for tests with a server process: stored in its database, played by programs, and read from
the database."""

from __future__ import annotations

import asyncio
import hashlib
import random
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import msgspec

from bench.playing import Player
from tablee.table.log import events as ev
from tablee.table.log.fold import apply
from tablee.table.log.table_state import State
from tablee.table.replay import Replays
from tablee.table.store.interface import Store
from tablee.table.store.store_address import opened
from tablee.table.views.table_view import view
from tests.kit import acts
from tests.server.served import kept_secret, secret_of
from tests.table.evening import GAMES, LEADER, SEATS, Table, requested, set_up

__all__ = ["Kept", "beside", "following", "laid", "same_again", "same_views"]

Json = dict[str, Any]


class Kept:
    """A table as its log makes it, read from the database."""

    def __init__(self, name: str, requests: list[Json]) -> None:
        self.name = name
        self.requests = requests
        self.state = State(id=name)
        self.keys: Counter[str] = Counter()
        self.notes: Counter[str] = Counter()

    async def read(self, store: Store) -> None:
        for stored in await store.read(self.name, self.state.version):
            event = ev.read_event(stored.body)
            apply(self.state, event)
            assert stored.seq == self.state.version
            if event.key:
                self.keys[event.key[: ev.KEY_DIGITS]] += 1
            if isinstance(event, ev.Noted):
                self.notes[event.text] += 1

    def view(self, seat: str) -> Json:
        seen = view(self.state, seat, Replays())
        plain: Json = msgspec.json.decode(msgspec.json.encode(seen))
        return plain


def requests_of(table: Table) -> list[Json]:
    """Return possible requests of the leader at a table."""
    rng, found = random.Random(1), []
    people = sorted(table.state.sheets)
    for name in table.game.usual:
        kind = table.game.procedure(f"{table.game.id}.{name}")
        assert kind is not None
        act = requested(table, rng, kind, people)
        if act is not None:
            found.append(msgspec.to_builtins(act))
    assert found
    return found


async def laid(database: str) -> list[Kept]:
    """Store a table of each game, with an open scene and a token for each seat."""
    store = await opened(database)
    found = []
    for game in GAMES:
        table = set_up(game)
        table.does(LEADER, acts.BeginScene(title="Le quai"))
        name = f"quai-{game}"
        await store.create(name, [ev.write_event(each) for each in table.events])
        for seat in SEATS:
            await store.keep(kept_secret(secret_of("token", seat, name), name, seat, "token"))
        found.append(Kept(name, requests_of(table)))
    await store.close()
    return found


@asynccontextmanager
async def following(port: int, tables: list[Kept]) -> AsyncIterator[list[Player]]:
    """Run a program with its stream at each seat."""
    players = [
        Player(port, table.name, seat, secret_of("token", seat, table.name))
        for table in tables
        for seat in SEATS
    ]
    tasks = [asyncio.create_task(player.follow()) for player in players]
    try:
        yield players
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(
            *tasks, *(player.close() for player in players), return_exceptions=True
        )


@asynccontextmanager
async def beside(database: str) -> AsyncIterator[Store]:
    """Open the database of a running server."""
    store = await opened(database)
    try:
        yield store
    finally:
        await store.close()


async def same_again(store: Store, players: list[Player], tables: Mapping[str, Kept]) -> None:
    """Check that the log contains each accepted act once, and that each seat sees its table."""
    for table in tables.values():
        await table.read(store)
        assert max(table.keys.values()) == 1
        assert max(table.notes.values()) == 1
    for player in players:
        table = tables[player.table]
        for name, status in player.done.items():
            key = hashlib.sha256(f"{player.seat}\n{name}".encode()).hexdigest()[: ev.KEY_DIGITS]
            assert table.keys[key] == (1 if status == 200 else 0), (name, status)
        assert not player.unlike, (player.table, player.seat, player.unlike[0])
    await same_views(players, tables)


async def same_views(players: list[Player], tables: Mapping[str, Kept]) -> None:
    """Wait until each seat sees the table as its log makes it."""
    async with asyncio.timeout(30):
        for player in players:
            expected = tables[player.table].view(player.seat)
            while {**player.view, "present": None} != {**expected, "present": None}:
                await asyncio.sleep(0.01)
