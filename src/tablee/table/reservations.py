"""Reservations: shared numbers that open runs have spent and that no consequence records yet.

A request is checked against the reservations that everybody sees. A secret reservation counts only
once it is revealed, so that no number of another run reveals it. This module may import the rules'
consequences, the state of a table and its replayed runs. It must not know what one seat sees: the
amounts available to a seat are in `views.available_amounts`.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec

from tablee.rules.campaign.record import apply_event
from tablee.rules.campaign_declaration import Reservation
from tablee.rules.consequences import reserved_by
from tablee.rules.contract_json import EventJson, ParamsJson
from tablee.rules.game import Game
from tablee.rules.readings.session import Session
from tablee.rules.refusal import Refusal, refuse
from tablee.table.casting import given_at
from tablee.table.fitting_record import apply_fitting
from tablee.table.log import events as ev
from tablee.table.log.state_parts import Run
from tablee.table.log.table_state import State
from tablee.table.replay import Replays
from tablee.table.seats import characters_in

SPENT = "au plus {most} : c’est tout ce qui reste à dépenser"


class Impossible(NamedTuple):
    """A reservation that exceeds the available amount, that amount, and what the event of the
    reservation was refused for."""

    reservation: Reservation
    most: int
    reason: Refusal

    def refusal(self, field: str, got: Any) -> Refusal:
        """Return the refusal of a value that would spend too much, or that its event does not
        allow."""
        if "most" in self.reason.numbers:
            return refuse(field, got, SPENT, most=self.most)
        return refuse(field, got, self.reason.allowed, **self.reason.numbers)


def reservations_of(
    state: State, game: Game, run: Run | ev.Requested, session: Session
) -> tuple[Reservation, ...]:
    """Return the reservations of a run that everybody sees."""
    if run.secret and not (isinstance(run, Run) and run.revealed):
        return ()
    cast, hidden = characters_in(run), run.hidden.get("", ())
    rulings = state.rulings_of(run) if isinstance(run, Run) else state.rulings
    visible = [entry for entry in session.trace if entry.seen_by is None]
    return reserved_by(
        game, rulings, state.public_record(cast.values()), session, cast, visible, hidden
    )


def expected_state(state: State, game: Game, replays: Replays) -> State:
    """Return the state after all visible reservations of the open runs."""
    spent: list[EventJson] = []
    for run in state.open_runs:
        session = replays.session(state, run)
        if session is not None:
            spent += (each.event for each in reservations_of(state, game, run, session))
    return with_events(state, game, spent)


def with_events(state: State, game: Game, events: Iterable[EventJson]) -> State:
    """Return the state after some campaign events, without those that are impossible."""
    record = state.record
    for event in events:
        with suppress(Refusal):
            change = apply_fitting(apply_event, game, state.rulings, record, event)
            record = dict(change.state)
    return msgspec.structs.replace(state, record=record)


def new_reservations(
    before: Iterable[Reservation], now: Iterable[Reservation]
) -> list[Reservation]:
    """Return the reservations of `now` that are not in `before`."""
    found = list(now)
    for reservation in before:
        if reservation in found:
            found.remove(reservation)
    return found


def find_impossible(
    state: State, game: Game, reservations: Iterable[Reservation], by_hand: ParamsJson
) -> Impossible | None:
    """Return the first reservation that exceeds the available amount; None if there is none.
    `by_hand`: the parameters that the leader gave: their amounts are not checked."""
    record = state.record
    for reservation in reservations:
        try:
            held = reservation.event
            change = apply_fitting(apply_event, game, state.rulings, record, held)
            record = dict(change.state)
        except Refusal as refusal:
            if given_at(by_hand, reservation.held) is None:
                return Impossible(reservation, int(refusal.numbers.get("most", 0)), refusal)
    return None
