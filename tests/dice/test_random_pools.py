"""Random pools of the dice language have the law that plain enumeration gives.

The enumerator shares no code with `tablee.dice`. It knows only what the words of the language mean (keep,
drop, explode, reroll, push, cancel, match, sets, runs).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tablee import (
    D6,
    Cancelling,
    CountFold,
    Die,
    Fold,
    Keep,
    LongestRun,
    Matching,
    Pool,
    Procedure,
    Result,
    Sets,
    Throw,
    compounding,
    drop_highest,
    drop_lowest,
    exploding,
    keep_highest,
    keep_lowest,
    odds,
    penetrating,
    pushed,
    reroll_once,
    reroll_while,
    rolls,
)
from tablee.dice.die import AnyDie
from tablee.dice.reads import Read

Chances = dict[Any, Fraction]
"""Outcome -> its chance."""
Values = tuple[int, ...]
Kind = tuple[str, int, int, int]
"""A kind of dice: its name, its sides, a face or a least face, and a cap."""


# ── plain enumeration ──────────────────────────────────────────────────────────────────────────
def one_die(kind: Kind) -> Chances:
    """Return the chances of the values that one die of a kind adds to its pool."""
    name, sides, face, cap = kind
    found: Chances = {}

    def throw(before: Values, chance: Fraction, left: int) -> None:
        for shown in range(1, sides + 1):
            faces, share = (*before, shown), chance / sides
            if left and again(name, shown, face):
                throw(faces, share, left - 1)
            else:
                values = worth(name, faces)
                found[values] = found.get(values, Fraction()) + share

    throw((), Fraction(1), cap if name in CHAINS else int(name != "plain"))
    return found


CHAINS = ("exploding", "compounding", "penetrating", "reroll_while")


def again(name: str, shown: int, face: int) -> bool:
    """Return whether a die that shows a face is thrown again."""
    match name:
        case "exploding" | "compounding" | "penetrating":
            return shown >= face
        case "reroll_once" | "reroll_while":
            return shown == face
        case _:
            return name == "pushed" and shown != face


def worth(name: str, faces: Values) -> Values:
    """Return the values of the faces that one die has shown."""
    match name:
        case "exploding":
            return faces
        case "compounding":
            return (sum(faces),)
        case "penetrating":
            return (sum(faces) - (len(faces) - 1),)
        case _:
            return (faces[-1],)


def pool(dice: Sequence[tuple[Kind, int]]) -> Chances:
    """Return the chances of the values of a pool, as a sorted tuple."""
    found: Chances = {(): Fraction(1)}
    for kind, count in dice:
        for _ in range(count):
            longer: Chances = {}
            for values, chance in found.items():
                for more, share in one_die(kind).items():
                    both = tuple(sorted((*values, *more)))
                    longer[both] = longer.get(both, Fraction()) + chance * share
            found = longer
    return found


def pushed_forward(chances: Chances, read: Callable[[Any], Any]) -> Chances:
    found: Chances = {}
    for outcome, chance in chances.items():
        found[read(outcome)] = found.get(read(outcome), Fraction()) + chance
    return found


def highest(values: Values, n: int) -> int:
    return sum(sorted(values, reverse=True)[:n])


def sets_in(values: Values, least: int) -> tuple[Values, ...]:
    sets = [(size, face) for face, size in Counter(values).items() if size >= least]
    return tuple(sorted(sets, reverse=True))


def longest_run(values: Values) -> Values:
    best = (0, 0)
    for first in set(values):
        last = first
        while last + 1 in values:
            last += 1
        best = max(best, (last - first + 1, last))
    return best


def cancelled(mine: Values, theirs: Values) -> Values:
    return tuple((Counter(mine) - Counter(theirs)).elements())


def matched(mine: Values, theirs: Values) -> Values:
    return tuple((Counter(mine) & Counter(theirs)).elements())


# ── the same in the language ───────────────────────────────────────────────────────────────────
def die_of(kind: Kind) -> AnyDie:
    name, sides, face, cap = kind
    die = Die(sides)
    match name:
        case "exploding":
            return exploding(die, cap=cap, least=face)
        case "compounding":
            return compounding(die, cap=cap, least=face)
        case "penetrating":
            return penetrating(die, cap=cap, least=face)
        case "reroll_once":
            return reroll_once(die, face)
        case "reroll_while":
            return reroll_while(die, face, cap=cap)
        case "pushed":
            return pushed(die, face)
        case _:
            return die


def throws_of(dice: Sequence[tuple[Kind, int]]) -> tuple[Throw, ...]:
    return tuple(Throw(die_of(kind), "dice", "player", count) for kind, count in dice)


def count_high(state: int, throw: int, face: int) -> int:
    return state + (face >= 3)


def pairs(state: int, face: int, counts: tuple[int, ...]) -> int:
    return state + counts[0] // 2


kinds = st.one_of(
    st.tuples(st.just("plain"), st.integers(1, 6), st.just(1), st.just(0)),
    st.tuples(st.sampled_from(("reroll_once", "pushed")), st.integers(2, 4), st.integers(1, 2), st.just(0)),
    st.tuples(st.just("reroll_while"), st.integers(2, 4), st.integers(1, 2), st.integers(0, 2)),
    st.tuples(
        st.sampled_from(("exploding", "compounding", "penetrating")),
        st.integers(3, 4),
        st.integers(2, 3),
        st.integers(0, 2),
    ),
)  # fmt: skip
pools = st.lists(st.tuples(kinds, st.integers(0, 2)), min_size=1, max_size=3)
few = st.integers(0, 3)
one_pool = st.one_of(
    few.map(lambda n: (keep_highest(n), lambda v: highest(v, n))),
    few.map(lambda n: (keep_lowest(n), lambda v: sum(sorted(v)[:n]))),
    few.map(lambda n: (drop_highest(n), lambda v: sum(sorted(v)[: max(0, len(v) - n)]))),
    few.map(lambda n: (drop_lowest(n), lambda v: highest(v, max(0, len(v) - n)))),
    st.tuples(few, few).map(
        lambda both: (
            Keep(both[0], skip=both[1]),
            lambda v: sum(sorted(v, reverse=True)[both[1] : both[0] + both[1]]),
        )
    ),
    st.integers(1, 3).map(lambda n: (Sets(n), partial(sets_in, least=n))),
    st.just((LongestRun(), longest_run)),
    st.just((Pool(), lambda v: v)),
    st.just((Fold(0, count_high, int), lambda v: sum(face >= 3 for face in v))),
    st.just(
        (
            CountFold(0, pairs, int, one_pool=True),
            lambda v: sum(size // 2 for size in Counter(v).values()),
        )
    ),
)
two_pools = st.sampled_from(((Cancelling, cancelled), (Matching, matched)))
small = st.tuples(kinds, st.integers(0, 3))


def law_of_read(read: Read[Any], throws: tuple[Throw, ...]) -> Chances:
    return dict(read.law(throws).items())


@settings(max_examples=300, deadline=None)
@given(dice=pools, pair=one_pool)
def test_a_read_of_one_pool(
    dice: list[tuple[Kind, int]], pair: tuple[Read[Any], Callable[[Values], Any]]
) -> None:
    read, plain = pair
    assert law_of_read(read, throws_of(dice)) == pushed_forward(pool(dice), plain)


@settings(max_examples=150, deadline=None)
@given(mine=small, theirs=small, both=two_pools, n=few)
def test_a_read_of_two_pools(
    mine: tuple[Kind, int], theirs: tuple[Kind, int], both: tuple[Any, Any], n: int
) -> None:
    make, plain = both
    expected: Chances = {}
    for first, chance in pool([mine]).items():
        for second, share in pool([theirs]).items():
            value = highest(plain(first, second), n)
            expected[value] = expected.get(value, Fraction()) + chance * share
    assert law_of_read(make(keep_highest(n)), throws_of([mine, theirs])) == expected


class Kept(Result):
    kept: int


class Whole(Procedure[Kept]):
    """A rule that throws one pool and then as many dice as the first one keeps."""

    dice: tuple[tuple[str, int, int, int, int], ...]
    n: int

    async def rule(self) -> Kept:
        throws = throws_of([(each[:4], each[4]) for each in self.dice])
        kept = await rolls(throws, keep_highest(self.n))
        more = await rolls((Throw(D6, "more", "player", min(kept, 2)),), keep_lowest(1))
        return Kept(kept=kept - more)


@settings(max_examples=60, deadline=None)
@given(dice=pools, n=few)
def test_a_rule_with_two_throws(dice: list[tuple[Kind, int]], n: int) -> None:
    rule = Whole(dice=tuple((*kind, count) for kind, count in dice), n=n)
    expected: Chances = {}
    for values, chance in pool(dice).items():
        kept = highest(values, n)
        for more, share in pool([(("plain", 6, 1, 0), min(kept, 2))]).items():
            left = kept - (min(more) if more else 0)
            expected[left] = expected.get(left, Fraction()) + chance * share
    assert dict(odds(rule).marginal("kept").items()) == expected
