"""A text that a person wrote stays as it is in what a run leaves to note."""

from __future__ import annotations

import pytest

from tablee.faces.messages import effect_text
from tablee.rules.readings.session import Session
from tablee.rules.registry import find_game
from tablee.rules.run_input import ask_about
from tablee.rules.texts.words import Words


@pytest.mark.parametrize("threat", ["mana", "mort", "test", "l’alarme"])
def test_the_threat_of_a_counter_is_no_identifier(threat: str) -> None:
    """SOC-OPT-06."""
    params = {"de": 10, "reussites": 1, "etapes": 1, "nom": threat}
    session = Session(ask_about("socle.chronometre", params, {}, [{"dice": [2]}]))
    words = Words(session.question.game)
    amount = dict(session.effects)["menace"]
    text = effect_text(words, "menace", amount, "")
    assert text.endswith(f"«\u00a0{threat}\u00a0»")


def test_without_words_it_says_so() -> None:
    words = Words(find_game("socle"))
    assert "(" not in effect_text(words, "menace", "", "")
    assert effect_text(words, "menace", "", "").endswith("«\u00a0…\u00a0»")


def test_a_name_is_that_of_the_character() -> None:
    words = Words(find_game("socle"), names={"mana": "Mana la Rousse"})
    assert "Mana la Rousse" in effect_text(words, "relever", "mana", "Bo")


def test_an_effect_without_a_name_has_no_quotation_marks() -> None:
    """SOC-COE-05: an ally without a sheet."""
    assert effect_text(Words(find_game("socle")), "relever", True, "Bo").endswith(": relever")
