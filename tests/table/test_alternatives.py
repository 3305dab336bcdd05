"""What a change may be instead: offered to, and taken by, those to whom the rule leaves it."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.rules.consequences import consequences_of
from tablee.rules.run_input import ask_about
from tablee.table.refusals import NotYours
from tablee.table.views.view_types import ConsequenceView
from tests.kit import acts
from tests.table.evening import LEADER, Table, set_up

BODY = "exil.suivi"


def suffers(table: Table, who: str, **event: Any) -> None:
    table.does(LEADER, acts.ChangeRecord(event={"type": BODY, "qui": who, "evenement": event}))


def follows(table: Table, seat: str) -> ConsequenceView:
    """What follows from the last run, as a seat sees it."""
    (change,) = table.last(seat).consequences
    return change


@pytest.fixture
def healing() -> Table:
    """Aurèle, of j1, is hurt and left to heal: between 6 and 8 days while he lives as usual."""
    table = set_up("exil")
    suffers(table, "aurele", type="blessure", dommages=3)
    params = {"gravite": "leger", "activite": "normale"}
    table.does(
        LEADER, acts.RequestRun(procedure="exil.natural_healing", params=params, to=("aurele",))
    )
    return table


def owner(table: Table, who: str) -> str:
    seat = table.state.owners[who]
    assert seat is not None
    return seat


def test_how_long_a_wound_takes_is_for_the_leader_to_judge(healing: Table) -> None:
    """EXIL-GUE-01: the times are a hint; anyone who is hurt may not pick the shortest."""
    seat, change = owner(healing, "aurele"), follows(healing, LEADER)
    assert len(change.alternatives) == 2
    assert follows(healing, seat).alternatives == []
    assert follows(healing, seat).may
    act = acts.Replace(consequence=change.id, place=1)
    assert not healing.act(seat, act)
    assert isinstance(healing.wrong, NotYours)
    healing.does(LEADER, act)
    assert follows(healing, LEADER).text == change.alternatives[1]
    assert follows(healing, seat).text == change.alternatives[1]
    # what it was before is no more the player's to have back
    assert follows(healing, seat).alternatives == []
    assert not healing.act(seat, act)
    assert isinstance(healing.wrong, NotYours)
    assert healing.again() == healing.state


def test_against_which_poison_aid_was_given_is_for_the_patient_to_say() -> None:
    """EXIL-POI-02 names nobody to judge it."""
    table = set_up("exil")
    venom = {"periode": 1, "perte": 2, "malignite": "legere"}
    for name in ("aspic", "cobra"):
        suffers(table, "aurele", type="poison", nom=name, delai=12, **venom)
    params = {**venom, "assimilation": 12, "heure": 20, "secours": True, "medecin": 12}
    table.does(LEADER, acts.RequestRun(procedure="exil.poison", params=params, to=("aurele",)))
    seat = owner(table, "aurele")
    table.does(LEADER, acts.Answer(run="j1", place=0, answer={"dice": [1]}))  # anyone who gives aid
    seat, change = owner(table, "aurele"), follows(table, LEADER)
    assert len(follows(table, seat).alternatives) == 1
    table.does(seat, acts.Replace(consequence=change.id, place=0))
    (left,) = table.state.sheet("aurele")["maux"]
    assert left["nom"] == "aspic"


def test_a_consequence_says_who_judges() -> None:
    table = set_up("exil")
    suffers(table, "jeanne", type="blessure", dommages=3)
    question = ask_about("exil.natural_healing", {"gravite": "leger"})
    (made,) = consequences_of(table.game, {}, table.state.record, question, None, {"": "jeanne"})
    assert made.for_leader
    assert len(made.others) == 2


def test_the_leader_says_whose_jammed_gun_a_companion_clears() -> None:
    """EXIL-INC-07: any success with Bricoleur may clear a gun; the player who rolled does not choose."""
    table = set_up("exil")
    for who, more in (("jeanne", {"enrayee": True}), ("aurele", {"talents": {"Bricoleur": 9}})):
        event = {"type": "retouche", "qui": who, "champs": more}
        table.does(LEADER, acts.ChangeRecord(event=event))
    params = {"talent": "Bricoleur"}
    table.does(LEADER, acts.RequestRun(procedure="exil.simple", params=params, to=("aurele",)))
    (run,) = table.view("j1").runs
    table.does("j1", acts.Answer(run=run.id, place=run.place, answer={"dice": [1]}))
    change = follows(table, LEADER)
    assert follows(table, "j1").alternatives == []
    table.does(LEADER, acts.Replace(consequence=change.id, place=0))
    assert table.state.sheet("jeanne")["enrayee"] is False
    assert table.state.record["dus"] == []
