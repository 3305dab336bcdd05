"""Group commit: the appends that wait go into one transaction, decided here for either database."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct

from tablee.table.store.interface import Conflict
from tablee.table.store.text_limits import keepable

GROUP = 512
"""Appends in one transaction, at most."""


class Row(NamedTuple):
    """An event as it is written; `key` stands with the last one of its command, else empty."""

    table: str
    seq: int
    body: bytes
    key: str


class Append(Struct, frozen=True, tag=True):
    """An append that waits for its transaction."""

    table: str
    expected: int
    bodies: tuple[bytes, ...]
    key: str


class Settled(NamedTuple):
    """What a transaction writes, and what it answers to each append."""

    rows: list[Row]
    versions: dict[str, int]
    outcomes: list[int | Conflict]


def asked(table: str, expected: int, bodies: Sequence[bytes], key: str) -> Append:
    """An append to be written; `ValueError` if no store could keep it."""
    if not bodies:
        raise ValueError("an append has at least one event")
    for name in (table, key):
        if not keepable(name):
            raise ValueError(f"not a name that can be kept: {name[:40]!r}")
    return Append(table, expected, tuple(bodies), key)


def settled(
    appends: Iterable[Append], versions: Mapping[str, int], led: Mapping[tuple[str, str], int]
) -> Settled:
    """Decide the appends in their order, each after what those before it have appended.

    `versions`: of the tables named that there are; `led`: the version that a (table, key) seen
    before has led to.
    """
    rows: list[Row] = []
    outcomes: list[int | Conflict] = []
    now: dict[str, int] = {}
    known = dict(led)
    for append in appends:
        table, bodies, key = append.table, append.bodies, append.key
        version = now.get(table, versions.get(table, 0))
        if key and (table, key) in known:
            outcomes.append(known[table, key])
        elif version != append.expected:
            outcomes.append(Conflict(version))
        else:
            last = version + len(bodies)
            for seq, body in enumerate(bodies, version + 1):
                rows.append(Row(table, seq, body, key if seq == last else ""))
            now[table] = last
            if key:
                known[table, key] = last
            outcomes.append(last)
    return Settled(rows, now, outcomes)


def hoped(appends: Sequence[Append]) -> Settled | None:
    """Decide the appends as if every version expected were right and no key had been seen before.

    Where the database then finds that so, this is what `settled` says; None where it cannot be so.
    """
    versions = {append.table: append.expected for append in reversed(appends)}
    hope = settled(appends, versions, {})
    return None if any(isinstance(outcome, Conflict) for outcome in hope.outcomes) else hope
