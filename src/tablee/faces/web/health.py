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

from tablee.faces.api.authentication import is_host
from tablee.table.measures import Measures
from tablee.table.store.interface import Unavailable

PATIENCE = 2.0
"""Seconds in which the database must answer."""


@get("/sante")
async def health(state: State) -> Response[dict[str, str]]:
    """Return 200 when the database answers, else 503."""
    try:
        async with asyncio.timeout(PATIENCE):
            await state.rooms.store.answer()
    except (TimeoutError, Unavailable):
        return Response({"status": "unavailable"}, status_code=503)
    return Response({"status": "ok"})


@get("/mesures")
async def measures(request: Request[Any, Any, Any], state: State) -> Response[bytes]:
    """Return the measurements as OpenMetrics text, to the host only."""
    if not await is_host(request):
        raise NotFoundException()
    found: Measures = state.measures
    return Response(found.text(), media_type=CONTENT_TYPE_LATEST)


ROUTES = [health, measures]
