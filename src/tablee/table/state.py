"""A table as its events have made it: the fold of its log. No rule is resolved here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from tablee.table import events as ev
from tablee.table.outcomes import Line, Outcome, Shown

__all__ = [
    "GROWN",
    "Booking",
    "Given",
    "Item",
    "Run",
    "Scene",
    "Seat",
    "State",
    "copied",
    "folded",
    "merged",
]

Json = Mapping[str, Any]
Status = Literal["open", "done", "withdrawn"]
KEYS = 1000
"""So many names of acts are known, the latest."""


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody at the table. `word`: their part in the draws of the house."""

    id: str
    name: str
    leader: bool = False
    dice: Literal["house", "real"] = "house"
    word: str = ""
    removed: bool = False


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """`draws`: how many throws of the house there have been, `screened`: behind the screen."""

    number: int
    title: str
    seed: str
    commitment: str
    screen: str
    screen_commitment: str
    began: int
    ended: int | None = None
    draws: int = 0
    screened: int = 0


class Given(msgspec.Struct, frozen=True, kw_only=True):
    """An answer as it was given: when, by whom and for whom, and how its faces came about."""

    answer: Json
    at: int
    by: str
    seat: str
    draw: int | None = None
    words: str = ""
    version: str = ""
    asked: str = ""


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """A run at the table (see `events.Framed`). `sealed`: choices at once that are in already, by
    index, `sealers`: the seats that gave them; `struck`: what was said of answers that were taken
    back; `overruled`: what the leader put in its place; `diverged`: the rules' version under which
    it no longer replays the same."""

    id: str
    at: int
    by: str
    scene: int
    procedure: str
    params: Json
    cast: Mapping[str, str]
    roles: Mapping[str, str]
    subject: str
    secret: bool
    screened: Sequence[str]
    shown: Sequence[Shown]
    hidden: Mapping[str, Sequence[str]]
    title: str
    version: str
    also: str
    answers: tuple[Given, ...] = ()
    sealed: Mapping[int, Any] = {}
    sealers: Mapping[int, str] = {}
    outcome: Outcome | None = None
    status: Status = "open"
    revealed: bool = False
    struck: tuple[Line, ...] = ()
    overruled: tuple[ev.Overruled, ...] = ()
    diverged: str = ""
    reason: str = ""
    cause: ev.Cause = ""
    ended: int = 0
    beside: Mapping[str, str] = {}

    @property
    def who(self) -> list[str]:
        """The characters in it, who acts first."""
        named = (self.subject, *self.roles.values(), *self.cast.values())
        return list(dict.fromkeys(who for who in named if who))

    @property
    def throws(self) -> list[int]:
        """The places of its throws among the answers."""
        return [place for place, each in enumerate(self.answers) if "dice" in each.answer]


class Booking(msgspec.Struct, frozen=True, kw_only=True):
    """A change of the chronicle and whether it stands. `held`: not before its run is revealed;
    `private`: whose it is and the leader alone see it, held until one of them has it so; `gone`: its
    run was taken back; `others`: what it may be instead."""

    id: str
    event: Json
    run: str
    who: str
    by: str
    at: int
    scene: int
    told: Sequence[Line]
    said: Line | None = None
    secret: bool = False
    held: bool = False
    refused: str = ""
    why: Line | None = None
    others: tuple[ev.Alternative, ...] = ()
    declined: bool = False
    gone: bool = False
    overrules: bool = False
    private: bool = False

    @property
    def stands(self) -> bool:
        return not (self.declined or self.gone or self.held)

    @property
    def impossible(self) -> bool:
        """Whether it could not be when its run asked for it."""
        return self.why is not None or bool(self.refused)

    def instead(self, place: int) -> Booking:
        """The same as another one of those that it may be, which stands in its place."""
        other = self.others[place]
        left = ev.Alternative(event=self.event, told=self.told, for_leader=other.for_leader)
        others = (*self.others[:place], left, *self.others[place + 1 :])
        return msgspec.structs.replace(self, event=other.event, told=other.told, others=others)


class Item(msgspec.Struct, frozen=True, kw_only=True):
    """A place in the story: what happened, and the run or booking that it is about. `to`: the seat
    that a character was given to."""

    seq: int
    at: int
    kind: str
    by: str = ""
    run: str = ""
    booking: str = ""
    text: str = ""
    private: bool = False
    to: str = ""


class State(msgspec.Struct, kw_only=True):
    """A whole table. `chronicle`: the sheets, the ledgers and the clock (see `rules.chronicle`);
    `ground`: what it was when the scene began or the last one ended, `since`: what was booked from
    then on; `owners`: character -> seat, None for the leader's; `free`: those that whoever likes may
    take, `met`: those that everybody has met; `keys`: names of the last acts -> the version that each led to; `acted`: seat -> how
    many acts with a name it has done; `version`: the number of the last event."""

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
    met: set[str] = set()
    waiting: dict[str, None] = {}
    reveals: int = 0
    touched: dict[str, int] = {}
    chronicle: dict[str, Any] = {}
    ground: dict[str, Any] = {}
    scenes: list[Scene] = []
    runs: dict[str, Run] = {}
    finished: list[str] = []
    """The runs in the order in which they ended, each time that one did."""
    bookings: dict[str, Booking] = {}
    booked: dict[str, list[str]] = {}
    since: list[str] = []
    story: list[Item] = []
    keys: dict[str, int] = {}
    acted: dict[str, int] = {}

    # ── what stands ────────────────────────────────────────────────────────────────────────────
    @property
    def scene(self) -> Scene | None:
        """The scene that is played, if one is."""
        last = self.scenes[-1] if self.scenes else None
        return last if last is not None and last.ended is None else None

    @property
    def leader(self) -> str:
        return next(
            (seat.id for seat in self.seats.values() if seat.leader and not seat.removed), ""
        )

    @property
    def present(self) -> list[Seat]:
        """Those who sit at the table."""
        return [seat for seat in self.seats.values() if not seat.removed]

    @property
    def open_runs(self) -> list[Run]:
        return [self.runs[name] for name in self.waiting]

    def owner(self, character: str) -> str:
        """The seat that plays a character: its own while it is there, else the leader's."""
        seat = self.owners.get(character)
        taken = self.seats.get(seat) if seat else None
        return self.leader if taken is None or taken.removed else taken.id

    @property
    def sheets(self) -> Json:
        """The characters: id -> sheet."""
        found: Json = self.chronicle.get("fiches", {})
        return found

    def sheet(self, character: str) -> Json:
        found: Json = self.sheets[character]
        return found

    def consequences(self, run: str) -> list[Booking]:
        """What has followed from a run, in order."""
        return [self.bookings[name] for name in self.booked.get(run, ())]

    def words(self) -> dict[str, str]:
        """What the seats give to the draws of the house."""
        return {seat.id: seat.word for seat in self.present}

    # ── the fold ───────────────────────────────────────────────────────────────────────────────
    def apply(self, event: ev.Body) -> None:
        """Take one more event."""
        self.version += 1
        if event.key:
            self.keys[event.key] = self.version
            self.acted[event.by] = self.acted.get(event.by, 0) + 1
            if len(self.keys) > KEYS:
                del self.keys[next(iter(self.keys))]
        match event:
            case ev.Opened():
                self._opened(event)
            case ev.SeatAdded() | ev.SeatChanged() | ev.SeatRemoved() | ev.LeaderHanded():
                self._seated(event)
            case ev.CharacterGiven():
                self._given(event)
            case ev.Advised():
                self.advice = event.allowed
            case ev.Archived():
                self.archived = event.archived
                self._tell(event, "archived" if event.archived else "taken_up")
            case ev.SceneBegun() | ev.SceneEnded():
                self._scened(event)
            case ev.Booked() | ev.Declined() | ev.Swapped():
                self._kept(event)
            case ev.Noted():
                self._tell(event, "note", text=event.text, private=event.private)
            case _:
                self._ran(event)
        self._touch(getattr(event, "run", ""), getattr(event, "booking", ""))

    def _touch(self, run: str, booking: str) -> None:
        """Remember when a run, or a change that follows from none, was last touched."""
        if booking:
            run = self.bookings[booking].run
        if run or booking:
            self.touched[run or booking] = self.version

    def _tell(self, event: ev.Happening, kind: str, **more: Any) -> None:
        item = Item(seq=self.version, at=event.at, kind=kind, by=event.by, **more)
        self.story.append(item)

    def _given(self, event: ev.CharacterGiven) -> None:
        before = self.owners.get(event.character)
        self.owners[event.character] = event.to
        (self.free.add if event.free else self.free.discard)(event.character)
        if event.free or event.to is not None:
            self.met.add(event.character)
        if event.to != before:  # what comes to the leader from nowhere is nobody else's business
            self._tell(event, "character_given", text=event.character, to=event.to or "")

    def _opened(self, event: ev.Opened) -> None:
        self.name, self.game, self.language = event.name, event.game, event.language
        self.rulings, self.advice, self.demo = event.rulings, event.advice, event.demo
        self.opened = event.at
        self.chronicle = self.ground = dict(event.chronicle)

    def _seated(
        self, event: ev.SeatAdded | ev.SeatChanged | ev.SeatRemoved | ev.LeaderHanded
    ) -> None:
        change = msgspec.structs.replace
        match event:
            case ev.SeatAdded():
                seat = Seat(id=event.seat, name=event.name, leader=event.leader)
                self.seats[event.seat] = seat
                self._tell(event, "seat_added", text=event.name)
            case ev.SeatChanged():
                given = {"name": event.name, "dice": event.dice, "word": event.word}
                made = {name: value for name, value in given.items() if value is not None}
                self.seats[event.seat] = change(self.seats[event.seat], **made)
            case ev.SeatRemoved():
                self.seats[event.seat] = change(self.seats[event.seat], removed=True)
                self._tell(event, "seat_removed", text=self.seats[event.seat].name)
            case ev.LeaderHanded():
                for seat in list(self.seats.values()):
                    self.seats[seat.id] = change(seat, leader=seat.id == event.to)
                self._tell(event, "leader_handed", text=self.seats[event.to].name)

    def _scened(self, event: ev.SceneBegun | ev.SceneEnded) -> None:
        if isinstance(event, ev.SceneBegun):
            self.scenes.append(
                Scene(
                    number=event.scene,
                    title=event.title,
                    seed=event.seed,
                    commitment=event.commitment,
                    screen=event.screen,
                    screen_commitment=event.screen_commitment,
                    began=event.at,
                )
            )
            self._grounded()
            self._tell(event, "scene_begun", text=event.title)
        else:
            self.scenes[-1] = msgspec.structs.replace(self.scenes[-1], ended=event.at)
            self._grounded()
            self._tell(event, "scene_ended", text=self.scenes[-1].title)

    def _grounded(self) -> None:
        self.ground, self.since = self.chronicle, []

    def _kept(self, event: ev.Booked | ev.Declined | ev.Swapped) -> None:
        self.chronicle = merged(self.chronicle, event.after)
        if isinstance(event, ev.Swapped):
            swapped = self.bookings[event.booking].instead(event.place)
            self.bookings[event.booking] = swapped
            self._tell(event, "swapped", booking=event.booking, run=swapped.run)
            return
        if isinstance(event, ev.Declined):
            booking = self.bookings[event.booking]
            self.bookings[event.booking] = msgspec.structs.replace(
                booking, declined=not event.back, held=booking.held and not event.back
            )
            kind = "taken_back" if event.back else "declined"
            self._tell(event, kind, booking=event.booking, run=booking.run)
            return
        self.bookings[event.booking] = Booking(
            id=event.booking,
            event=event.event,
            run=event.run,
            who=event.who,
            by=event.by,
            at=event.at,
            scene=len(self.scenes),
            told=event.told,
            said=event.said,
            secret=event.secret,
            held=event.held,
            refused=event.refused,
            why=event.why,
            others=tuple(event.others),
            declined=event.why is not None or bool(event.refused),
            overrules=event.overrules,
            private=event.private,
        )
        self.booked.setdefault(event.run, []).append(event.booking)
        self.since.append(event.booking)
        if event.event.get("moment") != "debut":  # that a scene begins is told already
            self._tell(event, "booked", booking=event.booking, run=event.run)

    # ── runs ───────────────────────────────────────────────────────────────────────────────────
    def _ran(self, event: Any) -> None:
        if isinstance(event, ev.Framed):
            self._framed(event)
            return
        run = self.runs[event.run]
        change = msgspec.structs.replace
        match event:
            case ev.Answered():
                run = self._answered(run, event)
            case ev.Sealed():
                run = change(
                    run,
                    sealed={**run.sealed, event.index: event.value},
                    sealers={**run.sealers, event.index: event.by},
                )
            case ev.Unsealed():
                run = change(
                    run,
                    sealed=_without(run.sealed, event.indexes),
                    sealers=_without(run.sealers, event.indexes),
                )
            case ev.Undone():
                run = change(
                    run,
                    answers=run.answers[: event.place],
                    sealed={},
                    sealers={},
                    outcome=None,
                    status="open",
                    struck=(*run.struck, *event.told),
                    overruled=(),
                    diverged="",
                    ended=0,
                )
                self._unbooked(run, event.after)
                self._tell(event, "undone", run=run.id)
            case ev.Withdrawn():
                run = change(
                    run,
                    status="withdrawn",
                    reason=event.reason,
                    cause=event.cause,
                    struck=(*run.struck, *event.told),
                    ended=event.at,
                )
                self._unbooked(run, event.after)
                self._tell(event, "withdrawn", run=run.id, text=event.reason)
            case ev.Revealed():
                run = change(run, revealed=True)
                self.reveals += 1
                self._freed(run, event)
                self._tell(event, "revealed", run=run.id)
            case ev.Overruled():
                run = change(run, overruled=(*run.overruled, event))
                self._tell(event, "overruled", run=run.id, text=event.reason)
            case ev.Diverged():
                run = change(run, diverged=event.version)
        self._put(run)

    def _put(self, run: Run) -> None:
        known = self.runs.get(run.id)
        if run.status == "done" and (known is None or known.status != "done"):
            self.finished.append(run.id)
        self.runs[run.id] = run
        if run.status == "open":
            self.waiting[run.id] = None
        else:
            self.waiting.pop(run.id, None)

    def _unbooked(self, run: Run, after: Json) -> None:
        """What followed from a run is not to be any more."""
        self.chronicle = merged(self.chronicle, after)
        for booking in self.consequences(run.id):
            self.bookings[booking.id] = msgspec.structs.replace(booking, gone=True)

    def _freed(self, run: Run, event: ev.Revealed) -> None:
        """What was held back is told, and is to be as far as it can."""
        self._meets(run)
        self.chronicle = merged(self.chronicle, event.after)
        for booking in self.consequences(run.id):
            if booking.held and not booking.private:
                stands = booking.id in event.freed
                self.bookings[booking.id] = msgspec.structs.replace(
                    booking, held=False, declined=not stands
                )

    def _framed(self, event: ev.Framed) -> None:
        run = Run(
            id=event.run,
            at=event.at,
            by=event.by,
            scene=len(self.scenes),
            procedure=event.procedure,
            params=event.params,
            cast=event.cast,
            roles=event.roles,
            subject=event.subject,
            beside=event.beside,
            secret=event.secret,
            screened=event.screened,
            shown=event.shown,
            hidden=event.hidden,
            title=event.title,
            version=event.version,
            also=event.also,
            outcome=event.outcome,
            status="open" if event.outcome is None else "done",
            ended=event.at if event.outcome is not None else 0,
        )
        self._put(run)
        if not event.secret:
            self._meets(run)
        self._tell(event, "run", run=event.run)

    def _meets(self, run: Run) -> None:
        self.met.update(run.who)

    def _answered(self, run: Run, event: ev.Answered) -> Run:
        given = Given(
            answer=event.answer,
            at=event.at,
            by=event.by,
            seat=event.seat or event.by,
            draw=event.draw,
            words=event.words,
            version=event.version,
            asked=event.asked,
        )
        if event.draw is not None:
            count = {"screened" if event.screened else "draws": event.draw}
            self.scenes[-1] = msgspec.structs.replace(self.scenes[-1], **count)
        done = event.outcome is not None
        return msgspec.structs.replace(
            run,
            answers=(*run.answers, given),
            sealed={},
            sealers={},
            outcome=event.outcome,
            status="done" if done else "open",
            ended=event.at if done else 0,
        )


def _without(given: Mapping[int, Any], indexes: Iterable[int]) -> dict[int, Any]:
    return {index: each for index, each in given.items() if index not in indexes}


GROWN = "suites"
"""The part of a change that tells how the lists of ledgers went on: ledger -> name of the list ->
[how many of its items stay, those that follow them]."""


def merged(chronicle: Mapping[str, Any], after: Json) -> dict[str, Any]:
    """A chronicle with the parts of it that changed; a sheet that is None is gone."""
    found = dict(chronicle)
    for part, value in after.items():
        if part == GROWN:
            found["registres"] = _grown(chronicle["registres"], found["registres"], value)
        elif part in ("fiches", "registres"):
            inner = {**found.get(part, {}), **value}
            found[part] = {name: each for name, each in inner.items() if each is not None}
        else:
            found[part] = value
    return found


def _grown(before: Json, now: Json, after: Json) -> dict[str, Any]:
    """Ledgers with their lists gone on from what they were before."""
    found = dict(now)
    for name, lists in after.items():
        more = {each: [*before[name][each][:stay], *new] for each, (stay, new) in lists.items()}
        found[name] = {**found[name], **more}
    return found


def copied(state: State) -> State:
    """A state that may take events of its own; what never changes is shared."""
    fields = {name: getattr(state, name) for name in State.__struct_fields__}
    return State(**{name: _copied(value) for name, value in fields.items()})


def _copied(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            name: list(each) if isinstance(each, list) else each for name, each in value.items()
        }
    return value.copy() if isinstance(value, list | set) else value


def folded(table: str, events: Iterable[ev.Body]) -> State:
    """The state after all events."""
    state = State(id=table)
    for event in events:
        state.apply(event)
    return state
