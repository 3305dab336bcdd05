"""Answers on the command line: `--dice` and `--choose`, used in the order given.

The module turns options into answers of the contract. It knows no procedure.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, TypeVar

import click

from tablee.faces.cli import option_values as values
from tablee.faces.cli.cli_context import Face
from tablee.faces.cli.command_options import ASKED, SEAT, Command, command, given_of, option
from tablee.faces.cli.run_sources import Given, answer_all, is_batch, run_input_of
from tablee.faces.strict_input import dice_faces
from tablee.rules.contract_json import AnswerJson
from tablee.rules.questions import Choose, Together
from tablee.rules.readings.session import Belief, Session
from tablee.rules.refusal import Refusal, refuse
from tablee.rules.run_input import RunInput

ANSWERS = (
    option(
        "dice --dice", "Les faces du prochain jet de dés, dans l’ordre.", "6,3,3", multiple=True
    ),
    option(
        "choose --choose",
        "La réponse au prochain choix ; pour des choix simultanés, une fois par choix.",
        "VALEUR",
        multiple=True,
    ),
)
"""Options that may be repeated, each for the next answer."""
T = TypeVar("T")


def run_command(
    help: str, *options: click.Parameter, epilog: str = "", seats: bool = True
) -> Callable[[Callable[..., int]], Callable[[Face], Command]]:
    """Declare a command about runs. Its function gets the face, the source of the runs, the answers,
    and its own `options`."""

    def declared(call: Callable[..., int]) -> Callable[[Face], Command]:
        @wraps(call)
        def callback(
            face: Face,
            procedure: str | None,
            params: tuple[str, ...],
            run: str | None,
            rulings: tuple[str, ...],
            dice: tuple[str, ...],
            choose: tuple[str, ...],
            seat: str | None = None,
            **own: Any,
        ) -> int:
            face.counts_answers = run is None
            given = given_of(procedure, params, run, rulings, seat)
            return call(face, given, given_answers(dice, choose), **own)

        shared = (*ASKED, *((SEAT,) if seats else ()), *ANSWERS)
        return command(help, *shared, *options, epilog=epilog)(callback)

    return declared


def given_answers(dice: tuple[str, ...], choose: tuple[str, ...]) -> Answers:
    """Return the answers in the order of the command line."""
    order = click.get_current_context().meta["tablee.order"]
    left = {"dice": deque(dice), "choose": deque(choose)}
    return Answers([(name, left[name].popleft()) for name in order if name in left])


class Answers:
    """The answers of a command line, consumed one by one."""

    def __init__(self, given: Sequence[tuple[str, str]]) -> None:
        self.left = deque(given)

    def next(self, session: Session) -> AnswerJson:
        """Return the next answer as JSON for the pending ask of the session."""
        pending, field = session.pending, f"answers[{len(session.answers)}]"
        if isinstance(pending, Together):
            each = [self._one(choice, field) for choice in pending.choices]
            return {"together": each}
        kind, text = self.left.popleft()
        if kind == "dice":
            return {"dice": dice_faces(text, field)}
        if isinstance(pending, Choose):
            return {"choose": values.value_for(pending.form, text, field)}
        return {"choose": values.choice(text, field)}

    def _one(self, choice: Choose[Any], field: str) -> Any:
        if not self.left or self.left[0][0] != "choose":
            got = self.left[0][1] if self.left else None
            text = "un --choose pour chacun des choix simultanés ; il manque « {label} »"
            raise Refusal("answer", field, got, text, label=choice.label)
        return values.value_for(choice.form, self.left.popleft()[1], field)


def none_in_a_batch(answers: Answers) -> None:
    """Refuse answers beside a file of several runs."""
    if answers.left:
        raise refuse("dice", answers.left[0][1], "aucune réponse ici : elles sont dans le fichier")


def answer_runs(
    face: Face,
    given: Given,
    answers: Answers,
    view: Callable[[RunInput], T],
    tell: Callable[[Face, RunInput, T], None],
) -> int:
    """Answer one run, as JSON or for people (`tell`), or each run of a batch as JSON."""
    if is_batch(given):
        none_in_a_batch(answers)
        return answer_all(face, given, view)
    question = begun(run_input_of(face, given), answers)
    found = view(question)
    if face.json:
        face.write(found)
    else:
        tell(face, question, found)
    return 0


def begun(question: RunInput, answers: Answers) -> RunInput:
    """Return the run input with these answers appended."""
    secrets: dict[str, Any] = {}
    while answers.left:
        try:
            session = Session(question, secrets)
        except Belief as belief:
            # The value of a belief only selects the forms in which answers are parsed.
            secrets[belief.ask.label] = next(iter(belief.ask.value))
            continue
        question = question.with_answers([*question.answers, answers.next(session)])
    return question
