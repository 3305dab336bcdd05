"""A fold whose states go on multiplying is refused long before its limit is reached."""

from __future__ import annotations

import pytest

from tablee.dice.law import Law, fold

D = Law.uniform(range(1, 7))


class Stopped(Exception):
    """The limit of steps is reached."""


def kept(state: tuple[int, ...], index: int, face: int) -> tuple[int, ...]:
    return (*state, face)


def capped(state: tuple[int, ...], index: int, face: int) -> tuple[int, ...]:
    return tuple(min(count + (place == face), 4) for place, count in enumerate(state, 1))


def test_states_that_multiply_are_refused_after_few_steps() -> None:
    asked: list[int] = []

    def spend(steps: int) -> None:
        asked.append(steps)
        if sum(asked) > 3_000_000:
            raise Stopped

    with pytest.raises(Stopped):
        fold((), [(0, D)] * 40, kept, sum, spend=spend)
    assert sum(asked[:-1]) < 100_000


@pytest.mark.parametrize("count", [7, 12])
def test_states_that_stop_growing_are_not(count: int) -> None:
    asked: list[int] = []
    fold((0,) * 6, [(0, D)] * count, capped, sum, spend=asked.append)
    assert max(asked) <= 6 * 5**6
