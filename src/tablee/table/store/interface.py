"""What is kept, and what every store does: the events of tables, and who may come to them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal, Protocol

from msgspec import Struct

Heard = Callable[[str, int], None]
"""Is told of a table and its version; a version may be told again. 0: the table is gone."""

Overheard = Callable[[str, str], None]
"""Is told what another process says: which one, and what."""

CredentialKind = Literal["link", "cookie", "token"]


class Conflict(Exception):
    """Nothing was appended: the table stood at another `version` (0: there is none) than
    expected."""

    def __init__(self, version: int) -> None:
        super().__init__(version)
        self.version = version


class Unavailable(Exception):
    """The database does not answer, or could not keep what it was given; `str` says why.

    Whether an append that ends so was kept is not known: sent again with the same key, it is kept
    once.
    """


class Stored(Struct, frozen=True):
    """One event of a table: its place in the log, from 1 on without a gap, and its bytes."""

    seq: int
    body: bytes


class Credential(Struct, frozen=True):
    """What lets somebody come to a seat; of the secret itself only its SHA-256 is kept."""

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
    """Logs that only grow, one a table; what is acknowledged is on the disk.

    The version of a table is the `seq` of its last event. An append goes through only where the
    table still stands at the version that its author knew, so that two of them never interleave.
    """

    @property
    def shared(self) -> bool:
        """Whether several processes may serve it at once, which hear each other."""
        ...

    @property
    def commits(self) -> int:
        """How many transactions have carried appends since the store was opened."""
        ...

    async def create(self, table: str, bodies: Sequence[bytes], key: str = "") -> int:
        """A new table with its first events (at least one): its version; `Conflict` if it
        exists."""
        ...

    async def append(
        self, table: str, expected: int, bodies: Sequence[bytes], key: str = ""
    ) -> int:
        """Events (at least one) after version `expected`: the new version, once they are durable.

        `key` names the command that they come from: where the table has seen it before, nothing is
        appended and the version that it led to is given, whatever was expected. `ValueError`: no
        events, or a name or a key that cannot be kept (over 200 characters, with NUL).
        """
        ...

    async def read(self, table: str, after: int = 0) -> list[Stored]:
        """The events past version `after`, in order."""
        ...

    async def answer(self) -> None:
        """Return when something could be written. Raises `Unavailable`."""
        ...

    async def version(self, table: str) -> int:
        """The version of a table; 0 where there is none."""
        ...

    async def tables(self) -> list[str]:
        """Every table, sorted."""
        ...

    async def keep(self, credential: Credential) -> None:
        """Keep a credential, in place of the one with its digest. `ValueError`: NUL in a text."""
        ...

    async def find(self, digest: bytes) -> Credential | None:
        """The credential of a digest, revoked or expired though it may be."""
        ...

    async def credentials(self, table: str) -> list[Credential]:
        """The credentials of a table, oldest first."""
        ...

    async def revoke(self, digest: bytes) -> None:
        """Mark a credential as revoked; nothing happens where there is none."""
        ...

    def listen(self, heard: Heard) -> None:
        """Be told in the event loop of what other processes commit, where they can tell."""
        ...

    async def say(self, told: Sequence[str]) -> None:
        """Tell the other processes what is not kept, in less than 8000 bytes each; whoever does not
        hear it now never will."""
        ...

    def overhear(self, heard: Overheard) -> None:
        """Be told in the event loop of what other processes say, where they can."""
        ...

    async def backup(self, path: Path) -> None:
        """Write all that is kept into a file, as it stands at one moment, while in use.

        Raises `Refusal` where no backup can be written there.
        """
        ...

    async def restore(self, path: Path, replace: bool = False) -> None:
        """Take over all of a backup, of whichever store, or nothing of it.

        Raises `Refusal` for a file that is damaged or no backup, and where something is kept
        already, unless all of that is to be replaced. Who has a table in memory must forget it.
        """
        ...

    async def delete(self, table: str) -> None:
        """Remove a table with its events and credentials; nothing happens where there is none."""
        ...

    async def close(self) -> None:
        """Finish what is waiting and let go of the database."""
        ...
