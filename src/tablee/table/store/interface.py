"""The interface of every store: events of tables, credentials, backups, and commit notices.

This module may import nothing of the project. It must not know what the bytes of an event mean.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal, Protocol

from msgspec import Struct

Heard = Callable[[str, int], None]
"""Callback with a table and its version, called again at times. 0: the table is gone."""

Overheard = Callable[[str, str], None]
"""Callback with the id of another process and its message."""

CredentialKind = Literal["link", "cookie", "token"]


class Conflict(Exception):
    """The error of an append whose table has another `version` than expected (0: there is no such
    table). Nothing was appended."""

    def __init__(self, version: int) -> None:
        super().__init__(version)
        self.version = version


class Unavailable(Exception):
    """The error of a database that does not answer or cannot write; `str` gives the reason.

    An append that ends so may have been written or not. Sent again with the same key, it is written
    once.
    """


class Stored(Struct, frozen=True):
    """One event of a table: its number in the log, from 1 without a gap, and its bytes."""

    seq: int
    body: bytes


class Credential(Struct, frozen=True):
    """A credential that opens a seat. `digest`: the SHA-256 of its token, which is not stored."""

    digest: bytes
    table: str
    seat: str
    kind: CredentialKind
    label: str
    created: int
    """Unix time, in seconds."""
    expires: int | None = None
    """Unix time, in seconds; None: never."""
    revoked: bool = False


class Store(Protocol):
    """Append-only logs, one for each table. An acknowledged append is on the disk.

    The version of a table is the `seq` of its last event. An append succeeds only if the table
    still has the version that its author knew, so two appends never interleave.
    """

    @property
    def shared(self) -> bool:
        """Return whether several processes may serve this store, with messages between them."""

    @property
    def commits(self) -> int:
        """Return the number of transactions with appends since the store was opened."""

    async def create(self, table: str, bodies: Sequence[bytes], key: str = "") -> int:
        """Create a table with its first events, at least one; return its version. Raise `Conflict`
        if it exists."""

    async def append(
        self, table: str, expected: int, bodies: Sequence[bytes], key: str = ""
    ) -> int:
        """Append events, at least one, after version `expected`; return the new version once they
        are durable.

        `key` names the command. If the table has seen it before, nothing is appended; the version
        that it led to is returned, whatever `expected` is. Raise `ValueError` without events, or
        for a table or key that no store accepts (over 200 characters, or with NUL).
        """

    async def read(self, table: str, after: int = 0) -> list[Stored]:
        """Return the events after version `after`, in order. Raise `chain.Unreadable` if they are not
        those that were written."""

    async def answer(self) -> None:
        """Return when the store can write. Raise `Unavailable`."""

    async def version(self, table: str) -> int:
        """Return the version of a table; 0 if there is none."""

    async def tables(self) -> list[str]:
        """Return all tables, sorted."""

    async def keep(self, credential: Credential) -> None:
        """Store a credential in the place of the one with its digest. Raise `ValueError` for a NUL
        in a text."""

    async def find(self, digest: bytes) -> Credential | None:
        """Return the credential of a digest, even if it is revoked or expired."""

    async def credentials(self, table: str) -> list[Credential]:
        """Return the credentials of a table, the oldest first."""

    async def revoke(self, digest: bytes) -> None:
        """Mark a credential as revoked, if there is one."""

    def listen(self, heard: Heard) -> None:
        """Call `heard` in the event loop for the commits of other processes."""

    async def say(self, messages: Sequence[str]) -> None:
        """Send messages of less than 8000 bytes to the other processes. They are not stored: a
        process that does not listen now never gets them."""

    def overhear(self, heard: Overheard) -> None:
        """Call `heard` in the event loop for the messages of other processes."""

    async def backup(self, path: Path) -> None:
        """Write a snapshot of the whole store into a file, while it is in use.

        Raise `Refusal` if no backup can be written there.
        """

    async def restore(self, path: Path, replace: bool = False) -> None:
        """Load all of a backup, of any store, or nothing of it.

        Raise `Refusal` for a file that is damaged or no backup, and for a store that is not empty,
        unless `replace` is set. Tables in memory must be dropped afterwards.
        """

    async def delete(self, table: str) -> None:
        """Remove a table with its events and credentials, if there is one."""

    async def close(self) -> None:
        """Finish the waiting appends and close the database."""
