"""Laws: exact, positive, ordered; every method against direct sums."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.dice.law import Law, mix, product

numbers = st.integers(-5, 5)
laws = (
    st.dictionaries(numbers, st.integers(0, 9), max_size=6)
    .filter(lambda weights: any(weights.values()))
    .map(Law)
)


def test_weights_are_reduced_and_zeros_dropped() -> None:
    law = Law({"a": 4, "b": 0, "c": 6})
    assert dict(law.weights) == {"a": 2, "c": 3}
    assert law.total == 5
    assert "b" not in law
    assert "a" in law
    assert len(law) == 2


@pytest.mark.parametrize("weights", [{}, {"a": 0}, {"a": -1}, {"a": 2, "b": -1}])
def test_what_is_no_law_is_refused(weights: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="positive"):
        Law(weights)


def test_order_is_that_given() -> None:
    law = Law({3: 1, 1: 1, 2: 2})
    assert list(law) == [3, 1, 2]
    assert law.support() == (3, 1, 2)
    assert [outcome for outcome, _ in law.items()] == [3, 1, 2]
    assert law.sorted().support() == (1, 2, 3)
    assert law.sorted(lambda face: -face).support() == (3, 2, 1)


def test_making_a_law() -> None:
    assert Law.of("x").p("x") == 1
    assert Law.uniform([1, 1, 2]).p(1) == Fraction(2, 3)
    law = Law.from_fractions({1: Fraction(1, 6), 2: Fraction(1, 2), 3: Fraction(1, 3)})
    assert dict(law.weights) == {1: 1, 2: 3, 3: 2}
    assert Law.from_fractions({1: 1}) == Law.of(1)
    for chances in ({1: Fraction(1, 2)}, {}, {1: Fraction(3, 2), 2: Fraction(-1, 2)}):
        with pytest.raises(ValueError, match=r"law|sum"):
            Law.from_fractions(chances)


@given(laws)
def test_chances_sum_to_one(law: Law[int]) -> None:
    assert sum(chance for _, chance in law.items()) == 1
    assert all(chance > 0 for _, chance in law.items())
    assert all(law[outcome] == law.p(outcome) == chance for outcome, chance in law.items())
    assert law.p(99) == 0
    assert Law.from_fractions(dict(law.items())) == law


@given(laws)
def test_mean_and_variance_are_sums(law: Law[int]) -> None:
    mean = sum((outcome * chance for outcome, chance in law.items()), Fraction())
    second = sum((outcome**2 * chance for outcome, chance in law.items()), Fraction())
    assert law.mean() == mean
    assert law.variance() == second - mean**2
    assert law.mean(lambda outcome: Fraction(outcome, 2)) == mean / 2
    assert law.variance(lambda outcome: 3 * outcome + 1) == 9 * law.variance()


@given(laws, numbers)
def test_tails(law: Law[int], level: int) -> None:
    assert law.at_least(level) + law.at_most(level - 1) == 1
    assert law.chance(lambda outcome: outcome == level) == law.p(level)


@given(laws, st.fractions(Fraction(1, 50), 1))
def test_the_quantile_is_the_least_that_reaches_its_level(law: Law[int], level: Fraction) -> None:
    quantile = law.quantile(level)
    assert law.at_most(quantile) >= level
    assert law.at_most(quantile - 1) < level


@pytest.mark.parametrize("level", [0, -1, Fraction(11, 10)])
def test_a_level_outside_is_refused(level: Fraction) -> None:
    with pytest.raises(ValueError, match="level"):
        Law.of(1).quantile(level)
    assert Law.uniform(range(1, 7)).quantile(0.5) == 3


@given(laws)
def test_map_adds_equal_images_up(law: Law[int]) -> None:
    assert law.map(abs).p(2) == law.p(2) + law.p(-2)
    assert law.map(lambda _: 0) == Law.of(0)


class Pair(NamedTuple):
    left: int
    right: int


def test_marginals_of_records() -> None:
    law = Law({Pair(1, 1): 1, Pair(1, 2): 1, Pair(2, 1): 2})
    assert law.marginal("left") == Law({1: 1, 2: 1})
    assert law.marginal("right", "left") == Law({(1, 1): 1, (2, 1): 1, (1, 2): 2})


@given(laws)
def test_splitting_and_mixing_again_is_the_same(law: Law[int]) -> None:
    parts = law.split(lambda outcome: outcome % 2)
    assert sum(chance for chance, _ in parts.values()) == 1
    for value, (chance, part) in parts.items():
        here = {outcome for outcome in law if outcome % 2 == value}
        assert chance == law.chance(here.__contains__)
        assert part == law.given(here.__contains__)
    whole = Law.from_fractions({value: chance for value, (chance, _) in parts.items()})
    assert whole.then(lambda value: parts[value][1]) == law


def test_a_condition_that_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="positive"):
        Law.of(1).given(lambda outcome: outcome == 2)


@given(laws, laws)
def test_product_is_independent(left: Law[int], right: Law[int]) -> None:
    joint = product(left, right)
    assert all(joint.p((a, b)) == left.p(a) * right.p(b) for a in left for b in right)
    assert product() == Law.of(())
    assert left.then(lambda a: right.map(lambda b: (a, b))) == joint


@given(laws, laws, st.integers(0, 5), st.integers(1, 5))
def test_mix_weighs_its_parts(left: Law[int], right: Law[int], few: int, many: int) -> None:
    mixed = mix([(left, few), (right, many)])
    for outcome in {*left, *right}:
        assert mixed.p(outcome) == (few * left.p(outcome) + many * right.p(outcome)) / (few + many)


@given(laws, laws)
def test_equality_is_that_of_laws(left: Law[int], right: Law[int]) -> None:
    assert (left == right) == (dict(left.items()) == dict(right.items()))
    assert left == left.sorted()
    assert hash(left) == hash(left.sorted())
    assert left != dict(left.weights)


@given(laws, laws)
def test_distance_and_dominance(left: Law[int], right: Law[int]) -> None:
    distance = left.distance(right)
    assert 0 <= distance <= 1
    assert (distance == 0) == (left == right)
    assert distance == right.distance(left)
    assert left.dominates(left)
    assert left.map(lambda outcome: outcome + 1).dominates(left)
    if left.dominates(right):
        assert left.mean() >= right.mean()
    assert Law.of(1).distance(Law.of(2)) == 1


def test_a_law_tells_itself_shortly() -> None:
    assert repr(Law({1: 1, 2: 2})) == "Law({1: 1/3, 2: 2/3})"
    assert "… 8 more" in repr(Law.uniform(range(20)))


def test_the_text_of_a_law_is_short_however_long_its_fractions() -> None:
    law = Law({True: 3**20_000, False: 5**20_000})
    assert len(repr(law)) < 100
    assert repr(Law({1: 1, 2: 2})) == "Law({1: 1/3, 2: 2/3})"
