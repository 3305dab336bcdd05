"""Runs at random: dice of the house, and any legal answer where somebody is asked."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from tablee.dice.die import Throw
from tablee.dice.house_dice import HouseDice
from tablee.rules.forms import Form, FreeText, NumberFrom, OneOf, SomeOf, TextAndNumber
from tablee.rules.questions import Choose
from tablee.rules.readings.session import Belief, Session
from tablee.rules.run_input import RunInput

Answer = Mapping[str, Any]


def started(
    question: RunInput, rng: random.Random, known: Mapping[str, Any] | None = None
) -> Session:
    """Return a session that has its answers; each belief on the way gives way to one of its
    values."""
    secrets = dict(known or {})
    while True:
        try:
            return Session(question, secrets)
        except Belief as belief:
            outcomes = list(belief.ask.value)
            secrets = secrets | {belief.ask.label: rng.choice(outcomes)}


def random_run(question: RunInput, seed: int, longest: int = 150) -> Session:
    """Return a run from `seed`, to its end or to `longest` answers."""
    rng, dice = random.Random(seed), HouseDice(seed)
    session = started(question, rng)
    while session.pending is not None and len(session.answers) < longest:
        answer = any_answer(session, rng, dice)
        answers = (*session.answers, answer)
        try:
            session.answer(answer)
        except Belief:
            session = started(question.with_answers(answers), rng, session.secrets)
    return session


def any_answer(session: Session, rng: random.Random, dice: HouseDice) -> Answer:
    """Return a legal answer to what the run waits for."""
    pending = session.pending
    if isinstance(pending, Throw):
        return {"dice": list(dice.throw(pending))}
    if isinstance(pending, Choose):
        return {"choose": any_value(pending.form, rng)}
    assert pending is not None
    return {"together": [any_value(choice.form, rng) for choice in pending.choices]}


def any_value(form: Form[Any], rng: random.Random) -> Any:
    """Return a legal value of a form, as JSON; the ends of a range more often than its middle."""
    match form:
        case OneOf(ids=ids):
            return rng.choice(ids)
        case NumberFrom(low=low, high=high):
            near = {low, min(high, low + 1), max(low, high - 1), high, rng.randint(low, high)}
            return rng.choice(sorted(near))
        case SomeOf(ids=ids, least=least, most=most):
            return rng.sample(ids, rng.randint(least, min(most, len(ids))))
        case FreeText():
            return "quelques mots"
        case TextAndNumber(low=low, high=high, others=others):
            offer = {"texte": "quelques mots", form.name: rng.randint(low, high)}
            return rng.choice([offer, *others])
        case _:
            raise TypeError(f"{form!r} is no form that is known here")
