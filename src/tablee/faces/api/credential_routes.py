"""Routes that give and revoke links and tokens of a seat.

The leader may do so for every seat, a player for the own seat. The module may import the table's
access rules. It must not know a page.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec
from litestar import Response, get, post
from msgspec import Meta

from tablee.faces.api.authentication import entered, links_of
from tablee.faces.api.operations import (
    Seat,
    Table,
    body,
    query,
    refusals,
)
from tablee.faces.api.request_input import body_of, record_of
from tablee.faces.api.request_language import ApiRequest
from tablee.table.access import LASTING, Door, may_give
from tablee.table.refusals import NotYours
from tablee.table.room import Room
from tablee.table.store.interface import CredentialKind

EVERY: tuple[CredentialKind, ...] = ("link", "cookie", "token")
SeatName = Annotated[
    str | None, Meta(description="le siège (sans lui : le vôtre ; celui d’un autre si vous menez)")
]


class CredentialRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a link or token."""

    kind: Annotated[
        Literal["link", "token"],
        Meta(description="un lien pour un navigateur, ou un jeton pour un programme"),
    ]
    seat: SeatName = None


class RevocationRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to revoke credentials of a seat."""

    seat: SeatName = None
    kinds: Annotated[
        Sequence[Literal["link", "cookie", "token"]],
        Meta(
            min_length=1,
            description="liens, navigateurs déjà assis (« cookie »), jetons ; par défaut tous",
        ),
    ] = EVERY
    device: Annotated[
        str | None,
        Meta(description="seulement cet appareil (son « id »), et les liens du siège qui restent"),
    ] = None


class SeatDevice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A device that holds a seat."""

    id: Annotated[str, Meta(description="pour le déconnecter par une révocation")]
    kind: Literal["browser", "program"]
    agent: Annotated[str, Meta(description="ce que le navigateur dit de lui-même")]
    since: Annotated[int, Meta(description="depuis quand, en secondes depuis 1970")]


class SeatDevices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The devices that hold a seat, the oldest first."""

    devices: Sequence[SeatDevice]


class NewCredential(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new link or token."""

    seat: str
    name: str
    kind: Literal["link", "token"]
    secret: Annotated[
        str, Meta(description="l’adresse du lien, ou le jeton : montré cette seule fois")
    ]
    seconds: Annotated[
        int | None, Meta(description="combien de secondes il vaut ; null : toujours")
    ]


class Revoked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Number of credentials that were revoked."""

    revoked: Annotated[int, Meta(ge=0, description="combien n’ouvrent plus rien")]


@post(
    "/credentials",
    summary="Un nouveau lien ou jeton : le sien, ou celui de n’importe qui si l’on mène",
    operation_class=body(CredentialRequest),
    responses=refusals(403),
)
async def give_credential(request: ApiRequest, table: Table, seat: Seat) -> Response[NewCredential]:
    room, _ = await entered(request, table, seat, "links")
    wanted: CredentialRequest = record_of(await body_of(request), CredentialRequest)
    given = await give_to(request, room, _owner(room, seat, wanted.seat), wanted.kind)
    return Response(given, status_code=201)


@post(
    "/revocations",
    status_code=200,
    summary="Révoquer liens, jetons et navigateurs d’un siège",
    operation_class=body(RevocationRequest),
    responses=refusals(403),
)
async def revoke_credentials(request: ApiRequest, table: Table, seat: Seat) -> Response[Revoked]:
    room, _ = await entered(request, table, seat, "links")
    unwanted: RevocationRequest = record_of(await body_of(request), RevocationRequest)
    door: Door = request.app.state.door
    owner = _owner(room, seat, unwanted.seat)
    if unwanted.device is not None:
        return Response(Revoked(await door.disconnect(table, owner, unwanted.device)))
    revoked = await door.revoke_seat(table, owner, unwanted.kinds)
    return Response(Revoked(revoked))


@get(
    "/devices",
    summary="Les appareils qui tiennent un siège : le sien, ou n’importe lequel si l’on mène",
    responses=refusals(403),
)
async def devices(
    request: ApiRequest,
    table: Table,
    seat: Seat,
    of: Annotated[str | None, query("le siège ; sans lui, le vôtre")] = None,
) -> Response[SeatDevices]:
    room, _ = await entered(request, table, seat)
    door: Door = request.app.state.door
    found = await door.devices(table, _owner(room, seat, of))
    shown = [
        SeatDevice(each.id, "program" if each.program else "browser", each.agent, each.created)
        for each in found
    ]
    return Response(SeatDevices(shown))


def _owner(room: Room, seat: str, wanted: str | None) -> str:
    """Return the seat of the credential. Raises `NotYours` if this seat may not choose it."""
    named = seat if wanted is None else wanted
    if not may_give(room.state, seat, named):
        raise NotYours("seat", named, "votre siège, ou un siège de la table si vous menez")
    return named


async def give_to(
    request: ApiRequest, room: Room, seat: str, kind: Literal["link", "token"]
) -> NewCredential:
    """Make a link or token of a seat."""
    door: Door = request.app.state.door
    secret = await door.give(room.state.id, seat, kind)
    if kind == "link":
        secret, *_ = await links_of(request, secret)
    return NewCredential(seat, room.state.seats[seat].name, kind, secret, LASTING.get(kind))


CREDENTIALS = [give_credential, revoke_credentials, devices]
