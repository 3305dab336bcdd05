"""A long evening: tables of five seats that play at a real pace, and the memory of the server.

    python -m bench.soak [--tables 20] [--minutes 60] [--pace 4] [--database postgresql://…] [--workers 2]

The server is `tablee serve`, with a new SQLite file or an empty database. The client runs on the same
machine. The tables play the five games in turn with their ready-made characters. Each seat follows the
stream for programs and the stream of its page. About every `--pace` seconds a seat of a table acts: the
leader requests a run, a player throws, chooses or seals; sometimes a run is undone or revealed, a
consequence is declined, a note is written, or a scene ends. A character who can do no more (no mana,
dead, unarmed) is put back as ready-made. Sometimes a seat loses a stream and reconnects.

Every 30 seconds it prints the memory of the server and its children (resident megabytes) and the number
of events. At the end it prints the trend of the memory in the second half, when the caches are full (a
log stays in memory while its table is used). It then checks that the log contains each accepted act
once and no refused one, that no view contradicted an earlier one, and that the last view of each seat
follows from the log.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import hashlib
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

import msgspec

from bench.evenings import EVENINGS
from bench.playing import Player, answer_to
from bench.processes import busy, memory_of
from bench.wire import Gone, messages
from tablee.faces.sheet_files import load_sheet, ready_made
from tablee.rules.registry import find_game
from tablee.rules.sheet import characters_of, sheet_view
from tablee.table.access import Door
from tablee.table.hosting import NewCampaign, create
from tablee.table.log import events as ev
from tablee.table.log.fold import apply
from tablee.table.log.table_state import State
from tablee.table.replay import Replays
from tablee.table.rooms import Rooms
from tablee.table.store.interface import Store
from tablee.table.store.store_address import opened
from tablee.table.views.table_view import view
from tests.kit import acts

PLAYERS = ("Ana", "Lou", "Sam", "Zoé")
SAMPLE = 30.0
"""Seconds between two measurements of the memory."""
AWAY = 60.0
"""Mean seconds until a seat of a table loses a stream."""
STUBBORN = 3
"""Number of refused answers after which the leader withdraws a run."""
SCENE = 60
"""Mean number of acts of a scene."""
Json = dict[str, Any]


class Place(NamedTuple):
    """A table, its game, and the credentials of its seats for programs and pages."""

    table: str
    game: str
    seats: list[str]
    tokens: list[str]
    cookies: list[str]


# ── the tables ─────────────────────────────────────────────────────────────────────────────────
async def prepared(database: str, count: int) -> list[Place]:
    """Make tables with their characters and an open scene."""
    store = await opened(database)
    rooms = Rooms(store)
    door = Door(store, rooms)
    found = []
    for number in range(count):
        name = [*EVENINGS][number % len(EVENINGS)]
        new = NewCampaign(name=f"Table {number}", game=name, players=PLAYERS)
        table, seats = await create(store, new)
        await _peopled(rooms, table, name, seats)
        tokens = [await door.give(table, seat, "token") for seat in seats]
        cookies = [await door.give(table, seat, "cookie") for seat in seats]
        found.append(Place(table, name, seats, tokens, cookies))
    await store.close()
    return found


async def _peopled(rooms: Rooms, table: str, name: str, seats: list[str]) -> None:
    room = await rooms.room(table)
    assert room is not None
    for put in characters(name, seats):
        await room.act(seats[0], put)
    await room.act(seats[0], acts.BeginScene())


def characters(name: str, seats: list[str]) -> Iterator[acts.PutSheet]:
    """Yield the ready-made characters: player characters belong to players, others to the leader."""
    game = find_game(name)
    assert game is not None
    kinds = characters_of(game)
    players = iter(seats[1:])
    for character in ready_made(game):
        sheet = load_sheet(character, "fiche", game)[1]
        if isinstance(sheet, kinds):
            seat = next(players, None) if isinstance(sheet, kinds[0]) else None
            yield acts.PutSheet(character=character, sheet=sheet_view(game, sheet), seat=seat)


# ── the players ─────────────────────────────────────────────────────────────────────────────
class Evening:
    """A table that is played."""

    def __init__(self, port: int, place: Place, rng: random.Random) -> None:
        self.port, self.place, self.rng = port, place, rng
        self.players = [
            Player(port, place.table, seat, token)
            for seat, token in zip(place.seats, place.tokens, strict=True)
        ]
        self.leader = self.players[0]
        self.outcomes: Counter[str] = Counter()
        """Type and status -> number of acts."""
        self.waits: list[tuple[float, float]] = []
        """When each act was sent (`time.monotonic`), and the seconds until its answer."""
        self.comings = 0
        """Number of streams that were lost and opened again."""
        self.ended = 0
        """Number of page streams that the server ended."""
        self._refused: Counter[str] = Counter()
        puts = characters(place.game, place.seats)
        self._fresh: dict[str, Json] = {each.character: msgspec.to_builtins(each) for each in puts}
        self._worn: list[str] = []
        """Characters who must be put back as ready-made."""

    async def play(self, until: float, pace: float) -> None:
        """Do an act about every `pace` seconds."""
        while time.monotonic() < until:
            await asyncio.sleep(min(self.rng.expovariate(1 / pace), 4 * pace))
            who, act = self._next()
            sent = time.monotonic()
            status = await who.act(act)
            self.waits.append((sent, time.monotonic() - sent))
            self.outcomes[f"{act['type']} {status}"] += 1
            if status != 200 and "run" in act:
                self._refused[act["run"]] += 1
            if status == 400 and act["type"] == "request":
                self._worn = [each for each in self._fresh if each in _cast(act)]

    def _next(self) -> tuple[Player, Json]:
        """Return a player and the next act."""
        chance = self.rng.random()
        runs = self.leader.view["runs"]
        stubborn = [run["id"] for run in runs if self._refused[run["id"]] >= STUBBORN]
        if stubborn:
            return self.leader, {"type": "withdraw", "run": stubborn[0]}
        if self._worn:
            return self.leader, self._fresh[self._worn.pop()]
        if chance < 0.12:
            return self._other(chance)
        asked = [
            (player, answer_to(run, ask))
            for player in self.players
            for run in player.view["runs"]
            for ask in run["asks"]
            if ask["mine"]
        ]
        if asked and (len(runs) > 1 or chance < 0.9):
            return self.rng.choice(asked)
        return self.leader, dict(self.rng.choice(EVENINGS[self.place.game]))

    def _other(self, chance: float) -> tuple[Player, Json]:
        """Return a player and an act other than a request or an answer; the server may refuse it."""
        view = self.leader.view
        runs = [item["run"] for item in view["story"]["items"][:8] if item["run"]]
        secret = [run["id"] for run in runs if run["secret"] and run["status"] == "done"]
        applied = [
            each["id"] for run in runs for each in run["consequences"] if not each["declined"]
        ]
        if chance < 0.03 and runs:
            return self.leader, {"type": "undo", "run": self.rng.choice(runs)["id"]}
        if chance < 0.05 and secret:
            return self.leader, {"type": "reveal", "run": secret[0]}
        if chance < 0.06 and applied:
            return self.leader, {"type": "decline", "consequence": self.rng.choice(applied)}
        if chance < 0.06 + 1 / SCENE:
            return self.leader, {"type": "end_scene" if view["table"]["scene"] else "begin_scene"}
        player = self.rng.choice(self.players)
        return player, {"type": "note", "text": "On reprend son souffle. " * self.rng.randint(1, 4)}

    # ── following ──────────────────────────────────────────────────────────────────────────────
    async def follow(self, until: float) -> None:
        """Follow two streams of each seat, and sometimes lose one."""
        ways = [player.follow for player in self.players]
        ways += [partial(self._page, seat) for seat in range(len(self.players))]
        tasks = [asyncio.create_task(way()) for way in ways]
        try:
            while time.monotonic() < until:
                await asyncio.sleep(self.rng.expovariate(1 / AWAY))
                which = self.rng.randrange(len(ways))
                await _ended(tasks[which])
                await asyncio.sleep(self.rng.random() * 5)
                tasks[which] = asyncio.create_task(ways[which]())
                self.comings += 1
        finally:
            for task in tasks:
                await _ended(task)

    async def _page(self, seat: int) -> None:
        """Follow the stream of the page of a seat."""
        place = self.place
        path = f"/t/{place.table}/{place.seats[seat]}/flux"
        cookie = f"tablee-{place.table}-{place.seats[seat]}={place.cookies[seat]}"
        while True:
            with contextlib.suppress(*Gone):
                async for _ in messages(self.port, path, {"cookie": cookie}):
                    pass
            self.ended += 1
            await asyncio.sleep(1)


def _cast(act: Json) -> set[str]:
    """Return the characters of a request."""
    roles = [act["to"], *act["cast"].values()]
    return {who for role in roles for who in ([role] if isinstance(role, str) else role)}


async def _ended(task: asyncio.Task[None]) -> None:
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError, *Gone):
        await task


# ── the memory ─────────────────────────────────────────────────────────────────────────────────
class Sample(NamedTuple):
    """A measurement: seconds since the start, resident megabytes, stored events, processor seconds."""

    seconds: float
    memory: float
    events: int
    work: float


async def sampled(server: int, store: Store, places: list[Place], found: list[Sample]) -> None:
    """Measure every `SAMPLE` seconds until cancelled."""
    began = time.monotonic()
    while True:
        events = sum([await store.version(place.table) for place in places])
        found.append(Sample(time.monotonic() - began, memory_of(server), events, busy(server)))
        last = found[-1]
        print(f"{last.seconds:8.0f} s {last.memory:8.1f} MB {events:8d} events", flush=True)
        await asyncio.sleep(SAMPLE)


def trend(found: list[Sample]) -> str:
    """Describe the memory in the second half of the time."""
    later = found[len(found) // 2 :]
    memory = [each.memory for each in later]
    by_hour = statistics.linear_regression([each.seconds / 3600 for each in later], memory)
    by_event = statistics.linear_regression([each.events for each in later], memory)
    first, last = found[0], found[-1]
    share = (last.work - first.work) / (last.seconds - first.seconds)
    return (
        f"memory {memory[0]:.1f} to {memory[-1]:.1f} MB, {by_hour.slope:+.2f} MB an hour, "
        f"{by_event.slope * 1024:+.2f} kB an event; the server had {share:.1%} of a core"
    )


# ── the end ────────────────────────────────────────────────────────────────────────────────────
async def checked(store: Store, evening: Evening) -> list[str]:
    """Return the errors of a table."""
    place, wrong = evening.place, []
    state, keys = State(id=place.table), Counter[str]()
    for number, stored in enumerate(await store.read(place.table), 1):
        event = ev.read_event(stored.body)
        apply(state, event)
        keys.update([event.key[: ev.KEY_DIGITS]] if event.key else ())
        if stored.seq != number:
            wrong.append(f"{place.table}: event {stored.seq} in the place of {number}")
    for player in evening.players:
        where = f"{place.table}/{player.seat}"
        for name, status in player.done.items():
            key = hashlib.sha256(f"{player.seat}\n{name}".encode()).hexdigest()[: ev.KEY_DIGITS]
            if keys.pop(key, 0) != (status == 200):
                wrong.append(f"{where}: an act answered {status} is not in the log as it should be")
        if player.unlike:
            wrong.append(f"{where}: contradicted later: {player.unlike[0]}")
        seen = msgspec.json.decode(msgspec.json.encode(view(state, player.seat, Replays())))
        if {**player.view, "present": None} != {**seen, "present": None}:
            wrong.append(f"{where}: does not see what the log makes")
    if keys:
        wrong.append(f"{place.table}: {len(keys)} acts of nobody in the log")
    return wrong


# ── the run ────────────────────────────────────────────────────────────────────────────────────
@contextlib.asynccontextmanager
async def served(database: str, workers: int) -> AsyncIterator[tuple[int, int]]:
    """Run `tablee serve`; yield its process and its port."""
    with listening(["-m", "tablee"], database, "--workers", str(workers)) as found:
        yield found


@contextlib.contextmanager
def listening(program: Sequence[str], database: str, *options: str) -> Iterator[tuple[int, int]]:
    """Run Python with a program that takes the arguments of `serve`; yield its process and its port."""
    call = ["serve", "--no-open", "--json", "--port", "0", "--database", database, *options]
    server = subprocess.Popen([sys.executable, *program, *call], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    try:
        address = json.loads(server.stdout.readline())["address"]
        yield server.pid, int(address.rstrip("/").rpartition(":")[2])
    finally:
        server.terminate()
        server.wait()


async def soak(database: str, workers: int, count: int, minutes: float, pace: float) -> bool:
    """Play; return whether no check failed."""
    places = await prepared(database, count)
    store = await opened(database)
    found: list[Sample] = []
    async with served(database, workers) as (process, port):
        evenings = [Evening(port, each, random.Random(n)) for n, each in enumerate(places)]
        until = time.monotonic() + minutes * 60
        following = [asyncio.create_task(each.follow(until + 86_400)) for each in evenings]
        for evening in evenings:
            for player in evening.players:
                while not player.view:
                    await player.wait_for_view()
        looking = asyncio.create_task(sampled(process, store, places, found))
        await asyncio.gather(*(each.play(until, pace) for each in evenings))
        await asyncio.sleep(10)  # lost streams are opened again
        wrong = [each for evening in evenings for each in await checked(store, evening)]
        for task in [looking, *following]:
            await _ended(task)
        for evening in evenings:
            for player in evening.players:
                await player.close()
    await store.close()
    report(evenings, found, wrong)
    return not wrong


def report(evenings: list[Evening], found: list[Sample], wrong: list[str]) -> None:
    outcomes = sum((each.outcomes for each in evenings), Counter[str]())
    print("\nacts:", ", ".join(f"{name}: {count}" for name, count in sorted(outcomes.items())))
    print(f"streams lost and taken up again: {sum(each.comings for each in evenings)}")
    print(f"streams that the server ended: {sum(each.ended for each in evenings)}")
    print(trend(found))
    print("\n".join(wrong) or "no event lost or doubled; every seat sees what the log makes")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--pace", type=float, default=4)
    parser.add_argument("--database", default="")
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    if given.minutes * 60 < 4 * SAMPLE:
        parser.error(f"--minutes: at least {4 * SAMPLE / 60:g}, for a trend")
    with tempfile.TemporaryDirectory() as folder:
        database = given.database or f"sqlite:///{folder}/soak.sqlite3"
        evening = soak(database, given.workers, given.tables, given.minutes, given.pace)
        right = asyncio.run(evening)
    sys.exit(not right)


if __name__ == "__main__":
    main()
