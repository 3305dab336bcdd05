"""The whole application on a port of this machine, in a thread, for tests with real HTTP.

The tables are those of `tests.table.evening`, with fixed secrets.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import uvicorn

from tablee.faces.web.app import AppOptions, create_app
from tablee.faces.web.server import bind_socket
from tablee.table.access import Door, digest_of
from tablee.table.log import events as ev
from tablee.table.rate_limits import ALLOWED, Limits, Rate
from tablee.table.room import Room
from tablee.table.rooms import Rooms
from tablee.table.store.interface import Credential, CredentialKind
from tests.table.evening import TABLE, Table

__all__ = ["Served", "kept_secret", "secret_of", "serving", "token_of"]

T = TypeVar("T")
PLENTY = dict.fromkeys(ALLOWED, Rate(10**9, 1))


KINDS: tuple[CredentialKind, ...] = ("link", "cookie", "token")


def secret_of(kind: CredentialKind, seat: str, table: str = TABLE) -> str:
    """Return the fixed link, cookie or token of a seat."""
    return f"{kind}-{table}-{seat}-" + "z" * 24


def token_of(seat: str) -> str:
    return secret_of("token", seat)


def kept_secret(
    secret: str,
    table: str,
    seat: str,
    kind: CredentialKind,
    expires: int | None = None,
    revoked: bool = False,
) -> Credential:
    """Return the credential of a secret, as a store has it."""
    return Credential(digest_of(secret), table, seat, kind, "", 0, expires, revoked)


class Served:
    """A running server. `do` runs a coroutine in its event loop."""

    def __init__(self, address: str, app: Any, loop: asyncio.AbstractEventLoop) -> None:
        self.address = address
        self.app = app
        self._loop = loop

    @property
    def door(self) -> Door:
        found: Door = self.app.state.door
        return found

    @property
    def rooms(self) -> Rooms:
        found: Rooms = self.app.state.rooms
        return found

    def do(self, doing: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(doing, self._loop).result(20)

    def room(self, table: str = TABLE) -> Room:
        found = self.do(self.rooms.room(table))
        assert found is not None
        return found

    def lay(self, table: Table) -> None:
        """Store a table in the place of an earlier one, with a link, a cookie and a token of each
        seat."""
        self.do(self._lay(table))

    async def _lay(self, table: Table) -> None:
        store, name = self.rooms.store, table.state.id
        bodies = [ev.write_event(each) for each in table.events]
        if [each.body for each in await store.read(name)] != bodies:
            await store.delete(name)
            self.rooms.forget(name)
            await store.create(name, bodies)
        for seat in table.state.seats:
            for kind in KINDS:
                await self.keep(secret_of(kind, seat, name), name, seat, kind)

    async def keep(
        self,
        secret: str,
        table: str,
        seat: str,
        kind: CredentialKind = "token",
        expires: int | None = None,
        revoked: bool = False,
    ) -> None:
        """Store a credential with a fixed secret."""
        credential = kept_secret(secret, table, seat, kind, expires, revoked)
        await self.rooms.store.keep(credential)


@contextmanager
def serving(*names: str, **given: Any) -> Iterator[Served]:
    """Serve the application with these arguments of `create_app`, without rate limits. `names`: further
    names of the server."""
    listening = bind_socket("127.0.0.1", 0, exact=True)
    host = f"127.0.0.1:{listening.getsockname()[1]}"
    app = create_app(AppOptions(hosts=[host, *names], **given))
    server = uvicorn.Server(
        uvicorn.Config(app, log_level="warning", lifespan="on", timeout_graceful_shutdown=1)
    )
    loops: list[asyncio.AbstractEventLoop] = []
    ready = threading.Event()

    async def serve() -> None:
        loops.append(asyncio.get_running_loop())
        task = asyncio.ensure_future(server.serve([listening]))
        while not server.started and not task.done():
            await asyncio.sleep(0.01)
        ready.set()
        await task

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    try:
        assert ready.wait(30)
        assert server.started
        app.state.limits = Limits(PLENTY)
        yield Served(f"http://{host}", app, loops[0])
    finally:
        server.should_exit = True
        loops[0].call_soon_threadsafe(app.state.rooms.close)
        thread.join(30)
