"""The story of a run: the last throw by itself, and what came before turn by turn."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.faces.web.console.run_story import story_of
from tablee.rules.readings.session import Session
from tablee.rules.run_input import ask_about
from tablee.rules.texts.words import Words
from tests.kit.runs import grid, random_run

DUEL = {"a": {"talent": 10}, "b": {"talent": 10}}


def duel(*faces: int) -> Session:
    return Session(ask_about("exil.duel", DUEL, None, [{"dice": [face]} for face in faces]))


def test_before_the_first_throw_all_is_the_situation() -> None:
    session = duel()
    story = story_of(session, Words(session.question.game))
    assert [step.kind for step in story.last] == ["note"] * 5
    assert story.turns == ()


def test_a_new_turn_stands_before_the_one_that_is_over() -> None:
    """Initiative, an attack that misses, another one: the second turn has begun."""
    session = duel(1, 12, 12, 1)
    story = story_of(session, Words(session.question.game))
    assert story.last[0].kind == "roll"
    assert [turn.steps[0].text.partition("\u00a0:")[0] for turn in story.turns] == [
        "Tour 2",
        "Tour 1",
    ]
    assert all(turn.folded for turn in story.turns)


def test_the_end_belongs_to_the_turn_that_led_to_it() -> None:
    params = {"de": 6, "adversaires": [{"cible": "pion"}]}
    session = Session(ask_about("socle.duel", params, None, [{"dice": [6]}]))
    story = story_of(session, Words(session.question.game))
    assert session.done
    assert story.last == ()
    assert len(story.turns) == 1
    assert story.last_sentence == (
        "Bilan du duel\u00a0: le personnage est debout. Adversaires hors de combat\u00a0: pion."
    )
    assert [view.dice[0].face for view in story.thrown] == ["6"]


@pytest.mark.parametrize(
    ("name", "params"),
    [pytest.param(name, params, id=name) for name, place, params in grid() if place == 0],
)
def test_nothing_is_lost_or_shown_twice(name: str, params: dict[str, Any]) -> None:
    session = random_run(ask_about(name, params), 11)
    story = story_of(session, Words(session.question.game))
    texts = [step for turn in reversed(story.turns) for step in turn.steps] + list(story.last)
    assert [step.kind for step in texts] == [entry.kind for entry in session.trace]
