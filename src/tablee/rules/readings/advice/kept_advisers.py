"""The last advisers of the process, with the values of all positions that they have met.

Advice on a fight values all that may follow. So the adviser of a fight that is walked is kept, and answers
any later state of the fight from its memo.
"""

from __future__ import annotations

import threading

from tablee.rules.procedure import Utility
from tablee.rules.readings.advice.adviser import Adviser
from tablee.rules.readings.budget import Budget
from tablee.rules.readings.session import Session
from tablee.rules.run_input import RunInput

MAX_ADVISERS = 4
"""Maximum number of kept advisers."""
MAX_POSITIONS = 50_000
"""Maximum number of positions of a kept adviser (tens of megabytes)."""
MIN_POSITIONS = 30
"""Minimum number of positions; fewer are valued in less than 10 ms."""
_kept: list[Adviser] = []
"""The last one used comes last."""
_lock = threading.Lock()


def kept_adviser(session: Session, worth: Utility, seat: str, budget: Budget) -> Adviser:
    """Return the adviser of a seat in a run, a kept one where there is one.

    It belongs to the caller until `keep`. Raises `Refusal` for a secret of others.
    """
    question = session.question
    adviser = _taken(question, worth, seat) or Adviser(question, worth, seat, Budget())
    adviser.go_on(question, seat, budget)
    adviser.check_secrets(session)
    return adviser


def _taken(question: RunInput, worth: Utility, seat: str) -> Adviser | None:
    """Return a kept adviser, which is kept no more."""
    with _lock:
        for adviser in _kept:
            if (
                (adviser.seat == seat or seat in adviser.alike)
                and adviser.utility == worth
                and adviser.procedure == question.procedure
                and adviser.question.rulings == question.rulings
            ):
                _kept.remove(adviser)
                return adviser
    return None


def keep(adviser: Adviser, budget: Budget) -> None:
    """Keep an adviser after an answer, and count its work in the budget of the question."""
    if adviser.ahead is not None:
        return
    budget.renew(adviser.budget)
    if MIN_POSITIONS <= len(adviser.stakes) <= MAX_POSITIONS:
        adviser.budget.tick = None
        with _lock:
            _kept.append(adviser)
            del _kept[:-MAX_ADVISERS]


def forget() -> None:
    """Drop all kept advisers."""
    with _lock:
        _kept.clear()
