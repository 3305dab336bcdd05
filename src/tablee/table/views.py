"""What a seat sees of its table: JSON made from the state, in the reader's language.

Nothing but views leaves this storey. A view is a function of the state and the seat; nothing in it
(ids, order, counts) depends on what the seat may not know. Times are milliseconds since 1970.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tablee.dice.die import OpenDie, Throw
from tablee.rules.game import Game, find_procedure
from tablee.rules.question import Question, ask_about
from tablee.rules.questions import Choose, Together
from tablee.rules.readings.session import Session
from tablee.rules.refusal import Refusal
from tablee.rules.schema import fields_of
from tablee.rules.sheet import read_sheet
from tablee.rules.trace import plain
from tablee.rules.views import form_view
from tablee.rules.words import Words
from tablee.table.casting import holder
from tablee.table.outcomes import Line, lines_of
from tablee.table.replay import Replays, Wait, game_of, waits_of
from tablee.table.state import Booking, Item, Run, State

__all__ = ["run_known", "view"]

Json = dict[str, Any]
RECENT = 40
"""So many items of the story are sent at once."""
_ACTING = ("acteur", "player", "joueur", "personnage", "initie", "heros")


def view(
    state: State,
    seat: str,
    replays: Replays,
    words: Words | None = None,
    before: int | None = None,
    search: str = "",
) -> Json:
    """The whole table as a seat sees it. `before`: the story from before that place of it on;
    `search`: only what holds this text."""
    return _Viewer(state, seat, replays, words or Words(game_of(state), "fr")).whole(before, search)


def run_known(state: State, run: Run, seat: str) -> Json | None:
    """The run as JSON with everything that the seat may know of it; None when a part of it is not
    the seat's to know, so that no chance of it may be told either."""
    leads = seat == state.leader
    if not leads:
        if run.secret and not run.revealed:
            return None
        procedure = ask_about(run.procedure, run.params, state.rulings).procedure
        roles = [role for role, who in run.cast.items() if state.owner(who) == seat]
        if any(procedure.concealed(role) for role in roles or ["acteur"]):
            return None
        if _secret_policies(state, run, seat):
            return None
    return {
        "procedure": run.procedure,
        "params": dict(run.params),
        "rulings": dict(state.rulings),
        "answers": [dict(given.answer) for given in run.answers],
    }


def _secret_policies(state: State, run: Run, seat: str) -> bool:
    """Whether somebody else's fixed decisions stand in the parameters."""

    def fixed(value: Any) -> bool:
        if isinstance(value, Mapping):
            return any(fixed(each) for each in value.values())
        return bool(value != "ask")

    def theirs(name: str, value: Any) -> bool:
        if isinstance(value, list):
            return any(
                theirs(str(each.get("id", "")), each) for each in value if isinstance(each, Mapping)
            )
        if not isinstance(value, Mapping) or "politique" not in value:
            return False
        who = run.cast.get(name, name)
        return state.owner(who) != seat and fixed(value["politique"])

    return any(theirs(name, value) for name, value in run.params.items())


class _Viewer:
    def __init__(self, state: State, seat: str, replays: Replays, words: Words) -> None:
        self.state = state
        self.seat = seat
        self.replays = replays
        self.words = words
        self.game: Game = game_of(state)
        self.leads = seat == state.leader
        self.names = {
            name: str(sheet["nom"]) for name, sheet in state.chronicle.get("fiches", {}).items()
        }

    # ── the table ──────────────────────────────────────────────────────────────────────────────
    def whole(self, before: int | None, search: str) -> Json:
        state = self.state
        runs = [self.run(run) for run in state.open_runs if self._knows(run)]
        last = self._last()
        return {
            "table": self._table(),
            "me": self._me(),
            "seats": [self._seat(seat.id) for seat in state.present],
            "characters": [self._character(name) for name in self._shown()],
            "runs": runs,
            "last": self.run(last) if last else None,
            "waiting": _unique(wait["name"] for run in runs for wait in run["waiting"]),
            "due": [dict(each) for each in state.chronicle.get("dus", [])] if self.leads else [],
            "story": self._story(before, search),
        }

    def _table(self) -> Json:
        state, scene = self.state, self.state.scene
        told = None
        if scene is not None:
            told = {"number": scene.number, "title": scene.title, "commitment": scene.commitment}
            if self.leads:
                told["screen_commitment"] = scene.screen_commitment
        return {
            "id": state.id,
            "name": state.name,
            "game": state.game,
            "title": self.game.title,
            "scene": told,
            "scenes": len(state.scenes),
            "clock": dict(state.chronicle.get("horloge") or {}),
            "rulings": dict(state.rulings),
            "advice": state.advice,
            "archived": state.archived,
            "demo": state.demo,
        }

    def _me(self) -> Json:
        seat = self.state.seats[self.seat]
        owned = [name for name in self.names if self.state.owner(name) == self.seat]
        return {
            "seat": seat.id,
            "name": seat.name,
            "leads": self.leads,
            "dice": seat.dice,
            "word": seat.word,
            "characters": owned,
            "advice": self.state.advice or self.leads,
        }

    def _seat(self, name: str) -> Json:
        seat = self.state.seats[name]
        return {
            "seat": seat.id,
            "name": seat.name,
            "leads": seat.id == self.state.leader,
            "dice": seat.dice,
            "word": seat.word,
        }

    # ── characters ─────────────────────────────────────────────────────────────────────────────
    def _shown(self) -> list[str]:
        """The characters that the seat knows of: the players', and whoever it has met."""
        if self.leads:
            return list(self.names)
        met = {
            who
            for run in self.state.runs.values()
            if self._knows(run) and not self._veiled(run)
            for who in (*run.cast.values(), run.subject, *_members(run))
        }
        return [name for name in self.names if self._seated(name) or name in met]

    def _seated(self, name: str) -> bool:
        return self.state.owners.get(name) is not None

    def _character(self, name: str) -> Json:
        state, owner = self.state, self.state.owners.get(name)
        sheet = state.sheet(name)
        mine = state.owner(name) == self.seat
        known = mine or self.leads
        told: Json = {
            "id": name,
            "name": self.names[name],
            "seat": owner,
            "kind": sheet["type"],
            "mine": mine,
            "sheet": dict(sheet) if known else None,
            "gauges": [],
            "states": [],
            "out": False,
        }
        standing = read_sheet(sheet, "sheet", self.game)[1].glance()
        if standing is None:
            return told
        if known or owner is not None:
            told["gauges"] = [
                {"name": self._label(g.name), "value": g.value, "most": g.most}
                for g in standing.gauges
            ]
        told["states"] = [self.words.label(value, what) for what, value in standing.states]
        told["out"] = standing.out
        return told

    def _label(self, name: str) -> str:
        label = self.words.label(name)
        return label[:1].upper() + label[1:]

    # ── runs ───────────────────────────────────────────────────────────────────────────────────
    def _knows(self, run: Run) -> bool:
        return self.leads or not self._veiled(run) or self._throws(run)

    def _veiled(self, run: Run) -> bool:
        """Whether the run is kept from this seat."""
        return run.secret and not run.revealed and not self.leads

    def _throws(self, run: Run) -> bool:
        screened = bool(find_procedure(run.procedure).screened)
        return screened and bool(run.subject) and self.state.owner(run.subject) == self.seat

    def _last(self) -> Run | None:
        """The run that ended last, among those of this scene that the seat knows."""
        scene = len(self.state.scenes)
        over = [
            run
            for run in self.state.runs.values()
            if run.status == "done" and run.scene == scene and self._knows(run)
        ]
        return max(over, key=lambda run: run.ended, default=None)

    def run(self, run: Run) -> Json:
        """A run as the seat sees it; of one behind the screen only that there is one."""
        if not self._knows(run):
            return {"id": run.id, "at": run.at, "shut": True, "waiting": []}
        veiled = self._veiled(run)
        session = self.replays.session(self.state, run) if run.status == "open" else None
        waits = waits_of(self.state, run, session) if session else ()
        told: Json = {
            "id": run.id,
            "shut": False,
            "procedure": run.procedure,
            "title": run.title or self._label(run.procedure),
            "what": self._label(run.procedure),
            "who": self._who(run),
            "status": run.status,
            "secret": run.secret,
            "revealed": run.revealed,
            "veiled": veiled,
            "at": run.at,
            "place": len(run.answers),
            "framing": [] if veiled else self._framing(run),
            "lines": [self._line(run, line) for line in self._lines(run, session)],
            "struck": [] if veiled else [self._told(line, run) for line in run.struck],
            "waiting": [self._wait(run, wait) for wait in waits],
            "sealed": self._sealed(run, session) if session else [],
            "asks": self._asks(run, session, waits) if session else [],
            "weighable": self._weighable(run, waits),
            "standing": [] if veiled or session is None else self._standing(run, session),
            "result": None,
            "headline": "",
            "success": None,
            "consequences": [],
            "overruled": [],
            "diverged": bool(run.diverged) or (run.status == "open" and session is None),
            "reason": run.reason,
            "may": self._may(run, waits),
        }
        if not veiled and run.outcome is not None:
            told |= self._ended(run)
        return told

    def _who(self, run: Run) -> list[str]:
        if self._veiled(run) and not self._throws(run):
            return []
        named = _unique([run.subject, *run.cast.values(), *_members(run)])
        return [self.names[name] for name in named if name in self.names]

    def _framing(self, run: Run) -> list[Json]:
        """What the run was framed with, as the seat may know it: plain values, none of a sheet of
        somebody else's."""
        procedure = find_procedure(run.procedure)
        hidden = self._concealed(run)
        found = []
        for name, field in fields_of(procedure).items():
            value = run.params.get(name)
            plain_one = isinstance(value, str | int | bool) and value != "ask"
            from_other = field.source is not None and not self.leads and self._foreign(run, field)
            if name not in run.params or name in hidden or not plain_one or from_other:
                continue
            found.append({"name": self._label(name), "told": self._value(value, name)})
        return found

    def _foreign(self, run: Run, field: Any) -> bool:
        role = field.source.role
        who = run.cast.get(role, run.subject if not role else "")
        return bool(who) and not self._seated(who)

    def _concealed(self, run: Run) -> frozenset[str]:
        if self.leads:
            return frozenset()
        try:
            question = ask_about(run.procedure, run.params, self.state.rulings)
        except Refusal:
            return frozenset(run.params)
        return _concealed(question, self._roles(run) or frozenset({""}))

    def _value(self, value: Any, context: str) -> str:
        if isinstance(value, str) and value in self.names:
            return self.names[value]
        told, shown = self.words.label(value, context), self.words.value(value)
        if type(value) is not int:
            return told
        return shown if told == str(value) else f"{shown} ({told})"

    def _roles(self, run: Run) -> frozenset[str]:
        """The seats of the rule that this seat answers for."""
        named = {*run.cast, *self.names, *_ACTING}
        return frozenset(
            who for who in named if holder(self.state, self.game, run, who) == self.seat
        )

    # ── what has happened ──────────────────────────────────────────────────────────────────────
    def _lines(self, run: Run, session: Session | None) -> list[Line]:
        """The entries of a run's trace that the seat may read."""
        if run.outcome is not None:
            lines: Sequence[Line] = run.outcome.lines
        else:
            lines = lines_of(session.trace) if session else ()
        roles = self._roles(run)
        if self._veiled(run):
            return [
                line
                for line in lines
                if line.kind == "roll" and line.seen_by is None and not line.sealed
                if holder(self.state, self.game, run, str(line.numbers["who"])) == self.seat
            ]
        if self.leads:
            return [line for line in lines if not line.sealed or run.outcome is not None]
        return [line for line in lines if line.seen_by is None or line.seen_by in roles]

    def _line(self, run: Run, line: Line) -> Json:
        return {
            "kind": line.kind,
            "text": self._told(line, run),
            "clauses": [[each, self.words.clause(each)] for each in line.clauses],
            "numbers": self._numbers(line, run) if line.kind == "roll" else {},
        }

    def _told(self, line: Line, run: Run | None = None) -> str:
        return self.words.phrase(line.text, **self._numbers(line, run))

    def _numbers(self, line: Line, run: Run | None) -> Json:
        """The numbers of a line, seats and ids told by the names of the characters."""
        names = self.names
        if run is not None:
            acting = dict.fromkeys(_ACTING, run.subject) if run.subject else {}
            cast = {**acting, **run.cast}
            names = names | {role: names[who] for role, who in cast.items() if who in names}
        return {name: _named(value, names) for name, value in line.numbers.items()}

    def _ended(self, run: Run) -> Json:
        outcome = run.outcome
        assert outcome is not None
        result = dict(outcome.result)
        if not self.leads:
            for role in self._roles(run) or {""}:
                seen = outcome.seen.get(role, outcome.result)
                result = {name: seen[name] for name in result if name in seen}
        before = dict(result)
        for each in run.overruled:
            if each.field in result:
                result[each.field] = each.value
        notes = [line for line in self._lines(run, None) if line.kind == "note"]
        success = result.get("success")
        return {
            "result": result,
            "told": [
                {"name": self._label(name), "told": self._result(value, name)}
                for name, value in result.items()
            ],
            "headline": self._told(notes[-1], run) if notes else "",
            "success": success if isinstance(success, bool) else None,
            "consequences": [
                self._booking(booking)
                for booking in self.state.bookings.values()
                if booking.run == run.id and (self.leads or not booking.secret)
            ],
            "overruled": [
                {
                    "field": self._label(each.field) if each.field else "",
                    "value": self._result(each.value, each.field) if each.field else "",
                    "was": self._result(before[each.field], each.field)
                    if each.field in before
                    else "",
                    "reason": each.reason,
                }
                for each in run.overruled
            ],
        }

    def _result(self, value: Any, name: str) -> str:
        if isinstance(value, Mapping):
            parts = (f"{self._label(key)} {self._result(each, key)}" for key, each in value.items())
            return ", ".join(parts) or "–"
        if isinstance(value, list | tuple):
            return self.words.enumeration([self._result(each, name) for each in value])
        return self._value(value, name) if value is not None else "–"

    def _booking(self, booking: Booking) -> Json:
        mine = self.leads or self.state.owner(booking.who) == self.seat
        said = self._told(booking.said) if booking.said else ""
        told = [self._told(line) for line in booking.told]
        clauses = [*booking.told, *([booking.said] if booking.said else [])]
        return {
            "id": booking.id,
            "who": self.names.get(booking.who, ""),
            "text": said or " ".join(told),
            "told": told if said else [],
            "clauses": [
                [each, self.words.clause(each)]
                for each in _unique(c for line in clauses for c in line.clauses)
            ],
            "declined": booking.declined,
            "refused": booking.refused,
            "overrules": booking.overrules,
            "may": mine and booking.id in self.state.since and not booking.refused,
        }

    # ── what is asked ──────────────────────────────────────────────────────────────────────────
    def _wait(self, run: Run, wait: Wait) -> Json:
        seat = self.state.seats.get(wait.seat)
        return {
            "seat": wait.seat,
            "name": seat.name if seat else "",
            "who": self._played(run, wait.who),
        }

    def _sealed(self, run: Run, session: Session) -> list[str]:
        """Who has made a choice that stays closed until all are in."""
        pending = session.pending
        if not isinstance(pending, Together) or self._veiled(run):
            return []
        whose = (session.outer(pending.choices[index].who) for index in sorted(run.sealed))
        return [self._played(run, who) or self._label(who) for who in whose]

    def _asks(self, run: Run, session: Session, waits: Sequence[Wait]) -> list[Json]:
        """The asks that the seat may answer, those of others for the leader."""
        pending = session.pending
        mine = [wait for wait in waits if wait.seat == self.seat or self.leads]
        if self.leads and session.sealed and session.privy != self.game.leader:
            return []
        if isinstance(pending, Throw):
            return [self._throw(run, pending, wait) for wait in mine]
        if isinstance(pending, Choose):
            return [self._choice(run, pending, wait) for wait in mine]
        if isinstance(pending, Together):
            return [self._choice(run, pending.choices[w.index or 0], w) for w in mine]
        return []

    def _throw(self, run: Run, throw: Throw, wait: Wait) -> Json:
        die = throw.die
        chain = isinstance(die, OpenDie)
        return {
            "kind": "roll",
            "label": self._label(throw.label),
            "seat": wait.seat,
            "mine": wait.seat == self.seat,
            "who": self._actor(run, wait),
            "dice": throw.notation(),
            "sides": die.sides,
            "low": die.lowest,
            "count": throw.count,
            "open": [die.up, die.down] if isinstance(die, OpenDie) and chain else None,
        }

    def _choice(self, run: Run, choice: Choose[Any], wait: Wait) -> Json:
        return {
            "kind": "choose",
            "label": self._label(choice.label),
            "context": choice.label,
            "seat": wait.seat,
            "mine": wait.seat == self.seat,
            "who": self._actor(run, wait),
            "index": wait.index,
            **form_view(choice.form, self.words, choice.label),
            "facts": [
                {
                    "name": self.words.label(name),
                    "told": self.words.value(_named(plain(value), self.names)),
                }
                for name, value in choice.facts
            ],
        }

    def _actor(self, run: Run, wait: Wait) -> str:
        seat = self.state.seats.get(wait.seat)
        return self._played(run, wait.who) or (seat.name if seat else "")

    def _played(self, run: Run, who: str) -> str:
        """The name of the character that a seat of the rule stands for."""
        character = run.cast.get(who, who)
        if character not in self.names and who in _ACTING:
            character = run.subject
        return self.names.get(character, "")

    def _weighable(self, run: Run, waits: Sequence[Wait]) -> bool:
        """Whether the seat may be told the chances of what it is to do."""
        mine = any(wait.seat == self.seat for wait in waits)
        if not (mine or self.leads) or not (self.state.advice or self.leads):
            return False
        return run_known(self.state, run, self.seat) is not None

    def _standing(self, run: Run, session: Session) -> list[Json]:
        """Who stands how in a fight, for all to see."""
        return [
            {
                "name": self._stander(run, one.who),
                "gauges": [
                    {"name": self._label(g.name), "value": g.value, "most": g.most}
                    for g in one.gauges
                ],
                "states": [self.words.label(value, name) for name, value in one.states],
                "out": one.out,
            }
            for one in session.glance()
        ]

    def _stander(self, run: Run, who: str) -> str:
        return self.names.get(run.cast.get(who, who)) or self._label(who)

    def _may(self, run: Run, waits: Sequence[Wait]) -> Json:
        now = run.scene == len(self.state.scenes) and run.status != "withdrawn"
        last = run.throws[-1] + 1 if run.throws else 0
        later = run.answers[last:]
        own = bool(later) and all(given.by == self.seat for given in later)
        return {
            "undo": now and bool(later) and (self.leads or (own and run.status == "open")),
            "withdraw": self.leads and now,
            "again": self.leads and not self.state.archived,
            "reveal": self.leads and run.secret and not run.revealed,
            "overrule": self.leads and run.status == "done",
        }

    # ── the story ──────────────────────────────────────────────────────────────────────────────
    def _story(self, before: int | None, search: str) -> Json:
        """Items, the newest first, numbered by their place in what this seat can read."""
        known = [item for item in self.state.story if self._reads(item)]
        told = list(enumerate(known))[: before if before is not None else None]
        items: list[Json] = []
        wanted = search.casefold().strip()
        for place, item in reversed(told):
            made = self._item(item, place)
            if made is None or (wanted and wanted not in _searched(made)):
                continue
            items.append(made)
            if len(items) == RECENT:
                break
        return {
            "items": items,
            "more": bool(items) and items[-1]["place"] > 0,
            "search": search,
        }

    def _reads(self, item: Item) -> bool:
        if item.private:
            return item.by == self.seat
        run = self.state.runs.get(item.run)
        if run is not None and self._veiled(run):
            return item.kind == "run"
        booking = self.state.bookings.get(item.booking)
        return self.leads or booking is None or not booking.secret

    def _item(self, item: Item, place: int) -> Json | None:
        by = self.state.seats.get(item.by)
        made: Json = {
            "place": place,
            "at": item.at,
            "kind": item.kind,
            "by": by.name if by else "",
            "text": item.text,
            "private": item.private,
            "struck": False,
            "run": None,
            "booking": None,
        }
        run = self.state.runs.get(item.run)
        if item.kind == "run" and run is not None:
            made["struck"] = run.status == "withdrawn" and not self._veiled(run)
            made["run"] = self.run(run)
        elif run is not None:
            made["text"] = run.title or self._label(run.procedure)
            made["reason"] = item.text
        if item.booking:
            booking = self.state.bookings[item.booking]
            made["booking"] = self._booking(booking)
            made["struck"] = booking.declined and item.kind == "booked"
            if item.kind == "booked" and booking.run:
                return None  # told with its run
        if item.kind == "character_given":
            made["text"] = self.names.get(item.text, item.text)
        return made


def _concealed(question: Question, roles: Iterable[str]) -> frozenset[str]:
    """What is kept from a seat that answers for these seats of the rule."""
    hidden = [question.procedure.concealed(role) for role in roles]
    return frozenset.intersection(*hidden)


def _named(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, list | tuple):
        return [_named(each, names) for each in value]
    return names.get(value, value) if isinstance(value, str) else value


def _members(run: Run) -> list[str]:
    """The characters in the lists of a run's parameters."""
    found = []
    for value in run.params.values():
        if isinstance(value, list):
            found += [str(each["id"]) for each in value if isinstance(each, dict) and "id" in each]
    return found


def _unique(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(name for name in names if name))


def _searched(made: Json) -> str:
    """All text of an item of the story."""
    found = [made["text"], made["by"], made.get("reason", "")]
    run = made["run"]
    if run and not run["shut"]:
        found += [run["title"], run["what"], *run["who"], *(line["text"] for line in run["lines"])]
    if made["booking"]:
        found += [made["booking"]["text"], *made["booking"]["told"]]
    return " ".join(found).casefold()
