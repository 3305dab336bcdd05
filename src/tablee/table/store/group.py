"""Group commit: all waiting appends go into one transaction, decided here for both databases.

This module may import the store's interface. It must not know SQL or what an event means.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from tablee.table.store.chain import first_link, link
from tablee.table.store.interface import Conflict
from tablee.table.store.text_limits import keepable

GROUP = 512
"""Maximum number of appends in one transaction."""


class Row(NamedTuple):
    """A row of the events table. `key`: the command's key on its last event, else ""; `digest`: see
    `chain`."""

    table: str
    seq: int
    body: bytes
    key: str
    digest: bytes


class Head(NamedTuple):
    """The version of a table, and the digest of its last event."""

    version: int
    digest: bytes


NOTHING = Head(0, b"")
"""The head of a table that does not exist."""


class Append(Struct, frozen=True, tag=True):
    """An append that waits for its transaction."""

    table: str
    expected: int
    bodies: tuple[bytes, ...]
    key: str


class GroupOutcome(NamedTuple):
    """The rows and heads that a transaction writes, and the outcome of each append."""

    rows: list[Row]
    heads: dict[str, Head]
    outcomes: list[int | Conflict]


def append_of(table: str, expected: int, bodies: Sequence[bytes], key: str) -> Append:
    """Return an append. Raise `ValueError` if no store accepts it."""
    if not bodies:
        raise ValueError("an append has at least one event")
    for name in (table, key):
        if not keepable(name):
            raise ValueError(f"not a name that can be kept: {name[:40]!r}")
    return Append(table, expected, tuple(bodies), key)


def decide_group(
    appends: Iterable[Append], heads: Mapping[str, Head], led: Mapping[tuple[str, str], int]
) -> GroupOutcome:
    """Decide the appends in order, each after the ones before it.

    `heads`: of the existing tables; `led`: (table, key) -> the version that this
    command led to before.
    """
    rows: list[Row] = []
    outcomes: list[int | Conflict] = []
    now: dict[str, Head] = {}
    known = dict(led)
    for append in appends:
        table, bodies, key = append.table, append.bodies, append.key
        version, digest = now.get(table) or heads.get(table, NOTHING)
        if key and (table, key) in known:
            outcomes.append(known[table, key])
        elif version != append.expected:
            outcomes.append(Conflict(version))
        else:
            last = version + len(bodies)
            if not version:
                digest = first_link(table)
            for seq, body in enumerate(bodies, version + 1):
                digest = link(digest, body)
                rows.append(Row(table, seq, body, key if seq == last else "", digest))
            now[table] = Head(last, digest)
            if key:
                known[table, key] = last
            outcomes.append(last)
    return GroupOutcome(rows, now, outcomes)


def settle_future(done: asyncio.Future[Any], outcome: object) -> None:
    """Set the result or the error of a future, unless its caller has cancelled it."""
    if done.done():
        return
    if isinstance(outcome, BaseException):
        done.set_exception(outcome)
    else:
        done.set_result(outcome)
