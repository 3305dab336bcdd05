"""The context in which one view is made: a state, a seat, its visibility, its wording.

Every module of a view takes a `ViewContext` and returns typed parts (`view_types`). This module may
import the state of a table, its replayed runs and the wording; it must not know what a view holds.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from tablee.rules.game import Game
from tablee.rules.texts.words import Words
from tablee.table.log.outcomes import Line
from tablee.table.log.state_parts import Run
from tablee.table.log.table_state import State
from tablee.table.replay import Replays, game_of
from tablee.table.views.available_amounts import AvailableAmounts, Limits
from tablee.table.views.visibility import Visibility
from tablee.table.views.wording import Wording


class ViewContext:
    """One seat's, in one language."""

    def __init__(self, state: State, seat: str, replays: Replays, words: Words | None) -> None:
        self.state = state
        self.seat = seat
        self.replays = replays
        self.game: Game = game_of(state)
        self.cache = replays.view_cache(state)
        self.visibility = Visibility(state, seat)
        self.leads = self.visibility.leads
        self.lang = words.lang if words else "fr"
        self.names = self.cache.get(("names", self.leads), self._names)
        """Id -> name of every character that the seat knows."""
        self.wording = self.cache.get(("wording", self.lang, self.leads), self._wording)
        self.available = AvailableAmounts(state, seat, self.game, replays)

    def _names(self) -> dict[str, str]:
        state, visibility = self.state, self.visibility
        gone = {
            who: name
            for who, name in state.former_names.items()
            if self.leads or state.is_known(who)
        }
        return gone | {who: str(state.sheet(who)["nom"]) for who in visibility.characters()}

    def _wording(self) -> Wording:
        return Wording(Words(self.game, self.lang, self.names), self.names, self.cache)

    def audience(self, run: str) -> str:
        """Return the name of the group of seats that see a run alike: the seat itself when it
        leads or takes part in the run, "" for every other seat."""
        if self.leads:
            return self.seat
        key = "participants", run, self.state.touched.get(run, 0)
        seats = self.cache.get(key, lambda: self.visibility.participants(self.state.runs[run]))
        return self.seat if self.seat in seats else ""

    def run_key(self, run: Run) -> Hashable:
        """Return what tells one view of a run from another, besides its limits."""
        return run.id, self.state.touched.get(run.id, 0), self.lang, self.audience(run.id)

    def limits(self, run: Run) -> Limits:
        """Return the limits of the numbers that the seat may choose in a run, computed once a
        version."""
        if run.status != "open":
            return {}
        key = "limits", run.id, self.state.version, self.seat
        return self.cache.get(key, lambda: self.available.limits(run))

    # ── names in a run ─────────────────────────────────────────────────────────────────────────
    def names_in(self, run: Run, lines: Iterable[Line]) -> dict[str, str]:
        """Return the names in a run: seat, id or role of the rule -> name of its character, or of
        the player beside the character who acts; the subject's name for seats that are in lines
        only."""
        seats, leader = self.state.seats, self.state.leader
        people = {**run.roles, **run.cast}
        found = {role: self.names[who] for role, who in people.items() if who in self.names}
        found |= {role: seats[seat or leader].name for role, seat in run.beside.items()}
        if run.subject in self.names:
            for line in lines:
                who = line.numbers.get("who") if line.kind != "note" else None
                if isinstance(who, str) and who not in people and who not in run.beside:
                    found[who] = self.names[run.subject]
        return found
