"""What every request meets before the routes: its Host must be ours, HEAD is answered like GET, and
the path of a proxy is taken off.

The module may import the framework's types only; it must not know routes.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Any, cast

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

_ADDRESSES = {b"location", b"hx-location", b"hx-replace-url"}
"""Headers of answers that may hold an address."""
_NOT_OURS = (
    '{"type":"about:blank","title":"Hôte refusé","status":400,"detail":"L’en-tête « Host » ne nomme '
    'pas ce serveur."}'
).encode()
"""The problem document for a request with another `Host`."""
_COOKIE_PATH = re.compile(rb"(; *path=)(/)", re.IGNORECASE)


class Edge:
    """The application behind these checks.

    `accepts`: whether a value of `Host` is a name of this server; `root`: the path under which a proxy
    serves it, "" without one. A proxy may pass it on or not: it is taken from the path of a request, and
    put before the addresses in the head of an answer.
    """

    def __init__(self, app: ASGIApp, accepts: Callable[[str], bool], root: str = "") -> None:
        self._app = app
        self._accepts = accepts
        self._root = root

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        http = scope if scope["type"] == ScopeType.HTTP else None
        if http is not None and not self._is_ours(http):
            await _refuse(send)
        elif http is not None and http["method"] == "HEAD":
            await self._head(self._inside(http), receive, self._outside(send))
        elif http is not None:
            await self._app(self._inside(http), receive, self._outside(send))
        else:
            await self._app(scope, receive, send)

    def _is_ours(self, scope: HTTPScope) -> bool:
        """Return whether a request has one `Host`, a name of this server (RFC 9110, section 7.2)."""
        hosts = [value for name, value in scope["headers"] if name == b"host"]
        return len(hosts) == 1 and self._accepts(hosts[0].decode("latin-1"))

    def _inside(self, scope: HTTPScope) -> HTTPScope:
        """Return a request with its path inside the application."""
        path, root = scope["path"], self._root
        if not root or not f"{path}/".startswith(f"{root}/"):
            return scope
        inner = cast("HTTPScope", {**scope, "path": path[len(root) :] or "/"})
        raw = scope.get("raw_path") or b""
        if raw.startswith(root.encode()):
            inner["raw_path"] = raw[len(root) :] or b"/"
        return inner

    def _outside(self, send: Send) -> Send:
        """Return a `send` that puts the path of the proxy before addresses in the head."""
        if not self._root:
            return send
        root = self._root.encode()

        async def send_outside(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [
                    (name, _placed(name.lower(), value, root)) for name, value in message["headers"]
                ]
            await send(message)

        return send_outside

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


def _placed(name: bytes, value: bytes, root: bytes) -> bytes:
    """Return the value of a header with `root` before its address."""
    if name == b"set-cookie":
        return _COOKIE_PATH.sub(lambda found: found[1] + root + found[2], value)
    local = value.startswith(b"/") and not value.startswith(b"//")
    return root + value if name in _ADDRESSES and local else value


async def _refuse(send: Send) -> None:
    """Answer with a problem document (RFC 9457); the language of the reader is not known here."""
    headers = [
        (b"content-type", b"application/problem+json"),
        (b"content-language", b"fr"),
        (b"content-length", b"%d" % len(_NOT_OURS)),
    ]
    start: Any = {"type": "http.response.start", "status": 400, "headers": headers}
    await send(start)
    await send(
        cast("Message", {"type": "http.response.body", "body": _NOT_OURS, "more_body": False})
    )
