"""Server-sent events (WHATWG HTML): what a stream of them is made of."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing

EVENTS = "text/event-stream"
HEADERS = {"cache-control": "no-store", "x-accel-buffering": "no"}
SIGN_OF_LIFE = b": ici\n\n"


def event(data: bytes, key: str = "", kind: str = "") -> bytes:
    """A message of some text (UTF-8); `key`: its id, sent back by who reconnects, and `kind`: its
    name, if it has them."""
    lines = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").replace(b"\n", b"\ndata: ")
    named = f"event: {kind}\n" if kind else ""
    known = f"id: {key}\n" if key else ""
    return b"%b%bdata: %b\n\n" % (named.encode(), known.encode(), lines)


async def lasting(followed: AsyncGenerator[bytes | None, None]) -> AsyncIterator[bytes]:
    """What goes out of what is followed (see `following`): messages, but for empty ones, and signs
    of life."""
    async with aclosing(followed) as messages:
        async for message in messages:
            if message is None:
                yield SIGN_OF_LIFE
            elif message:
                yield message
