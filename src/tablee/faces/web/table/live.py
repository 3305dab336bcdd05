"""The stream that keeps a seat's page new: the pieces of it that have changed, each time that some have.

Nothing is sent when a seat sees no change, whatever happened: the timing of what it receives tells
only what it may know. A page that comes back gets the whole of it, unless it shows that already.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import aclosing

from litestar import get
from litestar.datastructures import State
from litestar.params import FromPath
from litestar.response import Stream

from tablee.faces.streams import EVENTS, HEADERS, SIGN_OF_LIFE, event
from tablee.faces.web.rendering import words_for
from tablee.faces.web.table.seating import Asking, admitted, seated
from tablee.faces.web.table.showing import Shown, news, past_of, put_in_place, shown
from tablee.rules.words import Words
from tablee.table.following import following
from tablee.table.replay import game_of
from tablee.table.room import Room

__all__ = ["ROUTES"]


@get("/t/{table:str}/{seat:str}/flux")
async def stream(
    request: Asking, state: State, table: FromPath[str], seat: FromPath[str]
) -> Stream:
    """One message a change of what the seat sees."""
    room = await seated(request, table, seat)
    words = words_for(game_of(room.state), request)
    return Stream(_messages(request, state, room, seat, words), media_type=EVENTS, headers=HEADERS)


async def _messages(
    request: Asking, state: State, room: Room, seat: str, words: Words
) -> AsyncIterator[bytes]:
    async def stands() -> bool:
        return await admitted(request, room.state.id, seat) is not None

    past, known = past_of(request), request.headers.get("last-event-id", "")
    before: Shown | None = None
    async with aclosing(following(room, seat, state.closing, stands)) as signs:
        async for changed in signs:
            if not changed:
                yield SIGN_OF_LIFE
                continue
            now = shown(state.renderer, room, seat, words, past, before=before)
            digest = now.digest()
            if digest != known:
                known = digest
                yield event(put_in_place(news(before, now), room, seat), digest)
            before = now


ROUTES = [stream]
