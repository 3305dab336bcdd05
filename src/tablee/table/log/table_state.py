"""A table as its events have made it (see `folding`), and what can be asked of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from copy import copy
from itertools import takewhile
from operator import attrgetter
from typing import Any

import msgspec

from tablee.table.log.compact_map import CompactMap
from tablee.table.log.record_merge import merged
from tablee.table.log.state_parts import Consequence, Run, Scene, Seat, Signal, StoryEntry

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
    signals: dict[str, Signal] = {}
    """Seat -> its signal to the leader, which ends with the next act of the seat."""
    owners: dict[str, str | None] = {}
    free: set[str] = set()
    taken_characters: set[str] = set()
    known_characters: set[str] = set()
    former_names: dict[str, str] = {}
    open_run_ids: dict[str, None] = {}
    reveals: int = 0
    touched: dict[str, int] = {}
    record: dict[str, Any] = {}
    scene_start_record: dict[str, Any] = {}
    scenes: list[Scene] = []
    runs: CompactMap[Run] = msgspec.field(
        default_factory=lambda: CompactMap(Run, attrgetter("procedure"))
    )
    hidden_runs: set[str] = set()
    requested_procedures: dict[str, None] = {}
    finished: list[str] = []
    """The runs in the order in which they ended, each time that one did."""
    consequences: dict[str, Consequence] = {}
    run_consequences: dict[str, tuple[str, ...]] = {}
    scene_consequences: list[str] = []
    story: list[StoryEntry] = []
    act_keys: dict[str, tuple[int, str]] = {}
    key_slots: dict[str, str] = {}
    act_counts: dict[str, int] = {}

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
        return [self.runs[name] for name in self.open_run_ids]

    def owner(self, character: str) -> str:
        """The seat that plays a character: its own while it is there, else the leader's."""
        seat = self.owners.get(character)
        return seat if seat and self.sits(seat) else self.leader

    @property
    def sheets(self) -> Json:
        """The characters: id -> sheet."""
        found: Json = self.record.get("fiches", {})
        return found

    def sheet(self, character: str) -> Json:
        found: Json = self.sheets[character]
        return found

    def is_public(self, character: str) -> bool:
        """Whether everybody knows of a character: a player's, or one that may be taken."""
        return self.owners.get(character) is not None or character in self.free

    def is_known(self, character: str) -> bool:
        """Whether everybody has met a character."""
        return self.is_public(character) or character in self.known_characters

    def public_record(self, among: Collection[str]) -> Json:
        """The chronicle of those whom everybody has met, and of those `among` whom something
        happens: what the rules make of all others would tell that they are there."""
        sheets = {
            name: sheet
            for name, sheet in self.sheets.items()
            if self.is_known(name) or name in among
        }
        return {**self.record, "fiches": sheets}

    def consequences_of(self, run: str) -> list[Consequence]:
        """What has followed from a run, in order."""
        return [self.consequences[name] for name in self.run_consequences.get(run, ())]

    def dice_words(self) -> dict[str, str]:
        """What the seats give to the draws of the house."""
        return {seat.id: seat.word for seat in self.present}

    # ── changes made by events ─────────────────────────────────────────────────────────────────
    def put_run(self, run: Run) -> None:
        """Put a run, new or changed, in its place."""
        known = self.runs.get(run.id)
        if run.status == "done" and (known is None or known.status != "done"):
            self.finished.append(run.id)
        self.runs[run.id] = run
        (self.hidden_runs.add if run.secret and not run.revealed else self.hidden_runs.discard)(
            run.id
        )
        if run.status == "open":
            self.open_run_ids[run.id] = None
        else:
            self.open_run_ids.pop(run.id, None)

    def touch(self, name: str) -> None:
        """Record that this version changed a run, or a consequence that follows from none."""
        self.touched.pop(name, None)
        self.touched[name] = self.version

    def pass_sealed_choices(self, seat: str, to: str) -> None:
        """Let another seat take back the sealed choices of a seat."""
        for run in self.open_runs:
            if seat in run.sealers.values():
                now = {index: to if by == seat else by for index, by in run.sealers.items()}
                self.put_run(msgspec.structs.replace(run, sealers=now))

    def fix_record(self) -> None:
        """Make the present record final, as a scene begins or ends."""
        self.scene_start_record, self.scene_consequences = self.record, []

    def change_record(self, changes: Json) -> None:
        """Merge changes into the record. The names of removed characters are remembered."""
        for name, sheet in changes.get("fiches", {}).items():
            if sheet is None and name in self.sheets:
                self.former_names[name] = str(self.sheet(name)["nom"])
        self.record = merged(self.record, changes)

    def cancel_consequences(self, run: Run, changes: Json) -> None:
        """Cancel all consequences of a run. `changes`: of the record, without them."""
        self.change_record(changes)
        for each in self.consequences_of(run.id):
            self.consequences[each.id] = msgspec.structs.replace(each, cancelled=True)


_CONTAINERS = tuple(
    name for name in State.__struct_fields__ if hasattr(getattr(State(id=""), name), "copy")
)


def copied(state: State) -> State:
    """A state that may take events of its own; what never changes is shared."""
    made = copy(state)
    for name in _CONTAINERS:
        setattr(made, name, getattr(state, name).copy())
    return made
