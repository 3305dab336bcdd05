"""The pools of the benchmark, smaller, against enumeration with other words; and pools too large."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Any

import pytest

from tablee.dice.changed_dice import compounding, exploding, pushed
from tablee.dice.counts import Cancelling, CountFold, Matching, Pool, keep_highest
from tablee.dice.die import D4, D6, D8, D100, Die, Throw
from tablee.dice.reads import Fold, Read
from tablee.rules.readings.budget import Budget
from tablee.rules.refusal import Refusal

D3 = Die(3)
NOTHING: tuple[int, ...] = (0, 0, 0)


def enumerated(dice: Iterable[Iterable[tuple[Any, Fraction]]], value: Callable[..., Any]) -> Any:
    """Return the chances of `value` of the outcomes of independent dice, given with their chances."""
    found: dict[Any, Fraction] = {}
    for path in itertools.product(*dice):
        chance = Fraction(1)
        for _, share in path:
            chance *= share
        key = value([outcome for outcome, _ in path])
        found[key] = found.get(key, Fraction()) + chance
    return found


def plain(sides: int) -> list[tuple[int, Fraction]]:
    return [(face, Fraction(1, sides)) for face in range(1, sides + 1)]


def summed(sides: int, cap: int) -> Iterator[tuple[int, Fraction]]:
    """Yield the sums of a die that explodes on its highest face at most `cap` times."""
    for tens in range(cap + 1):
        for face in range(1, sides + (tens == cap)):
            yield tens * sides + face, Fraction(1, sides ** (tens + 1))


def once_more(sides: int, kept: set[int]) -> Iterator[tuple[int, Fraction]]:
    """Yield the last faces of a die that is thrown once more unless it shows one of `kept`."""
    for first in range(1, sides + 1):
        if first in kept:
            yield first, Fraction(1, sides)
        else:
            yield from ((second, Fraction(1, sides**2)) for second in range(1, sides + 1))


def dice(die: Any, count: int) -> Throw:
    return Throw(die, "dé", "a", count)


def law(read: Read[Any], *throws: Throw) -> dict[Any, Fraction]:
    return dict(read.law(throws).items())


def test_keep_of_exploding_dice() -> None:
    found = enumerated([list(summed(4, 2))] * 4, lambda worths: sum(sorted(worths)[-2:]))
    assert law(keep_highest(2), dice(compounding(D4, 2), 4)) == found


def test_pools_that_cancel_and_match() -> None:
    pools = [plain(3)] * 6

    def left(faces: list[int]) -> tuple[int, ...]:
        return tuple(sorted((Counter(faces[:3]) - Counter(faces[3:])).elements()))

    def pairs(faces: list[int]) -> tuple[int, ...]:
        return tuple(sorted((Counter(faces[:3]) & Counter(faces[3:])).elements()))

    throws = dice(D3, 3), dice(D3, 3)
    assert law(Cancelling(Pool()), *throws) == enumerated(pools, left)
    assert law(Matching(Pool()), *throws) == enumerated(pools, pairs)
    best = enumerated(pools, lambda faces: max(left(faces), default=0))
    assert law(Cancelling(keep_highest(1)), *throws) == best


def _pushed(state: tuple[int, ...], throw: int, face: int) -> tuple[int, ...]:
    sixes, first, third = state
    if face == 6:
        return sixes + 1, first, third
    return (sixes, first + (throw == 0), third + (throw == 2)) if face == 1 else state


def test_a_pushed_pool_with_ones_of_two_kinds() -> None:
    ones, sixes = list(once_more(6, {1, 6})), list(once_more(6, {6}))

    def counted(faces: list[int]) -> tuple[int, ...]:
        return faces.count(6), faces[:1].count(1), faces[2:].count(1)

    throws = (dice(pushed(D6, *keep), 1) for keep in ((1, 6), (6,), (1, 6)))
    found = enumerated([ones, sixes, ones], counted)
    assert law(Fold(NOTHING, _pushed, tuple), *throws) == found


def _larger(state: tuple[int, ...], face: int, counts: tuple[int, ...]) -> tuple[int, ...]:
    return max(state, (counts[0], face))


def test_step_dice_in_one_pool() -> None:
    pool = [plain(4), plain(4), plain(6), plain(8)]
    throws = dice(D4, 2), dice(D6, 1), dice(D8, 1)
    three = enumerated(pool, lambda faces: sum(sorted(faces)[-3:]))
    assert law(keep_highest(3), *throws) == three

    def largest(faces: list[int]) -> tuple[int, int]:
        return max((number, face) for face, number in Counter(faces).items())

    assert law(CountFold(NOTHING[:2], _larger, tuple, one_pool=True), *throws) == enumerated(
        pool, largest
    )


def test_exploding_dice_add_dice_to_the_pool() -> None:
    def chains(sides: int, cap: int) -> Iterator[tuple[tuple[int, ...], Fraction]]:
        for tens in range(cap + 1):
            for face in range(1, sides + (tens == cap)):
                yield (sides,) * tens + (face,), Fraction(1, sides ** (tens + 1))

    found = enumerated([list(chains(4, 2))] * 3, lambda each: tuple(sorted(itertools.chain(*each))))
    assert law(Pool(), dice(exploding(D4, 2), 3)) == found


@pytest.mark.parametrize(
    ("read", "throws"),
    [
        (CountFold(NOTHING[:2], _larger, tuple), (dice(D6, 100), dice(D6, 100))),
        (keep_highest(50), (dice(compounding(D100, 9), 100),)),
        (Cancelling(Pool()), (dice(D8, 30), dice(D8, 30))),
    ],
)
def test_a_pool_too_large_is_refused_soon(read: Read[Any], throws: tuple[Throw, ...]) -> None:
    with pytest.raises(Refusal, match=r"too_large|trop long"):
        read.law(throws, Budget().table_spender("dé"))


def test_large_pools_with_small_states_have_a_law() -> None:
    """The sum of the best thirty of sixty d6 is 180 when thirty or more show a 6."""
    thirty = sum(math.comb(60, n) * 5 ** (60 - n) for n in range(30, 61))
    assert keep_highest(30).law((dice(D6, 60),)).p(180) == Fraction(thirty, 6**60)
