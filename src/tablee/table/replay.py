"""The open runs of a table, replayed: their sessions, their asks, the seats that answer.

A log stores answers only, so the rules run again to know what a run asks. This module may import
the rules' sessions, the state of a table and its seats. It must not know what a seat may see. Rules
that have changed since a run began may fail in any way; such a run has no session.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import partial

import msgspec

from tablee.dice.die import Throw
from tablee.rules.ambient import Ambient, around
from tablee.rules.campaign.building import campaign_record_of
from tablee.rules.clocks import with_sheet_clocks
from tablee.rules.contract_json import AnswerJson, ParamsJson, RulingsJson, SheetJson
from tablee.rules.fighter_status import FighterStatus, Gauge
from tablee.rules.game import Game
from tablee.rules.questions import Choose, Together
from tablee.rules.readings.session import Session
from tablee.rules.registry import find_game
from tablee.rules.run_input import ask_about
from tablee.rules.schema import read_record
from tablee.rules.sheets.stored_sheets import stored_sheet
from tablee.table.hook_faults import HookFaults, given_or_fault
from tablee.table.log.outcomes import rules_version
from tablee.table.log.state_parts import GivenAnswer, Run
from tablee.table.log.table_state import State
from tablee.table.seats import holder
from tablee.table.view_cache import ViewCache


def game_of(state: State) -> Game:
    """Return the game of a table. Raise `LookupError` when it is not installed."""
    game = find_game(state.game)
    if game is None:
        raise LookupError(f"no game {state.game!r}")
    return game


class Wait(msgspec.Struct, frozen=True):
    """A pending ask: the seat at the table, the seat of the rule (`who`), and the index among
    simultaneous choices (None: a single ask)."""

    seat: str
    who: str
    index: int | None = None


class Replayed(msgspec.Struct):
    """A cached session: the `params` of its run (the same object), the answers `taken`, and the
    run's own list of answers where it is that list."""

    session: Session
    params: ParamsJson
    taken: list[AnswerJson]
    given: Sequence[GivenAnswer] | None = None


class Replays:
    """The caches of one table: sessions of open runs, which continue with each answer, statuses of
    characters by sheet, and views."""

    def __init__(self) -> None:
        self._view_cache = ViewCache()
        self._known: dict[str, Replayed] = {}
        self._statuses: dict[str, tuple[SheetJson, RulingsJson, FighterStatus | None]] = {}
        self.faults = HookFaults()

    def view_cache(self, state: State) -> ViewCache:
        """Return the cache of the table's views, without what this state has outdated."""
        self._view_cache.refresh(state)
        return self._view_cache

    def fighter_status(self, state: State, character: str) -> FighterStatus | None:
        """Return the gauges and conditions of a character; None when it has none."""
        sheet, rulings = state.sheet(character), state.rulings
        known = self._statuses.get(character)
        if known is None or known[0] is not sheet or known[1] != rulings:
            status = self.faults.given(f"status {character}", partial(_status, state, sheet), None)
            known = self._statuses[character] = sheet, rulings, status
        more = self.ledger_gauges(state, character)
        if not more:
            return known[2]
        own = known[2] or FighterStatus(character, ())
        return msgspec.structs.replace(own, gauges=(*own.gauges, *more))

    def ledger_gauges(self, state: State, character: str = "") -> tuple[Gauge, ...]:
        """Return the gauges that ledgers hold for a character; without one, for the leader."""
        holds = campaign_record_of(game_of(state)).declared.ledger_gauges
        if holds is None:
            return ()
        ledgers = state.record.get("registres", {})
        return self.faults.given(f"gauges {character}", partial(holds, ledgers, character), ())

    def session(self, state: State, run: Run) -> Session | None:
        """Return the session of a run after its answers; None when the rules refuse them now."""
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
                session = begin_run(state, run, answers)
        except Exception:  # rules that have changed under a run may fail in any way
            self._known.pop(run.id, None)
            return None
        self._known[run.id] = Replayed(session, run.params, answers, run.answers)
        return session

    def remember(self, run: str, params: ParamsJson, session: Session) -> None:
        """Cache the first session of a run whose request is not in the log yet."""
        self._known[run] = Replayed(session, params, [], ())

    def advance(self, state: State, run: Run, answer: AnswerJson) -> Session:
        """Return the session of a run after one more answer. Raise `Refusal` for a wrong answer;
        nothing has changed then.

        The session is cached for the time when the log holds the answer. Until then `session`
        replays from the beginning.
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

    def forget_finished(self, state: State) -> None:
        """Drop the sessions of runs that have ended."""
        for name in list(self._known):
            run = state.runs.get(name)
            if run is None or run.status != "open":
                del self._known[name]


def fighter_status_of(state: State, sheet: SheetJson) -> FighterStatus | None:
    """Return the gauges and conditions of a sheet's character; None when it has none."""
    return given_or_fault(partial(_status, state, sheet), None)[0]


def _status(state: State, sheet: SheetJson) -> FighterStatus | None:
    game = game_of(state)
    rulings = read_record(game.rulings, state.rulings, "rulings.")
    with around(Ambient(rulings)):
        stored = stored_sheet(sheet, "sheet", game)
        return with_sheet_clocks(stored.fighter_status(), game.clocks, stored)


def begin_run(state: State, run: Run, answers: Sequence[AnswerJson] = ()) -> Session:
    """Return a new session of a run, after `answers`. Raise `Refusal`."""
    return Session(ask_about(run.procedure, run.params, state.rulings_of(run), answers))


def waits_of(state: State, run: Run, session: Session) -> tuple[Wait, ...]:
    """Return the pending asks of a run, without choices that are sealed already. In a secret run
    the leader answers every ask, unless players throw in it (`withheld`)."""
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
    """Return a digest of the pending ask. The same answers under the same rules give the same."""
    text = repr(_describe_pending(session)) if session.pending is not None else "done"
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def choice_mark(session: Session) -> str:
    """Return the mark by which a seat answers the pending choice in advance: eight characters for who
    is asked what, eight for the answers that it allows."""
    asked = [each[:3] for each in _describe_pending(session)]
    return hashlib.sha256(repr(asked).encode()).hexdigest()[:8] + asked_digest(session)[:8]


def is_same_choice(mark: str, other: str) -> bool:
    """Return whether two marks are of one choice, which may allow other answers."""
    return mark[:8] == other[:8]


def _describe_pending(session: Session) -> list[tuple[str, ...]]:
    """Return (kind, seat of the rule, label, form or notation) of each pending ask."""
    pending = session.pending
    if isinstance(pending, Throw):
        return [("roll", session.outer(pending.who), pending.label, pending.notation())]
    choices = pending.choices if isinstance(pending, Together) else (pending,)
    return [
        ("choose", session.outer(each.who), each.label, repr(each.form))
        for each in choices
        if each is not None
    ]


def replays_unchanged(state: State, run: Run) -> bool:
    """Return whether an open run, begun under other rules, asks the same under the current ones."""
    game = game_of(state)
    versions = {
        run.rules_version,
        *(given.rules_version for given in run.answers if given.rules_version),
    }
    if versions <= {rules_version(game)}:
        return True
    try:
        session = begin_run(state, run)
        for given in run.answers:
            if given.ask_digest and given.ask_digest != asked_digest(session):
                return False
            session.answer(given.answer)
    except Exception:  # rules that have changed under a run may fail in any way
        return False
    return session.pending is not None
