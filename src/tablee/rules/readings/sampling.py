"""One block of sampled runs.

Runs are followed together from state to state: where many stand in one state, its leaves are worked
out once and one multinomial draw splits them; sub-rules in it are answered by their laws. Where few
stand, or the leaves are too many, each is run to its end by the plain reading. The counts have
exactly the law of as many independent runs, and depend on the generator alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tablee.rules.ambient import Ambient, around
from tablee.rules.procedure import Procedure
from tablee.rules.questions import Call, CallAll
from tablee.rules.readings.budget import Budget
from tablee.rules.readings.drawing import Draws
from tablee.rules.readings.frames import Frame, outside
from tablee.rules.readings.laws import Laws, projection
from tablee.rules.readings.odds import worlds
from tablee.rules.readings.plain import Plain
from tablee.rules.readings.session import Session
from tablee.rules.readings.walk import Leaves
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import RunInput

Begun = tuple[tuple[Any, ...], tuple[tuple[int, ...], ...]]
"""What was sent into a rule, and the throws made of the joint read that stands next."""
NOT_BEGUN: Begun = ((), ())
_FEW = 2
"""Runs in a state for which its leaves are never worked out."""
_STEPS_A_RUN = 40
"""Steps of the walk over a state's leaves that each run standing there is worth."""
_MOST_STEPS = 200_000
_MOST_STATES = 500
"""States of a sub-rule whose law is worked out, at most."""
_AT_A_TIME = 64
"""Runs between two words on how far the block is."""


class Table:
    """The leaves of a state, to split runs among them."""

    def __init__(self, leaves: Leaves) -> None:
        self.results, self.states = list(leaves.results), list(leaves.states)
        weights = (*leaves.results.values(), *leaves.states.values())
        chances = np.array([weight / leaves.total for weight in weights])
        self.chances = chances / chances.sum()

    def split(
        self, random: np.random.Generator, count: int
    ) -> tuple[dict[Any, int], dict[Any, int]]:
        """(result -> runs that end so, state -> runs that go on there)."""
        drawn = random.multinomial(count, self.chances).tolist()
        ended = {r: n for r, n in zip(self.results, drawn, strict=False) if n}
        later = zip(self.states, drawn[len(self.results) :], strict=True)
        return ended, {state: n for state, n in later if n}


class Tables:
    """The leaves of states where it pays to work them out."""

    def __init__(self, rulings: Any) -> None:
        self._budget = Budget()
        self._laws = Laws(rulings, self._budget)
        self._refused: dict[type, int] = {}

    def of(
        self, state: Procedure[Any], begun: Begun, by: tuple[str, ...] | None, count: int
    ) -> Table | None:
        """The table of a state in which `count` runs stand; None: they had better run one by one.

        A kind of state that was too large is not tried again for as few runs.
        """
        kind = type(state)
        if count < _FEW or count <= self._refused.get(kind, 0):
            return None
        self._budget.steps_left = min(_MOST_STEPS, count * _STEPS_A_RUN)
        self._budget.states_left = _MOST_STATES
        try:
            leaves = self._laws.walker(kind.result_type(), by).leaves(state, *begun)
        except Refusal as refusal:
            if refusal.kind != "too_large":
                raise
            self._refused[kind] = count
            return None
        return Table(leaves)


class Sampler:
    """Makes the runs of one block; `over` is told often how many of them have ended."""

    def __init__(
        self,
        question: RunInput,
        seed: int,
        block: int,
        by: tuple[str, ...] | None,
        over: Callable[[int], None] = lambda runs: None,
    ) -> None:
        bits = np.random.Philox(key=seed, counter=[0, 0, 0, block])
        self.question, self.rulings = question, question.rulings
        self.random = np.random.Generator(bits)
        self.draws = Draws(self.random)
        self.tables = Tables(question.rulings)
        self.by = by
        self.arrived = 0
        self.over = over

    def run(self, size: int) -> dict[Any, int]:
        """Result -> how many of `size` runs came to it."""
        found = worlds(self.question)
        chances = np.array([float(weight) for _, weight in found])
        split = self.random.multinomial(size, chances / chances.sum()).tolist()
        ended: dict[Any, int] = {}
        for (session, _), count in zip(found, split, strict=True):
            if count:
                _add(ended, self._following(session, count))
        return ended

    # ── from where a session stands, frame by frame from the innermost out ─────────────────────
    def _following(self, session: Session, count: int) -> dict[Any, int]:
        *outer, top = session.frames
        by = None if outer else self.by
        if session.pending is None:
            result, kind = session.result, type(top.procedure).result_type()
            return {result if by is None else projection(kind, by)(result): count}
        paths = [frame.paths for frame in session.frames]
        begun = tuple(top.sent), tuple(session.faces)
        try:
            ended = self._ended(top.procedure, begun, by, count, not outer)
            for depth in range(len(outer) - 1, -1, -1):
                paths.pop()
                ended = self._returned(outer[depth], ended, depth == 0)
        except Refusal as refusal:
            raise outside(refusal, paths) from None
        return ended

    def _returned(self, frame: Frame, results: dict[Any, int], outermost: bool) -> dict[Any, int]:
        """Runs of a rule on from the results of the sub-rule that it waited for."""
        by = self.by if outermost else None
        values = results
        if frame.gathering is not None:
            values = self._gathered(frame, frame.gathering, results, by)
        ended: dict[Any, int] = {}
        for value, count in values.items():
            begun = (*frame.sent, value), ()
            _add(ended, self._ended(frame.procedure, begun, by, count, outermost))
        return ended

    def _gathered(
        self,
        frame: Frame,
        ask: CallAll[Any],
        results: dict[Any, int],
        by: tuple[str, ...] | None,
    ) -> dict[Any, int]:
        """What the fold under way comes to, its later sub-rules run one after the other."""
        gather, using = ask.gather, ask.gather.using
        ambient = Ambient(self.rulings, _set(by))
        layer = {frame.folded: results}
        for place in range(frame.place, len(ask.calls)):
            following: dict[Any, int] = {}
            for folded, ended in layer.items():
                with around(ambient):
                    for result, count in ended.items():
                        _add(following, {gather.step(folded, place, result, *using): count})
            if place + 1 < len(ask.calls):
                later = ask.calls[place + 1]
                layer = {folded: self._called(later, n) for folded, n in following.items()}
        values: dict[Any, int] = {}
        with around(ambient):
            for folded, count in following.items():
                _add(values, {gather.end(folded, *using): count})
        return values

    def _called(self, ask: Call[Any], count: int) -> dict[Any, int]:
        try:
            return self._ended(ask.procedure, NOT_BEGUN, ask.by, count, False)
        except Refusal as refusal:
            raise refusal.moved(dict(ask.paths)) from None

    # ── from state to state ────────────────────────────────────────────────────────────────────
    def _ended(
        self,
        procedure: Procedure[Any],
        begun: Begun,
        by: tuple[str, ...] | None,
        count: int,
        outermost: bool,
    ) -> dict[Any, int]:
        """Where `count` runs of a rule end that has `begun` so."""
        plain = Plain(self.rulings, self.draws, _set(by), lambda: self.over(self.arrived))
        ended: dict[Any, int] = {}
        waiting = {procedure: count}
        while waiting:
            state = next(iter(waiting))
            count = waiting.pop(state)
            self.over(self.arrived)
            table = self.tables.of(state, begun, by, count)
            if table is None:
                found = self._one_by_one(plain, state, begun, by, count, outermost)
            else:
                found, states = table.split(self.random, count)
                _add(waiting, states)
                self._arrive(found, outermost)
            _add(ended, found)
            begun = NOT_BEGUN
        return ended

    def _one_by_one(
        self,
        plain: Plain,
        state: Procedure[Any],
        begun: Begun,
        by: tuple[str, ...] | None,
        count: int,
        outermost: bool,
    ) -> dict[Any, int]:
        """`count` runs to the end, without a table."""
        project = projection(type(state).result_type(), by or ())
        ended: dict[Any, int] = {}
        for start in range(0, count, _AT_A_TIME):
            found = plain.runs(state, min(_AT_A_TIME, count - start), *begun)
            if by is not None:
                for result, share in found.items():
                    _add(ended, {project(result): share})
            else:
                _add(ended, found)
            self._arrive(found, outermost)
        return ended

    def _arrive(self, found: dict[Any, int], outermost: bool) -> None:
        if outermost:
            self.arrived += sum(found.values())
        self.over(self.arrived)


def _add(table: dict[Any, int], others: dict[Any, int]) -> None:
    for key, count in others.items():
        table[key] = table.get(key, 0) + count


def _set(by: tuple[str, ...] | None) -> frozenset[str] | None:
    return None if by is None else frozenset(by)
