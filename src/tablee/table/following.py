"""Being kept new: what a page or a program that follows a table is woken for."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import closing
from typing import TypeVar

from tablee.table.room import Room

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
    happened, when it is its turn (`RefreshQueue`); None every `HEARTBEAT` seconds, whatever has
    happened: a sign of life that came sooner or later for what the seat may not know would tell it.
    A look changes nothing: it may be taken ahead of its time (`Onlooker`), or for nothing.

    Ends with the server (`Rooms.close`), with the seat, and when the credential does not stand any
    more: `stands` is asked with each sign of life, and when some of the table's were revoked.
    """
    turn: asyncio.Future[T | None] | None = None
    with (
        room.attending(seat) as woken,
        room.watched(look) as onlooker,
        closing(_Beats(woken)) as beats,
    ):
        told, revocations = -1, room.revocations

        def made() -> T | None:
            """Nothing for who may not see it any more: whether he may is asked first."""
            nonlocal told
            if not room.sits(seat) or room.revocations != revocations:
                return None
            told = room.happened
            return tell(onlooker.sees(room.state))

        try:
            while room.sits(seat):
                alive = beats.due()
                if alive or room.revocations != revocations:
                    revocations = room.revocations
                    if not await stands():
                        return
                if alive:
                    yield None
                if turn is not None and turn.done():
                    news, turn = turn.result(), None
                    if news is not None:
                        yield news
                    continue
                if turn is None and told != room.happened:
                    turn = room.renewals.take(made)
                    turn.add_done_callback(lambda _: woken.set())
                await woken.wait()
                woken.clear()
        finally:
            if turn is not None:
                turn.cancel()


class _Beats:
    """Wakes somebody every `HEARTBEAT` seconds."""

    def __init__(self, woken: asyncio.Event) -> None:
        self._woken = woken
        self._loop = asyncio.get_running_loop()
        self._due = False
        self._wait(self._loop.time())

    def due(self) -> bool:
        """Whether it was time for a sign of life since this was asked last."""
        due, self._due = self._due, False
        return due

    def close(self) -> None:
        self._next.cancel()

    def _wait(self, last: float) -> None:
        self._next = self._loop.call_at(last + HEARTBEAT, self._beat, last + HEARTBEAT)

    def _beat(self, now: float) -> None:
        self._due = True
        self._woken.set()
        self._wait(now)
