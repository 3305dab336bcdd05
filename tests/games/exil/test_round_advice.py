"""Advice on a single round of a duel in which every choice is left free (EXIL-CON-06)."""

from __future__ import annotations

from typing import Any

import pytest

from bench.single_advice import all_asked
from tablee.faces.sheet_files import at, from_files
from tablee.rules.readings.advice import advise as advising
from tablee.rules.readings.advice.advise import advise
from tablee.rules.readings.budget import Budget
from tablee.rules.readings.columns import exploring, fights
from tablee.rules.refusal import Refusal
from tablee.rules.registry import find_procedure
from tablee.rules.run_input import RunInput, ask_about

pytestmark = pytest.mark.usefixtures("nothing_kept")

ROUND = "exil.contact_round"
ONE: dict[str, Any] = {"talent": 4, "letalite": 6, "physique": "nul"}
OTHER: dict[str, Any] = {"talent": 3, "letalite": 8, "physique": "nul"}
FREE = {"attitude": "ask", "passe": "ask", "audace": "ask"}


def _free(a: dict[str, Any], b: dict[str, Any], **rulings: str) -> RunInput:
    """Return a round in which everything is asked."""
    both = {"a": {"politique": {}} | a, "b": {"politique": {}} | b}
    return all_asked(ROUND, both, rulings)


def _of_sheets(a: str, b: str) -> RunInput:
    both = from_files(find_procedure(ROUND), {"a": at(f"@{a}"), "b": at(f"@{b}")})
    return _free(both["a"], both["b"])


@pytest.mark.parametrize("scope", ["rolls", "poff"])
@pytest.mark.parametrize("utility", ["victoire", "pds"])
def test_audaces_in_one_column_have_the_values_of_the_walk(
    scope: str, utility: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = _free(ONE, OTHER, audace_scope=scope)
    by_arrays = advise(question, utility, whole=True)
    assert by_arrays.label == "attitude"
    assert len(fights.kept()) == 1
    fights.forget()
    monkeypatch.setattr(advising, "ROUND_STEPS", 10**7)
    walked = advise(question, utility)
    assert walked.error == 0
    assert by_arrays.value == pytest.approx(float(walked.value), abs=1e-9)


@pytest.mark.parametrize(
    ("a", "b", "value"),
    [("aurele", "jeanne", -1), ("jeanne", "aurele", 1), ("jeanne", "jeanne", 0)],
)
def test_a_round_of_ready_made_sheets_is_weighed(a: str, b: str, value: int) -> None:
    """An audace for each Poff is one path, not one for each number."""
    advice = advise(_of_sheets(a, b), "victoire")
    assert advice.value == pytest.approx(value, abs=1e-9)
    (explored,) = fights.kept()
    assert explored.exploration.paths < 5_000


def _duel(turns: int, *answers: Any) -> RunInput:
    both = {"a": ONE | {"politique": FREE}, "b": OTHER | {"politique": FREE}}
    return ask_about("exil.duel", both | {"max_turns": turns}, {}, answers)


def test_the_last_round_of_a_duel_is_that_round_alone() -> None:
    """Its arrays do not hold what would follow."""
    alone = advise(_free(ONE | {"politique": FREE}, OTHER | {"politique": FREE}), "victoire")
    last = advise(_duel(1), "victoire", whole=True)
    assert last.value == pytest.approx(float(alone.value), abs=1e-9)
    assert fights.kept()[-1].exploration.whole.high == 1


def test_the_round_before_the_last_one_is_explored_anew() -> None:
    """An answer is taken back: the arrays of the last round do not know the one before."""
    advise(_duel(2, {"together": [0, 0]}), "survie", whole=True)
    assert fights.kept()[-1].single
    after = advise(_duel(2), "survie", whole=True)
    assert not fights.kept()[-1].single
    fights.forget()
    assert after.value == advise(_duel(2), "survie", whole=True).value


def test_a_round_too_large_for_its_arrays_is_refused_and_not_walked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The refusal names the choice that costs most, and what would help."""
    monkeypatch.setattr(exploring, "MAX_TICK_WORK", 50_000)
    budget = Budget()
    with pytest.raises(Refusal) as refusal:
        advise(_of_sheets("jeanne", "jeanne"), "victoire", budget=budget)
    assert refusal.value.kind == "too_large"
    assert ".politique." in refusal.value.field
    assert "simulate" in str(refusal.value)
    assert budget.steps_spent < 50_000
