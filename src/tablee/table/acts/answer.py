"""The act `answer`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Meta

from tablee.rules.contract_json import AnswerJson
from tablee.rules.questions import Choose, Together
from tablee.rules.refusal import Refusal, refuse
from tablee.table.acts.act import Act, Place, RunId
from tablee.table.acts.act_context import ActContext
from tablee.table.acts.answering import add_answer, throw_on, waiting_run
from tablee.table.replay import choice_mark, is_same_choice

HOUSE_ONLY = "un lancer de la maison : cette table ne prend pas de faces saisies ici"
ONE_SEAT_EACH = "des choix scellés, chacun le sien"


def _may_type(table: ActContext) -> bool:
    """Return whether the seat may type the faces of real dice."""
    allowed = table.state.typed_dice
    return allowed == "everybody" or (allowed == "leader" and table.leads)


class Answer(Act, frozen=True, tag="answer"):
    """A seat answers the pending question of a run: the faces of real dice, or a choice. `place`: the
    number of answers in the seat's view, so that an answer to another question is refused.

    `then`: choices that the seat makes at once for what may be asked of it next, by the mark of the
    ask. They count as long as that is asked. Where the ask allows other answers by then, one that is
    not the usual answer counts if it is among them; the usual one is asked for again."""

    about = "Répondre à ce qu’un jet attend : les faces de vrais dés, ou un choix."
    permission = "owner"
    schemas = {"answer": ("answer.dice", "answer.choose")}

    run: RunId
    place: Place
    answer: Annotated[AnswerJson, Meta(description="la réponse")]
    then: Annotated[
        Mapping[Annotated[str, Meta(max_length=16)], Any],
        Meta(
            max_length=20,
            description="les choix qui suivent, par la marque de la question (« asked ») : chacun "
            "compte si elle se pose",
        ),
    ] = {}

    def decide(self, table: ActContext) -> None:
        run, session, waits = waiting_run(table, self.run, self.place)
        if isinstance(session.pending, Together):
            raise refuse("answer", "", ONE_SEAT_EACH)
        if "dice" in self.answer and not _may_type(table):
            raise refuse("answer", self.answer, HOUSE_ONLY)
        seat = waits[0].seat
        add_answer(table, run, session, self.answer, seat=seat)
        left = dict(self.then)
        while left and self._answer_next(table, left, seat):
            pass
        throw_on(table, run)

    def _answer_next(self, table: ActContext, left: dict[str, Any], seat: str) -> bool:
        """Answer what the run asks now, with the choice made for it; return whether there is one."""
        run = table.state.runs[self.run]
        session = table.replays.session(table.state, run) if run.status == "open" else None
        if session is None or not isinstance(session.pending, Choose):
            return False
        asked, waits = choice_mark(session), table.visibility.answerable(run, session)
        marks = [asked] if asked in left else [each for each in left if is_same_choice(each, asked)]
        if not marks or [wait.seat for wait in waits] != [seat]:
            return False
        chosen, usual = left.pop(marks[0]), session.pending.default
        if marks != [asked] and (usual is None or chosen == session.pending.form.answer(usual)):
            return False
        try:
            add_answer(table, run, session, {"choose": chosen}, seat=seat)
        except Refusal:
            return False
        return True
