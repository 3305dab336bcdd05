"""What a seat may know of a run, and so may be told the chances of."""

from __future__ import annotations

from typing import NamedTuple

from tablee.rules.readings.run_parts import exchange_run
from tablee.rules.readings.session import Session
from tablee.table.log.state_parts import Run
from tablee.table.replay import Replays
from tablee.table.views.sealed_options import as_left_open, left_open
from tablee.table.views.view_types import ContractJson
from tablee.table.views.visibility import Visibility


class Known(NamedTuple):
    """An open run with everything that a seat may know of it, as JSON, and as far as it is
    answered."""

    run: ContractJson
    session: Session


def known_of(sight: Visibility, run: Run, replays: Replays) -> Known | None:
    """An open run as the seat knows it: what others have fixed that they will do it has them choose.
    None when a part of it is not the seat's to know, so that no chance of it may be told either."""
    session = _followed(sight, run, replays)
    if session is None:
        return None
    params: ContractJson = dict(run.params)
    if not (sight.leads or session.public):
        opened = left_open(sight, run, session.question.procedure)
        if opened != params:
            params, session = opened, as_left_open(sight.state, run, opened, session)
    if session is None:
        return None
    known = {
        "procedure": run.procedure,
        "params": params,
        "rulings": dict(sight.state.rulings),
        "answers": [dict(given.answer) for given in run.answers],
    }
    return Known(known, session)


def exchange_of(
    sight: Visibility, run: Run, replays: Replays
) -> tuple[ContractJson, tuple[str, ...]] | None:
    """The exchange at work in an open run, alone, and what to weigh it by, where the seat may know
    all of it: it holds nobody's fixed decisions."""
    session = _followed(sight, run, replays)
    if session is None or any(entry.seen_by or entry.sealed for entry in session.trace):
        return None
    return exchange_run(session)


def _followed(sight: Visibility, run: Run, replays: Replays) -> Session | None:
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
