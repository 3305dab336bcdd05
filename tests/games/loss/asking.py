"""How the tests of Les Chants de Loss ask for laws and play runs."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st

from tablee.dice.law import Law
from tablee.rules.readings.odds import odds
from tablee.rules.readings.session import Session
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import ask_about
from tablee.rules.schema import show

few = settings(max_examples=40, deadline=None)


scores = st.integers(0, 25)


exploits = st.integers(0, 5)


tokens = st.integers(0, 4)


un = st.sampled_from(["un_moins", "zero_moins"])


def law(procedure: str, params: dict[str, Any], **rulings: Any) -> Law[Any]:
    return odds(ask_about(procedure, params, rulings))


def success(params: dict[str, Any], **rulings: Any) -> Fraction:
    return law("loss.action", params, **rulings).chance(lambda result: result.success)


def run(procedure: str, params: dict[str, Any], *answers: Any, **rulings: Any) -> Session:
    kinds = ({"dice": a} if isinstance(a, list) else {"choose": a} for a in answers)
    return Session(ask_about(procedure, params, rulings, list(kinds)))


def result(procedure: str, params: dict[str, Any], *answers: Any, **rulings: Any) -> dict[str, Any]:
    session = run(procedure, params, *answers, **rulings)
    assert session.done
    return show(session.result)


def refused(procedure: str, params: dict[str, Any], **rulings: Any) -> str:
    with pytest.raises(Refusal) as refusal:
        Session(ask_about(procedure, params, rulings))
    return refusal.value.field
