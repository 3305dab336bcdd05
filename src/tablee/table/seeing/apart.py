"""What a seat knows to be spent that others do not: consequences kept between it and who leads.

They do not count before one of the two has them so, and until then nothing that others see may tell
of them: not what a run is framed with, nor whether somebody is asked. What the seat itself is
offered may, and what it may do goes by the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import msgspec

from tablee.rules.chronicle import after
from tablee.rules.game import Game
from tablee.rules.question import ask_about
from tablee.rules.questions import Choose
from tablee.rules.readings.session import Session
from tablee.rules.refusal import Refusal
from tablee.table.log.parts import Booking, Run
from tablee.table.log.state import State
from tablee.table.promising import foreseen, impossible, promises_of
from tablee.table.replay import Replays
from tablee.table.seeing.sight import Sight

__all__ = ["as_known", "left_to", "undecided"]


def undecided(state: State) -> list[Booking]:
    """The private changes of this scene that are to be yet."""
    bookings = (state.bookings[name] for name in state.since)
    return [each for each in bookings if each.private and each.held and not _over(each)]


def _over(booking: Booking) -> bool:
    return booking.declined or booking.gone or booking.impossible


def as_known(sight: Sight, game: Game, state: State) -> State:
    """The table as it will be once the private changes that a seat knows of are."""
    return _with(state, game, _known(sight))


def _known(sight: Sight) -> list[Booking]:
    return [each for each in undecided(sight.state) if sight.told_of(each)]


def _with(state: State, game: Game, bookings: Iterable[Booking]) -> State:
    chronicle = state.chronicle
    for booking in bookings:
        with suppress(Refusal):
            chronicle = dict(after(game, state.rulings, chronicle, booking.event).state)
    return msgspec.structs.replace(state, chronicle=chronicle)


def left_to(
    sight: Sight, game: Game, replays: Replays, run: Run, choice: Choose[Any], high: int
) -> int:
    """The most that a seat may choose of a number up to `high`, where that is spent of what the
    table holds and the seat knows of less than everybody."""
    known = _known(sight)
    if not known:
        return high
    state = _with(foreseen(sight.state, game, replays, but=run.id), game, known)
    answers = [*(dict(given.answer) for given in run.answers), {"choose": high}]
    asked = ask_about(run.procedure, run.params, state.rulings, answers)
    spent = promises_of(state, game, run, Session(asked))
    wrong = impossible(state, game, spent, run.asked or {})
    if wrong is None or wrong.promise.spent != choice.label:
        return high
    return min(high, wrong.most)
