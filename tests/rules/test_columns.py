"""Columns behave like the plain numbers of each row, and batched games like single ones."""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.rules.numbers import at_least, at_most, entry
from tablee.rules.readings.columns.column import Batch, Column, Truth
from tablee.rules.readings.columns.games import game_values
from tablee.rules.readings.columns.skeleton import States
from tablee.rules.readings.solving.matrix import solve

OPERATIONS: list[Callable[[Any, Any], Any]] = [
    operator.add,
    operator.sub,
    operator.mul,
    lambda x, y: x // y if y else x,
    lambda x, y: x % y if y else y,
    at_least,
    at_most,
    max,
    min,
    lambda x, y: (x < y) + (x <= 2),
    lambda x, y: y if x == y else x,
    lambda x, y: x if x != 3 and not x > y else -y,
    lambda x, y: entry((4, 5, 6), abs(x) % 3) + y,
    lambda x, y: (7, 8, 9)[abs(y) % 3] + x,
    lambda x, y: {0: 5, 1: 6}.get(x, 4) - (y >= 3),
    lambda x, y: len(range(x)) if x < 6 else y,
    lambda x, y: 2 - x if y >= 0 else 10 // (x * x + 1),
]
Program = list[tuple[int, int, int]]
"""Steps: an operation, and the places of its operands among the numbers so far."""


def _run(program: Program, numbers: list[Any]) -> Any:
    found = list(numbers)
    for operation, left, right in program:
        found.append(OPERATIONS[operation](found[left % len(found)], found[right % len(found)]))
    return found[-1]


def _run_on_rows(program: Program, rows: list[tuple[int, int]]) -> tuple[list[int], int]:
    """Return the result of each row, and the number of runs."""
    results, waiting, runs = [0] * len(rows), [np.arange(len(rows))], 0
    while waiting:
        left, value = _run_batch(program, np.array(rows), waiting.pop(), waiting)
        for place, number in zip(left, np.broadcast_to(value, len(left)), strict=True):
            results[place] = int(number)
        runs += 1
    return results, runs


def _run_batch(program: Program, rows: Any, places: Any, waiting: list[Any]) -> tuple[Any, Any]:
    """Return the places of the rows that remain in one run, and their results."""
    batch = Batch(lambda others: waiting.append(origin.now()[others]))
    batch.select(places)
    origin = Column(batch, places)
    table = rows[places]
    value = _run(program, [Column(batch, table[:, 0]), Column(batch, table[:, 1]), 3])
    if isinstance(value, Truth):
        value = value.numbers()
    if isinstance(value, Column):
        value = value.now() if value.settled is None else value.settled
    return origin.now(), value


STEPS = st.lists(
    st.tuples(st.integers(0, len(OPERATIONS) - 1), st.integers(0, 9), st.integers(0, 9)),
    min_size=1,
    max_size=8,
)
ROWS = st.lists(
    st.tuples(st.integers(-6, 9), st.integers(-6, 9)), min_size=1, max_size=12, unique=True
)


@given(STEPS, ROWS)
def test_an_expression_gives_each_row_its_own_number(
    program: Program, rows: list[tuple[int, int]]
) -> None:
    results, runs = _run_on_rows(program, rows)
    assert results == [int(_run(program, [*row, 3])) for row in rows]
    assert runs <= len(rows)


def test_arithmetic_alone_splits_nothing() -> None:
    rows = [(x, y) for x in range(-3, 4) for y in range(5)]
    _, runs = _run_on_rows([(0, 0, 1), (5, 2, 3), (2, 3, 4)], rows)
    assert runs == 1


def test_a_division_by_zero_raises() -> None:
    batch = Batch(lambda _: None)
    batch.select(np.arange(2))
    with pytest.raises(ZeroDivisionError):
        Column(batch, np.array([4, 5])) // Column(batch, np.array([0, 2]))


def test_packed_states_keep_their_numbers() -> None:
    """Also where later rows widen the ranges."""
    draw, states = Random(3), States(None, 0, 3)
    found: dict[tuple[int, ...], int] = {}
    for width in (2, 20, 300):
        rows = np.array(
            [[draw.randint(-width, width), 7, draw.randint(0, width)] for _ in range(200)]
        )
        indices: list[Any] = []
        states.expect([rows[:, 0], 7, rows[:, 2]], len(rows), indices.append)
        states.settle()
        for row, index in zip(rows.tolist(), indices[0].tolist(), strict=True):
            assert found.setdefault(tuple(row), index) == index
    assert len(states) == len(found) == len(set(found.values()))
    for row, index in found.items():
        assert states.find(list(row)) == index
    assert states.find([1000, 7, 0]) == states.find([0, 8, 0]) == -1
    every = states.numbers(np.arange(len(states)))
    assert all(int(every[0][i]) == row[0] and every[1] == 7 for row, i in found.items())


@pytest.mark.parametrize("shape", [(1, 4), (3, 1), (2, 2), (4, 7), (9, 5)])
def test_batched_games_have_the_exact_values_of_single_ones(shape: tuple[int, int]) -> None:
    """Random payoffs, few different ones, and almost equal ones."""
    draw = np.random.default_rng(5)
    games = np.concatenate(
        [
            draw.random((40, *shape)),
            draw.integers(-1, 2, (40, *shape)).astype(float),
            1.0 - 1e-9 * draw.integers(0, 3, (40, *shape)),
        ]
    )
    values, gap = game_values(games)
    assert gap < 1e-9
    exact = [solve([[Fraction(each) for each in row] for row in g.tolist()]).value for g in games]
    assert np.allclose(values, [float(each) for each in exact], rtol=0, atol=1e-9)
