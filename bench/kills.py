"""`kill -9` of a server while many acts are under way, again and again.

Seats of five tables send notes, answers, throws and requests at once. When some of the acts are answered
and `acts` others are still under way, the server and its workers are killed and started again. Each seat
repeats an act until it is answered. After each kill the logs are compared with the answers. This module
must not know command lines.
"""

from __future__ import annotations

import asyncio
import hashlib
import random
import resource
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from bench.evenings import EVENINGS
from bench.playing import Player
from bench.soak import Place, prepared
from tablee.table.log import events as ev
from tablee.table.store.interface import Store
from tablee.table.store.store_address import opened
from tests.server.process import Forks, Process, forks

TABLES = 5
STEPS = 2
"""Turns in which each seat answers or requests, beside its notes."""
HEADS = ("store", "kills", "acts under way", "acknowledged", "lost", "doubled", "refused but kept",
         "contradicted", "back after")  # fmt: skip


class Strike(NamedTuple):
    """A kill: acts under way, acts acknowledged up to the end of its round, and the seconds until the
    server answered again."""

    waiting: int
    acknowledged: int
    away: float


class Losses(NamedTuple):
    """The acknowledged acts that are not in the log, the acts in it more than once, the refused ones in
    it, and the contradictions that seats saw."""

    lost: int
    doubled: int
    refused: int
    contradicted: int


async def kept_keys(store: Store, places: Sequence[Place]) -> Counter[str]:
    """Return how often each act is in the logs, by its table and the digest of its key."""
    keys: Counter[str] = Counter()
    for place in places:
        events = [ev.read_event(stored.body) for stored in await store.read(place.table)]
        keys.update(f"{place.table} {each.key[: ev.KEY_DIGITS]}" for each in events if each.key)
    return keys


async def losses(store: Store, places: Sequence[Place], players: Sequence[Player]) -> Losses:
    """Compare the logs with the answers that the players got."""
    keys = await kept_keys(store, places)
    lost = refused = 0
    for player in players:
        for name, status in player.done.items():
            digest = hashlib.sha256(f"{player.seat}\n{name}".encode()).hexdigest()
            kept = keys[f"{player.table} {digest[: ev.KEY_DIGITS]}"]
            lost += status == 200 and not kept
            refused += status != 200 and kept > 0
    doubled = sum(count - 1 for count in keys.values())
    return Losses(lost, doubled, refused, sum(len(player.unlike) for player in players))


async def strike(
    server: Process, players: Sequence[Player], places: Sequence[Place], acts: int, number: int
) -> Strike:
    """Send acts; kill the server when a part of them is answered and `acts` are under way; start it
    again, and wait until each act is answered."""
    rng = random.Random(number)
    games = {place.table: place.game for place in places}
    before = sum(len(player.done) for player in players)
    answered = rng.randrange(acts // 20 + 1, acts // 2 + 2)
    notes = -(-(acts + answered) // len(players))
    acting = [
        asyncio.create_task(doing)
        for player in players
        for doing in (
            player.play(rng, EVENINGS[games[player.table]], STEPS),
            *(player.note() for _ in range(notes)),
        )
    ]
    struck = asyncio.get_running_loop().create_future()

    def heard() -> None:
        if sum(len(player.done) for player in players) >= before + answered and not struck.done():
            server.kill()
            struck.set_result(sum(player.waiting for player in players))

    for player in players:
        player.heard = heard
    waiting: int = await struck
    began = time.monotonic()
    await asyncio.to_thread(server.start)
    away = time.monotonic() - began
    await asyncio.gather(*acting)
    done = sum(status == 200 for player in players for status in player.done.values())
    return Strike(waiting, done, away)


async def killed(
    source: Forks, database: str, workers: int, acts: int, kills: int
) -> tuple[list[Strike], Losses]:
    """Strike a server again and again; return the strikes, and all losses together."""
    places = await prepared(database, TABLES)
    strikes: list[Strike] = []
    found: list[Losses] = []
    with Process(source, database, "--workers", str(workers)) as server:
        players = [
            Player(server.port, place.table, seat, token)
            for place in places
            for seat, token in zip(place.seats, place.tokens, strict=True)
        ]
        following = [asyncio.create_task(player.follow()) for player in players]
        store = await opened(database)
        for number in range(kills):
            strikes.append(await strike(server, players, places, acts, number))
            found.append(await losses(store, places, players))
            print(f"kill {number + 1}: {strikes[-1]}, {found[-1]}", flush=True)
        await store.close()
        for task in following:
            task.cancel()
        await asyncio.gather(*following, return_exceptions=True)
        for player in players:
            await player.close()
        server.stop()
    # A loss stays a loss: the last comparison counts those of all kills.
    return strikes, found[-1]


def row(store: str, strikes: Sequence[Strike], found: Losses) -> list[str]:
    """Return a row of the table."""
    waiting = [each.waiting for each in strikes]
    away = [each.away for each in strikes]
    return [
        store,
        f"{len(strikes)}",
        f"{min(waiting)} to {max(waiting)}",
        f"{strikes[-1].acknowledged}",
        *map(str, found),
        f"{statistics.median(away):.1f} s, at most {max(away):.1f} s",
    ]


def table(rows: Sequence[Sequence[str]]) -> str:
    """Return rows as a table in Markdown, the heads first."""
    lines = [f"| {' | '.join(each)} |" for each in rows]
    lines.insert(1, f"| {' | '.join(['---'] * len(rows[0]))} |")
    return "\n".join(lines)


def struck(databases: Sequence[tuple[str, str, int]], acts: int, kills: int) -> bool:
    """Strike a server on each store, and print one table. `databases`: name, address and number of
    workers. Return whether nothing was lost or doubled, and as many acts were under way as asked."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))  # an act under way is a connection
    rows, right = [[*HEADS]], True
    try:
        with tempfile.TemporaryDirectory() as folder, forks(Path(folder)) as source:
            for name, database, workers in databases:
                done = asyncio.run(killed(source, database, workers, acts, kills))
                rows.append(row(name, *done))
                right &= not any(done[1]) and min(each.waiting for each in done[0]) >= acts
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    print("\n" + table(rows))
    return right
