"""Who may ask for what: a seat by its token, whoever runs the server by being on its machine, or by
a secret."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
from typing import Any
from urllib.parse import urlsplit

from litestar import Request
from litestar.exceptions import HTTPException, NotAuthorizedException

from tablee.table.access import Door
from tablee.table.rate_limits import Kind, Limits
from tablee.table.room import Room
from tablee.table.store import CredentialKind

Asking = Request[Any, Any, Any]
PASSED_ON = ("forwarded", "x-forwarded-for", "via")
"""Headers of what a proxy passes on (RFC 7239, RFC 9110)."""
TOKEN: tuple[CredentialKind, ...] = ("token",)
KEYS = "tablee-cles"
"""The cookie of a device from which whoever runs the server opened its pages."""


def bearer(request: Asking) -> str:
    """The token that comes with a request (RFC 6750), "" without one."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


async def admitted(request: Asking, table: str, seat: str) -> Room | None:
    """The table, for the token of that seat."""
    door: Door = request.app.state.door
    return await door.admitted(bearer(request), table, seat, TOKEN)


async def seated(request: Asking, table: str, seat: str) -> Room:
    """The same, with what had been done before it was asked for; 401 for every other token and for
    none, whether or not there is such a table."""
    room = await admitted(request, table, seat)
    if room is None:
        raise _unknown()
    if request.method == "GET":
        await room.as_written()
    return room


def hosting(request: Asking) -> None:
    """Only whoever runs the server: a program on this machine, or one with the host's token (a
    secret that the server was started with). 401 for everybody else."""
    if not _is_local(request) and not _has_host_token(request):
        raise _unknown()


async def runs_server(request: Asking) -> bool:
    """The same for pages, where the cookie of the host's keys says it as well."""
    if _is_local(request) or _has_host_token(request):
        return True
    door: Door = request.app.state.door
    return await door.is_host(request.cookies.get(KEYS, ""), "cookie")


def _has_host_token(request: Asking) -> bool:
    expected: str | None = request.app.state.host_token
    given = hashlib.sha256(bearer(request).encode()).digest()
    return expected is not None and hmac.compare_digest(
        given, hashlib.sha256(expected.encode()).digest()
    )


def _unknown() -> NotAuthorizedException:
    return NotAuthorizedException(headers={"www-authenticate": 'Bearer realm="tablee"'})


def _is_local(request: Asking) -> bool:
    """Whether a request comes from this very machine: by its loopback, or from the address of its
    own that it also goes to; what another program passes on comes from elsewhere. Where a proxy
    brings others here nothing does: it need not say that it passes something on."""
    client, server = request.client, request.scope["server"]
    if request.app.state.proxied or client is None:
        return False
    if any(name in request.headers for name in PASSED_ON):
        return False
    return _is_loopback(client.host) or (server is not None and _same(client.host, server[0]))


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _same(one: str, other: str) -> bool:
    """Whether both are the same address; a name is none."""
    try:
        return ipaddress.ip_address(one) == ipaddress.ip_address(other)
    except ValueError:
        return False


def link_of(request: Asking, secret: str) -> str:
    """A link to a seat, for a device that may be another: at the address asked, or where others
    find this machine when that address is only the machine's own."""
    asked, public = _asked(request), request.app.state.public
    shared = not _is_loopback(urlsplit(public).hostname or "")
    place = public if shared and _is_loopback(urlsplit(asked).hostname or "") else asked
    return f"{place}/lien/{secret}"


def is_secure(request: Asking) -> bool:
    """Whether the browser asks over TLS, though a proxy may end it before this server."""
    return _asked(request).startswith("https://")


def _asked(request: Asking) -> str:
    """The origin (RFC 6454) that the browser asks: of the address at which a proxy brings others
    here the scheme is the proxy's, whether or not it says so."""
    asked, public = urlsplit(str(request.base_url)), urlsplit(request.app.state.public)
    scheme = public.scheme if asked.netloc == public.netloc else asked.scheme
    return f"{scheme}://{asked.netloc}"


def paced(request: Asking, kind: Kind, caller: str) -> None:
    """Count one more of something; 429, with `Retry-After` in seconds, when it is too much."""
    limits: Limits = request.app.state.limits
    if not limits.allows(kind, caller):
        wait = limits.wait(kind, caller)
        raise HTTPException(
            status_code=429, headers={"retry-after": str(wait)}, extra={"seconds": wait}
        )
