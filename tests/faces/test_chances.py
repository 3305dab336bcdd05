"""Chances in words and as whole shares."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.faces.chance_words import in_words
from tablee.rules.texts.words import Words

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
