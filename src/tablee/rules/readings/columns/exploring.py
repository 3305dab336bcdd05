"""The exploration of a fight without its clock: all states, walked in batches by skeleton."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tablee.dice.law import Law
from tablee.rules.ambient import Ambient, around
from tablee.rules.procedure import Procedure
from tablee.rules.questions import Call, Roll
from tablee.rules.readings.budget import too_large
from tablee.rules.readings.columns.arrays import Level
from tablee.rules.readings.columns.clock import FOREVER, Span
from tablee.rules.readings.columns.column import Unsuited
from tablee.rules.readings.columns.skeleton import States, Taken, without_clock
from tablee.rules.readings.columns.walk_setting import Looped, Role
from tablee.rules.readings.columns.walking import Walk
from tablee.rules.readings.laws import requested_law
from tablee.rules.readings.walk import Walker
from tablee.rules.refusal import Refusal

BATCH = 200_000
"""Maximum number of states of one batch."""
MAX_EDGES, MAX_PATHS = 60_000_000, 25_000
"""Maximum numbers of edges (about 1.5 GB) and of paths: five times those of a duel of full sheets. A
path is one run of the rule on a batch of states."""
PATH_STEPS, EDGES_PER_STEP = 12, 50
"""What a path and an edge cost, in steps of a budget."""
EARLY_PATHS, EARLY_VALUES, SAMPLED_PATHS = 600, 300_000, 2_500
"""Paths, or values read, after which the number of all paths is estimated; before `SAMPLED_PATHS` with
the growth of the tables, so that a fight that is far too large is refused within two seconds. Of the
fights in `bench.fight_sizes` that are accepted, no early estimate is above 8,300. Answers that one path
takes at once (an audace) count as paths of their own here, because they multiply the edges. A single
tick is not estimated, because its last tables have few paths."""
DOUBTFUL_PATHS = 10_000
"""Estimate from which the first paths are not enough to walk a fight before its arrays: more paths are
walked until the estimate is lower, or too high."""
MAX_TICK_WORK, EDGES_PER_VALUE = 750_000, 8
"""Maximum work of a single tick, in values read of the states that paths lead to (about 2 microseconds
each), and edges that take as long as one. With every choice of two ready-made sheets free, a round of a
duel takes at most 665,000; with many combatants a path takes several times longer."""
MAX_DEPTH = 1_000
"""Maximum number of states within one tick, one after the other."""


class Probed(Exception):
    """Error: the first paths have not shown that the fight is too large."""


class Exploration:
    """The states that a run may reach from one of `roots`, which have the same number of ticks left, at
    any number of ticks; at the last one only, where a single tick is left.

    `worths`: function of a result that returns its worths: some utilities, to some seats. `signs`:
    for each of them -1 for a seat opposed to the first seat, else 1. `role`: the side of a seat,
    relative to the first one. `walker`: the laws of rolls and sub-rules. `as_laws`: kinds of
    sub-rules that their laws answer. `probing`: walk the first paths only, or until few seem to
    follow. `watch`: function that is called with the exploration under way between two tables, and
    whether all states of a tick are explored. `least`: the least number of ticks left, 1 where the
    rule ends before its limit. Raises `AtLimit` where a state has fewer, `Probed`; `Looped` for a
    sub-rule that must be one of `as_laws` where the states of a table do not fit into one batch.
    """

    def __init__(
        self,
        roots: Sequence[Procedure[Any]],
        rulings: Any,
        worths: Callable[[Any], tuple[Any, ...]],
        signs: tuple[float, ...],
        role: Callable[[str], Role],
        walker: Walker,
        report_progress: Callable[[], None],
        as_laws: frozenset[type] = frozenset(),
        probing: bool = False,
        watch: Callable[[Exploration, bool], None] | None = None,
        least: int = 1,
    ) -> None:
        self._clock = type(roots[0]).clock
        self._name = roots[0].id
        self.worths = worths
        self.signs = signs
        self.role = role
        self.law_of_roll: Callable[[Roll[Any]], Law[Any]] = walker.roll_law
        self.as_laws = as_laws
        self._probing = probing
        self._watch = watch
        self._walker = walker
        self.report_progress = report_progress
        self.meet = walker.choices.meet
        self.levels: dict[tuple[int, int], Level] = {}
        self.tables: list[States] = []
        self._places: dict[tuple[Any, ...], States] = {}
        self._depths: list[int] = []
        self._after: list[bool] = []
        self.paths = self.edges = self._values = 0
        self._breadth = 0.0
        self._walk: Walk | None = None
        begun = [without_clock(root) for root in roots]
        _, self.fixed, ticks = begun[0]
        if any(each[1:] != begun[0][1:] for each in begun):
            raise Unsuited("states with different numbers of ticks left")
        self.whole = Span(least, FOREVER if ticks > 1 else 1)
        self._sampled = EARLY_PATHS if ticks > 1 else math.inf
        self._most_values = EARLY_VALUES if ticks > 1 else math.inf
        self._most_work = math.inf if ticks > 1 else MAX_TICK_WORK
        walker.drop_time_limit()
        for plain, _, _ in begun:
            taken = Taken(plain, self.fixed)
            self._table(taken, plain).expect(taken.numbers, 1, lambda _: None)
        with around(Ambient(rulings, requested_law=requested_law)):
            self._explore()

    def index_of(self, state: Procedure[Any]) -> tuple[States, int, int] | None:
        """Return the table of a state, its index there, and the ticks left; None: unknown."""
        if type(state).clock != self._clock:
            return None
        plain, fixed, left = without_clock(state)
        if fixed is not self.fixed:
            return None
        taken = Taken(plain, fixed)
        table = self._places.get(tuple(taken.key))
        place = -1 if table is None else table.find(taken.numbers)
        return None if table is None or place < 0 else (table, place, left)

    def law_of_call(self, ask: Call[Any]) -> Law[Any]:
        """Return the law of a sub-rule. Raises `Unsuited` where it has decisions."""
        try:
            return self._walker.law_of_call(ask)
        except Refusal as refusal:
            if refusal.kind != "choice_needed":
                raise
            raise Unsuited("a sub-rule with decisions goes on as itself") from None

    def count_breadth(self, more: float) -> None:
        """Count the answers that a path has taken at once, beyond the first one."""
        self._breadth += more

    def count(self, paths: int, edges: int, values: int = 0) -> None:
        """Count work. `values`: those read of a state. Raises `Refusal` beyond the limits."""
        self.paths += paths
        self.edges += edges
        self._values += values
        self._walker.spend_steps(paths * PATH_STEPS + edges // EDGES_PER_STEP, self._name)
        self.report_progress()
        estimate = self._estimated_paths()
        if (
            max(self.paths, estimate) > MAX_PATHS
            or self.edges > MAX_EDGES
            or self._values + self.edges // EDGES_PER_VALUE > self._most_work
        ):
            raise too_large(self._name)
        if self._probing and self.paths > EARLY_PATHS and estimate < DOUBTFUL_PATHS:
            raise Probed

    def _estimated_paths(self) -> float:
        """Return the paths that all known tables of states take if they are like those walked so far;
        0 before there are enough of them. The early estimate completes the walk under way, and assumes
        that each table leads to as many new ones, too."""
        paths = self.paths + self._breadth
        if paths < self._sampled and self._values < self._most_values:
            return 0
        walked = sum(1 for table in self.tables if table.walked)
        found = len(self.tables) / (walked + 1)
        if paths >= SAMPLED_PATHS:
            return paths * found
        ahead = 0.0 if self._walk is None else self._walk.paths_ahead()
        return (self.paths + ahead) * paths / self.paths * found * found

    def level(self, states: States, depth: int) -> Level:
        """Return the level of a depth in the states of a table."""
        found = self.levels.get((states.place, depth))
        if found is None:
            found = self.levels[states.place, depth] = Level()
        return found

    def states_of(self, taken: Taken, record: Any, parent: States) -> States:
        """Return the table of a state that is reached from one of `parent`."""
        table = self._table(taken, record)
        if taken.passed:
            self._after[table.place] = True
        else:
            depth = max(self._depths[table.place], self._depths[parent.place] + 1)
            if depth > MAX_DEPTH:
                raise Unsuited("states come back within a tick")
            self._depths[table.place] = depth
            self._after[table.place] = self._after[table.place] and table.waits
        return table

    def _table(self, taken: Taken, record: Any) -> States:
        key = tuple(taken.key)
        table = self._places.get(key)
        if table is None:
            table = self._places[key] = States(record, len(self.tables), len(taken.numbers))
            self.tables.append(table)
            self._depths.append(0)
            self._after.append(False)
        return table

    def _explore(self) -> None:
        """Walk tick by tick, and within a tick first the states that lead to others."""
        while True:
            waiting = [table for table in self.tables if table.waits]
            if not waiting:
                return
            now = [table for table in waiting if not self._after[table.place]]
            if not now:
                self._look(ticked=True)
                self._after = [False] * len(self.tables)
                continue
            table = min(now, key=lambda each: self._depths[each.place])
            table.settle()
            level = self.level(table, 0)
            level.slots = len(table)
            for first in range(table.walked, len(table), BATCH):
                self._walk_rows(table, np.arange(first, min(first + BATCH, len(table))))
            table.walked = len(table)
            self._look(ticked=False)

    def _walk_rows(self, table: States, rows: Any) -> None:
        """Walk some states of a table. Where a sub-rule turns out to go on as itself, they are walked
        again, and its law answers it from then on; what was walked before has not met that."""
        self._walk = Walk(self, table, rows)
        try:
            self._walk.run()
        except Looped as looped:
            if rows[0] or looped.kind in self.as_laws:
                raise
            self.as_laws |= {looped.kind}
            for key in [key for key in self.levels if key[0] == table.place]:
                del self.levels[key]
            self.level(table, 0).slots = len(table)
            self._walk_rows(table, rows)

    def _look(self, ticked: bool) -> None:
        """Call `watch`."""
        if self._watch is not None:
            self._watch(self, ticked)
