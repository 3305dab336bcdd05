"""Strategies that draw a read of each kind, with throws small enough to enumerate."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

from hypothesis import strategies as st

from tablee.dice.chain_die import ChainDie, Worth
from tablee.dice.counts import (
    Cancelling,
    CountFold,
    CountRead,
    Keep,
    LongestRun,
    Matching,
    Pool,
    Sets,
)
from tablee.dice.die import AnyDie, Die, OpenDie, Throw
from tablee.dice.gap import Gap, Turns
from tablee.dice.ranking import Ranking
from tablee.dice.reads import AllFaces, Face, Fold, Highest, Reaches, Read, Under
from tablee.dice.tails import Cuts, Window
from tablee.dice.tally import Against

__all__ = ["CASES", "Case"]

Case = tuple[Read[Any], tuple[Throw, ...]]

plain_dice = st.builds(Die, st.integers(1, 6), st.integers(0, 1))
open_dice = st.integers(2, 6).flatmap(
    lambda sides: st.builds(
        OpenDie,
        sides=st.just(sides),
        up=st.just(sides),
        down=st.integers(1, sides - 1),
        down_worth=st.integers(0, 1),
    )
)


@st.composite
def _again(draw: st.DrawFn, caps: tuple[int | None, ...] = (0, 1, 2)) -> ChainDie:
    """Draw a die that is thrown again on some faces."""
    worth: Worth = draw(st.sampled_from(get_args(Worth)))
    sides = draw(st.integers(2, 4))
    lowest = draw(st.integers(0, 1)) if worth == "last" else 1
    first = lowest if worth == "last" else 2
    among = st.integers(first, lowest + sides - 1)
    most = sides - 1 if worth == "last" else 2
    again = draw(st.sets(among, min_size=1, max_size=min(most, sides - 1)))
    return ChainDie(sides, lowest, tuple(sorted(again)), worth, draw(st.sampled_from(caps)))


@st.composite
def _pools(draw: st.DrawFn, number: int | None = None) -> tuple[Throw, ...]:
    """Draw a few throws of dice of several kinds."""
    dice: list[tuple[AnyDie, int]] = []
    for _ in range(draw(st.integers(1, 3)) if number is None else number):
        if draw(st.integers(0, 2)) == 0 and not any(type(die) is ChainDie for die, _ in dice):
            dice.append((draw(_again()), draw(st.integers(0, 2))))
        else:
            dice.append((draw(plain_dice), draw(st.integers(0, 2))))
    return tuple(draw(_throw(die, count)) for die, count in dice)


@st.composite
def _throw(draw: st.DrawFn, die: AnyDie, count: int) -> Throw:
    """Draw a throw, sometimes with known faces."""
    shown: tuple[int, ...] | None = None
    if draw(st.integers(0, 3)) == 0:
        shown = _faces(draw, die, count) if isinstance(die, Die) else _chain(draw, die, count)
    return Throw(die, "dé", "acteur", count, shown)


def _faces(draw: st.DrawFn, die: Die, count: int) -> tuple[int, ...]:
    return tuple(draw(st.lists(st.sampled_from(die.faces), min_size=count, max_size=count)))


def _chain(draw: st.DrawFn, die: OpenDie | ChainDie, count: int) -> tuple[int, ...]:
    ends = [face for face in die.faces if not isinstance(die, ChainDie) or face not in die.again]
    chain: tuple[int, ...] = ()
    while more := die.missing(chain, count):
        among = ends[:-1] or ends if len(chain) > 3 else list(die.faces)
        chain += tuple(draw(st.sampled_from(among)) for _ in range(more))
    return chain


@st.composite
def _face(draw: st.DrawFn) -> Case:
    return Face(), (draw(_throw(draw(st.one_of(plain_dice, _again())), 1)),)


@st.composite
def _all_faces(draw: st.DrawFn) -> Case:
    return AllFaces(), (draw(_throw(draw(plain_dice), draw(st.integers(0, 3)))),)


@st.composite
def _under(draw: st.DrawFn) -> Case:
    return Under(draw(st.integers(-2, 8))), (draw(_throw(draw(plain_dice), 1)),)


@st.composite
def _reaches(draw: st.DrawFn) -> Case:
    points = tuple(draw(st.lists(st.integers(-2, 8), max_size=4)))
    return Reaches(points), (draw(_throw(draw(plain_dice), 1)),)


@st.composite
def _ranking(draw: st.DrawFn) -> Case:
    levels = draw(st.lists(st.integers(-2, 8), min_size=2, max_size=4))
    throws = tuple(draw(_throw(draw(plain_dice), 1)) for _ in levels)
    best, lead, order = (draw(st.booleans()) for _ in range(3))
    return Ranking(tuple(levels), draw(st.integers(-4, 6)), best, lead, order), throws


@st.composite
def _pool(draw: st.DrawFn) -> Case:
    if draw(st.booleans()):
        return Pool(), draw(_pools())
    return Pool(), (draw(_throw(draw(plain_dice), draw(st.integers(0, 4)))),)


joined_reads: st.SearchStrategy[CountRead[Any]] = st.one_of(
    st.builds(Keep, st.one_of(st.none(), st.integers(0, 4)), st.integers(0, 2), st.booleans()),
    st.builds(Sets, st.integers(1, 3)),
    st.just(LongestRun()),
    st.just(Pool()),
)


def _of(kind: type[CountRead[Any]]) -> Callable[[], st.SearchStrategy[Case]]:
    reads = joined_reads.filter(lambda read: type(read) is kind)
    return lambda: st.tuples(reads, _pools())


def _of_two(kind: Callable[..., CountRead[Any]]) -> Callable[[], st.SearchStrategy[Case]]:
    return lambda: st.tuples(st.builds(kind, joined_reads), _pools(2))


def _counted(
    state: tuple[int, int], outcome: int, counts: tuple[int, ...], cap: int
) -> tuple[int, int]:
    """Count step that is not commutative: the order and the index of the throw matter."""
    total, last = state
    worth = sum(outcome * n * (place + 1) for place, n in enumerate(counts))
    return min(cap, total + worth), 2 * last % 7 + counts[0]


def _two_numbers(state: tuple[int, int], cap: int) -> tuple[int, bool]:
    return state[0] - state[1], state[0] == cap


@st.composite
def _count_fold(draw: st.DrawFn) -> Case:
    using = (draw(st.integers(0, 20)),)
    return CountFold(
        (0, 0), _counted, _two_numbers, using, draw(st.booleans()), draw(st.booleans())
    ), draw(_pools())


def _mixed_step(accumulator: tuple[int, int], index: int, face: int, cap: int) -> tuple[int, int]:
    """Fold step that is not commutative: the order and the index of the throw matter."""
    total, last = accumulator
    return min(cap, total + face * (index + 1)), face if face % 2 else last


def _mixed_end(accumulator: tuple[int, int], cap: int) -> tuple[int, bool]:
    return accumulator[0] - accumulator[1], accumulator[0] == cap


@st.composite
def _fold(draw: st.DrawFn) -> Case:
    throws = tuple(
        draw(_throw(draw(plain_dice), draw(st.integers(0, 2))))
        for _ in range(draw(st.integers(0, 2)))
    )
    if draw(st.booleans()):
        throws = draw(_pools())
    return Fold((0, 0), _mixed_step, _mixed_end, (draw(st.integers(0, 20)),)), throws


@st.composite
def _highest(draw: st.DrawFn) -> Case:
    die = draw(plain_dice)
    low, high = draw(st.one_of(st.none(), st.integers(0, 3))), draw(st.sampled_from([None, 3, 5]))
    read = Highest(draw(st.one_of(st.none(), st.integers(-1, 8))), low, high)
    return read, (draw(_throw(die, draw(st.integers(1, 4)))),)


@st.composite
def _against(draw: st.DrawFn) -> Case:
    lowest, throws = draw(st.integers(0, 1)), []
    for _ in range(draw(st.integers(0, 2))):
        die = Die(draw(st.integers(1, 6)), lowest)
        throws.append(draw(_throw(die, draw(st.integers(0, 3)))))

    def tables() -> tuple[tuple[int, ...], ...]:
        counts = st.integers(0, 3)
        return tuple(
            tuple(draw(st.lists(counts, min_size=t.die.sides, max_size=t.die.sides)))
            for t in throws
        )

    cap = draw(st.sampled_from([0, 2, 1 << 30]))
    read = Against(draw(st.integers(-3, 30)), tables(), tables(), cap, lowest)
    return read, tuple(throws)


single_dice = st.one_of(plain_dice, open_dice)
any_dice = st.one_of(single_dice, _again((0, 1, 2, None)))


@st.composite
def _cuts(draw: st.DrawFn) -> Case:
    die = draw(any_dice)
    points = draw(st.lists(st.integers(-15, 25), unique=True, max_size=5))
    return Cuts(tuple(sorted(points)), die), (draw(_throw(die, 1)),)


@st.composite
def _window(draw: st.DrawFn) -> Case:
    die, low = draw(any_dice), draw(st.integers(-15, 20))
    return Window(low, low + draw(st.integers(0, 12)), die), (draw(_throw(die, 1)),)


@st.composite
def _two_dice(draw: st.DrawFn) -> tuple[Die | OpenDie, Die | OpenDie]:
    """Draw two single dice; if both explode, they have the same sides."""
    one, other = draw(single_dice), draw(single_dice)
    if isinstance(one, OpenDie) and isinstance(other, OpenDie):
        other = OpenDie(one.sides, one.up, draw(st.integers(1, one.sides - 1)), other.down_worth)
    return one, other


@st.composite
def _gap(draw: st.DrawFn) -> Case:
    dice, low = draw(_two_dice()), draw(st.integers(-15, 15))
    high = low + draw(st.integers(0, 8))
    read = Gap(*dice, draw(st.integers(-8, 8)), low, high)
    return read, tuple(draw(_throw(die, 1)) for die in dice)


@st.composite
def _turns(draw: st.DrawFn) -> Case:
    dice = draw(_two_dice())
    levels = draw(st.integers(-10, 14)), draw(st.integers(-10, 14))
    lows = levels[0] - draw(st.integers(1, 8)), levels[1] - draw(st.integers(1, 8))
    read = Turns(dice, levels, lows, draw(st.integers(0, 6)))
    return read, tuple(draw(_throw(die, 1)) for die in dice)


CASES: dict[type[Read[Any]], Callable[[], st.SearchStrategy[Case]]] = {
    Face: _face,
    AllFaces: _all_faces,
    Under: _under,
    Reaches: _reaches,
    Ranking: _ranking,
    Pool: _pool,
    CountFold: _count_fold,
    Keep: _of(Keep),
    Sets: _of(Sets),
    LongestRun: _of(LongestRun),
    Cancelling: _of_two(Cancelling),
    Matching: _of_two(Matching),
    Fold: _fold,
    Highest: _highest,
    Against: _against,
    Cuts: _cuts,
    Window: _window,
    Gap: _gap,
    Turns: _turns,
}
"""Strategy of each read of `tablee.dice`; `test_reads` fails for a read without one."""
