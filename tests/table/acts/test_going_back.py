"""Answers and runs taken back, by whom, how far, and what goes with them."""

from __future__ import annotations

from tablee.rules.texts.words import Words
from tablee.table.refusals import NotYours, Stale
from tablee.table.views.view_types import RunView, ThrowAsk
from tests.kit import acts
from tests.table.acts.doing import (
    action,
    careful,
    chosen,
    jet,
    opposed,
    refused,
    revers,
    tension,
)
from tests.table.evening import LEADER, Table, set_up


def test_one_goes_back_to_the_last_throw_and_never_past_it() -> None:
    table = set_up("loss")
    table.does(LEADER, action())
    chosen(table, "j1", 0, 1, 0)
    table.does("j1", acts.Answer(run="j1", place=3, answer={"dice": [7]}))
    assert isinstance(refused(table, "j1", acts.Undo(run="j1")), NotYours)
    assert isinstance(refused(table, LEADER, acts.Undo(run="j1")), Stale)
    chosen(table, "j1", 2)
    run = table.state.runs["j1"]
    assert run.status == "done"
    assert isinstance(refused(table, "j1", acts.Undo(run="j1")), NotYours)
    table.does(LEADER, acts.Undo(run="j1"))
    run = table.state.runs["j1"]
    assert (run.status, len(run.answers), run.throws) == ("open", 4, [3])
    assert any("2" in text for text in table.view("j2").runs[0].undone)
    assert isinstance(refused(table, LEADER, acts.Undo(run="j1")), Stale)
    chosen(table, "j1", 0)
    assert table.state.runs["j1"].status == "done"


def test_a_player_takes_back_only_what_is_his() -> None:
    table = set_up("loss")
    table.does(LEADER, action())
    chosen(table, "j1", 0)
    assert isinstance(refused(table, "j1", acts.Undo(run="j1")), NotYours)
    chosen(table, "j1", 1, 2)
    assert isinstance(refused(table, "j2", acts.Undo(run="j1")), NotYours)
    for left in (2, 1):  # the last choice, then the one before it
        table.does("j1", acts.Undo(run="j1"))
        assert len(table.state.runs["j1"].answers) == left
    assert isinstance(refused(table, "j1", acts.Undo(run="j1")), NotYours)
    table.does(LEADER, acts.Undo(run="j1"))
    assert not table.state.runs["j1"].answers
    chosen(table, "j1", 0)


def test_what_followed_goes_with_what_is_undone(table: Table) -> None:
    """What an undone run left is not there any more, and cannot be put back."""
    table.does(LEADER, careful())
    effort = ["effort"]
    before = tension(table)
    table.does("j1", acts.Answer(run="j1", place=0, answer={"choose": effort}))
    while table.state.runs["j1"].status == "open":
        asks = table.view("j1").runs[0].asks
        place = table.view("j1").runs[0].place
        if isinstance(asks[0], ThrowAsk):
            table.does("j1", acts.Throw(run="j1", place=place))
        else:
            chosen(table, "j1", asks[0].options[0].id if asks[0].options else 0)
    assert tension(table) == before + 1
    (one_consequence,) = [b for b in table.state.consequences_of("j1") if b.event["type"] != "du"][
        :1
    ]
    table.does(LEADER, acts.Withdraw(run="j1", reason="C’était pour rire"))
    assert tension(table) == before
    assert isinstance(refused(table, LEADER, acts.Restore(consequence=one_consequence.id)), Stale)
    shown = table.view("j2").story.items
    run = next(item for item in shown if item.kind == "run")
    assert run.undone
    assert isinstance(run.run, RunView)
    assert all(each.declined and not each.may for each in run.run.consequences)


def test_a_scene_that_is_over_is_left_alone(table: Table) -> None:
    table.does(LEADER, revers("bastan"))
    one_consequence = table.state.consequences_of("j1")[0].id
    table.does(LEADER, acts.EndScene())
    for act in (
        acts.Undo(run="j1"),
        acts.Withdraw(run="j1"),
        acts.Decline(consequence=one_consequence),
    ):
        assert isinstance(refused(table, LEADER, act), Stale)
    table.does(LEADER, acts.BeginScene())
    for act in (
        acts.Undo(run="j1"),
        acts.Withdraw(run="j1"),
        acts.Decline(consequence=one_consequence),
    ):
        assert isinstance(refused(table, LEADER, act), Stale)
    may = table.view(LEADER).story.items[-1]
    assert may is not None
    table.does(LEADER, acts.Overrule(run="j1", reason="On l’avait oublié"))


def test_open_runs_end_with_their_scene(table: Table) -> None:
    table.does(LEADER, jet())
    table.does(LEADER, acts.EndScene())
    assert table.state.runs["j1"].status == "withdrawn"
    assert isinstance(refused(table, "j1", acts.Throw(run="j1", place=0)), Stale)
    assert table.view("j1").waiting == []


def test_what_is_taken_back_by_no_one_says_why_in_both_languages(table: Table) -> None:
    table.does(LEADER, jet())
    table.does(LEADER, jet())
    table.does(LEADER, acts.Withdraw(run="j1", reason="fin de la scène"))
    table.does(LEADER, acts.EndScene())
    texts = {
        lang: [
            item.reason
            for item in table.view("j2", words=Words(table.game, lang)).story.items
            if item.kind == "withdrawn"
        ]
        for lang in ("fr", "en")
    }
    assert texts["fr"] == ["fin de la scène", "fin de la scène"]
    assert texts["en"] == ["the scene ended", "fin de la scène"]  # what somebody typed stays


def test_what_was_taken_back_in_secret_stays_so_when_it_is_shown() -> None:
    table = set_up("armes_dieux")
    before = tension(table)
    table.does(LEADER, revers("bastan", secret=True))
    table.does(LEADER, acts.Withdraw(run="j1"))
    table.does(LEADER, acts.Reveal(run="j1"))
    assert tension(table) == before


def test_what_was_chosen_anew_in_secret_counts_once_when_it_is_shown() -> None:
    table = set_up("armes_dieux")
    before, params = tension(table), {"reussite": False}
    frame = acts.RequestRun(
        procedure="armes_dieux.revers", params=params, to=("bastan",), secret=True
    )
    table.does(LEADER, frame)
    chosen(table, "j1", "tension")
    table.does(LEADER, acts.Undo(run="j1"))
    chosen(table, "j1", "tension")
    table.does(LEADER, acts.Reveal(run="j1"))
    assert tension(table) == before + 1


def test_who_does_not_lead_any_more_takes_back_no_choice_of_others() -> None:
    table = set_up("armes_dieux")
    table.does(LEADER, careful())
    table.does(LEADER, acts.Answer(run="j1", place=0, answer={"choose": []}))
    table.does(LEADER, acts.HandOver(to="j2"))
    assert not table.view(LEADER).runs[0].may.undo
    assert isinstance(refused(table, LEADER, acts.Undo(run="j1")), NotYours)


def test_who_gave_his_character_away_takes_back_no_choice_of_its() -> None:
    table = set_up("armes_dieux")
    table.does(LEADER, careful())
    table.does("j1", acts.Answer(run="j1", place=0, answer={"choose": []}))
    table.does(LEADER, acts.Give(character="bastan", to="j3"))
    assert isinstance(refused(table, "j1", acts.Undo(run="j1")), NotYours)
    table.does(LEADER, acts.Undo(run="j1"))


def test_a_sealed_choice_goes_with_the_character() -> None:
    table = set_up("armes_dieux")
    table.does(LEADER, opposed("bastan", "oriane"))
    table.does("j1", acts.Seal(run="j1", place=0, values={"0": 2}))
    table.does(LEADER, acts.Give(character="bastan", to="j3"))
    assert isinstance(refused(table, "j1", acts.Undo(run="j1")), NotYours)
    assert table.view("j3").runs[0].may.undo
    table.does("j3", acts.Undo(run="j1"))
    assert table.view("j3").runs[0].asks
