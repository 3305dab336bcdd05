"""The fighter statuses of a fight, at every step of random runs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from tablee.rules.fighter_status import FighterStatus
from tablee.rules.readings.session import Session, play
from tablee.rules.registry import find_game
from tablee.rules.run_input import ask_about, read_run
from tablee.rules.texts.words import Words
from tests.kit.examples import beginnings
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
        for one in () if session.done else session.fighter_statuses():
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


def test_in_a_turn_everybody_is_seen_as_he_was_shown_last() -> None:
    """Not as the turn began. Between two attacks of one action what the first has done is not seen yet."""
    late = 0
    for run in beginnings():
        if run["procedure"] not in ("exil.melee", "exil.duel"):
            continue
        session = play(read_run(run))
        texts, seen = _texts(session), _pds(session.fighter_statuses())
        if getattr(session.pending, "label", "") in ("laisser_la_main", "action", "attitude"):
            assert {who: seen[who] for who in texts} == texts
        begun = _pds(session.frames[0].procedure.fighter_statuses())
        late += any(begun[who] != texts[who] == seen[who] for who in texts)
    assert late >= 10


def _texts(session: Session) -> dict[str, int]:
    """Return name -> the last PdS of the trace."""
    return {
        each.numbers["who"]: max(0, each.numbers["pds"])
        for each in session.trace
        if each.kind == "note" and {"who", "pds", "damage"} <= each.numbers.keys()
    }


def _pds(seen: Iterable[FighterStatus]) -> dict[str, int]:
    return {one.who: one.gauges[0].value for one in seen}


def test_each_state_of_a_fighter_is_understood_alone() -> None:
    """A state is shown beside a name, without the name of its field: “lost” says nothing."""
    brute = {"id": "Brute", "camp": "x", "talent": 9, "pds": 14, "arme": "perdue"}
    ana = {"id": "Ana", "camp": "y", "talent": 9, "pds": 5, "arme": "coincee"}
    bea = {"id": "Bea", "camp": "x", "talent": 9, "hors": "reddition"}
    params = {"combattants": [brute | {"politique": {"arme": "ask"}}, ana, bea]}
    session = Session(ask_about("exil.melee", params))
    words = Words(session.question.game)
    shown = {
        one.who: [words.label(value, field) for field, value in one.states]
        for one in session.fighter_statuses()
    }
    assert shown["Brute"][1:] == ["arme perdue"]
    assert shown["Ana"][1:] == ["arme coincée"]
    assert shown["Bea"] == ["en pleine forme", "se rend"]
    assert all(states[0].startswith(("état ", "en pleine")) for states in shown.values())
