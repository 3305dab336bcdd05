"""The pages of one sheet: to read, to print, as a PDF, and blank ones.

This module may import the room, the readings of sheets and the PDF. It must not know the form of a
sheet.
"""

from __future__ import annotations

from asyncio import to_thread

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from tablee.faces.web.page_input import Asking
from tablee.faces.web.table.seat_links import Visit, visiting
from tablee.faces.web.table.sheet_pdf import blank_pdf, sheet_pdf
from tablee.faces.web.table.sheet_reading import SheetReading, reading_of
from tablee.rules.schema import tag_of
from tablee.rules.sheet import sheet_kinds_for
from tablee.table.replay import game_of


@get("/t/{table:str}/{seat:str}/fiche/{who:str}")
async def read(
    request: Asking, table: FromPath[str], seat: FromPath[str], who: FromPath[str]
) -> Response[str]:
    """Return the page of a sheet that the seat may see."""
    visit = await visiting(request, table, seat)
    one, name = _reading(visit, who), visit.room.state.name
    return visit.page("table/sheet_read.html", one=one, name=name)


@get("/t/{table:str}/{seat:str}/fiche/{who:str}/pdf")
async def printed(
    request: Asking, table: FromPath[str], seat: FromPath[str], who: FromPath[str]
) -> Response[bytes]:
    """Return the PDF of a sheet that the seat may see."""
    visit = await visiting(request, table, seat, "files")
    one = _reading(visit, who)
    return _pdf(who, await to_thread(sheet_pdf, one, visit.words))


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
    headers = {
        "content-disposition": f'inline; filename="tablee-{name}.pdf"',
        "cache-control": "private, no-store",
    }
    return Response(made, media_type="application/pdf", headers=headers)


def _reading(visit: Visit, who: str) -> SheetReading:
    """Return the reading of a sheet. Raise 404 for any that the seat may not see, as for an unknown
    one."""
    view = visit.room.view(visit.seat, visit.words)
    for one in view.characters:
        if one.id == who and one.sheet is not None:
            return reading_of(one, visit.words)
    raise NotFoundException()


ROUTES = [read, printed, blank]
