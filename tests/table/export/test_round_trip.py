"""A campaign that is exported and imported is the same campaign, without its private parts."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from tablee.table.export.exporting import campaign_file
from tablee.table.export.importing import campaign_of
from tablee.table.log import events as ev
from tablee.table.log.fold import folded
from tablee.table.log.table_state import State
from tablee.table.replay import Replays, waits_of
from tablee.table.views.table_view import view
from tablee.table.views.whole_view_types import TableView
from tests.kit import acts
from tests.table.evening import Table, playable, set_up
from tests.table.export.stores import bring
from tests.table.export.tables import GAMES, ID, LEADER, SEATS, logged, played

SEEDS = range(5)


def public_view(state: State, seat: str) -> TableView:
    """Return the view of a seat without its private notes, and without the places that they shift."""
    found = view(state, seat, Replays())
    items = [replace(each, place=0) for each in found.story.items if not each.private]
    return replace(found, story=replace(found.story, items=[] if found.story.more else items))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", GAMES)
def test_a_campaign_between_two_scenes_is_imported_unchanged(game: str, seed: int) -> None:
    table = played(game, seed)
    [(name, events)] = bring(campaign_file(ID, logged(table)))
    assert name == ID
    state = folded(name, events)
    assert public_view(state, LEADER) == public_view(table.state, LEADER)
    for seat in SEATS:
        mine = public_view(state, seat)
        assert mine == replace(public_view(table.state, seat), story=mine.story)
    before = folded(ID, logged(table))
    for part in ("record", "seats", "owners", "scenes", "consequences", "advice", "free"):
        assert getattr(state, part) == getattr(before, part), part
    assert {run.id: run.outcome for run in state.runs.values()} == {
        run.id: run.outcome for run in before.runs.values()
    }


def test_an_old_note_of_blanks_is_imported() -> None:
    blank = ev.Noted(at=1, by=LEADER, text=" \u200b")
    [(_, events)] = bring(campaign_file(ID, [*logged(set_up("exil")), blank]))
    assert blank.text in {each.text for each in events if isinstance(each, ev.Noted)}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", GAMES)
def test_an_imported_campaign_is_exported_as_the_same_file(game: str, seed: int) -> None:
    data = campaign_file(ID, logged(played(game, seed)))
    [(_, events)] = bring(data)
    assert campaign_file(ID, events) == data


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", GAMES)
def test_an_unfinished_scene_ends_when_it_is_imported(game: str, seed: int) -> None:
    table = played(game, seed, ended=False)
    scene = table.state.scene
    assert scene is not None
    [(_, events)] = bring(campaign_file(ID, logged(table)))
    state = folded(ID, events)
    assert state.scene is None
    assert not state.open_runs
    last = events[-1]
    assert isinstance(last, ev.SceneEnded)
    assert last.interrupted
    assert (state.scenes[-1].seed, state.scenes[-1].secret_seed) == ("", "")
    assert state.scenes[-1].commitment == scene.commitment
    assert state.record == folded(ID, logged(table)).record  # the game's own clock goes on
    again = Table(game)
    again.state, again.events = state, events
    again.does(LEADER, acts.BeginScene(title="Suite"))
    assert again.state.scenes[-1].number == scene.number + 1
    data = campaign_file(ID, again.events)  # and it can travel on
    assert folded(ID, campaign_of(data)[0].events).runs.keys() == state.runs.keys()


def test_an_imported_demo_is_an_ordinary_campaign() -> None:
    events = logged(played("exil", 1))
    opened = events[0]
    assert isinstance(opened, ev.Opened)
    trial = [msgspec.structs.replace(opened, demo=True), *events[1:]]
    assert folded(ID, trial).demo
    [(name, brought)] = bring(campaign_file(ID, trial))
    assert brought == bring(campaign_file(ID, events))[0][1]
    assert not folded(name, brought).demo


@pytest.mark.parametrize("game", GAMES)
def test_pending_and_settled_consequences_are_imported(game: str) -> None:
    table = set_up(game)
    table.does(LEADER, acts.ChangeRecord(event={"type": "du", "du": {"texte": "La dîme."}}))
    table.does(LEADER, acts.ChangeRecord(event={"type": "du", "du": {"texte": "Le loyer."}}))
    table.does(LEADER, acts.ChangeRecord(event={"type": "acquitte", "numero": 1}))
    data = campaign_file(ID, logged(table))
    [(name, events)] = bring(data)
    assert folded(name, events).record == table.state.record
    assert campaign_file(ID, events) == data


def test_a_table_whose_id_is_taken_gets_a_new_one() -> None:
    data = campaign_file(ID, logged(played("exil", 1)))
    (first, one), (second, other) = bring(data, data)
    assert first == ID != second
    assert one == other


def test_keys_of_acts_and_private_values_are_not_exported() -> None:
    table = played("loss", 2, ended=False)
    secret = "ce que moi seul sais"
    extra = [
        ev.Noted(at=1, by="j2", text=secret, private=True),
        ev.Noted(at=2, by=LEADER, text="à moi qui mène", private=True),
        ev.Noted(at=3, by="j2", text="à tous", key="0123456789abcdef"),
    ]
    scene = table.state.scene
    assert scene is not None
    data = campaign_file(ID, [*logged(table), *extra])
    assert secret.encode() not in data
    assert "à moi qui mène".encode() in data
    assert "à tous".encode() in data
    assert b"0123456789abcdef" not in data
    assert scene.seed.encode() not in data
    assert scene.secret_seed.encode() not in data


def answers(data: bytes) -> list[ev.Answered]:
    return [each for each in campaign_of(data)[0].events if isinstance(each, ev.Answered)]


@pytest.mark.parametrize("seed", range(30))
def test_choices_of_unfinished_runs_are_not_exported(seed: int) -> None:
    """In « dissimulation » not even the leader sees the choices of a player before the end."""
    table = played("loss", seed, ended=False)
    for each in answers(campaign_file(ID, logged(table))):
        run = table.state.runs[each.run]
        if run.outcome is None:
            ((kind, value),) = each.answer.items()
            assert (kind == "dice" and each.draw is not None) or not value


def test_hidden_answers_of_an_unfinished_run_are_not_exported() -> None:
    """In « dissimulation » the answers are hidden from the leader too until the run is finished."""
    params = playable("loss")["loss.dissimulation"][0]
    params = {**params, "cacheur": {**params["cacheur"], "exploits": "ask"}}
    table = set_up("loss")
    table.does(LEADER, acts.RequestRun(procedure="loss.dissimulation", params=params))
    [seat] = {
        wait.seat for wait in waits_of(table.state, table.state.runs["j1"], table.session("j1"))
    }
    table.does(seat, acts.Answer(run="j1", place=0, answer={"choose": 2}))
    table.does(LEADER, acts.Withdraw(run="j1"))
    events = logged(table)
    assert [line for each in events for line in getattr(each, "lines", ()) if line.sealed]
    left = campaign_of(campaign_file(ID, events))[0].events
    assert not [line for each in left for line in getattr(each, "lines", ()) if line.sealed]
    assert [each.answer for each in left if isinstance(each, ev.Answered)] == [{"choose": None}]


def test_sealed_choices_are_exported_once_they_are_opened() -> None:
    table = set_up("exil")
    cast = {"a": "aurele", "b": "jeanne"}
    table.does(LEADER, acts.RequestRun(procedure="exil.duel", cast=cast))

    def seal(seat: str, index: int) -> list[ev.Sealed]:
        place = len(table.state.runs["j1"].answers)
        act = acts.Seal(run="j1", place=place, values={str(index): 1})
        table.does(seat, act)
        left = campaign_of(campaign_file(ID, logged(table)))[0].events
        return [each for each in left if isinstance(each, ev.Sealed)]

    assert not seal("j1", 0)
    table.does("j1", acts.Undo(run="j1"))
    assert not seal("j1", 0)
    [opened] = seal("j2", 1)
    assert (opened.by, opened.index) == ("j1", 0)
    assert [event for event in table.events if isinstance(event, ev.Unsealed)]


def test_a_request_gets_another_number_after_an_import() -> None:
    """Private notes of others are not exported, so later events get smaller numbers."""
    jet = acts.RequestRun(
        procedure="armes_dieux.jet",
        params={"poignee": 2},
        to=("bastan", "oriane"),
        decides=False,
    )
    table = set_up("armes_dieux")
    table.does(LEADER, acts.BeginScene())
    for _ in range(6):
        table.does("j1", acts.Note(text="Pour moi.", private=True))
    table.does(LEADER, jet)
    table.does(LEADER, acts.EndScene())
    again = Table("armes_dieux")
    [(_, again.events)] = bring(campaign_file(ID, logged(table)))
    again.state = folded(ID, again.events)
    again.does(LEADER, acts.BeginScene())
    while again.state.version < table.state.version:
        calls = {run.group for run in again.state.runs.values()}
        again.does(LEADER, jet)
        latest = [run.group for run in again.state.runs.values()][-2:]
        assert latest[0] == latest[1]
        assert latest[0] not in calls
        again.does(LEADER, acts.Note(text="Un mot."))


def test_a_run_whose_last_answer_was_undone_after_its_end_is_imported() -> None:
    """The end has shown all its answers, so none of them is left out."""
    table = set_up("exil")
    params = {"arme": "mitrailleuse_lourde", "poff": 1, "cibles": [{}], "tirs_perdus": "ask"}
    table.does(LEADER, acts.RequestRun(procedure="exil.rafale", params=params, to=["jeanne"]))
    table.does(LEADER, acts.Answer(run="j1", place=0, answer={"dice": [11]}))
    assert table.state.runs["j1"].outcome is None
    table.does(LEADER, acts.Answer(run="j1", place=1, answer={"choose": False}))
    assert table.state.runs["j1"].outcome is not None
    table.does(LEADER, acts.Undo(run="j1"))
    data = campaign_file(ID, logged(table))
    assert [each.answer for each in answers(data)] == [{"dice": [11]}, {"choose": False}]
    [(_, events)] = bring(data)
    assert folded(ID, events).runs["j1"].status == "withdrawn"
