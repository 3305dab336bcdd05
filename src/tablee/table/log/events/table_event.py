"""The base of all events of a table's log.

Every event is written as JSON with its `type`. It holds its consequences (faces, the outcome of a
run, changed sheets), so that reading a log needs no rule. An event class knows how it changes the
state of a table, and when it is possible in an imported log. It must not know acts, views or
stores.
"""

from __future__ import annotations

from typing import Any

import msgspec

from tablee.table.log.check_context import CheckContext
from tablee.table.log.state_parts import Run, StoryEntry
from tablee.table.log.table_state import State

KEY_DIGITS = 16
"""Hexadecimal digits of the digest of an act's key, with which `TableEvent.key` begins."""
MAX_KEYS = 250
"""Keys remembered for each seat: its latest acts. The limit is per seat, so that it reveals nothing
about the number of acts of other seats."""


class TableEvent(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type"):
    """Base of the events. `at`: milliseconds since 1970 (UTC); `by`: the seat that acted, "" for the
    server itself; `key`: only in the last event of an act: a digest of the key that the client gave
    to the act (`KEY_DIGITS`), then a digest of the request sent with it."""

    at: int = 0
    by: str = ""
    key: str = ""

    def apply(self, state: State) -> None:
        """Change the state of the table."""
        raise NotImplementedError

    def check(self, context: CheckContext) -> None:
        """Check that the event of an imported log is possible at its place. Raises `Refusal`."""

    def remember_key(self, state: State) -> None:
        """Record the key of the act that ends with this event, the latest one applied."""
        digest, count = self.key[:KEY_DIGITS], state.act_counts.get(self.by, 0)
        slot = f"{count % MAX_KEYS} {self.by}"
        state.act_keys.pop(state.key_slots.get(slot, ""), None)
        state.act_keys[digest] = state.version, self.key[KEY_DIGITS:]
        state.key_slots[slot] = digest
        state.act_counts[self.by] = count + 1

    def tell(self, state: State, kind: str, **details: Any) -> None:
        """Append an entry about this event to the story."""
        state.story.append(
            StoryEntry(seq=state.version, at=self.at, kind=kind, by=self.by, **details)
        )


class RunEvent(TableEvent, frozen=True):
    """Base of the events of a run that was requested before."""

    run: str

    def apply(self, state: State) -> None:
        state.put_run(self.changed(state, state.runs[self.run]))
        state.touch(self.run)

    def check(self, context: CheckContext) -> None:
        self.check_run(context, context.find_run(self.run))

    def check_run(self, context: CheckContext, run: Run) -> None:
        """Check that the event is possible for its run. Raises `Refusal`."""
        raise NotImplementedError

    def changed(self, state: State, run: Run) -> Run:
        """Return the run after this event, and change everything else in the state."""
        raise NotImplementedError
