"""The pages of one sheet: to read, to print, as a PDF, and blank ones; its portrait,
and the reset of what no longer fits.

This module may import the room, the readings of sheets, the PDF and portraits. It must not know the form of a
sheet.
"""

from __future__ import annotations

from asyncio import to_thread
from base64 import b64decode
from typing import Any

from litestar import Response, get, post
from litestar.datastructures import UploadFile
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect

from tablee.faces.api.problems import status_of
from tablee.faces.web.page_input import Asking
from tablee.faces.web.table.refusal_notices import refused_at_table
from tablee.faces.web.table.seat_links import Visit, visiting
from tablee.faces.web.table.sheet_pdf import blank_pdf, sheet_pdf
from tablee.faces.web.table.sheet_reading import SheetReading, reading_of
from tablee.rules.refusal import Refusal
from tablee.rules.schema import tag_of
from tablee.rules.sheet import sheet_kinds_for
from tablee.table.acts.put_portrait import PutPortrait
from tablee.table.acts.reset_fields import ResetFields
from tablee.table.export.exporting import file_stem
from tablee.table.portraits import portrait_of
from tablee.table.replay import game_of
from tablee.table.views.view_types import CharacterView


@get("/t/{table:str}/{seat:str}/fiche/{who:str}")
async def read(
    request: Asking, table: FromPath[str], seat: FromPath[str], who: FromPath[str]
) -> Response[str]:
    """Return the page of a sheet that the seat may see."""
    return _page(await visiting(request, table, seat), who)


def _page(visit: Visit, who: str, refusal: Refusal | None = None) -> Response[str]:
    one = _character(visit, who)
    return visit.page(
        "table/sheet_read.html",
        status_of(refusal, 422) if refusal else 200,
        one=reading_of(one, visit.words),
        creation=one.creation,
        name=visit.room.state.name,
        complaint=refused_at_table(visit.words, refusal) if refusal else "",
    )


def _reading(visit: Visit, who: str) -> SheetReading:
    """Return the reading of a sheet that the seat may see."""
    return reading_of(_character(visit, who), visit.words)


def _character(visit: Visit, who: str) -> CharacterView:
    """Return a character with its sheet. Raise 404 for any whose sheet the seat may not see, as for
    an unknown one."""
    for one in visit.room.view(visit.seat, visit.words).characters:
        if one.id == who and one.sheet is not None:
            return one
    raise NotFoundException()


@get("/t/{table:str}/{seat:str}/fiche/{who:str}/pdf")
async def printed(
    request: Asking, table: FromPath[str], seat: FromPath[str], who: FromPath[str]
) -> Response[bytes]:
    """Return the PDF of a sheet that the seat may see."""
    visit = await visiting(request, table, seat, "files")
    one, portrait = _reading(visit, who), visit.room.state.portraits.get(who, "")
    return _pdf(one.name, await to_thread(sheet_pdf, one, visit.words, b64decode(portrait)))


# ── portraits ──────────────────────────────────────────────────────────────────────────────────
@post("/t/{table:str}/{seat:str}/fiche/{who:str}/portrait")
async def portray(
    request: Asking, table: FromPath[str], seat: FromPath[str], who: FromPath[str]
) -> Response[Any]:
    """Give a character the posted picture as its portrait, or take the portrait away."""
    visit = await visiting(request, table, seat, "files")
    _reading(visit, who)
    form = await request.form()
    sent = form.get("picture")
    try:
        data = await sent.read() if isinstance(sent, UploadFile) else b""
        picture = "" if "remove" in form else await to_thread(portrait_of, data)
        await visit.room.act(seat, PutPortrait(character=who, picture=picture))
    except Refusal as refusal:
        return _page(visit, who, refusal)
    return Redirect(f"{visit.here}/fiche/{who}", status_code=303)


# ── what no longer fits ────────────────────────────────────────────────────────────────────────
@post("/t/{table:str}/{seat:str}/fiche/{who:str}/depart")
async def reset(
    request: Asking, table: FromPath[str], seat: FromPath[str], who: FromPath[str]
) -> Response[Any]:
    """Put the posted field of a sheet, or all that no longer fit, back to the starting values. A new
    field may follow after a space: the value goes to that one."""
    visit = await visiting(request, table, seat)
    _reading(visit, who)
    form = await request.form()
    field, _, onto = str(form.get("field", "")).partition(" ")
    try:
        await visit.room.act(seat, ResetFields(character=who, field=field, onto=onto))
    except Refusal as refusal:
        return _page(visit, who, refusal)
    return Redirect(f"{visit.here}/fiche/{who}", status_code=303)


@get("/t/{table:str}/{seat:str}/portrait/{who:str}/{digest:str}")
async def portrait(
    request: Asking,
    table: FromPath[str],
    seat: FromPath[str],
    who: FromPath[str],
    digest: FromPath[str],
) -> Response[bytes]:
    """Return the portrait of a character that the seat knows."""
    visit = await visiting(request, table, seat)
    known = {one.id: one.portrait for one in visit.room.view(seat, visit.words).characters}
    if not digest or known.get(who) != digest:
        raise NotFoundException()
    headers = {"cache-control": "private, max-age=31536000, immutable"}
    found = b64decode(visit.room.state.portraits[who])
    return Response(found, media_type="image/jpeg", headers=headers)


# ── blank sheets ───────────────────────────────────────────────────────────────────────────────
@get("/t/{table:str}/{seat:str}/vierge/{kind:str}")
async def blank(
    request: Asking, table: FromPath[str], seat: FromPath[str], kind: FromPath[str]
) -> Response[bytes]:
    """Return the PDF of a blank sheet of a kind that the seat may make."""
    visit = await visiting(request, table, seat, "files")
    known = {tag_of(k): k for k in sheet_kinds_for(game_of(visit.room.state), visit.leads)}
    if kind not in known:
        raise NotFoundException()
    return _pdf(kind, await to_thread(blank_pdf, known[kind], visit.words))


def _pdf(name: str, made: bytes) -> Response[bytes]:
    headers = {"content-disposition": f'inline; filename="{file_stem(name)}.pdf"'}
    return Response(made, media_type="application/pdf", headers=headers)


ROUTES = [read, printed, blank, portray, reset, portrait]
