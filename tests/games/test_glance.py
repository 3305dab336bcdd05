"""What is seen of a fight at a glance, at every step of runs at random."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.rules.game import find_game
from tablee.rules.question import ask_about
from tablee.rules.readings.session import Session
from tests.kit.runs import grid, random_run

FIGHTS = (
    "exil.duel",
    "exil.melee",
    "armes_dieux.oppositions",
    "socle.duel",
    "socle.duel_d6",
    "socle.combat",
    "socle.combat_d6",
    "socle.chronometre",
)
SETS = [
    pytest.param(name, params, id=f"{name}-{place}")
    for name, place, params in grid()
    if name in FIGHTS
]


def test_every_fight_has_sets() -> None:
    assert {param.values[0] for param in SETS} == set(FIGHTS)


@pytest.mark.parametrize(("name", "params"), SETS)
def test_all_are_seen_within_their_bounds(name: str, params: dict[str, Any]) -> None:
    game = find_game(name.partition(".")[0])
    assert game is not None
    played = random_run(ask_about(name, params), seed=5)
    session = Session(played.question.with_answers(()), played.secrets)
    seen = 0
    for answer in (*played.answers, None):
        for one in () if session.done else session.glance():
            seen += 1
            assert one.gauges
            for gauge in one.gauges:
                assert 0 <= gauge.value <= gauge.most
                assert gauge.name in game.words
            for field, value in one.states:
                assert {value, f"{field}.{value}"} & game.words.keys()
        if answer is not None:
            session.answer(answer)
    assert seen or not played.answers
