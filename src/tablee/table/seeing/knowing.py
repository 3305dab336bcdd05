"""What a seat may know of a run, and so may be told the chances of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablee.rules.readings.session import Session
from tablee.table.log.parts import Run
from tablee.table.log.state import State
from tablee.table.replay import Replays
from tablee.table.seeing.lens import Json
from tablee.table.seeing.sight import Sight

__all__ = ["exchange_known", "exchange_of", "known_of", "run_known"]


def run_known(state: State, run: Run, seat: str, replays: Replays) -> Json | None:
    """An open run as JSON with everything that the seat may know of it; None when a part of it is
    not the seat's to know, so that no chance of it may be told either."""
    return known_of(Sight(state, seat), run, replays)


def known_of(sight: Sight, run: Run, replays: Replays) -> Json | None:
    session = _followed(sight, run, replays)
    if session is None:
        return None
    if not (sight.leads or session.public) and _secret_policies(sight, run):
        return None
    return {
        "procedure": run.procedure,
        "params": dict(run.params),
        "rulings": dict(sight.state.rulings),
        "answers": [dict(given.answer) for given in run.answers],
    }


def exchange_known(
    state: State, run: Run, seat: str, replays: Replays
) -> tuple[Json, tuple[str, ...]] | None:
    """The exchange at work in an open run, alone, and what to weigh it by, where the seat may know
    all of it: it holds nobody's fixed decisions."""
    return exchange_of(Sight(state, seat), run, replays)


def exchange_of(sight: Sight, run: Run, replays: Replays) -> tuple[Json, tuple[str, ...]] | None:
    session = _followed(sight, run, replays)
    if session is None or any(entry.seen_by or entry.sealed for entry in session.trace):
        return None
    return session.exchange()


def _followed(sight: Sight, run: Run, replays: Replays) -> Session | None:
    """An open run that the seat follows and has seen all answers of, nothing of it concealed."""
    session = replays.session(sight.state, run) if run.status == "open" else None
    if session is None or sight.veiled(run) or not sight.follows(run, session):
        return None
    if not (sight.leads or session.public) and sight.concealed(run):
        return None
    answers = (entry for entry in session.trace if entry.kind != "note")
    if any(entry.seen_by or entry.sealed for entry in answers):
        return None
    return session


def _secret_policies(sight: Sight, run: Run) -> bool:
    """Whether somebody else's fixed decisions stand in the parameters."""
    return any(_theirs(sight, run, name, value) for name, value in run.params.items())


def _theirs(sight: Sight, run: Run, name: str, value: Any) -> bool:
    if isinstance(value, list):
        members = [each for each in value if isinstance(each, Mapping)]
        return any(_theirs(sight, run, str(each.get("id", "")), each) for each in members)
    if not isinstance(value, Mapping) or "politique" not in value:
        return False
    return not sight.answers_for(run, name) and _fixed(value["politique"])


def _fixed(value: Any) -> bool:
    if isinstance(value, Mapping):
        return any(_fixed(each) for each in value.values())
    return bool(value != "ask")
