"""The plain reading: one run after another, of which only the result is kept.

It has no trace, no validation and no memo. Every question is answered immediately: dice are thrown,
a choice takes its policy. So a rule runs from start to end without a pause. `simulate` uses it where
a law does not help, and the benchmark compares it with rules written by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextvars import copy_context
from types import coroutine
from typing import Any, cast

from tablee.dice.law import Law
from tablee.rules.ambient import Ambient, around, surroundings
from tablee.rules.procedure import Procedure
from tablee.rules.questions import Become, Call, CallAll, Choose, Hidden, Roll, Together
from tablee.rules.readings.drawing import Faces
from tablee.rules.readings.laws import requested_law
from tablee.rules.readings.returned import returned
from tablee.rules.readings.walk import partly_shown, unattended_answer
from tablee.rules.refusal import Refusal
from tablee.rules.rule_watch import beat, may_never_end

MAX_TURNS = 100_000
"""Maximum number of times that a run goes on as another procedure."""
Running = Generator[Any, Procedure[Any], None]


class _Became(Exception):
    """Signal that the rule continues as another procedure."""

    def __init__(self, procedure: Procedure[Any]) -> None:
        self.procedure = procedure


@coroutine
def _runs() -> Running:
    """Receive procedures by `send` and yield their results, any number of times.

    No exception is raised at the end of a rule, which is faster than driving its coroutine.
    """
    following = yield None
    while True:
        try:
            result = yield from following.rule()
        except _Became as became:
            following = became.procedure
        else:
            following = yield result


class Plain:
    """Runner of procedures under fixed rulings.

    `fields`: the wanted result fields. `report_progress` is called at each `become`. A belief is
    drawn each time that the rule asks for the secret. Raises `Refusal` for a choice without a
    policy.
    """

    def __init__(
        self,
        rulings: Any,
        faces: Faces,
        fields: frozenset[str] | None = None,
        report_progress: Callable[[], None] = lambda: None,
    ) -> None:
        self._faces = faces
        self._report_progress = report_progress
        self._ambient = Ambient(rulings, fields, answer=self._answer, requested_law=requested_law)
        self._ambient.ready = faces.ready
        self._context = copy_context()
        self._context.run(surroundings.set, self._ambient)
        self._start = _started().send
        self._turns = 0
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
        """Return the result of one run."""
        self._turns = 0
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
        """Return the count of each result in `count` runs, after the values `sent`.

        `faces`: throws already made of the next roll.
        """
        ended: dict[Any, int] = {}
        has_prefix = bool(sent or faces)
        with around(self._ambient):
            for _ in range(count):
                if has_prefix:
                    self._replay_prefix(sent, faces)
                result = self.run(procedure)
                beat()
                ended[result] = ended.get(result, 0) + 1
        for result in ended:
            returned(procedure, result)
        return ended

    def _replay_prefix(self, sent: tuple[Any, ...], faces: tuple[tuple[int, ...], ...]) -> None:
        """Answer the first questions of the next run with `sent`, and throw the rest of its roll."""
        replayed, ambient = iter(sent), self._ambient

        def answer(ask: Any) -> Any:
            for value in replayed:
                return value
            ambient.answer, ambient.ready = self._answer, self._faces.ready
            return self._answer(partly_shown(ask, faces) if faces else ask)

        ambient.answer, ambient.ready = answer, {}

    def _run(self, procedure: Procedure[Any]) -> Any:
        """Return the result of a sub-rule, by an idle generator (each nested rule needs one)."""
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
        self._report_progress()
        beat()
        self._turns += 1
        if self._turns > MAX_TURNS:
            raise may_never_end(ask.procedure.id)
        raise _Became(ask.procedure)

    def _call(self, ask: Call[Any]) -> Any:
        """Return the result of a sub-rule. The wanted fields apply to the outer rule only."""
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
