"""What a seat may know: of runs, of what was told in them, of changes and characters.

All that a seat is shown, offered, allowed or told when it is refused goes by these, so that nothing
of it depends on what the seat may not know.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate, dropwhile, pairwise, takewhile
from typing import Any

import msgspec

from tablee.rules.questions import Together
from tablee.rules.readings.session import Session
from tablee.table.log.outcomes import Line, lines_of, lines_so_far
from tablee.table.log.state_parts import Consequence, Run, StoryEntry
from tablee.table.log.table_state import State
from tablee.table.record_changes import HUSHED, SETTLES
from tablee.table.replay import Replays, Wait, waits_of
from tablee.table.seats import holder
from tablee.table.views.view_types import ContractJson


class Visibility:
    """One seat's, as the table stands."""

    def __init__(self, state: State, seat: str) -> None:
        self.state = state
        self.seat = seat
        self.leads = seat == state.leader

    def me(self, seat: str) -> bool:
        """Return whether it is this seat."""
        return seat == self.seat

    # ── characters ─────────────────────────────────────────────────────────────────────────────
    def characters(self) -> list[str]:
        """Those that the seat knows of: the players', the free ones, and whoever it has met; to who
        does not lead not in the order in which they were made, which would tell when."""
        return [*self.state.sheets] if self.leads else sorted(filter(self.met, self.state.sheets))

    def met(self, character: str) -> bool:
        """Whether everybody has met a character."""
        return self.state.is_known(character)

    def common(self, character: str) -> bool:
        """Whether everybody knows of a character: a player's, or one that may be taken."""
        return self.state.is_public(character)

    def plays(self, character: str) -> bool:
        return self.me(self.state.owner(character))

    # ── runs ───────────────────────────────────────────────────────────────────────────────────
    def veiled(self, run: Run) -> bool:
        """Whether what comes of a run is kept from the seat."""
        return run.secret and not run.revealed and not self.leads

    def throws(self, run: Run) -> bool:
        """Whether the seat throws in it all the same."""
        return bool(run.withheld) and any(
            who and self.plays(who) for who in (run.subject, *run.cast.values())
        )

    def knows(self, run: Run) -> bool:
        """Whether the seat sees more of a run than that there is one."""
        return not self.veiled(run) or self.throws(run)

    def participants(self, run: Run) -> frozenset[str]:
        """Return the seats to which a run may look otherwise than to every other player: the
        owners of its characters and of those it has changed, and the seats that answered. Every
        comparison with `me` about a run is with one of these, or with the leader."""
        changed = [each.character for each in self.state.consequences_of(run.id) if each.character]
        seats = {self.state.owner(who) for who in (*run.who, *changed)}
        seats.update(run.beside.values(), run.sealers.values())
        for given in run.answers:
            seats.update((given.by, given.seat))
        return frozenset(seats)

    def answers_for(self, run: Run, who: str) -> bool:
        """Whether the seat answers for a seat of the rule."""
        return self.me(holder(self.state, run, who))

    def roles(self, run: Run) -> list[str]:
        """The seats of the rule that the seat answers for; [""] when it has no part in the run."""
        return [role for role, who in run.cast.items() if who and self.plays(who)] or [""]

    def concealed(self, run: Run) -> frozenset[str]:
        """The parameters that the seat may not see."""
        if self.leads:
            return frozenset()
        hidden = (frozenset(run.hidden.get(role, ())) for role in self.roles(run))
        return frozenset.intersection(*hidden)

    def follows(self, run: Run, session: Session) -> bool:
        """Whether the seat may see what the rule is at."""
        confidant = session.seen_by
        if confidant is not None and self.answers_for(run, session.outer(confidant)):
            return True
        return not session.sealed if self.leads else confidant is None

    def waits(self, run: Run, session: Session) -> tuple[Wait, ...]:
        """Whom the run waits for, as the seat sees it."""
        waits = waits_of(self.state, run, session)
        if not waits:
            return ()
        if self.veiled(run):
            own = tuple(wait for wait in waits if self.me(wait.seat))
            return own or (Wait(self.state.leader, session.question.game.leader),)
        if self.follows(run, session):
            return waits
        confidant = session.outer(session.seen_by or session.question.game.leader)
        return (Wait(holder(self.state, run, confidant), confidant),)

    def answerable(self, run: Run, session: Session) -> list[Wait]:
        """What the seat may answer: what it is waited for; the leader also for others."""
        if not self.follows(run, session):
            return []
        leads = self.leads
        return [w for w in waits_of(self.state, run, session) if leads or self.me(w.seat)]

    def chosen_already(self, run: Run, session: Session) -> set[int]:
        """The choices at once that the seat could have answered and that are in, whoever did."""
        unsealed = msgspec.structs.replace(run, sealed={})
        asked = {wait.index for wait in self.answerable(unsealed, session)}
        return {index for index in run.sealed if index in asked}

    # ── what was told ──────────────────────────────────────────────────────────────────────────
    def reads(self, run: Run, line: Line) -> bool:
        """Whether the seat may read an entry of a run's trace."""
        own = line.seen_by in run.cast and self.answers_for(run, str(line.seen_by))
        if self.leads:
            return not line.sealed or own or run.outcome is not None
        if self.veiled(run):
            mine = line.kind != "note" and self.answers_for(run, str(line.numbers["who"]))
            return mine and (line.seen_by is None or own)
        return line.seen_by is None or own

    def lines(self, run: Run, session: Session | None) -> list[Line]:
        """The entries of a run's trace that the seat may read."""
        return [line for line in self.whole(run, session) if self.reads(run, line)]

    def whole(self, run: Run, session: Session | None) -> Sequence[Line]:
        """The whole trace of a run, whether the seat may read it or not."""
        if run.outcome is not None:
            return run.outcome.lines
        if session is None:
            return ()
        return lines_so_far(session)

    def place(self, run: Run, session: Session | None) -> int:
        """How many answers the seat has seen given: what it counts them by."""
        return sum(self._seen(run, session))

    def begun(self, run: Run, session: Session | None) -> bool:
        """Whether the seat has seen something thrown or chosen in a run."""
        if session is None:
            return bool(run.answers or run.sealed)
        return self.place(run, session) > 0 or (bool(run.sealed) and self.follows(run, session))

    def _seen(self, run: Run, session: Session | None) -> list[bool]:
        """Of each answer of a run whether the seat has seen that it was given."""
        lines = self.whole(run, session)
        if run.outcome is None and session is None:
            return []
        if not run.secret and all(line.seen_by is None for line in lines):
            return [True] * len(run.answers)
        read = [self.reads(run, line) for line in lines if line.kind != "note"]
        ends = [*accumulate(told_by(given.answer) for given in run.answers)]
        return [any(read[start:end]) for start, end in pairwise([0, *ends])]

    def result(self, run: Run) -> dict[str, Any]:
        """The fields of a run's result that the seat may see."""
        assert run.outcome is not None
        whole = dict(run.outcome.result)
        if self.leads:
            return whole
        whole = {name: self._told(run, value) for name, value in whole.items()}
        found: dict[str, Any] = {}
        for role in self.roles(run):
            seen = run.outcome.seen.get(role)
            for name, value in (whole if seen is None else seen).items():
                told = self._told(run, value)
                if name not in found or told == whole[name]:
                    found[name] = told
        return {name: found[name] for name in whole if name in found}

    def _told(self, run: Run, value: Any) -> Any:
        """A field of a result without the records of those whose sheets not everybody knows: they
        tell numbers that the rule has told nobody."""
        if not isinstance(value, list | tuple):
            return value
        return [each for each in value if not self.of_a_stranger(run, each)]

    def of_a_stranger(self, run: Run, record: Any) -> bool:
        """Whether this is a record of a result about a character whose sheet not everybody
        knows."""
        who = run.cast.get(str(record.get("id", ""))) if isinstance(record, Mapping) else None
        return bool(who) and not self.common(str(who))

    # ── taking back ────────────────────────────────────────────────────────────────────────────
    def sealed(self, run: Run, session: Session | None) -> list[int]:
        """The choices at once that the seat may take back, while others are waited for: those that
        it has given, as long as the character is its own; as the leader, for whomever; and those
        that another one gave for a character that is its own by now."""
        pending = session.pending if session is not None else None
        if not isinstance(pending, Together):
            return []
        assert session is not None
        found = []
        for index, by in run.sealers.items():
            holds = holder(self.state, run, session.outer(pending.choices[index].who))
            if self.me(by if by == self.state.leader else holds):
                found.append(index)
        return found

    def undoes(self, run: Run, replays: Replays) -> int | None:
        """The place of a run back to which the seat may go, to its last throw at most and past
        nothing that it does not see; None: it may not. Who does not lead may only take back what he
        chose last, and nobody has learnt from."""
        place = run.throws[-1] + 1 if run.throws else 0
        later = run.answers[place:]
        if not self.current(run) or run.status == "withdrawn" or not later:
            return None
        session = replays.session(self.state, run) if run.status == "open" else None
        if session is not None and not self.follows(run, session):
            return None
        if self.leads and session is None and run.outcome is None:
            return place
        if self.leads:
            seen = self._seen(run, session)
            place += sum(1 for _ in dropwhile(bool, reversed(seen[place:])))
            return place if place < len(run.answers) else None
        if session is None:
            return None
        count = len(run.answers)
        places = range(count - 1, place - 1, -1)
        own = [*takewhile(lambda each: self._chose(run, session, each), places)]
        return next((each for each in reversed(own) if self._unlearnt(run, session, each)), None)

    def _chose(self, run: Run, session: Session, place: int) -> bool:
        """Whether the seat has given the answer at a place, alone, and would be asked for it
        now."""
        given = run.answers[place]
        if "together" in given.answer or not self.me(given.by):
            return False
        asked = session.trace[_since(run, session, place)].numbers["who"]
        return self.answers_for(run, str(asked))

    def _unlearnt(self, run: Run, session: Session, place: int) -> bool:
        """Whether nothing was revealed, and nothing told that the seat does not see, because of
        what was answered from a place on."""
        since = session.trace[_since(run, session, place) :]
        if any(entry.reveals for entry in since):
            return False
        return all(self.reads(run, line) for line in lines_of(since))

    def current(self, run: Run) -> bool:
        """Whether a run is of the scene that is played."""
        return self.state.scene is not None and run.scene == len(self.state.scenes)

    # ── changes ────────────────────────────────────────────────────────────────────────────────
    def told_of(self, booking: Consequence) -> bool:
        """Whether the seat may see a change of the chronicle."""
        if self.leads:
            return True
        if booking.run in self.state.hidden_runs:
            return False
        if booking.private:
            return bool(booking.character) and self.plays(booking.character)
        if booking.run:
            return not booking.secret
        if booking.event.get("type") in HUSHED:
            return False
        return booking.public

    def concerns(self, booking: Consequence) -> bool:
        """Whether a change is the seat's to go back on: of its own characters, or any that the
        leader sees; that what was due is played is the leader's to say."""
        if self.leads:
            return True
        mine = bool(booking.character) and self.plays(booking.character)
        return mine and booking.event.get("type") != SETTLES

    def hears(self, line: Line) -> bool:
        """Whether the seat may read what is told of one character among others."""
        return self.leads or not line.about or self.met(line.about)

    def hears_of(self, item: StoryEntry) -> bool:
        """Whether the seat may read an item of the story."""
        if item.private:
            return self.me(item.by)
        if item.run in self.state.hidden_runs and not self.leads:
            return item.kind == "run"
        return not item.consequence or self.told_of(self.state.consequences[item.consequence])


def told_by(answer: ContractJson) -> int:
    """How many entries of a trace come of an answer."""
    return len(answer.get("together", ("one",)))


def _since(run: Run, session: Session, place: int) -> int:
    """Where in the trace the answer at a place stands."""
    before = sum(told_by(given.answer) for given in run.answers[:place])
    asked = [at for at, entry in enumerate(session.trace) if entry.kind != "note"]
    return asked[before]
