"""Decisions that others have fixed, left open for a seat that may not know them.

This module may import visibility and the reader of parameters; it must not compute anything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from tablee.dice.die import Throw
from tablee.rules.contract_json import ParamsJson
from tablee.rules.procedure import Procedure
from tablee.rules.questions import Choose, Together
from tablee.rules.readings.session import Session
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import ask_about
from tablee.rules.schema import fields_of, read_record
from tablee.table.log.state_parts import Run
from tablee.table.log.table_state import State
from tablee.table.views.visibility import Visibility


def left_open(visibility: Visibility, run: Run, procedure: Procedure[Any]) -> ParamsJson:
    """Return the parameters with every decision that somebody else has fixed left to choose.
    `procedure`: what was read from the parameters."""
    return {
        name: _opened(visibility, run, name, value, getattr(procedure, name, None))
        for name, value in run.params.items()
    }


def _opened(visibility: Visibility, run: Run, name: str, value: Any, read: Any) -> Any:
    if isinstance(value, list):
        return [
            _opened(visibility, run, str(each.get("id", "")), each, one)
            if isinstance(each, Mapping)
            else each
            for each, one in zip(value, read, strict=True)
        ]
    if not isinstance(value, Mapping) or not _fixed(value.get("politique", {})):
        return value
    if visibility.answers_for(run, name):
        return value
    return {**value, "politique": dict.fromkeys(_may_be_asked(type(read.politique)), "ask")}


def _fixed(policy: Mapping[str, Any]) -> bool:
    return any(value != "ask" for value in policy.values())


def _may_be_asked(policy: type[Any]) -> tuple[str, ...]:
    """Return the fields of a policy that can be left to choose."""
    found = []
    for name in fields_of(policy):
        with suppress(Refusal):
            read_record(policy, {name: "ask"})
            found.append(name)
    return tuple(found)


def as_left_open(state: State, run: Run, params: ParamsJson, now: Session) -> Session | None:
    """Return the run with these parameters if the same answers lead to the same question: then no
    fixed decision has been used yet."""
    given = [each.answer for each in run.answers]
    try:
        session = Session(ask_about(run.procedure, params, state.rulings_of(run), given))
    except Exception:  # with other parameters, the rule of a file may fail in any way
        return None
    return session if _waits(now) <= _waits(session) else None


def _waits(session: Session) -> set[tuple[object, ...]]:
    """Return what a run waits for: its throw, or (who, label) of each choice."""
    pending = session.pending
    if isinstance(pending, Throw):
        return {(pending,)}
    choices: Sequence[Choose[Any]] = ()
    if isinstance(pending, Together):
        choices = pending.choices
    elif pending is not None:
        choices = (pending,)
    return {(session.outer(each.who), each.label) for each in choices}
