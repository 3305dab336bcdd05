"""What somebody who follows a table sees of it, made ready while that is being written."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Generic, TypeVar

from tablee.table.log.table_state import State

T = TypeVar("T")


class Onlooker(Generic[T]):
    """`look`: looks at the table as it is now. What was seen ahead of its time is shown to nobody
    until the state that it was seen in has become the table's."""

    def __init__(self, look: Callable[[], T]) -> None:
        self._look = look
        self._ready: tuple[State, int, T] | None = None
        """The state, the version that it had, what was seen of it."""

    def look_ahead(self, state: State) -> None:
        """See the table in a state that it has for the moment only."""
        self._ready = None
        with suppress(Exception):  # raised again when it is really looked at
            self._ready = state, state.version, self._look()

    def forget(self) -> None:
        """Something else has changed meanwhile, or will."""
        self._ready = None

    def sees(self, state: State) -> T:
        """What is seen of the table in the state that it has."""
        ready, self._ready = self._ready, None
        if ready is not None and ready[0] is state and ready[1] == state.version:
            return ready[2]
        return self._look()
