"""Being kept new: what a page or a program that follows a table is woken for."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import suppress

from tablee.table.room import Room

__all__ = ["following"]

HEARTBEAT = 15.0
"""Seconds between two signs of life, and in which a credential that was revoked by another process
ends what follows with it."""


async def following(
    room: Room, seat: str, stands: Callable[[], Awaitable[bool]]
) -> AsyncGenerator[bool, None]:
    """True at first and each time that something has happened; False every `HEARTBEAT` seconds,
    whatever has happened: a sign of life that came sooner or later for what the seat may not know
    would tell it.

    Ends with the server (`Rooms.close`), with the seat, and when the credential does not stand any more:
    `stands` is asked with each sign of life, and when some of the table's were revoked.
    """
    with room.attending(seat) as changed:
        changed.set()
        due, revocations = time.monotonic() + HEARTBEAT, room.revocations
        while room.sits(seat):
            alive = time.monotonic() >= due
            if alive or room.revocations != revocations:
                revocations = room.revocations
                if not await stands():
                    return
            if alive:
                due += HEARTBEAT
                yield False
            if changed.is_set():
                changed.clear()
                yield True
            with suppress(TimeoutError):
                async with asyncio.timeout(due - time.monotonic()):
                    await changed.wait()
