"""What holds for every request and every answer, whatever the route: nothing here can be forgotten.

A form or a script of another site may change nothing, and every answer tells the browser what it
may do with it.
"""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.exceptions import PermissionDeniedException
from litestar.types import Message, Scope

SAFE = ("GET", "HEAD", "OPTIONS", "TRACE")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
)
"""Where an answer does not say otherwise: as they are sent, names in lower case."""


async def own_site(request: Request[Any, Any, Any]) -> None:
    """Whatever may change something comes from a page of ours, or from no page at all. Raises
    `PermissionDeniedException` (see Fetch Metadata, `Sec-Fetch-Site`; `Origin`, RFC 6454).

    A coroutine, since Litestar calls what is none in a thread."""
    if request.method in SAFE:
        return
    site = request.headers.get("sec-fetch-site")
    origin = request.headers.get("origin")
    if site is None and origin is not None:
        ours = origin.partition("://")[2] == request.headers.get("host")
    else:
        ours = site in (None, "same-origin", "none")
    if not ours:
        raise PermissionDeniedException()


async def secured(message: Message, scope: Scope) -> None:
    """Before anything is sent: the headers of every answer, of refusals and failures too."""
    if message["type"] == "http.response.start":
        known = {name for name, _ in message["headers"]}
        more = [each for each in HEADERS if each[0] not in known]
        message["headers"] = [*message["headers"], *more]
