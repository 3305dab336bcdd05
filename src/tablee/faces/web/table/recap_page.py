"""The page of an evening's recap, and the same as a file in Markdown.

This module may import the recap and its text. It must not know what a seat may see.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from litestar import Response, get
from litestar.params import FromPath

from tablee.faces.web.page_input import Asking, one, pairs_of
from tablee.faces.web.table.dice_page import mean_rows
from tablee.faces.web.table.page_models import moment
from tablee.faces.web.table.recap_text import markdown, sections
from tablee.faces.web.table.seat_links import Visit, visiting
from tablee.table.export.exporting import file_stem
from tablee.table.replay import game_of
from tablee.table.views.recap_view import recap_view


@get("/t/{table:str}/{seat:str}/recit")
async def recap(request: Asking, table: FromPath[str], seat: FromPath[str]) -> Response[str]:
    """Return the recap of an evening, to read, print and copy."""
    visit = await visiting(request, table, seat, "files")
    return visit.page("table/recap.html", **_recap(visit))


@get("/t/{table:str}/{seat:str}/recit.md")
async def file(request: Asking, table: FromPath[str], seat: FromPath[str]) -> Response[str]:
    """Return the recap of an evening as a file in Markdown."""
    visit = await visiting(request, table, seat, "files")
    found = _recap(visit)
    headers = {"content-disposition": f'attachment; filename="{found["file"]}"'}
    return Response(found["text"], media_type="text/markdown; charset=utf-8", headers=headers)


def _recap(visit: Visit) -> dict[str, Any]:
    """Return a recap with its text, and the queries of the pages beside it."""
    pairs, state, words = pairs_of(visit.request), visit.room.state, visit.words
    evening, secrets = one(pairs, "soiree"), one(pairs, "secrets") == "1"
    known = evening.isascii() and evening.isdigit() and len(evening) < 10
    place = int(evening) if known else None
    view = recap_view(state, visit.seat, visit.room.replays, words, place, secrets)
    game = game_of(state).title
    began = moment(words, view.began) if view.evenings else None
    about = f"{game} · {began.text}" if began else game
    found, dice = sections(view.scenes, words), mean_rows(view.dice, visit.room, words)

    def query(number: int, secret: bool) -> str:
        return urlencode({"soiree": number} | ({"secrets": "1"} if secret else {}))

    return {
        "name": state.name,
        "about": game,
        "began": began,
        "sections": found,
        "dice": dice,
        "text": markdown(state.name, about, found, dice, words),
        "secrets": secrets,
        "leads": visit.leads,
        "number": view.number,
        "file": f"{file_stem(state.name, str(view.number))}.md",
        "here_query": query(view.number, secrets),
        "other_query": query(view.number, not secrets),
        "before": query(view.number - 1, secrets) if view.number > 1 else "",
        "after": query(view.number + 1, secrets) if view.number < view.evenings else "",
    }


ROUTES = [recap, file]
