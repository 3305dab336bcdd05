"""The live table over HTTP: everything that a page of a seat can do, for programs.

A program comes with the token of a seat (`Authorization: Bearer …`). Everything is the seat's: its
view, its acts, its stream; of what the seat may not know no answer tells anything.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import AsyncIterator, Mapping
from typing import Any

import msgspec
from litestar import Request, Response, get, post
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from litestar.response import Stream

from tablee.faces.api.authentication import admitted, paced, seated
from tablee.faces.api.computations import InTime
from tablee.faces.api.problems import Refused, status_of
from tablee.faces.api.request_input import act_of, body_of, queried, request_of
from tablee.faces.prefer_header import MINIMAL, minimal
from tablee.faces.seat_chances import run_of_request, weighed
from tablee.faces.streams import EVENTS, HEADERS, event, lasting
from tablee.faces.workers.tasks import advise, odds
from tablee.rules.refusal import Refusal, refuse
from tablee.rules.words import Words
from tablee.table.acts.request_run import RequestRun
from tablee.table.export.exporting import campaign_file, log_of, throws_file
from tablee.table.following import following
from tablee.table.refusals import NotYours, Stale
from tablee.table.replay import game_of
from tablee.table.room import Room
from tablee.table.views.dice_tallies import EveningDice, tallies

Asking = Request[Any, Any, Any]
Answer = Response[bytes]
JSON = "application/json"
KEY = "Idempotency-Key"
_KEY = re.compile(r"[\x21-\x7e]{1,64}")


def seat_routes(computing: InTime) -> list[HTTPRouteHandler]:
    """The routes of a seat; `computing` does the computations."""
    return [
        table_view,
        table_act,
        table_stream,
        table_dice,
        table_export,
        *_chances(computing),
    ]


@get("/tables/{table:str}/{seat:str}")
async def table_view(request: Asking, table: FromPath[str], seat: FromPath[str]) -> Answer:
    room = await seated(request, table, seat)
    words, given = _asked(request, room, "avant", "cherche")
    before = _natural(given, "avant")
    return _seen(room, seat, words, before, given.get("cherche", "")[:200])


@post("/tables/{table:str}/{seat:str}/acts", status_code=200)
async def table_act(request: Asking, table: FromPath[str], seat: FromPath[str]) -> Answer:
    """Do an act; the view that it led to, or nothing with `Prefer: return=minimal` (RFC 7240). With
    a header `Idempotency-Key` the same act sent twice is done once, and another one is refused."""
    room = await seated(request, table, seat)
    paced(request, "acts", f"{table}/{seat}")
    words, _ = _asked(request, room)
    key = request.headers.get("idempotency-key")
    try:
        if key is not None and not _KEY.fullmatch(key):
            raise refuse(KEY, key, "1 à 64 signes visibles, sans accent")
        act = act_of(await body_of(request))
        await room.act(seat, act, key or "", await request.body() if key else b"")
    except Refusal as refusal:
        raise _refused(refusal, room, key) from None
    if minimal(request.headers):
        return Response(b"", status_code=204, headers={"preference-applied": MINIMAL})
    return _seen(room, seat, words)


@get("/tables/{table:str}/{seat:str}/stream")
async def table_stream(request: Asking, table: FromPath[str], seat: FromPath[str]) -> Stream:
    """Server-sent events (WHATWG HTML): the whole view each time that it has changed for the seat,
    its digest as id; after a break `Last-Event-ID` leaves out what is known already."""
    room = await seated(request, table, seat)
    words, _ = _asked(request, room)
    return Stream(_messages(request, room, seat, words), media_type=EVENTS, headers=HEADERS)


def _messages(request: Asking, room: Room, seat: str, words: Words) -> AsyncIterator[bytes]:
    known = request.headers.get("last-event-id", "")

    async def stands() -> bool:
        return await admitted(request, room.state.id, seat) is not None

    def render() -> bytes:
        nonlocal known
        body = _view(room, seat, words)
        digest, before = hashlib.sha256(body).hexdigest()[:16], known
        known = digest
        return event(body, digest, "view") if digest != before else b""

    return lasting(following(room, seat, stands, render))


@get("/tables/{table:str}/{seat:str}/dice")
async def table_dice(request: Asking, table: FromPath[str], seat: FromPath[str]) -> Answer:
    """The dice of the evening, as the seat saw them fall."""
    room = await seated(request, table, seat)
    _asked(request, room)
    found = EveningDice(dice=tallies(room.state, seat, room.replays))
    return Response(msgspec.json.encode(found), media_type=JSON)


@get("/tables/{table:str}/{seat:str}/export")
async def table_export(request: Asking, table: FromPath[str], seat: FromPath[str]) -> Answer:
    """The whole campaign, for who leads it; the throws that the seat may check."""
    room = await seated(request, table, seat)
    paced(request, "files", f"{table}/{seat}")
    _, given = _asked(request, room, "part")
    leads = seat == room.state.leader
    part = given.get("part", "campaign" if leads else "throws")
    if part not in ("campaign", "throws"):
        raise refuse("part", part, "campaign ou throws")
    if part == "campaign" and not leads:
        raise NotYours("part", part, "throws : la campagne entière est à qui mène")
    events = await log_of(room.store, table)
    if part == "campaign":
        data = await asyncio.to_thread(campaign_file, table, events)
    else:
        data = await asyncio.to_thread(throws_file, table, events, seat)
    name = f"tablee-{table}.json" if part == "campaign" else f"tablee-{table}-{seat}.json"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(data, media_type=JSON, headers=headers)


# ── chances ────────────────────────────────────────────────────────────────────────────────────
def _chances(computing: InTime) -> list[HTTPRouteHandler]:
    @get("/tables/{table:str}/{seat:str}/chances/{run:str}", name="api_table_chances")
    async def chances(
        request: Asking, table: FromPath[str], seat: FromPath[str], run: FromPath[str]
    ) -> Answer:
        """The law of a throw that is waited for, or what each answer to a choice is worth."""
        room = await seated(request, table, seat)
        paced(request, "chances", f"{table}/{seat}")
        words, given = _asked(request, room, "by", "for", "within", "index")
        known = weighed(room, seat, run, words, _natural(given, "index"))
        if known is None:
            raise NotFoundException()
        of = known.within[0] if given.get("within") == "1" and known.within else known.run
        if known.asked is None:
            return await computed(request, room, odds, of, _law_of(given))
        if known.exchange and (given.get("within") == "1" or known.run is None):
            options = {"for": given.get("for") or known.worth[0], "as": known.seat}
            return await computed(
                request, room, advise, known.exchange, {**options, "exchange": True}
            )
        options = {"for": given.get("for"), "as": known.seat if of is known.run else None}
        return await computed(request, room, advise, of, options)

    @post("/tables/{table:str}/{seat:str}/chances", name="api_table_frame_chances", status_code=200)
    async def frame_chances(request: Asking, table: FromPath[str], seat: FromPath[str]) -> Answer:
        """The law of what is about to be asked for, for who leads."""
        room = await seated(request, table, seat)
        paced(request, "chances", f"{table}/{seat}")
        _, given = _asked(request, room, "by")
        if seat != room.state.leader:
            told = "un geste de la personne qui mène le jeu"
            raise Refused(NotYours("type", RequestRun.type_name(), told), status=403)
        try:
            run = run_of_request(room, request_of(await body_of(request)))
            if run is None:
                raise refuse("procedure", None, "une procédure qui commence par un lancer")
        except Refusal as refusal:
            raise _refused(refusal, room) from None
        return await computed(request, room, odds, run, _law_of(given))

    async def computed(request: Asking, room: Room, work: Any, run: Any, options: Any) -> Answer:
        try:
            found = await computing.answer(request.app.state, work, run, options)
        except Refusal as refusal:
            raise _refused(refusal, room) from None
        return Response(found, media_type=JSON)

    return [chances, frame_chances]


def _law_of(given: Mapping[str, str]) -> dict[str, Any]:
    """The options of `odds`: all fields, or those that are named."""
    return {"by": given["by"].split(",") if given.get("by") else None, "as": None}


# ── reading and writing ────────────────────────────────────────────────────────────────────────
def _asked(request: Asking, room: Room, *names: str) -> tuple[Words, dict[str, str]]:
    """The reader's words, and what else stands in the query under these names."""
    lang, given = queried(request, *names)
    return Words(game_of(room.state), lang), given


def _natural(given: Mapping[str, str], name: str) -> int | None:
    text = given.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise refuse(name, text, "un entier de {low} à {high}", low=0, high=10**9 - 1)
    return int(text)


def _refused(refusal: Refusal, room: Room, key: str | None = None) -> Refused:
    """`key`: under which name an act was sent, which a refusal of that name tells."""
    told = refusal
    if isinstance(refusal, Stale) and refusal.field == "key":
        told = Refusal(refusal.kind, KEY, key, refusal.allowed, **refusal.numbers)
    return Refused(told, game_of(room.state), status_of(refusal))


def _seen(
    room: Room, seat: str, words: Words, before: int | None = None, search: str = ""
) -> Answer:
    headers = {"content-language": words.lang, "vary": "Accept-Language"}
    return Response(_view(room, seat, words, before, search), media_type=JSON, headers=headers)


def _view(
    room: Room, seat: str, words: Words, before: int | None = None, search: str = ""
) -> bytes:
    """Return the view of a seat as JSON."""
    return msgspec.json.encode(room.view(seat, words, before, search))
