"""The server of the console and the tables: quick to start and to stop, of one process or
several."""

from __future__ import annotations

import asyncio
import errno
import gc
import os
import signal
import socket
import sys
from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from types import FrameType

import msgspec
import uvicorn
from litestar import Litestar
from uvicorn.supervisors import multiprocess
from uvicorn.supervisors.multiprocess import Multiprocess, Process

from tablee.faces.web.app import create_app
from tablee.faces.web.table.demo_tables import Invitation, open_tables
from tablee.rules.game_file import load_game_files
from tablee.rules.refusal import Refusal
from tablee.rules.registry import GameFile, loaded_game_files
from tablee.rules.words import Lang
from tablee.table.access import Door
from tablee.table.rooms import Rooms
from tablee.table.store import opened

COLLECTED = 20_000, 1, 40_000
"""When the cycle collector runs (see `gc.set_threshold`): what was loaded stays out of it, what was
made last is searched a little at a time, and what tables keep seldom, for nobody is answered
meanwhile."""
SOON = 0.0001
"""Seconds after which rendering lets the thread go on that writes to the disk (see
`sys.setswitchinterval`). Acts wait for that thread."""
PATIENCE = 5
"""Seconds that acts under way have to be answered when the server is to end: they are cut off then,
though they may be written."""
WARM = 30.0
"""Seconds that a worker may take to answer."""
TAKEN = (errno.EADDRINUSE, errno.EACCES)
"""What the system says when a port is not to be had; anything else is wrong with the address."""
TRIED = 20
"""So many ports from the first on are tried when it is taken and nobody asked for that one."""


class Serving(msgspec.Struct, frozen=True, kw_only=True):
    """What a server is told. `hosts`: the names, with the port, that it answers to, first the one
    that others are told; `files`: games beside ours; `database`: where the campaigns are kept;
    `journal`: where requests are noted; `host_token`: what opens the host's part of the API from
    elsewhere; `public`: the origin at which a proxy brings others here; `keys`: whether whoever runs
    the server gets a link to its campaigns, for other devices; `lang`: what campaigns to try speak
    that are made at its start."""

    hosts: tuple[str, ...]
    files: tuple[str | PathLike[str], ...] = ()
    watch: bool = False
    database: str
    journal: str | None = None
    workers: int = 1
    host_token: str | None = None
    public: str | None = None
    keys: bool = False
    lang: Lang = "fr"


class Opened(msgspec.Struct, frozen=True):
    """What there is once the server answers: the demo campaigns, and the link of whoever runs it
    (an address without the host), if it was wanted."""

    tables: Sequence[Invitation]
    keys: str | None


def bound(host: str, port: int, exact: bool) -> socket.socket:
    """A listening socket. Raises `Refusal` when the port (or, unless `exact`, each of the next
    ones) is taken, or the address is none of this machine's."""
    for candidate in range(port, port + 1 if exact or not port else min(port + TRIED, 65_536)):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, candidate))
        except (OSError, UnicodeError) as why:  # no name can be that: `a..b`
            listening.close()
            if isinstance(why, OSError) and why.errno in TAKEN:
                continue
            raise Refusal("param", "--host", host, "une adresse de cette machine") from None
        return listening
    raise Refusal("param", "--port", port, "un port libre de cette machine")


def serve(listening: socket.socket, serving: Serving, started: Callable[[Opened], None]) -> None:
    """Serve until Ctrl-C or SIGTERM. `started` is called once it answers."""
    there = asyncio.run(_opened(serving))
    config = uvicorn.Config(
        _Maker(serving, loaded_game_files()),
        factory=True,
        log_level="warning",
        lifespan="on",
        timeout_keep_alive=60,
        timeout_graceful_shutdown=PATIENCE,
        ws="none",
        workers=serving.workers,
    )
    if serving.workers == 1:
        _Server(config, lambda: started(there)).run([listening])
    else:
        _Workers(config, [listening], lambda: started(there)).run()


async def _opened(serving: Serving) -> Opened:
    store = await opened(serving.database)
    try:
        rooms = Rooms(store)
        door = Door(store, rooms)
        keys = f"/cles/{await door.renew_host_link()}" if serving.keys else None
        return Opened(await open_tables(rooms, door, serving.lang), keys)
    finally:
        await store.close()


class _Maker:
    """Makes the application in the process that serves it, to which it is sent as it is."""

    def __init__(self, serving: Serving, games: Mapping[str, GameFile]) -> None:
        self.serving = serving
        self.games = games
        self.made: Litestar | None = None

    def __call__(self) -> Litestar:
        load_game_files(self.games)
        told = self.serving
        self.made = create_app(
            told.files,
            told.watch,
            told.hosts,
            told.database,
            told.journal,
            told.host_token,
            told.public,
        )
        return self.made


class _Server(uvicorn.Server):
    """Tells when it answers, and ends what is under way before it waits for its answers."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], None] | None = None) -> None:
        super().__init__(config)
        self._told = started
        self._loop: asyncio.AbstractEventLoop | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self._loop = asyncio.get_running_loop()
        await super().startup(sockets)
        gc.freeze()
        gc.set_threshold(*COLLECTED)
        sys.setswitchinterval(SOON)
        if self.started and self._told is not None:
            self._told()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        if self._loop is not None:  # none yet while the application is being made
            self._loop.call_soon_threadsafe(self._end)

    def _end(self) -> None:
        """Streams and computations end; requests that are almost done are."""
        assert isinstance(self.config.app, _Maker)
        app = self.config.app.made
        if app is not None and "rooms" in app.state:
            app.state.rooms.close()
            app.state.jobs.stop()


class _Process(Process):
    """A worker with a server of ours, which ends when the process that started it is gone: it would
    hold the port."""

    @property
    def server(self) -> uvicorn.Server:
        if self._server is None:
            self._server = _Server(self.config)
        return self._server

    def target(self, sockets: list[socket.socket] | None = None) -> None:
        self.parent_conn.close()  # the other end of what is listened to; a copy of it came along
        super().target(sockets)

    def always_pong(self) -> None:
        try:
            super().always_pong()
        except (EOFError, OSError):
            os.kill(os.getpid(), signal.SIGTERM)


class _Workers(Multiprocess):
    """Several processes on one socket; told once all of them answer."""

    def __init__(
        self, config: uvicorn.Config, sockets: list[socket.socket], started: Callable[[], None]
    ) -> None:
        super().__init__(config, sockets)
        self._told = started

    def init_processes(self) -> None:
        multiprocess.Process = _Process  # type: ignore[misc]  # by that name it makes its workers
        super().init_processes()
        if all(each.wait_until_ready(WARM, self.should_exit) for each in self.processes):
            self._told()
