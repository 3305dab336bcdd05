"""The web application: its routes, its headers, its error pages, and what it opens and closes.

`create_app` puts the routes of every page and of the API together. It may import every module of the
pages and of the API; those must not import it. It must not know processes or sockets (see `server`),
and it decides nothing about a table.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from os import PathLike
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar import Litestar, Request, Response, Router
from litestar.datastructures import CacheControlHeader, State
from litestar.exceptions import HTTPException
from litestar.static_files import create_static_files_router
from litestar.types import ControllerRouterHandler

from tablee.faces.api import api_router, problem_of
from tablee.faces.api.options import COMPUTATIONS
from tablee.faces.local_network import LocalNetwork
from tablee.faces.web import health, verify_page
from tablee.faces.web.console import calculations, console_routes
from tablee.faces.web.edge import Edge
from tablee.faces.web.game_watch import Watch, watched
from tablee.faces.web.guards import own_site, secured
from tablee.faces.web.page_context import HERE
from tablee.faces.web.rendering import STATIC, Renderer, html, words_for
from tablee.faces.web.server_log import Journal, journal_to, shape_of
from tablee.faces.web.table import (
    campaign_page,
    chance_pane,
    dice_page,
    export_pages,
    handout_pages,
    host_keys,
    host_pages,
    network_page,
    recap_page,
    seat_links,
    seat_page,
    seat_stream,
    sheet_pages,
)
from tablee.faces.workers.jobs import Jobs
from tablee.table.access import Door
from tablee.table.measures import Measures
from tablee.table.rate_limits import Limits
from tablee.table.rooms import Rooms
from tablee.table.store.chain import Unreadable
from tablee.table.store.interface import Unavailable
from tablee.table.store.store_address import opened

LOG = logging.getLogger("tablee.web")
logging.getLogger("watchfiles").setLevel(logging.WARNING)


class AppOptions(msgspec.Struct, frozen=True, kw_only=True):
    """The options of the application.

    `files`: files of games, read again at each save with `watch`; `hosts`: the accepted names of the
    server, with the port, the first of which is used in links (other names are refused, so that no
    other site reaches the server through a browser); `database`: the URL of the store (None: a
    temporary one); `journal`: the path of a file that gets one JSON line a request ("-": the error
    stream); `host_token`: the token with which a program on another machine has the rights of the
    host; `public`: the address of a proxy (`https://table.example`, or under a path of its own
    `https://host.example/tablee`), used in links instead of a name of `hosts`.
    """

    files: Sequence[str | PathLike[str]] = ()
    watch: bool = False
    hosts: Sequence[str] = ("localhost",)
    database: str | None = None
    journal: str | None = None
    host_token: str | None = None
    public: str | None = None


def create_app(options: AppOptions) -> Litestar:
    """Return the application with the console and the live table."""
    hosts, public, watch = options.hosts, options.public, options.watch
    root = "" if public is None else urlsplit(public).path
    network = LocalNetwork(hosts, public)
    app = Litestar(
        route_handlers=_routes(watch),
        lifespan=[_with_jobs, _with_tables, *([_with_watch] if watch else [])],
        before_request=own_site,
        before_send=[secured],
        exception_handlers={Exception: _failed},
        openapi_config=None,
        logging_config=None,
        middleware=[Journal] if options.journal else [],
        state=State(
            {
                "renderer": Renderer(root, here=HERE),
                "root": root,
                "watch": Watch(options.files) if watch else None,
                "database": options.database,
                "written": options.journal,
                "host_token": options.host_token,
                "public": public or f"http://{hosts[0]}",
                "network": network,
                "proxied": public is not None,
            }
        ),
    )
    app.asgi_handler = Edge(app.asgi_handler, network.accepts, root)
    return app


PAGES = (
    *(console_routes, calculations, health, verify_page, seat_links, seat_page, seat_stream),
    *(chance_pane, dice_page, recap_page, sheet_pages, handout_pages, campaign_page),
    *(host_pages, host_keys, network_page, export_pages),
)
"""Modules with routes of pages."""


def _routes(watch: bool) -> list[ControllerRouterHandler]:
    """Return the routes of every page, of the API and of the static files."""
    return [
        *(route for module in PAGES for route in module.ROUTES),
        Router(path="/api", route_handlers=[api_router()]),
        *([watched] if watch else []),
        create_static_files_router(
            path="/static",
            directories=[STATIC],
            cache_control=CacheControlHeader(max_age=31_536_000, immutable=True),
        ),
    ]


@asynccontextmanager
async def _with_jobs(app: Litestar) -> AsyncIterator[None]:
    """Keep the worker processes as long as the application runs."""
    panes = [task for task, _ in calculations.PIECES.values()]
    async with Jobs([*panes, *(each.task for each in COMPUTATIONS)]) as jobs:
        app.state.jobs = jobs
        yield


@asynccontextmanager
async def _with_tables(app: Litestar) -> AsyncIterator[None]:
    """Keep the store open as long as the application runs. Its streams end with its rooms."""
    with TemporaryDirectory() as folder, journal_to(app.state.written) as app.state.journal:
        store = await opened(app.state.database or f"sqlite:///{folder}/tables.sqlite3")
        app.state.measures = Measures()
        app.state.rooms = Rooms(store, app.state.measures)
        app.state.limits = Limits()
        app.state.door = Door(store, app.state.rooms)
        watching = asyncio.create_task(app.state.rooms.watch_store())
        try:
            yield
        finally:
            watching.cancel()
            app.state.rooms.close()
            await store.close()


@asynccontextmanager
async def _with_watch(app: Litestar) -> AsyncIterator[None]:
    """Watch the files of games as long as the application runs."""
    run = app.state.watch.run(app.state.jobs, app.state.rooms)
    watching = asyncio.create_task(run)
    yield
    watching.cancel()


def _failed(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Return the answer to an error: a problem document of the API, or a page with a link back."""
    if request.url.path.startswith("/api/"):
        return problem_of(request, error)
    status = error.status_code if isinstance(error, HTTPException) else 500
    status = 503 if isinstance(error, Unavailable) else status
    if request.url.path.startswith("/static/") and _no_name(error):
        status = 404
    unreadable = error if isinstance(error, Unreadable) else None
    if status == 500 and unreadable is None:
        LOG.error("%s %s", request.method, shape_of(request.scope), exc_info=error)
    headers = dict(error.headers or {}) if isinstance(error, HTTPException) else {}
    if request.headers.get("hx-request"):
        headers["hx-reswap"] = "none"
    words = words_for(None, request)
    return html(
        request,
        "failed.html",
        words,
        status,
        headers,
        status=status,
        fault=words.phrase(unreadable.allowed, **unreadable.numbers) if unreadable else "",
        link=request.url.path.split("/")[1],
        seconds=int(headers.get("retry-after", 1)),
        address="/",
    )


def _no_name(error: Exception) -> bool:
    """Return whether the requested name cannot be the name of a file."""
    return any(isinstance(each, OSError | ValueError) for each in (error, error.__context__))
