"""The part of an open run whose chances a seat may compute.

This module may import visibility and replayed runs; it must not compute anything.
"""

from __future__ import annotations

from typing import NamedTuple

from tablee.rules.contract_json import ParamsJson, RunJson
from tablee.rules.readings.run_parts import exchange_run
from tablee.rules.readings.session import Session
from tablee.table.log.state_parts import Run
from tablee.table.replay import Replays
from tablee.table.views.sealed_options import as_left_open, left_open
from tablee.table.views.visibility import Visibility


class Known(NamedTuple):
    """An open run as a seat knows it: its JSON, and its session."""

    run: RunJson
    session: Session


def known_of(visibility: Visibility, run: Run, replays: Replays) -> Known | None:
    """Return an open run as the seat knows it, with the decisions that others have fixed left to
    choose. Return None when a part of it is hidden, so that no chance of it may be shown."""
    session = _followed(visibility, run, replays)
    if session is None:
        return None
    params: ParamsJson = dict(run.params)
    if not (visibility.leads or session.public):
        opened = left_open(visibility, run, session.question.procedure)
        if opened != params:
            params, session = opened, as_left_open(visibility.state, run, opened, session)
    if session is None:
        return None
    known = {
        "procedure": run.procedure,
        "params": params,
        "rulings": dict(visibility.state.rulings_of(run)),
        "answers": [dict(given.answer) for given in run.answers],
    }
    return Known(known, session)


def exchange_of(
    visibility: Visibility, run: Run, replays: Replays
) -> tuple[RunJson, tuple[str, ...]] | None:
    """Return the exchange under way in an open run, as a run, and the utilities to weigh it by;
    None where a part of it is hidden. It holds nobody's fixed decisions."""
    session = _followed(visibility, run, replays)
    if session is None:
        return None
    leads = visibility.leads
    if any(entry.sealed or (entry.seen_by and not leads) for entry in session.trace):
        return None
    return exchange_run(session)


def _followed(visibility: Visibility, run: Run, replays: Replays) -> Session | None:
    """Return the session of an open run of which the seat has seen every answer; None where
    anything is hidden."""
    session = replays.session(visibility.state, run) if run.status == "open" else None
    if session is None or visibility.hides_result(run) or not visibility.follows(run, session):
        return None
    if not (visibility.leads or session.public) and visibility.hidden_params(run):
        return None
    answers = (entry for entry in session.trace if entry.kind != "note")
    if any(entry.seen_by or entry.sealed for entry in answers):
        return None
    return session
