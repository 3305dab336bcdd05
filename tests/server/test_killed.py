"""`kill -9` of the server in the middle of many acts: what anybody saw stays, nothing comes twice,
everybody comes back by himself."""

from __future__ import annotations

import asyncio
import hashlib
import os
import random
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bench.playing import Player
from tablee.table import acts
from tablee.table import events as ev
from tablee.table.replay import Replays
from tablee.table.state import State
from tablee.table.store import Store, opened
from tablee.table.views import view
from tests.server.process import Process, forks
from tests.server.served import kept_secret, secret_of
from tests.table.evening import GAMES, LEADER, SEATS, Table, framed, set_up

pytestmark = pytest.mark.anyio

ACTS = int(os.environ.get("TABLEE_KILLED_ACTS", "120"))
"""Acts at once, of which some are done when the server is killed and the others are not. The whole
proof is with 1000; less of it is in each run of the tests, for the time that it takes."""
KILLS = {"sqlite": 20, "postgres": 20} if ACTS >= 1000 else {"sqlite": 8, "postgres": 5}
COPIES = max(1, ACTS // 200)
"""Tables of each game."""
STEPS = 2
"""Turns of the game that each seat takes meanwhile."""
Json = dict[str, Any]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


# ── the tables ─────────────────────────────────────────────────────────────────────────────────
class Kept:
    """A table as it is kept: what its log makes, read from the database beside the server."""

    def __init__(self, name: str, table: Table) -> None:
        self.name = name
        self.frames = frames_of(table)
        self.state = State(id=name)
        self.keys: Counter[str] = Counter()
        self.notes: Counter[str] = Counter()

    async def read(self, store: Store) -> None:
        for stored in await store.read(self.name, self.state.version):
            event = ev.read_event(stored.body)
            self.state.apply(event)
            assert stored.seq == self.state.version
            if event.key:
                self.keys[event.key] += 1
            if isinstance(event, ev.Noted):
                self.notes[event.text] += 1

    def view(self, seat: str) -> Json:
        seen = view(self.state, seat, Replays())
        told: Json = msgspec.json.decode(msgspec.json.encode(seen))
        return told


def frames_of(table: Table) -> list[Json]:
    """What the leader may ask for at that table."""
    rng, found = random.Random(1), []
    people = sorted(table.state.sheets)
    for name in table.game.usual:
        kind = table.game.procedure(f"{table.game.id}.{name}")
        assert kind is not None
        act = framed(table, rng, kind, people)
        if act is not None:
            found.append(msgspec.to_builtins(act))
    assert found
    return found


async def laid(database: str) -> list[Kept]:
    """A table of each game, with a scene begun and a token for each seat."""
    store = await opened(database)
    found = []
    for game in GAMES:
        table = set_up(game)
        table.does(LEADER, acts.BeginScene(title="Le quai"))
        name = f"quai-{game}"
        await store.create(name, [ev.write_event(each) for each in table.events])
        for seat in SEATS:
            await store.keep(kept_secret(secret_of("token", seat, name), name, seat, "token"))
        found.append(Kept(name, table))
    await store.close()
    return found


@asynccontextmanager
async def following(port: int, tables: list[Kept]) -> AsyncIterator[list[Player]]:
    """A program at each seat, with its stream."""
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


# ── the kills ──────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_killed_in_the_middle_of_acts(kind: str, tmp_path: Path) -> None:
    database, arguments = f"sqlite:///{tmp_path}/t.sqlite3", []
    if kind == "postgres":
        from tests.kit.postgres import new_database

        database, arguments = new_database(), ["--workers", "2"]
    rng = random.Random(20)
    tables = {each.name: each for each in await laid(database)}
    store = await opened(database)
    struck: list[int] = []
    with forks(tmp_path) as source, Process(source, database, *arguments) as server:
        async with following(server.port, list(tables.values())) as players:
            for _ in range(KILLS[kind]):
                struck.append(await killed(server, players, tables, rng))
                await same_again(store, players, tables)
            server.stop()
    print(f"{kind}: {len(struck)} kills, each with {min(struck)} to {max(struck)} acts under way")
    await store.close()
    assert len(struck) == KILLS[kind]
    assert min(struck) > 0


async def killed(
    server: Process, players: list[Player], tables: Mapping[str, Kept], rng: random.Random
) -> int:
    """Many acts at once, and the server killed when some of them are done; how many were not. It is
    started again, and each act is done in the end."""
    each = ACTS // len(players) - STEPS
    answered = sum(len(player.done) for player in players)
    acting = [
        asyncio.create_task(doing)
        for player in players
        for doing in (
            player.play(rng, tables[player.table].frames, STEPS),
            *(player.note() for _ in range(each)),
        )
    ]
    enough = answered + rng.randrange(ACTS // 20, ACTS // 2)
    struck = asyncio.get_running_loop().create_future()

    def heard() -> None:
        if sum(len(player.done) for player in players) == enough:
            server.kill()
            struck.set_result(sum(player.waiting for player in players))

    for player in players:
        player.heard = heard
    count: int = await struck
    await asyncio.to_thread(server.start)
    await asyncio.gather(*acting)
    return count


async def same_again(store: Store, players: list[Player], tables: Mapping[str, Kept]) -> None:
    """The log holds what was answered, once; each seat has come back to what the log makes."""
    for table in tables.values():
        await table.read(store)
        assert max(table.keys.values()) == 1
        assert max(table.notes.values()) == 1
    for player in players:
        table = tables[player.table]
        for name, status in player.done.items():
            key = hashlib.sha256(f"{player.seat}\n{name}".encode()).hexdigest()[:16]
            assert table.keys[key] == (1 if status == 200 else 0), (name, status)
        assert player.unlike == [], (player.table, player.seat)
        expected = table.view(player.seat)
        async with asyncio.timeout(10):
            while {**player.view, "present": None} != {**expected, "present": None}:
                await asyncio.sleep(0.01)
