"""The context in which an act is decided: the state, the acting seat, the events so far."""

from __future__ import annotations

import msgspec

from tablee.rules.contract_json import SheetJson
from tablee.rules.game import Game
from tablee.table.log import events as ev
from tablee.table.log.fold import apply
from tablee.table.log.outcomes import rules_version
from tablee.table.log.state_parts import Run
from tablee.table.log.table_state import State, copied
from tablee.table.refusals import NotYours, Stale
from tablee.table.replay import Replays, game_of
from tablee.table.views.visibility import Visibility


class ActContext:
    """The table as an act finds it. `at`: now, in milliseconds; `leads`: whether the seat is the
    leader. `state` has the events of the act so far; the state given does not change."""

    def __init__(self, state: State, seat: str, at: int, replays: Replays) -> None:
        self.seat = seat
        self.at = at
        self.replays = replays
        self.game: Game = game_of(state)
        self.rules_version = rules_version(self.game)
        self.leads = seat == state.leader
        self.events: list[ev.TableEvent] = []
        self._state = state
        self._applied = 0
        self._copied = False

    @property
    def state(self) -> State:
        if self._applied < len(self.events):
            if not self._copied:
                self._state, self._copied = copied(self._state), True
            for event in self.events[self._applied :]:
                apply(self._state, event)
            self._applied = len(self.events)
        return self._state

    @property
    def final_state(self) -> State | None:
        """The state with all events, None when the act did not need it so far."""
        return self.state if self._copied else None

    @property
    def visibility(self) -> Visibility:
        return Visibility(self.state, self.seat)

    def add(self, *events: ev.TableEvent) -> None:
        """Add events of the act, in order."""
        for event in events:
            self.events.append(msgspec.structs.replace(event, at=self.at, by=self.seat))

    def set_key(self, key: str) -> None:
        """Put the key of the act into its last event."""
        applied = self._applied == len(self.events)
        self.events[-1] = msgspec.structs.replace(self.events[-1], key=key)
        if applied:
            self.events[-1].remember_key(self._state)

    # ── refusals ───────────────────────────────────────────────────────────────────────────────
    def require_leader(self, act: str) -> None:
        """Raise `NotYours` when the seat is not the leader."""
        if not self.leads:
            raise NotYours("type", act, "un geste de la personne qui mène le jeu")

    def require_seat(self, name: str, field: str) -> None:
        """Raise `Stale` when no such seat is at the table."""
        if not self.state.sits(name):
            known = ", ".join(each.id for each in self.state.present)
            raise Stale(field, name, "un siège parmi : {known:=}", known=known)

    def require_own_character(self, name: str) -> None:
        """Raise `NotYours` for a character of another seat, unless the seat leads."""
        if not self.leads and not self.visibility.owns(name):
            raise NotYours("character", name, "un personnage à vous")

    def find_sheet(self, name: str) -> SheetJson:
        """Return the sheet of a character. Raises `Stale` when there is none at the table."""
        if name not in self.state.sheets:
            raise Stale("character", name, "un personnage de cette table")
        return self.state.sheet(name)

    def find_run(self, name: str) -> Run:
        """Return a run. Raises `Stale` when the seat knows no such run."""
        run = self.state.runs.get(name)
        if run is None or not self.visibility.knows_run(run):
            raise Stale("run", name, "un jet de cette table")
        return run

    def require_current(self, run: Run) -> None:
        """Raise `Stale` when the run is not of the current scene: past scenes are final."""
        if not self.visibility.current(run):
            raise Stale("run", run.id, "un jet de la scène en cours")
