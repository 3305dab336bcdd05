"""What open runs have spent of what the table holds, before their end books it.

Of what everybody sees of them alone: what a run behind the screen spends counts when it is
revealed, so that what is offered elsewhere tells nothing of it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import NamedTuple

import msgspec

from tablee.rules.booking import Promise, promised
from tablee.rules.chronicle import after
from tablee.rules.game import Game
from tablee.rules.readings.session import Session
from tablee.rules.refusal import Refusal
from tablee.table.log import events as ev
from tablee.table.log.parts import Run
from tablee.table.log.state import State
from tablee.table.replay import Replays
from tablee.table.seats import those_in

__all__ = ["SPENT", "Impossible", "foreseen", "impossible", "promises_of"]

SPENT = "au plus {most} : le reste est dépensé, ou promis à un autre jet"


class Impossible(NamedTuple):
    """A promise that cannot be kept, and how many could be."""

    promise: Promise
    most: int


def promises_of(
    state: State, game: Game, run: Run | ev.Framed, session: Session
) -> tuple[Promise, ...]:
    """What a run has spent so far."""
    if run.secret and not (isinstance(run, Run) and run.revealed):
        return ()
    cast = those_in(run)
    return promised(game, state.rulings, state.known(cast.values()), session, cast)


def foreseen(state: State, game: Game, replays: Replays, but: str = "") -> State:
    """The table as it will be once its open runs have booked what they have spent by now. `but`: a
    run that is left out."""
    chronicle = state.chronicle
    for run in state.open_runs:
        session = replays.session(state, run) if run.id != but else None
        for promise in promises_of(state, game, run, session) if session is not None else ():
            with suppress(Refusal):
                chronicle = dict(after(game, state.rulings, chronicle, promise.event).state)
    return msgspec.structs.replace(state, chronicle=chronicle)


def impossible(
    state: State, game: Game, promises: Sequence[Promise], by_hand: Collection[str]
) -> Impossible | None:
    """The first promise that the table cannot keep. `by_hand`: the parameters that the leader gave:
    of what is held by his word nothing else is asked."""
    chronicle = state.chronicle
    for promise in promises:
        try:
            chronicle = dict(after(game, state.rulings, chronicle, promise.event).state)
        except Refusal as refusal:
            if promise.held not in by_hand:
                return Impossible(promise, int(refusal.numbers.get("most", 0)))
    return None
