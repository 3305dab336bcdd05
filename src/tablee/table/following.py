"""The refreshes of one subscriber: a page or a program that shows a seat's view of a table.

A new version of the table wakes its subscribers, and each renders at its turn in the refresh queue.
Heartbeats come at fixed times, whatever happens at the table, so that their timing shows nothing of
hidden events. The module knows rooms, not what a page looks like.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import suppress
from typing import TypeVar

from tablee.table.room import Room
from tablee.table.store.interface import Unavailable

T = TypeVar("T")
HEARTBEAT = 15.0
"""Seconds between two heartbeats. A credential that another process revoked ends the stream with
the next one."""


async def following(
    room: Room, seat: str, admitted: Callable[[], Awaitable[bool]], render: Callable[[], T]
) -> AsyncGenerator[T | None, None]:
    """Yield what `render` returns, at first and after each new version; None for a heartbeat.

    Ends with the server (`Rooms.close`), with the seat, and when `admitted` returns False; at once
    for a seat with as many subscribers as it may have (many may ask in one instant). `admitted` is
    called before each heartbeat, and when credentials of the table were revoked. While the store is
    away nobody can revoke any, so a heartbeat does not need its answer.
    """
    if room.is_full(seat):
        return
    loop = asyncio.get_running_loop()
    beat = loop.time() + HEARTBEAT
    turn: asyncio.Future[T | None] | None = None
    with room.attending(seat) as woken:
        shown, revocations = -1, room.revocations

        def refresh() -> T | None:
            """Render for a seat that is still admitted."""
            nonlocal shown
            if not room.sits(seat) or room.revocations != revocations:
                return None
            shown = room.happened
            return render()

        try:
            while room.sits(seat):
                alive = loop.time() >= beat
                if alive or room.revocations != revocations:
                    revoked, revocations = room.revocations != revocations, room.revocations
                    try:
                        if not await admitted():
                            return
                    except Unavailable:
                        if revoked:
                            return
                if alive:
                    beat += HEARTBEAT
                    yield None
                elif turn is not None and turn.done():
                    page, turn = turn.result(), None
                    if page is not None:
                        yield page
                else:
                    if turn is None and shown != room.happened:
                        turn = room.refreshes.put(refresh)
                        turn.add_done_callback(lambda _: woken.set())
                    with suppress(TimeoutError):
                        async with asyncio.timeout_at(beat):
                            await woken.wait()
                    woken.clear()
        finally:
            if turn is not None:
                turn.cancel()
