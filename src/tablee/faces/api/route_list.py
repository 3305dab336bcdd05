"""The addresses of the API, each answered in JSON or with a problem document."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request, Response, Router, get, post
from litestar.exceptions import HTTPException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from tablee.faces.api.campaign_routes import CAMPAIGNS
from tablee.faces.api.computations import Compute, InTime, beside, procedure_of
from tablee.faces.api.credential_routes import CREDENTIALS
from tablee.faces.api.openapi import document
from tablee.faces.api.options import COMPUTATIONS, Computation, read_asked
from tablee.faces.api.problems import Refused, problem_of
from tablee.faces.api.request_input import check_form, queried
from tablee.faces.api.seat_routes import seat_routes
from tablee.faces.descriptions import describe, games_view, procedures_view, sheet_made, sheets_view
from tablee.faces.json_input import parse
from tablee.rules.game import Game
from tablee.rules.refusal import Refusal
from tablee.rules.registry import find_game, find_procedure
from tablee.rules.words import Lang, Words

LARGEST_BODY = 1024 * 1024
LONGEST = 30.0
"""Seconds that a computation may take."""
JSON = "application/json"
Asking = Request[Any, Any, Any]
Answer = Response[bytes]


def api_router(compute: Compute = beside, longest: float = LONGEST) -> Router:
    """The API, to be mounted at `/api`.

    `compute` does the computations (by default the application's `state.jobs`), each in `longest`
    seconds at most. An application that gives `problem_of` its errors under `/api` answers also
    addresses and methods that there are not with a problem document.
    """
    computing = InTime(compute, longest)
    return Router(
        path="/",
        route_handlers=[
            all_games,
            all_procedures,
            one_procedure,
            all_sheets,
            one_sheet,
            openapi,
            *(_computing(each, computing) for each in COMPUTATIONS),
            *seat_routes(computing),
            *CREDENTIALS,
            *CAMPAIGNS,
        ],
        exception_handlers={HTTPException: problem_of, Exception: problem_of},
        request_max_body_size=LARGEST_BODY,
        include_in_schema=False,
        opt={"exclude_from_csrf": True},
    )


# ── what there is ──────────────────────────────────────────────────────────────────────────────
@get("/games", sync_to_thread=False)
def all_games(request: Asking) -> Answer:
    lang, _ = queried(request)
    return _json(games_view(), lang)


@get("/procedures", sync_to_thread=False)
def all_procedures(request: Asking) -> Answer:
    lang, given = queried(request, "game")
    return _json(procedures_view(given.get("game"), lang), lang)


@get("/procedures/{procedure:str}", sync_to_thread=False)
def one_procedure(request: Asking, procedure: FromPath[str]) -> Answer:
    lang, _ = queried(request)
    try:
        kind = find_procedure(procedure)
    except Refusal as refusal:
        raise Refused(refusal, status=404) from None
    game = find_game(procedure.partition(".")[0])
    assert game is not None
    return _json(describe(kind, game, Words(game, lang)), lang)


@get("/sheets", sync_to_thread=False)
def all_sheets(request: Asking) -> Answer:
    lang, given = queried(request, "game")
    return _json(sheets_view(given.get("game"), lang), lang)


@get("/sheets/{sheet:str}", sync_to_thread=False)
def one_sheet(request: Asking, sheet: FromPath[str]) -> Answer:
    lang, _ = queried(request)
    try:
        return _json(sheet_made(sheet), lang)
    except Refusal as refusal:
        raise Refused(refusal, status=404) from None


@get("/openapi.json", sync_to_thread=False)
def openapi(request: Asking) -> Answer:
    lang, _ = queried(request)
    return _json(document(lang, request.url.path.removesuffix("/openapi.json")), lang)


# ── computations ───────────────────────────────────────────────────────────────────────────────
def _computing(computation: Computation, computing: InTime) -> HTTPRouteHandler:
    @post(f"/{computation.name}", name=f"api_{computation.name}", status_code=200)
    async def answer(request: Asking) -> Answer:
        lang, _ = queried(request)
        check_form(request)
        asked = parse(await request.body(), "run")
        try:
            run, options = read_asked(computation, asked)
            if computation.name == "resolve":
                options |= {"lang": lang}
            found = await computing.answer(request.app.state, computation.task, run, options)
        except Refusal as refusal:
            raise Refused(refusal, _game_of(asked)) from None
        return _answer(found, lang)

    return answer


def _game_of(asked: Any) -> Game | None:
    """The game whose words tell a refusal."""
    return find_game(procedure_of(asked).partition(".")[0])


# ── requests and answers ───────────────────────────────────────────────────────────────────────
def _json(value: Any, lang: Lang) -> Answer:
    return _answer(msgspec.json.encode(value), lang)


def _answer(data: bytes, lang: Lang) -> Answer:
    headers = {"content-language": lang, "vary": "Accept-Language"}
    return Response(data, media_type=JSON, headers=headers)
