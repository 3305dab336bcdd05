"""What chances a seat may ask for at a table: of what a run waits for, of what is about to be
asked.

Computed from `known_of` and `exchange_of` only, so that no chance tells what the seat may not
know.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from tablee.dice.die import Throw
from tablee.rules.questions import Choose, Together
from tablee.rules.readings.run_parts import subruns
from tablee.rules.readings.session import Session, play
from tablee.rules.registry import procedure_of
from tablee.rules.words import Words
from tablee.table.acts.request_run import RequestRun
from tablee.table.casting import build_input, normalize_cast
from tablee.table.replay import game_of
from tablee.table.room import Room
from tablee.table.views.chance_rights import exchange_of, known_of
from tablee.table.views.view_types import ChoiceAsk
from tablee.table.views.visibility import Visibility

Json = Mapping[str, Any]


class Weighed(msgspec.Struct, frozen=True):
    """A run whose chances a seat may be told, as it knows it; None where it knows no more than the
    `exchange`. `within`: the rules at work inside it, the innermost first, as runs; `asked`: the
    choice that is its to make (None: a throw comes next); `seat`: the seat of the rule for whom
    choices at once are weighed; `place`: how far the run is; `who`: the character who chooses, where
    the seat chooses for several at once.

    `exchange`: the part of a fight that choices at once belong to, as a run, with the utilities to
    weigh it by (`worth`)."""

    run: Json | None
    place: int
    within: Sequence[Json] = ()
    asked: ChoiceAsk | None = None
    seat: str | None = None
    who: str = ""
    exchange: Json | None = None
    worth: Sequence[str] = ()


def weighed(
    room: Room, seat: str, run: str, words: Words, index: int | None = None
) -> Weighed | None:
    """What of an open run the seat may be told the chances of; None when it may not. `index`: of
    which of the choices at once, without it of the first that is its own to make."""
    runs = room.view(seat, words).runs
    view = next((each for each in runs if each.id == run), None)
    if view is None or view.chances != "available":
        return None
    kept = room.state.runs[run]
    visibility = Visibility(room.state, seat)
    known = known_of(visibility, kept, room.replays)
    asks = [ask for ask in view.asks if isinstance(ask, ChoiceAsk)]
    asked = _asked(asks, index)
    if asked is None and index is not None:
        return None
    session = room.replays.session(room.state, kept)
    assert session is not None
    whose = None
    whole = known.session if known else session
    if asked is not None and isinstance(whole.pending, Together):
        place = asked.index or 0
        *before, whose = _choosing(session)[: place + 1]
        if whose in before:
            return None  # advice for a seat of the rule is on the first of its choices
    exchange = exchange_of(visibility, kept, room.replays) if whose else None
    if known is None and exchange is None:
        return None
    within = subruns(known.session)[::-1] if known else ()
    several = sum(ask.mine for ask in asks) > 1
    who = asked.character if asked is not None and asked.mine and several else ""
    more = asked, whose, who, *(exchange or ())
    return Weighed(known and known.run, view.place, within, *more)


def _asked(asks: Sequence[ChoiceAsk], index: int | None) -> ChoiceAsk | None:
    """The choice with an index; without one the first of the seat's own, else of any that it may
    make."""
    if index is not None:
        return next((ask for ask in asks if ask.index == index), None)
    return next((ask for ask in asks if ask.mine), next(iter(asks), None))


def _choosing(session: Session) -> Sequence[str]:
    """The seats of the rule that are to choose, several of them at once."""
    pending = session.pending
    asked = pending.choices if isinstance(pending, Together) else (pending,)
    return [session.outer(each.who) for each in asked if isinstance(each, Choose)]


def framed_run(room: Room, frame: RequestRun) -> Json | None:
    """The run that an act would ask for, for the first of those asked; None when no throw comes
    first. Raises `Refusal`."""
    game = game_of(room.state)
    procedure = procedure_of(game, frame.procedure)
    cast = normalize_cast(procedure, {**frame.cast, **({"": frame.to[0]} if frame.to else {})})
    question = build_input(room.expected_state, game, procedure, frame.params, cast, frame.decides)
    if not isinstance(play(question).pending, Throw):
        return None
    return {
        "procedure": procedure.id,
        "params": question.given,
        "rulings": dict(room.state.rulings),
        "answers": [],
    }
