"""The host's link, which opens the page of the campaigns from any device.

Behind a proxy a local address does not prove that a request is the host's. The page of the link
does nothing until its button is pressed, so that previews do not use it. This module may import
credentials. It must not know tables.
"""

from __future__ import annotations

from litestar import Response, get, post
from litestar.datastructures import Cookie, State
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect

from tablee.faces.api.authentication import KEYS, is_secure, limit_rate
from tablee.faces.web.page_input import Asking
from tablee.faces.web.rendering import html, words_for
from tablee.table.access import LASTING, SERVER, Door


@get("/cles/{token:str}")
async def keys(request: Asking, state: State, token: FromPath[str]) -> Response[str]:
    """Return the page of the link, with a button."""
    await _check(state, token)
    return html(request, "table/keys.html", words_for(None, request))


@post("/cles/{token:str}")
async def take_keys(request: Asking, state: State, token: FromPath[str]) -> Redirect:
    """Remember this device as the host's."""
    limit_rate(request, "links", request.client.host if request.client else "")
    await _check(state, token)
    door: Door = state.door
    label = request.headers.get("user-agent", "")
    response = Redirect("/campagnes", status_code=303)
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
