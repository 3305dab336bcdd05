"""The state of a table after some events (see `fold`).

Events change it, everything else reads it. It may import the parts of the state; it must not know
events, acts, visibility or the rules.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from copy import copy
from operator import attrgetter

import msgspec

from tablee.rules.contract_json import RecordJson, RulingsJson, SheetJson
from tablee.table.log.compact_map import CompactMap
from tablee.table.log.later_announcements import announced_lines
from tablee.table.log.record_merge import merged
from tablee.table.log.scene_dice import FORMER_SCHEME
from tablee.table.log.state_parts import (
    Consequence,
    Handout,
    Run,
    Scene,
    Seat,
    Signal,
    StoryEntry,
    TypedDice,
)


class State(msgspec.Struct, kw_only=True):
    """The state of a whole table.

    - `version`: the number of the last event; `opened`: milliseconds since 1970.
    - `former_rulings`: the rulings before each change of them, the first ones first.
    - `rolls`: players request the runs that they propose.
    - `typed_dice`: who may type the faces of real dice.
    - `signals`: seat -> its signal to the leader, until the next act of the seat (see `SignalChanged`).
    - `owners`: character -> seat, None for a character of the leader; `free`: characters that any
      player may take; `taken_characters`: those that were free once; `known_characters`: those that
      players have seen; `former_names`: removed character -> its name;
      `portraits`: character -> its portrait as text.
    - `put_away`: characters that serve no more for now.
    - `handouts`: those that were given, by id, in that order.
    - `record`: the campaign record (sheets, ledgers, clock); `scene_start_record`: the same when the
      scene began or the last one ended; `scene_consequences`: ids of the consequences since then.
    - `open_run_ids`: an ordered set; `hidden_runs`: secret runs that are not revealed; `finished`:
      ids in the order of the ends, once for each end; `requested_procedures`: an ordered set, the
      latest at the end; `reveals`: number of revealed runs and free throws; `revealed_throws`: ids of
      these throws.
    - `touched`: run, handout, or consequence without a run -> version of its last change, in that order.
    - `act_keys`: digest of the key of an act -> its version and the digest of its request (see
      `TableEvent`); `key_slots`: number and seat of a latest act -> digest of its key; `act_counts`:
      seat -> number of its acts with a key."""

    id: str
    version: int = 0
    name: str = ""
    game: str = ""
    language: str = "fr"
    rulings: RulingsJson = {}
    former_rulings: list[RulingsJson] = []
    advice: bool = True
    rolls: bool = False
    typed_dice: TypedDice = "everybody"
    demo: bool = False
    archived: bool = False
    opened: int = 0
    seats: dict[str, Seat] = {}
    signals: dict[str, Signal] = {}
    owners: dict[str, str | None] = {}
    free: set[str] = set()
    taken_characters: set[str] = set()
    known_characters: set[str] = set()
    former_names: dict[str, str] = {}
    portraits: dict[str, str] = {}
    put_away: set[str] = set()
    handouts: dict[str, Handout] = {}
    open_run_ids: dict[str, None] = {}
    reveals: int = 0
    touched: dict[str, int] = {}
    record: RecordJson = {}
    scene_start_record: RecordJson = {}
    scenes: list[Scene] = []
    runs: CompactMap[Run] = msgspec.field(
        default_factory=lambda: CompactMap(Run, attrgetter("procedure"))
    )
    hidden_runs: set[str] = set()
    revealed_throws: set[str] = set()
    requested_procedures: dict[str, None] = {}
    finished: list[str] = []
    consequences: dict[str, Consequence] = {}
    run_consequences: dict[str, tuple[str, ...]] = {}
    scene_consequences: list[str] = []
    story: list[StoryEntry] = []
    act_keys: dict[str, tuple[int, str]] = {}
    key_slots: dict[str, str] = {}
    act_counts: dict[str, int] = {}

    # ── queries ─────────────────────────────────────────────────────────────────────────────
    @property
    def scene(self) -> Scene | None:
        """The current scene, or None between scenes."""
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
        """The seats at the table, without removed ones."""
        return [seat for seat in self.seats.values() if not seat.removed]

    @property
    def players(self) -> list[str]:
        """The ids of the seats at the table, without the leader."""
        return [seat.id for seat in self.present if not seat.leader]

    def sits(self, seat: str) -> bool:
        """Return whether a seat is at the table."""
        found = self.seats.get(seat)
        return found is not None and not found.removed

    @property
    def open_runs(self) -> list[Run]:
        return [self.runs[name] for name in self.open_run_ids]

    def owner(self, character: str) -> str:
        """Return the seat that owns a character, or the leader while that seat is not at the table."""
        seat = self.owners.get(character)
        return seat if seat and self.sits(seat) else self.leader

    @property
    def sheets(self) -> Mapping[str, SheetJson]:
        """The characters: id -> sheet."""
        found: Mapping[str, SheetJson] = self.record.get("fiches", {})
        return found

    def sheet(self, character: str) -> SheetJson:
        return self.sheets[character]

    def is_public(self, character: str) -> bool:
        """Return whether a character is a player's or free, so that all seats know it."""
        return self.owners.get(character) is not None or character in self.free

    def is_known(self, character: str) -> bool:
        """Return whether all seats know a character."""
        return self.is_public(character) or character in self.known_characters

    def public_record(self, among: Collection[str]) -> RecordJson:
        """Return the campaign record with the sheets of the known characters, and of characters `among`
        that take part in a run. Effects of the rules on others would reveal that they exist."""
        sheets = {
            name: sheet
            for name, sheet in self.sheets.items()
            if self.is_known(name) or name in among
        }
        return {**self.record, "fiches": sheets}

    def consequences_of(self, run: str) -> list[Consequence]:
        """Return the consequences of a run, in order."""
        return [self.consequences[name] for name in self.run_consequences.get(run, ())]

    def conceals(self, run: Run) -> bool:
        """Return whether a finished run hides something that no line has said to all seats, neither
        its own nor one of a run that has played what it left pending."""
        later = announced_lines(run, self.runs, self.consequences.values())
        return run.conceals() and run.conceals(later)

    def secret_throw(self, name: str) -> StoryEntry | None:
        """Return the story entry of secret free dice (see `secret_throw_id`), or None."""
        return next((each for each in self.story if name and each.throw == name), None)

    def dice_words(self) -> dict[str, str]:
        """Return the words of the seats, which go into the draws of the house dice (see
        `scene_dice`)."""
        scene = self.scene
        if scene is not None and scene.scheme != FORMER_SCHEME:
            return {**scene.words.given}
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
        """Record that this version changed a run, a handout, or a consequence that follows from no
        run."""
        self.touched.pop(name, None)
        self.touched[name] = self.version

    def pass_sealed_choices(self, seat: str, to: str) -> None:
        """Let another seat take back the sealed choices of a seat."""
        for run in self.open_runs:
            if seat in run.sealers.values():
                now = {index: to if by == seat else by for index, by in run.sealers.items()}
                self.put_run(msgspec.structs.replace(run, sealers=now))

    def rulings_of(self, thing: Run | Consequence) -> RulingsJson:
        """Return the rulings under which a run was requested, or a consequence recorded."""
        return [*self.former_rulings, self.rulings][thing.ruling_set]

    def fix_record(self) -> None:
        """Make the present record final, as a scene begins or ends."""
        self.scene_start_record, self.scene_consequences = self.record, []

    def change_record(self, changes: RecordJson) -> None:
        """Merge changes into the record. The names of removed characters are remembered."""
        for name, sheet in changes.get("fiches", {}).items():
            if sheet is None and name in self.sheets:
                self.former_names[name] = str(self.sheet(name)["nom"])
                self.portraits.pop(name, None)
                self.put_away.discard(name)
        self.record = merged(self.record, changes)

    def cancel_consequences(self, run: Run, changes: RecordJson) -> None:
        """Cancel all consequences of a run. `changes`: of the record, without them."""
        self.change_record(changes)
        for each in self.consequences_of(run.id):
            self.consequences[each.id] = msgspec.structs.replace(each, cancelled=True)


_CONTAINERS = tuple(
    name for name in State.__struct_fields__ if hasattr(getattr(State(id=""), name), "copy")
)


def copied(state: State) -> State:
    """Return an independent copy of a state; both share the values that never change."""
    made = copy(state)
    for name in _CONTAINERS:
        setattr(made, name, getattr(state, name).copy())
    return made
