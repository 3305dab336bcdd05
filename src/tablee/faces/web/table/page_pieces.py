"""The pieces of a seat's page, and the update for a page that shows older pieces.

This module may import the view types; it must not know how a piece is rendered.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec
from markupsafe import Markup

from tablee.table.views.whole_view_types import TableView

CARDS, SEATS, LINES = "now", "seats", "story-lines"
"""Ids of the lists of a page: cards, seats, lines of the story."""


class Listing:
    """The members of a list of a page by their ids."""

    def __init__(self, place: str, members: Mapping[str, Markup]) -> None:
        self.place = place
        self.all = members
        self.hash = hash((place, *members, *members.values()))
        self._since: tuple[Listing, bytes] | None = None

    def since(self, before: Listing) -> bytes:
        """Return the update for a page that shows `before`."""
        if before is self:
            return b""
        if self._since is None or self._since[0] is not before:
            self._since = before, b"".join(_listed(self.place, before.all, self.all))
            before._since = None  # do not keep older listings
        return self._since[1]


class Pieces(msgspec.Struct, frozen=True):
    """A seat's page. `asked`: whether a run waits for the seat; `slots`: the pieces that change
    with the table, by id; then what goes on, who sits at the table, and the story, newest
    first."""

    view: TableView
    asked: bool
    slots: Mapping[str, Markup]
    cards: Listing
    seats: Listing
    lines: Listing

    @property
    def lists(self) -> tuple[Listing, Listing, Listing]:
        return self.cards, self.seats, self.lines

    def digest(self) -> str:
        """Return a digest of the page, valid in this process."""
        parts = (*self.slots.values(), *(each.hash for each in self.lists))
        return f"{hash(parts) & 0xFFFFFFFFFFFFFFFF:016x}"


def news(before: Pieces | None, now: Pieces) -> bytes:
    """Return the update for a page that shows `before` (None: unknown, everything is sent), as
    templates that name their target (UTF-8). The same page gets nothing."""
    known: Mapping[str, Markup] = before.slots if before else {}
    changed = (slot for slot, html in now.slots.items() if known.get(slot) != html)
    sent = [_sent(slot, "outerMorph", now.slots[slot]) for slot in changed]
    if before is None:
        sent += [_all(each.place, each.all) for each in now.lists]
    else:
        sent += map(Listing.since, now.lists, before.lists)
    return b"".join(sent)


def _listed(place: str, before: Mapping[str, Markup], now: Mapping[str, Markup]) -> Iterator[bytes]:
    """Yield the updates of a list that grew at its head and lost some members, else the whole
    list."""
    gone, grown = before.keys() - now.keys(), len(now.keys() - before.keys())
    names = [*now]
    fresh, kept = names[:grown], names[grown:]
    if kept != [name for name in before if name not in gone]:
        yield _all(place, now)
        return
    for name in kept:
        if before[name] != now[name]:
            yield _sent(name, "outerMorph", now[name])
    if fresh:
        yield _sent(place, "put", "".join(now[name] for name in fresh))
    for name in sorted(gone):
        yield _sent(name, "delete", "")


def _all(place: str, now: Mapping[str, Markup]) -> bytes:
    return _sent(place, "innerMorph", "".join(now.values()))


def _sent(place: str, swap: str, html: str) -> bytes:
    sent = f'<template hx type="partial" hx-target="#{place}" hx-swap="{swap}">{html}</template>'
    return sent.encode()
