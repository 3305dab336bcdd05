"""Asks the process that writes into a SQLite file, which is started when it is first needed."""

from __future__ import annotations

import asyncio
import sys
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, cast

import msgspec

from tablee.table.store.futures import answered
from tablee.table.store.group import GROUP, Append
from tablee.table.store.interface import Unavailable
from tablee.table.store.sqlite.messages import Answer, Pipe, Request, Statements, outcome, packed

OFTEN, SELDOM = 200, 10_000
"""See `Manner`."""
GONE = "the process that writes has ended"


class Writer:
    """Writes into a file, asked from one event loop.

    Raises `Unavailable` where the process ended before it answered; the next request has another
    one.
    """

    def __init__(self, path: Path) -> None:
        self.commits = 0
        self.starts = 0
        """Processes that there have been: whether the last request of one that died was done,
        nobody knows."""
        self._path = path.absolute()
        self._line: Line | None = None
        self._closed = False
        self._starting = asyncio.Lock()

    async def append(self, append: Append) -> int:
        version: int = await self._asked(append)
        return version

    async def run(self, *statements: tuple[str, tuple[Any, ...]]) -> Sequence[Any]:
        """Run a statement with its values, or several in one transaction: the rows of the last."""
        rows: Sequence[Any] = await self._asked(Statements(statements))
        return rows

    async def close(self) -> None:
        """Finish what waits."""
        self._closed = True
        async with self._starting:  # whoever waits for it has come before
            if self._line is not None:
                await self._line.end()

    async def _asked(self, request: Request) -> Any:
        if self._closed:
            raise Unavailable("the store is closed")
        line = self._line
        if line is None or line.over:
            line = await self._begun()
        return await line.ask(request)

    async def _begun(self) -> Line:
        async with self._starting:
            if self._line is None or self._line.over:
                self._line = await self._started()
            return self._line

    async def _started(self) -> Line:
        """A process that writes, which knows how: see `Manner`."""
        manner = map(str, (GROUP, OFTEN, SELDOM))
        call = [
            sys.executable,
            "-P",
            "-m",
            "tablee.table.store.sqlite.writing",
            str(self._path),
            *manner,
        ]
        try:
            _, line = await asyncio.get_running_loop().subprocess_exec(
                lambda: Line(self._committed), *call, stderr=None, start_new_session=True
            )
        except OSError as why:
            raise Unavailable(str(why)) from why
        self.starts += 1
        return line

    def _committed(self, more: int) -> None:
        self.commits += more


class Line(asyncio.SubprocessProtocol):
    """The two pipes to a process that writes, until it ends."""

    def __init__(self, committed: Callable[[int], None]) -> None:
        self.over = False
        """Whether nothing can be asked any more; what was asked may still be answered."""
        self._ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._committed = committed
        self._waiting: deque[asyncio.Future[Any]] = deque()
        self._answers = Pipe[Answer](msgspec.msgpack.Decoder(Answer))

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._process = cast(asyncio.SubprocessTransport, transport)
        self._stdin = cast(asyncio.WriteTransport, self._process.get_pipe_transport(0))

    def ask(self, request: Request) -> asyncio.Future[Any]:
        try:
            self._stdin.write(packed(request))
        except RuntimeError as why:  # so uvloop says that the pipe is closed
            self.over = True
            raise Unavailable(GONE) from why
        future = asyncio.get_running_loop().create_future()
        self._waiting.append(future)
        return future

    async def end(self) -> None:
        """Let it finish."""
        self._stdin.close()
        await asyncio.shield(self._ended)

    def pipe_data_received(self, _fd: int, data: bytes) -> None:
        for answer in self._answers.take(data):
            self._committed(answer.commits)
            for each in answer.outcomes:
                answered(self._waiting.popleft(), outcome(each))

    def pipe_connection_lost(self, _fd: int, _exc: Exception | None) -> None:
        self.over = True

    def connection_lost(self, _exc: Exception | None) -> None:
        """It has ended, and all that it has said was heard."""
        self._process.close()
        self._ended.set_result(None)
        for future in self._waiting:
            answered(future, Unavailable(GONE))
