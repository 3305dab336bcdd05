"""The visibility of a table for one seat: runs, trace lines, consequences, characters.

Everything that a seat is shown, offered or allowed, and every refusal it gets, depends on this
module alone, so that nothing depends on what the seat may not know. It may import the state of a
table and its replayed runs; it must not know what a view looks like.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate, dropwhile, pairwise
from typing import Any

import msgspec

from tablee.rules.contract_json import AnswerJson, ResultJson
from tablee.rules.questions import Together
from tablee.rules.readings.session import Session
from tablee.table.log.outcomes import Line, lines_of, lines_so_far
from tablee.table.log.state_parts import Consequence, Handout, Run, StoryEntry
from tablee.table.log.table_state import State
from tablee.table.record_changes import LEADER_ONLY, SETTLES
from tablee.table.replay import Replays, Wait, game_of, waits_of
from tablee.table.seats import holder


class Visibility:
    """The visibility of one seat in one state."""

    def __init__(self, state: State, seat: str) -> None:
        self.state = state
        self.seat = seat
        self.leads = seat == state.leader

    def me(self, seat: str) -> bool:
        """Return whether it is this seat."""
        return seat == self.seat

    # ── characters ─────────────────────────────────────────────────────────────────────────────
    def characters(self) -> list[str]:
        """Return the characters that the seat knows. For a player they are sorted: the order in
        which they were made would tell when."""
        return (
            [*self.state.sheets]
            if self.leads
            else sorted(filter(self.state.is_known, self.state.sheets))
        )

    def owns(self, character: str) -> bool:
        return self.me(self.state.owner(character))

    # ── runs ───────────────────────────────────────────────────────────────────────────────────
    def hides_result(self, run: Run) -> bool:
        """Return whether the result of a run is hidden from the seat."""
        return run.secret and not run.revealed and not self.leads

    def knows_hidden(self, run: Run) -> bool:
        """Return whether the seat knows what the rule tells the leader only."""
        return self.leads or (run.disclosed and run.outcome is not None)

    def throws_in(self, run: Run) -> bool:
        """Return whether the seat throws in a secret run all the same."""
        return bool(run.withheld) and any(
            who and self.owns(who) for who in (run.subject, *run.cast.values())
        )

    def knows_run(self, run: Run) -> bool:
        """Return whether the seat sees more of a run than that it exists."""
        return not self.hides_result(run) or self.throws_in(run)

    def participants(self, run: Run) -> frozenset[str]:
        """Return the seats whose view of a run may differ from that of every other player: the
        owners of its characters and of the changed characters, and the seats that answered. Each
        comparison with `me` about a run is with one of these seats, or with the leader."""
        changed = [each.character for each in self.state.consequences_of(run.id) if each.character]
        seats = {self.state.owner(who) for who in (*run.who, *changed)}
        seats.update(run.beside.values(), run.sealers.values())
        for given in run.answers:
            seats.update((given.by, given.seat))
        return frozenset(seats)

    def answers_for(self, run: Run, who: str) -> bool:
        """Return whether the seat answers for a seat of the rule."""
        return self.me(holder(self.state, run, who))

    def roles(self, run: Run) -> list[str]:
        """Return the seats of the rule that the seat answers for; [""] when it takes no part."""
        return [role for role, who in run.cast.items() if who and self.owns(who)] or [""]

    def hidden_params(self, run: Run) -> frozenset[str]:
        """Return the parameters that the seat may not see."""
        if self.knows_hidden(run):
            return frozenset()
        hidden = (frozenset(run.hidden.get(role, ())) for role in self.roles(run))
        return frozenset.intersection(*hidden)

    def follows(self, run: Run, session: Session) -> bool:
        """Return whether the seat may see what the rule asks now."""
        confidant = session.seen_by
        if confidant is not None and self.answers_for(run, session.outer(confidant)):
            return True
        return not session.sealed if self.leads else confidant is None

    def waits(self, run: Run, session: Session) -> tuple[Wait, ...]:
        """Return who the run waits for, as the seat sees it."""
        waits = waits_of(self.state, run, session)
        if not waits:
            return ()
        if self.hides_result(run):
            own = tuple(wait for wait in waits if self.me(wait.seat))
            return own or (Wait(self.state.leader, session.question.game.leader),)
        if self.follows(run, session):
            return waits
        confidant = session.outer(session.seen_by or session.question.game.leader)
        return (Wait(holder(self.state, run, confidant), confidant),)

    def answerable(self, run: Run, session: Session) -> list[Wait]:
        """Return the asks that the seat may answer: its own; for the leader also those of others."""
        if not self.follows(run, session):
            return []
        leads = self.leads
        return [w for w in waits_of(self.state, run, session) if leads or self.me(w.seat)]

    def sealed_indexes(self, run: Run, session: Session) -> set[int]:
        """Return the indexes of the sealed choices that the seat could have answered."""
        unsealed = msgspec.structs.replace(run, sealed={})
        asked = {wait.index for wait in self.answerable(unsealed, session)}
        return {index for index in run.sealed if index in asked}

    # ── the trace ──────────────────────────────────────────────────────────────────────────────
    def reads(self, run: Run, line: Line) -> bool:
        """Return whether the seat may read a line of a run's trace."""
        own = line.seen_by in run.cast and self.answers_for(run, str(line.seen_by))
        if self.leads:
            return not line.sealed or own or run.outcome is not None
        if self.hides_result(run):
            mine = line.kind != "note" and self.answers_for(run, str(line.numbers["who"]))
            return mine and (line.seen_by is None or own)
        return line.seen_by is None or own or self._disclosed(run, line)

    def _disclosed(self, run: Run, line: Line) -> bool:
        """Return whether a line for the leader alone was disclosed."""
        return self.knows_hidden(run) and line.seen_by == game_of(self.state).leader

    def lines(self, run: Run, session: Session | None) -> list[Line]:
        """Return the lines of a run's trace that the seat may read."""
        return [line for line in self.all_lines(run, session) if self.reads(run, line)]

    def all_lines(self, run: Run, session: Session | None) -> Sequence[Line]:
        """Return the whole trace of a run, hidden lines too."""
        if run.outcome is not None:
            return run.outcome.lines
        if session is None:
            return ()
        return lines_so_far(session)

    def place(self, run: Run, session: Session | None) -> int:
        """Return how many answers of a run the seat has seen."""
        return sum(self._seen(run, session))

    def begun(self, run: Run, session: Session | None) -> bool:
        """Return whether the seat has seen any answer of a run."""
        if session is None:
            return bool(run.answers or run.sealed)
        return self.place(run, session) > 0 or (bool(run.sealed) and self.follows(run, session))

    def _seen(self, run: Run, session: Session | None) -> list[bool]:
        """Return for each answer of a run whether the seat has seen it."""
        lines = self.all_lines(run, session)
        if run.outcome is None and session is None:
            return []
        if not run.secret and all(line.seen_by is None for line in lines):
            return [True] * len(run.answers)
        read = [self.reads(run, line) for line in lines if line.kind != "note"]
        ends = [*accumulate(lines_of_answer(given.answer) for given in run.answers)]
        return [any(read[start:end]) for start, end in pairwise([0, *ends])]

    def result(self, run: Run) -> ResultJson:
        """Return the fields of a run's result that the seat may see."""
        assert run.outcome is not None
        whole = dict(run.outcome.result)
        if self.leads:
            return whole
        whole = {name: self._without_hidden(run, value) for name, value in whole.items()}
        if self.knows_hidden(run):
            return whole
        found: dict[str, Any] = {}
        for role in self.roles(run):
            seen = run.outcome.seen.get(role)
            for name, value in (whole if seen is None else seen).items():
                visible = self._without_hidden(run, value)
                if name not in found or visible == whole[name]:
                    found[name] = visible
        return {name: found[name] for name in whole if name in found}

    def _without_hidden(self, run: Run, value: Any) -> Any:
        """Return a field of a result without the records of characters whose sheets are hidden:
        they hold numbers that the rule shows to nobody."""
        if not isinstance(value, list | tuple):
            return value
        return [each for each in value if not self._is_hidden(run, each)]

    def _is_hidden(self, run: Run, record: Any) -> bool:
        """Return whether a record of a result is about a character whose sheet is hidden."""
        who = run.cast.get(str(record.get("id", ""))) if isinstance(record, Mapping) else None
        return bool(who) and not self.state.is_public(str(who))

    # ── undoing ────────────────────────────────────────────────────────────────────────────────
    def sealed(self, run: Run, session: Session | None) -> list[int]:
        """Return the indexes of the sealed choices that the seat may undo while others are waited
        for: those of its characters, and those that it gave as the leader."""
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

    def undo_place(self, run: Run, replays: Replays) -> int | None:
        """Return the place of a run back to which the seat may undo answers, or None. Undoing
        stops at the last throw and at answers that the seat does not see. A player may undo the
        answers of its last act, if they have revealed nothing. A second undo takes the act before."""
        first = place = run.throws[-1] + 1 if run.throws else 0
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
        last, found = run.answers[-1], len(run.answers)
        for place in range(found - 1, first - 1, -1):
            each = run.answers[place]
            own = self._chose(run, session, place) and self._unlearnt(run, session, place)
            if (each.at, each.by) != (last.at, last.by) or not own:
                break
            found = place
        return found if found < len(run.answers) else None

    def _chose(self, run: Run, session: Session, place: int) -> bool:
        """Return whether the seat alone gave the answer at a place, and would be asked for it
        now."""
        given = run.answers[place]
        if "together" in given.answer or not self.me(given.by):
            return False
        asked = session.trace[_since(run, session, place)].numbers["who"]
        return self.answers_for(run, str(asked))

    def _unlearnt(self, run: Run, session: Session, place: int) -> bool:
        """Return whether the answers from a place on revealed nothing, and led to no line that the
        seat does not see."""
        since = session.trace[_since(run, session, place) :]
        if any(entry.reveals for entry in since):
            return False
        return all(self.reads(run, line) for line in lines_of(since))

    def current(self, run: Run) -> bool:
        """Return whether a run belongs to the scene that is played."""
        return self.state.scene is not None and run.scene == len(self.state.scenes)

    # ── consequences and story ──────────────────────────────────────────────────────────────
    def sees_consequence(self, consequence: Consequence) -> bool:
        """Return whether the seat may see a consequence."""
        if self.leads:
            return True
        if consequence.run in self.state.hidden_runs:
            return False
        if consequence.private:
            return bool(consequence.character) and self.owns(consequence.character)
        if consequence.secret and not self._discloses(consequence):
            return False
        if consequence.run:
            return True
        if consequence.event.get("type") in LEADER_ONLY:
            return False
        return consequence.public

    def _discloses(self, consequence: Consequence) -> bool:
        """Return whether the leader disclosed what the run of a consequence kept hidden."""
        return bool(consequence.run) and self.knows_hidden(self.state.runs[consequence.run])

    def may_change(self, consequence: Consequence) -> bool:
        """Return whether the seat may decline, restore or replace a consequence: one for its own
        characters; for the leader any. Settling a pending consequence is for the leader alone."""
        if self.leads:
            return True
        mine = bool(consequence.character) and self.owns(consequence.character)
        return mine and consequence.event.get("type") != SETTLES

    def may_decline(self, consequence: Consequence) -> bool:
        """Return whether the seat may decline or restore a consequence; a binding one is for the
        leader alone."""
        return self.may_change(consequence) and (self.leads or not consequence.binding)

    def reads_about(self, line: Line) -> bool:
        """Return whether the seat may read a line about one character among others."""
        return self.leads or not line.about or self.state.is_known(line.about)

    def reads_handout(self, handout: Handout) -> bool:
        """Return whether a handout was given to the seat, or by it; the leader reads all."""
        return self.leads or not handout.to or self.seat in (*handout.to, handout.by)

    def reads_item(self, item: StoryEntry) -> bool:
        """Return whether the seat may read an item of the story."""
        if item.throw:
            return self.leads or self.me(item.by) or item.throw in self.state.revealed_throws
        if item.private:
            return self.me(item.by)
        if item.kind == "note" and item.to:
            return self.me(item.by) or self.me(item.to)
        if item.handout:
            return self.reads_handout(self.state.handouts[item.handout])
        if item.run in self.state.hidden_runs and not self.leads:
            return item.kind == "run"
        return not item.consequence or self.sees_consequence(
            self.state.consequences[item.consequence]
        )


def lines_of_answer(answer: AnswerJson) -> int:
    """Return how many lines of a trace an answer leads to."""
    return len(answer.get("together", ("one",)))


def _since(run: Run, session: Session, place: int) -> int:
    """Return the index in the trace of the answer at a place."""
    before = sum(lines_of_answer(given.answer) for given in run.answers[:place])
    asked = [at for at, entry in enumerate(session.trace) if entry.kind != "note"]
    return asked[before]
