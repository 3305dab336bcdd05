"""A scene of the table is one of the rules: they begin and end together."""

from __future__ import annotations

import pytest

from tests.kit import acts
from tests.table.acts.doing import refused
from tests.table.evening import LEADER, Table, set_up


def rest(secret: bool = False) -> acts.RequestRun:
    cast = {"heros": ["gontrand"]}
    return acts.RequestRun(procedure="socle.repos", params={}, cast=cast, secret=secret)


def in_scene(table: Table) -> bool:
    """Whether a scene is played: by the table and by the rules."""
    playing = table.state.scene is not None
    assert table.state.record["horloge"]["en_cours"] == playing
    return playing


def test_a_rest_ends_the_scene() -> None:
    """SOC-COE-07: it is what comes after one. Open runs are over, as when the leader ends it."""
    table = set_up("socle")
    table.does(LEADER, acts.BeginScene(title="Le pont"))
    blow = {"type": "coup", "heros": "gontrand"}
    table.does(LEADER, acts.ChangeRecord(event={"type": "socle.scene", "evenement": blow}))
    params = {"tn": 6, "de": "Force"}
    table.does(LEADER, acts.RequestRun(procedure="socle.test", params=params, to=("gontrand",)))
    assert table.state.sheet("gontrand")["coeurs"] < 5
    table.does(LEADER, rest())
    assert not in_scene(table)
    assert table.state.sheet("gontrand")["coeurs"] == 5
    assert table.state.runs["j1"].status == "withdrawn"
    kinds = [each.kind for each in table.view(LEADER).story.items]
    assert kinds.count("scene_ended") == 1
    refused(table, LEADER, acts.EndScene())
    table.does(LEADER, acts.BeginScene())
    assert in_scene(table)
    assert len(table.state.scenes) == table.state.record["horloge"]["scene"] == 2


def test_a_rest_in_secret_ends_it_when_it_is_revealed() -> None:
    table = set_up("socle")
    table.does(LEADER, acts.BeginScene())
    table.does(LEADER, rest(secret=True))
    assert in_scene(table)
    table.does(LEADER, acts.Reveal(run="j1"))
    assert not in_scene(table)


@pytest.mark.parametrize("game", ["socle", "armes_dieux", "eclats"])
def test_a_scene_that_passes_ends_the_scene_of_the_table_and_begins_another(game: str) -> None:
    table = set_up(game)
    table.does(LEADER, acts.BeginScene(title="Le pont"))
    number = table.state.record["horloge"]["scene"]
    table.does(LEADER, acts.ChangeRecord(event={"type": "avance", "unite": "scene", "n": 2}))
    assert in_scene(table)
    assert table.state.record["horloge"]["scene"] == number + 2
    assert [each.ended is not None for each in table.state.scenes] == [True, False]
    table.does(LEADER, acts.EndScene())
    assert not in_scene(table)
    table.does(LEADER, acts.ChangeRecord(event={"type": "avance", "unite": "scene", "n": 1}))
    assert in_scene(table)
    assert len(table.state.scenes) == 3


def test_time_within_a_scene_leaves_it_and_a_longer_one_ends_it() -> None:
    """Loss: the clock of the rules has no pause between two Scènes."""
    table = set_up("loss")
    table.does(LEADER, acts.BeginScene())
    table.does(LEADER, acts.ChangeRecord(event={"type": "avance", "unite": "instant", "n": 2}))
    assert len(table.state.scenes) == 1
    table.does(LEADER, acts.ChangeRecord(event={"type": "avance", "unite": "episode", "n": 1}))
    assert [each.ended is not None for each in table.state.scenes] == [True, False]
    clock = table.state.record["horloge"]
    assert (clock["episode"], clock["scene"]) == (2, 1)
    table.does(LEADER, acts.EndScene())
    table.does(LEADER, acts.ChangeRecord(event={"type": "avance", "unite": "scene", "n": 1}))
    assert table.state.scene is None
