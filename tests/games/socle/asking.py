"""How the tests of the Livre des Règles de Base ask for laws and play runs."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from tablee.rules.readings.odds import odds
from tablee.rules.readings.session import play
from tablee.rules.run_input import ask_about

SIZES, LADDER = [6, 8, 10, 12, 20], [4, 6, 8, 12]


GOOD = ("presque_certain", "succes", "exceptionnel")


STRICT = {"max_sous_tn": "echec"}


SANS = {"niveau": "sans"}


de, tn, degres = st.sampled_from(SIZES), st.sampled_from(LADDER), st.integers(-2, 2)


levels = st.sampled_from(["maitre", "entraine", "novice", "sans"])


def law(procedure: str, rulings: dict[str, Any] | None = None, **params: Any) -> dict[Any, Any]:
    return dict(odds(ask_about(f"socle.{procedure}", params, rulings)).items())


def chance(outcomes: dict[Any, Any], field: str, *values: Any) -> Fraction:
    return sum((p for r, p in outcomes.items() if getattr(r, field) in values), Fraction())


def played(procedure: str, *answers: Any, **params: Any) -> Any:
    return play(ask_about(f"socle.{procedure}", params, answers=list(answers)))


def success(rulings: dict[str, Any] | None = None, **params: Any) -> Fraction:
    return chance(law("test", rulings, **params), "issue", *GOOD)
