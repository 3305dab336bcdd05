"""The pages of handouts: a list with the leader's form, one to read, its picture.

This module may import the room, the acts of handouts and pictures. It must not know who may read a
handout.
"""

from __future__ import annotations

from asyncio import to_thread
from base64 import b64decode
from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.datastructures import UploadFile
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect

from tablee.faces.api.problems import status_of
from tablee.faces.web.page_input import Asking
from tablee.faces.web.table.refusal_notices import refused_at_table
from tablee.faces.web.table.seat_links import Visit, visiting
from tablee.rules.refusal import Refusal, refuse
from tablee.table.acts.hand_out import LONGEST_TEXT, LONGEST_TITLE, HandOut
from tablee.table.acts.take_back_handout import TakeBackHandout
from tablee.table.pictures import picture_of
from tablee.table.views.whole_view_types import HandoutView

_LABELS = {"text": "handout_text"}
"""Field of the act -> the name of its label, where that of notes would be shown."""


@get("/t/{table:str}/{seat:str}/documents")
async def handouts(request: Asking, table: FromPath[str], seat: FromPath[str]) -> Response[str]:
    """Return the handouts that the seat may read; to the leader, with the form of a new one."""
    return _page(await visiting(request, table, seat))


@post("/t/{table:str}/{seat:str}/documents")
async def change(request: Asking, table: FromPath[str], seat: FromPath[str]) -> Response[Any]:
    """Give a handout and return to the table, or take one back."""
    visit = await visiting(request, table, seat, "files")
    form = await request.form()
    typed = {name: str(form.get(name, "")) for name in ("do", "title", "text", "handout")}
    to = tuple(map(str, form.getall("to", [])))
    try:
        if typed["do"] == "take_back_handout":
            await visit.room.act(seat, TakeBackHandout(handout=typed["handout"]))
            return Redirect(f"{visit.here}/documents", status_code=303)
        sent = form.get("picture")
        data = await sent.read() if isinstance(sent, UploadFile) else b""
        picture = await to_thread(picture_of, data) if data and visit.leads else ""
        await visit.room.act(seat, _given(typed, picture, to))
    except Refusal as refusal:
        return _page(visit, refusal, typed, to)
    return Redirect(visit.here, status_code=303)


def _given(typed: dict[str, str], picture: str, to: tuple[str, ...]) -> HandOut:
    """Return the act of the form. Raise `Refusal` for a title that nobody could read, or a text that
    is too long."""
    title, text = typed["title"].strip(), typed["text"]
    if len(text) > LONGEST_TEXT:
        too_long = "ce texte a {n} signes, c’est trop. Sont permis {most} signes au plus."
        allowed = "{most} signes au plus"
        raise refuse("text", text, allowed, sentence=too_long, n=len(text), most=LONGEST_TEXT)
    given = {"title": title, "text": text, "picture": picture, "to": to}
    try:
        return msgspec.convert({"type": "hand_out", **given}, HandOut)
    except msgspec.ValidationError:
        allowed = "un titre de 1 à {most} signes, que l’on puisse lire"
        raise refuse("title", title, allowed, most=LONGEST_TITLE) from None


def _page(
    visit: Visit,
    refusal: Refusal | None = None,
    typed: dict[str, str] | None = None,
    chosen: tuple[str, ...] = (),
) -> Response[str]:
    view = visit.room.view(visit.seat, visit.words)
    return visit.page(
        "table/handout_list.html",
        status_of(refusal, 422) if refusal else 200,
        name=view.table.name,
        leads=visit.leads,
        archived=view.table.archived,
        handouts=view.handouts,
        players=[each for each in view.seats if not each.leads],
        typed=typed or {},
        chosen=chosen,
        complaint=refused_at_table(visit.words, refusal.moved(_LABELS)) if refusal else "",
    )


@get("/t/{table:str}/{seat:str}/documents/{which:str}")
async def handout(
    request: Asking, table: FromPath[str], seat: FromPath[str], which: FromPath[str]
) -> Response[str]:
    """Return the page of a handout that the seat may read."""
    visit = await visiting(request, table, seat)
    one = _found(visit, which)
    return visit.page("table/handout_read.html", one=one, name=visit.room.state.name)


@get("/t/{table:str}/{seat:str}/documents/{which:str}/{digest:str}")
async def picture(
    request: Asking,
    table: FromPath[str],
    seat: FromPath[str],
    which: FromPath[str],
    digest: FromPath[str],
) -> Response[bytes]:
    """Return the picture of a handout that the seat may read."""
    visit = await visiting(request, table, seat)
    if not digest or _found(visit, which).picture != digest:
        raise NotFoundException()
    found = b64decode(visit.room.state.handouts[which].picture)
    return Response(found, media_type="image/jpeg")


def _found(visit: Visit, which: str) -> HandoutView:
    """Return a handout. Raise 404 for any that the seat may not read, as for an unknown one."""
    for one in visit.room.view(visit.seat, visit.words).handouts:
        if one.id == which:
            return one
    raise NotFoundException()


ROUTES = [handouts, change, handout, picture]
