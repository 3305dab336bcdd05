"""The check that a rule of a game file gives the same for the same answers.

The source of the file is checked when it is loaded (`source_purity`). What that check cannot see (a
variable under another name, a generator, a library) is found here: a run is played twice.
"""

from __future__ import annotations

import time
from typing import Any

from tablee.dice.die import Throw
from tablee.dice.house_dice import HouseDice
from tablee.rules.readings.session import Session
from tablee.rules.refusal import Refusal, refuse
from tablee.rules.rule_watch import is_endless
from tablee.rules.run_input import RunInput
from tablee.rules.schema import show

PURE = "une règle pure : les mêmes réponses donnent le même résultat"
"""What is allowed where a rule gives two results for the same answers."""
SEED = 1
MAX_THROWS = 12
"""Maximum throws of the run that is played twice."""
MAX_SECONDS = 0.05
"""Processor time after which a run is not played a second time."""


def check_repeats(question: RunInput) -> None:
    """Raise `Refusal`, with the line of the rule, where two runs with the same answers differ.

    A run ends at its first choice. An error of the rule is left to the reading.
    """
    began = time.thread_time()
    first = _played(question)
    if first is None or time.thread_time() - began > MAX_SECONDS:
        return
    if _played(question) != first:
        code = type(question.procedure).rule.__code__
        raise refuse(f"{code.co_filename}:{code.co_firstlineno}", None, PURE)


def _played(question: RunInput) -> Any:
    """Return what a run shows: its last question or its result, its notes and its effects."""
    dice = HouseDice(SEED)
    try:
        session = Session(question)
        while isinstance(session.pending, Throw) and len(session.answers) < MAX_THROWS:
            session.answer({"dice": list(dice.throw(session.pending))})
    except Refusal as refusal:
        if is_endless(refusal):
            raise
        return None
    except Exception:  # the reading meets it again
        return None
    result = show(session.result) if session.done else None
    return session.pending, result, session.trace, session.effects
