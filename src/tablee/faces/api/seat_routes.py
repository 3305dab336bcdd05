"""Routes of a seat at a table: its view, acts, stream, dice, export and chances.

A program sends the token of a seat (`Authorization: Bearer …`) and gets what the page of the seat
gets, nothing hidden from it. A handler declares its operation, from which litestar generates the
OpenAPI document. The module may import the table and the computations. It must not know a page.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import AsyncIterator, Mapping
from typing import Annotated, Any

import msgspec
from litestar import Response, Router, get, post
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.response import Stream

from tablee.faces.api.answer_types import Chances, Export, Law
from tablee.faces.api.authentication import admitted, entered, refuse_when_full
from tablee.faces.api.computations import TimedComputations
from tablee.faces.api.credential_routes import CREDENTIALS
from tablee.faces.api.operations import (
    CONTENT_LANGUAGE,
    NATURAL,
    SEAT_TOKEN,
    By,
    RunId,
    Seat,
    Table,
    body,
    header,
    query,
    refusals,
)
from tablee.faces.api.request_input import act_of, body_of, request_of
from tablee.faces.api.request_language import ApiRequest
from tablee.faces.prefer_header import MINIMAL, wants_no_body
from tablee.faces.seat_chances import run_of_request, weighed
from tablee.faces.streams import EVENTS, HEADERS, event, lasting
from tablee.faces.workers.tasks import Options, Task, advise, odds
from tablee.rules.contract_json import RunJson
from tablee.rules.refusal import refuse
from tablee.rules.texts.words import Words
from tablee.table.acts.act import Act
from tablee.table.acts.request_run import RequestRun
from tablee.table.export.exporting import download
from tablee.table.following import following
from tablee.table.refusals import NotYours, Stale
from tablee.table.room import Room
from tablee.table.views.dice_tallies import EveningDice, tallies
from tablee.table.views.whole_view_types import TableView

KEY = "Idempotency-Key"
_KEY = re.compile(r"[\x21-\x7e]{1,64}")


Goal = Annotated[
    str | None, query("ce que l’on cherche, devant un choix ; sans lui, le but habituel", "for")
]
Index = Annotated[
    str | None,
    query(
        "lequel des choix faits en même temps, par son index dans la vue ; sans lui, le premier de "
        "la place",
        pattern=NATURAL,
    ),
]
Within = Annotated[
    str | None,
    query(
        "« 1 » : celles de la règle à l’œuvre dans le jet, s’il y en a une : l’attaque ou le tour "
        "d’un combat, non le combat ; le tour aussi sans « 1 », si le siège ne peut en savoir "
        "davantage"
    ),
]


def seat_routes(computing: TimedComputations) -> Router:
    """Return the routes of a seat; `computing` does the computations."""
    own = [table, act, stream, dice, export, _chances(computing), _request_chances(computing)]
    return Router(
        "/tables/{table:str}/{seat:str}",
        route_handlers=[*own, *CREDENTIALS],
        security=SEAT_TOKEN,
    )


@get("/", summary="La table, telle que ce siège la voit", response_headers=[CONTENT_LANGUAGE])
async def table(
    request: ApiRequest,
    table: Table,
    seat: Seat,
    avant: Annotated[str | None, query("l’histoire d’avant cette place", pattern=NATURAL)] = None,
    cherche: Annotated[str | None, query("seulement ce qui contient ce texte")] = None,
) -> Response[TableView]:
    room, words = await entered(request, table, seat)
    return _view_answer(room, seat, words, _natural("avant", avant), (cherche or "")[:200])


@post(
    "/acts",
    status_code=200,
    summary="Faire un acte ; la vue à laquelle il mène",
    operation_class=body(Act),
    response_headers=[CONTENT_LANGUAGE],
    responses={204: ResponseSpec(None, description="c’est fait")} | refusals(403, 409),
)
async def act(
    request: ApiRequest,
    table: Table,
    seat: Seat,
    key: Annotated[
        str | None,
        header(
            "un nom de votre choix pour cet acte : envoyé deux fois sous le même nom, il n’est fait "
            "qu’une fois ; un autre acte sous ce nom est refusé",
            KEY,
            pattern="^[\\x21-\\x7e]{1,64}$",
        ),
    ] = None,
    prefer: Annotated[
        str | None,
        header("« return=minimal » (RFC 7240) : sans la vue, que le flux apporte", "Prefer"),
    ] = None,
) -> Response[TableView]:
    """Do an act and answer with the view that it leads to, or with nothing (RFC 7240).

    An act sent twice with one `Idempotency-Key` is done once; another act with that key is refused.
    """
    room, words = await entered(request, table, seat, "acts")
    if key is not None and not _KEY.fullmatch(key):
        raise refuse(KEY, key, "1 à 64 signes visibles, sans accent")
    act = act_of(await body_of(request))
    try:
        await room.act(seat, act, key or "", await request.body() if key else b"")
    except Stale as stale:
        if stale.field != "key":
            raise
        raise Stale(KEY, key, stale.allowed, **stale.numbers) from None
    if wants_no_body(prefer):
        return Response[Any](b"", status_code=204, headers={"preference-applied": MINIMAL})
    return _view_answer(room, seat, words)


@get(
    "/stream",
    media_type=EVENTS,
    summary="Un flux d’événements : la vue entière, chaque fois qu’elle change pour ce siège",
    response_description="chaque message « view » porte une vue (composant « TableView ») en JSON, "
    "et son empreinte pour identifiant ; une ligne de commentaire dit de temps en temps que tout va "
    "bien",
)
async def stream(
    request: ApiRequest,
    table: Table,
    seat: Seat,
    known: Annotated[
        str | None,
        header(
            "la dernière vue reçue : on ne la renvoie pas",
            "Last-Event-ID",
            pattern="^[0-9a-f]{0,64}$",
        ),
    ] = None,
) -> Stream:
    """Stream the view as server-sent events (WHATWG HTML), whole, each time that it changes.

    The id of an event is the digest of its view. `Last-Event-ID` leaves out a view already sent.
    """
    room, words = await entered(request, table, seat)
    refuse_when_full(room, seat)
    messages = _messages(request, room, seat, words, known or "")
    return Stream(messages, media_type=EVENTS, headers=HEADERS)


def _messages(
    request: ApiRequest, room: Room, seat: str, words: Words, known: str
) -> AsyncIterator[bytes]:
    async def still_admitted() -> bool:
        return await admitted(request, room.state.id, seat) is not None

    def render() -> bytes:
        nonlocal known
        body = _view(room, seat, words)
        digest, before = hashlib.sha256(body).hexdigest()[:16], known
        known = digest
        return event(body, digest, "view") if digest != before else b""

    return lasting(following(room, seat, still_admitted, render))


@get("/dice", summary="Les dés de la soirée que ce siège a vus tomber, et ce que l’on en attend")
async def dice(request: ApiRequest, table: Table, seat: Seat) -> Response[EveningDice]:
    room, _ = await entered(request, table, seat)
    return Response(EveningDice(dice=tallies(room.state, seat, room.replays)))


@get(
    "/export",
    summary="La campagne entière pour qui mène, les lancers à vérifier pour les autres",
    responses=refusals(403),
)
async def export(
    request: ApiRequest,
    table: Table,
    seat: Seat,
    part: Annotated[
        str | None,
        query(
            "« campaign » ou « throws » ; sans lui, tout ce que l’on peut avoir",
            enum=["campaign", "throws"],
        ),
    ] = None,
) -> Response[Export]:
    room, _ = await entered(request, table, seat, "files")
    leads = seat == room.state.leader
    if part is None:
        part = "campaign" if leads else "throws"
    if part not in ("campaign", "throws"):
        raise refuse("part", part, "campaign ou throws")
    if part == "campaign" and not leads:
        raise NotYours("part", part, "throws : la campagne entière est à qui mène")
    return _encoded(*await download(room.store, room.state, None if part == "campaign" else seat))


# ── chances ────────────────────────────────────────────────────────────────────────────────────
def _chances(computing: TimedComputations) -> HTTPRouteHandler:
    @get(
        "/chances/{run:str}",
        summary="Les chances du lancer qu’un jet attend, ou ce que vaut chaque réponse à son choix",
        responses=refusals(404),
    )
    async def chances(
        request: ApiRequest,
        table: Table,
        seat: Seat,
        run: RunId,
        by: By = None,
        goal: Goal = None,
        index: Index = None,
        within: Within = None,
    ) -> Response[Chances]:
        room, words = await entered(request, table, seat, "chances")
        known = weighed(room, seat, run, words, _natural("index", index))
        if known is None:
            raise NotFoundException()
        of = known.within[0] if within == "1" and known.within else known.run
        if known.asked is None:
            return await _computed(computing, request, odds, of, _law_of(by))
        options: Options = {"for": goal, "as": known.seat if of is known.run else None}
        if known.exchange and (within == "1" or known.run is None):
            of = known.exchange
            options = {"for": goal or known.worth[0], "as": known.seat, "exchange": True}
        return await _computed(computing, request, advise, of, options)

    return chances


def _request_chances(computing: TimedComputations) -> HTTPRouteHandler:
    @post(
        "/chances",
        status_code=200,
        summary="Les chances d’un jet que l’on s’apprête à demander. À qui mène",
        operation_class=body(f"act.{RequestRun.type_name()}"),
        responses=refusals(403, 409),
    )
    async def request_chances(
        request: ApiRequest, table: Table, seat: Seat, by: By = None
    ) -> Response[Law]:
        room, _ = await entered(request, table, seat, "chances")
        if seat != room.state.leader:
            allowed = "un geste de la personne qui mène le jeu"
            raise NotYours("type", RequestRun.type_name(), allowed)
        run = run_of_request(room, request_of(await body_of(request)))
        if run is None:
            raise refuse("procedure", None, "une procédure qui commence par un lancer")
        return await _computed(computing, request, odds, run, _law_of(by))

    return request_chances


async def _computed(
    computing: TimedComputations,
    request: ApiRequest,
    work: Task,
    run: RunJson | None,
    options: Options,
) -> Response[Any]:
    return _encoded(await computing.answer(request.app.state, work, run, options))


def _law_of(by: str | None) -> Options:
    """Return the options of `odds`. `by`: the fields of the result to keep; without it, all."""
    return {"by": by.split(",") if by else None, "as": None}


# ── requests and answers ────────────────────────────────────────────────────────────────────────
def _natural(name: str, text: str | None) -> int | None:
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise refuse(name, text, "un entier de {low} à {high}", low=0, high=10**9 - 1)
    return int(text)


def _view_answer(
    room: Room, seat: str, words: Words, before: int | None = None, search: str = ""
) -> Response[Any]:
    headers = {"content-language": words.lang, "vary": "Accept-Language"}
    return _encoded(_view(room, seat, words, before, search), headers)


def _view(
    room: Room, seat: str, words: Words, before: int | None = None, search: str = ""
) -> bytes:
    """Return the view of a seat as JSON."""
    return msgspec.json.encode(room.view(seat, words, before, search))


def _encoded(data: bytes, headers: Mapping[str, str] | None = None) -> Response[Any]:
    """Return an answer that is JSON already."""
    return Response(data, media_type="application/json", headers=headers)
