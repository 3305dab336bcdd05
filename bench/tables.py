"""The live table under load: from an act to the page of every seat, durable before it is sent.

    python -m bench.tables [--tables 50] [--seconds 120] [--database postgresql://…] [--workers 2]

A server of its own and a client on the loopback, in two processes. Each table has five seats, each
with its page open on a stream; once a second somebody acts: the leader asks for a Jet de Talent, the
player has the house throw. What is timed ends when all five pages have it. Beside it, in the same
run, the floor: the same server with a view of one line and acts without rules (notes). Then as many
acts as the server takes, first when each table waits until its five pages have the last act, then
when it only waits until that is written, and pages follow as they can. And how the first figure
grows with the tables.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import tempfile
import time
from typing import Self

import uvloop

from bench.pages import SEATS, Table, prepared, saturated, steady
from bench.processes import busy, memory_of
from bench.served import started

STRETCH = 2.0
"""Seconds for which the floor, then the real server is asked, in turns."""
PRESSED, GROWN = 1 / 6, 1 / 4
"""Shares of the time for which one stretch is asked: acts as many as there can be, and with more
tables. The 99th percentile of one act a second takes longest: it rests on one in a hundred."""
STARTS = 1.0
"""Seconds in which all processes of a server are there."""
WARM = 12
"""Acts of each table before those that are timed, all tables at once; and then a stretch as it is
timed, which is not."""


class Served:
    """A server of its own with its tables, their pages open: `floor` or real."""

    def __init__(self, told: argparse.Namespace, folder: str, floor: bool, count: int) -> None:
        name = "floor" if floor else "real"
        databases = told.database or [f"sqlite:///{folder}/{name}.sqlite3"]
        self.name = name
        self.floor = floor
        self.count = count
        self.workers: int = told.workers
        self.database: str = databases[-1 if floor else 0]
        self.times: list[float] = []
        self.memory = 0.0
        """Kilobytes a seat."""

    async def __aenter__(self) -> Self:
        places = await prepared(self.database, self.count)
        self.server, port = started(self.database, self.floor, self.workers)
        await asyncio.sleep(STARTS)
        before = memory_of(self.server.pid)
        self.tables = [Table(port, place, self.floor) for place in places]
        for table in self.tables:
            await table.open()
        self.memory = (memory_of(self.server.pid) - before) / (self.count * SEATS) * 1024
        for _ in range(WARM):
            await asyncio.gather(*(table.play() for table in self.tables))
        await steady(self.tables, STRETCH)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.server.terminate()
        self.server.wait()

    async def steady(self, seconds: float) -> None:
        self.times += await steady(self.tables, seconds)

    def figures(self) -> tuple[float, float]:
        """The median and the 99th percentile."""
        times = sorted(self.times)
        return statistics.median(times), times[int(len(times) * 0.99) - 1]

    async def pressed(self, seconds: float, shown: bool) -> str:
        """Acts a second when every table acts as soon as it can, and for each the server's CPU time."""
        for table in self.tables:
            await table.connect()
        before = busy(self.server.pid)
        most = await saturated(self.tables, seconds, shown)
        spent = (busy(self.server.pid) - before) / (most * seconds) * 1000
        return f"{most:8.0f} {spent:8.2f}"

    async def written(self, seconds: float) -> str:
        """The same when nobody waits for pages; and the seconds after which one is anew, on average
        and at most."""
        pages = [page for table in self.tables for page in table.pages]
        count = sum(page.count for page in pages)
        for page in pages:
            page.came, page.longest = time.perf_counter(), 0.0
        most = await self.pressed(seconds, shown=False)
        often = (sum(page.count for page in pages) - count) / len(pages)
        return f"{most} {seconds / often:8.2f} {max(page.longest for page in pages):8.2f}"

    def tell(self, more: str = "") -> None:
        middle, late = self.figures()
        print(
            f"{self.name:6s}{self.count:5d} {middle:8.1f} {late:8.1f} {self.memory:8.0f} {more}",
            flush=True,
        )


async def compared(told: argparse.Namespace, folder: str) -> None:
    """The floor and the real server in turns, so that a machine whose speed changes is as fast for
    one as for the other."""
    async with (
        Served(told, folder, True, told.tables) as floor,
        Served(told, folder, False, told.tables) as real,
    ):
        for _ in range(max(1, round(told.seconds / STRETCH))):
            for one in (floor, real):
                await one.steady(STRETCH)
        for one in (floor, real):
            most = await one.pressed(told.seconds * PRESSED, shown=True)
            one.tell(most + await one.written(told.seconds * PRESSED))
        (low, late), (middle, later) = floor.figures(), real.figures()
        print(f"ratio      {middle / low:8.2f} {later / late:8.2f}", flush=True)


async def grown(told: argparse.Namespace, folder: str, count: int) -> None:
    async with Served(told, folder, False, count) as real:
        await real.steady(told.seconds * GROWN)
        real.tell()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--database", action="append", help="twice: the real one's, the floor's")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--most", type=int, default=400)
    parser.add_argument("--seconds", type=float, default=120)
    told = parser.parse_args()
    print("      tables: one act a second each, milliseconds until all five pages have it: median,")
    print(
        "              99th percentile; kilobytes a seat; acts a second at saturation, each shown,"
    )
    print(
        "              and the server's milliseconds of CPU for one; the same, each written; seconds"
    )
    print("              after which a page is anew then, on average, at most\n")
    with tempfile.TemporaryDirectory() as folder:
        uvloop.run(compared(told, folder))
    count = told.tables * 2
    while count <= told.most:
        with tempfile.TemporaryDirectory() as folder:
            uvloop.run(grown(told, folder, count))
        count *= 2


if __name__ == "__main__":
    main()
