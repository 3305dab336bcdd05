"""Open runs, replayed: what each waits for, and for whom."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import msgspec

from tablee.dice.die import Throw
from tablee.rules.game import Game, find_game
from tablee.rules.question import ask_about
from tablee.rules.questions import Choose, Together
from tablee.rules.readings.session import Session
from tablee.rules.refusal import Refusal
from tablee.table.casting import holder
from tablee.table.outcomes import rules_version
from tablee.table.state import Run, State

__all__ = ["Replays", "Wait", "asked_digest", "game_of", "waits_of"]

Json = Mapping[str, Any]


def game_of(state: State) -> Game:
    """The game of a table. Raises `LookupError` when it is not installed here."""
    game = find_game(state.game)
    if game is None:
        raise LookupError(f"no game {state.game!r}")
    return game


class Wait(msgspec.Struct, frozen=True):
    """Something that a run waits for: the seat at the table, that of the rule, and the index among
    choices made at once (None: it stands alone)."""

    seat: str
    who: str
    index: int | None = None


class Replays:
    """The sessions of the open runs of a table, each carried on as its answers come in."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[tuple[Any, ...], Session]] = {}

    def session(self, state: State, run: Run) -> Session | None:
        """The run as far as it is answered; None when the rules of today refuse its answers."""
        answers = tuple(each.answer for each in run.answers)
        known = self._known.get(run.id)
        try:
            if known is not None and known[0] == answers[: len(known[0])]:
                session = known[1]
                for answer in answers[len(known[0]) :]:
                    session.answer(answer)
            else:
                session = Session(ask_about(run.procedure, run.params, state.rulings, answers))
        except Refusal:
            self._known.pop(run.id, None)
            return None
        self._known[run.id] = answers, session
        return session

    def advanced(self, state: State, run: Run, answer: Json) -> Session:
        """The run after one more answer. Raises `Refusal` when it is wrong; nothing has changed then.

        It is kept for when the answer has become part of the log; until then `session` starts anew.
        """
        session = self.session(state, run)
        assert session is not None
        session.answer(answer)
        self._known[run.id] = (*(each.answer for each in run.answers), answer), session
        return session

    def forget(self, state: State) -> None:
        """Drop the sessions of runs that are over."""
        still = {run.id for run in state.open_runs}
        self._known = {name: known for name, known in self._known.items() if name in still}


def waits_of(state: State, run: Run, session: Session) -> tuple[Wait, ...]:
    """Whom a run waits for; choices at once that are in already are left out."""
    game, pending = session.question.game, session.pending
    if run.secret and not run.revealed and not session.question.procedure.screened:
        return (Wait(state.leader, game.leader),) if pending is not None else ()

    def wait(who: str, index: int | None = None) -> Wait:
        outer = session.outer(who)
        return Wait(holder(state, game, run, outer), outer, index)

    if isinstance(pending, Throw | Choose):
        return (wait(pending.who),)
    if isinstance(pending, Together):
        asks = enumerate(pending.choices)
        return tuple(wait(ask.who, index) for index, ask in asks if index not in run.sealed)
    return ()


def asked_digest(session: Session) -> str:
    """A digest of what a run waits for: the same answers under the same rules give the same."""
    pending = session.pending
    told = repr(pending) if pending is not None else "done"
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def still_the_same(state: State, run: Run) -> bool:
    """Whether an open run that was played under other rules replays the same under those of today."""
    game = game_of(state)
    versions = {run.version, *(given.version for given in run.answers if given.version)}
    if versions <= {rules_version(game)}:
        return True
    try:
        session = Session(ask_about(run.procedure, run.params, state.rulings))
        for given in run.answers:
            if given.asked and given.asked != asked_digest(session):
                return False
            session.answer(given.answer)
    except Refusal:
        return False
    return session.pending is not None
