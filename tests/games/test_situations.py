"""Each document sentence by sentence: what must come out, what is refused, who is asked.

`situations.py` of a game lists them with their clauses, the values worked out by hand from the
document: SITUATIONS, RULED (under a choice of the campaign), REFUSED and ASKED.
"""

from __future__ import annotations

import importlib
from typing import Any

import pytest

from tests.kit.situations import Params, asked, kept, refused, result

GAMES = ("armes_dieux", "eclats", "exil", "socle")
READ_TWICE = ("eclats", "exil", "loss")
"""Games with a module `situations_tables` of a second reading."""
LEAST = 60
"""Situations of a document at the least."""


def _listed(name: str) -> list[Any]:
    found = []
    read = [
        *((game, "situations") for game in GAMES),
        *((g, "situations_tables") for g in READ_TWICE),
        ("eclats", "situations_third"),
        ("loss", "situations_third"),
    ]
    for game, name_of in read:
        module = importlib.import_module(f"tests.games.{game}.{name_of}")
        for place, (clauses, procedure, *rest) in enumerate(getattr(module, name, ())):
            known = f"{game}.{procedure}"
            found.append(pytest.param(known, *rest, id=f"{known} {clauses} {place}"))
    return found


@pytest.mark.parametrize("game", READ_TWICE)
def test_there_are_enough_situations_of_a_second_reading(game: str) -> None:
    module = importlib.import_module(f"tests.games.{game}.situations_tables")
    assert len(module.SITUATIONS) >= LEAST


@pytest.mark.parametrize("game", GAMES)
def test_there_are_enough_situations_of_each_document(game: str) -> None:
    module = importlib.import_module(f"tests.games.{game}.situations")
    assert len(module.SITUATIONS) >= LEAST


@pytest.mark.parametrize(("procedure", "params", "answers", "expected"), _listed("SITUATIONS"))
def test_a_situation_of_the_document(
    procedure: str, params: Params, answers: list[Any], expected: Params
) -> None:
    assert kept(result(procedure, params, *answers), expected) == expected


@pytest.mark.parametrize(
    ("procedure", "rulings", "params", "answers", "expected"), _listed("RULED")
)
def test_a_situation_under_a_choice_of_the_campaign(
    procedure: str, rulings: Params, params: Params, answers: list[Any], expected: Params
) -> None:
    assert kept(result(procedure, params, *answers, **rulings), expected) == expected


@pytest.mark.parametrize(("procedure", "params", "answers", "field"), _listed("REFUSED"))
def test_what_the_document_does_not_allow(
    procedure: str, params: Params, answers: list[Any], field: str
) -> None:
    assert refused(procedure, params, *answers) == field


@pytest.mark.parametrize(("procedure", "params", "answers", "ask"), _listed("ASKED"))
def test_who_is_asked(
    procedure: str, params: Params, answers: list[Any], ask: tuple[str, str]
) -> None:
    assert asked(procedure, params, *answers) == ask
