"""Authentication of a request: a seat by its token, the host by its machine or by a token.

The module checks credentials and rate limits, and makes links. It may import the table's access
rules and limits. It must not know a route.
"""

from __future__ import annotations

import hashlib
import hmac
from urllib.parse import urlsplit

from litestar.exceptions import HTTPException, NotAuthorizedException

from tablee.faces.api.request_input import asked_language
from tablee.faces.api.request_language import ApiRequest, set_game
from tablee.faces.local_network import LocalNetwork
from tablee.faces.machine_addresses import ip_of, is_loopback
from tablee.rules.texts.words import Words
from tablee.table.access import Door
from tablee.table.rate_limits import Kind, Limits
from tablee.table.replay import game_of
from tablee.table.room import Room
from tablee.table.store.interface import CredentialKind

PASSED_ON = ("forwarded", "via", "x-real-ip", "true-client-ip", "cf-connecting-ip")
"""Headers of a request that a proxy forwards (RFC 7239, RFC 9110), and `x-forwarded-`…"""
TOKEN: tuple[CredentialKind, ...] = ("token",)
KEYS = "tablee-cles"
"""Name of the cookie of a device with which the host opened its pages."""


def bearer(request: ApiRequest) -> str:
    """Return the bearer token of a request (RFC 6750), "" without one."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


async def admitted(request: ApiRequest, table: str, seat: str) -> Room | None:
    """Return the table if the request has a token of that seat, else None."""
    door: Door = request.app.state.door
    return await door.admitted(bearer(request), table, seat, TOKEN)


async def require_seat(request: ApiRequest, table: str, seat: str) -> Room:
    """Return the table for the token of a seat; a read waits until earlier acts are written.

    Raises 401 for any other token and for none, whether or not the table exists."""
    room = await admitted(request, table, seat)
    if room is None:
        raise _unknown()
    set_game(request, game_of(room.state))
    if request.method == "GET":
        await room.as_written()
    return room


async def entered(
    request: ApiRequest, table: str, seat: str, limit: Kind | None = None
) -> tuple[Room, Words]:
    """Return the table and the reader's words; count the request against a limit. Raises `Refusal`
    for a query that the route does not declare."""
    room = await require_seat(request, table, seat)
    if limit is not None:
        limit_rate(request, limit, f"{table}/{seat}")
    return room, Words(game_of(room.state), asked_language(request))


def require_host(request: ApiRequest) -> None:
    """Raise 401 unless the host asks: a program on this machine, or one with the host's token (a
    secret given to the server at its start)."""
    if not is_local(request) and not _has_host_token(request):
        raise _unknown()


async def is_host(request: ApiRequest) -> bool:
    """Return whether the host asks for a page: by the cookie of its keys, or with the host's token.

    An address of this machine is not enough: a proxy on it passes on what others ask."""
    if _has_host_token(request):
        return True
    door: Door = request.app.state.door
    return await door.is_host(request.cookies.get(KEYS, ""), "cookie")


def _has_host_token(request: ApiRequest) -> bool:
    expected: str | None = request.app.state.host_token
    given = hashlib.sha256(bearer(request).encode()).digest()
    return expected is not None and hmac.compare_digest(
        given, hashlib.sha256(expected.encode()).digest()
    )


def _unknown() -> NotAuthorizedException:
    return NotAuthorizedException(headers={"www-authenticate": 'Bearer realm="tablee"'})


def is_local(request: ApiRequest) -> bool:
    """Return whether a request comes from this machine.

    It does if its client is a loopback address or the address of the server itself, and it asks for
    such an address. A forwarded request does not. Behind a proxy no request does. A proxy that the
    server was not started for may omit the headers: it passes on the name that others asked for, or
    asks by HTTP/1.0, as nginx does without other settings."""
    client, server = request.client, request.scope["server"]
    if request.app.state.proxied or client is None or _is_passed_on(request):
        return False
    own = server[0] if server is not None else ""
    asked = urlsplit(str(request.base_url)).hostname or ""
    return all(is_loopback(each) or _same(each, own) for each in (client.host, asked))


def _is_passed_on(request: ApiRequest) -> bool:
    """Return whether a proxy shows itself in a request."""
    names = (name.lower() for name in request.headers)
    headers = any(name in PASSED_ON or name.startswith("x-forwarded-") for name in names)
    return headers or request.scope["http_version"] == "1.0"


def is_at_machine(request: ApiRequest) -> bool:
    """Return whether someone on this machine asks by a loopback address. They keep their page when the
    server leaves its network."""
    asked = urlsplit(str(request.base_url)).hostname or ""
    return is_local(request) and is_loopback(asked)


def _same(one: str, other: str) -> bool:
    """Return whether both texts are the same IP address; a host name is none."""
    found = ip_of(one)
    return found is not None and found == ip_of(other)


async def links_of(request: ApiRequest, secret: str) -> list[str]:
    """Return the links to a seat, for any device: one for each address of the server, the best first.

    The first has the origin of the request, or the public one where that is a loopback address."""
    network: LocalNetwork = request.app.state.network
    await network.follow()
    origin = f"{_origin(request)}{request.app.state.root}"
    here, known = is_loopback(urlsplit(origin).hostname or ""), network.origins
    places = known or [origin] if here else [origin, *([] if network.is_proxied else known)]
    return [f"{place}/lien/{secret}" for place in dict.fromkeys(places)]


def is_secure(request: ApiRequest) -> bool:
    """Return whether the browser uses TLS, which a proxy may end before this server."""
    return _origin(request).startswith("https://")


def _origin(request: ApiRequest) -> str:
    """Return the origin (RFC 6454) of the browser's address.

    At the public address the scheme is the proxy's, even if its headers omit it."""
    origin, public = urlsplit(str(request.base_url)), urlsplit(request.app.state.public)
    scheme = public.scheme if origin.netloc == public.netloc else origin.scheme
    return f"{scheme}://{origin.netloc}"


def refuse_when_full(room: Room, seat: str) -> None:
    """Raise 429 when a seat has too many streams open."""
    if room.is_full(seat):
        seconds = 60
        raise HTTPException(
            status_code=429, headers={"retry-after": str(seconds)}, extra={"seconds": seconds}
        )


def limit_rate(request: ApiRequest, kind: Kind, caller: str) -> None:
    """Count a request against a limit. Raises 429, with `Retry-After` in seconds, above it."""
    limits: Limits = request.app.state.limits
    if not limits.allows(kind, caller):
        wait = limits.wait(kind, caller)
        raise HTTPException(
            status_code=429, headers={"retry-after": str(wait)}, extra={"seconds": wait}
        )
