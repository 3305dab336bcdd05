"""The server of the console: one process on this machine, quick to start and to stop."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Sequence
from os import PathLike
from types import FrameType

import uvicorn

from tablee.faces.web.app import create_app
from tablee.faces.web.table.demo import Invitation
from tablee.rules.refusal import Refusal

__all__ = ["bound", "serve"]

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
TRIED = 20
"""So many ports from the first on are tried when it is taken and nobody asked for that one."""


def bound(host: str, port: int, exact: bool) -> socket.socket:
    """A listening socket. Raises `Refusal` when the port (or, unless `exact`, each of the next
    ones) is taken."""
    for candidate in range(port, port + 1 if exact or not port else min(port + TRIED, 65_536)):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, candidate))
        except OSError:
            listening.close()
            continue
        return listening
    raise Refusal("param", "--port", port, "un port libre de cette machine")


def serve(
    listening: socket.socket,
    files: Sequence[str | PathLike[str]],
    watch: bool,
    started: Callable[[str, Sequence[Invitation]], None],
    database: str,
) -> None:
    """Serve until Ctrl-C or SIGTERM. `started` is called with the address and the demo campaigns once
    it answers; `database`: where the campaigns are kept."""
    host, port = listening.getsockname()[:2]
    address = f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
    app = create_app(files, watch, [f"{name}:{port}" for name in LOOPBACK], database)
    config = uvicorn.Config(
        app,
        log_level="warning",
        lifespan="on",
        timeout_keep_alive=60,
        timeout_graceful_shutdown=1,
        ws="none",
    )

    def ending() -> None:
        app.state.closing.set()
        app.state.jobs.stop()

    _Server(config, lambda: started(address, app.state.invitations), ending).run([listening])


class _Server(uvicorn.Server):
    """Tells when it answers, and ends what is under way before it waits for its answers."""

    def __init__(
        self, config: uvicorn.Config, started: Callable[[], None], ending: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._told = started
        self._ending = ending

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self._loop = asyncio.get_running_loop()
        await super().startup(sockets)
        if self.started:
            self._told()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        self._loop.call_soon_threadsafe(self._ending)
