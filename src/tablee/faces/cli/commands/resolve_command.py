"""`resolve`: a run with given answers, thrown by the house, or decided by a person.

The module parses options, asks and prints; the session of the readings drives the run. It knows no
table.
"""

from __future__ import annotations

import os
from fractions import Fraction
from typing import Any

from tablee.dice.die import Throw
from tablee.dice.house_dice import HouseDice
from tablee.faces.cli.answer_options import Answers, none_in_a_batch, run_command
from tablee.faces.cli.cli_context import Face
from tablee.faces.cli.command_options import SEED, flag
from tablee.faces.cli.parser_errors import whole
from tablee.faces.cli.run_output import (
    tell_ask,
    tell_clauses,
    tell_effects,
    tell_result,
    tell_trace,
)
from tablee.faces.cli.run_sources import Given, answer_all, is_batch, run_input_of
from tablee.faces.cli.terminal_prompts import Worth, ask_choice
from tablee.faces.messages import decimal, title_of
from tablee.rules.choice_landmarks import meanings
from tablee.rules.contract_json import AnswerJson
from tablee.rules.questions import Choose, Together
from tablee.rules.readings.explain import explain
from tablee.rules.readings.session import Session, answer_played, play
from tablee.rules.run_input import RunInput
from tablee.rules.run_json import run_view


@run_command(
    "Résout un jet. --dice et --choose répondent dans l’ordre donné. Sans réponse donnée, la "
    "maison lance les dés et, au terminal, on vous demande vos choix ; avec des réponses ou "
    "--run, le jet s’arrête à la première question qui n’en a pas, sauf si --roll ou --seed "
    "fait lancer les dés.",
    SEED,
    flag("roll --roll", "La maison lance les dés qui ne sont pas donnés."),
    flag("why --why", "Dire aussi ce que disent les clauses."),
    epilog="Exemple : tablee resolve exil.simple talent=14 difficulty=-5 --dice 6",
)
def resolve_command(
    face: Face, given: Given, answers: Answers, seed: str | None, roll: bool, why: bool
) -> int:
    number = None if seed is None else whole(seed, "seed")
    rolls = roll or number is not None
    if is_batch(given):
        none_in_a_batch(answers)
        return answer_all(face, given, lambda q: _answered(face, q, number, rolls, given.seat))
    question = run_input_of(face, given)
    rolls = rolls or (given.run is None and not answers.left)
    driver = Driver(face, answers, _seed(number) if rolls else None, given.seat)
    session = driver.run(question, asking=rolls and face.interactive)
    face.use_names_in(session)
    if face.json:
        face.write(_view(face, session, driver, given.seat))
    else:
        _tell(face, session, driver, why)
    return 0


def _seed(number: int | None) -> int:
    return new_seed() if number is None else number


def new_seed() -> int:
    """Return an unpredictable seed."""
    return int.from_bytes(os.urandom(6), "big")


def _answered(
    face: Face, question: RunInput, number: int | None, rolls: bool, seat: str | None
) -> dict[str, Any]:
    """Return the outcome of one line of a batch."""
    driver = Driver(face, Answers([]), _seed(number) if rolls else None)
    return _view(face, driver.run(question), driver, seat)


def _view(face: Face, session: Session, driver: Driver, seat: str | None) -> dict[str, Any]:
    """Return the JSON of the contract. After house throws it includes what repeats the run."""
    view = run_view(session, face.words, seat)
    if driver.threw and seat in (None, session.question.game.leader):
        view |= {"seed": driver.seed, "answers": session.answers}
    return view


def _tell(face: Face, session: Session, driver: Driver, why: bool) -> None:
    """Print the rest of the trace, and after house throws the seed that repeats them."""
    tell_run(face, session, driver.seat, why, driver.printed)
    if driver.threw:
        face.line(face.dim(face.words.phrase("Graine des dés : {seed:=}.", seed=driver.seed)))


class Driver:
    """Drives a run to its end, or to the first ask without an answer."""

    def __init__(
        self, face: Face, answers: Answers, seed: int | None, seat: str | None = None
    ) -> None:
        self.face = face
        self.seat = seat
        self.answers = answers
        self.seed = seed
        self.house = None if seed is None else HouseDice(seed)
        self.threw = False
        self.printed = 0

    def run(self, question: RunInput, asking: bool = False) -> Session:
        """Return the session, done or waiting. Raises `Refusal`."""
        session = play(question)
        while (answer := self._answer(session, asking)) is not None:
            answer_played(session, answer)
        return session

    def _tell_so_far(self, session: Session) -> None:
        """Print what happened since the last question to the person."""
        self.face.use_names_in(session)
        if not self.printed and self.seat is None:
            self.face.line(self.face.bold(title_of(self.face.words, session.question)))
        steps = explain(session, self.face.words, self.seat, self.printed)
        self.printed = len(session.trace)
        tell_trace(self.face, [step.view() for step in steps])

    def _answer(self, session: Session, asking: bool) -> AnswerJson | None:
        pending, left = session.pending, self.answers.left
        if isinstance(pending, Throw) and self.house and not (left and left[0][0] == "dice"):
            self.threw = True
            return {"dice": list(self.house.throw(pending))}
        if left:
            return self.answers.next(session)
        if not asking or pending is None:
            return None
        self._tell_so_far(session)
        return ask_person(self.face, session)


def ask_person(face: Face, session: Session) -> AnswerJson:
    """Return the answer of the person at the terminal to the pending choice."""
    pending = session.pending
    if isinstance(pending, Together):
        chosen = [_asked_of(face, session, choice) for choice in pending.choices]
        return {"together": chosen}
    assert isinstance(pending, Choose)
    return {"choose": _asked_of(face, session, pending, lambda: worth_of(face, session))}


def _asked_of(face: Face, session: Session, choice: Choose[Any], worth: Worth | None = None) -> Any:
    """Return the decision of a person, with the landmarks of the document beside the options."""
    means = meanings(session, choice, face.words)
    return ask_choice(face, choice, session.outer(choice.who), worth, means)


def worth_of(face: Face, session: Session) -> dict[str, str]:
    """Return the value of each option of the pending choice, formatted, by option name."""
    from tablee.rules.readings.advice.advise import advise

    view = advise(session.question.with_answers(session.answers)).view()
    utility = face.words.label(view["utility"], session.question.procedure.id)
    found: dict[str, str] = {}
    for option_view in view["options"]:
        value = Fraction(option_view["value"])
        name = option_view["choose"]
        shown = str(name).lower() if isinstance(name, bool) else str(name)
        if isinstance(name, list):
            shown = ", ".join(map(str, name)) or "–"
        worth = decimal(face.words, value, 3)
        found[shown] = face.words.phrase("{field:=} : {word:=}", field=utility, word=worth)
    return found


def tell_run(
    face: Face, session: Session, seat: str | None, why: bool = False, since: int = 0
) -> None:
    """Print a run for people: throws and sentences (from index `since` of the trace), then the
    result or the pending ask."""
    words = face.words
    view = run_view(session, words, seat)
    if seat is None and not since:
        face.line(face.bold(title_of(words, session.question)))
    tell_trace(face, [step.view() for step in explain(session, words, seat, since)])
    if why:
        face.line()
        tell_clauses(face, view["trace"])
    face.line()
    if view["status"] == "ask":
        tell_ask(face, view["ask"])
        return
    tell_result(face, view["result"])
    tell_effects(face, view["effects"])
