"""What every request meets before the routes: its Host must be one, and HEAD is answered like GET.

The module may import the framework's types only; it must not know routes.
"""

from __future__ import annotations

import asyncio
import re
from typing import Any, cast

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

_HOST = re.compile(rb"([a-z0-9._-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?", re.IGNORECASE)
"""A name or an address, with a port (RFC 9110, section 7.2). Other characters are of no name that
this server has."""


class Edge:
    """The application behind these checks."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        http = scope if scope["type"] == ScopeType.HTTP else None
        if http is not None and not _has_host(http):
            await _refuse(send)
        elif http is not None and http["method"] == "HEAD":
            await self._head(http, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _head(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        """Answer as GET would, without the body (RFC 9110, section 9.3.2). A stream ends at once."""
        ended = asyncio.Event()

        async def send_head(message: Message) -> None:
            if message["type"] == "http.response.start":
                await send(message)
            elif not ended.is_set():
                ended.set()
                await send(cast("Message", {**message, "body": b"", "more_body": False}))

        async def receive_until() -> Any:
            given, end = asyncio.ensure_future(receive()), asyncio.ensure_future(ended.wait())
            await asyncio.wait({given, end}, return_when=asyncio.FIRST_COMPLETED)
            end.cancel()
            if given.done():
                return given.result()
            given.cancel()
            return {"type": "http.disconnect"}

        asked = cast("Scope", {**scope, "method": "GET"})
        await self._app(asked, receive_until, send_head)


def _has_host(scope: HTTPScope) -> bool:
    hosts = [value for name, value in scope["headers"] if name == b"host"]
    return len(hosts) == 1 and _HOST.fullmatch(hosts[0]) is not None


async def _refuse(send: Send) -> None:
    body = b'{"message":"invalid host header"}'
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    start: Any = {"type": "http.response.start", "status": 400, "headers": headers}
    await send(start)
    await send(cast("Message", {"type": "http.response.body", "body": body, "more_body": False}))
