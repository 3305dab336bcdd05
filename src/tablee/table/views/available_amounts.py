"""The amounts that are still available to a seat, as far as that seat knows.

Open runs reserve shared amounts before they are spent. A seat may know of more reservations than
the others: its own secret choices, for the leader secret runs, and private consequences. What a
seat is offered and what it may do depend on its own knowledge; what others see depends on what
everybody knows. This module may import reservations and visibility; it must not know what an ask
looks like.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from tablee.rules.campaign.building import campaign_record_of
from tablee.rules.campaign_declaration import Reservation
from tablee.rules.consequences import MadeChoice, reserved_by
from tablee.rules.forms import NumberFrom
from tablee.rules.game import Game
from tablee.rules.questions import Choose, Together
from tablee.rules.readings.session import Session
from tablee.table.log.events import Requested
from tablee.table.log.outcomes import lines_so_far
from tablee.table.log.state_parts import Consequence, Run
from tablee.table.log.table_state import State
from tablee.table.replay import Replays
from tablee.table.reservations import expected_state, find_impossible, new_reservations, with_events
from tablee.table.seats import characters_in
from tablee.table.views.visibility import Visibility


class Limit(NamedTuple):
    """The most that may be chosen, less than the rule would offer. `secret`: because of what not
    everybody knows."""

    most: int
    secret: bool


Limits = Mapping[int | None, Limit]
"""Index among simultaneous choices (None: a single choice) -> its limit."""


class AvailableAmounts:
    """The amounts available to one seat in one state."""

    def __init__(self, state: State, seat: str, game: Game, replays: Replays) -> None:
        self.state = state
        self.game = game
        self.replays = replays
        self.visibility = Visibility(state, seat)
        self._reservations: dict[str, tuple[Reservation, ...]] = {}

    def reserved(
        self, run: Run, session: Session, more: Sequence[MadeChoice] = ()
    ) -> tuple[Reservation, ...]:
        """Return what a run has reserved so far, as far as the seat knows, with its own sealed
        choices. `more`: with these choices too."""
        lines = zip(session.trace, lines_so_far(session), strict=True)
        visible = [entry for entry, line in lines if self.visibility.reads(run, line)]
        hides = self.visibility.hides_result(run)
        hidden = run.params if hides else self.visibility.hidden_params(run)
        cast = characters_in(run)
        known = self.state.public_record(cast.values())
        chosen = (*self._sealed(run, session), *more)
        return reserved_by(
            self.game, self.state.rulings_of(run), known, session, cast, visible, hidden, chosen
        )

    def _sealed(self, run: Run, session: Session) -> list[MadeChoice]:
        """Return the seat's own sealed choices while others are waited for."""
        pending = session.pending
        if not isinstance(pending, Together):
            return []
        own = [n for n, by in run.sealers.items() if self.visibility.me(by)]
        return [MadeChoice.now(session, pending.choices[n], run.sealed[n]) for n in own]

    def reserved_by_request(
        self, requested: Requested, session: Session
    ) -> tuple[Reservation, ...]:
        """Return what a run that is being requested reserves by its parameters, which the leader
        knows all."""
        cast = characters_in(requested)
        known = self.state.public_record(cast.values())
        return reserved_by(self.game, self.state.rulings, known, session, cast, ())

    @cached_property
    def expected(self) -> State:
        """The state after every reservation that the seat knows."""
        return self.expected_with({})

    def expected_with(self, reserved: Mapping[str, Sequence[Reservation]]) -> State:
        """Return the state after every reservation that the seat knows. `reserved`: run -> its
        reservations, where they are known already."""
        spent = [
            reserved[run.id] if run.id in reserved else self._reserved(run)
            for run in self.state.open_runs
        ]
        events = [each.event for every in spent for each in every]
        events += [each.event for each in self._undecided()]
        return with_events(self.state, self.game, events)

    def _reserved(self, run: Run) -> tuple[Reservation, ...]:
        if run.id not in self._reservations:
            session = self.replays.session(self.state, run)
            found = () if session is None else self.reserved(run, session)
            self._reservations[run.id] = found
        return self._reservations[run.id]

    def _undecided(self) -> Iterator[Consequence]:
        """Yield the private consequences of this scene that are still pending and that the seat
        knows."""
        for name in self.state.scene_consequences:
            each = self.state.consequences[name]
            over = each.declined or each.cancelled or each.impossible
            if each.private and each.held and not over and self.visibility.sees_consequence(each):
                yield each

    # ── limits ─────────────────────────────────────────────────────────────────────────────────
    def limits(self, run: Run) -> Limits:
        """Return the limits of the numbers that the seat may choose in a run. A choice without
        one is offered whole."""
        if run.status != "open" or campaign_record_of(self.game).declared.reservations is None:
            return {}
        session = self.replays.session(self.state, run)
        if session is None or not isinstance(session.pending, Choose | Together):
            return {}
        asked = [wait.index for wait in self.visibility.answerable(run, session)]
        found = {index: self._limit(run, session, index) for index in asked}
        return {index: limit for index, limit in found.items() if limit is not None}

    def _limit(self, run: Run, session: Session, index: int | None) -> Limit | None:
        pending = session.pending
        choice = pending.choices[index or 0] if isinstance(pending, Together) else pending
        if not isinstance(choice, Choose) or not isinstance(choice.form, NumberFrom):
            return None
        form, highest = choice.form, MadeChoice.now(session, choice, choice.form.high)
        spent = new_reservations(self._reserved(run), self.reserved(run, session, (highest,)))
        most = self._most(self.expected, run, spent, form)
        if most == form.high:
            return None
        everybody = expected_state(self.state, self.game, self.replays)
        return Limit(most, most < self._most(everybody, run, spent, form))

    def _most(self, state: State, run: Run, spent: Sequence[Reservation], form: NumberFrom) -> int:
        wrong = find_impossible(state, self.game, spent, run.asked_params or {})
        return form.high if wrong is None else max(form.low, min(form.high, wrong.most))
