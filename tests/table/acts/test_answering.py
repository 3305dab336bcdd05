"""What comes of answers, by anyone who gives them, and of the house's dice."""

from __future__ import annotations

from typing import Any

from tablee.table.log import events as ev
from tablee.table.refusals import Stale
from tests.kit import acts
from tests.table.acts.doing import FACES, action, careful, chosen, jet, refused
from tests.table.evening import LEADER, Table, set_up


def test_an_answer_to_what_is_past_is_stale(table: Table) -> None:
    table.does(LEADER, careful())
    table.does("j1", acts.Answer(run="j1", place=0, answer={"choose": []}))
    why = refused(table, "j1", acts.Answer(run="j1", place=0, answer={"choose": ["aspect"]}))
    assert isinstance(why, Stale)
    assert why.field == "place"
    assert "1" in str(why)
    assert table.view("j1").runs[0].place == 1


def test_the_leader_answers_for_who_is_absent(table: Table) -> None:
    table.does(LEADER, jet())
    table.does(LEADER, acts.Throw(run="j1", place=0))
    (given,) = table.state.runs["j1"].answers
    assert (given.by, given.seat) == (LEADER, "j1")
    table.does(LEADER, jet())
    table.does("j1", acts.Throw(run="j2", place=0))
    (given,) = table.state.runs["j2"].answers
    assert (given.by, given.seat) == ("j1", "j1")


def test_a_wrong_answer_leaves_the_run_as_it_was(table: Table) -> None:
    table.does(LEADER, jet())
    for faces in ([], [1] * 5, [0] * 6, [7] * 6, ["a"] * 6, [True] * 6, None):
        refused(table, "j1", acts.Answer(run="j1", place=0, answer={"dice": faces}))
    table.does("j1", acts.Answer(run="j1", place=0, answer={"dice": FACES}))
    assert table.state.runs["j1"].status == "done"


def thrown(table: Table, run: str) -> Any:
    """Let the house throw; its draw."""
    place = len(table.state.runs[run].answers)
    table.does("j1", acts.Throw(run=run, place=place))
    given = table.state.runs[run].answers[-1]
    event = next(e for e in reversed(table.events) if isinstance(e, ev.Answered))
    assert event.draw == given.draw
    return event


def test_the_house_throws_what_its_seed_says(table: Table) -> None:
    from tablee.table.log.scene_dice import Draw

    table.does(LEADER, acts.BeginScene())
    table.does("j2", acts.ChangeSeat(seat="j2", word="ours"))
    table.does("j1", acts.ChangeSeat(seat="j1", word="lune"))
    table.does(LEADER, jet())
    event = thrown(table, "j1")
    assert event.words == "j1=lune\nj2=ours"
    (begun,) = [each for each in table.events if isinstance(each, ev.SceneBegun)]
    draw = Draw(scene=1, secret=False, counter=1, run="j1", place=0, dice="6d6", words=event.words)
    assert event.answer == {"dice": list(draw.faces(begun.seed))}


def test_a_draw_is_never_used_again() -> None:
    """Whatever is undone or taken back: each throw of a scene has a number of its own."""
    table = set_up("loss")
    counters = []
    for run in ("j1", "j2", "j3"):
        table.does(LEADER, action())
        chosen(table, run, 0, 1, 0)
        if run == "j2":
            table.does("j1", acts.Undo(run=run))
            assert len(table.state.runs[run].answers) == 2
            chosen(table, run, 0)
        counters.append(thrown(table, run).draw)
        if run == "j1":
            table.does(LEADER, acts.Withdraw(run=run))
    assert counters == [1, 2, 3]
