"""Hostile clients beside honest ones: what they cost the honest acts, and the memory of the server.

    python -m bench.hostile [--tables 10] [--minutes 10] [--pace 2] [--database postgresql://…]

Honest tables play as in `bench.soak`, on a server of their own. Hostile clients are there in every second
minute, so that both kinds of minutes see the same machine, whatever else runs on it. They send heads
without an end and heads byte by byte, bodies that never come, requests for tables that do not exist with
secrets that open nothing, imports of noise; they hold connections that ask for nothing, and streams that
they do not read. It prints the seconds of honest acts in both kinds of minutes and the memory, and checks
the logs as `bench.soak` does.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

from bench.soak import Evening, Place, Sample, checked, prepared, report, sampled, served
from tablee.table.store.store_address import opened

WINDOW = 60.0
"""Seconds of a time with, and of a time without hostile clients."""
MARGIN = 3.0
"""Seconds at the beginning of each window that count for neither: clients still come and go."""
EACH = 8
"""Hostile clients of each kind."""
IDLE = 40
"""Connections that one idle client holds."""


class Foe:
    """A hostile client. `place`: a table of its own, with streams that it may open."""

    def __init__(self, port: int, place: Place, number: int, counts: Counter[str]) -> None:
        self.port, self.place, self.counts = port, place, counts
        self.rng = random.Random(number)

    async def run(self, name: str, attack: Attack) -> None:
        """Attack again and again until cancelled."""
        while True:
            self.counts[name] += 1
            with contextlib.suppress(OSError, asyncio.IncompleteReadError, TimeoutError):
                await attack(self)
            await asyncio.sleep(0.1 + 0.2 * self.rng.random())

    @contextlib.asynccontextmanager
    async def connection(self) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        """Yield the reader and the writer of a new connection."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            yield reader, writer
        finally:
            writer.transport.abort()


Attack = Callable[[Foe], Awaitable[None]]


# ── the attacks ────────────────────────────────────────────────────────────────────────────────
async def endless_head(foe: Foe) -> None:
    async with foe.connection() as (_, writer):
        writer.write(b"GET / HTTP/1.1\r\nhost: localhost\r\n")
        for _ in range(64):
            writer.write(b"x-more: " + b"x" * 65_536 + b"\r\n")
            await writer.drain()


async def slow_head(foe: Foe) -> None:
    async with foe.connection() as (_, writer):
        for byte in b"GET / HTTP/1.1\r\nhost: localhost\r\n" + b"x" * 40:
            writer.write(bytes([byte]))
            await writer.drain()
            await asyncio.sleep(0.5)


async def lost_body(foe: Foe) -> None:
    async with foe.connection() as (reader, writer):
        path = f"/api/tables/{foe.place.table}/meneur/acts"
        writer.write(f"POST {path} HTTP/1.1\r\nhost: localhost:{foe.port}\r\n".encode())
        writer.write(b"content-type: application/json\r\ncontent-length: 1000000\r\n\r\n{")
        await asyncio.wait_for(reader.read(1), 20)


async def guesses(foe: Foe) -> None:
    async with foe.connection() as (reader, writer):
        for _ in range(20):
            table = "".join(foe.rng.choices("abcdefghijkm", k=10))
            lines = f"GET /api/tables/{table}/meneur HTTP/1.1\r\nhost: localhost:{foe.port}\r\n"
            writer.write(f"{lines}authorization: Bearer {foe.rng.random()}\r\n\r\n".encode())
            await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 20)


async def noise(foe: Foe) -> None:
    async with foe.connection() as (reader, writer):
        body = foe.rng.randbytes(200_000)
        head = f"POST /api/campaigns/import HTTP/1.1\r\nhost: localhost:{foe.port}\r\n"
        writer.write(f"{head}content-type: application/json\r\n".encode())
        writer.write(f"content-length: {len(body)}\r\n\r\n".encode() + body)
        await writer.drain()
        await asyncio.wait_for(reader.read(1), 20)


async def idle(foe: Foe) -> None:
    async with contextlib.AsyncExitStack() as stack:
        for _ in range(IDLE):
            await stack.enter_async_context(foe.connection())
        await asyncio.sleep(15)


async def unread_stream(foe: Foe) -> None:
    async with foe.connection() as (_, writer):
        seat = foe.rng.randrange(len(foe.place.seats))
        path = f"/t/{foe.place.table}/{foe.place.seats[seat]}/flux"
        cookie = f"tablee-{foe.place.table}-{foe.place.seats[seat]}={foe.place.cookies[seat]}"
        head = f"GET {path} HTTP/1.1\r\nhost: localhost:{foe.port}\r\ncookie: {cookie}\r\n\r\n"
        writer.transport.pause_reading()
        writer.write(head.encode())
        await asyncio.sleep(40)


ATTACKS: Sequence[Attack] = (
    endless_head,
    slow_head,
    lost_body,
    guesses,
    noise,
    idle,
    unread_stream,
)


async def besieged(port: int, place: Place, until: float, counts: Counter[str]) -> None:
    """Let hostile clients come in every second window."""
    while time.monotonic() < until:
        await asyncio.sleep(WINDOW)
        foes = [
            asyncio.create_task(Foe(port, place, number, counts).run(attack.__name__, attack))
            for attack in ATTACKS
            for number in range(EACH)
        ]
        await asyncio.sleep(WINDOW)
        for foe in foes:
            foe.cancel()
        await asyncio.gather(*foes, return_exceptions=True)


# ── the comparison ─────────────────────────────────────────────────────────────────────────────
def compared(evenings: Sequence[Evening], began: float) -> str:
    """Describe the seconds of honest acts in both kinds of windows."""
    groups: dict[bool, list[float]] = {False: [], True: []}
    for evening in evenings:
        for sent, seconds in evening.waits:
            window, inside = divmod(sent - began, WINDOW)
            if inside >= MARGIN:
                groups[window % 2 == 1].append(seconds * 1000)
    lines, last = [], {}
    for hostile, times in groups.items():
        p50, p99 = statistics.median(times), statistics.quantiles(times, n=100)[98]
        last[hostile] = p99
        name = "beside hostile clients" if hostile else "alone"
        lines.append(f"{name}: {len(times)} acts, p50 {p50:.1f} ms, p99 {p99:.1f} ms")
    return "\n".join([*lines, f"p99 beside them / alone: {last[True] / last[False]:.2f}"])


async def hostile(database: str, count: int, minutes: float, pace: float) -> bool:
    """Play; return whether no check failed."""
    *places, own = await prepared(database, count + 1)
    store = await opened(database)
    found: list[Sample] = []
    counts: Counter[str] = Counter()
    async with served(database, 1) as (process, port):
        evenings = [Evening(port, each, random.Random(n)) for n, each in enumerate(places)]
        following = [
            asyncio.create_task(player.follow()) for each in evenings for player in each.players
        ]
        for evening in evenings:
            for player in evening.players:
                while not player.view:
                    await player.wait_for_view()
        began = time.monotonic()
        until = began + minutes * 60
        looking = asyncio.create_task(sampled(process, store, places, found))
        attacking = asyncio.create_task(besieged(port, own, until, counts))
        await asyncio.gather(*(each.play(until, pace) for each in evenings))
        attacking.cancel()
        await asyncio.sleep(10)
        wrong = [each for evening in evenings for each in await checked(store, evening)]
        for task in [looking, *following]:
            task.cancel()
        for evening in evenings:
            for player in evening.players:
                await player.close()
    await store.close()
    report(evenings, found, wrong)
    print("hostile:", json.dumps(counts))
    print(compared(evenings, began))
    return not wrong


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--pace", type=float, default=2)
    parser.add_argument("--database", default="")
    given = parser.parse_args()
    if given.minutes * 60 < 2 * WINDOW:
        parser.error(f"--minutes: at least {2 * WINDOW / 60:g}, for both kinds")
    with tempfile.TemporaryDirectory() as folder:
        database = given.database or f"sqlite:///{folder}/hostile.sqlite3"
        right = asyncio.run(hostile(database, given.tables, given.minutes, given.pace))
    sys.exit(not right)


if __name__ == "__main__":
    main()
