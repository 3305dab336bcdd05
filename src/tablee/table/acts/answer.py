"""The act `answer`."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from tablee.rules.contract_json import AnswerJson
from tablee.rules.questions import Together
from tablee.rules.refusal import refuse
from tablee.table.acts.act import Act, Place, RunId
from tablee.table.acts.act_context import ActContext
from tablee.table.acts.answering import add_answer, waiting_run

ONE_SEAT_EACH = "des choix scellés, chacun le sien"


class Answer(Act, frozen=True, tag="answer"):
    """A seat answers the pending question of a run: the faces of real dice, or a choice. `place`: the
    number of answers in the seat's view, so that an answer to another question is refused."""

    about = "Répondre à ce qu’un jet attend : les faces de vrais dés, ou un choix."
    permission = "owner"
    schemas = {"answer": ("answer.dice", "answer.choose")}

    run: RunId
    place: Place
    answer: Annotated[AnswerJson, Meta(description="la réponse")]

    def decide(self, table: ActContext) -> None:
        run, session, waits = waiting_run(table, self.run, self.place)
        if isinstance(session.pending, Together):
            raise refuse("answer", "", ONE_SEAT_EACH)
        add_answer(table, run, session, self.answer, seat=waits[0].seat)
