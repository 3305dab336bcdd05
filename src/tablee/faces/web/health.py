"""The routes for operation: the health of the server, and its measurements for the host.

They may use the store and the measurements; they must not know tables or pages.
"""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from prometheus_client.openmetrics.exposition import CONTENT_TYPE_LATEST

from tablee.faces.api.authentication import is_host, is_local
from tablee.faces.web.rendering import words_for
from tablee.table.measures import Measures
from tablee.table.store.interface import Unavailable

PATIENCE = 2.0
"""Seconds in which the database must answer."""


@get("/sante")
async def health(request: Request[Any, Any, Any], state: State) -> Response[dict[str, str]]:
    """Return 200 when the database can be written, else 503 with a sentence."""
    try:
        async with asyncio.timeout(PATIENCE):
            await state.rooms.store.answer()
    except (TimeoutError, Unavailable):
        detail = words_for(None, request).text(
            "La base de données ne répond pas, ou ne s’écrit plus ; le journal du serveur dit pourquoi."
        )
        return Response({"status": "unavailable", "detail": detail}, status_code=503)
    return Response({"status": "ok"})


@get("/mesures")
async def measures(request: Request[Any, Any, Any], state: State) -> Response[bytes]:
    """Return the measurements as OpenMetrics text, to the host and to programs of this machine."""
    if not is_local(request) and not await is_host(request):
        raise NotFoundException()
    found: Measures = state.measures
    return Response(found.text(), media_type=CONTENT_TYPE_LATEST)


ROUTES = [health, measures]
