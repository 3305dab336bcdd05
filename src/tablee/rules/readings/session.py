"""A run being played: the driver behind `resolve` and `play`, one question at a time.

Sub-rules run inline, one frame each; a frame keeps what was sent into it, so that the other
readings can go on from here (the odds of what follows, advice on the next choice).
"""

from __future__ import annotations

from collections.abc import Coroutine, Mapping, Sequence
from typing import Any
from weakref import proxy

from tablee.dice.die import Throw
from tablee.dice.law import Law
from tablee.rules.ambient import Ambient, Thrown, around
from tablee.rules.fighter_status import FighterStatus
from tablee.rules.forms import FreeText, TextAndNumber
from tablee.rules.procedure import Procedure
from tablee.rules.questions import (
    OWNER,
    Become,
    Call,
    CallAll,
    Choose,
    Hidden,
    Roll,
    Together,
    owner_of,
)
from tablee.rules.readings.answers import read_choice, read_faces, read_together
from tablee.rules.readings.laws import requested_law
from tablee.rules.refusal import Refusal, moved
from tablee.rules.run_input import RunInput, read_answer, read_run
from tablee.rules.schema import show
from tablee.rules.trace import Entry


class Belief(Exception):
    """A law stands where a played run needs the secret itself."""

    def __init__(self, ask: Hidden[Any]) -> None:
        super().__init__(ask.label)
        self.ask = ask

    def refusal(self) -> Refusal:
        """What is said when a run with a belief is played."""
        return Refusal(
            "param",
            self.ask.label,
            self.ask.value,
            "un nombre : une croyance ne vaut que pour « odds » et « advise »",
        )


class Frame:
    """One rule at work: its procedure, coroutine, what was sent, and how it is named outside."""

    __slots__ = (
        "coroutine",
        "folded",
        "gathering",
        "paths",
        "place",
        "procedure",
        "sealed",
        "seats",
        "seen_by",
        "sent",
        "since",
        "started",
    )

    def __init__(
        self,
        procedure: Procedure[Any],
        seats: Mapping[str, str],
        paths: Mapping[str, str],
        seen_by: str | None = None,
        sealed: bool = False,
        since: int = 0,
    ) -> None:
        self.seats = seats
        self.paths = paths
        self.seen_by = seen_by
        self.sealed = sealed
        self.start(procedure, since)

    def start(self, procedure: Procedure[Any], since: int) -> None:
        """(Re)start as `procedure`, at the beginning and after a `become`, once `since` answers
        have been given."""
        self.procedure = procedure
        self.since = since
        self.coroutine: Coroutine[Any, Any, Any] = procedure.rule()
        self.started = False
        self.sent: list[Any] = []
        self.gathering: CallAll[Any] | None = None
        self.place = 0
        self.folded: Any = None


class Session:
    """A run in progress. `pending` is what it waits for: a throw, a choice, choices at once."""

    def __init__(self, question: RunInput, secrets: Mapping[str, Any] | None = None) -> None:
        """Start the run and give it the question's answers. Raises `Refusal` when one is wrong.

        `secrets` stand in for beliefs by label; a belief that none stands in for raises `Belief`.
        """
        self.question = question
        self.secrets = secrets or {}
        self.pending: Throw | Choose[Any] | Together[Any] | None = None
        self.ask: Roll[Any] | Choose[Any] | Together[Any] | None = None
        self.faces: list[tuple[int, ...]] = []
        self.thrown: Mapping[str, int] = {}
        self.result: Any = None
        self.trace: list[Entry] = []
        self.turns: list[int] = []
        """Where in the trace the rule went on as a further state of the kind that it first became:
        the turns of a fight, the attempts of a series."""
        self._kind: type[Procedure[Any]] | None = None
        self.effects: list[tuple[str, Any]] = []
        self.effect_seats: list[str | None] = []
        """Of each effect the seat, the role or the name of whom it befalls, where the rule says."""
        self.effect_seen_by: list[str | None] = []
        """Of each effect the one seat beside the leader that may know of it; None: everybody."""
        self.answers: list[Mapping[str, Any]] = []
        self.ways = 1
        """How many equally likely ways the dice thrown so far could have fallen."""
        self.frames = [Frame(question.procedure, {}, {})]
        self._ambient = Ambient(question.rulings, None, proxy(self), requested_law=requested_law)
        self._go_on(None)
        for answer in question.answers:
            self.answer(answer)

    # ── the sink of notes ──────────────────────────────────────────────────────────────────────
    def note(
        self, clauses: str, text: str, to: str | None, reveals: bool, numbers: dict[str, Any]
    ) -> None:
        self.trace.append(
            Entry(
                kind="note",
                clauses=tuple(clauses.split()),
                text=text,
                numbers={name: self._told(value) for name, value in numbers.items()},
                seen_by=self.seen_by or (None if to is None else self.outer(to)),
                sealed=self.sealed,
                reveals=reveals,
                about=self._ambient.about,
            )
        )

    def _told(self, value: Any) -> Any:
        if isinstance(value, Thrown):
            return self.thrown[value.name] + value.plus
        if isinstance(value, tuple):
            return tuple(self._told(each) for each in value)
        return self.outer(value) if isinstance(value, str) else value

    def effect(self, name: str, amount: Any, who: str | None, to: str | None) -> None:
        self.effects.append((name, amount))
        self.effect_seats.append(None if who is None else self.outer(who))
        self.effect_seen_by.append(None if to is None else self.outer(to))

    def outer(self, seat: str) -> str:
        """The name outside of a seat (or any word) of the rule at work."""
        for frame in reversed(self.frames):
            seat = frame.seats.get(seat, seat)
        return seat

    def owner(self, seat: str) -> str | None:
        """Whose the dice and choices of a seat of the rule at work are, where the rule says so
        (`WHOSE`)."""
        for frame in reversed(self.frames):
            if owner_of(seat) in frame.seats:
                return frame.seats[owner_of(seat)]
            seat = frame.seats.get(seat, seat)
        name = self.outer(OWNER)
        return None if name == OWNER else name

    def choice_owner(self, choice: Choose[Any]) -> str | None:
        """The same of a choice, which may say so itself."""
        return choice.owner or self.owner(choice.who)

    def path(self, parameter: str) -> str:
        """The path in the run of a parameter of the rule at work."""
        for frame in reversed(self.frames):
            parameter = moved(parameter, frame.paths)
        return parameter

    @property
    def seen_by(self) -> str | None:
        """The one seat beside the leader that sees what happens now; None: everybody."""
        return next((frame.seen_by for frame in reversed(self.frames) if frame.seen_by), None)

    @property
    def sealed(self) -> bool:
        """Whether the leader does not see it either."""
        return any(frame.sealed for frame in self.frames)

    @property
    def public(self) -> bool:
        """Whether all that the rest of the run depends on has been told to everybody."""
        return self.frames[0].procedure.public

    def glance(self) -> tuple[FighterStatus, ...]:
        """Who stands how by now, as the innermost rule that has somebody to show tells it."""
        with around(self._ambient):
            told = (frame.procedure.glance() for frame in reversed(self.frames))
            return next((each for each in told if each), ())

    def acting(self) -> tuple[tuple[str, ...], ...]:
        """Whose turn it is, and who acts then, as the innermost rule that orders them tells it."""
        with around(self._ambient):
            told = (frame.procedure.turn_order() for frame in reversed(self.frames))
            return next((each for each in told if each), ())

    def within(self) -> list[dict[str, Any]]:
        """The rules at work inside the run, from the outermost in, those that a game declares: each
        as a run of its own, in JSON, with what it has been answered so far."""
        return [
            self._run_of(frame.procedure, self.answers[frame.since :])
            for frame in self.frames[1:]
            if self.question.game.procedure(frame.procedure.id) is type(frame.procedure)
        ]

    def _run_of(
        self, procedure: Procedure[Any], answers: Sequence[Mapping[str, Any]]
    ) -> dict[str, Any]:
        """A run in JSON under the same rulings."""
        return {
            "procedure": procedure.id,
            "params": show(procedure),
            "rulings": dict(self.question.given_rulings),
            "answers": [dict(each) for each in answers],
        }

    def exchange(self) -> tuple[dict[str, Any], tuple[str, ...]] | None:
        """The part of the run alone that choices at once belong to, as a run of its own that asks
        for them too, and the utilities to weigh it by; None where there is none."""
        if not isinstance(self.pending, Together):
            return None
        with around(self._ambient):
            told = ((frame, frame.procedure.exchange()) for frame in reversed(self.frames))
            found = next(((frame, each) for frame, each in told if each), None)
        if found is None:
            return None
        frame, (alone, worth) = found
        given = self.answers[frame.since :]
        run = self._run_of(alone, given)
        asked = self._asked_alone(run)
        mine = [(self.outer(each.who), each.label, each.form) for each in self.pending.choices]
        return (run, worth) if asked and set(mine) <= set(asked) else None

    def _asked_alone(self, run: Mapping[str, Any]) -> list[tuple[str, str, Any]]:
        """Whom another run of the same game asks for what at once; nothing where it goes otherwise."""
        try:
            other = play(read_run(run))
        except Refusal:
            return []
        if not isinstance(other.pending, Together):
            return []
        return [(other.outer(each.who), each.label, each.form) for each in other.pending.choices]

    # ── answers ────────────────────────────────────────────────────────────────────────────────
    @property
    def done(self) -> bool:
        return self.pending is None

    def answer(self, answer: Mapping[str, Any]) -> None:
        """Take the answer to what is pending. Raises `Refusal` and changes nothing when wrong."""
        field = f"answers[{len(self.answers)}]"
        pending = self.pending
        if pending is None:
            raise Refusal("answer", field, answer, "plus aucune réponse : le jet est fini")
        kind, value = read_answer(answer, field)
        if isinstance(pending, Throw):
            faces = read_faces(pending, kind, value, field)
            self.answers.append(answer)
            self._rolled(pending, faces)
        elif isinstance(pending, Choose):
            chosen = read_choice(pending, kind, value, field)
            self.answers.append(answer)
            self._chose(pending, chosen)
            self._go_on(chosen)
        else:
            each = read_together(pending, kind, value, field)
            self.answers.append(answer)
            for choice, chosen in zip(pending.choices, each, strict=True):
                self._chose(choice, chosen)
            self._go_on(each)

    def _rolled(self, throw: Throw, faces: tuple[int, ...]) -> None:
        self.faces.append(faces)
        self.ways *= throw.die.sides ** len(faces)
        numbers: dict[str, Any] = {
            "who": self.outer(throw.who),
            "dice": throw.notation(),
            "label": throw.label,
            "faces": faces,
        }
        if throw.die.lowest != 1:  # which the name of the dice does not say
            numbers["lowest"] = throw.die.lowest
        self.trace.append(
            Entry(
                kind="roll",
                text="{who:^}, {dice:=} ({label}) : {faces}.",
                numbers=numbers,
                seen_by=self.seen_by,
                sealed=self.sealed,
                owner=self.owner(throw.who),
            )
        )
        assert isinstance(self.ask, Roll)
        if not self._next_throw(self.ask):
            self._go_on(self._read(self.ask))

    def _read(self, ask: Roll[Any]) -> Any:
        """What the rule gets of the faces thrown; their true numbers are kept for its notes."""
        thrown = tuple(self.faces)
        self.thrown = ask.read.show(thrown)
        return ask.read.of(thrown)

    def _chose(self, choice: Choose[Any], value: Any) -> None:
        text, told = _told_of(choice, value)
        self.trace.append(
            Entry(
                kind="choice",
                text=text,
                numbers={"who": self.outer(choice.who), "label": choice.label, **told},
                seen_by=self.outer(choice.who) if choice.secret else self.seen_by,
                sealed=self.sealed,
                owner=self.choice_owner(choice),
                parameter=self.path(choice.parameter),
            )
        )

    # ── driving ────────────────────────────────────────────────────────────────────────────────
    def _go_on(self, value: Any) -> None:
        """Send `value` into the rule at work and follow it to its next question or its end."""
        self.pending, self.ask, self.faces = None, None, []
        try:
            with around(self._ambient):
                self._follow(value)
        except Refusal as refusal:
            raise outside(refusal, [frame.paths for frame in self.frames]) from None

    def _follow(self, value: Any) -> None:
        while True:
            frame = self.frames[-1]
            ask, value = self._send(frame, value)
            if ask is None:
                if len(self.frames) == 1:
                    self.result = frame.procedure.returned(value)
                    return
                self.frames.pop()
                value = self._returned(self.frames[-1], value)
                if value is _CALLED:
                    value = None
                continue
            value = self._take(frame, ask)
            if value is _WAIT:
                return

    def _send(self, frame: Frame, value: Any) -> tuple[Any, Any]:
        """(next ask, None), or (None, result) when the rule has returned."""
        if frame.started:
            frame.sent.append(value)
        frame.started = True
        try:
            return frame.coroutine.send(value), None
        except StopIteration as stop:
            return None, stop.value

    def _take(self, frame: Frame, ask: Any) -> Any:
        """The value to send at once, or `_WAIT` when somebody must answer."""
        match ask:
            case Roll():
                self.ask, self.faces = ask, []
                return _WAIT if self._next_throw(ask) else self._read(ask)
            case Choose():
                only = ask.form.only()
                if only is not None:
                    return only[0]
                self.ask = self.pending = ask
            case Together():
                settled = ask.only()
                if settled is not None:
                    return settled
                self.ask = self.pending = ask
            case Hidden():
                return self._secret(ask)
            case Become():
                if len(self.frames) == 1:
                    self._turned(ask.procedure)
                frame.start(ask.procedure, len(self.answers))
                return None
            case Call():
                self._push(ask)
                return None
            case CallAll():
                return self._gather(frame, ask)
            case _:
                raise TypeError(f"{ask!r} is no question")
        return _WAIT

    def _next_throw(self, ask: Roll[Any]) -> bool:
        """Set the next throw of a joint read as pending; False when no more are needed."""
        while len(self.faces) < len(ask.throws) and not ask.read.enough(tuple(self.faces)):
            throw = ask.throws[len(self.faces)]
            if throw.count:
                self.pending = throw
                return True
            self.faces.append(())
        return False

    def _secret(self, ask: Hidden[Any]) -> Any:
        if not isinstance(ask.value, Law):
            return ask.value
        if ask.label not in self.secrets:
            raise Belief(ask)
        return self.secrets[ask.label]

    def _turned(self, procedure: Procedure[Any]) -> None:
        self._kind = self._kind or type(procedure)
        if type(procedure) is self._kind:
            self.turns.append(len(self.trace))

    def _push(self, ask: Call[Any]) -> None:
        seen_by = self.outer(ask.seen_by) if ask.seen_by else None
        seats, paths = dict(ask.seats), dict(ask.paths)
        since = len(self.answers)
        self.frames.append(Frame(ask.procedure, seats, paths, seen_by, ask.sealed, since))

    def _gather(self, frame: Frame, ask: CallAll[Any]) -> Any:
        gather = ask.gather
        if not ask.calls:
            return gather.end(gather.start, *gather.using)
        frame.gathering, frame.place, frame.folded = ask, 0, gather.start
        self._push(ask.calls[0])
        return None

    def _returned(self, frame: Frame, result: Any) -> Any:
        """What a finished sub-rule gives the rule that called it (`_CALLED`: the next one runs)."""
        if frame.gathering is None:
            return result
        ask, gather = frame.gathering, frame.gathering.gather
        frame.folded = gather.step(frame.folded, frame.place, result, *gather.using)
        frame.place += 1
        if frame.place < len(ask.calls):
            self._push(ask.calls[frame.place])
            return _CALLED
        frame.gathering = None
        return gather.end(frame.folded, *gather.using)


_WAIT, _CALLED = object(), object()


def _told_of(choice: Choose[Any], value: Any) -> tuple[str, dict[str, Any]]:
    """The sentence and the numbers of an answer; somebody's own words stand as they are."""
    if isinstance(choice.form, TextAndNumber) and isinstance(value, tuple):
        told = {"value": value, "texte": value[0], "name": choice.form.name, "number": value[1]}
        return "{who:^} ({label}) : « {texte:=} », {name} : {number}.", told
    if isinstance(choice.form, FreeText):
        return "{who:^} ({label}) : « {value:=} ».", {"value": value}
    return "{who:^} ({label}) : {value:@{label:=}}.", {"value": value}


def outside(refusal: Refusal, paths: Sequence[Mapping[str, str]]) -> Refusal:
    """A refusal of the innermost rule told as the outermost names it (`paths` of each frame)."""
    for renamed in reversed(paths):
        refusal = refusal.moved(renamed)
    return refusal


def play(question: RunInput) -> Session:
    """Play a question's answers. Raises `Refusal`; a belief is refused in a played run."""
    for name in question.procedure.beliefs():
        raise _unplayable(name, question.given.get(name))
    try:
        return Session(question)
    except Belief as belief:
        raise _unplayable(belief.ask.label, belief.ask.value) from None


def _unplayable(field: str, belief: Any) -> Refusal:
    told = "un nombre : une croyance ne vaut que pour « odds » et « advise »"
    return Refusal("param", field, belief, told)
