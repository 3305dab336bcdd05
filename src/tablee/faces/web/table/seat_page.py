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
from tablee.faces.prefer_header import MINIMAL, wants_no_body
from tablee.faces.web.form.form_values import Pairs
from tablee.faces.web.form.rows import ADD, REMOVE
from tablee.faces.web.page_context import NOTHING, Slip
from tablee.faces.web.page_input import Asking, one, pairs_of, posted_pairs
from tablee.faces.web.rendering import Renderer, words_for
from tablee.faces.web.table.act_forms import acts_of
from tablee.faces.web.table.page_models import (
    past_of,
    put_in_place,
    shown,
)
from tablee.faces.web.table.refusal_notices import refused_at_table
from tablee.faces.web.table.request_form import RequestForm, build_request_form
from tablee.faces.web.table.run_cards import full_card
from tablee.faces.web.table.seat_links import seated
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
"""Response header: the number of the seat's acts with an idempotency key, this one included."""
ANYWHERE = "page"
"""Place of a refusal whose form is no longer on the page."""
FORM_PLACE = "#request-card"
_FORM = re.compile(r"[a-z0-9-]{1,80}")


def table_page(
    request: Asking, room: Room, seat: str, request_form: RequestForm | None, slip: Slip = NOTHING
) -> str:
    """Return the whole page. `slip`: the refusal of a form."""
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
        request_form=request_form,
        refused=slip is not NOTHING,
        writing=slip is not NOTHING or "ecrire" in pairs_of(request),
        address=request.url.path,
    )
    return put_in_place(page, room, seat)


@get("/t/{table:str}/{seat:str}")
async def page(request: Asking, table: FromPath[str], seat: FromPath[str]) -> Response[str]:
    room = await seated(request, table, seat)
    words = words_for(game_of(room.state), request)
    request_form = (
        build_request_form(room.expected_state, words, pairs_of(request))
        if seat == room.state.leader
        else None
    )
    headers = {ACTED: str(room.acted(seat))}
    text = table_page(request, room, seat, request_form)
    room.glanced(seat)
    return Response(text, media_type="text/html", headers=headers)


@post("/t/{table:str}/{seat:str}")
async def act(request: Asking, table: FromPath[str], seat: FromPath[str]) -> Response[Any]:
    """Carry out a form. After a refusal the page gives the reason and keeps the typed values."""
    room = await seated(request, table, seat)
    limit_rate(request, "acts", f"{table}/{seat}")
    game = game_of(room.state)
    words = words_for(game, request)
    pairs = await posted_pairs(request)
    if seat == room.state.leader and (ADD in pairs or REMOVE in pairs):
        request_form = build_request_form(room.expected_state, words, pairs)
        text = table_page(request, room, seat, request_form)
        return Response(
            text,
            media_type="text/html",
            headers=_replacing_headers(request, FORM_PLACE, "outerMorph"),
        )
    try:
        acts = await _carry_out(room, seat, words, pairs)
    except Refusal as refusal:
        return _refused(request, room, seat, pairs, refusal)
    if wants_no_body(request.headers.get("prefer")):
        return _short_response(request, room, seat, acts)
    return Redirect(f"/t/{table}/{seat}", status_code=303)


async def _carry_out(room: Room, seat: str, words: Words, pairs: Pairs) -> Sequence[Act]:
    """Carry out a form and return its acts: the first one, then the same act for other runs where
    possible; none if the form was carried out before. Raise `Refusal`; nothing has changed then."""
    key, sent = one(pairs, "key")[:LONGEST_KEY], repr(sorted(pairs.items())).encode()
    try:
        acts = acts_of(room.state, lambda: room.view(seat, words), game_of(room.state), pairs)
    except Refusal:
        if await room.done(seat, key, sent):
            return []
        raise
    first, *alike = acts
    await room.act(seat, first, key, sent)
    for number, each in enumerate(alike, 1):
        with suppress(Refusal):  # another seat was faster, or this run asks for more
            await room.act(seat, each, key and f"{key}.{number}", sent)
    return acts


def _short_response(request: Asking, room: Room, seat: str, done: Sequence[Act]) -> Response[str]:
    """Return the response for a page with a stream: the number of the seat's acts, by which the
    page knows when the stream has brought this one. After a request it holds a new request form,
    which no stream sends."""
    headers = {"preference-applied": MINIMAL, ACTED: str(room.acted(seat))}
    asked = any(isinstance(each, RequestRun | Repeat) for each in done)
    if not (asked and seat == room.state.leader):
        return Response("", status_code=204, headers=headers)
    words = words_for(game_of(room.state), request)
    piece = request.app.state.renderer.page(
        "table/new_request_form.html",
        words,
        request_form=build_request_form(room.expected_state, words, {}),
    )
    page = put_in_place(piece, room, seat)
    return Response(page, media_type="text/html", status_code=200, headers=headers)


def _refused(
    request: Asking, room: Room, seat: str, pairs: Pairs, refusal: Refusal
) -> Response[str]:
    """Return the page with the refusal in its form; to a script only the place of the refusal."""
    words = words_for(game_of(room.state), request)
    request_form = None
    if seat == room.state.leader:
        typed = pairs if one(pairs, "do") == "request" else {}
        request_form = build_request_form(
            room.expected_state, words, typed, refusal if typed else None
        )
    form, message = one(pairs, "slot"), refused_at_table(words, refusal)
    slip = Slip(form if _FORM.fullmatch(form) else ANYWHERE, message, pairs)
    page = table_page(request, room, seat, request_form, slip)
    if f'id="no-{slip.form}"' not in page:
        slip = Slip(ANYWHERE, slip.text, pairs)
        page = table_page(request, room, seat, request_form, slip)
    if one(pairs, "do") == "request" and request_form is not None:
        headers = _replacing_headers(request, FORM_PLACE, "outerMorph")
    else:
        headers = _replacing_headers(request, f"#no-{slip.form}", "outerHTML")
    status = status_of(refusal, 422)
    return Response(page, media_type="text/html", status_code=status, headers=headers)


def _replacing_headers(request: Asking, place: str, how: str) -> dict[str, str]:
    """Return the headers by which a script replaces only one place of the page."""
    if not request.headers.get("hx-request"):
        return {}
    return {"hx-retarget": place, "hx-reselect": place, "hx-reswap": how}


@get("/t/{table:str}/{seat:str}/jet/{run:str}")
async def run_page(
    request: Asking, table: FromPath[str], seat: FromPath[str], run: FromPath[str]
) -> Response[str]:
    """Return the page of one run with all its steps. `avant`: the place in the story after it,
    unless it is open."""
    room = await seated(request, table, seat)
    words = words_for(game_of(room.state), request)
    view = room.view(seat, words, past_of(request).before)
    items = (item.run for item in view.story.items if isinstance(item.run, RunView))
    known = next((each for each in (*view.runs, *items) if each.id == run), None)
    if known is None:
        raise NotFoundException()
    page = request.app.state.renderer.page(
        "table/run_page.html",
        words,
        table=view.table.name,
        run=full_card(known, view, words),
        address=request.url.path,
    )
    return Response(put_in_place(page, room, seat), media_type="text/html")


ROUTES = [page, act, run_page]
