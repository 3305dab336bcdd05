"""A seat's page: the living part from its view, and around it what the seat is doing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from litestar import Response, get, post
from litestar.datastructures import State
from litestar.params import FromPath
from litestar.response import Redirect

from tablee.faces.web.rendering import words_for
from tablee.faces.web.table.asked import with_cards
from tablee.faces.web.table.forms import act_of
from tablee.faces.web.table.framing import Framing, framing_of
from tablee.faces.web.table.seating import Asking, same_origin, seated
from tablee.rules.refusal import Refusal
from tablee.rules.words import Words
from tablee.table.refusing import NotYours, Stale
from tablee.table.replay import game_of
from tablee.table.room import Room

__all__ = ["ROUTES", "live_part", "table_page"]

Pairs = Mapping[str, list[str]]
LONGEST_KEY = 64


def live_part(state: State, room: Room, seat: str, words: Words) -> str:
    """The part of the page that changes with the table."""
    view = with_cards(room.view(seat, words), words)
    told: str = state.renderer.page(
        "table/live.html", words, view=view, here=_here(room, seat), present=_present(room)
    )
    return told


def table_page(
    request: Asking, room: Room, seat: str, framing: Framing | None, refusal: Refusal | None = None
) -> Response[str]:
    """The whole page. `refusal`: why the last act was not done."""
    words = words_for(game_of(room.state), request)
    pairs = pairs_of(request)
    before, search = _one(pairs, "avant"), _one(pairs, "cherche")[:200]
    view = room.view(seat, words, int(before) if before.isdigit() else None, search)
    page = request.app.state.renderer.page(
        "table/page.html",
        words,
        view=with_cards(view, words),
        here=_here(room, seat),
        present=_present(room),
        framing=framing,
        complaint=words.refusal(refusal) if refusal else "",
        address=request.url.path,
    )
    status = 200 if refusal is None else _status(refusal)
    return Response(page, media_type="text/html", status_code=status)


def _status(refusal: Refusal) -> int:
    if isinstance(refusal, NotYours):
        return 403
    return 409 if isinstance(refusal, Stale) else 422


def _here(room: Room, seat: str) -> str:
    return f"/t/{room.state.id}/{seat}"


def _present(room: Room) -> frozenset[str]:
    return frozenset(room.present)


def _one(pairs: Pairs, name: str) -> str:
    return pairs[name][-1] if pairs.get(name) else ""


def pairs_of(request: Asking) -> dict[str, list[str]]:
    from urllib.parse import parse_qs

    query = request.scope["query_string"].decode("ascii", "replace")
    return parse_qs(query, keep_blank_values=True, max_num_fields=20_000)


@get("/t/{table:str}/{seat:str}")
async def page(request: Asking, table: FromPath[str], seat: FromPath[str]) -> Response[str]:
    room = await seated(request, table, seat)
    words = words_for(game_of(room.state), request)
    framing = (
        framing_of(room.state, words, pairs_of(request)) if seat == room.state.leader else None
    )
    return table_page(request, room, seat, framing)


@post("/t/{table:str}/{seat:str}")
async def act(request: Asking, table: FromPath[str], seat: FromPath[str]) -> Response[Any]:
    """Do what a form says. Where it cannot be done the page says why and keeps what was typed."""
    same_origin(request)
    room = await seated(request, table, seat)
    game = game_of(room.state)
    words = words_for(game, request)
    posted = await request.form()
    pairs = {key: [str(each) for each in posted.getall(key)] for key in posted}
    try:
        done = act_of(room.state, room.view(seat, words), game, pairs)
        await room.act(seat, done, _one(pairs, "key")[:LONGEST_KEY])
    except Refusal as refusal:
        framing = None
        if seat == room.state.leader:
            typed = pairs if _one(pairs, "do") == "frame" else {}
            framing = framing_of(room.state, words, typed, refusal if typed else None)
        return table_page(request, room, seat, framing, refusal)
    return Redirect(f"/t/{table}/{seat}", status_code=303)


ROUTES = [page, act]
