"""Two processes that serve one database while people play: present seats, a restart, a backup and its
restoration."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path

import msgspec
import pytest

from bench.playing import Player
from bench.wire import Gone, Wire, messages
from tests.kit.postgres import new_database
from tests.server.process import Process, forks
from tests.server.served import secret_of
from tests.server.sitting import Kept, beside, following, laid, same_again, same_views
from tests.table.evening import SEATS

pytestmark = pytest.mark.anyio

ENDING = 8.0
"""Seconds in which a server ends on a busy machine."""


@pytest.fixture(scope="module")
def database() -> str:
    return new_database()


@pytest.fixture(scope="module")
def all_tables(database: str) -> list[Kept]:
    return asyncio.run(laid(database))


@pytest.fixture(scope="module")
def server(
    tmp_path_factory: pytest.TempPathFactory, database: str, all_tables: list[Kept]
) -> Iterator[Process]:
    folder = tmp_path_factory.mktemp("server")
    with forks(folder) as source, Process(source, database, "--workers", "2") as started:
        yield started


@pytest.fixture
def tables(all_tables: list[Kept]) -> list[Kept]:
    """Return the tables before any event is read."""
    return [Kept(each.name, each.requests) for each in all_tables]


def done_by(players: list[Player], many: int) -> bool:
    """Whether `many` of their acts have an answer."""
    return sum(len(player.done) for player in players) >= many


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not true():
            await asyncio.sleep(0.02)


# ── present seats ───────────────────────────────────────────────────────────────────────────────
class Watch:
    """A stream of a seat, opened once. `present`: the present seats of its last view."""

    def __init__(self, port: int, table: str, seat: str) -> None:
        self.table, self.seat = table, seat
        self.present: set[str] = set()
        self.following = asyncio.create_task(self._follow(port))

    async def _follow(self, port: int) -> None:
        headers = {"authorization": f"Bearer {secret_of('token', self.seat, self.table)}"}
        path = f"/api/tables/{self.table}/{self.seat}/stream"
        with suppress(*Gone):
            async for message in messages(port, path, headers):
                if message.kind == "view":
                    self.present = set(msgspec.json.decode(message.data)["present"])


def workers_of(server: Process) -> list[int]:
    """Return the worker processes of a server."""
    started = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
    return [each for each in map(int, started) if b"spawn_main" in _call(each)]


def _is_stopped(process: int) -> bool:
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "T"


def _all_present(streams: list[Watch]) -> bool:
    return all(each.present for each in streams)


def _call(process: int) -> bytes:
    return Path(f"/proc/{process}/cmdline").read_bytes()


@asynccontextmanager
async def watching(
    server: Process, tables: list[Kept], workers: list[int]
) -> AsyncIterator[list[list[Watch]]]:
    """Open the streams of some seats in each process, while the other process is stopped."""
    found = []
    for seats, asleep in zip((SEATS[:2], SEATS[2:]), reversed(workers), strict=True):
        os.kill(asleep, signal.SIGSTOP)
        await until(partial(_is_stopped, asleep))  # until then it may take a connection
        streams = [Watch(server.port, table.name, seat) for table in tables for seat in seats]
        await until(partial(_all_present, streams))
        os.kill(asleep, signal.SIGCONT)
        found.append(streams)
    yield found
    following = [each.following for streams in found for each in streams]
    for each in following:
        each.cancel()
    await asyncio.gather(*following, return_exceptions=True)


async def test_each_process_knows_the_present_seats(server: Process, tables: list[Kept]) -> None:
    workers = workers_of(server)
    async with watching(server, tables, workers) as (gone, left):
        await until(lambda: all(each.present == {*SEATS} for each in gone + left))
        os.kill(workers[0], signal.SIGKILL)
        await until(lambda: all(each.following.done() for each in gone))
        await until(lambda: all(each.present == {*SEATS[2:]} for each in left))
        assert not any(each.following.done() for each in left)


# ── accepted acts ────────────────────────────────────────────────────────────────────────────
async def test_both_processes_show_accepted_acts(server: Process, tables: list[Kept]) -> None:
    """Each view is read on a new connection, which either process may accept."""
    table = tables[0].name
    headers = {"authorization": f"Bearer {secret_of('token', 'j1', table)}"}
    path = f"/api/tables/{table}/j1"
    acting = Wire(server.port)
    for number in range(30):
        note = msgspec.json.encode({"type": "note", "text": f"Note {number}."})
        kind = {"content-type": "application/json", "idempotency-key": f"note-{number}"}
        done = await acting.ask("POST", f"{path}/acts", headers | kind, note)
        assert done.status == 200
        asking = Wire(server.port)
        answer = await asking.ask("GET", path, headers)
        await asking.close()
        items = msgspec.json.decode(answer.body)["story"]["items"]
        assert items[0]["text"] == f"Note {number}."
    await acting.close()


# ── a restart ─────────────────────────────────────────────────────────────────────
async def test_stopped_and_started_again_nobody_loses_anything(
    server: Process, database: str, tables: list[Kept]
) -> None:
    rng, known = random.Random(3), {table.name: table for table in tables}
    async with beside(database) as store, following(server.port, tables) as players:
        for _ in range(2):
            answered = sum(len(player.done) for player in players)
            playing = [
                asyncio.create_task(doing)
                for player in players
                for doing in (player.play(rng, known[player.table].requests, 3), player.note())
            ]
            some = answered + len(players)
            await until(partial(done_by, players, some))
            assert await asyncio.to_thread(server.stop) < ENDING
            await asyncio.to_thread(server.start)
            await asyncio.gather(*playing)
            await same_again(store, players, known)
    assert "Traceback" not in server.errors.read_text()


# ── a backup ───────────────────────────────────────────────────────────────────────────────────
async def tablee(*call: str) -> None:
    done = await asyncio.create_subprocess_exec(sys.executable, "-m", "tablee", *call)
    assert await done.wait() == 0


async def noting(players: list[Player], going_on: asyncio.Event) -> None:
    """Let each player write note after note."""

    async def one(player: Player) -> None:
        while going_on.is_set():
            await player.note()
            await asyncio.sleep(0.1)

    await asyncio.gather(*(one(player) for player in players))


async def test_a_backup_taken_and_put_back_while_people_play(
    server: Process, database: str, tables: list[Kept], tmp_path: Path
) -> None:
    file = tmp_path / "backup"
    going_on = asyncio.Event()
    going_on.set()
    async with (
        beside(database) as store,
        beside(f"sqlite:///{tmp_path}/before.sqlite3") as before,
        following(server.port, tables) as players,
    ):
        playing = asyncio.create_task(noting(players, going_on))
        await until(lambda: all(player.done for player in players))
        await tablee("backup", str(file), "--database", database)
        await asyncio.sleep(0.5)
        await tablee("restore", str(file), "--replace", "--database", database)
        done = {player.seat + player.table: len(player.done) for player in players}
        await until(lambda: all(len(p.done) > done[p.seat + p.table] + 1 for p in players))
        going_on.clear()
        await playing
        await before.restore(file)
        again = {table.name: Kept(table.name, table.requests) for table in tables}
        for table in again.values():
            then, now = [await each.read(table.name) for each in (before, store)]
            assert now[: len(then)] == then
            assert len(now) > len(then)
            await table.read(store)
            assert max(table.notes.values()) == 1
        await same_views(players, again)
