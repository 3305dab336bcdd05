"""Every read that exists: its law is that of `of` for fair faces."""

from __future__ import annotations

import importlib
import itertools
import pkgutil
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

import tablee.dice
from tablee.dice.counts import Pool
from tablee.dice.die import D6, Die, OpenDie, Throw
from tablee.dice.law import Law
from tablee.dice.reads import FACE, FACES, Fold, Highest, Read, Unbounded
from tablee.dice.tally import Against
from tablee.rules.registry import games
from tests.dice.reads_at_random import CASES, Case
from tests.kit.brute import throws as enumerated

KINDS = list(CASES)
DEPTH = 4
"""Number of further faces of an exploding die that are enumerated."""


def _reads() -> set[type[Read[Any]]]:
    for module in pkgutil.iter_modules(tablee.dice.__path__):
        importlib.import_module(f"tablee.dice.{module.name}")
    assert all(game.procedures for game in games()), "a game is imported when it is asked for"
    found: set[type[Read[Any]]] = set()
    waiting: list[type[Read[Any]]] = [Read]
    while waiting:
        kinds = waiting.pop().__subclasses__()
        waiting += kinds
        found |= {kind for kind in kinds if kind.__module__.startswith("tablee.")}
    bases = {base for kind in found if in_dice(kind) for base in kind.__bases__}
    return {kind for kind in found - bases if in_dice(kind) or {"of", "law"} & set(vars(kind))}


def in_dice(kind: type[Any]) -> bool:
    return kind.__module__.startswith("tablee.dice.")


def test_every_read_has_a_strategy_and_lives_in_dice() -> None:
    assert _reads() == set(CASES)
    assert all(map(in_dice, _reads()))


def push_forward(
    read: Read[Any], throws: tuple[Throw, ...], depth: int = DEPTH
) -> tuple[dict[Any, Fraction], Fraction]:
    """Return the chances of `of` by enumeration, and the mass of longer chains."""
    possible = [
        [(throw.shown, Fraction(1))] if throw.shown is not None else list(enumerated(throw, depth))
        for throw in throws
    ]
    found: dict[Any, Fraction] = {}
    for path in itertools.product(*possible):
        chance = Fraction(1)
        for _, share in path:
            chance *= share
        thrown = tuple(faces for faces, _ in path)
        value = read.value(throws, thrown)
        for made in range(len(thrown)):
            if read.enough(thrown[:made]):
                assert read.value(throws, thrown[:made]) == value, (
                    "the throws left out would have counted"
                )
        found[value] = found.get(value, Fraction()) + chance
    return found, 1 - sum(found.values(), Fraction())


def agrees(law: Law[Any], read: Read[Any], throws: tuple[Throw, ...], depth: int = DEPTH) -> None:
    found, missing = push_forward(read, throws, depth)
    if not missing:
        assert dict(law.items()) == found
    for value in {*law, *found}:
        assert found.get(value, Fraction()) <= law.p(value) <= found.get(value, 0) + missing


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=120, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_the_law_is_the_push_forward_of_the_faces(
    kind: type[Read[Any]], data: st.DataObject
) -> None:
    read, throws = data.draw(CASES[kind]())
    read.check(throws)
    law = read.law(throws)
    assert sum(chance for _, chance in law.items()) == 1
    agrees(law, read, throws)


THROWS = st.builds(
    Throw,
    st.sampled_from([D6, Die(4), Die(10, 0), OpenDie()]),
    st.just("dé"),
    st.just("a"),
    st.integers(0, 2),
)


@settings(max_examples=400)
@given(data=st.data(), kind=st.sampled_from(KINDS), several=st.lists(THROWS, max_size=3))
def test_a_read_takes_the_throws_or_refuses_them(
    kind: type[Read[Any]], data: st.DataObject, several: list[Throw]
) -> None:
    """Throws that were not made for this read: its law is right, or there is none."""
    read, _ = data.draw(CASES[kind]())
    throws = tuple(
        replace(throw, count=1) if isinstance(throw.die, OpenDie) else throw for throw in several
    )
    try:
        read.check(throws)
        law = read.law(throws)
    except ValueError:
        return
    agrees(law, read, throws, depth=2)


@given(data=st.data(), kind=st.sampled_from(KINDS))
def test_a_read_is_a_value(data: st.DataObject, kind: type[Read[Any]]) -> None:
    """Equal reads are one key of a memo, and the cost does not need the law."""
    case: Case = data.draw(CASES[kind]())
    read, throws = case
    twin = type(read)(*(getattr(read, name) for name in read.__struct_fields__))
    assert read == twin
    assert hash(read) == hash(twin)
    assert read.cost(throws) >= 0


@pytest.mark.parametrize("count", range(1, 7))
def test_equal_faces_of_a_pool_are_one_outcome(count: int) -> None:
    law = Pool().law((Throw(D6, "d6", "a", count),))
    assert law.p((6,) * count) == Fraction(1, 6**count)
    assert len(law) == Pool().cost((Throw(D6, "d6", "a", count),))


def _add(total: int, _: int, face: int) -> int:
    return total + face


def _same(total: int) -> int:
    return total


def test_large_pools_are_folded_not_enumerated() -> None:
    law = Fold(0, _add, _same).law((Throw(D6, "d6", "a", 60), Throw(Die(10, 0), "d10", "a", 20)))
    assert law.mean() == 60 * Fraction(7, 2) + 20 * Fraction(9, 2)
    assert law.variance() == 60 * Fraction(35, 12) + 20 * Fraction(33, 4)
    best = Highest(marked=1).law((Throw(D6, "d6", "a", 200),))
    assert best.p((6, False)) == Fraction(5**200 - 4**200, 6**200)


def test_wide_counts_of_a_large_pool() -> None:
    """A coefficient of more than 64 bits: the paths of the pool exceed one machine word."""
    throws = (Throw(D6, "d6", "a", 40),)
    even = ((0, 1, 0, 1, 0, 1),)
    law = Against(140, even, even).law(throws)
    assert law.map(lambda pair: pair[1]).p(20) == Fraction(137846528820, 2**40)
    fold = Fold(0, _add, _same).law(throws)
    assert law.chance(lambda pair: pair[0]) == fold.at_least(140)


def test_dice_with_other_faces_than_the_tables_are_refused() -> None:
    table = ((0,) * 10,)
    with pytest.raises(ValueError, match="lowest"):
        Against(5, table, table).check((Throw(Die(10, 0), "d10", "a", 2),))


@pytest.mark.parametrize(
    "read",
    [FACE, FACES, Pool(), Fold(0, _add, _same), Highest(), Against(5, ((0,) * 10,), ((0,) * 10,))],
)
def test_an_exploding_die_without_a_bound_has_no_law(read: Read[Any]) -> None:
    with pytest.raises(Unbounded, match="dé"):
        read.law((Throw(OpenDie(), "dé", "a"),))
