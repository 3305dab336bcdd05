"""The fold of a table's log: its state after some events. No rule is resolved here."""

from __future__ import annotations

from collections.abc import Iterable

from tablee.table.log.events import TableEvent
from tablee.table.log.table_state import State, copied


def apply(state: State, event: TableEvent) -> None:
    """Change the state by the next event."""
    state.version += 1
    if event.key:
        event.remember_key(state)
    if (signal := state.signals.get(event.by)) is not None and signal.run is None:
        del state.signals[event.by]
    event.apply(state)


def state_after(state: State, events: Iterable[TableEvent]) -> State:
    """Return the state after more events; the given state does not change."""
    made = copied(state)
    for event in events:
        apply(made, event)
    return made


def folded(table: str, events: Iterable[TableEvent]) -> State:
    """Return the state after all events of a table."""
    state = State(id=table)
    for event in events:
        apply(state, event)
    return state
