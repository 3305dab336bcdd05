"""What a server bears: a head of 120 MB, 500 streams, 320 idle connections with 256 descriptors.

Each attack has a server of its own, with a new SQLite file. Beside it an honest seat writes notes. The
figures are the memory of the server before and meanwhile, and the seconds until a note is answered.
This module must not know command lines.
"""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import NamedTuple

from bench.kills import table
from bench.playing import Player
from bench.processes import memory_of
from bench.soak import Place, listening, prepared
from bench.wire import Gone, messages

LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_NOFILE, ({most}, {most}))
from tablee.faces.cli.main import main
main(sys.argv[1:])
"""
HEAD_MEGABYTES, STREAMS, IDLE, DESCRIPTORS = 120, 500, 320, 256
TABLES = 20
"""Tables of five seats, over which the streams are spread."""
NOTES = 20
HEADS = (
    "attack",
    "what came of it",
    "memory before, at most",
    "an honest note, median and at most",
)


class Server(NamedTuple):
    """A running server, and the tables that it serves."""

    process: int
    port: int
    places: list[Place]


Attack = Callable[[Server], Awaitable[str]]


@contextlib.asynccontextmanager
async def limited(database: str, most: int) -> AsyncIterator[tuple[int, int]]:
    """Run a server that may open `most` files; yield its process and its port."""
    with listening(["-c", LIMITED.format(most=most)], database) as found:
        yield found


# ── the attacks ────────────────────────────────────────────────────────────────────────────────
async def large_head(server: Server) -> str:
    """Send header lines until the server closes the connection."""
    sent, line = 0, b"x-more: " + b"x" * 65_000 + b"\r\n"
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(b"GET / HTTP/1.1\r\nhost: localhost\r\n")
    try:
        while sent < HEAD_MEGABYTES << 20:
            writer.write(line)
            await writer.drain()
            sent += len(line)
    except OSError:
        pass
    status = b""
    with contextlib.suppress(*Gone):
        status = await asyncio.wait_for(reader.readline(), 5)
    writer.transport.abort()
    code = status.split()[1].decode() if status else "closed"
    return f"{code} after {sent / 2**20:.1f} of {HEAD_MEGABYTES} MB"


async def _streams(server: Server, seats: Sequence[tuple[Place, int]]) -> tuple[int, int]:
    """Open a stream for each of these seats; return how many got a view, and how many were refused."""
    got: list[bool] = []

    async def follow(place: Place, seat: int) -> None:
        path = f"/api/tables/{place.table}/{place.seats[seat]}/stream"
        headers = {"authorization": f"Bearer {place.tokens[seat]}"}
        try:
            async for message in messages(server.port, path, headers):
                if message.kind == "view":
                    got.append(True)
                    await asyncio.sleep(30)
        except Gone:
            got.append(False)

    tasks = [asyncio.create_task(follow(*each)) for each in seats]
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(30):
            while len(got) < len(seats):
                await asyncio.sleep(0.1)
    await asyncio.sleep(5)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return got.count(True), got.count(False)


async def many_streams(server: Server) -> str:
    every = [(place, seat) for place in server.places for seat in range(len(place.seats))]
    opened, refused = await _streams(server, [every[n % len(every)] for n in range(STREAMS)])
    return f"{opened} with a view, {refused} refused"


async def streams_of_one(server: Server) -> str:
    opened, refused = await _streams(server, [(server.places[0], 1)] * STREAMS)
    return f"{opened} with a view, {refused} refused"


async def idle(server: Server) -> str:
    """Hold connections without a word; return how many the server closed meanwhile."""
    pairs = []
    for _ in range(IDLE):
        with contextlib.suppress(OSError):
            pairs.append(await asyncio.open_connection("127.0.0.1", server.port))
    await asyncio.sleep(5)
    closed = sum(reader.at_eof() for reader, _ in pairs)
    for _, writer in pairs:
        writer.transport.abort()
    return f"{len(pairs)} accepted, {closed} of them closed to make room"


ATTACKS: Sequence[tuple[str, Attack, int]] = (
    (f"{HEAD_MEGABYTES} MB of headers", large_head, 16_384),
    (f"{STREAMS} streams of {5 * TABLES} seats", many_streams, 16_384),
    (f"{STREAMS} streams of one seat", streams_of_one, 16_384),
    (f"{IDLE} idle connections, {DESCRIPTORS} descriptors", idle, DESCRIPTORS),
)


# ── the measurement ────────────────────────────────────────────────────────────────────────────
async def borne(name: str, attack: Attack, descriptors: int) -> tuple[list[str], bool]:
    """Attack a new server; return a row of the table, and whether each honest note was answered."""
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/bounds.sqlite3"
        places = await prepared(database, TABLES)
        async with limited(database, descriptors) as (process, port):
            server = Server(process, port, places)
            last = places[-1]
            honest = Player(port, last.table, last.seats[0], last.tokens[0])
            await honest.note()
            before = most = memory_of(process)
            attacking = asyncio.ensure_future(attack(server))
            waits = []
            while len(waits) < NOTES or not attacking.done():
                began = time.monotonic()
                await honest.note()
                waits.append(time.monotonic() - began)
                most = max(most, memory_of(process))
                await asyncio.sleep(0.1)
            came = await attacking
            await honest.close()
    waits.sort()
    times = f"{waits[len(waits) // 2] * 1000:.0f} ms, {waits[-1] * 1000:.0f} ms"
    right = set(honest.done.values()) == {200}
    return [name, came, f"{before:.0f} MB, {most:.0f} MB", times], right


def bounds() -> bool:
    """Print one table of all attacks; return whether each honest note was answered."""
    found = [asyncio.run(borne(*each)) for each in ATTACKS]
    print(table([[*HEADS], *(row for row, _ in found)]))
    return all(right for _, right in found)
