"""The act `throw`."""

from __future__ import annotations

from tablee.rules.questions import Together
from tablee.rules.refusal import refuse
from tablee.table.acts.act import Act, Place, RunId
from tablee.table.acts.act_context import ActContext
from tablee.table.acts.answer import ONE_SEAT_EACH
from tablee.table.acts.answering import add_throw, throw_on, waiting_run


class Throw(Act, frozen=True, tag="throw"):
    """A seat lets the house throw the dice that a run waits for."""

    about = "Laisser la maison lancer ce qu’un jet attend."
    permission = "owner"

    run: RunId
    place: Place

    def decide(self, table: ActContext) -> None:
        run, session, waits = waiting_run(table, self.run, self.place)
        if isinstance(session.pending, Together):
            raise refuse("answer", "", ONE_SEAT_EACH)
        add_throw(table, run, session, waits[0].seat)
        throw_on(table, run)
