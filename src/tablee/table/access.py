"""Who may sit down: links, cookies and tokens of a seat, and of whoever runs the server. Only
their digests are kept.

A token is 256 random bits, written base64url; the store has its SHA-256. A link leads to a cookie
of its own for every device and is not used up by being read; all of them can be revoked and expire.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Collection

from tablee.rules.registry import find_game
from tablee.table.log.table_state import State
from tablee.table.room import Room
from tablee.table.rooms import Rooms
from tablee.table.store import Credential, CredentialKind, Store

HOUR = 3600
LASTING: dict[CredentialKind, int] = {"link": 7 * 24 * HOUR, "cookie": 180 * 24 * HOUR}
"""Seconds that a credential lasts; a token for programs lasts until it is revoked."""
LINK: tuple[CredentialKind, ...] = ("link",)
SERVER = ""
"""Instead of a table and a seat: what is whoever runs the server's."""


def digest_of(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


def gives(state: State, seat: str, whose: str) -> bool:
    """Whether a seat may make and revoke credentials of one: its own, who leads those of all."""
    present = {each.id for each in state.present}
    return whose in present and seat in (whose, state.leader)


class Door:
    """The credentials of all tables."""

    def __init__(self, store: Store, rooms: Rooms) -> None:
        self.store = store
        self.rooms = rooms

    async def give(self, table: str, seat: str, kind: CredentialKind, label: str = "") -> str:
        """A new link, cookie or token of a seat; the only time that it can be read."""
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

    async def behind(self, token: str) -> tuple[Room, str] | None:
        """The table and the seat of a link that stands."""
        found = await self._standing(token, LINK)
        return None if found is None else (found[0], found[1].seat)

    async def admitted(
        self, token: str, table: str, seat: str, kinds: Collection[CredentialKind]
    ) -> Room | None:
        """The table, when the token is one of that seat and stands."""
        found = await self._standing(token, kinds)
        if found is None or (found[1].table, found[1].seat) != (table, seat):
            return None
        return found[0]

    async def keys(self) -> str:
        """A new link for whoever runs the server; those before, and the devices that they opened,
        are worth nothing any more."""
        await self.revoke_seat(SERVER, SERVER, ("link", "cookie"))
        return await self.give(SERVER, SERVER, "link")

    async def runs(self, token: str, kind: CredentialKind) -> bool:
        """Whether a link or a cookie is whoever runs the server's, and stands."""
        found = await self._valid(token, (kind,))
        return found is not None and (found.table, found.seat) == (SERVER, SERVER)

    async def revoke_seat(self, table: str, seat: str, kinds: Collection[CredentialKind]) -> int:
        """All credentials of these kinds that a seat has are worth nothing any more; how many."""
        count = 0
        for each in await self.store.credentials(table):
            if each.seat == seat and each.kind in kinds and not each.revoked:
                await self.store.revoke(each.digest)
                count += 1
        self.rooms.revoked(table)
        return count

    async def _standing(
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
        """The credential behind a token: neither revoked nor expired, whatever it opens."""
        if not token or len(token) > 100:
            return None
        found = await self.store.find(digest_of(token))
        if found is None or found.revoked or found.kind not in kinds:
            return None
        if found.expires is not None and found.expires < time.time():
            return None
        return found
