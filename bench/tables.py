"""The live table under load: from an act to the page of every seat, durable before it is sent.

    python -m bench.tables [--tables 50] [--seconds 20] [--database postgresql://…] [--workers 2]

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
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Self

import uvloop

SEATS = 5
STRETCH = 4.0
"""Seconds for which the floor, then the real server is asked, in turns."""
WARM = 4
"""Acts of each table before those that are timed."""
ON_THE_FLOOR = "TABLEE_BENCH_TABLES"
"""What the workers of a server are told in their environment: whether they serve the floor."""
Place = dict[str, Any]


class OneLine(NamedTuple):
    """What a page shows on the floor."""

    version: int

    def digest(self) -> str:
        return str(self.version)


# ── the server ─────────────────────────────────────────────────────────────────────────────────
def serve(database: str, floor: bool, workers: int) -> None:
    """Serve without limits. `floor`: see `lay_open`."""
    from tablee.faces.cli.main import main as tablee

    os.environ[ON_THE_FLOOR] = "floor" if floor else "real"
    lay_open(floor)
    sys.argv = ["tablee", "serve", "--no-open", "--json", "--port", "0", "--database", database]
    sys.exit(tablee([*sys.argv[1:], "--workers", str(workers)]))


def lay_open(floor: bool) -> None:
    """Take the limits away in this process. `floor`: a page of a seat is one line, and nothing is read
    in it."""
    from tablee.faces.api import tables
    from tablee.faces.web.table import live
    from tablee.table import limiting

    limiting.ALLOWED.update(dict.fromkeys(limiting.ALLOWED, limiting.Rate(10**9, 1)))
    if floor:
        live.shown = lambda renderer, room, *told, **more: OneLine(room.state.version)
        live.news = lambda before, now: f"<p>{now.version}</p>"
        tables._view = lambda room, *told: b'{"version": %d}' % room.state.version


async def prepared(database: str, tables: int) -> list[Place]:
    """Tables with five seats and what admits to each: {table, character, cookies, tokens}."""
    from tablee.faces.sheets import load_sheet
    from tablee.rules.game import find_game
    from tablee.rules.sheet import sheet_view
    from tablee.table.access import Door
    from tablee.table.acting import acts
    from tablee.table.hosting import NewCampaign, create
    from tablee.table.room import Rooms
    from tablee.table.store import opened

    store = await opened(database)
    rooms = Rooms(store)
    door = Door(store, rooms)
    game = find_game("exil")
    assert game is not None
    sheet = sheet_view(game, load_sheet("jeanne", "fiche", game)[1])
    found = []
    for number in range(tables):
        new = NewCampaign(name=f"Table {number}", game="exil", players=["A", "B", "C", "D"])
        table, seats = await create(store, new)
        room = await rooms.room(table)
        assert room is not None
        await room.act(seats[0], acts.PutSheet(character="jeanne", sheet=sheet, seat=seats[1]))
        await room.act(seats[0], acts.BeginScene())
        cookies = [await door.give(table, seat, "cookie") for seat in seats]
        tokens = [await door.give(table, seat, "token") for seat in seats]
        found.append({"table": table, "seats": seats, "cookies": cookies, "tokens": tokens})
    await store.close()
    return found


# ── the client ─────────────────────────────────────────────────────────────────────────────────
class Page(asyncio.Protocol):
    """The stream of a seat's page: how often it has been sent anew. It only counts what comes, so
    that the client takes little of what is measured."""

    END, LIFE = b"\n\n", b": ici\n\n"

    def __init__(self, port: int, place: Place, seat: int) -> None:
        table, name = place["table"], place["seats"][seat]
        cookie = f"tablee-{table}-{name}={place['cookies'][seat]}"
        head = f"GET /t/{table}/{name}/flux HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie}"
        self.asked = f"{head}\r\nAccept: text/event-stream\r\n\r\n".encode()
        self.count = 0
        self.came = 0.0
        self.longest = 0.0
        """When it was sent anew last, and the longest time between."""
        self.fresh = asyncio.Event()
        self._begun = b""

    def connection_made(self, transport: Any) -> None:
        transport.write(self.asked)

    def data_received(self, data: bytes) -> None:
        whole, end, self._begun = (self._begun + data).rpartition(self.END)
        more = (whole + end).count(self.END) - (whole + end).count(self.LIFE)
        if more:
            self.count += more
            now = time.perf_counter()
            self.longest, self.came = max(self.longest, now - self.came), now
        self.fresh.set()

    async def after(self, count: int) -> None:
        """Wait until it has been sent anew since."""
        while self.count <= count:
            self.fresh.clear()
            await self.fresh.wait()


class Table:
    """A table at play: whose turn it is, and a connection for acts."""

    def __init__(self, port: int, place: Place, floor: bool) -> None:
        self.port = port
        self.place = place
        self.floor = floor
        self.pages = [Page(port, place, seat) for seat in range(SEATS)]
        self.turn = 0
        self.connection: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def open(self) -> None:
        loop = asyncio.get_running_loop()
        for page in self.pages:
            await loop.create_connection(lambda page=page: page, "127.0.0.1", self.port)
            await page.after(0)
        self.connection = await asyncio.open_connection("127.0.0.1", self.port, limit=2**20)

    def act(self) -> tuple[int, dict[str, Any]]:
        """The next act and the seat that does it."""
        self.turn += 1
        if self.floor:
            return 0, {"type": "note", "text": "un"}
        if self.turn % 2:
            params = {"talent": "Acrobate", "difficulty": -2}
            return 0, {
                "type": "frame",
                "procedure": "exil.simple",
                "params": params,
                "to": ["jeanne"],
            }
        return 1, {"type": "throw", "run": f"j{self.turn // 2}", "place": 0}

    async def play(self) -> float:
        """One act; the milliseconds until every page has it."""
        seat, act = self.act()
        counts = [page.count for page in self.pages]
        began = time.perf_counter()
        await self.post(seat, act)
        for page, count in zip(self.pages, counts, strict=True):
            await page.after(count)
        return (time.perf_counter() - began) * 1000

    async def post(self, seat: int, act: dict[str, Any]) -> None:
        assert self.connection is not None
        reader, writer = self.connection
        body = json.dumps(act).encode()
        table, name = self.place["table"], self.place["seats"][seat]
        head = (
            f"POST /api/tables/{table}/{name}/acts HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
            f"Authorization: Bearer {self.place['tokens'][seat]}\r\n"
            f"Prefer: return=minimal\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        writer.write(head.encode() + body)
        answer = await reader.readuntil(b"\r\n\r\n")
        if b" 204 " not in answer.split(b"\r\n")[0]:
            raise RuntimeError(answer.decode()[:400])


async def steady(tables: Sequence[Table], seconds: float) -> list[float]:
    """One act a second a table, spread over the second."""
    times: list[float] = []

    async def one(table: Table, offset: float) -> None:
        begin = time.perf_counter() + offset
        for number in range(int(seconds)):
            await asyncio.sleep(max(0.0, begin + number - time.perf_counter()))
            times.append(await table.play())

    await asyncio.gather(*(one(t, i / len(tables)) for i, t in enumerate(tables)))
    return times


async def saturated(tables: Sequence[Table], seconds: float, shown: bool) -> float:
    """Acts a second when every table acts as soon as the last act is written, or (`shown`) as all its
    pages have it."""
    until = time.perf_counter() + seconds
    done = 0

    async def one(table: Table) -> None:
        nonlocal done
        while time.perf_counter() < until:
            await (table.play() if shown else table.post(*table.act()))
            done += 1

    began = time.perf_counter()
    await asyncio.gather(*(one(table) for table in tables))
    return done / (time.perf_counter() - began)


# ── the run ────────────────────────────────────────────────────────────────────────────────────
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
        before = memory_of(self.server.pid)
        self.tables = [Table(port, place, self.floor) for place in places]
        for table in self.tables:
            await table.open()
        self.memory = (memory_of(self.server.pid) - before) / (self.count * SEATS) * 1024
        for _ in range(WARM):
            await asyncio.gather(*(table.play() for table in self.tables))
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


def started(database: str, floor: bool, workers: int) -> tuple[subprocess.Popen[str], int]:
    what = ["--serve", "floor" if floor else "real", "--database", database]
    server = subprocess.Popen(
        [sys.executable, "-m", "bench.tables", *what, "--workers", str(workers)],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert server.stdout is not None
    address = json.loads(server.stdout.readline())["address"]
    return server, int(address.rstrip("/").rpartition(":")[2])


def memory_of(process: int) -> float:
    """Resident megabytes of a process and what it has started."""
    pages = sum(int(status[21]) for status in statuses(process))
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def busy(process: int) -> float:
    """Seconds of CPU that a process and what it has started have taken."""
    ticks = 0
    for status in statuses(process):
        ticks += int(status[11]) + int(status[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def statuses(process: int) -> Iterator[list[str]]:
    """What the system tells of a process and of those that it has started: proc_pid_stat(5) from the
    third field on."""
    for each in Path("/proc").glob("[0-9]*"):
        try:
            status = (each / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(each.name) == process or int(status[1]) == process:
            yield status


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
            most = await one.pressed(told.seconds / 2, shown=True)
            one.tell(most + await one.written(told.seconds / 2))
        (low, late), (middle, later) = floor.figures(), real.figures()
        print(f"ratio      {middle / low:8.2f} {later / late:8.2f}", flush=True)


async def grown(told: argparse.Namespace, folder: str, count: int) -> None:
    async with Served(told, folder, False, count) as real:
        await real.steady(told.seconds)
        real.tell()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--serve", choices=("floor", "real"))
    parser.add_argument("--database", action="append", help="twice: the real one's, the floor's")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--most", type=int, default=400)
    parser.add_argument("--seconds", type=float, default=20)
    told = parser.parse_args()
    if told.serve:
        serve(told.database[0], told.serve == "floor", told.workers)
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


if __name__ == "__mp_main__":  # a worker, which a server of several processes has started
    lay_open(os.environ[ON_THE_FLOOR] == "floor")
if __name__ == "__main__":
    main()
