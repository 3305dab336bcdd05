"""What open runs have spent of what the table holds, before their end books it.

What a run is framed with goes by what everybody sees of the others alone: what one spends behind
the screen, or in secret, counts there when it is revealed, so that no number of another run tells
of it. What a seat may do goes by what it knows itself (`views.available_amounts`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec

from tablee.rules.campaign.record import apply_event
from tablee.rules.consequences import Reservation, reserved_by
from tablee.rules.game import Game
from tablee.rules.readings.session import Session
from tablee.rules.refusal import Refusal
from tablee.table.casting import given_at
from tablee.table.log import events as ev
from tablee.table.log.state_parts import Run
from tablee.table.log.table_state import State
from tablee.table.replay import Replays
from tablee.table.seats import those_in

Json = Mapping[str, Any]
SPENT = "au plus {most} : le reste est dépensé, ou promis à un autre jet"


class Impossible(NamedTuple):
    """A promise that cannot be kept, and how many could be."""

    promise: Reservation
    most: int


def reservations_of(
    state: State, game: Game, run: Run | ev.Requested, session: Session
) -> tuple[Reservation, ...]:
    """What a run has spent so far, of what everybody sees of it."""
    if run.secret and not (isinstance(run, Run) and run.revealed):
        return ()
    cast, hidden = those_in(run), run.hidden.get("", ())
    told = [entry for entry in session.trace if entry.seen_by is None]
    return reserved_by(
        game, state.rulings, state.public_record(cast.values()), session, cast, told, hidden
    )


def foreseen(state: State, game: Game, replays: Replays) -> State:
    """The table as it will be once its open runs have booked what everybody sees that they have
    spent by now."""
    spent: list[Json] = []
    for run in state.open_runs:
        session = replays.session(state, run)
        if session is not None:
            spent += (promise.event for promise in reservations_of(state, game, run, session))
    return with_events(state, game, spent)


def with_events(state: State, game: Game, events: Iterable[Json]) -> State:
    """The table after what of some events of the chronicle can be."""
    record = state.record
    for event in events:
        with suppress(Refusal):
            record = dict(apply_event(game, state.rulings, record, event).state)
    return msgspec.structs.replace(state, record=record)


def added(before: Iterable[Reservation], now: Iterable[Reservation]) -> list[Reservation]:
    """What is promised now and was not before."""
    found = list(now)
    for promise in before:
        if promise in found:
            found.remove(promise)
    return found


def impossible(
    state: State, game: Game, promises: Iterable[Reservation], by_hand: Json
) -> Impossible | None:
    """The first promise that the table cannot keep. `by_hand`: what the leader gave: of what is held
    by his word nothing else is asked."""
    record = state.record
    for promise in promises:
        try:
            record = dict(apply_event(game, state.rulings, record, promise.event).state)
        except Refusal as refusal:
            if given_at(by_hand, promise.held) is None:
                return Impossible(promise, int(refusal.numbers.get("most", 0)))
    return None
