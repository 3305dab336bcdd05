"""Connections to PostgreSQL, and retries when the server goes away and comes back."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

import asyncpg

from tablee.table.store.interface import Unavailable

if TYPE_CHECKING:
    from asyncpg.pool import PoolConnectionProxy

    Connection = asyncpg.Connection[asyncpg.Record]
    AnyConnection = Connection | PoolConnectionProxy[asyncpg.Record]

T = TypeVar("T")

PATIENCE = 20.0
"""Seconds for which a call is tried again before it fails."""

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
    return await asyncpg.connect(url, timeout=PATIENCE, command_timeout=patience)


async def patient(once: Callable[[], Awaitable[T]]) -> T:
    """Try again until it succeeds. Raise `Unavailable` if that takes too long or is impossible.

    What is tried must come to the same when it is done twice.
    """
    now = asyncio.get_running_loop().time
    end = now() + PATIENCE
    while True:
        try:
            return await once()
        except LOST as why:
            if now() > end:
                raise Unavailable(str(why)) from why
            await asyncio.sleep(PAUSE)
        except asyncpg.PostgresError as why:
            raise Unavailable(str(why)) from why
