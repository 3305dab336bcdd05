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

from tablee.faces.api.problems import status_of
from tablee.faces.prefer_header import MINIMAL, wants_no_body
from tablee.faces.web.form.form_values import Pairs
from tablee.faces.web.form.rows import ADD, REMOVE
from tablee.faces.web.page_context import NOTHING, Slip
from tablee.faces.web.page_input import Asking, one, pairs_of, posted_pairs
from tablee.faces.web.rendering import Renderer
from tablee.faces.web.table.act_forms import acts_of
from tablee.faces.web.table.desk_tools import desk_tools
from tablee.faces.web.table.page_models import past_of, shown
from tablee.faces.web.table.refusal_notices import refused_at_table
from tablee.faces.web.table.request_form import RequestForm, build_request_form
from tablee.faces.web.table.run_cards import full_card
from tablee.faces.web.table.seat_links import Visit, visiting
from tablee.rules.refusal import Refusal
from tablee.table.acts.act import Act
from tablee.table.acts.repeat_run import Repeat
from tablee.table.acts.request_run import RequestRun
from tablee.table.replay import game_of
from tablee.table.views.view_types import RunView

LONGEST_KEY = 64
ACTED = "tablee-acted"
"""Response header: the number of the seat's acts with an idempotency key, this one included."""
ANYWHERE = "page"
"""Place of a refusal whose form is no longer on the page."""
FORM_PLACE = "#request-card"
_FORM = re.compile(r"[a-z0-9-]{1,80}")


def table_page(
    visit: Visit,
    request_form: RequestForm | None,
    slip: Slip = NOTHING,
    status_code: int = 200,
    headers: dict[str, str] | None = None,
) -> Response[str]:
    """Return the whole page. `slip`: the refusal of a form."""
    request, past = visit.request, past_of(visit.request)
    renderer: Renderer = request.app.state.renderer
    seen = shown(renderer, visit.room, visit.seat, visit.words, past, slip)
    return visit.page(
        "table/page.html",
        status_code,
        headers,
        slip=slip,
        view=seen.view,
        asked=seen.asked,
        slots=seen.slots,
        now=seen.cards.all.values(),
        seats=seen.seats.all.values(),
        lines=seen.lines.all,
        past=past.query,
        acted=visit.room.acted(visit.seat),
        request_form=request_form,
        desk=desk_tools(visit.room, visit.words) if "scene-tool" in seen.slots else None,
        tray=game_of(visit.room.state).dice,
        refused=slip is not NOTHING,
        writing=slip is not NOTHING or "ecrire" in pairs_of(request),
    )


@get("/t/{table:str}/{seat:str}")
async def page(request: Asking, table: FromPath[str], seat: FromPath[str]) -> Response[str]:
    visit = await visiting(request, table, seat)
    headers = {ACTED: str(visit.room.acted(seat))}
    found = table_page(visit, _request_form(visit, pairs_of(request)), headers=headers)
    visit.room.glanced(seat)
    return found


def _request_form(visit: Visit, pairs: Pairs, refusal: Refusal | None = None) -> RequestForm | None:
    """Return the request form, for the leader only."""
    if not visit.leads:
        return None
    return build_request_form(visit.room.expected_state, visit.words, pairs, refusal)


@post("/t/{table:str}/{seat:str}")
async def act(request: Asking, table: FromPath[str], seat: FromPath[str]) -> Response[Any]:
    """Carry out a form. After a refusal the page gives the reason and keeps the typed values."""
    visit = await visiting(request, table, seat, "acts")
    pairs = await posted_pairs(request)
    if visit.leads and (ADD in pairs or REMOVE in pairs):
        headers = _replacing_headers(request, FORM_PLACE, "outerMorph")
        return table_page(visit, _request_form(visit, pairs), headers=headers)
    try:
        acts = await _carry_out(visit, pairs)
    except Refusal as refusal:
        return _refused(visit, pairs, refusal)
    if wants_no_body(request.headers.get("prefer")):
        return _short_response(visit, acts)
    return Redirect(visit.here, status_code=303)


async def _carry_out(visit: Visit, pairs: Pairs) -> Sequence[Act]:
    """Carry out a form and return its acts: the first one, then the same act for other runs where
    possible; none if the form was carried out before. Raise `Refusal`; nothing has changed then."""
    room, seat = visit.room, visit.seat
    key, sent = one(pairs, "key")[:LONGEST_KEY], repr(sorted(pairs.items())).encode()
    try:
        acts = acts_of(room.state, lambda: room.view(seat, visit.words), game_of(room.state), pairs)
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


def _short_response(visit: Visit, done: Sequence[Act]) -> Response[str]:
    """Return the response for a page with a stream: the number of the seat's acts, by which the
    page knows when the stream has brought this one. After a request it holds a new request form,
    which no stream sends."""
    headers = {"preference-applied": MINIMAL, ACTED: str(visit.room.acted(visit.seat))}
    asked = any(isinstance(each, RequestRun | Repeat) for each in done)
    if not (asked and visit.leads):
        return Response("", status_code=204, headers=headers)
    form = _request_form(visit, {})
    return visit.page("table/new_request_form.html", headers=headers, request_form=form)


def _refused(visit: Visit, pairs: Pairs, refusal: Refusal) -> Response[str]:
    """Return the page with the refusal in its form; to a script only the place of the refusal."""
    typed = pairs if one(pairs, "do") == "request" else {}
    request_form = _request_form(visit, typed, refusal if typed else None)
    form, message = one(pairs, "slot"), refused_at_table(visit.words, refusal)
    slip = Slip(form if _FORM.fullmatch(form) else ANYWHERE, message, pairs)
    status = status_of(refusal, 422)
    found = table_page(visit, request_form, slip, status)
    if f'id="no-{slip.form}"' not in found.content:
        slip = Slip(ANYWHERE, slip.text, pairs)
        found = table_page(visit, request_form, slip, status)
    if typed and request_form is not None:
        headers = _replacing_headers(visit.request, FORM_PLACE, "outerMorph")
    else:
        headers = _replacing_headers(visit.request, f"#no-{slip.form}", "outerHTML")
    found.headers.update(headers)
    return found


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
    visit = await visiting(request, table, seat)
    view = visit.room.view(seat, visit.words, past_of(request).before)
    items = (item.run for item in view.story.items if isinstance(item.run, RunView))
    known = next((each for each in (*view.runs, *items) if each.id == run), None)
    if known is None:
        raise NotFoundException()
    card = full_card(known, view, visit.words)
    return visit.page("table/run_page.html", table=view.table.name, run=card)


ROUTES = [page, act, run_page]
