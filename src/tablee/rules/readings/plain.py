"""The plain reading: one run after another, with nothing kept but the result.

No trace, no validation, no memo. Every question is answered at once, so that a rule runs from end
to end without a pause: dice are thrown, a choice takes its policy. It is what `simulate` does where
no law serves, and what the benchmark holds against the same rule written by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextvars import copy_context
from types import coroutine
from typing import Any, cast

from tablee.dice.law import Law
from tablee.rules.ambient import Ambient, surroundings
from tablee.rules.procedure import Procedure
from tablee.rules.questions import Become, Call, CallAll, Choose, Hidden, Roll, Together
from tablee.rules.readings.drawing import Faces
from tablee.rules.readings.laws import requested_law
from tablee.rules.readings.walk import partly_shown, unattended_answer
from tablee.rules.refusal import Refusal

Running = Generator[Any, Procedure[Any], None]


class _Turned(Exception):
    """The rule goes on as another procedure."""

    def __init__(self, procedure: Procedure[Any]) -> None:
        self.procedure = procedure


@coroutine
def _runs() -> Running:
    """Takes a procedure by `send` and gives its result, as often as one likes: no exception is
    raised at the end of a rule, which costs less than driving its coroutine by hand."""
    following = yield None
    while True:
        try:
            result = yield from following.rule()
        except _Turned as turned:
            following = turned.procedure
        else:
            following = yield result


class Plain:
    """Runs of procedures under fixed rulings. `fields`: the result fields asked for. `breathe` is
    called wherever a rule goes on as another.

    A secret that is asked for twice is drawn twice. Raises `Refusal` where somebody must choose.
    """

    def __init__(
        self,
        rulings: Any,
        faces: Faces,
        fields: frozenset[str] | None = None,
        breathe: Callable[[], None] = lambda: None,
    ) -> None:
        self._faces = faces
        self._breathe = breathe
        self._ambient = Ambient(rulings, fields, answer=self._answer, requested_law=requested_law)
        self._ambient.ready = faces.ready
        self._context = copy_context()
        self._context.run(surroundings.set, self._ambient)
        self._start = _started().send
        self._idle: list[Running] = []
        self._answers: dict[type, Callable[[Any], Any]] = {
            Become: self._turn,
            Call: self._call,
            CallAll: self._call_all,
            Choose: unattended_answer,
            Hidden: self._hidden,
            Roll: self._roll,
            Together: unattended_answer,
        }

    def run(self, procedure: Procedure[Any]) -> Any:
        """The result of one run."""
        try:
            return self._context.run(self._start, procedure)
        except BaseException:
            self._start = _started().send
            raise

    def runs(
        self,
        procedure: Procedure[Any],
        count: int,
        sent: tuple[Any, ...] = (),
        faces: tuple[tuple[int, ...], ...] = (),
    ) -> dict[Any, int]:
        """How often each result came in `count` runs of what follows when `sent` was already sent
        into the rule. `faces`: the throws already made of the joint read that stands next."""
        ended: dict[Any, int] = {}
        begun = bool(sent or faces)
        for _ in range(count):
            if begun:
                self._begin_after(sent, faces)
            result = self.run(procedure)
            ended[result] = ended.get(result, 0) + 1
        return ended

    def _begin_after(self, sent: tuple[Any, ...], faces: tuple[tuple[int, ...], ...]) -> None:
        """The rule's own questions are answered as they were, then the first open one; further
        ones are answered as ever."""
        given, ambient = iter(sent), self._ambient

        def answer(ask: Any) -> Any:
            for value in given:
                return value
            ambient.answer, ambient.ready = self._answer, self._faces.ready
            return self._answer(partly_shown(ask, faces) if faces else ask)

        ambient.answer, ambient.ready = answer, {}

    def _run(self, procedure: Procedure[Any]) -> Any:
        """The run of a rule that another calls, by a generator that is free (several are at
        work)."""
        running = self._idle.pop() if self._idle else _started()
        result = running.send(procedure)
        self._idle.append(running)
        return result

    # ── answers ────────────────────────────────────────────────────────────────────────────────
    def _answer(self, ask: Any) -> Any:
        return self._answers[type(ask)](ask)

    def _roll(self, ask: Roll[Any]) -> Any:
        drawn = self._faces.ready.get(ask)
        return drawn.pop() if drawn else self._faces.value(ask)

    def _turn(self, ask: Become[Any]) -> Any:
        self._breathe()
        raise _Turned(ask.procedure)

    def _call(self, ask: Call[Any]) -> Any:
        """The result of a rule used inside another; the fields asked for are the outer one's
        own."""
        fields, self._ambient.fields = self._ambient.fields, None
        try:
            return self._run(ask.procedure)
        except Refusal as refusal:
            raise refusal.moved(dict(ask.paths)) from None
        finally:
            self._ambient.fields = fields

    def _call_all(self, ask: CallAll[Any]) -> Any:
        gather = ask.gather
        folded = gather.start
        for place, each in enumerate(ask.calls):
            folded = gather.step(folded, place, self._call(each), *gather.using)
        return gather.end(folded, *gather.using)

    def _hidden(self, ask: Hidden[Any]) -> Any:
        return self._faces.outcome(ask.value) if isinstance(ask.value, Law) else ask.value


def _started() -> Running:
    running = cast("Running", _runs())
    next(running)
    return running
