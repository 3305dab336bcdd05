"""A run as a seat sees it: its trace, its asks, its result, what followed, what may be done.

This module may import the view context and the state of a table; it must not know how a page or
the API uses a view.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import is_
from typing import cast

from tablee.rules.contract_json import ResultJson
from tablee.rules.readings.session import Session
from tablee.rules.texts.typography import capital
from tablee.table.casting import removable
from tablee.table.log.outcomes import Line, Setting
from tablee.table.log.state_parts import Decision, Run
from tablee.table.views.ask_views import AskViews
from tablee.table.views.consequence_views import consequence_view
from tablee.table.views.throw_origins import HOUSE, throw_origins
from tablee.table.views.view_context import ViewContext
from tablee.table.views.view_types import (
    ConsequenceView,
    HiddenRun,
    LineKind,
    OverruledView,
    ParameterView,
    Permissions,
    ResultFieldView,
    RunView,
    TraceLine,
)

MARKS = ("best", "spoils", "aside")
"""Numbers of a note about dice: which counted, which spoilt the throw, how many were set aside."""


def run_or_hidden(context: ViewContext, run: Run) -> RunView | HiddenRun:
    """Return the view of a run, or of a hidden one that it exists."""
    if context.visibility.knows_run(run):
        return run_view(context, run)
    return context.cache.get(("hidden", run.id), lambda: HiddenRun(id=run.id, at=run.at))


def run_view(context: ViewContext, run: Run) -> RunView:
    """Return the view of a run that the seat knows."""
    limits = tuple(context.limits(run).items())
    key = "run", context.run_key(run), limits
    return context.cache.get(key, lambda: _shared(context, run, _RunViews(context, run).view()))


def _shared(context: ViewContext, run: Run, view: RunView) -> RunView:
    """Return the equal view that was made for other seats, else `view`: its card is cached by
    identity, and drawn once."""
    key = "alike", run.id, context.state.touched.get(run.id, 0), context.lang
    views: list[RunView] = context.cache.get(key, list)
    same = next((each for each in views if each == view), None)
    if same is None:
        views.append(view)
    return same or view


def overruled_view(context: ViewContext, run: Run, decided: Decision) -> OverruledView | None:
    """Return what the leader put in the place of what; None where it is hidden, or does not count
    any more."""
    if decided not in run.overruled or context.visibility.hides_result(run):
        return None
    return next(iter(_RunViews(context, run).overruled([decided])), None)


class _RunViews:
    def __init__(self, context: ViewContext, run: Run) -> None:
        self.context = context
        self.wording = context.wording
        self.run = run
        self.visibility = context.visibility
        self.result_hidden = context.visibility.hides_result(run)
        self.session: Session | None = None
        if run.status == "open":
            self.session = context.replays.session(context.state, run)
        self.lines = context.visibility.lines(run, self.session)
        self.names = context.names_in(run, self.lines)

    def view(self) -> RunView:
        run, session, label = self.run, self.session, self.wording.label(self.run.procedure)
        lines, may = self._trace(), self._permissions()
        ended = not self.result_hidden and run.outcome is not None
        result = self._result() if ended else {}
        kind = self.context.game.procedure(run.procedure)
        asks = AskViews(self.context, run, session, self.names) if session is not None else None
        return RunView(
            id=run.id,
            procedure=run.procedure,
            label=label,
            title=run.title or label,
            characters=self._characters(),
            status=run.status,
            secret=run.secret,
            revealed=run.revealed,
            result_hidden=self.result_hidden,
            at=run.at,
            place=self.visibility.place(run, session),
            parameters=self._parameters(may.again),
            lines=lines,
            undone=self._undone(),
            waiting=asks.waiting() if asks else [],
            sealed=asks.sealed() if asks else [],
            asks=asks.asks() if asks else [],
            ahead=asks.ahead() if asks else [],
            thrown_for=self.context.seat in run.thrown_for,
            chances=asks.chances() if asks else "none",
            fighters=asks.fighters() if asks else [],
            turns=asks.turns() if asks else [],
            disclosed=run.disclosed,
            disclosing=self.wording.words.text(self._disclosing()) if may.disclose else "",
            result=result if ended else None,
            fields=self._fields(result),
            headline=self._headline(lines) if ended else "",
            success=kind.is_success(result) if kind else None,
            consequences=self._consequences() if ended else [],
            overruled=self.overruled(run.overruled) if ended else [],
            diverged=bool(run.diverged) or (run.status == "open" and session is None),
            reason="" if self.result_hidden else self.wording.reason(run),
            may=may,
        )

    def _characters(self) -> list[str]:
        """Return the names of the characters in the run; in a secret run only the seat’s own."""
        known = self.run.who
        if self.result_hidden:
            known = [who for who in known if self.visibility.owns(who)]
        return [self.context.names[who] for who in known if who in self.context.names]

    # ── parameters ─────────────────────────────────────────────────────────────────────────────
    def _parameters(self, again: bool) -> list[ParameterView]:
        """Return the parameters that the run was requested with, as far as the seat may know them.
        The only character of the run is left out: the view names it already. `again`: whether the
        seat may change the request."""
        run, wording = self.run, self.wording
        begun = run.status != "open" or self.visibility.begun(run, self.session)
        off = removable(run) if again and not begun else ()
        hidden = self.visibility.hidden_params(run) | frozenset(
            run.withheld if self.result_hidden else ()
        )
        characters = self._characters()
        shown_above = characters[0] if len(characters) == 1 else ""
        return [
            ParameterView(
                field=each.name,
                label=wording.label(each.name),
                text=text,
                removable=each.name in off,
            )
            for each in run.settings
            if each.name not in hidden and self._sheet_visible(each.character)
            if (text := self._parameter(each)) and text != shown_above
        ]

    def _parameter(self, shown: Setting) -> str:
        """Return the text of a parameter, made once for all seats that read the same names."""
        key = "parameter", self.run.id, shown.name, self.context.lang, tuple(self.names.items())
        return self.context.cache.get(key, lambda: self.wording.parameter(shown, self.names), shown)

    def _sheet_visible(self, character: str) -> bool:
        if not character or self.context.leads:
            return True
        if self.result_hidden:
            return self.visibility.owns(character)
        return self.context.state.is_public(character)

    # ── the trace ──────────────────────────────────────────────────────────────────────────────
    def _trace(self) -> list[TraceLine]:
        """Return the lines that the seat may read. A trace mostly grows at its end: the views of
        the lines before are those of the trace that was made last with the same names."""
        key = "trace", self.run.id, self.context.lang, tuple(self.names.items())
        known: tuple[Sequence[Line], list[TraceLine]] | None = self.context.cache.peek(key)
        same = _same(known[0], self.lines) if known else 0
        views = known[1][:same] if known else []
        added = self.lines[same:]
        whole = self.visibility.all_lines(self.run, self.session)
        thrown = any(line.kind == "roll" for line in added)
        origins = throw_origins(self.run, whole) if thrown else {}
        views += [self._line(line, origins.get(id(line))) for line in added]
        self.context.cache.put(key, (self.lines, views))
        return views

    def _line(self, line: Line, origin: str | None) -> TraceLine:
        """Return the view of a line. `origin`: of a throw, see `throw_origins`; None: not known."""
        if line.kind == "roll":
            numbers = self.wording.numbers(line, self.names)
        else:
            numbers = {name: line.numbers[name] for name in MARKS if name in line.numbers}
        return TraceLine(
            kind=cast(LineKind, line.kind),
            text=self.wording.message(line, self.names),
            clauses=self.wording.clauses([line]),
            numbers=numbers,
            origin="" if origin is None else "house" if origin == HOUSE else "typed",
            typed_by=self.context.state.seats[origin].name if origin else "",
        )

    def _undone(self) -> list[str]:
        lines = [line for line in self.run.struck if self.visibility.reads(self.run, line)]
        return [self.wording.message(line, self.names) for line in lines]

    def _headline(self, lines: Sequence[TraceLine]) -> str:
        """Return the last thing that the rule noted."""
        return next((line.text for line in reversed(lines) if line.kind == "note"), "")

    # ── the result ─────────────────────────────────────────────────────────────────────────────
    def _result(self) -> ResultJson:
        """Return the result fields that the seat may see, as the leader replaced them."""
        result = self.visibility.result(self.run)
        replaced = (each for each in self.run.overruled if each.field in result)
        return {**result, **{each.field: each.value for each in replaced}}

    def _fields(self, result: ResultJson) -> list[ResultFieldView]:
        wording, names = self.wording, self.names
        return [
            ResultFieldView(
                field=name,
                label=capital(wording.field(name, names)),
                text=wording.result(value, name, names),
            )
            for name, value in result.items()
        ]

    def _consequences(self) -> list[ConsequenceView]:
        found = self.context.state.consequences_of(self.run.id)
        visible = (each for each in found if self.visibility.sees_consequence(each))
        return [consequence_view(self.context, each) for each in visible]

    def overruled(self, decided: Sequence[Decision]) -> list[OverruledView]:
        """Return what the leader put in the place of what, as far as the seat sees the field."""
        wording, names = self.wording, self.names
        result = {**self.visibility.result(self.run)} if decided else {}
        found = []
        for each in self.run.overruled:
            name = each.field
            if name and name not in result:
                continue
            if each in decided:
                found.append(
                    OverruledView(
                        field=capital(wording.field(name, names)),
                        value=wording.result(each.value, name, names) if name else "",
                        was=wording.result(result[name], name, names) if name else "",
                        reason=each.reason,
                    )
                )
            if name:
                result[name] = each.value
        return found

    # ── what may be done ───────────────────────────────────────────────────────────────────────
    def _permissions(self) -> Permissions:
        context, run = self.context, self.run
        playing = self.visibility.current(run) and not context.state.archived
        leading = context.leads and not context.state.archived
        sealed = run.status == "open" and bool(self.visibility.sealed(run, self.session))
        return Permissions(
            undo=playing
            and (sealed or self.visibility.undo_place(run, context.replays) is not None),
            withdraw=leading and playing and run.status != "withdrawn",
            again=leading,
            again_all=leading and bool(run.group),
            reveal=leading and run.secret and not run.revealed,
            disclose=leading and bool(self._disclosing()) and context.state.conceals(run),
            overrule=leading and run.status == "done",
        )

    def _disclosing(self) -> str:
        """Return the text of the button that shows all seats what is hidden in the run; or ""."""
        kind = self.context.game.procedure(self.run.procedure)
        return kind.disclosing if kind is not None else ""


def _same(before: Sequence[Line], now: Sequence[Line]) -> int:
    """Return how many lines at the beginning are the same objects."""
    for count, same in enumerate(map(is_, before, now)):
        if not same:
            return count
    return min(len(before), len(now))
