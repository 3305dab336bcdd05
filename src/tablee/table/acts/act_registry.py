"""All acts, and the decision on one: whether a seat may do it, and the events it leads to.

The acts are found in the modules of this package. `decide` is a pure function of the state, but for
the seeds of a new scene. It raises `Refusal`: `NotYours` where the seat may not, `Stale` where the
table has changed meanwhile, otherwise what is wrong in the act; nothing has changed then. A refusal
gives a seat no more information than its view does.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator, Mapping, Sequence

from tablee.table import acts as package
from tablee.table.acts.act import Act
from tablee.table.acts.act_context import ActContext
from tablee.table.acts.run_requests import receive_amounts
from tablee.table.acts.scene_changes import follow_the_rules
from tablee.table.log import events as ev
from tablee.table.log.fold import apply, state_after
from tablee.table.log.table_state import State
from tablee.table.refusals import NotYours
from tablee.table.replay import Replays


def _declared() -> Iterator[type[Act]]:
    for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        if module.name != __name__:
            importlib.import_module(module.name)
    yield from Act.__subclasses__()


ACTS: Mapping[str, type[Act]] = {
    act.type_name(): act for act in sorted(_declared(), key=lambda act: act.type_name())
}
"""Name of an act in JSON -> its class."""


class Decided:
    """The events of an act, one at least, and the state before and after them."""

    def __init__(
        self, events: Sequence[ev.TableEvent], before: State, after: State | None = None
    ) -> None:
        self.events = events
        self._before = before
        self._after = after

    @property
    def state(self) -> State:
        """The state after the events; the one before does not change."""
        if self._after is None:
            self._after = state_after(self._before, self.events)
        return self._after

    def come_about(self) -> State:
        """Return the state after the events, which may be the one before, changed. This avoids the
        copy of a long campaign."""
        if self._after is not None:
            return self._after
        for event in self.events:
            apply(self._before, event)
        return self._before


def decide(state: State, seat: str, act: Act, at: int, replays: Replays, key: str = "") -> Decided:
    """Return what an act of a seat leads to. `at`: now, in milliseconds; `key`: the key of the act,
    kept with its last event."""
    table, before = ActContext(state, seat, at, replays), state.record
    if not state.sits(seat):
        raise NotYours("siege", seat, "un siège de cette table")
    if state.archived and not act.in_archive:
        raise NotYours("type", act.type_name(), "rien : la campagne est archivée")
    if act.permission == "leader":
        table.require_leader(act.type_name())
    act.decide(table)
    follow_the_rules(table, before)
    receive_amounts(table)
    if key:
        table.set_key(key)
    return Decided(table.events, state, table.final_state)
