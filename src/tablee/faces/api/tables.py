"""The live table over HTTP: everything that a page can do, for programs.

A program comes with the token of a seat (`Authorization: Bearer …`). Everything is the seat's: its
view, its acts, its stream; of what the seat may not know no answer tells anything.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import AsyncIterator
from typing import Any

import msgspec
from litestar import Request, Response, get, post
from litestar.exceptions import HTTPException, NotAuthorizedException
from litestar.params import FromPath
from litestar.response import ServerSentEvent, ServerSentEventMessage

from tablee.faces.api.problems import Refused
from tablee.faces.api.speaking import asked_lang
from tablee.faces.reading import parse
from tablee.rules.refusal import Refusal, refuse
from tablee.rules.words import Words
from tablee.table import acts
from tablee.table.access import Door
from tablee.table.limiting import Limits
from tablee.table.refusing import NotYours, Stale
from tablee.table.replay import game_of
from tablee.table.room import Room
from tablee.table.store import CredentialKind

__all__ = ["ROUTES"]

Asking = Request[Any, Any, Any]
TOKEN: tuple[CredentialKind, ...] = ("token",)
HEARTBEAT = 15.0
_KEY = re.compile(r"[\x21-\x7e]{1,64}")
_PATH = re.compile(r"`\$\.?(.*?)`")


async def _seated(request: Asking, table: str, seat: str) -> Room:
    """The table, for the token of that seat; 401 for every other, whether or not there is one."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    door: Door = request.app.state.door
    room = None
    if kind.lower() == "bearer":
        room = await door.admitted(token.strip(), table, seat, TOKEN)
    if room is None:
        raise NotAuthorizedException(headers={"www-authenticate": "Bearer"})
    return room


@get("/tables/{table:str}/{seat:str}")
async def table_view(request: Asking, table: FromPath[str], seat: FromPath[str]) -> Response[bytes]:
    """The table as the seat sees it. `avant`: the story from before that place on; `cherche`: only
    what holds this text."""
    room = await _seated(request, table, seat)
    words = _words(request, room)
    before = _before(request)
    search = request.query_params.get("cherche", "")[:200]
    return _json(room.view(seat, words, before, search))


@post("/tables/{table:str}/{seat:str}/acts", status_code=200)
async def table_act(request: Asking, table: FromPath[str], seat: FromPath[str]) -> Response[bytes]:
    """Do an act; the view that it led to. With a header `Idempotency-Key` the same act sent twice is
    done once."""
    room = await _seated(request, table, seat)
    limits: Limits = request.app.state.limits
    if not limits.allows("acts", f"{table}/{seat}"):
        raise HTTPException(status_code=429, headers={"retry-after": "1"})
    if request.content_type[0].lower() != "application/json":
        raise HTTPException(status_code=415)
    words = _words(request, room)
    key = request.headers.get("idempotency-key", "")
    if key and not _KEY.fullmatch(key):
        raise Refused(refuse("Idempotency-Key", key, "1 à 64 signes visibles"), game_of(room.state))
    try:
        await room.act(seat, _read(await request.body()), f"{seat}:{key}" if key else "")
    except Refusal as refusal:
        raise Refused(refusal, game_of(room.state), _status(refusal)) from None
    return _json(room.view(seat, words))


@get("/tables/{table:str}/{seat:str}/stream")
async def table_stream(
    request: Asking, table: FromPath[str], seat: FromPath[str]
) -> ServerSentEvent:
    """Server-sent events (WHATWG HTML): the whole view each time that it has changed for the seat,
    its digest as id; after a break `Last-Event-ID` leaves out what is known already."""
    room = await _seated(request, table, seat)
    messages: Any = _messages(request, room, seat, _words(request, room))
    return ServerSentEvent(messages)


async def _messages(
    request: Asking, room: Room, seat: str, words: Words
) -> AsyncIterator[ServerSentEventMessage]:
    known = request.headers.get("last-event-id", "")
    closing: asyncio.Event = request.app.state.closing
    with room.attending(seat) as changed:
        while not closing.is_set() and room.sits(seat):
            changed.clear()
            body = msgspec.json.encode(room.view(seat, words))
            digest = hashlib.sha256(body).hexdigest()[:16]
            if digest != known:
                known = digest
                yield ServerSentEventMessage(event="view", data=body.decode(), id=digest)
            if not await room.woken(changed, closing, HEARTBEAT):
                await _seated(request, room.state.id, seat)  # it may have been revoked meanwhile
                yield ServerSentEventMessage(comment="ici")


# ── reading and writing ────────────────────────────────────────────────────────────────────────
def _words(request: Asking, room: Room) -> Words:
    for name in request.query_params:
        if name not in ("lang", "avant", "cherche"):
            raise refuse(name, request.query_params[name], "un nom parmi : lang, avant, cherche")
    return Words(game_of(room.state), asked_lang(request))


def _before(request: Asking) -> int | None:
    given = request.query_params.get("avant")
    if given is None:
        return None
    if not (given.isascii() and given.isdigit() and len(given) < 10):
        raise refuse("avant", given, "un nombre")
    return int(given)


def _read(body: bytes) -> acts.AnyAct:
    """An act from its JSON. Raises `Refusal` naming the field."""
    value = parse(body, "act")
    try:
        act: acts.AnyAct = msgspec.convert(value, type=acts.AnyAct)
    except msgspec.ValidationError as error:
        found = _PATH.search(str(error))
        field = found[1] if found and found[1] else "type"
        got = value.get(field) if isinstance(value, dict) else value
        raise refuse(field, got, "ce que dit le schéma de l’acte") from None
    return act


def _status(refusal: Refusal) -> int:
    if isinstance(refusal, NotYours):
        return 403
    return 409 if isinstance(refusal, Stale) else 400


def _json(value: Any) -> Response[bytes]:
    return Response(msgspec.json.encode(value), media_type="application/json")


ROUTES = [table_view, table_act, table_stream]
