"""Who reads the scores of the MJ's characters in an Opposition active or a combat (R-61)."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.rules.readings.explain import visible
from tablee.rules.readings.session import Session
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import ask_about
from tablee.rules.run_json import may_know
from tests.kit import acts
from tests.table.evening import LEADER, choices, set_up
from tests.table.usual_answers import finish

CONTEST = {"somme_initiateur": 12, "somme_repondant": 11, "acteur_repondant": "mj"}
COMBAT = {"somme_attaque": 12, "somme_defense": 11, "acteur_defense": "mj"}
HIDDEN = {"scores_adverses": "caches"}
PLAYED: list[tuple[str, dict[str, Any], list[list[int]], int]] = [
    ("loss.active", CONTEST | {"engages": 0}, [[5], [3]], 1),
    ("loss.active", CONTEST | {"engages": 1}, [[10, 2], [8]], 0),
    ("loss.active", CONTEST | {"engages": 2, "ag_repondant": 1}, [[10, 4], [10, 2]], 1),
    ("loss.combat", COMBAT, [[5], [3]], 1),
    ("loss.combat", COMBAT | {"jetons_defense": 1, "jetons_apres": "minimal"}, [[5], [3]], 1),
]
"""Procedure, parameters, faces of each throw, and which throw is that of the MJ's character."""


def numbers(session: Session, seat: str | None) -> set[int]:
    """Return all numbers of the sentences that a seat reads."""
    found: set[int] = set()
    for entry in visible(session, seat):
        found |= {each for each in entry.numbers.values() if type(each) is int}
    return found


@pytest.mark.parametrize(("procedure", "params", "faces", "theirs"), PLAYED)
def test_the_sums_of_a_character_of_the_mj_are_his_alone(
    procedure: str, params: dict[str, Any], faces: list[list[int]], theirs: int
) -> None:
    """Neither the sum 11 nor what the die makes of it; the own sum is known to all."""
    player = "initiateur" if procedure == "loss.active" else "attaquant"
    base = 11 + 5 * params.get("ag_repondant", 0)
    total = base + sum(faces[theirs])
    secret = {11, base, total}
    dice = [{"dice": each} for each in faces]
    hidden = Session(ask_about(procedure, params, HIDDEN, dice))
    shown = Session(ask_about(procedure, params, None, dice))
    assert hidden.result == shown.result
    assert not secret & (numbers(hidden, player) - {each for one in faces for each in one})
    assert numbers(hidden, "mj") >= {12, total}
    assert numbers(shown, player) >= {12, total}
    assert 12 in numbers(hidden, player)


@pytest.mark.parametrize(("procedure", "params"), [(each[0], each[1]) for each in PLAYED[::3]])
def test_no_chance_gives_the_scores_away(procedure: str, params: dict[str, Any]) -> None:
    player, foe = {
        "loss.active": ("initiateur", "repondant"),
        "loss.combat": ("attaquant", "defenseur"),
    }[procedure]
    question = ask_about(procedure, params, HIDDEN)
    with pytest.raises(Refusal):
        may_know(question, player)
    for seat in (None, "mj", foe):
        may_know(question, seat)
    may_know(ask_about(procedure, params), player)


@pytest.mark.parametrize("hidden", [False, True])
def test_at_the_table_only_the_leader_sees_them(hidden: bool) -> None:
    table = set_up("loss", rulings=HIDDEN if hidden else {})
    mine = next(who for who, seat in table.state.owners.items() if seat == "j1")
    foe = next(who for who, seat in table.state.owners.items() if seat is None)
    act = acts.RequestRun(
        procedure="loss.active",
        params={
            "somme_initiateur": 12,
            "somme_repondant": 11,
            "acteur_repondant": "mj",
            "engages": 0,
        },
        cast={"initiateur": mine, "repondant": foe},
    )
    table.does(LEADER, act)
    chances = {seat: table.view(seat).runs[0].chances for seat in ("j1", LEADER)}
    assert (chances["j1"] == "available") is not hidden
    assert chances[LEADER] == "available"
    finish(table, 4)
    read = {
        seat: str([line.text for line in table.last(seat).lines]) for seat in ("j1", "j2", LEADER)
    }
    assert "15" in read[LEADER]
    assert ("15" in read["j1"]) is not hidden
    assert read["j1"] == read["j2"] or not hidden


@pytest.mark.parametrize("hidden", [False, True])
def test_a_passive_opposition_tells_players_no_score_of_its_target(hidden: bool) -> None:
    """LOSS-OPA-02: the Instinct 9 of the target makes a Difficulté of 27; both are the MJ's."""
    table = set_up("loss", rulings=HIDDEN if hidden else {})
    params = {"trait": 6, "talent": 6, "cible": "Instinct", "exploits": "ask"}
    cast = {"cible": "fouisseur"}
    table.does(LEADER, acts.RequestRun("loss.passive", params, to=("kordan",), cast=cast))
    for seat, reads in (("j1", not hidden), (LEADER, True)):
        (run,) = table.view(seat).runs
        assert (run.chances == "available") is reads
        facts = " ".join(fact.text for ask in choices(run) for fact in ask.facts)
        assert ("27" in facts) is not hidden
    table.does("j1", acts.Answer(run="j1", place=0, answer={"choose": 0}))
    table.does("j1", acts.Answer(run="j1", place=1, answer={"dice": [7]}))
    for seat, reads in (("j1", not hidden), ("j2", not hidden), (LEADER, True)):
        texts = " ".join(line.text for line in table.last(seat).lines)
        assert ("27" in texts) is reads
        assert "19" in texts, "the own total is known"
