"""Connections to PostgreSQL, and retries when the server goes away and comes back."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

import asyncpg

from tablee.table.store.interface import Unavailable
from tablee.table.store.migrating import STARTING

if TYPE_CHECKING:
    from asyncpg.pool import PoolConnectionProxy

    Connection = asyncpg.Connection[asyncpg.Record]
    AnyConnection = Connection | PoolConnectionProxy[asyncpg.Record]

T = TypeVar("T")

PATIENCE = 1.5
"""Seconds of an outage for which calls are tried again before they fail."""

BRIEF = 0.2
"""Seconds for a call that comes later in an outage."""

BYTES = 1_000_000
"""Bytes that may take a second more to be written."""

PAUSE = 0.1
"""Seconds between two tries."""

CLOSING = 5.0
"""Seconds to close a connection."""

LOST = (
    OSError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.PostgresConnectionError,
    asyncpg.CannotConnectNowError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.TooManyConnectionsError,
    asyncpg.DeadlockDetectedError,
    asyncpg.SerializationError,
)
"""Errors after which a call is tried again: a lost connection, or a conflict with others."""


async def connected(url: str, patience: float | None = PATIENCE) -> Connection:
    """Return a new connection. `patience`: seconds for one statement (None: no limit)."""
    return await asyncpg.connect(url, timeout=STARTING, command_timeout=patience)


class Patience:
    """Tries calls again while the server goes away and comes back.

    An outage begins with the first call that failed. Calls share its time: those that wait for each
    other fail together, not one after another.
    """

    def __init__(self) -> None:
        self._away_since: float | None = None

    def found_again(self) -> None:
        """End an outage: the server has answered."""
        self._away_since = None

    async def call(self, once: Callable[[], Awaitable[T]], more: float | None = 0.0) -> T:
        """Try again until it succeeds. Raise `Unavailable` if that takes too long or is impossible.

        What is tried must come to the same when it is done twice. `more`: seconds that a large call
        may take besides; None: no limit.
        """
        begun = asyncio.get_running_loop().time()
        since = begun if self._away_since is None else self._away_since
        end = max(since + PATIENCE, begun + BRIEF)
        try:
            async with asyncio.timeout_at(None if more is None else end + more):
                found = await _tried(once, end)
        except LOST as why:
            self._away_since = since
            raise Unavailable(str(why) or "no answer in time") from why
        except asyncpg.PostgresError as why:
            raise Unavailable(str(why)) from why
        self.found_again()
        return found


async def _tried(once: Callable[[], Awaitable[T]], end: float) -> T:
    """Try again after a loss until `end`, then raise the loss."""
    while True:
        try:
            return await once()
        except LOST:
            if asyncio.get_running_loop().time() > end:
                raise
            await asyncio.sleep(PAUSE)
