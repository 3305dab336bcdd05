"""Who may ask for what: a seat by its token, whoever runs the server by being on its machine."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
from typing import Any
from urllib.parse import urlsplit

from litestar import Request
from litestar.exceptions import HTTPException, NotAuthorizedException

from tablee.table.access import Door
from tablee.table.limiting import Kind, Limits
from tablee.table.room import Room
from tablee.table.store import CredentialKind

__all__ = ["admitted", "bearer", "hosting", "is_local", "is_secure", "link_of", "paced", "seated"]

Asking = Request[Any, Any, Any]
PASSED_ON = ("forwarded", "x-forwarded-for", "via")
"""Headers of what a proxy passes on (RFC 7239, RFC 9110)."""
TOKEN: tuple[CredentialKind, ...] = ("token",)


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
    expected: str | None = request.app.state.host_token
    given = hashlib.sha256(bearer(request).encode()).digest()
    known = expected is not None and hmac.compare_digest(
        given, hashlib.sha256(expected.encode()).digest()
    )
    if not known and not is_local(request):
        raise _unknown()


def _unknown() -> NotAuthorizedException:
    return NotAuthorizedException(headers={"www-authenticate": 'Bearer realm="tablee"'})


def is_local(request: Asking) -> bool:
    """Whether a request comes from this very machine: by its loopback, or from the address of its
    own that it also goes to; what another program passes on comes from elsewhere, and so does what
    was sent to the address at which others are brought here."""
    client, server = request.client, request.scope["server"]
    if client is None or any(name in request.headers for name in PASSED_ON):
        return False
    if _asked(request) == request.app.state.proxy:
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
