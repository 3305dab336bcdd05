"""What the seats of a table have been told already, so that an act costs what it changes.

A run, once seen by a seat, looks the same to it until the run itself changes, what followed from it,
or who sits where and knows whom. Views that are kept are handed out again: nobody changes one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from tablee.table.state import Booking, Item, Run

__all__ = ["Memory", "Seen"]

Json = dict[str, Any]
MOST_TOLD = 20_000
MOST_SEEN = 400
"""So many runs and items are kept for a seat."""


class Seen:
    """What one seat has seen, in one language, as long as `context` is the same."""

    def __init__(self, context: Hashable) -> None:
        self.context = context
        self.runs: dict[str, tuple[Run, Sequence[Booking], Json]] = {}
        self.items: dict[int, tuple[int, Json | None]] = {}
        self.heard: tuple[int, int, list[Item]] = (0, 0, [])

    def run(self, run: Run, followed: Sequence[Booking], look: Callable[[], Json]) -> Json:
        """A run as it was seen, or as it looks now."""
        known = self.runs.get(run.id)
        if known is not None and known[0] is run and _same(known[1], followed):
            return known[2]
        made = look()
        _put(self.runs, run.id, (run, followed, made))
        return made

    def item(
        self, seq: int, touched: int, version: int, look: Callable[[], Json | None]
    ) -> Json | None:
        """An item of the story. `touched`: the version in which what it is about was last touched;
        `version`: that of now."""
        known = self.items.get(seq)
        if known is not None and known[0] >= touched:
            return known[1]
        made = look()
        _put(self.items, seq, (version, made))
        return made

    def story(
        self, story: Sequence[Item], reveals: int, hears: Callable[[Item], bool]
    ) -> list[Item]:
        """The items that the seat may read, of a story that only grows."""
        upto, known, heard = self.heard
        if known != reveals:
            upto, heard = 0, []
        if upto < len(story):
            heard = [*heard, *(item for item in story[upto:] if hears(item))]
        self.heard = len(story), reveals, heard
        return heard


class Memory:
    """What all seats have seen, and the sentences that were told."""

    def __init__(self) -> None:
        self._seen: dict[tuple[str, str], Seen] = {}
        self._told: dict[Hashable, str] = {}

    def of(self, seat: str, lang: str, context: Hashable) -> Seen:
        """What a seat has seen under this context."""
        known = self._seen.get((seat, lang))
        if known is None or known.context != context:
            known = self._seen[seat, lang] = Seen(context)
        return known

    def told(self, key: Hashable, tell: Callable[[], str]) -> str:
        """A sentence, told once."""
        known = self._told.get(key)
        if known is None:
            known = tell()
            _put(self._told, key, known, MOST_TOLD)
        return known


def _same(known: Sequence[Any], now: Sequence[Any]) -> bool:
    """Whether two lists hold the very same things."""
    return len(known) == len(now) and all(a is b for a, b in zip(known, now, strict=True))


def _put(kept: dict[Any, Any], key: Any, value: Any, most: int = MOST_SEEN) -> None:
    """Keep one more thing, the oldest goes when there are too many."""
    kept.pop(key, None)
    if len(kept) >= most:
        del kept[next(iter(kept))]
    kept[key] = value
