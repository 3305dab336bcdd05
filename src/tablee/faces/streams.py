"""Server-sent events (WHATWG HTML): the bytes of a stream.

The streams of seats and of the console use it. It may import nothing of Tablée; it must not know what a
message contains.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing

EVENTS = "text/event-stream"
HEADERS = {"cache-control": "no-store", "x-accel-buffering": "no"}
HEARTBEAT_BYTES = b": ici\n\n"
"""A comment that shows that a silent stream is alive."""


def event(data: bytes, key: str = "", kind: str = "") -> bytes:
    """Return a message with some text (UTF-8). `key`: its id, which a client sends when it reconnects;
    `kind`: its event name."""
    lines = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").replace(b"\n", b"\ndata: ")
    named = f"event: {kind}\n" if kind else ""
    known = f"id: {key}\n" if key else ""
    return b"%b%bdata: %b\n\n" % (named.encode(), known.encode(), lines)


async def lasting(followed: AsyncGenerator[bytes | None, None]) -> AsyncIterator[bytes]:
    """Yield the bytes of a stream (see `following`): messages that are not empty, and heartbeats."""
    async with aclosing(followed) as messages:
        async for message in messages:
            if message is None:
                yield HEARTBEAT_BYTES
            elif message:
                yield message
