"""The act `seal`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Meta

from tablee.rules.consequences import MadeChoice
from tablee.rules.questions import Together
from tablee.rules.readings.answers import read_choice
from tablee.rules.readings.session import Session
from tablee.table.acts.act import Act, Place, RunId
from tablee.table.acts.act_context import ActContext
from tablee.table.acts.answering import add_answer, throw_on, waiting_run
from tablee.table.log import events as ev
from tablee.table.log.refusal_texts import OPEN_CHOICE
from tablee.table.log.state_parts import Run
from tablee.table.refusals import NotYours, Stale
from tablee.table.reservations import find_impossible, new_reservations
from tablee.table.views.available_amounts import AvailableAmounts

Index = Annotated[str, Meta(pattern=r"^[0-9]{1,4}$(?!\n)")]
Values = Annotated[
    Mapping[Index, Any],
    Meta(
        min_length=1,
        description="la place de chaque choix parmi ceux qui se font à la fois : la réponse",
    ),
]


class Seal(Act, frozen=True, tag="seal"):
    """A seat makes its sealed choices among simultaneous ones, by their index. The last one opens
    them all."""

    about = "Sa part de choix simultanés, que personne ne voit avant que tous y soient."
    permission = "owner"

    run: RunId
    place: Place
    values: Values

    def decide(self, table: ActContext) -> None:
        run, session, waits = waiting_run(table, self.run, self.place)
        pending = session.pending
        if not isinstance(pending, Together):
            raise Stale("run", run.id, "un jet qui attend des choix scellés")
        own = {wait.index for wait in waits}
        taken = table.visibility.sealed_indexes(run, session)
        values = {int(index): value for index, value in self.values.items()}
        for index, value in values.items():
            if index in taken:
                raise Stale("values", index, OPEN_CHOICE)
            if index not in own:
                raise NotYours("values", index, "la part d’un siège que vous tenez")
            read_choice(pending.choices[index], "choose", value, f"values.{index}")
        _check_amounts(table, run, session, pending, values)
        every = {**run.sealed, **values}
        if len(every) == len(pending.choices):
            answer = {"together": [every[n] for n in range(len(every))]}
            add_answer(table, run, session, answer)
            throw_on(table, run)
            return
        for index, value in values.items():
            table.add(ev.Sealed(run=run.id, place=len(run.answers), index=index, value=value))


def _check_amounts(
    table: ActContext, run: Run, session: Session, pending: Together[Any], values: Mapping[int, Any]
) -> None:
    """Refuse to spend more than the available amounts that the seat knows. The sealed choices of
    others do not count: a refusal must not reveal them."""
    known = AvailableAmounts(table.state, table.seat, table.game, table.replays)
    before = known.reserved(run, session)
    expected = known.expected_with({run.id: before})
    chosen: list[MadeChoice] = []
    for index, value in values.items():
        chosen.append(MadeChoice.now(session, pending.choices[index], value))
        spent = new_reservations(before, known.reserved(run, session, chosen))
        wrong = find_impossible(expected, table.game, spent, run.asked_params or {})
        if wrong is not None:
            raise wrong.refusal(f"values.{index}", value)
