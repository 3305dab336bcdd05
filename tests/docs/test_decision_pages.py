"""The pages of decisions and of consequences: each decision has a seat, all texts are in words."""

from __future__ import annotations

import re

import pytest

from docs.building.decision_pages import consequences_page, decisions_of, decisions_page
from tablee.rules.game import Game
from tablee.rules.registry import games
from tablee.rules.words import LANGS, Lang, Words

GAMES = [pytest.param(game, id=game.id) for game in games()]
FEWEST = {"exil": 40, "loss": 20, "armes_dieux": 12, "eclats": 6, "socle": 20}
"""Decisions that the page of a game has at least."""


@pytest.mark.parametrize("game", GAMES)
def test_every_decision_was_asked_of_a_seat(game: Game) -> None:
    found = decisions_of(game)
    assert len(found) >= FEWEST[game.id]
    for each in found:
        assert each.who, each
        assert game.procedure(each.procedure) is not None


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", GAMES)
def test_the_pages_are_in_words(game: Game, lang: Lang) -> None:
    words = Words(game, lang)
    for page in (decisions_page(game, words), consequences_page(game, words)):
        rows = [line for line in page.splitlines() if line.startswith("| ")][2:]
        assert rows
        bare = re.sub(r"`[^`]*`", "", "\n".join(rows))
        assert not re.search(r"[a-z]_[a-z]|\bTrue\b|\bFalse\b|[{}]", bare)
        for clause in re.findall(r"\b[A-Z]+(?:-[A-Z]+)+-\d\d\b", page):
            assert clause in game.clauses
