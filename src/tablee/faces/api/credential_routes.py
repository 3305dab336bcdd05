"""Links and tokens of a seat over HTTP: given by who leads or to oneself, and taken back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, Response, post
from msgspec import Meta

from tablee.faces.api.authentication import link_of, paced, seated
from tablee.faces.api.operations import (
    Seat,
    Table,
    body,
    refusals,
)
from tablee.faces.api.problems import Refused
from tablee.faces.api.request_input import asked_language, body_of, record_of
from tablee.table.access import LASTING, Door, may_give
from tablee.table.refusals import NotYours
from tablee.table.replay import game_of
from tablee.table.room import Room
from tablee.table.store import CredentialKind

Asking = Request[Any, Any, Any]
EVERY: tuple[CredentialKind, ...] = ("link", "cookie", "token")
Whose = Annotated[
    str | None, Meta(description="le siège (sans lui : le vôtre ; celui d’un autre si vous menez)")
]


class Wanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is asked for."""

    kind: Annotated[
        Literal["link", "token"],
        Meta(description="un lien pour un navigateur, ou un jeton pour un programme"),
    ]
    seat: Whose = None


class Unwanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be worth nothing any more."""

    seat: Whose = None
    kinds: Annotated[
        Sequence[Literal["link", "cookie", "token"]],
        Meta(
            min_length=1,
            description="liens, navigateurs déjà assis (« cookie »), jetons ; par défaut tous",
        ),
    ] = EVERY


class Given(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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
    """How many were taken back."""

    revoked: Annotated[int, Meta(ge=0, description="combien n’ouvrent plus rien")]


@post(
    "/credentials",
    summary="Un nouveau lien ou jeton : le sien, ou celui de n’importe qui si l’on mène",
    operation_class=body(Wanted),
    responses=refusals(403),
)
async def give_credential(request: Asking, table: Table, seat: Seat) -> Response[Given]:
    room = await _asking(request, table, seat)
    wanted: Wanted = record_of(await body_of(request), Wanted)
    given = await given_to(request, room, _whose(room, seat, wanted.seat), wanted.kind)
    return Response(given, status_code=201)


@post(
    "/revocations",
    status_code=200,
    summary="Révoquer liens, jetons et navigateurs d’un siège",
    operation_class=body(Unwanted),
    responses=refusals(403),
)
async def revoke_credentials(request: Asking, table: Table, seat: Seat) -> Response[Revoked]:
    room = await _asking(request, table, seat)
    unwanted: Unwanted = record_of(await body_of(request), Unwanted)
    door: Door = request.app.state.door
    whose = _whose(room, seat, unwanted.seat)
    revoked = await door.revoke_seat(table, whose, unwanted.kinds)
    return Response(Revoked(revoked))


async def _asking(request: Asking, table: str, seat: str) -> Room:
    room = await seated(request, table, seat)
    paced(request, "links", f"{table}/{seat}")
    asked_language(request)
    return room


def _whose(room: Room, seat: str, whose: str | None) -> str:
    """Whose it is to be. Raises `Refused` (403) where it is not this seat's to do."""
    named = seat if whose is None else whose
    if not may_give(room.state, seat, named):
        refusal = NotYours("seat", named, "votre siège, ou un siège de la table si vous menez")
        raise Refused(refusal, game_of(room.state), 403)
    return named


async def given_to(request: Asking, room: Room, seat: str, kind: Literal["link", "token"]) -> Given:
    """A new link or token of a seat."""
    door: Door = request.app.state.door
    secret = await door.give(room.state.id, seat, kind)
    if kind == "link":
        secret = link_of(request, secret)
    return Given(seat, room.state.seats[seat].name, kind, secret, LASTING.get(kind))


CREDENTIALS = [give_credential, revoke_credentials]
