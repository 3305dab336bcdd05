"""Open runs, replayed: what each waits for, and for whom."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from tablee.dice.die import Throw
from tablee.rules.ambient import Ambient, around
from tablee.rules.campaign.building import campaign_record_of
from tablee.rules.fighter_status import FighterStatus, Gauge
from tablee.rules.game import Game
from tablee.rules.questions import Choose, Together
from tablee.rules.readings.session import Session
from tablee.rules.refusal import Refusal
from tablee.rules.registry import find_game
from tablee.rules.run_input import ask_about
from tablee.rules.schema import read_record
from tablee.rules.sheet import read_sheet
from tablee.table.log.outcomes import rules_version
from tablee.table.log.state_parts import GivenAnswer, Run
from tablee.table.log.table_state import State
from tablee.table.seats import holder
from tablee.table.view_cache import ViewCache

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


class Replayed(msgspec.Struct):
    """A session of the very `params` of a run, the answers that it has taken, and the run's own
    list of them if it is that."""

    session: Session
    params: Json
    taken: list[Json]
    given: Sequence[GivenAnswer] | None = None


class Replays:
    """The sessions of the open runs of a table, each carried on as its answers come in, how its
    characters stand, each looked at once, and what its seats have seen."""

    def __init__(self) -> None:
        self._view_cache = ViewCache()
        self._known: dict[str, Replayed] = {}
        self._standing: dict[str, tuple[Json, FighterStatus | None]] = {}

    def view_cache(self, state: State) -> ViewCache:
        """Return the cache of the table's views, without what this state has outdated."""
        self._view_cache.refresh(state)
        return self._view_cache

    def standing(self, state: State, character: str) -> FighterStatus | None:
        """How a character stands; None when there is nothing to show."""
        sheet = state.sheet(character)
        known = self._standing.get(character)
        if known is None or known[0] is not sheet:
            known = self._standing[character] = sheet, fighter_status_of(state, sheet)
        held = holdings(state, character)
        if not held:
            return known[1]
        own = known[1] or FighterStatus(character, ())
        return msgspec.structs.replace(own, gauges=(*own.gauges, *held))

    def session(self, state: State, run: Run) -> Session | None:
        """The run as far as it is answered; None when the rules of today refuse its answers."""
        known = self._known.get(run.id)
        if known is not None and known.params is not run.params:
            known = None
        if known is not None and known.given is run.answers:
            return known.session
        answers = [each.answer for each in run.answers]
        try:
            if known is not None and known.taken == answers[: len(known.taken)]:
                for answer in answers[len(known.taken) :]:
                    known.session.answer(answer)
                session = known.session
            else:
                session = begun(state, run, answers)
        except Exception:  # rules that have changed under a run may fail in any way
            self._known.pop(run.id, None)
            return None
        self._known[run.id] = Replayed(session, run.params, answers, run.answers)
        return session

    def keep(self, run: str, params: Json, session: Session) -> None:
        """Keep what a run begins with for when that it was asked for has become part of the log."""
        self._known[run] = Replayed(session, params, [], ())

    def advanced(self, state: State, run: Run, answer: Json) -> Session:
        """The run after one more answer. Raises `Refusal` when it is wrong; nothing has changed
        then.

        It is kept for when the answer has become part of the log; until then `session` starts anew.
        """
        session = self.session(state, run)
        assert session is not None
        before = len(session.answers)
        try:
            session.answer(answer)
        except BaseException:
            if len(session.answers) > before:  # the rule itself refused, half way
                self._known.pop(run.id, None)
            raise
        taken = [*(each.answer for each in run.answers), answer]
        self._known[run.id] = Replayed(session, run.params, taken)
        return session

    def forget(self, state: State) -> None:
        """Drop the sessions of runs that are over."""
        for name in list(self._known):
            run = state.runs.get(name)
            if run is None or run.status != "open":
                del self._known[name]


def holdings(state: State, character: str = "") -> tuple[Gauge, ...]:
    """What the ledgers of the table hold for a character, or for who leads."""
    holds = campaign_record_of(game_of(state)).declared.ledger_gauges
    return holds(state.record.get("registres", {}), character) if holds else ()


def fighter_status_of(state: State, sheet: Json) -> FighterStatus | None:
    """How the character of a sheet stands; None when there is nothing to show."""
    game = game_of(state)
    try:
        switches = read_record(game.rulings, state.rulings, "rulings.")
        with around(Ambient(switches)):
            return read_sheet(sheet, "sheet", game)[1].fighter_status()
    except Refusal:  # a sheet of other rules
        return None


def begun(state: State, run: Run, answers: Sequence[Json] = ()) -> Session:
    """A run from its beginning. Raises `Refusal`."""
    return Session(ask_about(run.procedure, run.params, state.rulings, answers))


def waits_of(state: State, run: Run, session: Session) -> tuple[Wait, ...]:
    """Whom a run waits for; choices at once that are in already are left out. What is done in
    secret is the leader's to answer, but for who throws in it."""
    pending = session.pending
    secret = run.secret and not run.revealed and not run.withheld

    def wait(who: str, index: int | None = None) -> Wait:
        outer = session.outer(who)
        return Wait(state.leader if secret else holder(state, run, outer), outer, index)

    if isinstance(pending, Throw | Choose):
        return (wait(pending.who),)
    if isinstance(pending, Together):
        asks = enumerate(pending.choices)
        return tuple(wait(ask.who, index) for index, ask in asks if index not in run.sealed)
    return ()


def asked_digest(session: Session) -> str:
    """A digest of what a run waits for: the same answers under the same rules give the same."""
    told = repr(_asked(session)) if session.pending is not None else "done"
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def _asked(session: Session) -> list[tuple[str, ...]]:
    """Who is asked, and what may be answered."""
    pending = session.pending
    if isinstance(pending, Throw):
        return [("roll", session.outer(pending.who), pending.label, pending.notation())]
    choices = pending.choices if isinstance(pending, Together) else (pending,)
    return [
        ("choose", session.outer(each.who), each.label, repr(each.form))
        for each in choices
        if each is not None
    ]


def still_the_same(state: State, run: Run) -> bool:
    """Whether an open run that was played under other rules replays the same under those of
    today."""
    game = game_of(state)
    versions = {
        run.rules_version,
        *(given.rules_version for given in run.answers if given.rules_version),
    }
    if versions <= {rules_version(game)}:
        return True
    try:
        session = begun(state, run)
        for given in run.answers:
            if given.ask_digest and given.ask_digest != asked_digest(session):
                return False
            session.answer(given.answer)
    except Exception:  # rules that have changed under a run may fail in any way
        return False
    return session.pending is not None
