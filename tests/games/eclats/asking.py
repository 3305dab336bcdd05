"""How the tests of Éclats ask for laws and play runs."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tablee.rules.readings.odds import odds
from tablee.rules.readings.session import play
from tablee.rules.run_input import ask_about

DICE = st.integers(0, 3)
BONUS = st.integers(0, 20)
SEUIL = st.one_of(st.integers(1, 40), st.just("inatteignable"))
FREE = {"choix_des": "libre"}


def chances(procedure: str, rulings: dict[str, Any] | None = None, **params: Any) -> dict[str, Any]:
    """Issue -> its chance (0 when impossible, through `get`)."""
    law = odds(ask_about(procedure, params, rulings), by=["issue"])
    return {result.issue: chance for result, chance in law.items()}


def played(procedure: str, *answers: Any, **params: Any) -> Any:
    return play(ask_about(procedure, params, answers=[*answers])).result


def law_of_test(c: int, bonus: int, seuil: Any) -> dict[str, Any]:
    return chances("eclats.test", caracteristique=c, bonus=bonus, seuil=seuil)
