"""A seat's page and its forms.

This module may import the room of a table, the page's pieces and its forms; it must not know how
an act is decided.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect

from tablee.faces.api.authentication import limit_rate
from tablee.faces.api.problems import status_of
from tablee.faces.prefer_header import MINIMAL, minimal
from tablee.faces.web.form.form_values import Pairs
from tablee.faces.web.form.rows import ADD, REMOVE
from tablee.faces.web.page_context import NOTHING, Slip
from tablee.faces.web.page_input import one, pairs_of, posted_pairs
from tablee.faces.web.rendering import Renderer, words_for
from tablee.faces.web.table.act_forms import acts_of
from tablee.faces.web.table.ask_cards import full_card
from tablee.faces.web.table.page_models import (
    past_of,
    put_in_place,
    shown,
)
from tablee.faces.web.table.refusal_notices import refused_at_table
from tablee.faces.web.table.request_form import Framing, framing_of
from tablee.faces.web.table.seat_links import Asking, seated
from tablee.rules.refusal import Refusal
from tablee.rules.words import Words
from tablee.table.acts.act import Act
from tablee.table.acts.repeat_run import Repeat
from tablee.table.acts.request_run import RequestRun
from tablee.table.replay import game_of
from tablee.table.room import Room
from tablee.table.views.view_types import RunView

LONGEST_KEY = 64
ACTED = "tablee-acted"
"""Response header: how many acts with an idempotency key the seat has done, this one included."""
ANYWHERE = "page"
"""Place of a refusal whose form is no longer on the page."""
FRAMING = "#framing"
_FORM = re.compile(r"[a-z0-9-]{1,80}")


def table_page(
    request: Asking, room: Room, seat: str, framing: Framing | None, slip: Slip = NOTHING
) -> str:
    """The whole page. `slip`: of a form that was refused."""
    words = words_for(game_of(room.state), request)
    renderer: Renderer = request.app.state.renderer
    past = past_of(request)
    seen = shown(renderer, room, seat, words, past, slip)
    page = renderer.page(
        "table/page.html",
        words,
        slip,
        view=seen.view,
        asked=seen.asked,
        slots=seen.slots,
        now=seen.cards.all.values(),
        seats=seen.seats.all.values(),
        lines=seen.lines.all,
        past=past.query,
        acted=room.acted(seat),
        framing=framing,
        refused=slip is not NOTHING,
        writing=slip is not NOTHING or "ecrire" in pairs_of(request),
        address=request.url.path,
    )
    return put_in_place(page, room, seat)


@get("/t/{table:str}/{seat:str}")
async def page(request: Asking, table: FromPath[str], seat: FromPath[str]) -> Response[str]:
    room = await seated(request, table, seat)
    words = words_for(game_of(room.state), request)
    framing = (
        framing_of(room.expected_state, words, pairs_of(request))
        if seat == room.state.leader
        else None
    )
    headers = {ACTED: str(room.acted(seat))}
    text = table_page(request, room, seat, framing)
    room.glanced(seat)
    return Response(text, media_type="text/html", headers=headers)


@post("/t/{table:str}/{seat:str}")
async def act(request: Asking, table: FromPath[str], seat: FromPath[str]) -> Response[Any]:
    """Do what a form says. Where it cannot be done the page says why and keeps what was typed."""
    room = await seated(request, table, seat)
    limit_rate(request, "acts", f"{table}/{seat}")
    game = game_of(room.state)
    words = words_for(game, request)
    pairs = await posted_pairs(request)
    if seat == room.state.leader and (ADD in pairs or REMOVE in pairs):
        framing = framing_of(room.expected_state, words, pairs)
        text = table_page(request, room, seat, framing)
        return Response(text, media_type="text/html", headers=_put(request, FRAMING, "outerMorph"))
    try:
        meant = await _carried_out(room, seat, words, pairs)
    except Refusal as refusal:
        return _refused(request, room, seat, pairs, refusal)
    if minimal(request.headers):
        return _in_brief(request, room, seat, meant)
    return Redirect(f"/t/{table}/{seat}", status_code=303)


async def _carried_out(room: Room, seat: str, words: Words, pairs: Pairs) -> Sequence[Act]:
    """Carry out a form and return its acts: the first one, then the same for other runs as far as
    possible; none when the form was carried out before. Raises `Refusal`; nothing has changed
    then."""
    key, sent = one(pairs, "key")[:LONGEST_KEY], repr(sorted(pairs.items())).encode()
    try:
        meant = acts_of(room.state, lambda: room.view(seat, words), game_of(room.state), pairs)
    except Refusal:
        if await room.done(seat, key, sent):
            return []
        raise
    first, *alike = meant
    await room.act(seat, first, key, sent)
    for number, each in enumerate(alike, 1):
        with suppress(Refusal):  # somebody was faster, or it is to be answered by itself
            await room.act(seat, each, key and f"{key}.{number}", sent)
    return meant


def _in_brief(request: Asking, room: Room, seat: str, done: Sequence[Act]) -> Response[str]:
    """For a page that its stream keeps new: how many acts of the seat are done by now, by which it
    knows when the stream has brought this one; and what no stream brings, the leader's form, when
    something was asked for."""
    headers = {"preference-applied": MINIMAL, ACTED: str(room.acted(seat))}
    asked = any(isinstance(each, RequestRun | Repeat) for each in done)
    if not (asked and seat == room.state.leader):
        return Response("", status_code=204, headers=headers)
    words = words_for(game_of(room.state), request)
    piece = request.app.state.renderer.page(
        "table/framed.html", words, framing=framing_of(room.expected_state, words, {})
    )
    page = put_in_place(piece, room, seat)
    return Response(page, media_type="text/html", status_code=200, headers=headers)


def _refused(
    request: Asking, room: Room, seat: str, pairs: Pairs, refusal: Refusal
) -> Response[str]:
    """Return the page with the refusal in its form; to a script only the place of the refusal."""
    words = words_for(game_of(room.state), request)
    framing = None
    if seat == room.state.leader:
        typed = pairs if one(pairs, "do") == "request" else {}
        framing = framing_of(room.expected_state, words, typed, refusal if typed else None)
    form, told = one(pairs, "slot"), refused_at_table(words, refusal)
    slip = Slip(form if _FORM.fullmatch(form) else ANYWHERE, told, pairs)
    page = table_page(request, room, seat, framing, slip)
    if f'id="no-{slip.form}"' not in page:
        slip = Slip(ANYWHERE, slip.text, pairs)
        page = table_page(request, room, seat, framing, slip)
    if one(pairs, "do") == "request" and framing is not None:
        headers = _put(request, FRAMING, "outerMorph")
    else:
        headers = _put(request, f"#no-{slip.form}", "outerHTML")
    status = status_of(refusal, 422)
    return Response(page, media_type="text/html", status_code=status, headers=headers)


def _put(request: Asking, place: str, how: str) -> dict[str, str]:
    """Return the headers by which a script replaces only one place of the page."""
    if not request.headers.get("hx-request"):
        return {}
    return {"hx-retarget": place, "hx-reselect": place, "hx-reswap": how}


@get("/t/{table:str}/{seat:str}/jet/{run:str}")
async def told(
    request: Asking, table: FromPath[str], seat: FromPath[str], run: FromPath[str]
) -> Response[str]:
    """A run in full: its dice, where its numbers come from, what followed. `avant`: the place in
    the story after it, unless it is under way."""
    room = await seated(request, table, seat)
    words = words_for(game_of(room.state), request)
    view = room.view(seat, words, past_of(request).before)
    items = (item.run for item in view.story.items if isinstance(item.run, RunView))
    known = next((each for each in (*view.runs, *items) if each.id == run), None)
    if known is None:
        raise NotFoundException()
    page = request.app.state.renderer.page(
        "table/told.html",
        words,
        table=view.table.name,
        run=full_card(known, view, words),
        address=request.url.path,
    )
    return Response(put_in_place(page, room, seat), media_type="text/html")


ROUTES = [page, act, told]
