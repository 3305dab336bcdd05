"""The checks of every request and the security headers of every answer.

The application applies them to all routes, so that no route can forget them: another site can change
nothing here, and each answer limits what the browser may load and send. The module may import the
framework only; it must not know routes.
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
    (b"tablee", b"1"),
)
"""Default headers of an answer, with names in lower case as ASGI sends them. `tablee` marks it as an answer
of this program: pages take nothing from a proxy in front of it."""
ALWAYS_TLS = (b"strict-transport-security", b"max-age=31536000")
"""Behind a proxy with https: the browser asks there by https only, for a year (RFC 6797)."""


async def own_site(request: Request[Any, Any, Any]) -> None:
    """Raise `PermissionDeniedException` for a request that changes something and comes from a page of
    another site (see Fetch Metadata, `Sec-Fetch-Site`; `Origin`, RFC 6454).

    It is a coroutine because Litestar runs plain functions in a thread."""
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
    """Add the default headers to an answer, also to refusals and failures."""
    if message["type"] == "http.response.start":
        known = {name for name, _ in message["headers"]}
        more = [each for each in HEADERS if each[0] not in known]
        if scope["litestar_app"].state.public.startswith("https:"):
            more.append(ALWAYS_TLS)
        message["headers"] = [*message["headers"], *more]
