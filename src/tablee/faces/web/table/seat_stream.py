"""The stream of a seat's page: it sends the pieces of the page that have changed.

A change that the seat cannot see sends nothing, so that the times of messages reveal nothing. A page
that reconnects gets all pieces, or an empty message when it shows them already. The module may import
pages and rooms; it must not know acts.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

from litestar import get
from litestar.datastructures import State
from litestar.params import FromPath
from litestar.response import Stream

from tablee.faces.api.authentication import refuse_when_full
from tablee.faces.streams import EVENTS, HEADERS, event, lasting
from tablee.faces.web.page_input import Asking
from tablee.faces.web.table.page_models import past_of, sent_to, shown
from tablee.faces.web.table.page_pieces import Pieces, news
from tablee.faces.web.table.seat_links import admitted, visiting
from tablee.rules.texts.words import Words
from tablee.table.following import following
from tablee.table.room import Room


@get("/t/{table:str}/{seat:str}/flux")
async def stream(
    request: Asking, state: State, table: FromPath[str], seat: FromPath[str]
) -> Stream:
    """Stream a first message, one message for each change that the seat sees, and one for each act of
    the seat itself. The id: the digest of the page and the number of acts of the seat in it."""
    visit = await visiting(request, table, seat)
    refuse_when_full(visit.room, seat)
    messages = _messages(request, state, visit.room, seat, visit.words)
    return Stream(messages, media_type=EVENTS, headers=HEADERS)


def _messages(
    request: Asking, state: State, room: Room, seat: str, words: Words
) -> AsyncIterator[bytes]:
    async def admits() -> bool:
        return await admitted(request, room.state.id, seat) is not None

    past = past_of(request)
    known, _, counted = request.headers.get("last-event-id", "").partition(".")
    before: Pieces | None = None

    def render() -> bytes:
        """Return the changes that the page does not show yet."""
        nonlocal before, known, counted
        now = shown(state.renderer, room, seat, words, past)
        digest, acted = now.digest(), str(room.acted(seat))
        message = b""
        if before is None or (digest, acted) != (known, counted):
            text = news(before, now) if digest != known else b""
            message = event(sent_to(text, room, seat), f"{digest}.{acted}")
        before, known, counted = now, digest, acted
        return message

    return lasting(following(room, seat, admits, render))


ROUTES = [stream]
