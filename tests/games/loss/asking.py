"""How the tests of Les Chants de Loss ask for laws and play runs."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from tablee.dice.law import Law
from tablee.rules.readings.odds import odds
from tablee.rules.run_input import ask_about
from tests.kit.situations import refused, result, run

__all__ = [
    "exploits",
    "few",
    "law",
    "refused",
    "result",
    "run",
    "scores",
    "success",
    "tokens",
    "un",
]

few = settings(max_examples=40, deadline=None)


scores = st.integers(0, 25)


exploits = st.integers(0, 5)


tokens = st.integers(0, 4)


un = st.sampled_from(["un_moins", "zero_moins"])


def law(procedure: str, params: dict[str, Any], **rulings: Any) -> Law[Any]:
    return odds(ask_about(procedure, params, rulings))


def success(params: dict[str, Any], **rulings: Any) -> Fraction:
    return law("loss.action", params, **rulings).chance(lambda result: result.success)
