"""The graph of states of a rule with `become`: the exact law of its results.

Each state is explored once. Cycles are condensed into strongly connected components, and inside a
component they are eliminated exactly. The graph that remains has no cycle: the probability mass
flows forward once through each state, which gives the joint law of the results.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Any

from tablee.dice.law import Law
from tablee.rules.readings.budget import Budget
from tablee.rules.readings.solving.components import components_from
from tablee.rules.readings.walk import Leaves
from tablee.rules.rule_watch import endless_states

State = Hashable
MAX_WAVES = 10_000
"""Maximum number of states from the first one to the farthest: a fight has a few for each turn."""
WEIGHTS_PER_STEP = 8
"""Weights of 64 bits that are replaced in the time of one step of a walk."""


def explore(
    root: State, leaves_of: Callable[[Any], Leaves], budget: Budget, where: str
) -> dict[State, Leaves]:
    """Return every state that can be reached from `root`, with its leaves. Raises `Refusal` beyond the
    budget, and where states follow one another without an end in sight."""
    found: dict[State, Leaves] = {}
    wave: list[State] = [root]
    for _ in range(MAX_WAVES):
        following: list[State] = []
        for state in wave:
            if state not in found:
                budget.spend_state(where)
                leaves = found[state] = leaves_of(state)
                following.extend(each for each in leaves.states if each not in found)
        if not following:
            return found
        wave = following
    raise endless_states(where, MAX_WAVES)


def end_law(root: State, graph: dict[State, Leaves], budget: Budget, where: str) -> Law[Any]:
    """Return the law of the results from `root`. Raises `ValueError` when it may never end, and
    `Refusal` when its cycles take far too many steps.
    """
    only = graph[root]
    if not only.states:
        return Law(only.results)
    components = components_from(root, lambda state: graph[state].states)
    components.reverse()
    flow = _acyclic(components, graph, budget, where)
    return _forward(root, components, flow, budget.report_progress)


class _Edges:
    """The leaves of a state during elimination: inside its component, and outside."""

    __slots__ = ("inside", "results", "states", "total")

    def __init__(self, leaves: Leaves, component: set[State]) -> None:
        self.inside: dict[Any, int] = {}
        self.states: dict[Any, int] = {}
        for state, weight in leaves.states.items():
            (self.inside if state in component else self.states)[state] = weight
        self.results = dict(leaves.results)
        self.total = leaves.total

    @property
    def steps(self) -> int:
        """The steps of a walk that take as long as the replacement of an edge by these."""
        weights = len(self.inside) + len(self.states) + len(self.results)
        return 1 + weights * (1 + self.total.bit_length() // 64) // WEIGHTS_PER_STEP

    def without_loop(self, state: State) -> None:
        """Remove the edge of `state` to itself; the other weights keep their proportions."""
        self.total -= self.inside.pop(state, 0)
        if not self.total:
            raise ValueError("a state never ends")

    def through(self, pivot: State, edges: _Edges) -> None:
        """Replace the edge to `pivot` by the edges of `pivot`."""
        share = self.inside.pop(pivot, 0)
        if not share:
            return
        total = edges.total
        for mine, others in (
            (self.inside, edges.inside),
            (self.states, edges.states),
            (self.results, edges.results),
        ):
            for key in mine:
                mine[key] *= total
            for key, weight in others.items():
                mine[key] = mine.get(key, 0) + weight * share
        self.total *= total
        if self.total.bit_length() > 128:
            self._reduce()

    def _reduce(self) -> None:
        tables = (self.inside, self.states, self.results)
        divisor = math.gcd(self.total, *(w for table in tables for w in table.values()))
        for table in tables:
            for key in table:
                table[key] //= divisor
        self.total //= divisor


_Flow = Leaves | _Edges
"""The results and next states of a state, with weights over one denominator."""


def _acyclic(
    components: list[list[State]], graph: dict[State, Leaves], budget: Budget, where: str
) -> dict[State, _Flow]:
    flow: dict[State, _Flow] = {}
    for component in components:
        (first, *others) = component
        leaves = graph[first]
        if not others and first not in leaves.states:
            flow[first] = leaves
        else:
            flow |= _eliminated(component, graph, budget, where)
    return flow


def _eliminated(
    component: list[State], graph: dict[State, Leaves], budget: Budget, where: str
) -> dict[State, _Edges]:
    """Eliminate the cycles inside one component exactly, state by state."""
    members = set(component)
    budget.counts_results = True
    edges_of = {state: _Edges(graph[state], members) for state in component}
    if not any(edges.states or edges.results for edges in edges_of.values()):
        raise ValueError("no state of the component ends")
    order = sorted(component, key=lambda state: len(edges_of[state].inside))
    rank = {state: place for place, state in enumerate(order)}
    into: dict[State, dict[State, None]] = {state: {} for state in order}
    for state, edges in edges_of.items():
        for following in edges.inside:
            into[following][state] = None
    for pivot, _ in zip(order, budget.pace(where, len(order)), strict=True):
        edges = edges_of[pivot]
        edges.without_loop(pivot)
        for other in [each for each in into[pivot] if rank[each] > rank[pivot]]:
            budget.spend_steps(edges.steps, where)
            edges_of[other].through(pivot, edges)
            for following in edges.inside:
                into[following][other] = None
    for pivot in reversed(order):
        for other in [each for each in into[pivot] if rank[each] < rank[pivot]]:
            budget.spend_steps(edges_of[pivot].steps, where)
            edges_of[other].through(pivot, edges_of[pivot])
    return edges_of


def _forward(
    root: State,
    components: list[list[State]],
    flow: dict[State, _Flow],
    report_progress: Callable[[], None],
) -> Law[Any]:
    """Send the mass of `root` through the states in order. Masses are stored as n / base^k."""
    base = math.lcm(*(exits.total for exits in flow.values()))
    if base.bit_length() > 4096:
        return _forward_fractions(root, components, flow, report_progress)
    powers = [1, base]
    mass: dict[State, tuple[int, int]] = {root: (1, 0)}
    ended: dict[Any, tuple[int, int]] = {}

    def add(table: dict[Any, tuple[int, int]], key: Any, amount: int, power: int) -> None:
        there = table.get(key)
        if there is None:
            table[key] = amount, power
            return
        other, other_power = there
        while len(powers) <= abs(power - other_power):
            powers.append(powers[-1] * base)
        if power >= other_power:
            table[key] = amount + other * powers[power - other_power], power
        else:
            table[key] = amount * powers[other_power - power] + other, other_power

    for component in components:
        for state in component:
            arrived = mass.pop(state, None)
            if arrived is None:
                continue
            report_progress()
            exits = flow[state]
            amount, power = arrived[0] * (base // exits.total), arrived[1] + 1
            for result, weight in exits.results.items():
                add(ended, result, amount * weight, power)
            for following, weight in exits.states.items():
                add(mass, following, amount * weight, power)
    highest = max(power for _, power in ended.values())
    return Law({r: n * base ** (highest - power) for r, (n, power) in ended.items()})


def _forward_fractions(
    root: State,
    components: list[list[State]],
    flow: dict[State, _Flow],
    report_progress: Callable[[], None],
) -> Law[Any]:
    mass: dict[State, Fraction] = {root: Fraction(1)}
    ended: dict[Any, Fraction] = {}
    for component in components:
        for state in component:
            arrived = mass.pop(state, None)
            if arrived is None:
                continue
            report_progress()
            exits = flow[state]
            share = arrived / exits.total
            for result, weight in exits.results.items():
                ended[result] = ended.get(result, Fraction()) + share * weight
            for following, weight in exits.states.items():
                mass[following] = mass.get(following, Fraction()) + share * weight
    return Law.from_fractions(ended)
