"""Folds over many equal dice: the weights are those of one die after another."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tablee.dice.law import Law, fold
from tablee.dice.many_draws import FEW

D6 = Law.uniform(range(1, 7))
Step = Callable[[int, int, int], int]


def die_by_die(start: int, count: int, step: Step) -> dict[int, int]:
    weights = {start: 1}
    for _ in range(count):
        following: dict[int, int] = {}
        for state, weight in weights.items():
            for face in range(1, 7):
                after = step(state, 0, face)
                following[after] = following.get(after, 0) + weight
        weights = following
    return weights


STEPS: dict[str, Step] = {
    "sum": lambda state, _, face: state + face,
    "successes": lambda state, _, face: state + (face >= 5),
    "down": lambda state, _, face: state - face,
    "capped": lambda state, _, face: min(20, state + face),
    "sparse": lambda state, _, face: state + 10 ** (2 * face),
    "parity": lambda state, _, face: state + face * (1 + state % 2),
}


@pytest.mark.parametrize("name", STEPS)
@pytest.mark.parametrize("count", [1, FEW - 1, FEW, 2 * FEW])
def test_many_draws_have_the_weights_of_one_after_another(name: str, count: int) -> None:
    step = STEPS[name]
    law = fold(-3, ((0, D6),) * count, step, int)
    assert law == Law(die_by_die(-3, count, step))


def test_draws_of_two_throws_follow_each_other() -> None:
    def step(state: int, throw: int, face: int) -> int:
        return state + (face >= 5) * (1 - 2 * throw)

    both = fold(0, [*((0, D6),) * 9, *((1, D6),) * 10], step, int)
    one, other = (fold(0, ((0, D6),) * n, step, int) for n in (9, 10))
    assert both == one.then(lambda high: other.map(lambda low: high - low))
    assert list(both) == sorted(both)


def test_a_step_that_fails_far_away_is_made() -> None:
    def step(state: int, _: int, face: int) -> int:
        if state >= 6 * FEW:
            raise LookupError(state)
        return state + face

    assert fold(0, ((0, D6),) * FEW, step, int).support()[-1] == 6 * FEW
    with pytest.raises(LookupError):
        fold(0, ((0, D6),) * (FEW + 1), step, int)
