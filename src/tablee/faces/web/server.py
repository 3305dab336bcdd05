"""The server of the console and the tables, in one process or several.

uvicorn serves, and its own supervisor starts and restarts the processes. The classes here add only
behaviour that uvicorn does not have: a call when the server answers, the end of streams and jobs before
the server waits for open requests, and the end of a worker whose supervisor was killed. The module may
import the application, the rooms and the store; it must not know routes or pages.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable, Mapping, Sequence
from types import FrameType
from typing import Literal

import msgspec
import uvicorn
from litestar import Litestar
from uvicorn.supervisors import multiprocess
from uvicorn.supervisors.multiprocess import Multiprocess, Process

from tablee.faces.machine_addresses import Address, ip_of
from tablee.faces.web.app import AppOptions, create_app
from tablee.faces.web.table.demo_tables import Invitation, open_tables
from tablee.rules.authoring.game_file import load_game_files
from tablee.rules.refusal import Refusal
from tablee.rules.registry import GameFile, loaded_game_files
from tablee.rules.texts.languages import Lang
from tablee.table.access import Door
from tablee.table.rooms import Rooms
from tablee.table.store.interface import Unavailable
from tablee.table.store.store_address import opened

LOG = logging.getLogger("tablee.table")
GC_THRESHOLDS = 20_000, 1, 40_000
"""Thresholds of the cycle collector (see `gc.set_threshold`). It searches young objects in small
portions and old ones rarely, because the server answers nobody while it runs."""
THREAD_INTERVAL = 0.0001
"""Seconds after which rendering gives way to the thread that writes to the disk (see
`sys.setswitchinterval`). Acts wait for that thread."""
SHUTDOWN_SECONDS = 5
"""Seconds that open requests have when the server ends. Acts without an answer may be stored then."""
START_SECONDS = 30.0
"""Seconds that a worker may take to answer for the first time."""
PORT_UNAVAILABLE = (errno.EADDRINUSE, errno.EACCES)
"""Errors of the system for a port that is in use or reserved. Other errors concern the address."""
MAX_PORTS = 20
"""Number of ports that are tried, from the default one on, when the host named none."""


class Serving(AppOptions, frozen=True, kw_only=True):
    """The options of a server. `workers`: number of processes; `lang`: the language of the demo
    campaigns."""

    database: str
    workers: int = 1
    lang: Lang = "fr"


class Opened(msgspec.Struct, frozen=True):
    """The demo campaigns of a server that answers, and the path of the host's link if it was made."""

    tables: Sequence[Invitation]
    host_link: str | None


def bind_socket(host: str, port: int, exact: bool) -> socket.socket:
    """Return a bound socket; at "::" for both versions of IP. Without `exact` the next `MAX_PORTS` ports
    are tried too. Raises `Refusal` when no port is free, or when the address does not belong to this
    machine."""
    for candidate in range(port, port + 1 if exact or not port else min(port + MAX_PORTS, 65_536)):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if host == "::":
            listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        try:
            listening.bind((host, candidate))
        except (OSError, UnicodeError) as why:  # UnicodeError: an invalid name as `a..b`
            listening.close()
            if isinstance(why, OSError) and why.errno in PORT_UNAVAILABLE:
                continue
            raise Refusal("param", "--host", host, "une adresse de cette machine") from None
        return listening
    raise Refusal("param", "--port", port, "un port libre de cette machine")


def serve(listening: socket.socket, serving: Serving, started: Callable[[Opened], None]) -> None:
    """Serve until Ctrl-C or SIGTERM. Call `started` when the server answers."""
    opening = asyncio.run(_open_tables(serving))
    config = uvicorn.Config(
        _AppFactory(serving, loaded_game_files()),
        factory=True,
        http=_protocol(),
        log_level="warning",
        lifespan="on",
        timeout_keep_alive=60,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        ws="none",
        workers=serving.workers,
    )
    if serving.workers == 1:
        _Server(config, lambda: started(opening)).run([listening])
    else:
        _Supervisor(config, [listening], lambda: started(opening)).run()


def _protocol() -> type[asyncio.Protocol] | Literal["auto"]:
    """Return the protocol with the bounds of `connections`; uvicorn's own without httptools."""
    try:
        from tablee.faces.web.connections import BoundedProtocol
    except ModuleNotFoundError:
        return "auto"
    return BoundedProtocol


async def _open_tables(serving: Serving) -> Opened:
    """Open the demo campaigns, and make the host's link.

    A store that cannot be written is served as far as it can be read, without new links.
    """
    store = await opened(serving.database)
    try:
        rooms = Rooms(store)
        door = Door(store, rooms)
        link = f"/cles/{await door.renew_host_link()}"
        return Opened(await open_tables(rooms, door, serving.lang), link)
    except Unavailable as why:
        LOG.error("the store cannot write: %s", why)
        return Opened((), None)
    finally:
        await store.close()


class _AppFactory:
    """A picklable factory that makes the application in the process that serves it."""

    def __init__(self, serving: Serving, games: Mapping[str, GameFile]) -> None:
        self.serving = serving
        self.games = games
        self.made: Litestar | None = None

    def __call__(self) -> Litestar:
        load_game_files(self.games)
        self.made = create_app(self.serving)
        return self.made


class _Server(uvicorn.Server):
    """A server that calls `started` when it answers, and ends streams and jobs at its shutdown. A single
    one can also listen at further addresses while it runs."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], None] | None = None) -> None:
        super().__init__(config)
        self._notify = started
        self._loop: asyncio.AbstractEventLoop | None = None
        self._port = 0
        self._further: dict[str, asyncio.Server] = {}

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self._loop = asyncio.get_running_loop()
        await super().startup(sockets)
        if sockets and self.config.workers == 1 and (app := self._app) is not None:
            self._port = sockets[0].getsockname()[1]
            app.state.network.attach(self.listen, self._port)
        gc.freeze()
        gc.set_threshold(*GC_THRESHOLDS)
        sys.setswitchinterval(THREAD_INTERVAL)
        if self.started and self._notify is not None:
            self._notify()

    @property
    def _app(self) -> Litestar | None:
        """The application, None until it is made."""
        assert isinstance(self.config.app, _AppFactory)
        return self.config.app.made

    async def listen(self, hosts: Sequence[str]) -> Sequence[str]:
        """Listen at these addresses and at no others, besides the one of the start. Return them
        without those whose port is taken."""
        for host in self._further.keys() - {*hosts}:
            self._leave(host)
        for host in hosts:
            if host not in self._further:
                with contextlib.suppress(Refusal):
                    self._further[host] = await self._listen_at(host)
        return [each for each in hosts if each in self._further]

    async def _listen_at(self, host: str) -> asyncio.Server:
        listening = bind_socket(host, self._port, exact=True)
        made = await asyncio.get_running_loop().create_server(
            self._protocol, sock=listening, backlog=self.config.backlog
        )
        self.servers.append(made)
        return made

    def _protocol(self) -> asyncio.Protocol:
        """Return the protocol of a new connection, as uvicorn makes it at its start."""
        make: Callable[..., asyncio.Protocol] = self.config.http_protocol_class
        return make(
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )

    def _leave(self, host: str) -> None:
        """Listen at an address no longer, and end its connections. Acts that were sent are done."""
        left = self._further.pop(host)
        left.close()
        self.servers.remove(left)
        for connection in [*self.server_state.connections]:
            transport = connection.transport
            if transport is not None and _own_end(transport) == ip_of(host):
                transport.close()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        if self._loop is not None:  # None until the application is made
            self._loop.call_soon_threadsafe(self._end)

    def _end(self) -> None:
        """End streams and computations; other open requests get their answers."""
        app = self._app
        if app is not None and "rooms" in app.state:
            app.state.rooms.close()
            app.state.jobs.stop()


def _own_end(transport: asyncio.BaseTransport) -> Address | None:
    """Return the address of this machine in a connection."""
    return ip_of(transport.get_extra_info("sockname", ("",))[0])


class _Process(Process):
    """A worker process with a `_Server`. It ends when its supervisor is gone, to free the port."""

    @property
    def server(self) -> uvicorn.Server:
        if self._server is None:
            self._server = _Server(self.config)
        return self._server

    def target(self, sockets: list[socket.socket] | None = None) -> None:
        self.parent_conn.close()  # an inherited copy of the supervisor's end
        super().target(sockets)

    def always_pong(self) -> None:
        try:
            super().always_pong()
        except (EOFError, OSError):
            os.kill(os.getpid(), signal.SIGTERM)


class _Supervisor(Multiprocess):
    """A supervisor of several processes on one socket. It calls `started` when all of them answer."""

    def __init__(
        self, config: uvicorn.Config, sockets: list[socket.socket], started: Callable[[], None]
    ) -> None:
        super().__init__(config, sockets)
        self._notify = started

    def init_processes(self) -> None:
        multiprocess.Process = _Process  # type: ignore[misc]  # `init_processes` reads this name
        super().init_processes()
        if all(each.wait_until_ready(START_SECONDS, self.should_exit) for each in self.processes):
            self._notify()
