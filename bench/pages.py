"""Tables with five seats, whose pages are open on streams, and their acts."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Sequence
from typing import Any

__all__ = ["SEATS", "Place", "Table", "prepared", "saturated", "steady"]

SEATS = 5
Place = dict[str, Any]


async def prepared(database: str, tables: int) -> list[Place]:
    """Make tables with five seats; return {table, seats, cookies, tokens} of each."""
    from tablee.faces.sheet_files import load_sheet
    from tablee.rules.registry import find_game
    from tablee.rules.sheet import sheet_view
    from tablee.table.access import Door
    from tablee.table.hosting import NewCampaign, create
    from tablee.table.rooms import Rooms
    from tablee.table.store.store_address import opened
    from tests.kit import acts

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


class Page(asyncio.Protocol):
    """The stream of a seat's page. It only counts messages, so that the client uses little of the
    measured time."""

    END, LIFE = b"\n\n", b": ici\n\n"

    def __init__(self, port: int, place: Place, seat: int) -> None:
        table, name = place["table"], place["seats"][seat]
        cookie = f"tablee-{table}-{name}={place['cookies'][seat]}"
        head = f"GET /t/{table}/{name}/flux HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie}"
        self.asked = f"{head}\r\nAccept: text/event-stream\r\n\r\n".encode()
        self.count = 0
        self.came = 0.0
        self.longest = 0.0
        """The time of the last message, and the longest pause between two messages."""
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
        """Wait until more than `count` messages have come."""
        while self.count <= count:
            self.fresh.clear()
            await self.fresh.wait()


class Table:
    """A table that is played: its turn, its pages and a connection for acts."""

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
        await self.connect()

    async def connect(self) -> None:
        """Open a new connection for acts: the server closes silent ones."""
        if self.connection is not None:
            self.connection[1].close()
        self.connection = await asyncio.open_connection("127.0.0.1", self.port, limit=2**20)

    def act(self) -> tuple[int, dict[str, Any]]:
        """Return the seat and the next act."""
        self.turn += 1
        if self.floor:
            return 0, {"type": "note", "text": "un"}
        if self.turn % 2:
            params = {"talent": "Acrobate", "difficulty": -2}
            return 0, {
                "type": "request",
                "procedure": "exil.simple",
                "params": params,
                "to": ["jeanne"],
            }
        return 1, {"type": "throw", "run": f"j{self.turn // 2}", "place": 0}

    async def play(self) -> float:
        """Do one act; return the milliseconds until every page has it."""
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
    """Do one act a second at each table; return the milliseconds of each."""
    times: list[float] = []

    async def one(table: Table, offset: float) -> None:
        begin = time.perf_counter() + offset
        for number in range(int(seconds)):
            await asyncio.sleep(max(0.0, begin + number - time.perf_counter()))
            times.append(await table.play())

    await asyncio.gather(*(one(t, i / len(tables)) for i, t in enumerate(tables)))
    return times


async def saturated(tables: Sequence[Table], seconds: float, shown: bool) -> float:
    """Return the acts a second when every table acts as soon as its last act is stored, or (`shown`)
    as soon as all its pages have it."""
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
