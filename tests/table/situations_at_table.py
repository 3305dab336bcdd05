"""Situations of a document played at a table: who is asked, to whom a consequence goes.

The ready-made characters sit there: `j1` and `j2` have one each, the leader the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from tablee.rules.questions import Together
from tests.kit import acts
from tests.table.evening import LEADER, Table, choices, set_up

NOTHING = ("", "–", "0", "0 (aucun)")
"""Texts of a fact that says nothing: it is not shown to a chooser."""
SCORES = ("Pdef", "marge à atteindre")
"""Facts whose 0 is a number like any other."""
Asked = tuple[str, str, Any]
"""(Seat, label of the ask, its answer: faces in a list of numbers under `dice`, or a choice)."""


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """One situation. `before`: events of the campaign record; `owed`: (character, procedure or
    reminder) of each pending consequence; `sheets`: character -> fields after the run."""

    clauses: str
    procedure: str
    params: Mapping[str, Any] = {}
    to: tuple[str, ...] = ()
    cast: Mapping[str, Any] = {}
    rulings: Mapping[str, Any] = {}
    before: tuple[Mapping[str, Any], ...] = ()
    asked: tuple[Asked, ...] = ()
    result: Mapping[str, Any] = {}
    owed: tuple[tuple[str | None, str], ...] = ()
    sheets: Mapping[str, Mapping[str, Any]] = {}
    more: str = ""
    """The label of the next ask, where the run goes on."""


def table_of(game: str, situation: Played) -> Table:
    """Return the table after the situation. Every ask must be of the seat that is expected."""
    table = set_up(game, rulings=situation.rulings)
    for event in situation.before:
        table.does(LEADER, acts.ChangeRecord(event=event))
    table.does(
        LEADER,
        acts.RequestRun(
            procedure=f"{game}.{situation.procedure}",
            params=situation.params,
            to=situation.to,
            cast=situation.cast,
        ),
    )
    (run,) = table.state.runs
    for seat, label, answer in situation.asked:
        _answer(table, run, seat, label, answer)
    return table


def _answer(table: Table, run: str, seat: str, label: str, answer: Any) -> None:
    (shown,) = table.view(LEADER).runs
    pending = table.session(run).pending
    assert pending is not None, (seat, label)
    facts = [each for ask in choices(shown) for each in ask.facts if each.label not in SCORES]
    assert not (idle := [each for each in facts if each.text in NOTHING]), idle
    if isinstance(pending, Together):
        asks = {(ask.seat, ask.context): ask.index for ask in choices(shown)}
        values = {str(asks[seat, label]): answer}
        table.does(seat, acts.Seal(run=run, place=shown.place, values=values))
        return
    assert (shown.waiting[0].seat, pending.label) == (seat, label)
    given = answer if isinstance(answer, dict) else {"choose": answer}
    (own,) = table.view(seat).runs  # without the answers that this seat does not see
    table.does(seat, acts.Answer(run=run, place=own.place, answer=given))


def dice(*faces: int) -> dict[str, list[int]]:
    return {"dice": list(faces)}
