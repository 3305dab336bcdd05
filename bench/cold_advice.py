"""The processor time of advice for which nothing is kept from earlier questions."""

from __future__ import annotations

import time

from tablee.rules.readings.advice import kept_advisers
from tablee.rules.readings.advice.advise import advise
from tablee.rules.readings.columns import fights
from tablee.rules.readings.laws import requested_law
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import RunInput


def time_advice(question: RunInput) -> tuple[float, Refusal | None]:
    """Return the seconds of the first answer to a question, and its refusal if it is too large."""
    kept_advisers.forget()
    fights.forget()
    requested_law.cache_clear()
    start, refused = time.process_time(), None
    try:
        advise(question)
    except Refusal as refusal:
        refused = refusal
    return time.process_time() - start, refused
