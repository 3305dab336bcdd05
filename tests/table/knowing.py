"""What a seat may know of a run at a table, by the seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablee.table.log.state_parts import Run
from tablee.table.log.table_state import State
from tablee.table.replay import Replays
from tablee.table.views.chance_rights import exchange_of, known_of
from tablee.table.views.visibility import Visibility

__all__ = ["exchange_known", "run_known"]


def run_known(state: State, run: Run, seat: str, replays: Replays) -> Mapping[str, Any] | None:
    known = known_of(Visibility(state, seat), run, replays)
    return known and known.run


def exchange_known(
    state: State, run: Run, seat: str, replays: Replays
) -> tuple[Mapping[str, Any], tuple[str, ...]] | None:
    return exchange_of(Visibility(state, seat), run, replays)
