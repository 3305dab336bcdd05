"""The stream that keeps a seat's page new: the page's living part, each time that it has changed.

Nothing is sent when a seat sees no change, whatever happened: the timing of what it receives tells
only what it may know. A page that comes back gets the latest.
"""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any

from litestar import get
from litestar.datastructures import State
from litestar.params import FromPath
from litestar.response import ServerSentEvent, ServerSentEventMessage

from tablee.faces.web.rendering import words_for
from tablee.faces.web.table.seating import Asking, admitted, seated
from tablee.faces.web.table.showing import live_part, past_of
from tablee.rules.words import Words
from tablee.table.following import following
from tablee.table.replay import game_of
from tablee.table.room import Room

__all__ = ["ROUTES"]


@get("/t/{table:str}/{seat:str}/flux")
async def stream(
    request: Asking, state: State, table: FromPath[str], seat: FromPath[str]
) -> ServerSentEvent:
    """One message a change of what the seat sees."""
    room = await seated(request, table, seat)
    words = words_for(game_of(room.state), request)
    known = request.headers.get("last-event-id", "")
    messages: Any = _messages(request, state, room, seat, words, known)
    return ServerSentEvent(messages, headers={"Cache-Control": "no-store"})


async def _messages(
    request: Asking, state: State, room: Room, seat: str, words: Words, known: str
) -> AsyncIterator[ServerSentEventMessage]:
    async def stands() -> bool:
        return await admitted(request, room.state.id, seat) is not None

    async with aclosing(following(room, seat, state.closing, stands)) as signs:
        async for news in signs:
            if not news:
                yield ServerSentEventMessage(comment="ici")
                continue
            page = live_part(state.renderer, room, seat, words, past_of(request))
            digest = hashlib.sha256(page.encode()).hexdigest()[:16]
            if digest != known:
                known = digest
                yield ServerSentEventMessage(data=page, id=digest)


ROUTES = [stream]
