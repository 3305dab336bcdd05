"""Positions that may lead back to themselves: bounds on their values, with stationary strategies.

A recursive game (Everett 1957): a play that never ends is worth 0. Value iteration finds a strategy
of each side. The best reply of the other side to a fixed strategy is a Markov decision process, so
its value is a proven bound: from below for the strategy of the advised side, from above for that of
the opposed side. Best replies are computed after end components, in which the replying side can
stay for ever, are merged (de Alfaro 1997): then iteration from one side has one limit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple

import numpy as np

from tablee.rules.readings.solving.components import components_from
from tablee.rules.readings.solving.matrix import pure_mixture, solve_floats

Kind = Literal["chance", "mine", "opposed", "at_once"]
Side = Literal["mine", "opposed"]
Mixture = tuple[Any, Any]
"""How often a side gives each answer: the advised side (rows), and the opposed side (columns)."""

WANTED_GAP = 1e-9
"""Distance between the bounds at which iteration ends, for values of the order of 1."""
FIRST_ROUNDS = 16
RARE = (0.0, 1e-6, 1e-3)
"""Chances below which an answer is rare."""
MAX_SOLVED = 600
"""Maximum positions of a best reply that is solved as linear equations."""
MAX_WORK = 5_000_000
"""Maximum work (see `Cycle.work`): 5 to 10 seconds."""
_IMPROVED = 1e-12
"""Gain from which a strategy changes: one that is as good as before stays, so that a side does not
give up a way out for a way round."""


class Row(NamedTuple):
    """The outcomes of one answer: what those outside the cycle add to its mean, and shares of
    positions inside. `leaves`: whether it has outcomes outside."""

    outside: float
    inside: dict[int, float]
    leaves: bool


class Position(NamedTuple):
    """A position of a cycle, with its rows (see `Prospect`)."""

    kind: Kind
    columns: int
    rows: list[Row]


class Cycle:
    """The positions of one strongly connected component."""

    def __init__(self, positions: Sequence[Position]) -> None:
        self.positions = positions
        rows = [row for position in positions for row in position.rows]
        self.rows = rows
        self.outside = np.array([row.outside for row in rows])
        self.starts = np.cumsum([0, *(len(position.rows) for position in positions)])
        self.sources, self.targets, self.shares = _entries([row.inside for row in rows])

    def means(self, values: Any) -> Any:
        """Return the mean of each row."""
        inside = np.bincount(self.sources, self.shares * values[self.targets], len(self.rows))
        return self.outside + inside

    def payoffs(self, place: int, means: Any) -> Any:
        """Return the means of a position as a matrix: advised side by opposed side."""
        kind, columns, rows = self.positions[place]
        across = len(rows) if kind == "opposed" else columns
        return means[self.starts[place] : self.starts[place + 1]].reshape(-1, across)

    def work(self) -> int:
        """Return roughly the microseconds of one sweep."""
        decisions = sum(position.kind != "chance" for position in self.positions)
        return 20 + len(self.shares) // 50 + 10 * decisions


def _entries(insides: Sequence[dict[int, float]]) -> tuple[Any, Any, Any]:
    """Return the arrays (row, target, share) of the outcomes inside a cycle."""
    sources = [row for row, inside in enumerate(insides) for _ in inside]
    targets = [target for inside in insides for target in inside]
    shares = [share for inside in insides for share in inside.values()]
    return np.array(sources, dtype=np.int64), np.array(targets, dtype=np.int64), np.array(shares)


def bounds(cycle: Cycle, scale: float, report_progress: Callable[[], None]) -> tuple[Any, Any]:
    """Return a lower and an upper bound on the value of each position.

    `scale`: maximum of the absolute values of results. `report_progress` is called often. The
    bounds are wide where the work has reached `MAX_WORK`.
    """
    search = _Search(cycle, scale or 1.0, report_progress)
    values = np.zeros(len(cycle.positions))
    rounds = FIRST_ROUNDS
    while True:
        values = search.iterate(values, rounds)
        search.certify()
        gap = search.gap
        while gap > search.wanted and search.left > 0:
            search.strategies.improve(search.lower, "mine")
            search.strategies.improve(search.upper, "opposed")
            search.certify()
            if search.gap > gap / 2:
                break
            gap = search.gap
        if search.gap <= search.wanted or search.left <= 0:
            return search.lower, search.upper
        values = np.clip(values, search.lower, search.upper)
        rounds *= 2


class _Search:
    """The search for narrow bounds, within a limit of work."""

    def __init__(self, cycle: Cycle, scale: float, report_progress: Callable[[], None]) -> None:
        count = len(cycle.positions)
        self.lower, self.upper = np.full(count, -scale), np.full(count, scale)
        self.scale = scale
        self.wanted = WANTED_GAP * scale
        self.strategies = _Strategies(cycle)
        self.left = MAX_WORK
        self._cycle = cycle
        self._report_progress = report_progress

    @property
    def gap(self) -> float:
        return float((self.upper - self.lower).max())

    def spend(self, sweeps: int = 1) -> None:
        self.left -= sweeps * self._cycle.work()
        self._report_progress()

    def iterate(self, values: Any, rounds: int) -> Any:
        """Return the values some steps earlier (value iteration)."""
        for _ in range(rounds):
            self.spend()
            before, values = values, self.strategies.improve(values, "mine", "opposed")
            if self.left <= 0 or float(abs(values - before).max()) <= self.wanted / 10:
                break
        return values

    def certify(self) -> None:
        """Tighten both bounds by the best replies to the strategies, also without rare answers.

        A strategy close to the best one may have to give an answer never, not just rarely.
        """
        for threshold in RARE:
            self.lower = np.maximum(self.lower, self._best_reply("mine", threshold))
            self.upper = np.minimum(self.upper, self._best_reply("opposed", threshold))
            if self.gap <= self.wanted:
                break

    def _best_reply(self, side: Side, threshold: float) -> Any:
        """Return the values when `side` has fixed its strategy and the other replies best."""
        actions = self.strategies.actions_against(side, threshold)
        numbers, ends = _merged(actions)
        owned = [
            (numbers[place], action)
            for place, choices in enumerate(actions)
            for action in choices
            if action.leaves or any(numbers[at] != numbers[place] for at in action.inside)
        ]
        owned.sort(key=lambda each: each[0])
        reply = _Reply(owned, numbers, ends, -1.0 if side == "mine" else 1.0)
        if reply.count <= MAX_SOLVED:
            self.spend(20)
            return reply.solved(self.scale)[numbers]
        values = np.full(reply.count, reply.sign * self.scale)
        while True:
            self.spend()
            before, values = values, reply.earlier(values)
            if self.left <= 0 or float(abs(values - before).max()) <= self.wanted / 1_000:
                return values[numbers]


class _Strategies:
    """A stationary strategy of each side, for the positions with a decision."""

    def __init__(self, cycle: Cycle) -> None:
        self.cycle = cycle
        self._mixtures: dict[int, Mixture] = {}
        for place, (kind, columns, rows) in enumerate(cycle.positions):
            if kind == "opposed":
                self._mixtures[place] = pure_mixture(1), pure_mixture(len(rows))
            elif kind != "chance":
                self._mixtures[place] = pure_mixture(len(rows) // columns), pure_mixture(columns)

    def improve(self, values: Any, *sides: Side) -> Any:
        """Return the values one step earlier; strategies of `sides` change where they gain."""
        cycle = self.cycle
        means = cycle.means(values)
        following = means[cycle.starts[:-1]].copy()
        for place, mixture in self._mixtures.items():
            payoffs = cycle.payoffs(place, means)
            following[place], better = _decided(cycle.positions[place].kind, payoffs, mixture)
            self._mixtures[place] = (
                better[0] if "mine" in sides else mixture[0],
                better[1] if "opposed" in sides else mixture[1],
            )
        return following

    def actions_against(self, side: Side, threshold: float) -> list[list[Row]]:
        """Return the actions of the other side, for each position, against the strategy of one.

        `threshold`: chance below which an answer of that strategy is left out.
        """
        return [self._actions(place, side, threshold) for place in range(len(self.cycle.positions))]

    def _actions(self, place: int, side: Side, threshold: float) -> list[Row]:
        kind, columns, rows = self.cycle.positions[place]
        if kind not in (side, "at_once"):
            return rows
        mine, theirs = self._mixtures[place]
        mixture = mine if side == "mine" else theirs
        mixture = np.where(mixture < threshold, 0.0, mixture)
        mixture /= mixture.sum()
        if kind != "at_once":
            return [_mixed(rows, mixture)]
        if side == "mine":
            return [_mixed(rows[column::columns], mixture) for column in range(columns)]
        return [
            _mixed(rows[first : first + columns], mixture) for first in range(0, len(rows), columns)
        ]


def _decided(kind: Kind, payoffs: Any, mixture: Mixture) -> tuple[float, Mixture]:
    """Return the value of a decision, and strategies that are at least as good as `mixture`."""
    rows, columns = mixture
    floor, ceiling = float((rows @ payoffs).min()), float((payoffs @ columns).max())
    match kind:
        case "mine":
            value = float(payoffs.max())
            if value > floor + _IMPROVED:
                rows = pure_mixture(len(rows), int(payoffs.argmax()))
        case "opposed":
            value = float(payoffs.min())
            if value < ceiling - _IMPROVED:
                columns = pure_mixture(len(columns), int(payoffs.argmin()))
        case _:
            if ceiling - floor <= _IMPROVED:
                return (floor + ceiling) / 2, mixture
            value, better_rows, better_columns, _ = solve_floats(payoffs)
            rows = better_rows if value > floor + _IMPROVED else rows
            columns = better_columns if value < ceiling - _IMPROVED else columns
    return value, (rows, columns)


def _mixed(rows: Sequence[Row], weights: Any) -> Row:
    """Return the mixture of some rows."""
    inside: dict[int, float] = {}
    outside, leaves = 0.0, False
    for row, weight in zip(rows, weights.tolist(), strict=True):
        if weight > 0.0:
            outside += weight * row.outside
            leaves = leaves or row.leaves
            for target, share in row.inside.items():
                inside[target] = inside.get(target, 0.0) + weight * share
    return Row(outside, inside, leaves)


# ── best replies ───────────────────────────────────────────────────────────────────────────────
class _Reply:
    """A decision process of one side, with the positions of each end component merged.

    `owned`: each action with the number of its position, in the order of numbers. The first `ends`
    numbers are end components: there the side may also stay for ever, for 0. `sign`: 1 for a side
    that maximises, -1 for one that minimises.
    """

    def __init__(
        self, owned: list[tuple[int, Row]], numbers: list[int], ends: int, sign: float
    ) -> None:
        self.count = max(numbers) + 1
        self.sign = sign
        rows = [(number, Row(0.0, {}, True)) for number in range(ends)]
        both = sorted([*rows, *owned], key=lambda each: each[0])
        self._gains = sign * np.array([action.outside for _, action in both])
        self._sources, targets, self._shares = _entries([action.inside for _, action in both])
        self._targets = np.array(numbers, dtype=np.int64)[targets]
        owners = np.array([owner for owner, _ in both], dtype=np.int64)
        self._owners = owners
        self._starts = np.searchsorted(owners, np.arange(self.count))

    def earlier(self, values: Any) -> Any:
        """Return the values one step earlier."""
        return self.sign * np.maximum.reduceat(self._means(self.sign * values), self._starts)

    def _means(self, values: Any) -> Any:
        inside = self._shares * values[self._targets]
        return self._gains + np.bincount(self._sources, inside, len(self._gains))

    def solved(self, scale: float) -> Any:
        """Return the values by policy iteration (Howard 1960)."""
        moves = np.zeros((len(self._gains), self.count))
        np.add.at(moves, (self._sources, self._targets), self._shares)
        policy = self._starts.copy()
        while True:
            system = np.eye(self.count) - moves[policy]
            values = np.linalg.solve(system, self._gains[policy])
            means = self._means(values)
            best = np.maximum.reduceat(means, self._starts)
            better = best > means[policy] + _IMPROVED * scale
            if not better.any():
                return self.sign * values
            first = np.flatnonzero(means == best[self._owners])
            _, places = np.unique(self._owners[first], return_index=True)
            policy = np.where(better, first[places], policy)


def _merged(actions: list[list[Row]]) -> tuple[list[int], int]:
    """Return a number for each position, one for all of an end component, and how many those are.

    The numbers of end components come first.
    """
    numbers = [-1] * len(actions)
    components = _end_components(actions)
    for number, component in enumerate(components):
        for place in component:
            numbers[place] = number
    count = len(components)
    for place, number in enumerate(numbers):
        if number < 0:
            numbers[place] = count
            count += 1
    return numbers, len(components)


def _end_components(actions: list[list[Row]]) -> list[list[int]]:
    """Return the maximal sets of positions in which the replying side can stay for ever."""
    found: list[list[int]] = []
    waiting = [list(range(len(actions)))]
    while waiting:
        members = waiting.pop()
        among = set(members)
        staying = {
            place: [
                action
                for action in actions[place]
                if not action.leaves and among.issuperset(action.inside)
            ]
            for place in members
        }
        kept = [place for place in members if staying[place]]
        parts = _parts(kept, staying)
        if len(parts) == 1 and len(kept) == len(members):
            found.append(members)
        else:
            waiting += parts
    return found


def _parts(kept: list[int], staying: dict[int, list[Row]]) -> list[list[int]]:
    """Return the strongly connected components of positions, by the actions that stay."""
    among, seen = set(kept), set[int]()

    def following(place: int) -> list[int]:
        targets = (target for action in staying[place] for target in action.inside)
        return [target for target in targets if target in among and target not in seen]

    parts: list[list[int]] = []
    for place in kept:
        if place not in seen:
            found = components_from(place, following)
            seen.update(each for part in found for each in part)
            parts += found
    return parts
