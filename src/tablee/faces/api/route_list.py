"""The router of the API: all its routes, its errors and its limits.

Every route answers in JSON or with a problem document (RFC 9457). The module may import every other
module of the API. It must not declare what a route does.
"""

from __future__ import annotations

import msgspec
from litestar import Response, Router, get
from litestar.exceptions import HTTPException

from tablee.faces.api.computations import Compute, TimedComputations, compute_in_worker
from tablee.faces.api.openapi import declared_routes, document
from tablee.faces.api.problems import problem_of
from tablee.faces.api.request_input import asked_language
from tablee.faces.api.request_language import ApiRequest

LARGEST_BODY = 1024 * 1024
LONGEST = 30.0
"""Seconds that a computation may take."""


def api_router(compute: Compute = compute_in_worker, longest: float = LONGEST) -> Router:
    """Return the API, to be mounted at `/api`.

    `compute` does the computations (by default the application's `state.jobs`), each in `longest`
    seconds at most. An application that uses `problem_of` for errors under `/api` answers unknown
    addresses and methods with a problem document too.
    """
    return Router(
        path="/",
        route_handlers=[openapi_json, declared_routes(TimedComputations(compute, longest))],
        exception_handlers={HTTPException: problem_of, Exception: problem_of},
        request_max_body_size=LARGEST_BODY,
        opt={"exclude_from_csrf": True},
    )


@get("/openapi.json", sync_to_thread=False)
def openapi_json(request: ApiRequest) -> Response[bytes]:
    lang = asked_language(request)
    found = document(
        lang, request.app.state.get("root", "") + request.url.path.removesuffix("/openapi.json")
    )
    headers = {"content-language": lang, "vary": "Accept-Language"}
    return Response(msgspec.json.encode(found), media_type="application/json", headers=headers)
