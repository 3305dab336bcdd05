"""The chain of a run: its states and results as arrays, in which many runs move at once.

The states are explored once, as for `odds`. A run takes one of the outcomes of its state by an alias
table (Walker 1977; Vose 1991): one random number and three look-ups, for any number of outcomes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from tablee.rules.readings.graph import explore
from tablee.rules.readings.laws import Laws
from tablee.rules.readings.odds import possible_sessions, remaining_leaves
from tablee.rules.readings.walk import Leaves
from tablee.rules.run_input import RunInput

RESULT, STATE = 0, 1
Outcome = tuple[int, Any]
"""`RESULT` or `STATE`, and which one."""
Weight = int | Fraction


class Endless(Exception):
    """Error: from some state of the run no result can be reached."""


class Chain:
    """The chain of the runs of a question, after its answers: its `results` and its `moves`.

    Raises `Endless`.
    """

    def __init__(self, question: RunInput, by: tuple[str, ...] | None, laws: Laws) -> None:
        outcomes = _outcomes(question, by, laws)
        _check_ends(outcomes)
        start = (STATE, None)
        ends = {each: _end_of(each, outcomes) for each in [start, *_targets(outcomes)]}
        moving = [each for each in dict.fromkeys(ends.values()) if each[0] == STATE]
        results = [each for each in dict.fromkeys(ends.values()) if each[0] == RESULT]
        places = {each: place for place, each in enumerate([*moving, *results])}
        sizes, keeps, targets = [], [], list[int]()
        for _, state in moving:
            weights: dict[int, Weight] = {}
            for each, weight in outcomes[state].items():
                place = places[ends[each]]
                weights[place] = weights.get(place, 0) + weight
            sizes.append(len(weights))
            for keep, own, other in _alias(weights):
                keeps.append(keep)
                targets += (own, other)
        self.results = [result for _, result in results]
        self.moves = Moves(places[ends[start]], len(results), sizes, keeps, targets)

    def named(self, counts: Sequence[int]) -> dict[Any, int]:
        """Return result -> count of a sample."""
        counted = zip(self.results, counts, strict=True)
        return {result: times for result, times in counted if times}


class Moves:
    """The arrays of a chain, without its results, so that any process can read them.

    The states have the first numbers, the `results` results the next ones. For each column of an
    alias table, `_keeps` is the chance of its own outcome, and `_targets` holds its own outcome, then
    the other.
    """

    def __init__(
        self,
        start: int,
        results: int,
        sizes: Sequence[int],
        keeps: Sequence[float],
        targets: Sequence[int],
    ) -> None:
        self._start = start
        self._results = results
        self._states = len(sizes)
        self._sizes = np.array(sizes, dtype=np.float64)
        self._firsts = (np.cumsum(sizes) - sizes).astype(np.int32)
        self._keeps = np.array(keeps)
        self._targets = np.array(targets, dtype=np.int32)

    def run(
        self,
        random: np.random.Generator,
        count: int,
        report_done: Callable[[int], None],
    ) -> list[int]:
        """Return the count of each result in `count` runs. `report_done` is called with the number
        of finished runs."""
        at = np.full(count, self._start, dtype=np.int32)
        ended = np.zeros(self._results, dtype=np.int64)
        while True:
            goes_on = at < self._states
            if not goes_on.all():
                ended += np.bincount(at[~goes_on] - self._states, minlength=len(ended))
                at = at[goes_on]
            report_done(count - len(at))
            if not len(at):
                break
            at = self._next(random.random(len(at)), at)
        counts: list[int] = ended.tolist()
        return counts

    def _next(self, drawn: Any, at: Any) -> Any:
        """Return what follows each state, for numbers drawn in [0, 1)."""
        drawn *= self._sizes[at]
        column = drawn.astype(np.int32)
        drawn -= column
        column += self._firsts[at]
        other = drawn >= self._keeps[column]
        column *= 2
        column += other
        return self._targets[column]


def _outcomes(
    question: RunInput, by: tuple[str, ...] | None, laws: Laws
) -> dict[Any, dict[Outcome, Weight]]:
    """Return the outcomes of each state except itself, with weights. None is the run so far."""
    begins: dict[Outcome, Weight] = {}
    for session, weight in possible_sessions(question):
        for leaves, chance in remaining_leaves(session, laws, by):
            for outcome, share in _of_leaves(None, leaves).items():
                more = weight * chance * Fraction(share, leaves.total)
                begins[outcome] = begins.get(outcome, 0) + more
    first = Leaves()
    first.states = {what: 1 for kind, what in begins if kind == STATE}
    walker = laws.walker(type(question.procedure).result_type(), by)

    def leaves_of(state: Any) -> Leaves:
        return first if state is None else walker.leaves(state)

    graph = explore(None, leaves_of, laws.budget, question.procedure.id)
    found = {state: _of_leaves(state, leaves) for state, leaves in graph.items()}
    return found | {None: begins}


def _of_leaves(state: Any, leaves: Leaves) -> dict[Outcome, Weight]:
    """Return the outcomes of a state except itself: a run stays there until it leaves."""
    found: dict[Outcome, Weight] = {(RESULT, result): w for result, w in leaves.results.items()}
    for following, weight in leaves.states.items():
        if following != state:
            found[STATE, following] = weight
    return found


def _targets(outcomes: Mapping[Any, Mapping[Outcome, Weight]]) -> Iterator[Outcome]:
    for each in outcomes.values():
        yield from each


def _check_ends(outcomes: Mapping[Any, Mapping[Outcome, Weight]]) -> None:
    """Raise `Endless` unless each state leads to a result."""
    before: dict[Outcome, list[Any]] = {}
    for state, each in outcomes.items():
        for outcome in each:
            before.setdefault(outcome, []).append(state)
    ending: set[Any] = set()
    waiting = [outcome for outcome in before if outcome[0] == RESULT]
    while waiting:
        for state in before.get(waiting.pop(), ()):
            if state not in ending:
                ending.add(state)
                waiting.append((STATE, state))
    if len(ending) < len(outcomes):
        raise Endless


def _end_of(outcome: Outcome, outcomes: Mapping[Any, Mapping[Outcome, Weight]]) -> Outcome:
    """Return the first outcome from here on that is a result or has several outcomes."""
    while outcome[0] == STATE and len(outcomes[outcome[1]]) == 1:
        (outcome,) = outcomes[outcome[1]]
    return outcome


def _alias(weights: Mapping[int, Weight]) -> Iterator[tuple[float, int, int]]:
    """Yield the columns of an alias table: the chance of the first of two numbers, and both."""
    total = sum(weights.values())
    low, high = list[list[Any]](), list[list[Any]]()
    for place, weight in weights.items():
        share = float(weight * len(weights) / total)
        (low if share < 1 else high).append([share, place])
    while low and high:
        share, place = low.pop()
        yield share, place, high[-1][1]
        high[-1][0] -= 1 - share
        if high[-1][0] < 1:
            low.append(high.pop())
    for _, place in low + high:  # 1, up to rounding
        yield 1.0, place, place
