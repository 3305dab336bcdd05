"""Being kept new: what a page or a program that follows a table is woken for."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import suppress
from typing import TypeVar

from tablee.table.room import Room

__all__ = ["following"]

S = TypeVar("S")
T = TypeVar("T")
HEARTBEAT = 15.0
"""Seconds between two signs of life, and in which a credential that was revoked by another process
ends what follows with it."""


async def following(
    room: Room,
    seat: str,
    stands: Callable[[], Awaitable[bool]],
    look: Callable[[], S],
    tell: Callable[[S], T],
) -> AsyncGenerator[T | None, None]:
    """What `tell` makes of a `look` at the table at first and each time that something has
    happened, when it is its turn (`Renewals`); None every `HEARTBEAT` seconds, whatever has
    happened: a sign of life that came sooner or later for what the seat may not know would tell it.
    A look changes nothing: it may be taken ahead of its time (`Onlooker`), or for nothing.

    Ends with the server (`Rooms.close`), with the seat, and when the credential does not stand any
    more: `stands` is asked with each sign of life, and when some of the table's were revoked.
    """
    turn: asyncio.Future[T | None] | None = None
    with room.attending(seat) as changed, room.watched(look) as onlooker:
        changed.set()
        due, revocations = time.monotonic() + HEARTBEAT, room.revocations

        def made() -> T | None:
            """Nothing for who may not see it any more: whether he may is asked first."""
            if not room.sits(seat) or room.revocations != revocations:
                return None
            changed.clear()
            return tell(onlooker.sees(room.state))

        try:
            while room.sits(seat):
                alive = time.monotonic() >= due
                if alive or room.revocations != revocations:
                    revocations = room.revocations
                    if not await stands():
                        return
                if alive:
                    due += HEARTBEAT
                    yield None
                if turn is not None and turn.done():
                    news, turn = turn.result(), None
                    if news is not None:
                        yield news
                    continue
                if turn is None and changed.is_set():
                    turn = room.renewals.take(made)
                await _woken(due, turn, changed)
        finally:
            if turn is not None:
                turn.cancel()


async def _woken(due: float, turn: asyncio.Future[T] | None, changed: asyncio.Event) -> None:
    """It is the page's turn, or, where it waits for none, something has happened; or it is
    `due`."""
    left = due - time.monotonic()
    if turn is not None:
        await asyncio.wait((turn,), timeout=left)
        return
    with suppress(TimeoutError):
        async with asyncio.timeout(left):
            await changed.wait()
