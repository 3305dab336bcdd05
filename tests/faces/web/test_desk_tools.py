"""The leader's tools beside the table: those that have something to do in the game."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faces.web.test_table_again import served
from tests.table.evening import GAMES, LEADER, set_up
from tests.table.export.tables import ID

WITH_A_CLOCK = ("exil", "loss")


@pytest.mark.parametrize("game", GAMES)
def test_time_is_a_tool_where_more_than_scenes_pass(game: str, tmp_path: Path) -> None:
    with served(set_up(game), tmp_path) as client:
        page = str(client.get(f"/t/{ID}/{LEADER}").text)
    assert 'id="scene-tool"' in page
    assert ('id="time-tool"' in page) == (game in WITH_A_CLOCK)
