"""Credentials: the links, cookies and tokens of the seats, and those of the host.

A token is 256 random bits in base64url; the store has only its SHA-256. Opening a link gives the
device a cookie of its own and does not use the link up. Every credential can be revoked; links and
cookies expire. This module may import the rooms and the store. It must not know HTTP.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Collection

import msgspec

from tablee.rules.registry import find_game
from tablee.table.log.table_state import State
from tablee.table.room import Room
from tablee.table.rooms import Rooms
from tablee.table.store.interface import Credential, CredentialKind, Store

HOUR = 3600
LASTING: dict[CredentialKind, int] = {"link": 7 * 24 * HOUR, "cookie": 180 * 24 * HOUR}
"""Lifetime in seconds. A token, which programs use, lasts until it is revoked."""
LINK: tuple[CredentialKind, ...] = ("link",)
SERVER = ""
"""Table and seat of the host's credentials."""


def digest_of(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


def may_give(state: State, seat: str, owner: str) -> bool:
    """Return whether a seat may make and revoke the credentials of the seat `owner`: its own, the
    leader everybody's."""
    present = {each.id for each in state.present}
    return owner in present and seat in (owner, state.leader)


class Device(msgspec.Struct, frozen=True):
    """A browser, or a `program`, that holds a seat. `id`: no secret, and no credential; `agent`: what
    the browser says of itself; `created`: Unix time in seconds."""

    id: str
    program: bool
    agent: str
    created: int


def device_id(token: str) -> str:
    """Return the id of the device that has a cookie or a token."""
    return _device_id(digest_of(token))


def _device_id(digest: bytes) -> str:
    return hashlib.sha256(b"device " + digest).hexdigest()[:16]


class Door:
    """The credentials of all tables."""

    def __init__(self, store: Store, rooms: Rooms) -> None:
        self.store = store
        self.rooms = rooms

    async def give(self, table: str, seat: str, kind: CredentialKind, label: str = "") -> str:
        """Return the token of a new link, cookie or token. It cannot be read again later."""
        token = secrets.token_urlsafe(32)
        now = int(time.time())
        lasting = LASTING.get(kind)
        await self.store.keep(
            Credential(
                digest=digest_of(token),
                table=table,
                seat=seat,
                kind=kind,
                label=label[:100],
                created=now,
                expires=None if lasting is None else now + lasting,
                revoked=False,
            )
        )
        return token

    async def open_link(self, token: str) -> tuple[Room, str] | None:
        """Return the table and the seat of a valid link."""
        found = await self._seated(token, LINK)
        return None if found is None else (found[0], found[1].seat)

    async def admitted(
        self, token: str, table: str, seat: str, kinds: Collection[CredentialKind]
    ) -> Room | None:
        """Return the table if the token is a valid credential of this seat."""
        found = await self._seated(token, kinds)
        if found is None or (found[1].table, found[1].seat) != (table, seat):
            return None
        return found[0]

    async def renew_host_link(self) -> str:
        """Return a new link for the host. Revoke the host's earlier links and cookies."""
        await self.revoke_seat(SERVER, SERVER, ("link", "cookie"))
        return await self.give(SERVER, SERVER, "link")

    async def is_host(self, token: str, kind: CredentialKind) -> bool:
        """Return whether the token is a valid link or cookie of the host."""
        found = await self._valid(token, (kind,))
        return found is not None and (found.table, found.seat) == (SERVER, SERVER)

    async def revoke_seat(self, table: str, seat: str, kinds: Collection[CredentialKind]) -> int:
        """Revoke all credentials of these kinds that a seat has; return their number."""
        count = 0
        for each in await self.store.credentials(table):
            if each.seat == seat and each.kind in kinds and not each.revoked:
                await self.store.revoke(each.digest)
                count += 1
        self.rooms.revoked(table)
        return count

    async def devices(self, table: str, seat: str) -> list[Device]:
        """Return the devices that hold a seat, the oldest first."""
        return [
            Device(_device_id(each.digest), each.kind == "token", each.label, each.created)
            for each in await self._of_devices(table, seat)
        ]

    async def end_device(self, table: str, seat: str, id: str) -> bool:
        """Revoke the credential of a device; return whether there was one."""
        found = [
            each for each in await self._of_devices(table, seat) if _device_id(each.digest) == id
        ]
        for each in found:
            await self.store.revoke(each.digest)
        self.rooms.revoked(table)
        return bool(found)

    async def disconnect(self, table: str, seat: str, id: str) -> int:
        """End a device of a seat and revoke the links of the seat, by which it could come again.

        Return the number of credentials that were revoked; 0 where there is no such device."""
        if not await self.end_device(table, seat, id):
            return 0
        return 1 + await self.revoke_seat(table, seat, LINK)

    async def _of_devices(self, table: str, seat: str) -> list[Credential]:
        known = await self.store.credentials(table)
        return [
            each for each in known if each.seat == seat and each.kind != "link" and _is_valid(each)
        ]

    async def _seated(
        self, token: str, kinds: Collection[CredentialKind]
    ) -> tuple[Room, Credential] | None:
        found = await self._valid(token, kinds)
        if found is None:
            return None
        room = await self.rooms.room(found.table)
        if room is not None and found.seat not in room.state.seats:
            await room.catch_up()  # another process may just have made the seat
        seat = room.state.seats.get(found.seat) if room else None
        if room is None or seat is None or seat.removed or find_game(room.state.game) is None:
            return None
        return room, found

    async def _valid(self, token: str, kinds: Collection[CredentialKind]) -> Credential | None:
        """Return the credential of a token, unless it is revoked or expired."""
        if not token or len(token) > 100:
            return None
        found = await self.store.find(digest_of(token))
        return found if found is not None and found.kind in kinds and _is_valid(found) else None


def _is_valid(credential: Credential) -> bool:
    """Return whether a credential is neither revoked nor expired."""
    expires = credential.expires
    return not credential.revoked and (expires is None or expires >= time.time())
