"""Chances of what is about to be asked for."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tablee.faces.seat_chances import run_of_request
from tablee.rules.refusal import Refusal
from tests.kit import acts
from tests.table.evening import set_up


def test_a_table_tells_no_chance_of_another_games_procedure() -> None:
    state = set_up("exil").state
    room: Any = SimpleNamespace(state=state, expected_state=state)
    frame = acts.RequestRun(procedure="socle.test", params={"de": 8, "aide": False})
    with pytest.raises(Refusal) as refused:
        run_of_request(room, frame)
    assert refused.value.field == "procedure"
