"""The played reading: a run answered one question at a time, behind `resolve` and `play`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar
from weakref import proxy

import msgspec

from tablee.dice.die import Throw
from tablee.dice.law import Law
from tablee.dice.reads import outcomes
from tablee.rules.ambient import Ambient, Thrown, around
from tablee.rules.fighter_status import FighterStatus
from tablee.rules.forms import FreeText, TextAndNumber
from tablee.rules.procedure import Procedure
from tablee.rules.questions import Become, Call, CallAll, Choose, Hidden, Roll, Together
from tablee.rules.readings.answers import read_choice, read_faces, read_together
from tablee.rules.readings.frames import Frame, Frames, outside
from tablee.rules.readings.laws import requested_law
from tablee.rules.readings.returned import check_seats, returned
from tablee.rules.refusal import Refusal
from tablee.rules.rule_watch import endless_path, endless_states, is_endless, line_of_wait
from tablee.rules.run_input import RunInput, read_answer
from tablee.rules.texts.words import ARTICLE
from tablee.rules.trace import Entry

T = TypeVar("T")
MAX_UNASKED = 100_000
"""Maximum number of answers that a rule gets in a row without a person."""
MAX_CALLS = 500
"""Maximum number of rules that wait for each other: a rule may call itself for ever."""
MAX_ANSWERS = 10_000
"""Maximum number of answers of a run: house dice would answer a rule without end for ever."""

MAX_STOPPED = 100
"""Maximum number of runs that are refused at once, because they never ended before."""
_stopped: dict[tuple[Procedure[Any], Any, int], tuple[bytes, Refusal]] = {}
"""The answers and the refusal of these runs, by their number of answers: one of them holds up the
tables of a server once."""


class Belief(Exception):
    """A law that a played run met in the place of a secret value."""

    def __init__(self, ask: Hidden[Any]) -> None:
        super().__init__(ask.label)
        self.ask = ask

    def refusal(self) -> Refusal:
        """Return the refusal of a played run that contains this belief."""
        return belief_refusal(self.ask.label, self.ask.value)


def belief_refusal(field: str, belief: Any) -> Refusal:
    """Return the refusal of a belief in a played run."""
    return Refusal(
        "param", field, belief, "un nombre : une croyance ne vaut que pour « odds » et « advise »"
    )


class Session(Frames):
    """A run in progress.

    `pending`: the throw, the choice or the simultaneous choices that the run waits for; None once
    the run is over. `thrown`: the true numbers of the last throw, by name.
    """

    def __init__(self, question: RunInput, secrets: Mapping[str, Any] | None = None) -> None:
        """Start the run and give it the answers of the question.

        `secrets`: values by label that replace beliefs. Raises `Refusal` for a wrong answer and
        `Belief` for a belief without such a value.
        """
        super().__init__(question.procedure)
        self.question = question
        self.secrets = secrets or {}
        self.pending: Throw | Choose[Any] | Together[Any] | None = None
        self.ask: Roll[Any] | Choose[Any] | Together[Any] | None = None
        self.faces: list[tuple[int, ...]] = []
        self.thrown: Mapping[str, int] = {}
        self.result: Any = None
        self.trace: list[Entry] = []
        self.turns: list[int] = []
        """Lengths of the trace at which the outermost rule became another state of its first kind:
        the turns of a fight, the attempts of a series."""
        self._first_state: type[Procedure[Any]] | None = None
        self.effects: list[tuple[str, Any]] = []
        self.effect_seats: list[str | None] = []
        """Seat, role or name that each effect concerns, where the rule gives one."""
        self.effect_seen_by: list[str | None] = []
        """The one seat, besides the leader, that sees each effect; None: all seats."""
        self.answers: list[Mapping[str, Any]] = []
        self.ways = 1
        """Number of equally likely outcomes of the dice thrown so far."""
        self._ambient = Ambient(question.rulings, None, proxy(self), requested_law=requested_law)
        self._continue(lambda: None)
        for answer in question.answers:
            self.answer(answer)

    # ── the sink of notes and effects ──────────────────────────────────────────────────────────
    def note(
        self, clauses: str, text: str, to: str | None, reveals: bool, numbers: dict[str, Any]
    ) -> None:
        """Append a note of the rule to the trace."""
        self.trace.append(
            Entry(
                kind="note",
                clauses=tuple(clauses.split()),
                text=text,
                numbers={name: self._number(value) for name, value in numbers.items()},
                seen_by=self.seen_by or (None if to is None else self.outer(to)),
                sealed=self.sealed,
                reveals=reveals,
                about=self._ambient.about,
            )
        )

    def _number(self, value: Any) -> Any:
        """Return a value of a note with true numbers of the throw and names of the run."""
        if isinstance(value, Thrown):
            return self.thrown[value.name] + value.plus
        if isinstance(value, tuple):
            return tuple(self._number(each) for each in value)
        return self.named(value) if isinstance(value, str) else value

    def effect(self, name: str, amount: Any, who: str | None, to: str | None) -> None:
        """Append an effect of the rule."""
        self.effects.append((name, amount))
        self.effect_seats.append(None if who is None else self.outer(who))
        self.effect_seen_by.append(None if to is None else self.outer(to))

    # ── the state of the run ───────────────────────────────────────────────────────────────────
    @property
    def done(self) -> bool:
        """Whether the run is over."""
        return self.pending is None

    @property
    def public(self) -> bool:
        """Whether the rest of the run depends on nothing secret."""
        return self.frames[0].procedure.public

    def innermost(self, find: Callable[[Frame], T]) -> T | None:
        """Return the first value of `find` that is not empty, from the innermost rule outwards."""
        with around(self._ambient):
            return next((found for frame in reversed(self.frames) if (found := find(frame))), None)

    def fighter_statuses(self) -> tuple[FighterStatus, ...]:
        """Return the status of each fighter, by the innermost rule that gives one."""
        return self.innermost(lambda frame: frame.procedure.fighter_statuses()) or ()

    def turn_order(self) -> tuple[tuple[str, ...], ...]:
        """Return the seats that act now and those that act next, in groups of equal rank."""
        return self.innermost(lambda frame: frame.procedure.turn_order()) or ()

    # ── answers ────────────────────────────────────────────────────────────────────────────────
    def answer(self, answer: Mapping[str, Any]) -> None:
        """Answer the pending question. Raises `Refusal`, and changes nothing, for a wrong answer."""
        field = f"answers[{len(self.answers)}]"
        pending = self.pending
        if pending is None:
            raise Refusal("answer", field, answer, "plus aucune réponse, car le jet est fini")
        if len(self.answers) >= MAX_ANSWERS:
            frame = self.frames[-1]
            raise endless_path(frame.procedure.id, line_of_wait(frame.coroutine), MAX_ANSWERS)
        kind, value = read_answer(answer, field)
        if isinstance(pending, Throw):
            faces = read_faces(pending, kind, value, field)
            self.answers.append(answer)
            self._record_throw(pending, faces)
        elif isinstance(pending, Choose):
            chosen = read_choice(pending, kind, value, field)
            self.answers.append(answer)
            self._record_choice(pending, chosen)
            self._continue(lambda: chosen)
        else:
            each = read_together(pending, kind, value, field)
            self.answers.append(answer)
            for choice, chosen in zip(pending.choices, each, strict=True):
                self._record_choice(choice, chosen)
            self._continue(lambda: each)

    def _record_throw(self, throw: Throw, faces: tuple[int, ...]) -> None:
        self.faces.append(faces)
        self.ways *= throw.die.sides ** len(faces)
        numbers: dict[str, Any] = {
            "who": self.outer(throw.who),
            "dice": throw.notation(),
            "label": throw.label,
            "faces": faces,
        }
        if throw.die.lowest != 1:  # the notation of the dice does not show it
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
        ask = self.ask
        assert isinstance(ask, Roll)
        if not self._next_throw(ask):
            thrown = tuple(self.faces)
            self._continue(lambda: self._read(ask, thrown))

    def _read(self, ask: Roll[Any], thrown: tuple[tuple[int, ...], ...]) -> Any:
        """Return the value that the rule gets for the faces; store their true numbers for notes."""
        self.thrown = ask.read.show(outcomes(ask.throws, thrown))
        return ask.read.value(ask.throws, thrown)

    def _record_choice(self, choice: Choose[Any], value: Any) -> None:
        text, numbers = _choice_sentence(choice, value)
        if f"{ARTICLE}.{self.outer(choice.who)}" in self.question.game.words:
            text = text.replace("{who:^}", "{who:@le^}")
        self.trace.append(
            Entry(
                kind="choice",
                text=text,
                numbers={"who": self.outer(choice.who), "label": choice.label, **numbers},
                seen_by=self.outer(choice.who) if choice.secret else self.seen_by,
                sealed=self.sealed,
                owner=self.choice_owner(choice),
                parameter=self.path(choice.parameter),
            )
        )

    # ── driving ────────────────────────────────────────────────────────────────────────────────
    def _continue(self, answer: Callable[[], Any]) -> None:
        """Send the value of an answer into the innermost rule and run to the next question or the end.
        The function of an author may count the value: it is under the watch as the rule is."""
        self.pending, self.ask, self.faces = None, None, []
        self._refuse_if_stopped_before()
        try:
            with around(self._ambient):
                self._follow(answer())
        except Refusal as refusal:
            found = outside(refusal, [frame.paths for frame in self.frames])
            if is_endless(found):
                if len(_stopped) == MAX_STOPPED:
                    _stopped.clear()
                _stopped[self._key()] = msgspec.json.encode(self.answers), found.at(found.field)
            raise found from None

    def _refuse_if_stopped_before(self) -> None:
        """Raise the refusal of an equal run that never ended."""
        stopped = _stopped.get(self._key()) if _stopped else None
        if stopped is not None and stopped[0] == msgspec.json.encode(self.answers):
            for frame in self.frames:
                frame.coroutine.close()
            raise stopped[1].at(stopped[1].field)

    def _key(self) -> tuple[Procedure[Any], Any, int]:
        """Return the key of `_stopped` for this run after its answers so far."""
        return self.question.procedure, self.question.rulings, len(self.answers)

    def _follow(self, value: Any) -> None:
        ask: Any = None
        for _ in range(MAX_UNASKED):
            frame = self.frames[-1]
            ask, value = self._send(frame, value)
            if ask is None:
                if len(self.frames) == 1:
                    self.result = returned(frame.procedure, value)
                    return
                self.frames.pop()
                value = self._returned(self.frames[-1], value)
                if value is _CALLED:
                    value = None
                continue
            check_seats(frame.procedure, ask, frame.coroutine)
            value = self._step(frame, ask)
            if value is _WAIT:
                return
        frame = self.frames[-1]
        line = line_of_wait(frame.coroutine)
        frame.coroutine.close()
        if isinstance(ask, Become):
            raise endless_states(frame.procedure.id, MAX_UNASKED, asks=False)
        raise endless_path(frame.procedure.id, line, MAX_UNASKED)

    def _send(self, frame: Frame, value: Any) -> tuple[Any, Any]:
        """Send a value: return (next ask, None), or (None, result) when the rule has returned."""
        if frame.started:
            frame.sent.append(value)
        frame.started = True
        try:
            return frame.coroutine.send(value), None
        except StopIteration as stop:
            return None, stop.value

    def _step(self, frame: Frame, ask: Any) -> Any:
        """Return the value to send next, or `_WAIT` when a person must answer."""
        match ask:
            case Roll():
                self.ask, self.faces = ask, []
                return _WAIT if self._next_throw(ask) else self._read(ask, tuple(self.faces))
            case Choose() | Together():
                only = ask.only()
                if only is not None:
                    return only[0]
                self.ask = self.pending = ask
            case Hidden():
                return self._secret(ask)
            case Become():
                if len(self.frames) == 1:
                    self._note_turn(ask.procedure)
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
        """Set the next throw of a roll as pending; return False when no further throw is needed."""
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

    def _note_turn(self, procedure: Procedure[Any]) -> None:
        self._first_state = self._first_state or type(procedure)
        if type(procedure) is self._first_state:
            self.turns.append(len(self.trace))

    def _push(self, ask: Call[Any]) -> None:
        if len(self.frames) > MAX_CALLS:
            raise RecursionError
        seen_by = self.outer(ask.seen_by) if ask.seen_by else None
        names = dict(ask.seats), dict(ask.paths)
        self.frames.append(
            Frame(ask.procedure, *names, seen_by, ask.sealed, len(self.answers), ask.by)
        )

    def _gather(self, frame: Frame, ask: CallAll[Any]) -> Any:
        first = frame.gather(ask)
        if first is None:
            return frame.gathered()
        self._push(first)
        return None

    def _returned(self, frame: Frame, result: Any) -> Any:
        """Return the value for the rule that called a finished sub-rule.

        `_CALLED`: another sub-rule of the same `call_all` has started instead.
        """
        if frame.gathering is None:
            return result
        following = frame.fold(result)
        if following is None:
            return frame.gathered()
        self._push(following)
        return _CALLED


_WAIT, _CALLED = object(), object()


def _choice_sentence(choice: Choose[Any], value: Any) -> tuple[str, dict[str, Any]]:
    """Return the sentence of an answer and its numbers; free text is quoted unchanged."""
    if isinstance(choice.form, TextAndNumber) and isinstance(value, tuple):
        numbers = {"value": value, "texte": value[0], "name": choice.form.name, "number": value[1]}
        return "{who:^} répond : « {texte:=} », {name} : {number} ({label}).", numbers
    if isinstance(choice.form, FreeText) and not value:
        return "{who:^} n’en dit pas plus ({label}).", {"value": value}
    if isinstance(choice.form, FreeText):
        return "{who:^} répond : « {value:=} » ({label}).", {"value": value}
    if isinstance(value, bool):
        return "{who:^} répond : {value} ({label}).", {"value": value}
    return "{who:^} choisit : {value:@{label:=}} ({label}).", {"value": value}


def answer_played(session: Session, answer: Mapping[str, Any]) -> None:
    """Give a played run its next answer. Raises `Refusal`, also for a belief that the run meets."""
    try:
        session.answer(answer)
    except Belief as belief:
        raise belief.refusal() from None


def play(question: RunInput) -> Session:
    """Return the session of a question with its answers. Raises `Refusal`, also for a belief."""
    for name in question.procedure.beliefs():
        raise belief_refusal(name, question.given.get(name))
    try:
        return Session(question)
    except Belief as belief:
        raise belief.refusal() from None
