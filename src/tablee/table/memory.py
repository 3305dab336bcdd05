"""What the seats of a table have been told already, so that an act costs what it changes.

A run, once seen by a seat, looks the same to it until the run itself changes, what followed from
it, what is left of what it asks for, or who sits where and knows whom. Views that are kept are
handed out again: nobody changes one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence, Set
from typing import Any, NamedTuple, TypeVar

from tablee.table.log.outcomes import Line, Setting
from tablee.table.log.state_parts import Consequence, Run, StoryEntry

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")
Json = dict[str, Any]
Parts = dict[int, tuple[Line | Setting | Run, Json]]
"""Lines of runs, what runs were framed with and their course, as they are told, by `id`."""
Clauses = list[list[str]]
"""[id, what it says] of each."""
MOST_TOLD = 500
"""So many sentences are kept of one speech,"""
MOST_SPEECHES = 4
"""and so many speeches: what a language and the people that are known make."""
MOST_PARTS = 400
"""So many lines and the like are kept of runs with the same people in them,"""
MOST_CASTS = 4
"""of so many such circles."""
MOST_TELLINGS = 4
"""So many ways are kept in which an item of the story reads."""
MOST_SEEN = 60
"""So many runs are kept for a seat,"""
MOST_MADE = 200
"""so many things that are made of a run and of what the table holds,"""
MOST_ITEMS = 120
"""and of so many items of the story those that it looked at last."""


class Newest(NamedTuple):
    """The newest items of the story as they were told in a version, the newest first, when there
    were so many in all; and of each the run or the change that it is about."""

    version: int
    of: int
    items: list[Json]
    about: list[str]


class Seen:
    """What one seat has seen, in one language, as long as `context` is the same."""

    def __init__(self, context: Hashable) -> None:
        self.context = context
        self.runs: dict[str, tuple[Run, Sequence[Consequence], object, Json]] = {}
        self.items: dict[int, tuple[int, Json | None]] = {}
        """Number of an item of the story -> the version in which it was told, and how. It is still
        told so as long as what it is about has not been touched since."""
        self.newest = Newest(0, 0, [], [])
        self.heard: tuple[int, int, list[StoryEntry]] = (0, 0, [])
        self._made: dict[Hashable, tuple[tuple[object, ...], Any]] = {}
        self._characters: dict[str, tuple[object, object, Json]] = {}
        self._wanted = ""
        self._lacking: dict[int, int] = {}

    def known(self, run: Run, followed: Sequence[Consequence]) -> Json | None:
        """A run as it was seen, if nothing of it has changed since."""
        known = self.runs.get(run.id)
        if known is not None and known[0] is run and _same(known[1], followed):
            return known[3]
        return None

    def run(
        self, run: Run, followed: Sequence[Consequence], left: object, look: Callable[[], Json]
    ) -> Json:
        """A run as it was seen, or as it looks now. `left`: what is left of what it asks for."""
        known = self.known(run, followed)
        if known is not None and self.runs[run.id][2] == left:
            return known
        made = look()
        keep(self.runs, run.id, (run, followed, left, made))
        return made

    def still(self, what: Hashable, of: tuple[object, ...], make: Callable[[], T]) -> T:
        """Something that is made of these very things, made once."""
        known = self._made.get(what)
        if known is not None and _same(known[0], of):
            before: T = known[1]
            return before
        made = make()
        keep(self._made, what, (of, made), MOST_MADE)
        return made

    def character(
        self, name: str, sheet: object, standing: object, look: Callable[[], Json]
    ) -> Json:
        """A character as it was seen, or as it looks now. `sheet`, `standing`: what it is made of
        besides what the context holds."""
        known = self._characters.get(name)
        if known is not None and known[0] is sheet and known[1] is standing:
            return known[2]
        made = look()
        self._characters[name] = sheet, standing, made
        return made

    def keep(self, looked_at: Sequence[StoryEntry]) -> None:
        """Of many items of the story keep only these."""
        if len(self.items) > MOST_ITEMS:
            now = {item.seq for item in looked_at}
            self.items = {seq: told for seq, told in self.items.items() if seq in now}

    def lacking(self, wanted: str) -> dict[int, int]:
        """The numbers of items that do not hold a text, with the versions in which they did not; of
        the text that was asked for last."""
        if self._wanted != wanted:
            self._wanted, self._lacking = wanted, {}
        return self._lacking

    def story(
        self, story: Sequence[StoryEntry], reveals: int, hears: Callable[[StoryEntry], bool]
    ) -> list[StoryEntry]:
        """The items that the seat may read, of a story that only grows."""
        upto, known, heard = self.heard
        if known != reveals:
            upto, heard = 0, []
        if upto < len(story):
            heard.extend(item for item in story[upto:] if hears(item))
        self.heard = len(story), reveals, heard
        return heard


class Bystanders:
    """What runs look like to the seats that have no part in them, in one language, as long as
    `context` is the same; with each the seats to which it may look otherwise."""

    def __init__(self, context: Hashable) -> None:
        self.context = context
        self._runs: dict[str, tuple[Run, Sequence[Consequence], frozenset[str], Json]] = {}

    def run(self, run: Run, followed: Sequence[Consequence], seat: str) -> Json | None:
        """A run as it looks to a seat, if others have seen it that look at it alike."""
        known = self._runs.get(run.id)
        if known is None or known[0] is not run or not _same(known[1], followed):
            return None
        return None if seat in known[2] else known[3]

    def told(
        self, run: Run, followed: Sequence[Consequence], made: Json, others: Set[str], seat: str
    ) -> None:
        """Keep what a run looks like to a seat. `others`: the seats that were told apart on the
        way, this one not among them when it has no part in it."""
        if seat not in others:
            keep(self._runs, run.id, (run, followed, frozenset(others), made))


class Memory:
    """What all seats have seen, and the sentences that were told."""

    def __init__(self) -> None:
        self._now: dict[Hashable, tuple[int, Any]] = {}
        self._bystanders: dict[str, Bystanders] = {}
        self._seen: dict[tuple[str, str], Seen] = {}
        self._told: dict[Hashable, dict[Hashable, str]] = {}
        self._parts: dict[Hashable, Parts] = {}
        self._items: dict[int, list[Json]] = {}
        self._clauses: dict[Hashable, Clauses] = {}

    def now(self, version: int, what: Hashable, make: Callable[[], T]) -> T:
        """Something that is the same to several as long as nothing has happened (`version`); the
        very same as before where what has happened does not change it."""
        known = self._now.get(what)
        if known is not None and known[0] == version:
            before: T = known[1]
            return before
        made = make()
        if known is not None and known[1] == made:
            made = known[1]
        self._now[what] = version, made
        return made

    def of(self, seat: str, lang: str, context: Hashable) -> Seen:
        """What a seat has seen under this context."""
        known = self._seen.get((seat, lang))
        if known is None or known.context != context:
            known = self._seen[seat, lang] = Seen(context)
        return known

    def bystanders(self, lang: str, context: Hashable) -> Bystanders:
        """What those see who have no part in a run, under this context."""
        known = self._bystanders.get(lang)
        if known is None or known.context != context:
            known = self._bystanders[lang] = Bystanders(context)
        return known

    def parts(self, speech: Hashable) -> Parts:
        """The parts of runs told so far in one language, with the same names for those who act."""
        return _kept(self._parts, speech, dict, MOST_CASTS)

    def item(self, seq: int, made: Json) -> Json:
        """An item of the story as it is told: the very same to all to whom it reads the same."""
        told = _kept(self._items, seq, list, MOST_ITEMS)
        known = next((each for each in told if each == made), None)
        if known is not None:
            return known
        told.append(made)
        del told[:-MOST_TELLINGS]
        return made

    def clauses(self, lang: str, ids: tuple[str, ...], make: Callable[[], Clauses]) -> Clauses:
        """Clauses with what they say in a language: few make up all lines."""
        return _kept(self._clauses, (lang, ids), make, MOST_TOLD)

    def sentences(self, speech: Hashable) -> dict[Hashable, str]:
        """The sentences told so far in one language, to those who know the same people."""
        return _kept(self._told, speech, dict, MOST_SPEECHES)


def _same(known: Sequence[Any], now: Sequence[Any]) -> bool:
    """Whether two lists hold the very same things."""
    return len(known) == len(now) and all(a is b for a, b in zip(known, now, strict=True))


def _kept(kept: dict[K, T], key: K, make: Callable[[], T], most: int) -> T:
    """What is kept under a key, made anew where it is not."""
    known = kept.get(key)
    if known is None:
        known = make()
        keep(kept, key, known, most)
    return known


def keep(kept: dict[Any, Any], key: Any, value: Any, most: int = MOST_SEEN) -> None:
    """Keep one more thing, the oldest goes when there are too many."""
    kept.pop(key, None)
    if len(kept) >= most:
        del kept[next(iter(kept))]
    kept[key] = value
