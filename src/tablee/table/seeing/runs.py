"""A run as a seat sees it, and what it may be told the chances of."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from tablee.dice.die import OpenDie, Throw
from tablee.rules.questions import Choose, Together
from tablee.rules.readings.session import Session
from tablee.rules.trace import plain
from tablee.rules.views import form_view
from tablee.table.casting import removable
from tablee.table.log.outcomes import Line, Shown
from tablee.table.log.parts import Booking, Run
from tablee.table.log.state import State
from tablee.table.memory import MOST_PARTS, Bystanders, keep
from tablee.table.replay import Replays, Wait, waits_of
from tablee.table.seeing.bookings import booking_seen
from tablee.table.seeing.lens import Json, Lens, capital
from tablee.table.seeing.sight import Sight

__all__ = ["run_known", "run_seen", "run_told"]

P = TypeVar("P", Line, Shown, Run)
MARKS = ("best", "spoils", "aside")
"""Numbers of a note that say which of the dice counted, which spoilt it and how many were set aside."""


def run_seen(lens: Lens, run: Run) -> Json:
    """A run as the seat sees it; of one behind the screen only that there is one."""
    if not lens.sight.knows(run):
        return {"id": run.id, "at": run.at, "shut": True, "waiting": []}
    followed = lens.state.consequences(run.id)

    def look() -> Json:
        return _looked_at(lens, run, followed, lens.bystanders, _RunSeen.whole)

    return lens.seen.run(run, followed, look)


def run_told(lens: Lens, run: Run) -> Json:
    """A run as the story tells it: as it is seen, or, when `lens` is brief, at least what a line says."""
    if not lens.brief or not lens.sight.knows(run):
        return run_seen(lens, run)
    followed = lens.state.consequences(run.id)

    def look() -> Json:
        return _looked_at(lens, run, followed, lens.passers_by, _RunSeen.brief)

    return lens.seen.known(run, followed) or lens.tale.run(run, followed, look)


def _looked_at(
    lens: Lens,
    run: Run,
    followed: Sequence[Booking],
    bystanders: Bystanders,
    look: Callable[[_RunSeen], Json],
) -> Json:
    """A run as it looks now: the same to all who have no part in it."""
    if lens.leads:
        return look(_RunSeen(lens, run))
    known = bystanders.run(run, followed, lens.seat)
    if known is not None:
        return known
    lens.sight.asked.clear()
    made = look(_RunSeen(lens, run))
    bystanders.told(run, followed, made, lens.sight.asked, lens.seat)
    return made


class _RunSeen:
    def __init__(self, lens: Lens, run: Run) -> None:
        self.lens = lens
        self.run = run
        self.sight = lens.sight
        self.veiled = lens.sight.veiled(run)
        self.ended = not self.veiled and run.outcome is not None
        self.session: Session | None = None
        if run.status == "open":
            self.session = lens.replays.session(lens.state, run)
        self.lines = lens.sight.lines(run, self.session)
        self.names = lens.acting(run, self.lines)
        self._parts = lens.parts(self.names)

    def brief(self) -> Json:
        """What a line of the story says of it."""
        lens, run = self.lens, self.run
        told: Json = {
            "id": run.id,
            "shut": False,
            "title": run.title or lens.label(run.procedure),
            "who": self._who(),
            "status": run.status,
            "secret": run.secret,
            "revealed": run.revealed,
            "veiled": self.veiled,
            "at": run.at,
            "struck": self._struck(),
            "headline": "",
            "consequences": [],
            "overruled": [],
            "reason": "" if self.veiled else lens.reason(run),
        }
        if self.ended:
            told |= self._outcome()
        return told

    def whole(self) -> Json:
        run, session = self.run, self.session
        may = self._may()
        course = self._once(run, self._course) if self._plain() else self._course(run)
        told: Json = {
            **self.brief(),
            "procedure": run.procedure,
            "what": self.lens.label(run.procedure),
            "place": self.sight.place(run, session),
            **course,
            "framing": self._framing(course["framing"], may["again"]),
            "waiting": [],
            "sealed": [],
            "asks": [],
            "weighable": False,
            "standing": [],
            "turns": [],
            "diverged": bool(run.diverged) or (run.status == "open" and session is None),
            "may": may,
        }
        if session is not None:
            told |= self._open(session)
        return told

    def _plain(self) -> bool:
        """Whether nothing in the run is kept from anybody: its course is the same to all who know the
        same names."""
        run, common = self.run, self.sight.common
        if run.secret or run.hidden or (run.outcome is not None and run.outcome.seen):
            return False
        if any(each.of and not common(each.of) for each in run.shown):
            return False
        lines = self.sight.whole(run, self.session)
        return all(line.seen_by is None and not line.sealed for line in lines)

    def _course(self, run: Run) -> Json:
        """What the run was framed with, what was told in it and what has come of it."""
        hidden = self.sight.concealed(run) | frozenset(run.screened if self.veiled else ())
        framing = [
            {"field": each.name, **told}
            for each in run.shown
            if each.name not in hidden and self._sheet_known(each.of)
            if (told := self._once(each, lambda each: self.lens.framed(each, self.names)))
        ]
        lines = [self._once(line, self._line) for line in self.lines]
        course = {"framing": framing, "lines": lines, "result": None, "told": [], "success": None}
        return course | self._result() if self.ended else course

    def _who(self) -> Sequence[str]:
        """The characters in it; behind the screen one's own."""
        run, names = self.run, self.lens.names
        known = run.who
        if self.veiled:
            known = [who for who in known if self.sight.plays(who)]
        return [names[who] for who in known if who in names]

    def _framing(self, framing: Sequence[Json], again: bool) -> list[Json]:
        """What the run was framed with, and what of that the seat may take off."""
        run = self.run
        begun = run.status != "open" or run.answers or run.sealed
        off = removable(run) if again and not begun else ()
        return [{**each, "off": each["field"] in off} for each in framing]

    def _sheet_known(self, character: str) -> bool:
        """Whether the seat may know the numbers of a sheet."""
        if not character or self.lens.leads:
            return True
        return self.sight.plays(character) if self.veiled else self.sight.common(character)

    # ── what has happened ──────────────────────────────────────────────────────────────────────
    def _once(self, part: P, tell: Callable[[P], Json]) -> Json:
        """A part of the run as it is told, the same to everybody who knows the same names."""
        known = self._parts.get(id(part))
        if known is None or known[0] is not part:
            known = part, tell(part)
            keep(self._parts, id(part), known, MOST_PARTS)
        return known[1]

    def _line(self, line: Line) -> Json:
        if line.kind == "roll":
            numbers = self.lens.numbers(line, self.names)
        else:
            numbers = {name: line.numbers[name] for name in MARKS if name in line.numbers}
        return {
            "kind": line.kind,
            "text": self.lens.told(line, self.names),
            "clauses": self.lens.clauses([line]),
            "numbers": numbers,
        }

    def _struck(self) -> list[str]:
        lines = [line for line in self.run.struck if self.sight.reads(self.run, line)]
        return [self.lens.told(line, self.names) for line in lines]

    def _outcome(self) -> Json:
        lens, run = self.lens, self.run
        notes = [line for line in self.lines if line.kind == "note"]
        return {
            "headline": lens.told(notes[-1], self.names) if notes else "",
            "consequences": [
                booking_seen(lens, booking)
                for booking in lens.state.consequences(run.id)
                if self.sight.told_of(booking)
            ],
            "overruled": self._overruled(),
        }

    def _result(self) -> Json:
        lens, result = self.lens, self.sight.result(self.run)
        given = (each for each in self.run.overruled if each.field in result)
        result |= {each.field: each.value for each in given}
        success = result.get("success")
        return {
            "result": result,
            "told": [
                {
                    "field": name,
                    "name": capital(lens.field(name, self.names)),
                    "told": lens.result(value, name, self.names),
                }
                for name, value in result.items()
            ],
            "success": success if isinstance(success, bool) else None,
        }

    def _overruled(self) -> list[Json]:
        lens, names = self.lens, self.names
        result = self.sight.result(self.run) if self.run.overruled else {}
        return [
            {
                "field": capital(lens.field(each.field, names)),
                "value": lens.result(each.value, each.field, names) if each.field else "",
                "was": lens.result(result[each.field], each.field, names) if each.field else "",
                "reason": each.reason,
            }
            for each in self.run.overruled
            if not each.field or each.field in result
        ]

    # ── what is asked ──────────────────────────────────────────────────────────────────────────
    def _open(self, session: Session) -> Json:
        waits = self.sight.waits(self.run, session)
        follows = self.sight.follows(self.run, session)
        return {
            "waiting": [self._wait(wait) for wait in waits],
            "sealed": self._sealed(session) if follows else [],
            "asks": self._asks(session),
            "weighable": self._weighable(waits),
            "standing": [] if self.veiled or not follows else self._standing(session),
            "turns": [] if self.veiled or not follows else self._turns(session),
        }

    def _wait(self, wait: Wait) -> Json:
        seat = self.lens.state.seats.get(wait.seat)
        return {
            "seat": wait.seat,
            "name": seat.name if seat else "",
            "who": self._played(wait.who),
        }

    def _played(self, who: str, choice: Choose[Any] | None = None) -> str:
        """The name of the character that a seat of the rule stands for; where the leader chooses for
        many, of the one whose parameter is chosen."""
        if who in self.run.beside:
            return self.names[who]
        character = self.run.cast.get(who, self.run.subject)
        if not character and choice is not None and self.session is not None:
            member = re.match(r"\w+\[\d+\]", outer_path(self.session, choice.parameter))
            character = self.run.roles.get(member[0], "") if member else ""
        return self.lens.names.get(character, "")

    def _sealed(self, session: Session) -> list[str]:
        """Who has chosen already, of those that choose at once."""
        pending = session.pending
        if self.veiled or not isinstance(pending, Together):
            return []
        chosen = [pending.choices[index] for index in sorted(self.run.sealed)]
        return [self._called(session.outer(each.who), each) for each in chosen]

    def _called(self, who: str, choice: Choose[Any]) -> str:
        return self._played(who, choice) or capital(self.lens.words.label(who))

    def _asks(self, session: Session) -> list[Json]:
        """What the seat may answer, for the leader that of others too."""
        pending = session.pending
        theirs = self.sight.answerable(self.run, session)
        if isinstance(pending, Throw):
            return [self._throw(pending, wait) for wait in theirs]
        if isinstance(pending, Choose):
            return [self._choice(pending, wait) for wait in theirs]
        if isinstance(pending, Together):
            return [self._choice(pending.choices[wait.index or 0], wait) for wait in theirs]
        return []

    def _throw(self, throw: Throw, wait: Wait) -> Json:
        die = throw.die
        return {
            "kind": "roll",
            "label": self.lens.label(throw.label),
            "seat": wait.seat,
            "mine": self.sight.me(wait.seat),
            "who": self._actor(wait),
            "dice": throw.notation(),
            "sides": die.sides,
            "low": die.lowest,
            "count": throw.count,
            "open": [die.up, die.down] if isinstance(die, OpenDie) else None,
        }

    def _choice(self, choice: Choose[Any], wait: Wait) -> Json:
        return {
            "kind": "choose",
            "label": self.lens.label(choice.label),
            "context": choice.label,
            "seat": wait.seat,
            "mine": self.sight.me(wait.seat),
            "who": self._actor(wait, choice),
            "index": wait.index,
            **self._form(choice),
            **({} if choice.default is None else {"usual": plain(choice.default)}),
            "facts": [
                {
                    "name": self.lens.field(name, self.names),
                    "told": self.lens.result(plain(value), name, self.names),
                }
                for name, value in choice.facts
            ],
        }

    def _form(self, choice: Choose[Any]) -> Json:
        """What is offered; of places in a list, who stands there."""
        form = form_view(choice.form, self.lens.words, choice.label)
        low, high = form.get("range", (0, -1))
        if not self.lens.place(low, choice.label, self.names):
            return form
        places = {n: self.lens.place(n, choice.label, self.names) for n in range(low, high + 1)}
        return {"options": [{"id": n, "label": place} for n, place in places.items()]}

    def _actor(self, wait: Wait, choice: Choose[Any] | None = None) -> str:
        seat = self.lens.state.seats.get(wait.seat)
        return self._played(wait.who, choice) or (seat.name if seat else "")

    def _weighable(self, waits: Sequence[Wait]) -> bool:
        """Whether the seat may be told the chances of what it is to do."""
        lens = self.lens
        mine = any(self.sight.me(wait.seat) for wait in waits)
        if not (mine or lens.leads) or not (lens.state.advice or lens.leads):
            return False
        return _known(self.sight, self.run, lens.replays) is not None

    def _standing(self, session: Session) -> list[Json]:
        """Who stands how in a fight, for all to see."""
        return [
            {"name": self.names.get(one.who) or self.lens.label(one.who), **self.lens.standing(one)}
            for one in session.glance()
        ]

    def _turns(self, session: Session) -> list[list[str]]:
        """Who may act now, then who acts after, by name."""
        known = [list(group) for group in session.acting()]
        asked = {wait.who for wait in waits_of(self.lens.state, self.run, session)}
        acting = [who for group in known[:1] for who in group if who in asked]
        if len(acting) == 1 and known[0] != acting:  # one of those who may: whoever is asked
            known[:1] = [acting, [who for who in known[0] if who not in acting]]
        return [[self.names.get(who) or self.lens.label(who) for who in group] for group in known]

    def _may(self) -> Json:
        lens, run = self.lens, self.run
        now = self.sight.current(run) and not lens.state.archived
        rules = lens.leads and not lens.state.archived
        taken = run.status == "open" and bool(self.sight.sealed(run))
        return {
            "undo": now and (taken or self.sight.undoes(run, lens.replays) is not None),
            "withdraw": rules and now and run.status != "withdrawn",
            "again": rules,
            "reveal": rules and run.secret and not run.revealed,
            "overrule": rules and run.status == "done",
        }


def outer_path(session: Session, path: str) -> str:
    """A parameter of the rule at work as the outermost rule names it."""
    for frame in reversed(session.frames):
        head = re.match(r"\w*", path)
        if head is not None and head[0] in frame.paths:
            path = frame.paths[head[0]] + path[len(head[0]) :]
    return path


# ── chances ────────────────────────────────────────────────────────────────────────────────────
def run_known(state: State, run: Run, seat: str, replays: Replays) -> Json | None:
    """An open run as JSON with everything that the seat may know of it; None when a part of it is
    not the seat's to know, so that no chance of it may be told either."""
    return _known(Sight(state, seat), run, replays)


def _known(sight: Sight, run: Run, replays: Replays) -> Json | None:
    session = replays.session(sight.state, run) if run.status == "open" else None
    if session is None or sight.veiled(run) or not sight.follows(run, session):
        return None
    if not sight.leads and (sight.concealed(run) or _secret_policies(sight, run)):
        return None
    answers = (entry for entry in session.trace if entry.kind != "note")
    if any(entry.seen_by or entry.sealed for entry in answers):
        return None
    return {
        "procedure": run.procedure,
        "params": dict(run.params),
        "rulings": dict(sight.state.rulings),
        "answers": [dict(given.answer) for given in run.answers],
    }


def _secret_policies(sight: Sight, run: Run) -> bool:
    """Whether somebody else's fixed decisions stand in the parameters."""
    return any(_theirs(sight, run, name, value) for name, value in run.params.items())


def _theirs(sight: Sight, run: Run, name: str, value: Any) -> bool:
    if isinstance(value, list):
        members = [each for each in value if isinstance(each, Mapping)]
        return any(_theirs(sight, run, str(each.get("id", "")), each) for each in members)
    if not isinstance(value, Mapping) or "politique" not in value:
        return False
    return not sight.answers_for(run, name) and _fixed(value["politique"])


def _fixed(value: Any) -> bool:
    if isinstance(value, Mapping):
        return any(_fixed(each) for each in value.values())
    return bool(value != "ask")
