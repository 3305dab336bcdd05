"""Events of seats and of the owners of characters."""

from __future__ import annotations

from typing import Literal

import msgspec

from tablee.table.log.check_context import CheckContext
from tablee.table.log.events.table_event import TableEvent
from tablee.table.log.refusal_texts import FREE_SEAT_ID, ONE_WORD, PLEDGED_WORD, PLEDGES_OPEN
from tablee.table.log.scene_dice import FORMER_SCHEME
from tablee.table.log.secret_keys import Digest
from tablee.table.log.state_parts import ProposedRun, Seat, Signal
from tablee.table.log.table_state import State
from tablee.table.portraits import is_portrait

_replace = msgspec.structs.replace
MAX_SEATS = 30
"""Maximum number of seats of a table, removed ones included."""


class SeatAdded(TableEvent, frozen=True, tag="seat_added"):
    """A new seat at the table."""

    seat: str
    name: str
    leader: bool = False

    def apply(self, state: State) -> None:
        state.seats[self.seat] = Seat(id=self.seat, name=self.name, leader=self.leader)
        self.tell(state, "seat_added", text=self.name)

    def check(self, context: CheckContext) -> None:
        state = context.state
        if self.seat in state.seats or len(state.seats) == MAX_SEATS:
            context.refuse("seat", self.seat, FREE_SEAT_ID)
        if self.leader == bool(state.leader):
            allowed = "une personne qui mène, la première assise"
            context.refuse("leader", self.leader, allowed)


class SeatChanged(TableEvent, frozen=True, tag="seat_changed"):
    """Settings that a seat chose; None leaves one unchanged. `dice`: who throws for the seat;
    `word`: its part in the draws of the house dice, in the scene in which it is given; `pledge`: the
    digest of a word that it will give (see `scene_words`)."""

    seat: str
    name: str | None = None
    dice: Literal["house", "real"] | None = None
    word: str | None = None
    pledge: Digest | None = None

    def apply(self, state: State) -> None:
        given = {"name": self.name, "dice": self.dice, "word": self.word}
        changed = {name: value for name, value in given.items() if value is not None}
        state.seats[self.seat] = _replace(state.seats[self.seat], **changed)
        scene = state.scene
        if scene is None:
            return
        if self.pledge is not None:
            words = scene.words.with_pledge(self.seat, self.pledge, self.at)
            state.scenes[-1] = _replace(scene, words=words)
        elif self.word is not None and scene.waits_for_word(self.seat):
            words = scene.words.with_word(self.seat, self.word, self.at)
            state.scenes[-1] = _replace(scene, words=words)
            self.tell(state, "word_given", text=self.word)

    def check(self, context: CheckContext) -> None:
        context.require_seat(self.seat, "seat")
        scene = context.state.scene
        if self.pledge is not None and not (scene and scene.takes_pledge(self.seat)):
            context.refuse("pledge", self.pledge, PLEDGES_OPEN)
        if self.word is None or scene is None or scene.scheme == FORMER_SCHEME:
            return
        if self.pledge is not None or not scene.waits_for_word(self.seat):
            context.refuse("word", self.word, ONE_WORD)
        if not scene.keeps_pledge(self.seat, self.word):
            context.refuse("word", self.word, PLEDGED_WORD)


class SeatRemoved(TableEvent, frozen=True, tag="seat_removed"):
    """A seat leaves the table. The leader gets its sealed choices."""

    seat: str

    def apply(self, state: State) -> None:
        state.seats[self.seat] = _replace(state.seats[self.seat], removed=True)
        state.pass_sealed_choices(self.seat, state.leader)
        self.tell(state, "seat_removed", text=state.seats[self.seat].name)

    def check(self, context: CheckContext) -> None:
        context.require_seat(self.seat, "seat")
        if self.seat == context.state.leader:
            context.refuse("seat", self.seat, "un siège qui ne mène pas")


class SignalChanged(TableEvent, frozen=True, tag="signal_changed"):
    """A seat signals something to the leader, until its next act; a run that it proposes waits for
    the leader. `signal`: the name of the act that signals, "" when the signal ends."""

    seat: str
    signal: str = ""
    run: ProposedRun | None = None

    def apply(self, state: State) -> None:
        state.signals.pop(self.seat, None)
        if self.signal:
            state.signals[self.seat] = Signal(kind=self.signal, at=self.at, run=self.run)

    def check(self, context: CheckContext) -> None:
        context.require_seat(self.seat, "seat")
        if self.run is not None:
            context.require_character(self.run.character, "run.character")


class LeaderHanded(TableEvent, frozen=True, tag="leader_handed"):
    """Another seat becomes the leader, and gets the leader's sealed choices."""

    to: str

    def apply(self, state: State) -> None:
        state.pass_sealed_choices(state.leader, self.to)
        for seat in list(state.seats.values()):
            state.seats[seat.id] = _replace(seat, leader=seat.id == self.to)
        self.tell(state, "leader_handed", text=state.seats[self.to].name)

    def check(self, context: CheckContext) -> None:
        context.require_seat(self.to, "to")


class CharacterPutAway(TableEvent, frozen=True, tag="put_away"):
    """A character is put away, or taken out again: `away`."""

    character: str
    away: bool

    def apply(self, state: State) -> None:
        (state.put_away.add if self.away else state.put_away.discard)(self.character)

    def check(self, context: CheckContext) -> None:
        context.require_character(self.character, "character")


class CharacterGiven(TableEvent, frozen=True, tag="character_given"):
    """A character gets another owner (None: the leader). `free`: any player may take it."""

    character: str
    to: str | None = None
    free: bool = False

    def apply(self, state: State) -> None:
        before = state.owners.get(self.character)
        state.owners[self.character] = self.to
        if self.character in state.free and not self.free:
            state.taken_characters.add(self.character)
        (state.free.add if self.free else state.free.discard)(self.character)
        if self.free or self.to is not None:
            state.known_characters.add(self.character)
            self._publish_sheet(state)
        if self.to != before:  # a new character of the leader concerns nobody else
            self.tell(state, "character_given", text=self.character, to=self.to or "")

    def check(self, context: CheckContext) -> None:
        context.require_character(self.character, "character")
        if self.to is not None:
            context.require_seat(self.to, "to")

    def _publish_sheet(self, state: State) -> None:
        """Make the writing of the sheet public where it is part of the same act. What happened to
        the character before stays unknown."""
        last = (
            state.consequences[state.scene_consequences[-1]] if state.scene_consequences else None
        )
        if last is None or last.character != self.character or last.event.get("type") != "fiche":
            return
        act = last.at, last.by, state.story[-1].seq
        if act == (self.at, self.by, state.version - 1):
            state.consequences[last.id] = _replace(last, public=True)


class DeviceCame(TableEvent, frozen=True, tag="device_came"):
    """A further device has taken a seat that another one holds."""

    seat: str

    def apply(self, state: State) -> None:
        self.tell(state, "device_came", text=state.seats[self.seat].name)

    def check(self, context: CheckContext) -> None:
        context.require_seat(self.seat, "seat")


class PortraitPut(TableEvent, frozen=True, tag="portrait_put"):
    """A character gets a portrait (see `portraits`), "" for none."""

    character: str
    picture: str = ""

    def apply(self, state: State) -> None:
        state.portraits.pop(self.character, None)
        if self.picture:
            state.portraits[self.character] = self.picture

    def check(self, context: CheckContext) -> None:
        context.require_character(self.character, "character")
        if self.picture and not is_portrait(self.picture):
            context.refuse("picture", None, "un portrait tel que la table en fait")
