"""Pages for the export and import of a campaign, and for checking its throws.

This module may import the exports and the host's page. It must not know the format of a file.
"""

from __future__ import annotations

from typing import Any

from litestar import Response, get, post
from litestar.datastructures import State, UploadFile
from litestar.params import FromPath

from tablee.faces.api.authentication import limit_rate
from tablee.faces.import_words import unchecked_sentences
from tablee.faces.web.page_input import Asking
from tablee.faces.web.rendering import words_for
from tablee.faces.web.table.host_pages import check_host, host_page, with_links
from tablee.faces.web.table.seat_links import visiting
from tablee.faces.web.verify_page import verify_page
from tablee.rules.refusal import Refusal, refuse
from tablee.rules.texts.words import Words
from tablee.table.export.export_file import FIELD, FORMATS, LARGEST, too_large
from tablee.table.export.exporting import download
from tablee.table.export.importing import import_file
from tablee.table.rooms import Rooms

AROUND = 1024 * 1024
"""Maximum number of bytes of a form without its file."""


@get("/t/{table:str}/{seat:str}/fichier")
async def file(request: Asking, table: FromPath[str], seat: FromPath[str]) -> Response[bytes]:
    """Return the whole campaign to the leader, to others the throws that they may check."""
    visit = await visiting(request, table, seat, "files")
    data, headers = await download(
        visit.room.store, visit.room.state, None if visit.leads else seat
    )
    return Response(data, media_type="application/json", headers=headers)


@get("/t/{table:str}/{seat:str}/lancers")
async def throws(
    request: Asking, state: State, table: FromPath[str], seat: FromPath[str]
) -> Response[str]:
    """Return the page on which the seat's browser checks the throws that it may check."""
    visit = await visiting(request, table, seat, "files")
    data, _ = await download(visit.room.store, visit.room.state, seat)
    words, here = words_for(None, request), visit.here
    page = verify_page(state.renderer, words, f"{here}/lancers", data, back=here)
    return Response(page, media_type="text/html")


@post("/campagnes/importer", request_max_body_size=LARGEST + AROUND)
async def import_campaign(request: Asking, state: State) -> Response[Any]:
    """Import a campaign from a file; return a link for each seat, shown once."""
    await check_host(request)
    limit_rate(request, "campaigns", "host")
    words = words_for(None, request)
    rooms: Rooms = state.rooms
    try:
        data = await _given(request)
        table, unchecked = await import_file(rooms.store, data)
    except Refusal as refusal:
        return await host_page(request, {}, wrong_file=_describe_refusal(words, refusal))
    room = await rooms.room(table)
    assert room is not None
    notes = unchecked_sentences(words, unchecked)
    return await with_links(request, room, [seat.id for seat in room.state.present], notes)


async def _given(request: Asking) -> bytes:
    """Return the file of the form. Raise `Refusal` if it is missing or too large."""
    posted = await request.form()
    given = posted.get(FIELD)
    if not isinstance(given, UploadFile) or not given.filename:
        raise refuse(FIELD, None, "un fichier écrit par « tablee export »")
    data = await given.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise too_large()
    return data


def _describe_refusal(words: Words, refusal: Refusal) -> str:
    """Return the message of an import that failed, for a person who has a file in hand."""
    why = words.refusal(refusal)
    if refusal.field == FIELD and refusal.kind == "param":
        why = words.text(
            "Le fichier n’est pas une campagne écrite par Tablée, ou il est abîmé : c’est celui que donne "
            "« Emporter la campagne en un fichier »."
        )
    elif refusal.field == "format" and refusal.got in FORMATS:
        why = words.text(
            "Ce fichier ne sert qu’à vérifier les lancers d’un joueur : la campagne entière est dans celui "
            "de la personne qui mène."
        )
    return words.phrase("Cette campagne n’est pas importée. {why:=}", why=why)


ROUTES = [file, throws, import_campaign]
