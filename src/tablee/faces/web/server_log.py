"""The request log: one JSON line a request, without secrets.

A line names the template of an address (`/lien/{token}`), never the address itself, and contains
nothing of the body or the headers. The module may import the framework only; it must not know routes.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO

import structlog
from litestar.types import ASGIApp, Message, Receive, Scope, Send

Log = Any
"""A structlog logger."""


@contextmanager
def journal_to(place: str | None) -> Iterator[Log | None]:
    """Yield a logger that appends JSON lines to a file ("-": the error stream); None without a path."""
    if place is None:
        yield None
    elif place == "-":
        yield _logger(sys.stderr)
    else:
        with open(place, "a", encoding="utf-8") as stream:
            yield _logger(stream)


def _logger(stream: TextIO) -> Log:
    return structlog.wrap_logger(
        structlog.WriteLogger(stream),
        processors=[
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
    )


def shape_of(scope: Any) -> str:
    """Return the template of the address of a request, without its values."""
    template: str = scope.get("path_template") or "?"
    return template


class Journal:
    """Middleware that logs the route, the status and the milliseconds of each request."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, status = time.perf_counter(), 0

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, noted)
        finally:
            spent = round((time.perf_counter() - began) * 1000, 1)
            method = scope.get("method", "")
            log: Log = scope["litestar_app"].state.journal
            log.msg("request", method=method, route=shape_of(scope), status=status, ms=spent)
