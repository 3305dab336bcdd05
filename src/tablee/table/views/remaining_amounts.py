"""What is left of what the table holds, as one seat knows it.

A seat may know of more that is spent than everybody does: what its own characters spend in secret,
what who leads spends behind the screen, and consequences that are kept between the two of them.
These do not count before one of the two has them so, and until then nothing that others see may
tell of them: not what a run is framed with, nor whether somebody is asked. What the seat itself is
offered may, and what it may do goes by the same.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple, Protocol, TypeVar

import msgspec

from tablee.rules.campaign.building import campaign_record_of
from tablee.rules.consequences import MadeChoice, Reservation, reserved_by
from tablee.rules.forms import NumberFrom
from tablee.rules.game import Game
from tablee.rules.questions import Choose, Together
from tablee.rules.readings.session import Session
from tablee.table.log.events import Requested
from tablee.table.log.outcomes import lines_so_far
from tablee.table.log.state_parts import Consequence, Run
from tablee.table.log.table_state import State
from tablee.table.replay import Replays
from tablee.table.reservations import added, foreseen, impossible, with_events
from tablee.table.seats import those_in
from tablee.table.views.visibility import Visibility

T = TypeVar("T")


class Still(Protocol):
    """(what it is, what it is made of, how it is made) -> something, made once of the same."""

    def __call__(self, what: Hashable, of: tuple[object, ...], make: Callable[[], T]) -> T: ...


class Remains(NamedTuple):
    """The most that may be chosen of a number that the rule asks for, being less than it would
    have. `secret`: because of what not everybody knows."""

    most: int
    secret: bool


Left = Mapping[int | None, Remains]
"""By the index among choices made at once (None: the choice stands alone)."""


def _anew(what: Hashable, of: tuple[object, ...], make: Callable[[], T]) -> T:
    return make()


class Remaining:
    """One seat's, as the table stands. `still`: keeps what is made of the very same things (see
    `memory.Seen.still`)."""

    def __init__(
        self, state: State, seat: str, game: Game, replays: Replays, still: Still = _anew
    ) -> None:
        self.state = state
        self.game = game
        self.replays = replays
        self.sight = Visibility(state, seat)
        self._still = still
        self._of: dict[str, Left] = {}

    def promises(
        self, run: Run, session: Session, more: Sequence[MadeChoice] = ()
    ) -> tuple[Reservation, ...]:
        """What a run has spent so far, as far as the seat knows, with what it has sealed itself.
        `more`: with these choices."""
        lines = zip(session.trace, lines_so_far(session), strict=True)
        told = [entry for entry, line in lines if self.sight.reads(run, line)]
        hidden = run.params if self.sight.veiled(run) else self.sight.concealed(run)
        cast = those_in(run)
        known = self.state.public_record(cast.values())
        chosen = (*self._sealed(run, session), *more)
        return reserved_by(
            self.game, self.state.rulings, known, session, cast, told, hidden, chosen
        )

    def _sealed(self, run: Run, session: Session) -> list[MadeChoice]:
        """Choices at once of the seat's own that are in, while others are waited for."""
        pending = session.pending
        if not isinstance(pending, Together):
            return []
        own = [n for n, by in run.sealers.items() if self.sight.me(by)]
        return [MadeChoice.now(session, pending.choices[n], run.sealed[n]) for n in own]

    def fixed(self, framed: Requested, session: Session) -> tuple[Reservation, ...]:
        """What a run that is only about to be asked for spends by its parameters, all of which its
        leader knows."""
        cast = those_in(framed)
        known = self.state.public_record(cast.values())
        return reserved_by(self.game, self.state.rulings, known, session, cast, ())

    @cached_property
    def ahead(self) -> State:
        """The table as the seat knows that it will be."""
        return self.after({})

    @cached_property
    def _common(self) -> State:
        """The table as everybody knows that it will be."""
        return foreseen(self.state, self.game, self.replays)

    def after(self, instead: Mapping[str, Sequence[Reservation]]) -> State:
        """The table as the seat knows that it will be. `instead`: run -> what it has promised,
        where that is known already."""
        spent = [
            instead[run.id] if run.id in instead else self._promised(run)
            for run in self.state.open_runs
        ]
        undecided = [*self._undecided()]

        def make() -> dict[str, Any]:
            events = [promise.event for each in spent for promise in each]
            events += [each.event for each in undecided]
            return with_events(self.state, self.game, events).record

        record = self._still("ahead", (self.state.record, *spent, *undecided), make)
        return msgspec.structs.replace(self.state, record=record)

    def _promised(self, run: Run) -> tuple[Reservation, ...]:
        session = self.replays.session(self.state, run)
        if session is None:
            return ()
        of = (run, self.state.record)
        return self._still(("promised", run.id), of, lambda: self.promises(run, session))

    def _undecided(self) -> Iterator[Consequence]:
        """The private changes of this scene that are to be yet, and that the seat knows of."""
        for name in self.state.scene_consequences:
            each = self.state.consequences[name]
            over = each.declined or each.cancelled or each.impossible
            if each.private and each.held and not over and self.sight.told_of(each):
                yield each

    def of(self, run: Run) -> Left:
        """What is left of the numbers that the seat is asked for by a run. Not there: all of it, or
        it is taken out of nothing that the table holds."""
        if run.id not in self._of:
            self._of[run.id] = self._left(run)
        return self._of[run.id]

    def _left(self, run: Run) -> Left:
        if run.status != "open" or campaign_record_of(self.game).declared.reservations is None:
            return {}
        session = self.replays.session(self.state, run)
        if session is None or not isinstance(session.pending, Choose | Together):
            return {}
        asked = [wait.index for wait in self.sight.answerable(run, session)]
        left = {index: self._asked(run, session, index) for index in asked}
        return {index: short for index, short in left.items() if short is not None}

    def _asked(self, run: Run, session: Session, index: int | None) -> Remains | None:
        pending = session.pending
        choice = pending.choices[index or 0] if isinstance(pending, Together) else pending
        if not isinstance(choice, Choose) or not isinstance(choice.form, NumberFrom):
            return None
        form, most = choice.form, MadeChoice.now(session, choice, choice.form.high)
        of = (run, self.ahead.record)
        what = "left", run.id, index
        return self._still(what, of, lambda: self._short(run, session, form, most))

    def _short(
        self, run: Run, session: Session, form: NumberFrom, most: MadeChoice
    ) -> Remains | None:
        spent = added(self._promised(run), self.promises(run, session, (most,)))
        left = self._most(self.ahead, run, spent, form)
        if left == form.high:
            return None
        return Remains(left, left < self._most(self._common, run, spent, form))

    def _most(self, state: State, run: Run, spent: Sequence[Reservation], form: NumberFrom) -> int:
        wrong = impossible(state, self.game, spent, run.asked_params or {})
        return form.high if wrong is None else max(form.low, min(form.high, wrong.most))
