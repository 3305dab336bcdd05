"""The one cache of a table's views.

A view is made of parts: a run, a story item, a character. A part depends on the event that changed
it last, on the language, on the seats that see it alike (`Visibility.audience`), and on some facts
about the whole table. The first three are in its key; when one of the facts changes, every part
goes. This module may import the state of a table; it must not know what a part contains.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from operator import is_
from typing import Any, TypeVar

from tablee.table.log.table_state import State

T = TypeVar("T")
MAX_PARTS = 1_500
"""Maximum number of cached parts per table; the least recently made go first."""


class ViewCache:
    """Parts of the views of one table by their keys."""

    def __init__(self) -> None:
        self._parts: OrderedDict[Hashable, tuple[tuple[object, ...], Any]] = OrderedDict()
        self._facts: Hashable = None
        self._version = 0

    def refresh(self, state: State) -> None:
        """Drop every part when a fact about the whole table has changed, or when the state is
        older than the one before: that one was never committed."""
        if state.version == self._version:
            return
        facts = _facts(state)
        if facts != self._facts or state.version < self._version:
            self._parts.clear()
        self._facts, self._version = facts, state.version

    def get(self, key: Hashable, make: Callable[[], T], *sources: object) -> T:
        """Return the part with a key, made by `make` unless it is cached. `sources`: objects that
        never change; the part is made again when they are not the same objects."""
        known = self._parts.get(key)
        if known is not None and (not sources or all(map(is_, known[0], sources))):
            cached: T = known[1]
            return cached
        made = make()
        self.put(key, made, *sources)
        return made

    def peek(self, key: Hashable) -> Any:
        """Return the part with a key as it was made last, or None."""
        known = self._parts.get(key)
        return known[1] if known is not None else None

    def put(self, key: Hashable, part: object, *sources: object) -> None:
        """Cache a part."""
        self._parts.pop(key, None)
        self._parts[key] = sources, part
        if len(self._parts) > MAX_PARTS:
            self._parts.popitem(last=False)


def _facts(state: State) -> Hashable:
    """Return everything about a table that any part of any view may depend on, besides the events
    that changed that part."""
    return (
        (state.leader, state.archived, state.advice, state.reveals, len(state.former_rulings)),
        (len(state.scenes), state.scene is None),
        tuple(state.owners.items()),
        (frozenset(state.known_characters), frozenset(state.free), frozenset(state.put_away)),
        tuple(state.former_names.items()),
        tuple((name, sheet["nom"]) for name, sheet in state.sheets.items()),
        tuple((seat.id, seat.name, seat.removed) for seat in state.seats.values()),
    )
