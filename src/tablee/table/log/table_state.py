"""A table as its events have made it (see `folding`), and what can be asked of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from copy import copy
from itertools import takewhile
from operator import attrgetter
from typing import Any

import msgspec

from tablee.table.log.compact_lists import Shelf
from tablee.table.log.state_parts import Booking, Item, Run, Scene, Seat

Json = Mapping[str, Any]


class State(msgspec.Struct, kw_only=True):
    """A whole table. `chronicle`: the sheets, the ledgers and the clock (see `rules.chronicle`);
    `ground`: what it was when the scene began or the last one ended, `since`: what was booked from
    then on; `owners`: character -> seat, None for the leader's; `free`: those that whoever likes
    may take, `taken`: those of them that are so no more, `met`: those that everybody has met,
    `gone`: those that have left the campaign -> what they were called;
    `veiled`: the runs that are secret and not revealed; `asked`: procedures, the one that was asked
    for last at the end; `keys`: names of the last acts -> the version that each led to, and what
    was sent (see `Happening`); `named`: which of the last acts of which seat -> its name;
    `acted`: seat -> how many acts with a name it has done; `version`: the number of the last
    event."""

    id: str
    version: int = 0
    name: str = ""
    game: str = ""
    language: str = "fr"
    rulings: Json = {}
    advice: bool = True
    demo: bool = False
    archived: bool = False
    opened: int = 0
    seats: dict[str, Seat] = {}
    owners: dict[str, str | None] = {}
    free: set[str] = set()
    taken: set[str] = set()
    met: set[str] = set()
    gone: dict[str, str] = {}
    waiting: dict[str, None] = {}
    reveals: int = 0
    touched: dict[str, int] = {}
    chronicle: dict[str, Any] = {}
    ground: dict[str, Any] = {}
    scenes: list[Scene] = []
    runs: Shelf[Run] = msgspec.field(default_factory=lambda: Shelf(Run, attrgetter("procedure")))
    veiled: set[str] = set()
    asked: dict[str, None] = {}
    finished: list[str] = []
    """The runs in the order in which they ended, each time that one did."""
    bookings: dict[str, Booking] = {}
    booked: dict[str, tuple[str, ...]] = {}
    since: list[str] = []
    story: list[Item] = []
    keys: dict[str, tuple[int, str]] = {}
    named: dict[str, str] = {}
    acted: dict[str, int] = {}

    # ── what stands ────────────────────────────────────────────────────────────────────────────
    @property
    def scene(self) -> Scene | None:
        """The scene that is played, if one is."""
        last = self.scenes[-1] if self.scenes else None
        return last if last is not None and last.ended is None else None

    @property
    def leader(self) -> str:
        for seat in self.seats.values():  # asked very often: no generator
            if seat.leader and not seat.removed:
                return seat.id
        return ""

    @property
    def present(self) -> list[Seat]:
        """Those who sit at the table."""
        return [seat for seat in self.seats.values() if not seat.removed]

    def sits(self, seat: str) -> bool:
        """Whether that seat is at the table."""
        found = self.seats.get(seat)
        return found is not None and not found.removed

    def touched_since(self, version: int) -> Iterator[str]:
        """The runs, and the changes that follow from none, that were touched after a version."""
        return takewhile(lambda name: self.touched[name] > version, reversed(self.touched))

    @property
    def open_runs(self) -> list[Run]:
        return [self.runs[name] for name in self.waiting]

    def owner(self, character: str) -> str:
        """The seat that plays a character: its own while it is there, else the leader's."""
        seat = self.owners.get(character)
        return seat if seat and self.sits(seat) else self.leader

    @property
    def sheets(self) -> Json:
        """The characters: id -> sheet."""
        found: Json = self.chronicle.get("fiches", {})
        return found

    def sheet(self, character: str) -> Json:
        found: Json = self.sheets[character]
        return found

    def common(self, character: str) -> bool:
        """Whether everybody knows of a character: a player's, or one that may be taken."""
        return self.owners.get(character) is not None or character in self.free

    def familiar(self, character: str) -> bool:
        """Whether everybody has met a character."""
        return self.common(character) or character in self.met

    def known(self, among: Collection[str]) -> Json:
        """The chronicle of those whom everybody has met, and of those `among` whom something
        happens: what the rules make of all others would tell that they are there."""
        sheets = {
            name: sheet
            for name, sheet in self.sheets.items()
            if self.familiar(name) or name in among
        }
        return {**self.chronicle, "fiches": sheets}

    def consequences(self, run: str) -> list[Booking]:
        """What has followed from a run, in order."""
        return [self.bookings[name] for name in self.booked.get(run, ())]

    def words(self) -> dict[str, str]:
        """What the seats give to the draws of the house."""
        return {seat.id: seat.word for seat in self.present}


_CONTAINERS = tuple(
    name for name in State.__struct_fields__ if hasattr(getattr(State(id=""), name), "copy")
)


def copied(state: State) -> State:
    """A state that may take events of its own; what never changes is shared."""
    made = copy(state)
    for name in _CONTAINERS:
        setattr(made, name, getattr(state, name).copy())
    return made
