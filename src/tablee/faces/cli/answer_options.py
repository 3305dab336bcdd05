"""Answers on the command line: `--dice` and `--choose`, taken in the order in which they stand."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any

import click

from tablee.faces.cli import option_values as values
from tablee.faces.cli.cli_context import Face
from tablee.faces.cli.command_options import option
from tablee.faces.cli.terminal_prompts import value_for
from tablee.faces.json_input import dice_faces
from tablee.rules.questions import Choose, Together
from tablee.rules.readings.session import Belief, Session
from tablee.rules.refusal import Refusal, refuse
from tablee.rules.run_input import RunInput


def answer_options(face: Face) -> list[click.Parameter]:
    """`--dice` and `--choose`, each as often as needed."""
    return [
        option(
            face,
            "dice --dice",
            "Les faces du prochain jet de dés, dans l’ordre.",
            "6,3,3",
            multiple=True,
        ),
        option(
            face,
            "choose --choose",
            "La réponse au prochain choix ; pour des choix simultanés, une fois par choix.",
            "VALEUR",
            multiple=True,
        ),
    ]


def given_answers(dice: tuple[str, ...], choose: tuple[str, ...]) -> Answers:
    """The answers as they stood on the command line."""
    order = click.get_current_context().meta["tablee.order"]
    left = {"dice": deque(dice), "choose": deque(choose)}
    return Answers([(name, left[name].popleft()) for name in order if name in left])


class Answers:
    """The answers of a command line, taken one by one."""

    def __init__(self, given: Sequence[tuple[str, str]]) -> None:
        self.left = deque(given)

    def next(self, session: Session) -> dict[str, Any]:
        """The next answer, as JSON, to what the session waits for."""
        pending, field = session.pending, f"answers[{len(session.answers)}]"
        if isinstance(pending, Together):
            each = [self._one(choice, field) for choice in pending.choices]
            return {"together": each}
        kind, text = self.left.popleft()
        if kind == "dice":
            return {"dice": dice_faces(text, field)}
        if isinstance(pending, Choose):
            return {"choose": value_for(pending.form, text, field)}
        return {"choose": values.choice(text, field)}

    def _one(self, choice: Choose[Any], field: str) -> Any:
        if not self.left or self.left[0][0] != "choose":
            got = self.left[0][1] if self.left else None
            told = "un --choose pour chacun des choix simultanés ; il manque « {label} »"
            raise Refusal("answer", field, got, told, label=choice.label)
        return value_for(choice.form, self.left.popleft()[1], field)


def none_in_a_batch(answers: Answers) -> None:
    """Refuse answers beside a file of many runs."""
    if answers.left:
        raise refuse("dice", answers.left[0][1], "aucune réponse ici : elles sont dans le fichier")


def begun(question: RunInput, answers: Answers) -> RunInput:
    """The question with these answers as its beginning (behind those that it has)."""
    secrets: dict[str, Any] = {}
    while answers.left:
        try:
            session = Session(question, secrets)
        except Belief as belief:
            # What stands for a belief only tells which forms the answers are read in.
            secrets[belief.ask.label] = next(iter(belief.ask.value))
            continue
        question = question.with_answers([*question.answers, answers.next(session)])
    return question
