"""Properties that every game has, tried on runs at random with small parameters.

A run ends; the same answers give the same result; its texts name nothing by an identifier; the law of
`odds` is the one that counting all faces gives.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import islice
from typing import Any

from tablee.dice.die import Die, Throw
from tablee.rules.authoring.game_file import describe_rule_error
from tablee.rules.authoring.source_lines import each_once
from tablee.rules.checkup.gaps import NO_WORD, lacks_word
from tablee.rules.checkup.hook_calls import refused_call
from tablee.rules.checkup.random_runs import random_run
from tablee.rules.checkup.small_params import other_questions, small_questions
from tablee.rules.forms import OneOf, SomeOf
from tablee.rules.game import Game
from tablee.rules.game_checks import unsound
from tablee.rules.procedure import Procedure
from tablee.rules.questions import Choose, Together
from tablee.rules.readings.budget import Budget
from tablee.rules.readings.explain import explain
from tablee.rules.readings.odds import odds
from tablee.rules.readings.repeats import PURE
from tablee.rules.readings.returned import WORTH
from tablee.rules.readings.session import Session
from tablee.rules.refusal import Refusal
from tablee.rules.registry import GameFile
from tablee.rules.rule_watch import is_endless
from tablee.rules.run_input import RunInput
from tablee.rules.schema import show
from tablee.rules.texts.words import Words

SEEDS = range(5)
OTHER_SEEDS = range(5, 9)
"""Seeds of the runs with another value of one parameter."""
MOST_OTHERS = 30
"""Most questions of a procedure with another value of one parameter."""
LONGEST = 150
"""Answers after which a run counts as one without end."""
DEEPEST = 30
"""Answers after which a run is not counted face by face, but its law is computed: it may never end."""
MOST_OUTCOMES = 3000
"""Number of ways in which the dice of a run may fall, for the law to be counted."""
UNREAD = "une règle qui lit « {name:=} » : demandez par « decide », ou n’offrez que la réponse qu’il donne"
"""What is expected where a choice names a parameter that has an answer."""
_ENGLISH = {"False", "None", "True"}
"""Values of Python that are English words too: a sentence may contain them."""
_IDENTIFIER = re.compile(r"\w_\w|[{}]|\bNone\b|\bTrue\b|\bFalse\b")


def untried(game: Game) -> list[str]:
    """Return the ids of the procedures for which no small parameters are found."""
    return [kind.id for kind in game.procedures if not any(small_questions(game, kind))]


def faults(game: Game, file: GameFile) -> Iterator[Refusal]:
    """Yield a refusal, with the line of its procedure, for each property that does not hold."""
    for kind in game.procedures:
        yield from each_once(_faults_of(game, kind), file, set())


def _faults_of(game: Game, kind: type[Procedure[Any]]) -> Iterator[Refusal]:
    for question in small_questions(game, kind):
        for found in _tried(game, question):
            if isinstance(found, Refusal):
                yield found
                if is_endless(found):
                    return  # the other questions would take as long
            else:
                yield unsound((kind.__name__, "rule"), *found)
    for question in islice(other_questions(game, kind), MOST_OTHERS):
        unread: dict[str, None] = {}
        wrong = refused_call(partial(_play, question, unread))
        for name in unread:
            yield unsound((kind.__name__, "rule"), None, UNREAD, name=name)
        if wrong is not None:
            yield wrong
            if is_endless(wrong):
                return


def _play(question: RunInput, unread: dict[str, None]) -> None:
    """Play a few runs by chance. `unread` receives the parameters whose answers are asked all the same."""
    fixed = {name for name, value in question.given.items() if value != "ask"}
    for seed in OTHER_SEEDS:
        session = random_run(question, seed, LONGEST)
        replayed = Session(question.with_answers(()), session.secrets)
        for answer in session.answers:
            pending = replayed.pending
            asks = pending.choices if isinstance(pending, Together) else (pending,)
            if len(replayed.frames) == 1:
                unread.update(
                    (ask.parameter, None)
                    for ask in asks
                    if isinstance(ask, Choose) and ask.parameter in fixed and ask.only() is None
                )
            replayed.answer(answer)


def _tried(game: Game, question: RunInput) -> Iterator[tuple[str | None, str] | Refusal]:
    """Yield (what was found, what is expected) of one question, or the refusal of a reading."""
    given = ", ".join(f"{name}={value}" for name, value in question.given.items()) or None
    try:
        for seed in SEEDS:
            session = random_run(question, seed, LONGEST)
            if not session.done:
                yield given, "une règle qui finit"
                return
            yield from _replayed(session, given)
            yield from _worded(game, session)
            yield from _weighed(session)
        yield from _counted(question, given)
    except Refusal as wrong:
        yield wrong
    except Exception as error:
        found = describe_rule_error(error)
        if found is None:
            raise
        yield found


def _replayed(session: Session, given: str | None) -> Iterator[tuple[str | None, str]]:
    again = Session(session.question.with_answers(session.answers), session.secrets)
    if not again.done or show(again.result) != show(session.result):
        yield given, PURE


def _weighed(session: Session) -> Iterator[Refusal]:
    """Yield the refusal of each utility whose worth of the result is no number. Raises what a utility
    raises."""
    procedure = session.question.procedure
    for name, worth in procedure.utilities.items():
        for seat in procedure.seats or ("",):
            value = worth(procedure, session.result, seat)
            if not isinstance(value, int | Fraction):
                place = (type(procedure).__name__, "utilities")
                yield unsound(place, str(value), WORTH, name=name)


def _worded(game: Game, session: Session) -> Iterator[tuple[str, str] | Refusal]:
    """Yield the seats, labels and options without a word, and the sentences with an identifier."""
    kind = type(session.question.procedure).__name__
    replayed = Session(session.question.with_answers(()), session.secrets)
    for answer in [*session.answers, None]:
        pending = replayed.pending
        asks = pending.choices if isinstance(pending, Together) else (pending,)
        for ask in asks:
            if ask is not None:
                names = {replayed.outer(ask.who), ask.label}
                if isinstance(ask, Choose):
                    names |= {name for name, _ in ask.facts} | _options(ask)
                for name in sorted(names):
                    if lacks_word(game, name):
                        yield unsound((kind, "rule"), None, NO_WORD, name=name)
        if answer is not None:
            replayed.answer(answer)
    written = " ".join([*(entry.text for entry in session.trace), *game.english.values()])
    for lang in ("fr", "en"):
        for step in explain(session, Words(game, lang)):
            found = _IDENTIFIER.findall(step.text)
            if any(each not in _ENGLISH or each not in written for each in found):
                yield step.text, "une phrase sans identifiant"


def _options(ask: Choose[Any]) -> set[str]:
    ids = ask.form.ids if isinstance(ask.form, OneOf | SomeOf) else ()
    return {part for each in ids if isinstance(each, str) for part in each.split(":")}


def _counted(question: RunInput, given: str | None) -> Iterator[tuple[str | None, str]]:
    """Compare the law with the count of all faces, where no one chooses and there are few."""
    counted = _count(question)
    if counted is None:
        return
    law = {show_key(result): chance for result, chance in odds(question).items()}
    if law != counted:
        yield given, "des chances égales à celles que l’on compte face par face"


def _ends(question: RunInput) -> None:
    """Raise `Refusal` for a loop that may throw dice for ever."""
    try:
        odds(question, budget=Budget(states=MOST_OUTCOMES))
    except Refusal as refusal:
        if is_endless(refusal):
            raise


def show_key(result: Any) -> str:
    """Return a result as text, the same for equal results."""
    return repr(show(result))


def _count(question: RunInput) -> dict[str, Fraction] | None:
    """Return the law of a run by playing it with all faces; None if that is not possible."""
    found: dict[str, Fraction] = {}
    waiting: list[tuple[tuple[Any, ...], Fraction]] = [((), Fraction(1))]
    for tried in itertools.count():
        if not waiting:
            return found
        if tried > MOST_OUTCOMES:
            return None
        answers, chance = waiting.pop()
        if len(answers) > DEEPEST:
            _ends(question)
            return None
        session = Session(question.with_answers(answers))
        pending = session.pending
        if pending is None:
            key = show_key(session.result)
            found[key] = found.get(key, Fraction(0)) + chance
            continue
        if not isinstance(pending, Throw) or not isinstance(pending.die, Die):
            return None
        if pending.die.sides**pending.count > MOST_OUTCOMES:
            return None
        part = chance / pending.die.sides**pending.count
        every = itertools.product(pending.die.faces, repeat=pending.count)
        waiting.extend(((*answers, {"dice": list(faces)}), part) for faces in every)
    return None
