"""Rulings changed in a running campaign count for what follows, and for nothing before."""

from __future__ import annotations

from tablee.table.log.fold import folded
from tablee.table.refusals import NotYours, Stale
from tests.kit import acts
from tests.table.acts.doing import refused, revers, tension
from tests.table.evening import LEADER, Table, set_up

FAILS = acts.ChangeRulings(rulings={"equal": "fails"})


def jet() -> acts.RequestRun:
    return acts.RequestRun(
        procedure="exil.simple", params={"talent": 8, "difficulty": 0}, to=("jeanne",)
    )


def success(table: Table, run: str) -> bool:
    outcome = table.state.runs[run].outcome
    assert outcome is not None
    return bool(outcome.result["success"])


def thrown(table: Table, run: str, face: int) -> bool:
    """Throw the die of a run, and return whether it succeeds."""
    table.does(LEADER, acts.Answer(run=run, place=0, answer={"dice": [face]}))
    return success(table, run)


def test_a_run_keeps_the_rulings_under_which_it_was_requested() -> None:
    """EXIL-BAS-04, R-01: a die equal to the level succeeds, or fails."""
    table = set_up("exil")
    table.does(LEADER, jet())
    table.does(LEADER, jet())
    assert thrown(table, "j1", 8)
    table.does(LEADER, FAILS)
    table.does(LEADER, jet())
    assert thrown(table, "j2", 8)
    assert not thrown(table, "j3", 8)
    assert table.view("j1").table.rulings["equal"] == "fails"
    again = folded("quai42abcd", table.events)
    assert again.rulings == table.state.rulings
    assert [again.rulings_of(run).get("equal", "succeeds") for run in again.runs.values()] == [
        "succeeds",
        "succeeds",
        "fails",
    ]


def test_the_story_names_what_changed() -> None:
    table = set_up("exil")
    table.does(LEADER, FAILS)
    item = table.view("j1").story.items[0]
    assert (item.kind, item.reason) == ("rulings_changed", "Dé égal au niveau\u00a0: échec")


def test_only_the_leader_changes_them_and_only_to_others_that_exist() -> None:
    table = set_up("exil")
    before = table.state.version
    assert isinstance(refused(table, "j1", FAILS), NotYours)
    same = acts.ChangeRulings(rulings={"equal": "succeeds"})
    assert isinstance(refused(table, LEADER, same), Stale)
    for rulings, field in (({"equal": "never"}, "rulings.equal"), ({"egal": 1}, "rulings.egal")):
        assert refused(table, LEADER, acts.ChangeRulings(rulings=rulings)).field == field
    assert table.state.version == before


def test_what_was_recorded_before_can_be_declined_under_its_own_rulings(table: Table) -> None:
    before = table.state.record
    table.does(LEADER, revers("bastan"))
    (first,) = table.state.consequences_of("j1")
    table.does(LEADER, acts.ChangeRulings(rulings={"echecs_critiques": True}))
    renamed = {"type": "retouche", "qui": "bastan", "champs": {"nom": "Bastien"}}
    table.does(LEADER, acts.ChangeRecord(event=renamed))
    (second,) = table.state.scene_consequences[-1:]
    assert [table.state.consequences[each].ruling_set for each in (first.id, second)] == [0, 1]
    table.does(LEADER, acts.Decline(consequence=first.id))
    assert table.state.sheet("bastan") == {**before["fiches"]["bastan"], "nom": "Bastien"}
    table.does(LEADER, acts.Decline(consequence=second))
    assert table.state.record == before


def test_what_waits_for_a_secret_run_is_applied_when_it_is_revealed(table: Table) -> None:
    table.does(LEADER, revers("bastan", secret=True))
    before = tension(table)
    table.does(LEADER, acts.ChangeRulings(rulings={"echecs_critiques": True}))
    table.does(LEADER, acts.Reveal(run="j1"))
    assert tension(table) == before + 1
