"""Who plays beside the one who acts: each is asked in person, the leader may answer for the absent."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kit import acts
from tests.table.acts.doing import refused
from tests.table.evening import LEADER, Table, set_up

OFFER = {"texte": "un bras", "des": 3}


def bargain(table: Table, **params: Any) -> None:
    """An offer of anselme's, rated as she likes (ECL-NEG-02, -07)."""
    given = {"seuil": 8, "relance_possible": True, **params}
    act = acts.RequestRun(procedure="eclats.negociation", params=given, to=("anselme",))
    table.does(LEADER, act)
    for seat, value in (("j1", True), ("j1", OFFER), (LEADER, 3)):
        answers(table, seat, value)


def answers(table: Table, seat: str, value: Any) -> None:
    run = next(iter(reversed(table.view(seat).runs)))
    act = acts.Answer(run=run.id, place=run.place, answer={"choose": value})
    table.does(seat, act)


def waited(table: Table) -> list[str]:
    return [wait.seat for wait in table.view(LEADER).runs[0].waiting]


@pytest.fixture
def table() -> Table:
    return set_up("eclats")


def test_each_of_the_others_consents_in_person(table: Table) -> None:
    """ECL-NEG-04: two other players, whatever the form would count."""
    bargain(table)
    assert table.state.runs["j1"].params["joueurs"] == 2
    assert waited(table) == ["j2"]
    asked = table.view("j1").runs[0]
    assert (asked.asks, asked.waiting[0].character) == ([], "Siège 2")
    answers(table, "j2", True)
    assert waited(table) == ["j3"]
    answers(table, LEADER, True)  # for who is away
    assert table.state.runs["j1"].outcome is not None
    assert table.state.runs["j1"].outcome.result["des"] == 3
    assert table.state.runs["j1"].who == ["anselme"]


def test_only_a_simple_failure_is_bargained_about(table: Table) -> None:
    """ECL-NEG-01: what the sheet says of the last action counts, anyone who asks; once it was relaunched
    there is nothing to bargain about any more."""
    ask = acts.RequestRun(procedure="eclats.negociation", params={"seuil": 8}, to=("anselme",))
    assert refused(table, LEADER, ask).field == "relance_possible"
    for issue, type_ in (("echec_simple", "test"), ("reussite", "relance")):
        happened = {"type": type_, "issue": issue} | ({"des": 1} if type_ == "relance" else {})
        event = {"type": "eclats.initie", "qui": "anselme", "evenement": happened}
        table.does(LEADER, acts.ChangeRecord(event=event))
        if issue == "echec_simple":
            table.does(LEADER, ask)
            table.does(LEADER, acts.Withdraw(run="j1"))
    assert refused(table, LEADER, ask).field == "relance_possible"


def test_who_refuses_is_shown_by_name(table: Table) -> None:
    bargain(table)
    answers(table, "j2", False)
    lines = [line.text for line in table.view("j1").runs[0].lines]
    assert any(line.startswith("Siège 2 refuse") for line in lines)
    assert waited(table) == ["j1"]


def test_the_leader_stands_for_whoever_left(table: Table) -> None:
    bargain(table, joueurs=3)
    table.does(LEADER, acts.RemoveSeat(seat="j2"))
    assert waited(table) == [LEADER]
    answers(table, LEADER, True)
    assert waited(table) == ["j3"]
    answers(table, "j3", True)
    assert waited(table) == [LEADER]  # a third one whom nobody plays
    table.does(LEADER, acts.Withdraw(run="j1"))
    table.does(LEADER, acts.Repeat(run="j1"))
    assert table.again() == table.state
