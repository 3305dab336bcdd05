"""Who may ask for what: a seat by its token, whoever runs the server by being on its machine."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
from typing import Any

from litestar import Request
from litestar.exceptions import HTTPException, NotAuthorizedException

from tablee.table.access import Door
from tablee.table.limiting import Kind, Limits
from tablee.table.room import Room
from tablee.table.store import CredentialKind

__all__ = ["admitted", "bearer", "hosting", "is_local", "paced", "seated"]

Asking = Request[Any, Any, Any]
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
    """The same; 401 for every other token and for none, whether or not there is such a table."""
    room = await admitted(request, table, seat)
    if room is None:
        raise _unknown()
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
    """Whether a request comes from this very machine."""
    client = request.client
    try:
        return client is not None and ipaddress.ip_address(client.host).is_loopback
    except ValueError:
        return False


def paced(request: Asking, kind: Kind, caller: str) -> None:
    """Count one more of something; 429, with `Retry-After` in seconds, when it is too much."""
    limits: Limits = request.app.state.limits
    if not limits.allows(kind, caller):
        wait = limits.wait(kind, caller)
        raise HTTPException(
            status_code=429, headers={"retry-after": str(wait)}, extra={"seconds": wait}
        )
