"""Events that change the campaign record: consequences, and changes by hand."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from tablee.rules.contract_json import EventJson, RecordJson
from tablee.table.log.check_context import CheckContext
from tablee.table.log.events.table_event import TableEvent
from tablee.table.log.outcomes import Line
from tablee.table.log.refusal_texts import SCENE_CONSEQUENCE
from tablee.table.log.state_parts import Alternative, Consequence
from tablee.table.log.table_state import State

_replace = msgspec.structs.replace
NO_RUN_PREFIXES = ("c", "due")
"""Id prefixes of consequences without a run: of any event, of one about a pending consequence."""


class Recorded(
    TableEvent,
    frozen=True,
    tag="booked",
    rename={
        "consequence": "booking",
        "changes": "after",
        "lines": "told",
        "run_line": "said",
        "character": "who",
        "refusal_text": "refused",
        "refusal": "why",
        "alternatives": "others",
        "by_hand": "overrules",
        "rules_version": "version",
    },
):
    """A change of the campaign record. `consequence`: its id; `event`: of the campaign record;
    `changes`: the parts of the record that changed, with their new values; `lines`: its sentences;
    `run_line`: the sentence of the run; `run`: the run that it follows from, "" for a change by
    hand; `character`: whom it concerns; `secret`: visible to the leader only; `held`: not applied
    before the run is revealed; `refusal`: why the rules do not admit it, `refusal_text`: the same
    in words, in older logs; `alternatives`: the other events that the rules admit; `by_hand`: the
    leader changed a sheet by hand; `private`: visible to the owner of the character and the leader
    only, and not applied before one of them restores it; `binding`: the leader alone may decline it;
    `rules_version`: of the rules under which sheets were written, "" without sheets, and in older
    logs."""

    consequence: str
    event: EventJson
    changes: RecordJson
    lines: Sequence[Line] = ()
    run_line: Line | None = None
    run: str = ""
    character: str = ""
    secret: bool = False
    held: bool = False
    refusal_text: str = ""
    refusal: Line | None = None
    alternatives: Sequence[Alternative] = ()
    by_hand: bool = False
    private: bool = False
    binding: bool = False
    rules_version: str = ""

    def apply(self, state: State) -> None:
        public = not self.character or state.is_public(self.character)
        state.change_record(self.changes)
        shared = {name: getattr(self, name) for name in _SHARED}
        state.consequences[self.consequence] = Consequence(
            id=self.consequence,
            scene=len(state.scenes),
            declined=self.refusal is not None or bool(self.refusal_text),
            public=public,
            ruling_set=len(state.former_rulings),
            **shared | {"alternatives": tuple(self.alternatives)},
        )
        state.run_consequences[self.run] = (
            *state.run_consequences.get(self.run, ()),
            self.consequence,
        )
        state.scene_consequences.append(self.consequence)
        if self.event.get("moment") != "debut":  # the story has the begin of a scene already
            self.tell(state, "booked", consequence=self.consequence, run=self.run)
        state.touch(self.run or self.consequence)

    def check(self, context: CheckContext) -> None:
        context.check_changes(self.changes)
        context.check_lines(self.lines, "told")
        context.check_line(self.run_line, "said")
        context.check_line(self.refusal, "why")
        for place, other in enumerate(self.alternatives):
            context.check_lines(other.lines, f"others[{place}].told")
        if self.run:
            context.find_run(self.run)
        starts = (self.run,) if self.run else NO_RUN_PREFIXES
        dotted = tuple(f"{each}." for each in starts)
        if self.consequence in context.state.consequences or not self.consequence.startswith(
            dotted
        ):
            allowed = "{start:=}. suivi d’un nom nouveau"
            context.refuse("booking", self.consequence, allowed, start=starts[0])


_SHARED = [name for name in Recorded.__struct_fields__ if name in Consequence.__struct_fields__]
"""The fields that a consequence takes from its event as they are."""


class ConsequenceEvent(TableEvent, frozen=True, rename={"consequence": "booking"}):
    """Base of the events that change a consequence of the current scene."""

    consequence: str

    def check(self, context: CheckContext) -> None:
        if self.consequence not in context.state.scene_consequences:
            context.refuse("booking", self.consequence, SCENE_CONSEQUENCE)

    def update(self, state: State, kind: str, changes: RecordJson, found: Consequence) -> None:
        """Change the record, put the changed consequence in its place, and tell of it."""
        state.change_record(changes)
        state.consequences[self.consequence] = found
        self.tell(state, kind, consequence=self.consequence, run=found.run)
        state.touch(found.run or self.consequence)


class Declined(
    ConsequenceEvent,
    frozen=True,
    tag="declined",
    rename={"changes": "after", "restored": "back"},
):
    """A consequence is declined, or a declined or held one is restored. `changes`: how that changes
    the record."""

    changes: RecordJson
    restored: bool = False

    def apply(self, state: State) -> None:
        known = state.consequences[self.consequence]
        held = known.held and not self.restored
        found = _replace(known, declined=not self.restored, held=held)
        kind = "taken_back" if self.restored else "declined"
        self.update(state, kind, self.changes, found)

    def check(self, context: CheckContext) -> None:
        context.check_changes(self.changes)
        super().check(context)


class Replaced(ConsequenceEvent, frozen=True, tag="swapped", rename={"changes": "after"}):
    """A consequence is replaced by one of its alternatives, which takes its place among them.
    `place`: among the alternatives, from 0; `changes`: how that changes the record."""

    place: int
    changes: RecordJson = {}

    def apply(self, state: State) -> None:
        found = state.consequences[self.consequence].replaced_by(self.place)
        self.update(state, "swapped", self.changes, found)

    def check(self, context: CheckContext) -> None:
        context.check_changes(self.changes)
        super().check(context)
        count = len(context.state.consequences[self.consequence].alternatives)
        if not 0 <= self.place < count:
            context.refuse("place", self.place, "moins de {others}", others=count)
