"""The campaigns of the server over HTTP, for whoever runs it (see `admitting.hosting`)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, Response, Router, get, post
from litestar.exceptions import NotFoundException
from msgspec import Meta

from tablee.faces.api.answer_types import CampaignFile
from tablee.faces.api.authentication import hosting, paced
from tablee.faces.api.credential_routes import Given, given_to
from tablee.faces.api.operations import (
    HOST_TOKEN,
    Table,
    body,
    refusals,
)
from tablee.faces.api.request_input import asked_language, body_of, check_form, record_of
from tablee.table.export.export_file import LARGEST
from tablee.table.export.importing import brought
from tablee.table.hosting import NewCampaign, create
from tablee.table.room import Room
from tablee.table.rooms import Rooms

Asking = Request[Any, Any, Any]


class Campaign(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A campaign, as whoever runs the server sees it."""

    table: str
    name: str
    game: str
    seats: Annotated[int, Meta(description="combien de personnes ont une place")]
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


class Campaigns(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    campaigns: list[Campaign]


class Made(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new campaign."""

    table: str
    name: str
    seats: Annotated[list[Given], Meta(description="un lien par place, qui mène d’abord")]


class WantedByHost(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A link or token of who leads a campaign."""

    kind: Annotated[
        Literal["link", "token"],
        Meta(description="un lien pour un navigateur, ou un jeton pour un programme"),
    ]


@get("/campaigns", summary="Les campagnes de ce serveur")
async def campaigns(request: Asking) -> Response[Campaigns]:
    hosting(request)
    asked_language(request)
    return Response(Campaigns(await known_campaigns(request.app.state.rooms)))


@post(
    "/campaigns",
    summary="Ouvrir une campagne ; un lien par place",
    operation_class=body(NewCampaign),
)
async def open_campaign(request: Asking) -> Response[Made]:
    """A new campaign, with a link for each seat."""
    _host(request)
    rooms: Rooms = request.app.state.rooms
    table, _ = await create(rooms.store, record_of(await body_of(request), NewCampaign))
    return await _made(request, table)


@post(
    "/campaigns/{table:str}/credentials",
    summary="Un nouveau lien ou jeton pour qui mène une campagne",
    operation_class=body(WantedByHost),
    responses=refusals(404),
)
async def lead(request: Asking, table: Table) -> Response[Given]:
    """A link or token for who leads a campaign."""
    _host(request)
    wanted: WantedByHost = record_of(await body_of(request), WantedByHost)
    room = await _room(request.app.state.rooms, table)
    return Response(await given_to(request, room, room.state.leader, wanted.kind), status_code=201)


@post(
    "/campaigns/import",
    request_max_body_size=LARGEST,
    summary="Reprendre une campagne d’un fichier exporté ; un lien par place",
    operation_class=body(CampaignFile),
)
async def import_campaign(request: Asking) -> Response[Made]:
    """A campaign from an exported file, with a link for each seat."""
    _host(request)
    check_form(request)
    rooms: Rooms = request.app.state.rooms
    table = await brought(rooms.store, await request.body())
    return await _made(request, table)


async def _made(request: Asking, table: str) -> Response[Made]:
    room = await _room(request.app.state.rooms, table)
    links = [await given_to(request, room, seat.id, "link") for seat in room.state.present]
    return Response(Made(table, room.state.name, links), status_code=201)


async def known_campaigns(rooms: Rooms) -> list[Campaign]:
    """The campaigns that there are, the newest first."""
    found = []
    for table in await rooms.store.tables():
        room = await rooms.room(table)
        if room is not None:
            given = await rooms.store.credentials(table)
            found.append(_told(room, min((each.created * 1000 for each in given), default=0)))
    return sorted(found, key=lambda each: -each.opened)


def _told(room: Room, first: int) -> Campaign:
    """`first`: when somebody was given a link to it for the first time, here as nowhere else; 0:
    never."""
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


def _host(request: Asking) -> None:
    hosting(request)
    paced(request, "campaigns", "host")
    asked_language(request)


async def _room(rooms: Rooms, table: str) -> Room:
    room = await rooms.room(table)
    if room is None:
        raise NotFoundException()
    return room


CAMPAIGNS = Router(
    "/", route_handlers=[campaigns, open_campaign, import_campaign, lead], security=HOST_TOKEN
)
