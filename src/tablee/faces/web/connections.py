"""Bounds on the connections of a server: their number, their request heads, their waiting.

uvicorn has no bound on the head of a request, on the time before a first request, or on a reader that
stops reading. The class here adds them to its protocol on httptools; its protocol on h11, used where
httptools is not installed, bounds heads by itself. This module must not know routes.
"""

from __future__ import annotations

import asyncio
import resource
from functools import cache
from http import HTTPStatus
from typing import cast

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

HEAD_BYTES = 64 << 10
"""Bytes of the head of a request: its line and its headers."""
HEAD_SECONDS = 10.0
"""Seconds for the head of a request, and for the first request of a connection to begin."""
BODY_SECONDS = 120.0
"""Seconds for the body of a request."""
STALLED_SECONDS = 30.0
"""Seconds after which a reader is cut that does not read what waits for it. It catches up when it
comes back."""
RESERVED = 64
"""Descriptors that connections leave to the files of the store, logs and new connections."""
MOST_DESCRIPTORS = 16_384
"""Descriptors that the process asks for, where the system allows them."""


@cache
def most_connections() -> int:
    """Raise the limit of descriptors of this process; return the number of connections it allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MOST_DESCRIPTORS)
    if wanted > soft:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return max(soft, wanted) - RESERVED


class BoundedProtocol(HttpToolsProtocol):
    """A connection within the bounds. Beyond their number the one that is idle longest is closed."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(cast("asyncio.Transport", transport))
        self._head = 0
        self._in_head = self._too_large = False
        self._stalled: asyncio.TimerHandle | None = None
        self._late: asyncio.TimerHandle | None = None
        self._wait(HEAD_SECONDS)
        self._since = self.loop.time()
        if len(self.connections) > most_connections():
            self._make_room()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait(None)
        self._end_stall()
        super().connection_lost(exc)

    def _make_room(self) -> None:
        idle = [each for each in self.connections if isinstance(each, BoundedProtocol)]
        idle = [each for each in idle if each is not self and each.is_idle]
        if idle:
            min(idle, key=lambda each: each._since).transport.abort()
        else:
            self._refuse(HTTPStatus.SERVICE_UNAVAILABLE)

    @property
    def is_idle(self) -> bool:
        """Whether no request is being answered."""
        return self.cycle is None or self.cycle.response_complete

    # ── requests ───────────────────────────────────────────────────────────────────────────────
    def data_received(self, data: bytes) -> None:
        before = self._in_head
        super().data_received(data)
        if before and self._in_head:  # headers that are not complete are not counted one by one
            self._head += len(data)
            if self._head > HEAD_BYTES:
                self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._head, self._in_head = 0, True
        self._since = self.loop.time()
        self._wait(HEAD_SECONDS)

    def on_url(self, url: bytes) -> None:
        self._count(url)
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._count(name, value, b": \r\n")
        super().on_header(name, value)

    def _count(self, *parts: bytes) -> None:
        self._head += sum(map(len, parts))
        if self._head > HEAD_BYTES:
            self._too_large = True
            raise ValueError("a head that is too large")  # the parser stops, and 431 is sent

    def on_headers_complete(self) -> None:
        self._in_head = False
        self._wait(BODY_SECONDS)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._wait(None)
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        if self._too_large:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        else:
            super().send_400_response(msg)

    def _refuse(self, status: HTTPStatus) -> None:
        if not self.transport.is_closing():
            head = b"connection: close\r\ncontent-length: 0\r\n\r\n"
            self.transport.write(STATUS_LINE[status] + head)
            self.transport.close()

    # ── waiting ────────────────────────────────────────────────────────────────────────────────
    def _wait(self, seconds: float | None) -> None:
        """Close the connection after some seconds, unless this is called again before."""
        if self._late is not None:
            self._late.cancel()
        self._late = None if seconds is None else self.loop.call_later(seconds, self._close)

    def _close(self) -> None:
        self._refuse(HTTPStatus.REQUEST_TIMEOUT)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stalled = self.loop.call_later(STALLED_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        self._end_stall()
        super().resume_writing()

    def _end_stall(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None
