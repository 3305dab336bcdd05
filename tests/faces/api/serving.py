"""The API in a bare application that computes in its own process."""

from __future__ import annotations

import functools
import json
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager
from typing import Any

import jsonschema_rs
from litestar import Litestar, Router
from litestar.datastructures import State
from litestar.testing import TestClient

from tablee.faces.api import api_router, problem_of
from tablee.faces.api.computations import Compute
from tablee.faces.api.openapi import document
from tablee.faces.workers.tasks import Task

__all__ = ["DOCUMENT", "application", "client", "on_the_spot", "post", "validator"]

DOCUMENT = document("fr", "/api")


def on_the_spot(seconds: float) -> Compute:
    """Return computations in the process of the server, stopped after `seconds` of CPU time."""

    async def compute(_: State, task: Task, run: Any, options: Mapping[str, Any]) -> bytes:
        end = time.process_time() + seconds

        def tick(*_: object) -> None:
            if time.process_time() > end:
                raise TimeoutError

        answer: bytes = task(run, options, tick)
        return answer

    return compute


def application(
    compute: Compute | None = None,
    *more: Any,
    longest: float = 30.0,
    lifespan: Callable[[Litestar], AbstractAsyncContextManager[None]] | None = None,
) -> Litestar:
    """Return an application with the API under `/api` and `more` routes."""
    router = Router("/api", route_handlers=[api_router(compute or on_the_spot(30), longest)])
    return Litestar(
        [router, *more],
        lifespan=[lifespan] if lifespan else [],
        openapi_config=None,
        logging_config=None,
        exception_handlers={Exception: problem_of},
    )


def client(app: Litestar | None = None) -> TestClient[Litestar]:
    return TestClient(app or application())


def post(api: TestClient[Litestar], name: str, body: Any, **query: str) -> tuple[int, Any]:
    """Send a computation and return the status and the JSON of the answer."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    headers = {"content-type": "application/json"}
    reply = api.post(f"/api/{name}", content=content, headers=headers, params=query)
    return reply.status_code, reply.json()


@functools.lru_cache(8)  # each one holds the whole document: many megabytes
def validator(component: str) -> jsonschema_rs.Draft202012Validator:
    """Return the validator of a component of the document."""
    ref = {"$ref": f"#/components/schemas/{component}"}
    return jsonschema_rs.Draft202012Validator(ref | {"components": DOCUMENT["components"]})
