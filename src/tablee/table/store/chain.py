"""The chain of digests that shows whether a log is the one that was written.

The digest of an event is the SHA-256 of the digest of the event before it, followed by its own
bytes. A table keeps the digest of its last event too. This module must not know what the bytes of an
event mean.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Any

from tablee.rules.refusal import Refusal
from tablee.table.store.interface import Stored


class Unreadable(Refusal):
    """The refusal to read a log that is damaged, or not the one that was written. `seq`: its first
    wrong event, 0 if that is unknown."""

    def __init__(self, table: str, seq: int, allowed: str) -> None:
        super().__init__("param", "table", table, allowed, seq=seq)
        self.seq = seq


def first_link(table: str) -> bytes:
    """Return the digest that the first event of a table continues."""
    return hashlib.sha256(table.encode()).digest()


def link(before: bytes, body: bytes) -> bytes:
    """Return the digest of an event. `before`: that of the event before it."""
    return hashlib.sha256(before + body).digest()


def chained(table: str, after: int, rows: Sequence[Any]) -> list[Stored]:
    """Return the events after version `after`. Raise `Unreadable`.

    `rows`: version and digest of the table, then seq, body and digest of each event from version
    `after` on, in order; None for these three if there is no such event.
    """
    found: list[Stored] = []
    if not rows or (rows[0][2] is None and rows[0][0] < max(after, 1)):
        return found
    version, head = rows[0][:2]
    last, digest = max(0, after) - (after > 0), first_link(table)
    for _, _, seq, body, stored in rows:
        if seq is None:
            break
        if seq != last + 1:
            raise _missing(table, last + 1)
        if not isinstance(body, bytes):  # a hand that edits SQLite may leave a text
            raise _changed(table, seq)
        if after < seq:
            digest = link(digest, body)
            found.append(Stored(seq, body))
        else:
            digest = stored
        if seq > version or digest != stored:
            raise _changed(table, seq)
        last = seq
    if last < version or digest != head:
        raise _missing(table, last + 1)
    return found


def last_link(table: str, bodies: Iterable[bytes], before: bytes = b"") -> bytes:
    """Return the digest of the last of some events. `before`: that of the event before them, none for
    the first events of the table."""
    return reduce(link, bodies, before or first_link(table))


def other_chain(table: str) -> Unreadable:
    """Return the refusal of a log whose digests agree, but are not those of the events that this
    process has read or written."""
    return Unreadable(
        table,
        0,
        "une campagne dont le journal est intact : il a été récrit hors de Tablée pendant qu’elle "
        "était ouverte",
    )


def damaged(table: str) -> Unreadable:
    """Return the refusal of a log in a damaged file."""
    return Unreadable(
        table,
        0,
        "une campagne dont le journal est intact : le fichier de la base est abîmé là où il est",
    )


def _changed(table: str, seq: int) -> Unreadable:
    return Unreadable(
        table,
        seq,
        "une campagne dont le journal est intact : son événement {seq} a été changé hors de Tablée, "
        "ou n’est pas à sa place",
    )


def _missing(table: str, seq: int) -> Unreadable:
    return Unreadable(
        table,
        seq,
        "une campagne dont le journal est intact : son événement {seq} a été ôté hors de Tablée",
    )
