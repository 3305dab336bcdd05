"""The last run with those that were requested together: one's own first."""

from __future__ import annotations

from tests.kit import acts
from tests.table.evening import LEADER, set_up


def test_each_player_sees_their_own_result_first_and_the_others_beside() -> None:
    table = set_up("exil")
    jet = acts.RequestRun(
        procedure="exil.simple", params={"talent": 9, "difficulty": 0}, to=("aurele", "jeanne")
    )
    table.does(LEADER, jet)
    owners = {table.state.runs[run].subject: run for run in table.state.open_run_ids}
    for run in [*owners.values()]:
        table.does(LEADER, acts.Answer(run=run, place=0, answer={"dice": [4]}))
    for seat in ("j1", "j2", LEADER):
        view = table.view(seat)
        assert view.last is not None
        ids = [view.last.id, *(each.id for each in view.beside_last)]
        assert sorted(ids) == sorted(owners.values())
        own = [owners[who] for who in owners if table.state.owners[who] == seat]
        assert ids[:1] == (own or ids[:1])
    table.does(
        LEADER, acts.RequestRun(procedure="exil.simple", params={"talent": 9}, to=("jeanne",))
    )
    table.does(LEADER, acts.Answer(run="j3", place=0, answer={"dice": [4]}))
    assert table.view("j1").beside_last == []
