"""The contenders of the benchmark for pools: keep, cancel, push, step dice, two large pools."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import dyce
import icepool

from bench.laws import NO_RULINGS, Table, of_dyce, of_icepool
from bench.rules import PoolNumber, PoolNumbers
from tablee.dice.changed_dice import compounding, pushed
from tablee.dice.counts import Cancelling, CountFold, keep_highest
from tablee.dice.die import D4, D6, D8, D10, D12, Throw
from tablee.dice.reads import Fold, Read
from tests.kit.laws import exact_law

CAP = 9
"""Maximum number of further faces of an exploding die."""


def _dice(die: Any, count: int) -> Throw:
    return Throw(die, "jet", "player", count)


def _number(read: Read[int], *throws: Throw) -> Table:
    law = exact_law(PoolNumber(throws=throws, read=read), NO_RULINGS)
    return {r.value: p for r, p in law.items()}


def _numbers(read: Read[tuple[int, ...]], *throws: Throw) -> Table:
    law = exact_law(PoolNumbers(throws=throws, read=read), NO_RULINGS)
    return {r.value: p for r, p in law.items()}


# ── the best of exploding d10 ──────────────────────────────────────────────────────────────────
def kept_tablee(dice: int, kept: int) -> Table:
    return _number(keep_highest(kept), _dice(compounding(D10, CAP), dice))


def kept_icepool(dice: int, kept: int) -> Table:
    return of_icepool(icepool.d10.explode(depth=CAP).pool(dice).highest(kept).sum())


# ── two pools that cancel ──────────────────────────────────────────────────────────────────────
def cancelled_tablee() -> Table:
    return _number(Cancelling(keep_highest(1)), _dice(D6, 10), _dice(D6, 10))


def cancelled_icepool() -> Table:
    return of_icepool((icepool.d6.pool(10) - icepool.d6.pool(10)).highest(1).sum())


# ── a pushed pool: sixes, and the ones of two kinds of dice ────────────────────────────────────
def _pushed(state: tuple[int, ...], throw: int, face: int) -> tuple[int, ...]:
    sixes, first, third = state
    if face == 6:
        return sixes + 1, first, third
    if face != 1 or throw == 1:
        return state
    return (sixes, first + 1, third) if throw == 0 else (sixes, first, third + 1)


def pushed_tablee() -> Table:
    ones, sixes = pushed(D6, 1, 6), pushed(D6, 6)
    throws = (_dice(ones, 6), _dice(sixes, 6), _dice(ones, 6))
    return _numbers(Fold((0, 0, 0), _pushed, tuple), *throws)


def pushed_icepool() -> Table:
    """Add vectors, die by die."""
    d6 = icepool.d6
    ones = d6.reroll([2, 3, 4, 5], depth=1)
    first = ones.map(lambda f: icepool.Vector([f == 6, f == 1, 0]))
    second = d6.reroll([1, 2, 3, 4, 5], depth=1).map(lambda f: icepool.Vector([f == 6, 0, 0]))
    third = ones.map(lambda f: icepool.Vector([f == 6, 0, f == 1]))
    law = of_icepool(6 @ first + 6 @ second + 6 @ third)
    return {tuple(vector): p for vector, p in law.items()}


class _Pushed(icepool.MultisetEvaluator):  # type: ignore[type-arg]
    def next_state(self, state: Any, order: Any, outcome: int, *counts: int) -> Any:
        sixes, first, third = state or (0, 0, 0)
        if outcome == 6:
            return sum(counts), first, third
        return (sixes, counts[0], counts[2]) if outcome == 1 else (sixes, first, third)


def pushed_icepool_multiset() -> Table:
    ones = icepool.d6.reroll([2, 3, 4, 5], depth=1)
    sixes = icepool.d6.reroll([1, 2, 3, 4, 5], depth=1)
    return of_icepool(_Pushed()(ones.pool(6), sixes.pool(6), ones.pool(6)))


# ── eight step dice of five sizes ──────────────────────────────────────────────────────────────
STEPS = ((D4, 2), (D6, 2), (D8, 2), (D10, 1), (D12, 1))


def _pool() -> Any:
    return icepool.Pool([icepool.d(die.sides) for die, count in STEPS for _ in range(count)])


def steps_tablee() -> Table:
    return _number(keep_highest(3), *(_dice(die, count) for die, count in STEPS))


def steps_icepool() -> Table:
    return of_icepool(_pool().highest(3).sum())


def _larger(state: tuple[int, ...], face: int, counts: tuple[int, ...]) -> tuple[int, ...]:
    return max(state, (counts[0], face))


def set_tablee() -> Table:
    read = CountFold((0, 0), _larger, tuple, one_pool=True)
    return _numbers(read, *(_dice(die, count) for die, count in STEPS))


def set_icepool() -> Table:
    return of_icepool(_pool().largest_count_and_outcome())


# ── two pools of a hundred ─────────────────────────────────────────────────────────────────────
def _net(state: int, throw: int, face: int) -> int:
    return state + (face >= 5) * (1 - 2 * throw)


def net_tablee() -> Table:
    return _number(Fold(0, _net, int), _dice(D6, 100), _dice(D6, 100))


def net_icepool() -> Table:
    success = icepool.d6 >= 5
    return of_icepool(100 @ success - 100 @ success)


def net_dyce() -> Table:
    success = dyce.H(6).ge(5)
    return of_dyce((100 @ success) - (100 @ success))


POOLS: Mapping[str, Mapping[str, Callable[[], Table]]] = {
    "6 keep 3 of exploding d10": {
        "tablee": partial(kept_tablee, 6, 3),
        "icepool": partial(kept_icepool, 6, 3),
    },
    "10 keep 5 of exploding d10": {
        "tablee": partial(kept_tablee, 10, 5),
        "icepool": partial(kept_icepool, 10, 5),
    },
    "10 d6 cancelled by 10 d6, the best": {
        "tablee": cancelled_tablee,
        "icepool": cancelled_icepool,
    },
    "pushed 6/6/6 with two kinds of ones": {
        "tablee": pushed_tablee,
        "icepool": pushed_icepool,
        "icepool, multisets": pushed_icepool_multiset,
    },
    "8 step dice, the best three": {"tablee": steps_tablee, "icepool": steps_icepool},
    "8 step dice, the largest set": {"tablee": set_tablee, "icepool": set_icepool},
    "successes of 100 d6 less 100 d6": {
        "tablee": net_tablee,
        "icepool": net_icepool,
        "dyce": net_dyce,
    },
}
