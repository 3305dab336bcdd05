"""One block of sampled runs.

Runs move together from state to state. Where many runs are in one state, its leaves are computed
once and one multinomial draw splits the runs; sub-rules are answered by their laws. Where few runs
are in a state, or it has too many leaves, each run is played to its end by the plain reading. The
counts have exactly the law of independent runs, and depend only on the generator.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tablee.rules.ambient import Ambient, around
from tablee.rules.procedure import Procedure
from tablee.rules.questions import Call, CallAll
from tablee.rules.readings.budget import Budget
from tablee.rules.readings.drawing import Draws, block_generator
from tablee.rules.readings.frames import Frame, outside
from tablee.rules.readings.laws import Laws, projection
from tablee.rules.readings.odds import possible_sessions
from tablee.rules.readings.plain import Plain
from tablee.rules.readings.session import Session
from tablee.rules.readings.walk import Leaves
from tablee.rules.refusal import Refusal
from tablee.rules.rule_watch import may_never_end
from tablee.rules.run_input import RunInput

Prefix = tuple[tuple[Any, ...], tuple[tuple[int, ...], ...]]
"""Values sent into a rule, and throws already made of its next roll."""
NO_PREFIX: Prefix = ((), ())
MIN_RUNS_FOR_TABLE = 2
"""Minimum number of runs in a state for which its leaves are computed."""
STEPS_PER_RUN = 40
"""Steps of the walk over the leaves of a state that are allowed for each run in it."""
MAX_TABLE_STEPS = 200_000
MAX_TABLE_STATES = 500
"""Maximum number of states of a sub-rule whose law is computed."""
MAX_STATES_WITHOUT_END = 20_000
"""Maximum number of states that runs go through one after another while none ends."""
RUNS_PER_REPORT = 64
"""Number of runs between two progress reports."""


class Table:
    """The leaves of a state, with their chances."""

    def __init__(self, leaves: Leaves) -> None:
        self.results, self.states = list(leaves.results), list(leaves.states)
        weights = (*leaves.results.values(), *leaves.states.values())
        chances = np.array([weight / leaves.total for weight in weights])
        self.chances = chances / chances.sum()

    def split(
        self, random: np.random.Generator, count: int
    ) -> tuple[dict[Any, int], dict[Any, int]]:
        """Return (result -> number of runs that end there, state -> number that continue there)."""
        drawn = random.multinomial(count, self.chances).tolist()
        ended = {r: n for r, n in zip(self.results, drawn, strict=False) if n}
        later = zip(self.states, drawn[len(self.results) :], strict=True)
        return ended, {state: n for state, n in later if n}


class Tables:
    """Factory of tables, for the states where computing the leaves is worth its cost."""

    def __init__(self, rulings: Any, tick: Callable[[int, int], None]) -> None:
        self._budget = Budget(tick=tick)
        self._laws = Laws(rulings, self._budget)
        self._refused_counts: dict[type, int] = {}

    def of(
        self, state: Procedure[Any], prefix: Prefix, by: tuple[str, ...] | None, count: int
    ) -> Table | None:
        """Return the table of a state with `count` runs, None when single runs are cheaper.

        A type of state that was too large is tried again only for more runs.
        """
        kind = type(state)
        if count < MIN_RUNS_FOR_TABLE or count <= self._refused_counts.get(kind, 0):
            return None
        self._budget.steps_left = min(MAX_TABLE_STEPS, count * STEPS_PER_RUN)
        self._budget.states_left = MAX_TABLE_STATES
        try:
            leaves = self._laws.walker(kind.result_type(), by).leaves(state, *prefix)
        except Refusal as refusal:
            if refusal.kind != "too_large":
                raise
            self._refused_counts[kind] = count
            return None
        return Table(leaves)


class Sampler:
    """Runner of one block. `report_done` is called often with the number of finished runs."""

    def __init__(
        self,
        question: RunInput,
        seed: int,
        block: int,
        by: tuple[str, ...] | None,
        report_done: Callable[[int], None] = lambda runs: None,
    ) -> None:
        self.question, self.rulings = question, question.rulings
        self.random = block_generator(seed, block)
        self.draws = Draws(self.random)
        self.tables = Tables(question.rulings, lambda steps, states: report_done(self.done_runs))
        self.by = by
        self.done_runs = 0
        self.report_done = report_done

    def run(self, size: int) -> dict[Any, int]:
        """Return the count of each result in `size` runs."""
        found = possible_sessions(self.question)
        chances = np.array([float(weight) for _, weight in found])
        split = self.random.multinomial(size, chances / chances.sum()).tolist()
        ended: dict[Any, int] = {}
        for (session, _), count in zip(found, split, strict=True):
            if count:
                _add(ended, self._remaining_results(session, count))
        return ended

    # ── from the session, frame by frame from the innermost outwards ───────────────────────────
    def _remaining_results(self, session: Session, count: int) -> dict[Any, int]:
        *outer, top = session.frames
        by = None if outer else self.by
        if session.pending is None:
            result, kind = session.result, type(top.procedure).result_type()
            return {result if by is None else projection(kind, by)(result): count}
        paths = [frame.paths for frame in session.frames]
        prefix = tuple(top.sent), tuple(session.faces)
        try:
            ended = self._results(top.procedure, prefix, by, count, not outer)
            for depth in range(len(outer) - 1, -1, -1):
                paths.pop()
                ended = self._results_after_subrule(outer[depth], ended, depth == 0)
        except Refusal as refusal:
            raise outside(refusal, paths) from None
        return ended

    def _results_after_subrule(
        self, frame: Frame, results: dict[Any, int], outermost: bool
    ) -> dict[Any, int]:
        """Return the results of a rule after the results of the sub-rule that it waited for."""
        by = self.by if outermost else None
        values = results
        if frame.gathering is not None:
            values = self._gathered(frame, frame.gathering, results, by)
        ended: dict[Any, int] = {}
        for value, count in values.items():
            prefix = (*frame.sent, value), ()
            _add(ended, self._results(frame.procedure, prefix, by, count, outermost))
        return ended

    def _gathered(
        self,
        frame: Frame,
        ask: CallAll[Any],
        results: dict[Any, int],
        by: tuple[str, ...] | None,
    ) -> dict[Any, int]:
        """Return the values of the fold in progress, after running its later sub-rules."""
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
                layer = {folded: self._call_results(later, n) for folded, n in following.items()}
        values: dict[Any, int] = {}
        with around(ambient):
            for folded, count in following.items():
                _add(values, {gather.end(folded, *using): count})
        return values

    def _call_results(self, ask: Call[Any], count: int) -> dict[Any, int]:
        try:
            return self._results(ask.procedure, NO_PREFIX, ask.by, count, False)
        except Refusal as refusal:
            raise refusal.moved(dict(ask.paths)) from None

    # ── from state to state ────────────────────────────────────────────────────────────────────
    def _results(
        self,
        procedure: Procedure[Any],
        prefix: Prefix,
        by: tuple[str, ...] | None,
        count: int,
        outermost: bool,
    ) -> dict[Any, int]:
        """Return the results of `count` runs of a rule after `prefix`."""
        plain = Plain(self.rulings, self.draws, _set(by), lambda: self.report_done(self.done_runs))
        ended: dict[Any, int] = {}
        waiting = {procedure: count}
        without_end = 0
        while waiting:
            state = next(iter(waiting))
            count = waiting.pop(state)
            self.report_done(self.done_runs)
            table = self.tables.of(state, prefix, by, count)
            if table is None:
                found = self._one_by_one(plain, state, prefix, by, count, outermost)
            else:
                found, states = table.split(self.random, count)
                _add(waiting, states)
                self._count_done(found, outermost)
            without_end = 0 if found else without_end + 1
            if without_end > MAX_STATES_WITHOUT_END:
                raise may_never_end(procedure.id)
            _add(ended, found)
            prefix = NO_PREFIX
        return ended

    def _one_by_one(
        self,
        plain: Plain,
        state: Procedure[Any],
        prefix: Prefix,
        by: tuple[str, ...] | None,
        count: int,
        outermost: bool,
    ) -> dict[Any, int]:
        """Return the results of `count` single runs."""
        project = projection(type(state).result_type(), by or ())
        ended: dict[Any, int] = {}
        for start in range(0, count, RUNS_PER_REPORT):
            found = plain.runs(state, min(RUNS_PER_REPORT, count - start), *prefix)
            if by is not None:
                for result, share in found.items():
                    _add(ended, {project(result): share})
            else:
                _add(ended, found)
            self._count_done(found, outermost)
        return ended

    def _count_done(self, found: dict[Any, int], outermost: bool) -> None:
        if outermost:
            self.done_runs += sum(found.values())
        self.report_done(self.done_runs)


def _add(table: dict[Any, int], others: dict[Any, int]) -> None:
    for key, count in others.items():
        table[key] = table.get(key, 0) + count


def _set(by: tuple[str, ...] | None) -> frozenset[str] | None:
    return None if by is None else frozenset(by)
