"""The runs whose chances a seat may ask for: an open run, or a run that is about to be requested.

Pages and API compute laws and advice from the result. It is built from `known_of` and `exchange_of`
only, so that no chance reveals something hidden from the seat. The module may import the table and the
readings; it must not know jobs, pages or routes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from tablee.dice.die import Throw
from tablee.rules.contract_json import RunJson
from tablee.rules.procedure import Procedure
from tablee.rules.questions import Choose, Together
from tablee.rules.readings.run_parts import subruns
from tablee.rules.readings.session import Session, play
from tablee.rules.registry import procedure_of
from tablee.rules.texts.words import Words
from tablee.table.acts.request_run import RequestRun
from tablee.table.casting import build_input, normalize_cast
from tablee.table.replay import game_of
from tablee.table.room import Room
from tablee.table.seats import assign_seats, roles_in
from tablee.table.views.chance_rights import exchange_of, known_of
from tablee.table.views.view_types import ChoiceAsk
from tablee.table.views.visibility import Visibility


class Weighed(msgspec.Struct, frozen=True):
    """A run whose chances a seat may know.

    `run`: the run as the seat knows it (None: the seat knows only the `exchange`); `place`: the number
    of its answers; `within`: the active inner rules as runs, the innermost first; `asked`: the choice
    to weigh (None: a throw comes next); `seat`: the seat of the rule that makes a sealed choice; `who`:
    the choosing character, when the seat chooses for several; `exchange`: the part of a fight that
    contains the sealed choice, as a run; `worth`: the utilities of the exchange; `fight`: whether the
    run is a fight, whose values a process keeps.
    """

    run: RunJson | None
    place: int
    within: Sequence[RunJson] = ()
    asked: ChoiceAsk | None = None
    seat: str | None = None
    who: str = ""
    exchange: RunJson | None = None
    worth: Sequence[str] = ()
    fight: bool = False


def weighed(
    room: Room, seat: str, run: str, words: Words, index: int | None = None
) -> Weighed | None:
    """Return the part of an open run whose chances the seat may know; None for no part.

    `index`: the index of a sealed choice; without it the first choice of the seat itself."""
    runs = room.view(seat, words).runs
    view = next((each for each in runs if each.id == run), None)
    if view is None or view.chances != "available":
        return None
    stored = room.state.runs[run]
    visibility = Visibility(room.state, seat)
    known = known_of(visibility, stored, room.replays)
    asks = [ask for ask in view.asks if isinstance(ask, ChoiceAsk)]
    asked = _choice_at(asks, index)
    if asked is None and index is not None:
        return None
    session = room.replays.session(room.state, stored)
    assert session is not None
    chooser = None
    whole = known.session if known else session
    if asked is not None and isinstance(whole.pending, Together):
        place = asked.index or 0
        *before, chooser = _choosing(session)[: place + 1]
        if chooser in before:
            return None  # advice for a seat of the rule concerns its first choice
    exchange = exchange_of(visibility, stored, room.replays) if chooser else None
    if known is None and exchange is None:
        return None
    within = subruns(known.session)[::-1] if known else ()
    several = sum(ask.mine for ask in asks) > 1
    who = asked.character if asked is not None and asked.mine and several else ""
    part, worth = exchange or (None, ())
    fight = known is not None and is_fight(type(known.session.frames[0].procedure))
    run_known = known and known.run
    return Weighed(run_known, view.place, within, asked, chooser, who, part, worth, fight)


def is_fight(kind: type[Procedure[Any]]) -> bool:
    """Return whether a kind of state has fighters."""
    return kind.fighter_statuses is not Procedure.fighter_statuses


def _choice_at(asks: Sequence[ChoiceAsk], index: int | None) -> ChoiceAsk | None:
    """Return the choice with an index; without an index the first choice of the seat itself, else the
    first one."""
    if index is not None:
        return next((ask for ask in asks if ask.index == index), None)
    return next((ask for ask in asks if ask.mine), next(iter(asks), None))


def _choosing(session: Session) -> Sequence[str]:
    """Return the seats of the rule that must choose, one for each choice."""
    pending = session.pending
    asked = pending.choices if isinstance(pending, Together) else (pending,)
    return [session.outer(each.who) for each in asked if isinstance(each, Choose)]


def run_of_request(room: Room, request: RequestRun) -> RunJson | None:
    """Return the run that a request would start for its first character; None when the run does not
    begin with a throw. Raises `Refusal`."""
    found = run_and_seats(room, request)
    return found and found[0]


def run_and_seats(room: Room, request: RequestRun) -> tuple[RunJson, dict[str, str]] | None:
    """Return the run of `run_of_request`, and seat of the rule -> its character."""
    game = game_of(room.state)
    procedure = procedure_of(game, request.procedure)
    cast = normalize_cast(
        procedure, {**request.cast, **({"": request.to[0]} if request.to else {})}
    )
    question = build_input(
        room.expected_state, game, procedure, request.params, cast, request.decides
    )
    if not isinstance(play(question).pending, Throw):
        return None
    run: RunJson = {
        "procedure": procedure.id,
        "params": question.given,
        "rulings": dict(room.state.rulings),
        "answers": [],
    }
    subject = cast.get("", "")
    seats = assign_seats(room.state, question, roles_in(cast), str(subject), ())
    return run, seats
