"""A character who is dead or unconscious does not fight; a stray shot wounds the one it hits."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kit import acts
from tests.table.evening import LEADER, Table, set_up
from tests.table.usual_answers import finish

JEANNE = "j2"
DEAD = {"pds": -1}
UNCONSCIOUS = {"echecs": 3}
FIGHTS: list[tuple[str, dict[str, Any], dict[str, Any], str]] = [
    ("assaut", {}, {"cible": "brute"}, "hors"),
    ("shot", {}, {"cible": "brute"}, "hors"),
    ("attaques_multiples", {"poff": 2, "cibles": [{"part": 1}, {"part": 1}]},
     {"cibles": ["brute", "vigile"]}, "hors"),
    ("duel", {}, {"a": "jeanne", "b": "brute"}, "a.hors"),
    ("contact_round", {}, {"a": "brute", "b": "jeanne"}, "b.hors"),
]  # fmt: skip


def with_jeanne(**fields: Any) -> Table:
    table = set_up("exil")
    change = {"type": "retouche", "qui": "jeanne", "champs": fields}
    table.does(LEADER, acts.ChangeRecord(event=change))
    return table


@pytest.mark.parametrize(("state", "word"), [(DEAD, "mort"), (UNCONSCIOUS, "inconscient")])
@pytest.mark.parametrize(("procedure", "params", "cast", "field"), FIGHTS)
def test_nobody_fights_who_is_out_of_action(
    procedure: str,
    params: dict[str, Any],
    cast: dict[str, Any],
    field: str,
    state: dict[str, Any],
    word: str,
) -> None:
    """EXIL-SAN-05, EXIL-CHO-04: the refusal says so, and names the state."""
    table = with_jeanne(**state)
    to = () if "a" in cast else ("jeanne",)
    act = acts.RequestRun(procedure=f"exil.{procedure}", params=params, to=to, cast=cast)
    assert not table.act(LEADER, act)
    assert table.wrong is not None
    assert (table.wrong.field, table.wrong.got) == (field, word)
    assert "hors de combat" in table.wrong.allowed


@pytest.mark.parametrize(("state", "out"), [(DEAD, "mort"), (UNCONSCIOUS, "inconscient")])
def test_a_melee_knows_who_is_out_of_action_already(state: dict[str, Any], out: str) -> None:
    """EXIL-SAN-05, EXIL-CHO-04: of three fighters one lies there when it begins."""
    table = with_jeanne(**state)
    cast = {"combattants": ["jeanne", "aurele", "brute"]}
    params = {"max_turns": 1}
    table.does(LEADER, acts.RequestRun(procedure="exil.melee", params=params, cast=cast))
    finish(table)
    (run,) = table.state.runs.values()
    assert run.outcome is not None
    assert run.outcome.result["combattants"][0]["hors"] == out


def test_the_leader_says_which_ally_a_stray_shot_hit() -> None:
    """EXIL-INC-03, -04, EXIL-TIR-14: Poff 7, létalité 2, civilian clothes: 9 Points de Santé."""
    table = set_up("exil")
    params = {"passe": "auto", "poff": 7, "incidents": False, "tirs_perdus": True}
    shot = acts.RequestRun("exil.shot", params, to=("jeanne",), cast={"cible": "brute"})
    table.does(LEADER, shot)
    for face in (12, 11):
        (run,) = table.view(LEADER).runs
        answer = {"dice": [face]}
        table.does(JEANNE, acts.Answer(run=run.id, place=run.place, answer=answer))
    (due,) = (each for each in table.state.consequences_of("j1") if each.event["type"] == "du")
    assert [each.event["qui"] for each in due.alternatives] == ["aurele"]
    assert all(each.for_leader for each in due.alternatives)
    assert not table.act(JEANNE, acts.Replace(consequence=due.id, place=0))
    table.does(LEADER, acts.Replace(consequence=due.id, place=0))
    assert table.state.sheet("aurele")["pds"] == 16 - 9
    assert table.state.record["dus"] == []
