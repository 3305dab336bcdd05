"""What an act is decided on: the state, the seat that acts, and the events that it has led to so
far."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from tablee.rules.game import Game
from tablee.table.log import events as ev
from tablee.table.log.fold import apply
from tablee.table.log.outcomes import rules_version
from tablee.table.log.state_parts import Run
from tablee.table.log.table_state import State, copied
from tablee.table.refusals import NotYours, Stale
from tablee.table.replay import Replays, game_of
from tablee.table.views.visibility import Visibility

Json = Mapping[str, Any]


class Desk:
    """One act. `at`: when, in milliseconds. The state at hand has taken the events so far; the
    table's own has not."""

    def __init__(self, state: State, seat: str, at: int, replays: Replays) -> None:
        self.seat = seat
        self.at = at
        self.replays = replays
        self.game: Game = game_of(state)
        self.version = rules_version(self.game)
        self.leads = seat == state.leader
        self.events: list[ev.AnyEvent] = []
        self._state = state
        self._taken = 0
        self._own = False

    @property
    def state(self) -> State:
        if self._taken < len(self.events):
            if not self._own:
                self._state, self._own = copied(self._state), True
            for event in self.events[self._taken :]:
                apply(self._state, event)
            self._taken = len(self.events)
        return self._state

    @property
    def own(self) -> State | None:
        """The state with all events so far, where one was needed."""
        return self.state if self._own else None

    @property
    def sight(self) -> Visibility:
        return Visibility(self.state, self.seat)

    def happen(self, *events: ev.AnyEvent) -> None:
        """What the act leads to, one after the other."""
        for event in events:
            self.events.append(msgspec.structs.replace(event, at=self.at, by=self.seat))

    def sign(self, key: str) -> None:
        """Put a name to the act, which stands with its last event."""
        taken = self._taken == len(self.events)
        self.events[-1] = msgspec.structs.replace(self.events[-1], key=key)
        if taken:
            self.events[-1].remember_key(self._state)

    # ── what may be refused ────────────────────────────────────────────────────────────────────
    def lead(self, what: str) -> None:
        """Only who leads may do that."""
        if not self.leads:
            raise NotYours("type", what, "un geste de la personne qui mène le jeu")

    def seated(self, name: str, field: str) -> None:
        """Only of somebody who sits at the table."""
        if not self.state.sits(name):
            known = ", ".join(each.id for each in self.state.present)
            raise Stale(field, name, "un siège parmi : {known:=}", known=known)

    def run(self, name: str) -> Run:
        """A run that the seat knows of: one that it does not is none."""
        run = self.state.runs.get(name)
        if run is None or not self.sight.knows(run):
            raise Stale("run", name, "un jet de cette table")
        return run

    def current(self, run: Run) -> None:
        """Only of the scene that is played: what is over is never resolved again."""
        if not self.sight.current(run):
            raise Stale("run", run.id, "un jet de la scène en cours")
