"""The routes that need no table: games, procedures, ready-made sheets, computations.

A handler declares its operation, from which litestar generates the OpenAPI document, and answers
with a view of the faces. The module may import the rules' registry, the views of the faces and the
computations. It must not know a table.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Response, Router, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import PathParameter

from tablee.faces.api.answer_types import Sheet
from tablee.faces.api.computations import TimedComputations, procedure_of
from tablee.faces.api.operations import CONTENT_LANGUAGE, OfGame, body
from tablee.faces.api.options import COMPUTATIONS, Computation, read_body
from tablee.faces.api.problems import NotHere
from tablee.faces.api.request_input import asked_language, check_form
from tablee.faces.api.request_language import ApiRequest, set_game
from tablee.faces.description_types import Games, Procedure, Procedures, Sheets
from tablee.faces.descriptions import (
    describe,
    describe_games,
    describe_procedures,
    describe_sheets,
    sheet_made,
)
from tablee.faces.strict_input import parse
from tablee.rules.refusal import Refusal
from tablee.rules.registry import find_game, find_procedure
from tablee.rules.texts.languages import Lang
from tablee.rules.texts.words import Words

NO_SUCH_NAME = {404: ResponseSpec(None, description="rien de ce nom")}


def rule_routes(computing: TimedComputations) -> Router:
    """Return the routes that need no table; `computing` does the computations."""
    computations = [_computing(each, computing) for each in COMPUTATIONS]
    return Router(
        "/",
        route_handlers=[games, procedures, procedure, sheets, sheet, *computations],
        response_headers=[CONTENT_LANGUAGE],
    )


# ── games, procedures, sheets ──────────────────────────────────────────────────────────────────
@get("/games", summary="Les jeux")
async def games(request: ApiRequest) -> Response[Games]:
    return _json(describe_games(), asked_language(request))


@get("/procedures", summary="Les procédures d’un jeu, ou de tous")
async def procedures(request: ApiRequest, game: OfGame = None) -> Response[Procedures]:
    set_game(request, find_game(game or ""))
    lang = asked_language(request)
    return _json(describe_procedures(game, lang), lang)


@get(
    "/procedures/{procedure:str}",
    summary="Une procédure, telle qu’elle est déclarée",
    responses=NO_SUCH_NAME,
)
async def procedure(
    request: ApiRequest,
    name: Annotated[str, PathParameter(name="procedure", description="le nom d’une procédure")],
) -> Response[Procedure]:
    game = find_game(name.partition(".")[0])
    set_game(request, game)
    lang = asked_language(request)
    try:
        kind = find_procedure(name)
    except Refusal as refusal:
        raise NotHere(refusal) from None
    assert game is not None
    return _json(describe(kind, game, Words(game, lang)), lang)


@get("/sheets", summary="Les fiches prêtes à jouer d’un jeu, ou de tous les jeux.")
async def sheets(request: ApiRequest, game: OfGame = None) -> Response[Sheets]:
    set_game(request, find_game(game or ""))
    lang = asked_language(request)
    return _json(describe_sheets(game, lang), lang)


@get("/sheets/{sheet:str}", summary="Une fiche prête à jouer", responses=NO_SUCH_NAME)
async def sheet(
    request: ApiRequest,
    name: Annotated[
        str, PathParameter(name="sheet", description="le nom d’une fiche prête à jouer")
    ],
) -> Response[Sheet]:
    try:
        game, sheet = sheet_made(name)
    except Refusal as refusal:
        raise NotHere(refusal) from None
    set_game(request, game)
    return _json(sheet, asked_language(request))


# ── computations ───────────────────────────────────────────────────────────────────────────────
def _computing(computation: Computation, computing: TimedComputations) -> HTTPRouteHandler:
    async def answer(request: ApiRequest) -> Response[Any]:
        asked_language(request)
        check_form(request)
        given = parse(await request.body(), "run")
        set_game(request, find_game(procedure_of(given).partition(".")[0]))
        lang = asked_language(request)
        run, options = read_body(computation, given)
        if computation.name == "resolve":
            options = {**options, "lang": lang}
        found = await computing.answer(request.app.state, computation.task, run, options)
        return _answer(found, lang)

    answer.__annotations__["return"] = computation.answer
    return post(
        f"/{computation.name}",
        status_code=200,
        operation_id=computation.name,
        summary=computation.summary,
        operation_class=body(f"{computation.name}.body"),
    )(answer)


# ── answers ────────────────────────────────────────────────────────────────────────────────────
def _json(value: Any, lang: Lang) -> Response[Any]:
    return _answer(msgspec.json.encode(value), lang)


def _answer(data: bytes, lang: Lang) -> Response[Any]:
    headers = {"content-language": lang, "vary": "Accept-Language"}
    return Response(data, media_type="application/json", headers=headers)
