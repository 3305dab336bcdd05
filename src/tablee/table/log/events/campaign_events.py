"""Events of the whole campaign: it is opened, archived, noted upon."""

from __future__ import annotations

from tablee.rules.contract_json import RecordJson, RulingsJson
from tablee.rules.schema import read_record
from tablee.table.log.check_context import CheckContext
from tablee.table.log.events.table_event import TableEvent
from tablee.table.log.state_parts import TypedDice
from tablee.table.log.table_state import State


class Opened(TableEvent, frozen=True, tag="opened", rename={"record": "chronicle"}):
    """The start of a campaign. `record`: the first campaign record; `advice`: whether seats may ask
    for chances and advice; `demo`: a campaign to try the program with."""

    name: str
    game: str
    record: RecordJson
    language: str = "fr"
    rulings: RulingsJson = {}
    advice: bool = True
    demo: bool = False

    def apply(self, state: State) -> None:
        state.name, state.game, state.language = self.name, self.game, self.language
        state.rulings, state.advice, state.demo = self.rulings, self.advice, self.demo
        state.opened = self.at
        state.record = state.scene_start_record = dict(self.record)

    def check(self, context: CheckContext) -> None:
        if context.state.version:
            context.refuse("type", "opened", "opened au début, et là seulement")
        read_record(context.game.rulings, self.rulings, f"{context.path}.rulings.")
        context.check_record(self.record, "chronicle")


class AdviceAllowed(TableEvent, frozen=True, tag="advised"):
    """Whether seats may ask for chances and advice from now on."""

    allowed: bool

    def apply(self, state: State) -> None:
        state.advice = self.allowed


class RollsAllowed(TableEvent, frozen=True, tag="rolls_allowed"):
    """Whether players request the runs that they propose from now on."""

    allowed: bool

    def apply(self, state: State) -> None:
        state.rolls = self.allowed


class TypedDiceAllowed(TableEvent, frozen=True, tag="typed_dice_allowed"):
    """Who may type the faces of real dice from now on."""

    who: TypedDice

    def apply(self, state: State) -> None:
        state.typed_dice = self.who


class RulingsChanged(TableEvent, frozen=True, tag="rulings_changed"):
    """The values of some rulings, for the runs and the changes to the record that follow: those of
    before keep theirs."""

    changed: RulingsJson

    def apply(self, state: State) -> None:
        state.former_rulings.append(state.rulings)
        state.rulings = {**state.rulings, **self.changed}
        self.tell(state, "rulings_changed", rulings=self.changed)

    def check(self, context: CheckContext) -> None:
        rulings = {**context.state.rulings, **self.changed}
        read_record(context.game.rulings, rulings, f"{context.path}.changed.")


class Archived(TableEvent, frozen=True, tag="archived"):
    """The campaign is archived, or taken up again."""

    archived: bool = True

    def apply(self, state: State) -> None:
        state.archived = self.archived
        self.tell(state, "archived" if self.archived else "taken_up")


class Noted(TableEvent, frozen=True, tag="noted"):
    """A note of a seat; a private one is visible to that seat only, one with `to` to these two."""

    text: str
    private: bool = False
    to: str = ""

    def apply(self, state: State) -> None:
        self.tell(state, "note", text=self.text, private=self.private, to=self.to)

    def check(self, context: CheckContext) -> None:
        if self.to:
            context.require_known_seat(self.to, "to")
