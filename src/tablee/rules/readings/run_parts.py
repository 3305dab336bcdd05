"""Parts of a run in progress as runs of their own, in JSON: sub-rules, and a single exchange."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablee.rules.procedure import Procedure
from tablee.rules.questions import Together
from tablee.rules.readings.session import Session, play
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import read_run
from tablee.rules.schema import show


def subruns(session: Session) -> list[dict[str, Any]]:
    """Return the sub-rules at work that the game declares, outermost first.

    Each is a run with the answers given since it started.
    """
    return [
        _run(session, frame.procedure, session.answers[frame.answers_before :])
        for frame in session.frames[1:]
        if session.question.game.procedure(frame.procedure.id) is type(frame.procedure)
    ]


def exchange_run(session: Session) -> tuple[dict[str, Any], tuple[str, ...]] | None:
    """Return the exchange that the pending simultaneous choices belong to, and its utilities.

    The exchange is a run that asks for the same choices. None where the rule declares none.
    """
    if not isinstance(session.pending, Together):
        return None
    found = session.innermost(
        lambda frame: (frame, exchange) if (exchange := frame.procedure.exchange()) else None
    )
    if found is None:
        return None
    frame, exchange = found
    run = _run(session, exchange.alone, session.answers[frame.answers_before :])
    offered = _simultaneous_choices(_played(run))
    same = offered and set(_simultaneous_choices(session)) <= set(offered)
    return (run, exchange.worth) if same else None


def _played(run: Mapping[str, Any]) -> Session | None:
    """Return the session of a run, None when the run is refused."""
    try:
        return play(read_run(run))
    except Refusal:
        return None


def _simultaneous_choices(session: Session | None) -> list[tuple[str, str, Any]]:
    """Return (seat, label, form) of each pending simultaneous choice."""
    if session is None or not isinstance(session.pending, Together):
        return []
    return [(session.outer(each.who), each.label, each.form) for each in session.pending.choices]


def _run(
    session: Session, procedure: Procedure[Any], answers: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    """Return a run in JSON under the rulings of the session."""
    return {
        "procedure": procedure.id,
        "params": show(procedure),
        "rulings": dict(session.question.given_rulings),
        "answers": [dict(each) for each in answers],
    }
