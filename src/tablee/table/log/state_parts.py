"""What a table is made of: who sits there, scenes, runs with their answers, changes, the story."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from tablee.table.log import events as ev
from tablee.table.log.outcomes import Line, Outcome, Shown

Json = Mapping[str, Any]
Status = Literal["open", "done", "withdrawn"]


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
    screened: bool = False
    words: str = ""
    version: str = ""
    asked: str = ""


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """A run at the table (see `events.Requested`). `sealed`: choices at once that are in already, by
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
    asked: Json | None = None
    decides: bool = True

    @property
    def who(self) -> list[str]:
        """The characters in it, who acts first."""
        named = (self.subject, *self.roles.values(), *self.cast.values())
        return list(dict.fromkeys(who for who in named if who))

    def drawn(self, screened: bool) -> int:
        """How many throws of the house it has had, in sight of all or behind the screen."""
        drawn = (each for each in self.answers if each.draw is not None)
        return sum(each.screened == screened for each in drawn)

    @property
    def throws(self) -> list[int]:
        """The places of its throws among the answers."""
        return [place for place, each in enumerate(self.answers) if "dice" in each.answer]


class Booking(msgspec.Struct, frozen=True, kw_only=True):
    """A change of the chronicle and whether it stands. `held`: not before its run is revealed;
    `private`: whose it is and the leader alone see it, held until one of them has it so; `gone`:
    its run was taken back; `others`: what it may be instead; `common`: everybody knew of whom it is
    about when it was written down, or it is about nobody."""

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
    common: bool = False

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
    that a character was given to; `decided`: what the leader put in the place of a result."""

    seq: int
    at: int
    kind: str
    by: str = ""
    run: str = ""
    booking: str = ""
    text: str = ""
    private: bool = False
    to: str = ""
    decided: ev.Overruled | None = None
