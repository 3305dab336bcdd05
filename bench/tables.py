"""The live table under load: the time from an act to the page of every seat.

    python -m bench.tables [--tables 50] [--seconds 120] [--database postgresql://…] [--workers 2]

The server and the client are two processes on one machine. Each table has five seats, each with its
page open on a stream. Once a second a seat acts: the leader requests a Jet de Talent, or the player
throws house dice. The measured time ends when all five pages show the act.

The floor runs in turns with the real server: the same server with pages of one line and acts without
rules (notes). Saturation is measured twice: each table waits until its five pages show its last act,
or only until that act is stored. At the end the first figure is measured with more tables.
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
"""Seconds of each turn of the floor and of the real server."""
SATURATED, GROWN = 1 / 6, 1 / 4
"""Shares of the time that saturation and more tables take. The 99th percentile of one act a second
needs the longest time, because it rests on one act in a hundred."""
STARTS = 1.0
"""Seconds in which all processes of a server start."""
WARM = 12
"""Acts of each table before the measured ones, at all tables at once. A stretch that does not count
follows."""


class Served:
    """A server, real or as the `floor`, with its tables and their open pages."""

    def __init__(self, options: argparse.Namespace, folder: str, floor: bool, count: int) -> None:
        name = "floor" if floor else "real"
        databases = options.database or [f"sqlite:///{folder}/{name}.sqlite3"]
        self.name = name
        self.floor = floor
        self.count = count
        self.workers: int = options.workers
        self.database: str = databases[-1 if floor else 0]
        self.times: list[float] = []
        self.memory = 0.0
        """Kilobytes of the server a seat."""

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
        """Return the median and the 99th percentile in milliseconds."""
        times = sorted(self.times)
        return statistics.median(times), times[int(len(times) * 0.99) - 1]

    async def saturate(self, seconds: float, shown: bool) -> str:
        """Return the acts a second at saturation and the server's milliseconds of CPU for one act."""
        for table in self.tables:
            await table.connect()
        before = busy(self.server.pid)
        most = await saturated(self.tables, seconds, shown)
        spent = (busy(self.server.pid) - before) / (most * seconds) * 1000
        return f"{most:8.0f} {spent:8.2f}"

    async def written(self, seconds: float) -> str:
        """Return the same without waiting for pages, and the mean and longest seconds between two
        messages of a page."""
        pages = [page for table in self.tables for page in table.pages]
        count = sum(page.count for page in pages)
        for page in pages:
            page.came, page.longest = time.perf_counter(), 0.0
        most = await self.saturate(seconds, shown=False)
        often = (sum(page.count for page in pages) - count) / len(pages)
        return f"{most} {seconds / often:8.2f} {max(page.longest for page in pages):8.2f}"

    def print(self, more: str = "") -> None:
        middle, late = self.figures()
        print(
            f"{self.name:6s}{self.count:5d} {middle:8.1f} {late:8.1f} {self.memory:8.0f} {more}",
            flush=True,
        )


async def compare(options: argparse.Namespace, folder: str) -> None:
    """Compare the floor and the real server in turns, so that changes of the machine's speed affect
    both."""
    async with (
        Served(options, folder, True, options.tables) as floor,
        Served(options, folder, False, options.tables) as real,
    ):
        for _ in range(max(1, round(options.seconds / STRETCH))):
            for one in (floor, real):
                await one.steady(STRETCH)
        for one in (floor, real):
            most = await one.saturate(options.seconds * SATURATED, shown=True)
            one.print(most + await one.written(options.seconds * SATURATED))
        (low, late), (middle, later) = floor.figures(), real.figures()
        print(f"ratio      {middle / low:8.2f} {later / late:8.2f}", flush=True)


async def more_tables(options: argparse.Namespace, folder: str, count: int) -> None:
    """Measure the real server with `count` tables."""
    async with Served(options, folder, False, count) as real:
        await real.steady(options.seconds * GROWN)
        real.print()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--database", action="append", help="twice: the real one's, the floor's")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--most", type=int, default=400)
    parser.add_argument("--seconds", type=float, default=120)
    options = parser.parse_args()
    print("      tables: one act a second each, milliseconds until all five pages have it: median,")
    print(
        "              99th percentile; kilobytes a seat; acts a second at saturation, each shown,"
    )
    print(
        "              and the server's milliseconds of CPU for one; the same, each stored; seconds"
    )
    print("              between two messages of a page then, mean and longest\n")
    with tempfile.TemporaryDirectory() as folder:
        uvloop.run(compare(options, folder))
    count = options.tables * 2
    while count <= options.most:
        with tempfile.TemporaryDirectory() as folder:
            uvloop.run(more_tables(options, folder, count))
        count *= 2


if __name__ == "__main__":
    main()
