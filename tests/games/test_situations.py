"""Each document sentence by sentence: what must come out, what is refused, who is asked.

The modules `situations…` of a game list them with their clauses, the values worked out by hand from
the document: SITUATIONS, RULED (under a choice of the campaign), REFUSED and ASKED.
"""

from __future__ import annotations

from typing import Any

import pytest

from tablee.rules.registry import games
from tests.kit.situations import Params, asked, kept, modules_of_games, refused, result

LEAST = 60
"""Situations of a document at the least."""
MODULES = list(modules_of_games("situations"))


def _listed(name: str) -> list[Any]:
    found = []
    for game, module in MODULES:
        for place, (clauses, procedure, *rest) in enumerate(getattr(module, name, ())):
            known = f"{game}.{procedure}"
            found.append(pytest.param(known, *rest, id=f"{known} {clauses} {place}"))
    return found


@pytest.mark.parametrize("game", [game.id for game in games()])
def test_there_are_enough_situations_of_each_document(game: str) -> None:
    listed = [module.SITUATIONS for each, module in MODULES if each == game]
    assert sum(map(len, listed)) >= LEAST


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
