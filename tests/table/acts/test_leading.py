"""Notes, and what the leader decides: overrulings, time, the end of a scene."""

from __future__ import annotations

import msgspec
import pytest

from tablee.rules.refusal import Refusal
from tablee.table.export.log_checks import check_log
from tablee.table.export.log_file import Log
from tablee.table.log import events as ev
from tablee.table.log.events.run_events import MAX_DECISIONS
from tablee.table.refusals import NotYours
from tests.kit import acts
from tests.table.acts.doing import jet, refused, revers
from tests.table.evening import LEADER, Table, set_up


def test_a_private_note_is_its_author_s_alone(table: Table) -> None:
    table.does("j1", acts.Note(text="Je mens.", private=True))
    table.does(LEADER, acts.Note(text="Ils mentent.", private=True))
    for seat in ("j1", "j2", "j3", LEADER):
        texts = [item.text for item in table.view(seat).story.items]
        assert ("Je mens." in texts) == (seat == "j1")
        assert ("Ils mentent." in texts) == (seat == LEADER)
    table.does(LEADER, acts.HandOver(to="j2"))
    assert "Ils mentent." not in msgspec.json.encode(table.view("j2")).decode()


def test_an_overruling_is_seen_by_all(table: Table) -> None:
    table.does(LEADER, revers("bastan"))
    act = acts.Overrule(run="j1", field="revers", value="complication", reason="La pluie")
    table.does(LEADER, act)
    last = table.last("j2")
    assert last.overruled[0].reason == "La pluie"
    assert last.overruled[0].field == "Revers"
    assert table.result("j2")["revers"] == "complication"
    assert table.state.runs["j1"].outcome is not None
    assert table.state.runs["j1"].outcome.result["revers"] == "tension"


def test_an_overruling_says_what_the_result_becomes(table: Table) -> None:
    """Else it would stand there empty; the whole may be overruled in words alone."""
    table.does(LEADER, revers("bastan"))
    for nothing in ("", None):
        act = acts.Overrule(run="j1", field="revers", value=nothing, reason="La pluie")
        assert refused(table, LEADER, act).field == "value"
    table.does(LEADER, acts.Overrule(run="j1", reason="La pluie"))
    assert table.last("j2").overruled[0].reason == "La pluie"


def test_time_passes_by_what_the_leader_keeps(table: Table) -> None:
    before = table.view("j1").table.clock
    table.does(LEADER, acts.ChangeRecord(event={"type": "avance", "unite": "scene", "n": 1}))
    assert table.view("j1").table.clock != before
    act = acts.ChangeRecord(event={"type": "avance", "unite": "scene", "n": 1})
    assert isinstance(refused(table, "j1", act), NotYours)


def test_a_scene_ends_with_what_expires() -> None:
    """Tokens of Loss are gone with their Scène."""
    table = set_up("loss")
    table.does(LEADER, acts.BeginScene(title="Sur le quai"))
    gain = {"type": "gain", "holder": "kordan", "n": 2, "camp": "pj"}
    table.does(LEADER, acts.ChangeRecord(event={"type": "loss.jetons", "evenement": gain}))
    assert table.state.record["registres"]["loss.jetons"]["reserves"] == {"kordan": 2}
    table.does(LEADER, acts.EndScene())
    assert not any(table.state.record["registres"]["loss.jetons"]["reserves"].values())
    assert table.state.scene is None


def test_about_one_run_it_is_decided_otherwise_so_often_and_no_more() -> None:
    table = set_up("armes_dieux")
    table.does(LEADER, jet())
    table.does(LEADER, acts.Throw(run="j1", place=0))
    over = acts.Overrule(run="j1", reason="La pluie")
    for _ in range(MAX_DECISIONS):
        table.does(LEADER, over)
    assert refused(table, LEADER, over).numbers == {"most": MAX_DECISIONS}
    events = [ev.read_event(ev.write_event(event)) for event in table.events]
    assert check_log(Log("quai42abcd", events)).version == table.state.version
    with pytest.raises(Refusal):
        check_log(Log("quai42abcd", [*events, events[-1]]))
