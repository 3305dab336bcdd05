"""Chances in words and as whole shares."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.faces.chance_words import in_words, share_texts, shares
from tablee.rules.words import Words, percent

FRENCH, ENGLISH = Words(None), Words(None, "en")


@pytest.mark.parametrize(
    ("chance", "french", "english"),
    [
        ("0", "impossible", "impossible"),
        ("1", "certain", "certain"),
        ("1/2", "une chance sur deux", "one chance in two"),
        ("1/3", "une chance sur trois", "one chance in three"),
        ("3/4", "trois chances sur quatre", "three chances in four"),
        ("7/12", "sept chances sur douze", "seven chances in twelve"),
        ("249/1000", "environ une chance sur quatre", "about one chance in four"),
        ("46/100", "un peu moins d’une chance sur deux", "a little less than one chance in two"),
        ("77/100", "un peu plus de trois chances sur quatre", None),
        ("99/100", "presque sûr", "almost certain"),
        ("1/36", "un peu moins d’une chance sur trente", None),
        ("1/5000", "presque impossible", "almost impossible"),
    ],
)
def test_words(chance: str, french: str, english: str | None) -> None:
    assert in_words(Fraction(chance), FRENCH) == french
    if english:
        assert in_words(Fraction(chance), ENGLISH) == english


@given(st.fractions(0, 1))
def test_certain_and_impossible_are_shown_of_nothing_else(chance: Fraction) -> None:
    texts = in_words(chance, FRENCH)
    assert (texts == "certain") == (chance == 1)
    assert (texts == "impossible") == (chance == 0)
    assert in_words(chance, ENGLISH) != texts or chance in (0, 1)


@pytest.mark.parametrize("chance", [Fraction(-1, 2), Fraction(3, 2)])
def test_what_is_no_chance(chance: Fraction) -> None:
    with pytest.raises(ValueError, match="no chance"):
        in_words(chance, FRENCH)


weights = st.lists(st.integers(0, 10**6), min_size=1, max_size=100).filter(any)


@given(weights)
def test_shares_add_up_and_keep_what_is_possible_apart(listed: list[int]) -> None:
    chances = [Fraction(weight, sum(listed)) for weight in listed]
    found = shares(chances)
    assert sum(found) == 100
    for chance, share in zip(chances, found, strict=True):
        assert (share == 0) == (chance == 0)
        assert (share == 100) == (chance == 1)
    if all(chance == 0 or chance * 100 >= 1 for chance in chances):
        assert all(abs(100 * c - s) < 1 for c, s in zip(chances, found, strict=True))
    rising = sorted(range(len(chances)), key=lambda place: (chances[place], -place))
    assert [found[place] for place in rising] == sorted(found)


def test_shares_of_equal_chances_serve_the_first() -> None:
    assert shares([Fraction(1, 3)] * 3) == [34, 33, 33]
    assert shares([Fraction(1, 1000), Fraction(999, 1000)]) == [1, 99]


def test_rare_outcomes_take_as_little_as_they_can() -> None:
    chances = ["131/216", "5/108", "7/1728", "7/288", "47/216", "7/576", "77/864"]
    assert shares([Fraction(chance) for chance in chances]) == [61, 4, 1, 2, 22, 1, 9]


def test_what_has_no_shares() -> None:
    with pytest.raises(ValueError, match="sum to 1"):
        shares([Fraction(1, 2)])
    with pytest.raises(ValueError, match="more than 100"):
        shares([Fraction(1, 101)] * 101)


def test_shown_shares() -> None:
    texts = share_texts([Fraction(1, 1000), Fraction(999, 1000), Fraction(0)], FRENCH)
    assert texts == ["<\u00a01\u202f%", "99\u202f%", "0\u202f%"]
    assert share_texts([Fraction(1, 200)] * 200, ENGLISH)[0] == "0.5%"
    assert share_texts([Fraction(1, 300)] * 300, ENGLISH)[0] == "0.3%"


def test_many_rare_outcomes_take_nothing_from_a_likely_one() -> None:
    rare = [Fraction(1, 1000)] * 30
    texts = share_texts([Fraction(70, 100), Fraction(27, 100), *rare], ENGLISH)
    assert texts[:3] == ["70%", "27%", "<\u00a01%"]


@given(weights)
def test_shown_shares_never_say_certain_of_what_is_open(listed: list[int]) -> None:
    chances = [Fraction(weight, sum(listed)) for weight in listed]
    texts = share_texts(chances, ENGLISH)
    for chance, text in zip(chances, texts, strict=True):
        assert (text == "100%") == (chance == 1)
        assert (text == "0%") == (chance == 0)
    whole = [int(text[:-1]) for text in texts if text[:-1].isdigit()]
    assert sum(whole) <= 100


@given(st.fractions(Fraction(1, 100), Fraction(99, 100)))
def test_one_of_two_has_the_share_that_is_shown_of_it_alone(chance: Fraction) -> None:
    both = [chance, 1 - chance]
    assert share_texts(both, FRENCH) == [percent(each) for each in both]


def test_halves_go_up_to_what_is_even() -> None:
    for eighths in range(1, 8):
        both = [Fraction(eighths, 8), Fraction(8 - eighths, 8)]
        assert share_texts(both, FRENCH) == [percent(each) for each in both]
