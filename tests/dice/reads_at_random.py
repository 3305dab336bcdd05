"""Strategies that draw a read of each kind, with throws small enough to enumerate."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from tablee.dice.die import Die, OpenDie, Throw
from tablee.dice.gap import Gap, Turns
from tablee.dice.ranking import Ranking
from tablee.dice.reads import AllFaces, Face, Fold, Highest, Pool, Reaches, Read, Under
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
def _throw(draw: st.DrawFn, die: Die | OpenDie, count: int) -> Throw:
    """Draw a throw, sometimes with known faces."""
    shown: tuple[int, ...] | None = None
    if draw(st.integers(0, 3)) == 0:
        shown = _chain(draw, die) if isinstance(die, OpenDie) else _faces(draw, die, count)
    return Throw(die, "dé", "acteur", count, shown)


def _faces(draw: st.DrawFn, die: Die, count: int) -> tuple[int, ...]:
    return tuple(draw(st.lists(st.sampled_from(die.faces), min_size=count, max_size=count)))


def _chain(draw: st.DrawFn, die: OpenDie) -> tuple[int, ...]:
    chain: tuple[int, ...] = ()
    while die.goes_on(chain):
        last = len(chain) > 3
        chain = (*chain, draw(st.integers(1, die.sides - 1 if last else die.sides)))
    return chain


@st.composite
def _face(draw: st.DrawFn) -> Case:
    return Face(), (draw(_throw(draw(plain_dice), 1)),)


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
    return Pool(), (draw(_throw(draw(plain_dice), draw(st.integers(0, 4)))),)


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


@st.composite
def _cuts(draw: st.DrawFn) -> Case:
    die = draw(single_dice)
    points = draw(st.lists(st.integers(-15, 25), unique=True, max_size=5))
    return Cuts(tuple(sorted(points)), die), (draw(_throw(die, 1)),)


@st.composite
def _window(draw: st.DrawFn) -> Case:
    die, low = draw(single_dice), draw(st.integers(-15, 20))
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
    Fold: _fold,
    Highest: _highest,
    Against: _against,
    Cuts: _cuts,
    Window: _window,
    Gap: _gap,
    Turns: _turns,
}
"""Strategy of each read of `tablee.dice`; `test_reads` fails for a read without one."""
