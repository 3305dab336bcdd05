"""The host's link, which opens the page of the campaigns from any device.

A local address does not prove that a request is the host's: a proxy on this machine may have passed it
on. On the machine itself the link, which the command opens, takes the keys at once. On another device
its page does nothing until its button is pressed, so that previews do not use it. This module may
import credentials. It must not know tables.
"""

from __future__ import annotations

from typing import Any

from litestar import Response, get, post
from litestar.datastructures import Cookie, State
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect

from tablee.faces.api.authentication import KEYS, is_at_machine, is_secure, limit_rate
from tablee.faces.web.page_input import Asking
from tablee.faces.web.rendering import html, words_for
from tablee.table.access import LASTING, SERVER, Door


@get("/cles/{token:str}")
async def keys(request: Asking, state: State, token: FromPath[str]) -> Response[Any]:
    """Return the page of the link, with a button; on the machine itself, where the command opens the
    link, take the keys at once."""
    await _check(state, token)
    if is_at_machine(request):
        return await _taken(request, state.door, "/")
    return html(request, "table/keys.html", words_for(None, request))


@post("/cles/{token:str}")
async def take_keys(request: Asking, state: State, token: FromPath[str]) -> Redirect:
    """Take the keys."""
    limit_rate(request, "links", request.client.host if request.client else "")
    await _check(state, token)
    return await _taken(request, state.door, "/campagnes")


async def _taken(request: Asking, door: Door, goes_to: str) -> Redirect:
    """Remember this device as the host's, and go to a page."""
    label = request.headers.get("user-agent", "")
    response = Redirect(goes_to, status_code=303)
    response.cookies.append(
        Cookie(
            key=KEYS,
            value=await door.give(SERVER, SERVER, "cookie", label),
            max_age=LASTING["cookie"],
            httponly=True,
            samesite="lax",
            secure=is_secure(request),
        )
    )
    return response


async def _check(state: State, token: str) -> None:
    """Raise `NotFoundException` (404) for a link that is not valid."""
    door: Door = state.door
    if not await door.is_host(token, "link"):
        raise NotFoundException()


ROUTES = [keys, take_keys]
