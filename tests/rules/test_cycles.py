"""Cycles of positions: bounds beside plain value iteration, on games drawn at random."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest

from tablee.rules.readings.solving.cycles import Cycle, Kind, Position, Row, bounds
from tablee.rules.readings.solving.matrix import solve_floats

KINDS: tuple[Kind, ...] = ("chance", "mine", "opposed", "at_once")


def _row(draw: Random, count: int, leaving: float) -> Row:
    """Return a row with up to three outcomes inside; it leaves with the chance `leaving`."""
    leaves = draw.random() < leaving
    weights = [draw.random() for _ in range(draw.randint(1, 3) + leaves)]
    shares = [weight / sum(weights) for weight in weights]
    gain = shares.pop() * draw.uniform(-1, 1) if leaves else 0.0
    inside: dict[int, float] = {}
    for share in shares:
        target = draw.randrange(count)
        inside[target] = inside.get(target, 0.0) + share
    return Row(gain, inside, leaves)


def _cycle(seed: int, leaving: float, kinds: tuple[Kind, ...] = KINDS) -> Cycle:
    draw = Random(seed)
    count = draw.randint(1, 6)
    positions = []
    for _ in range(count):
        kind = draw.choice(kinds)
        columns = draw.randint(1, 3) if kind == "at_once" else 1
        size = 1 if kind == "chance" else columns * draw.randint(1, 3)
        rows = [_row(draw, count, leaving) for _ in range(size)]
        positions.append(Position(kind, columns, rows))
    return Cycle(positions)


def _iterated(cycle: Cycle, steps: int) -> Any:
    """Return the values of the game that ends after some steps, for 0."""
    values = np.zeros(len(cycle.positions))
    change = 1.0
    while steps and change > 1e-13:
        following = values.copy()
        for place, (kind, columns, rows) in enumerate(cycle.positions):
            means = np.array(
                [row.outside + sum(p * values[at] for at, p in row.inside.items()) for row in rows]
            )
            match kind:
                case "opposed":
                    following[place] = means.min()
                case "at_once":
                    following[place] = solve_floats(means.reshape(-1, columns))[0]
                case _:
                    following[place] = means.max()
        change = float(abs(following - values).max())
        values, steps = following, steps - 1
    return values


def _ended(chain: list[Row]) -> Any:
    """Return the mean gain from each position of a chain; a walk that never ends gains 0."""
    ending = {at for at, row in enumerate(chain) if row.leaves}
    while True:
        more = {at for at, row in enumerate(chain) if ending.intersection(row.inside)} | ending
        if more == ending:
            break
        ending = more
    moves = np.zeros((len(chain), len(chain)))
    gains = np.zeros(len(chain))
    for at in ending:
        gains[at] = chain[at].outside
        for target, share in chain[at].inside.items():
            moves[at, target] = share * (target in ending)
    return np.linalg.solve(np.eye(len(chain)) - moves, gains)


def _best_pure(cycle: Cycle) -> Any:
    """Return the values by trying all pairs of fixed answers (without simultaneous choices)."""
    ways = {
        side: [range(len(p.rows) if p.kind == side else 1) for p in cycle.positions]
        for side in ("mine", "opposed")
    }
    best = np.full(len(cycle.positions), -np.inf)
    for mine in product(*ways["mine"]):
        worst = np.full(len(cycle.positions), np.inf)
        for theirs in product(*ways["opposed"]):
            chosen = zip(cycle.positions, mine, theirs, strict=True)
            worst = np.minimum(worst, _ended([p.rows[m + t] for p, m, t in chosen]))
        best = np.maximum(best, worst)
    return best


@pytest.mark.parametrize("seed", range(25))
def test_the_bounds_meet_where_every_row_may_leave(seed: int) -> None:
    cycle = _cycle(seed, 1.0)
    lower, upper = bounds(cycle, 1.0, lambda: None)
    assert float((upper - lower).max()) < 1e-8
    assert np.allclose(_iterated(cycle, 5_000), (lower + upper) / 2, atol=1e-7)


@pytest.mark.parametrize("seed", range(40))
def test_the_bounds_meet_without_simultaneous_choices(seed: int) -> None:
    """Also where a side can stay for ever, which is worth 0."""
    cycle = _cycle(seed, 0.35, KINDS[:3])
    lower, upper = bounds(cycle, 1.0, lambda: None)
    assert -1e-9 < float((upper - lower).min()) <= float((upper - lower).max()) < 1e-8
    assert np.allclose(_best_pure(cycle), (lower + upper) / 2, atol=1e-8)


def test_a_side_that_can_stay_takes_nothing_worse() -> None:
    """Leave for -1 or stay: 0. Where the other side alone decides, it is -1."""
    ways = [Row(-1.0, {}, True), Row(0.0, {0: 1.0}, False)]
    worths: tuple[tuple[Kind, float], ...] = (("mine", 0.0), ("opposed", -1.0))
    for kind, value in worths:
        lower, upper = bounds(Cycle([Position(kind, 1, ways)]), 1.0, lambda: None)
        assert lower[0] == pytest.approx(value)
        assert upper[0] == pytest.approx(value)


def test_many_positions_are_bounded_by_sweeps() -> None:
    """A walk that ends at each step with the chance 1/2, and gains 1 above its 800 places."""
    count = 800
    walk = []
    for at in range(count):
        inside = {each: 0.25 for each in (at - 1, at + 1) if 0 <= each < count}
        walk.append(Row(0.25 * (at == count - 1), inside, True))
    lower, upper = bounds(Cycle([Position("chance", 1, [row]) for row in walk]), 1.0, lambda: None)
    assert float((upper - lower).max()) < 1e-8
    assert np.allclose(_ended(walk), (lower + upper) / 2, atol=1e-8)
