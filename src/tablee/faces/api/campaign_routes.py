"""Routes of the host: the campaigns of the server (see `authentication.require_host`).

A handler declares its operation, from which litestar generates the OpenAPI document. The module may
import the table. It must not know a game or a page.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec
from litestar import Response, Router, delete, get, post
from litestar.exceptions import NotFoundException
from msgspec import Meta

from tablee.faces.api.answer_types import CampaignFile
from tablee.faces.api.authentication import limit_rate, require_host
from tablee.faces.api.credential_routes import NewCredential, give_to
from tablee.faces.api.operations import (
    HOST_TOKEN,
    Table,
    body,
    refusals,
)
from tablee.faces.api.request_input import asked_language, body_of, check_form, record_of
from tablee.faces.api.request_language import ApiRequest, lang_of
from tablee.faces.import_words import unchecked_sentences
from tablee.rules.texts.words import Words
from tablee.table.export.export_file import LARGEST
from tablee.table.export.importing import import_file
from tablee.table.hosting import NewCampaign, create
from tablee.table.room import Room
from tablee.table.rooms import Rooms
from tablee.table.store.chain import Unreadable


class Campaign(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A campaign in the list of the host."""

    table: str
    name: str
    game: str
    seats: Annotated[int, Meta(description="combien de personnes ont un siège")]
    opened: Annotated[int, Meta(description="quand elle a commencé, en millisecondes depuis 1970")]
    came: Annotated[
        int,
        Meta(description="depuis quand elle est sur ce serveur, en millisecondes depuis 1970"),
    ]
    last: Annotated[
        int, Meta(description="de quand date la fin de son récit, en millisecondes depuis 1970")
    ]
    archived: bool
    demo: Annotated[bool, Meta(description="une campagne pour essayer")]
    fault: Annotated[
        str,
        Meta(
            description="pourquoi elle ne s’ouvre pas ; rien d’autre n’en est su alors, que `table`"
        ),
    ] = ""


class Campaigns(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    campaigns: list[Campaign]


class OpenedCampaign(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new campaign."""

    table: str
    name: str
    seats: Annotated[list[NewCredential], Meta(description="un lien par siège, qui mène d’abord")]
    unchecked: Annotated[
        Sequence[str], Meta(description="ce qu’un import n’a pas pu vérifier, en phrases")
    ] = ()


class LeaderCredentialRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a link or token of the leader of a campaign."""

    kind: Annotated[
        Literal["link", "token"],
        Meta(description="un lien pour un navigateur, ou un jeton pour un programme"),
    ]


@get("/campaigns", summary="Les campagnes de ce serveur")
async def campaigns(request: ApiRequest) -> Response[Campaigns]:
    require_host(request)
    asked_language(request)
    return Response(
        Campaigns(await known_campaigns(request.app.state.rooms, Words(None, lang_of(request))))
    )


@post(
    "/campaigns",
    summary="Ouvrir une campagne ; un lien par siège",
    operation_class=body(NewCampaign),
)
async def open_campaign(request: ApiRequest) -> Response[OpenedCampaign]:
    """Open a campaign, with a link for each seat."""
    _require_host(request)
    rooms: Rooms = request.app.state.rooms
    table, _ = await create(rooms.store, record_of(await body_of(request), NewCampaign))
    return await _opened(request, table)


@post(
    "/campaigns/{table:str}/credentials",
    summary="Un nouveau lien ou jeton pour qui mène une campagne",
    operation_class=body(LeaderCredentialRequest),
    responses=refusals(404),
)
async def lead(request: ApiRequest, table: Table) -> Response[NewCredential]:
    """Make a link or token for the leader of a campaign."""
    _require_host(request)
    wanted: LeaderCredentialRequest = record_of(await body_of(request), LeaderCredentialRequest)
    room = await _room(request.app.state.rooms, table)
    return Response(await give_to(request, room, room.state.leader, wanted.kind), status_code=201)


@post(
    "/campaigns/import",
    request_max_body_size=LARGEST,
    summary="Reprendre une campagne d’un fichier exporté ; un lien par siège",
    operation_class=body(CampaignFile),
)
async def import_campaign(request: ApiRequest) -> Response[OpenedCampaign]:
    """Open a campaign from an exported file, with a link for each seat."""
    _require_host(request)
    check_form(request)
    rooms: Rooms = request.app.state.rooms
    table, unchecked = await import_file(rooms.store, await request.body())
    notes = unchecked_sentences(Words(None, lang_of(request)), unchecked)
    return await _opened(request, table, notes)


@delete(
    "/campaigns/{table:str}",
    summary="Effacer pour de bon une campagne archivée",
    responses=refusals(404, 409),
)
async def delete_campaign(request: ApiRequest, table: Table) -> None:
    """Delete an archived campaign, or one that cannot be read."""
    _require_host(request)
    rooms: Rooms = request.app.state.rooms
    if table not in await rooms.store.tables():
        raise NotFoundException()
    await rooms.delete(table)


async def _opened(
    request: ApiRequest, table: str, unchecked: Sequence[str] = ()
) -> Response[OpenedCampaign]:
    room = await _room(request.app.state.rooms, table)
    links = [await give_to(request, room, seat.id, "link") for seat in room.state.present]
    return Response(OpenedCampaign(table, room.state.name, links, unchecked), status_code=201)


async def known_campaigns(rooms: Rooms, words: Words) -> list[Campaign]:
    """Return the campaigns of the server, the newest first. `words`: for why one cannot be read."""
    found = []
    for table in await rooms.store.tables():
        given = await rooms.store.credentials(table)
        first = min((each.created * 1000 for each in given), default=0)
        try:
            room = await rooms.room(table)
        except Unreadable as why:
            found.append(_unreadable(table, first, words.phrase(why.allowed, **why.numbers)))
            continue
        if room is not None:
            found.append(_listed(room, first))
    return sorted(found, key=lambda each: -each.opened)


def _listed(room: Room, first: int) -> Campaign:
    """Return a campaign of the list. `first`: when this server gave its first link, in milliseconds
    since 1970; 0 if it never did."""
    state = room.state
    return Campaign(
        table=state.id,
        name=state.name,
        game=state.game,
        seats=len(state.present),
        opened=state.opened,
        came=first or state.opened,
        last=state.story[-1].at if state.story else state.opened,
        archived=state.archived,
        demo=state.demo,
    )


def _unreadable(table: str, first: int, why: str) -> Campaign:
    return Campaign(table, table, "", 0, first, first, first, archived=False, demo=False, fault=why)


def _require_host(request: ApiRequest) -> None:
    require_host(request)
    limit_rate(request, "campaigns", "host")
    asked_language(request)


async def _room(rooms: Rooms, table: str) -> Room:
    room = await rooms.room(table)
    if room is None:
        raise NotFoundException()
    return room


CAMPAIGNS = Router(
    "/",
    route_handlers=[campaigns, open_campaign, import_campaign, lead, delete_campaign],
    security=HOST_TOKEN,
)
