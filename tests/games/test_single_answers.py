"""A decision with one legal answer is taken without a question, one of several at once too."""

from __future__ import annotations

import random

from tablee.dice.house_dice import HouseDice
from tablee.rules.questions import Choose, Together
from tablee.rules.readings.session import Belief, Session
from tablee.rules.refusal import Refusal
from tablee.rules.registry import find_procedure
from tablee.rules.run_input import ask_about
from tablee.rules.schema import fields_of
from tests.kit.runs import any_answer, grid


def test_nobody_is_asked_for_the_only_answer_there_is() -> None:
    """Single choices are spared by the questions themselves; the members of a choice at once by the
    rules that ask it."""
    asked = 0
    for name, _, params in grid():
        fields = fields_of(find_procedure(name)).items()
        asks = {each: "ask" for each, field in fields if field.shape.takes("ask")}
        for seed in (1, 2) if asks else ():
            try:
                session = Session(ask_about(name, params | asks))
            except (Belief, Refusal):
                break
            rng, dice = random.Random(seed), HouseDice(seed)
            for _ in range(25):
                pending = session.pending
                if isinstance(pending, Together):
                    assert all(each.only() is None for each in pending.choices), (name, pending)
                elif isinstance(pending, Choose):
                    assert pending.only() is None, (name, pending)
                if session.done:
                    break
                asked += isinstance(pending, Choose | Together)
                session.answer(any_answer(session, rng, dice))
    assert asked > 100
