"""The value of attitudes in a duel, computed backwards over the tours of `oracle_duel`.

Every pair of attitudes is a duel of one tour with fixed attitudes; its end has the value of the
remaining tours. The caller gives `best_of`, which solves matrix games.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from tests.games.exil.oracle_combat import Given
from tests.games.exil.oracle_duel import (
    Man,
    begun,
    granted,
    hopeless,
    judged,
    next_tour,
    potential,
    prepared,
    tour,
)

Matrix = list[list[Fraction]]
Solver = Callable[[Matrix], Fraction]


def payoffs(params: Given, rulings: Given, best_of: Solver) -> Matrix:
    """Return the value for a of each Poff of a against each Poff of b in the first tour (1 for a
    victory, -1 for a defeat). A fixed attitude is a single row or column."""
    a, b = (begun(params[each], rulings) for each in "ab")
    return _Backwards(params, rulings, best_of).matrix(a, b, params.get("initiative", "libre"), 0)


class _Backwards:
    def __init__(self, rule: Given, rulings: Given, best_of: Solver) -> None:
        self.rule, self.rulings, self.best_of = rule, rulings, best_of
        self.most = rule["max_turns"]
        self.known: dict[str, Fraction] = {}

    def worth(self, a: Man, b: Man, init: str, done: int) -> Fraction:
        """Return the value of a fight after some tours."""
        key = json.dumps([a, b, init, done])
        if key not in self.known:
            over = done == self.most or hopeless(a, b, self.rule, self.rulings)
            value = Fraction() if over else self.best_of(self.matrix(a, b, init, done))
            self.known[key] = value
        return self.known[key]

    def matrix(self, a: Man, b: Man, init: str, done: int) -> Matrix:
        return [
            [self.after(_with(a, x), _with(b, y), a, b, init, done) for y in self.attitudes(b)]
            for x in self.attitudes(a)
        ]

    def attitudes(self, man: Man) -> list[Any]:
        if man["will"]["attitude"] != "ask":
            return [man["will"]["attitude"]]
        return list(range(potential(prepared(man, self.rule, self.rulings), 0) + 1))

    def after(self, x: Man, y: Man, a: Man, b: Man, init: str, done: int) -> Fraction:
        total = Fraction()
        for one, two, chance in tour(x, y, init, self.rule, self.rulings):
            _, winner = judged(one, two, self.rulings)
            if winner is not None:
                total += chance * {"a": 1, "b": -1}.get(winner, 0)
                continue
            left = next_tour(one) | {"will": a["will"]}, next_tour(two) | {"will": b["will"]}
            total += chance * self.worth(*left, granted(one, two), done + 1)
        return total


def _with(man: Man, poff: Any) -> Man:
    return man | {"will": man["will"] | {"attitude": poff}}
