"""Events of runs: requested, answered, undone, withdrawn, revealed, overruled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from tablee.rules.contract_json import AnswerJson, ParamsJson, RecordJson
from tablee.rules.run_input import read_answer
from tablee.table.log.check_context import CheckContext
from tablee.table.log.events.table_event import RunEvent, TableEvent
from tablee.table.log.outcomes import Line, Outcome, Setting
from tablee.table.log.refusal_texts import (
    CONCEALING_RUN,
    FINISHED_RUN,
    OPEN_CHOICE,
    RUN_NOT_WITHDRAWN,
    RUNNING_SCENE,
    SECRET_RUN,
    TOO_MANY_DECISIONS,
    WAITING_RUN,
    WORDS_FIRST,
)
from tablee.table.log.state_parts import Cause, Decision, GivenAnswer, Run
from tablee.table.log.table_state import State

_replace = msgspec.structs.replace
MAX_CHOICES = 1000
"""Maximum number of simultaneous choices in an imported log."""
MAX_DECISIONS = 50
"""Maximum number of decisions that overrule one run."""


class Requested(
    TableEvent,
    frozen=True,
    tag="framed",
    rename={
        "withheld": "screened",
        "settings": "shown",
        "rules_version": "version",
        "group": "also",
        "asked_params": "asked",
        "players_decide": "decides",
    },
):
    """The leader requests a run. `run`: its id; `cast`: seat of the rule -> character, "" for a
    nameless one; `roles`: role of a sheet, or path of a list member -> character; `subject`: the
    character for which all other seats of the rule act; `beside`: seat of the rule -> seat at the
    table that plays it for somebody else; `secret`: only the leader sees the run until it is
    revealed; `withheld`: parameters of a secret run that the players who throw in it may not see;
    `settings`: its plain parameters; `hidden`: seat of the rule -> the parameters that it may not
    see ("": seats without a part in the run); `outcome`: set at once for a run that asks nothing;
    `group`: shared by runs requested together; `asked_params` and `players_decide`: the request
    before the sheets completed it (None in logs that did not record it)."""

    run: str
    procedure: str
    params: ParamsJson
    cast: Mapping[str, str] = {}
    roles: Mapping[str, str] = {}
    subject: str = ""
    beside: Mapping[str, str] = {}
    secret: bool = False
    withheld: Sequence[str] = ()
    settings: Sequence[Setting] = ()
    hidden: Mapping[str, Sequence[str]] = {}
    title: str = ""
    rules_version: str = ""
    outcome: Outcome | None = None
    group: str = ""
    asked_params: ParamsJson | None = None
    players_decide: bool = True

    def apply(self, state: State) -> None:
        shared = {name: getattr(self, name) for name in _SHARED}
        done = self.outcome is not None
        run = Run(
            id=self.run,
            scene=len(state.scenes),
            status="done" if done else "open",
            ended=self.at if done else 0,
            ruling_set=len(state.former_rulings),
            **shared,
        )
        state.put_run(run)
        state.requested_procedures.pop(run.procedure, None)
        state.requested_procedures[run.procedure] = None
        if not self.secret:
            state.known_characters.update(run.who)
        self.tell(state, "run", run=self.run)
        state.touch(self.run)

    def check(self, context: CheckContext) -> None:
        context.check_outcome(self.outcome)
        state = context.state
        due = f"j{len(state.runs) + 1}"
        if self.run != due:
            context.refuse("run", self.run, "{due:=}, le jet suivant", due=due)
        if state.scene is None:
            context.refuse("type", "framed", RUNNING_SCENE)
        if context.game.procedure(self.procedure) is None:
            context.refuse("procedure", self.procedure, "une procédure de ce jeu")
        for role, seat in self.beside.items():
            context.require_known_seat(seat, f"beside.{role}")
        for role, who in (*self.cast.items(), *self.roles.items(), ("", self.subject)):
            if who:
                context.require_character(who, f"cast.{role}" if role else "subject")


_SHARED = [name for name in Requested.__struct_fields__ if name in Run.__struct_fields__]
"""The fields that a run takes from its request as they are."""


class Answered(
    RunEvent,
    frozen=True,
    tag="answered",
    rename={"secret": "screened", "ask_digest": "asked", "rules_version": "version"},
):
    """The answer at a place of a run. `draw`: the counter of the throw of the house dice, None for
    real dice and choices; `secret`: thrown from the secret seed, `for_one`: where only one seat sees
    it; `dice`: the dice thrown; `words`: the words of the seats that went into the draw (see
    `scene_dice`); `ask_digest`: of the pending question; `seat`: the seat answered for, "" when it
    is `by`."""

    place: int
    answer: AnswerJson
    draw: int | None = None
    secret: bool = False
    dice: str = ""
    words: str = ""
    ask_digest: str = ""
    rules_version: str = ""
    seat: str = ""
    outcome: Outcome | None = None
    for_one: bool = False

    def changed(self, state: State, run: Run) -> Run:
        given = GivenAnswer(
            answer=self.answer,
            at=self.at,
            by=self.by,
            seat=self.seat or self.by,
            draw=self.draw,
            secret=self.secret,
            for_one=self.for_one,
            words=self.words,
            rules_version=self.rules_version,
            ask_digest=self.ask_digest,
        )
        if self.draw is not None:
            count = {"secret_draws" if self.secret else "draws": self.draw}
            state.scenes[-1] = _replace(state.scenes[-1], **count)
        done = self.outcome is not None
        return _replace(
            run,
            answers=(*run.answers, given),
            sealed={},
            sealers={},
            outcome=self.outcome,
            status="done" if done else "open",
            ended=self.at if done else 0,
        )

    def check_run(self, context: CheckContext, run: Run) -> None:
        context.check_outcome(self.outcome)
        _check_open(context, run)
        _check_next(context, self.place, run)
        kind, value = read_answer(self.answer, f"{context.path}.answer")
        if kind != "choose" and not isinstance(value, list):
            context.refuse("answer", self.answer, "une liste de faces ou de choix")
        if self.draw is None and (self.dice or self.words or self.secret):
            context.refuse("draw", None, "le numéro du lancer de la maison")
        scene = context.state.scene
        if self.draw is not None and scene is not None and scene.words.missing:
            context.refuse("draw", self.draw, WORDS_FIRST)
        if self.for_one and not self.secret:
            context.refuse("for_one", True, "un lancer secret")
        context.require_known_seat(self.seat, "seat")


class Received(RunEvent, frozen=True, tag="received"):
    """Amounts have arrived for an open run since it was requested. `params`: its parameters that
    count them."""

    params: Mapping[str, int]

    def changed(self, state: State, run: Run) -> Run:
        return _replace(run, params={**run.params, **self.params})

    def check_run(self, context: CheckContext, run: Run) -> None:
        _check_open(context, run)


class DiceLeft(RunEvent, frozen=True, tag="dice_left"):
    """A seat lets the house throw all its dice in a run as they come (`on`), or does so no more."""

    on: bool

    def changed(self, state: State, run: Run) -> Run:
        others = tuple(each for each in run.thrown_for if each != self.by)
        return _replace(run, thrown_for=(*others, self.by) if self.on else others)

    def check_run(self, context: CheckContext, run: Run) -> None:
        _check_open(context, run)


class Sealed(RunEvent, frozen=True, tag="sealed"):
    """A sealed choice: one of several simultaneous ones, before the others are made."""

    place: int
    index: int
    value: Any

    def changed(self, state: State, run: Run) -> Run:
        return _replace(
            run,
            sealed={**run.sealed, self.index: self.value},
            sealers={**run.sealers, self.index: self.by},
        )

    def check_run(self, context: CheckContext, run: Run) -> None:
        _check_open(context, run)
        _check_next(context, self.place, run)
        if self.index in run.sealed or not 0 <= self.index < MAX_CHOICES:
            context.refuse("index", self.index, OPEN_CHOICE)


class Unsealed(RunEvent, frozen=True, tag="unsealed"):
    """Sealed choices are taken back before the others are made."""

    indexes: Sequence[int]

    def changed(self, state: State, run: Run) -> Run:
        return _replace(
            run,
            sealed=_without(run.sealed, self.indexes),
            sealers=_without(run.sealers, self.indexes),
        )

    def check_run(self, context: CheckContext, run: Run) -> None:
        if not {*self.indexes} <= {*run.sealed}:
            context.refuse("indexes", list(self.indexes), "des choix qui sont faits")


def _without(given: Mapping[int, Any], indexes: Iterable[int]) -> dict[int, Any]:
    return {index: each for index, each in given.items() if index not in indexes}


class Undone(RunEvent, frozen=True, tag="undone", rename={"lines": "told", "changes": "after"}):
    """The answers of a run from a place on are undone; the throws before it stay. `lines`: the trace
    of these answers; `changes`: the record without the consequences of the run."""

    place: int
    lines: Sequence[Line] = ()
    changes: RecordJson = {}

    def changed(self, state: State, run: Run) -> Run:
        state.cancel_consequences(run, self.changes)
        self.tell(state, "undone", run=run.id)
        return _replace(
            run,
            answers=run.answers[: self.place],
            sealed={},
            sealers={},
            outcome=None,
            status="open",
            struck=(*run.struck, *self.lines),
            overruled=(),
            diverged="",
            ended=0,
        )

    def check_run(self, context: CheckContext, run: Run) -> None:
        context.check_lines(self.lines, "told")
        context.check_changes(self.changes)
        first = run.throws[-1] + 1 if run.throws else 0
        if run.status == "withdrawn" or not first <= self.place < len(run.answers):
            allowed = "une réponse qui suit le dernier jet de dés"
            context.refuse("place", self.place, allowed)


class Withdrawn(
    RunEvent, frozen=True, tag="withdrawn", rename={"lines": "told", "changes": "after"}
):
    """A whole run is withdrawn. `reason`: given by the leader; `cause`: why it was withdrawn without
    an act of its own; `lines`: the trace of an unfinished run; `changes`: the record without the
    consequences of the run."""

    reason: str = ""
    cause: Cause = ""
    lines: Sequence[Line] = ()
    changes: RecordJson = {}

    def changed(self, state: State, run: Run) -> Run:
        state.cancel_consequences(run, self.changes)
        self.tell(state, "withdrawn", run=run.id, text=self.reason)
        return _replace(
            run,
            status="withdrawn",
            reason=self.reason,
            cause=self.cause,
            struck=(*run.struck, *self.lines),
            ended=self.at,
        )

    def check_run(self, context: CheckContext, run: Run) -> None:
        context.check_lines(self.lines, "told")
        context.check_changes(self.changes)
        if run.status == "withdrawn":
            context.refuse("run", run.id, RUN_NOT_WITHDRAWN)


class Revealed(
    RunEvent, frozen=True, tag="revealed", rename={"released": "freed", "changes": "after"}
):
    """A secret run becomes visible to all seats. `released`: its held consequences that apply now;
    `changes`: how they change the record."""

    released: Sequence[str] = ()
    changes: RecordJson = {}

    def changed(self, state: State, run: Run) -> Run:
        state.reveals += 1
        state.known_characters.update(run.who)
        state.change_record(self.changes)
        for each in state.consequences_of(run.id):
            if each.held and not (each.private or each.cancelled):
                declined = each.id not in self.released
                state.consequences[each.id] = _replace(each, held=False, declined=declined)
        self.tell(state, "revealed", run=run.id)
        return _replace(run, revealed=True)

    def check_run(self, context: CheckContext, run: Run) -> None:
        context.check_changes(self.changes)
        if not run.secret or run.revealed:
            context.refuse("run", run.id, SECRET_RUN)


class Disclosed(RunEvent, frozen=True, tag="disclosed"):
    """The leader shows all seats what was hidden from players in a finished run: a secret seuil, and
    what depends on it."""

    def changed(self, state: State, run: Run) -> Run:
        state.reveals += 1
        self.tell(state, "disclosed", run=run.id)
        return _replace(run, disclosed=True)

    def check_run(self, context: CheckContext, run: Run) -> None:
        if not run.discloses:
            context.refuse("run", run.id, CONCEALING_RUN)


class Overruled(RunEvent, frozen=True, tag="overruled"):
    """The leader overrules a finished run. `field`: of its result, "" for the whole result;
    `value`: the new value, as typed."""

    field: str = ""
    value: Any = None
    reason: str = ""

    def changed(self, state: State, run: Run) -> Run:
        decision = Decision(
            at=self.at, by=self.by, field=self.field, value=self.value, reason=self.reason
        )
        self.tell(state, "overruled", run=run.id, text=self.reason, decided=decision)
        return _replace(run, overruled=(*run.overruled, decision))

    def check_run(self, context: CheckContext, run: Run) -> None:
        if run.outcome is None or run.status != "done":
            context.refuse("run", run.id, FINISHED_RUN)
        if len(run.overruled) == MAX_DECISIONS:
            context.refuse("run", run.id, TOO_MANY_DECISIONS, most=MAX_DECISIONS)


class Diverged(RunEvent, frozen=True, tag="diverged", rename={"rules_version": "version"}):
    """An open run no longer replays the same under the present rules; the leader decides."""

    rules_version: str

    def changed(self, state: State, run: Run) -> Run:
        return _replace(run, diverged=self.rules_version)

    def check_run(self, context: CheckContext, run: Run) -> None:
        _check_open(context, run)


def _check_open(context: CheckContext, run: Run) -> None:
    if run.status != "open":
        context.refuse("run", run.id, WAITING_RUN)


def _check_next(context: CheckContext, place: int, run: Run) -> None:
    due = len(run.answers)
    if place != due:
        context.refuse("place", place, "{due}, la place de la réponse suivante", due=due)
