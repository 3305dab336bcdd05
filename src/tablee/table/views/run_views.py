"""A run as a seat sees it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from tablee.rules.readings.session import Session
from tablee.rules.words import capital
from tablee.table.casting import removable
from tablee.table.log.outcomes import Line, Setting
from tablee.table.log.state_parts import Consequence, Decision, Run
from tablee.table.memory import MOST_PARTS, Bystanders, keep
from tablee.table.views.asks import asked_of
from tablee.table.views.consequence_views import booking_seen
from tablee.table.views.names import Json, Lens

P = TypeVar("P", Line, Setting, Run)
BRIEF = (
    *("id", "shut", "title", "who", "status", "secret", "revealed", "veiled", "at"),
    *("struck", "headline", "consequences", "overruled", "reason"),
)
"""What a line of the story says of a run, much of it the same to all."""
MARKS = ("best", "spoils", "aside")
"""Numbers of a note that say which of the dice counted, which spoilt it and how many were set
aside."""


def run_seen(lens: Lens, run: Run) -> Json:
    """A run as the seat sees it; of one behind the screen only that there is one."""
    if not lens.sight.knows(run):
        return {"id": run.id, "at": run.at, "shut": True, "waiting": []}
    followed = lens.state.consequences_of(run.id)

    def look() -> Json:
        return _looked_at(lens, run, followed, lens.bystanders, _RunSeen.whole)

    return lens.seen.run(run, followed, lens.remaining.of(run), look)


def run_told(lens: Lens, run: Run) -> Json:
    """A run as the story tells it: as it is seen, or, when `lens` is brief, what a line says of
    it."""
    if not lens.brief or not lens.sight.knows(run):
        return run_seen(lens, run)
    followed = lens.state.consequences_of(run.id)

    def look() -> Json:
        whole = lens.seen.known(run, followed)
        if whole is not None:
            return {name: whole[name] for name in BRIEF}
        return _looked_at(lens, run, followed, lens.passers_by, _RunSeen.brief)

    return lens.tale.run(run, followed, None, look)


def overruling_told(lens: Lens, run: Run, decided: Decision) -> Json | None:
    """What the leader put in the place of what, as it is seen of the run; None where it does not
    stand any more, or is not for the seat."""
    if decided not in run.overruled or lens.sight.veiled(run):
        return None
    return next(iter(_RunSeen(lens, run).overruled([decided])), None)


def _looked_at(
    lens: Lens,
    run: Run,
    followed: Sequence[Consequence],
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
            "unweighable": False,
            "standing": [],
            "turns": [],
            "diverged": bool(run.diverged) or (run.status == "open" and session is None),
            "may": may,
        }
        if session is not None:
            told |= asked_of(self.lens, run, session, self.names)
        return told

    def _plain(self) -> bool:
        """Whether nothing in the run is kept from anybody: its course is the same to all who know
        the same names."""
        run, common = self.run, self.sight.common
        if run.secret or run.hidden or (run.outcome is not None and run.outcome.seen):
            return False
        if any(each.character and not common(each.character) for each in run.settings):
            return False
        if run.outcome is not None and any(map(self._strange, run.outcome.result.values())):
            return False
        lines = self.sight.whole(run, self.session)
        return all(line.seen_by is None and not line.sealed for line in lines)

    def _strange(self, value: Any) -> bool:
        """Whether a field of the result tells of somebody whose sheet not everybody knows."""
        records = value if isinstance(value, list | tuple) else ()
        return any(self.sight.of_a_stranger(self.run, each) for each in records)

    def _course(self, run: Run) -> Json:
        """What the run was framed with, what was told in it and what has come of it."""
        hidden = self.sight.concealed(run) | frozenset(run.withheld if self.veiled else ())
        framing = [
            {"field": each.name, **told}
            for each in run.settings
            if each.name not in hidden and self._sheet_known(each.character)
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
        begun = run.status != "open" or self.sight.begun(run, self.session)
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
            "headline": self._once(notes[-1], self._line)["text"] if notes else "",
            "consequences": [
                booking_seen(lens, booking)
                for booking in lens.state.consequences_of(run.id)
                if self.sight.told_of(booking)
            ],
            "overruled": self.overruled(self.run.overruled),
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

    def overruled(self, decided: Sequence[Decision]) -> list[Json]:
        """What was put in the place of what, where the seat sees it."""
        lens, names, told = self.lens, self.names, []
        result = self.sight.result(self.run) if decided else {}
        for each in self.run.overruled:
            name = each.field
            if name and name not in result:
                continue
            if each in decided:
                told.append(
                    {
                        "field": capital(lens.field(name, names)),
                        "value": lens.result(each.value, name, names) if name else "",
                        "was": lens.result(result[name], name, names) if name else "",
                        "reason": each.reason,
                    }
                )
            if name:
                result[name] = each.value
        return told

    def _may(self) -> Json:
        lens, run = self.lens, self.run
        now = self.sight.current(run) and not lens.state.archived
        rules = lens.leads and not lens.state.archived
        taken = run.status == "open" and bool(self.sight.sealed(run, self.session))
        return {
            "undo": now and (taken or self.sight.undoes(run, lens.replays) is not None),
            "withdraw": rules and now and run.status != "withdrawn",
            "again": rules,
            "again_all": rules and bool(run.group),
            "reveal": rules and run.secret and not run.revealed,
            "overrule": rules and run.status == "done",
        }
