"""The links of seats: each device that opens one gets a cookie for the seat.

The address of a seat names the table and the seat, which are no secrets; the cookie opens it. The
page of a link does nothing until its button is pressed, so that previews do not use it. This module
may import credentials and rooms. It must not know what a seat sees.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from litestar import Response, get, post
from litestar.datastructures import Cookie, State
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import FromPath
from litestar.response import Redirect

from tablee.faces.api.authentication import is_secure, limit_rate
from tablee.faces.web.page_context import HERE
from tablee.faces.web.page_input import Asking
from tablee.faces.web.rendering import html, words_for
from tablee.rules.texts.words import Words
from tablee.table.access import LASTING, Door, device_id
from tablee.table.rate_limits import Kind
from tablee.table.replay import game_of
from tablee.table.room import Room
from tablee.table.store.interface import CredentialKind

COOKIE: tuple[CredentialKind, ...] = ("cookie",)
LINKS = "/lien"
"""Path of the links. They get the cookie of a seat too, so that a device that comes again is known."""


def cookie_name(table: str, seat: str) -> str:
    return f"tablee-{table}-{seat}"


async def admitted(request: Asking, table: str, seat: str) -> Room | None:
    """Return the table if the request has a valid cookie of the seat."""
    door: Door = request.app.state.door
    token = request.cookies.get(cookie_name(table, seat), "")
    return await door.admitted(token, table, seat, COOKIE)


class Visit(NamedTuple):
    """A request for a page of a seat, with the words of its reader."""

    request: Asking
    room: Room
    seat: str
    words: Words

    @property
    def leads(self) -> bool:
        return self.seat == self.room.state.leader

    @property
    def here(self) -> str:
        """The address of the seat's page."""
        return f"/t/{self.room.state.id}/{self.seat}"

    def page(
        self,
        template: str,
        status_code: int = 200,
        headers: dict[str, str] | None = None,
        **given: Any,
    ) -> Response[str]:
        """Return a page as the answer, with the address of the seat where its pieces have none."""
        found = html(self.request, template, self.words, status_code, headers, **given)
        found.content = found.content.replace(HERE, self.here)
        return found


async def visiting(request: Asking, table: str, seat: str, limit: Kind | None = None) -> Visit:
    """Return the visit of a request with a valid cookie of the seat; for a GET with all acts that
    were done before. Count it against a limit. Raise `PermissionDeniedException` (403) otherwise,
    even without such a table."""
    room = await admitted(request, table, seat)
    if room is None:
        raise PermissionDeniedException()
    if request.method == "GET":
        await room.as_written()
    if limit is not None:
        limit_rate(request, limit, f"{table}/{seat}")
    return Visit(request, room, seat, words_for(game_of(room.state), request))


@get("/lien/{token:str}")
async def invited(request: Asking, state: State, token: FromPath[str]) -> Response[str]:
    """Return the page of a link: the seat, and a button."""
    room, seat = await _open_link(state, token)
    words, about = words_for(game_of(room.state), request), room.state
    owner = about.seats[seat]
    return html(request, "table/link.html", words, token=token, name=about.name, seat=owner)


@post("/lien/{token:str}")
async def sit_down(request: Asking, state: State, token: FromPath[str]) -> Redirect:
    """Give this device a cookie of the seat. The story says so where another device has one."""
    client = request.client.host if request.client else ""
    limit_rate(request, "links", client)
    room, seat = await _open_link(state, token)
    door: Door = state.door
    table = room.state.id
    known = request.cookies.get(cookie_name(table, seat), "")
    again = bool(known) and await door.end_device(table, seat, device_id(known))
    if not again and any(not each.program for each in await door.devices(table, seat)):
        await room.device_came(seat)
    given = await door.give(table, seat, "cookie", request.headers.get("user-agent", ""))
    response = Redirect(f"/t/{table}/{seat}", status_code=303)
    response.cookies += [
        Cookie(
            key=cookie_name(table, seat),
            value=given,
            max_age=LASTING["cookie"],
            path=path,
            httponly=True,
            samesite="lax",
            secure=is_secure(request),
        )
        for path in (f"/t/{table}/{seat}", LINKS)
    ]
    return response


async def _open_link(state: State, token: str) -> tuple[Room, str]:
    door: Door = state.door
    found = await door.open_link(token)
    if found is None:
        raise NotFoundException()
    return found


ROUTES = [invited, sit_down]
