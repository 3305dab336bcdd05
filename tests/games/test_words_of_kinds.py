"""Kinds of wrong words that once reached people, over all texts of all games."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any

import pytest

from tablee.rules.game import Game
from tablee.rules.readings.explain import explain
from tablee.rules.readings.session import Belief
from tablee.rules.refusal import Refusal
from tablee.rules.registry import games
from tablee.rules.run_input import ask_about
from tablee.rules.schema import fields_of
from tablee.rules.texts.typography import capital
from tablee.rules.texts.words import Words
from tests.kit.runs import grid, random_run
from tests.kit.texts import declared_fields, game_sources, records_of, templates_in

GAMES = [pytest.param(game, id=game.id) for game in games()]
DRAWN = {"exil.opposition", "loss.active"}
"""The procedures in which two sides may draw."""


@pytest.mark.parametrize("game", GAMES)
def test_only_two_sides_have_a_draw(game: Game) -> None:
    """No empty list of targets, and nothing that is absent, is called a draw."""
    wrong = []
    for name, _, params in grid():
        if not name.startswith(f"{game.id}.") or name in DRAWN:
            continue
        with suppress(Belief, Refusal):
            session = random_run(ask_about(name, params), 1)
            texts = " ".join(step.text for step in explain(session, Words(game)))
            if re.search("match nul", texts, re.IGNORECASE):
                wrong.append(name)
    assert not wrong


@pytest.mark.parametrize("game", GAMES)
def test_a_help_deducts_a_malus_where_no_parameter_deducts_it_again(game: Game) -> None:
    seen = 0
    for kind in game.procedures:
        for record in records_of(kind):
            helps = {name: field.help for name, field in fields_of(record).items()}
            deducted = [name for name, text in helps.items() if "Malus déduit" in text]
            assert not deducted or "malus" not in helps, (kind.id, deducted)
            seen += len(helps)
    assert seen > 20


@pytest.mark.parametrize("game", GAMES)
def test_no_text_of_a_game_is_in_words_that_nobody_uses(game: Game) -> None:
    texts = [text for source in game_sources(game) for _, text in templates_in(source)]
    texts += [field.help for kind in game.procedures for field in declared_fields(kind)]
    assert len(texts) > 50
    assert not [text for text in texts if re.search(r"\b(sied|siéent|sieds)\b", text)]


def test_a_participant_is_called_by_the_name_that_somebody_gave_him() -> None:
    """Even by one that is an identifier of the game with another word: « type » stays « type »."""
    seen: set[str] = set()
    for name, _, params in grid():
        with suppress(Belief, Refusal):
            question = ask_about(name, params)
            if name in seen or not question.procedure.ids():
                continue
            first, game = question.procedure.ids()[0], question.game
            words = Words(game)
            before = " ".join(step.text for step in explain(random_run(question, 1), words))
            if capital(first) not in before:
                continue
            others = {each: words.label(each) for each in sorted(game.words) if each.islower()}
            taken = next(
                each
                for each, word in others.items()
                if each.isalpha() and word[:1].lower() != each[:1]
                if each not in before and word not in before
            )
            session = random_run(ask_about(name, renamed(params, first, taken)), 1)
            texts = " ".join(step.text for step in explain(session, words))
            assert capital(taken) in texts or taken in texts, name
            assert capital(words.label(taken)) not in texts, (name, taken)
            seen.add(name)
    assert len(seen) >= 5, seen


def renamed(value: Any, old: str, new: str) -> Any:
    """Parameters with another name for one of the participants."""
    if isinstance(value, dict):
        return {renamed(key, old, new): renamed(each, old, new) for key, each in value.items()}
    if isinstance(value, list):
        return [renamed(each, old, new) for each in value]
    return new if value == old else value
