"""The law of samples from chains, by chi-square tests against the exact one."""

from __future__ import annotations

from typing import Any

import pytest

from bench.duel_kernel import compiled, in_python
from bench.goodness import chi_square
from bench.sampling import by_hand, key_of, question, sampled
from tablee.dice.law import Law
from tablee.rules.readings import simulate as reading
from tablee.rules.readings.odds import odds
from tablee.rules.readings.simulate import simulate
from tablee.rules.run_input import ask_about

DOUBT = 1e-4
"""Chance of a larger statistic below which a sample is refused. The seeds are fixed."""


@pytest.fixture(scope="module")
def law() -> Law[Any]:
    return odds(question()).map(key_of)


def test_a_duel_of_full_sheets_has_the_exact_law(law: Law[Any]) -> None:
    _, freedom, p = chi_square(sampled(300_000, seed=11), law)
    assert freedom > 500
    assert p > DOUBT


def test_the_duel_written_by_hand_is_the_same_duel(law: Law[Any]) -> None:
    """The benchmark compares two programs that have the same law."""
    _, freedom, p = chi_square(by_hand(compiled(in_python), 30_000), law)
    assert freedom > 200
    assert p > 1e-9  # its seed is not fixed


def test_the_chi_square_test_refuses_another_law(law: Law[Any]) -> None:
    """One point of armour less is found."""
    other = ask_about(
        "exil.duel", {**question().given, "a": question().given["a"] | {"protection": 1}}
    )
    counts = {key_of(each.result): each.count for each in simulate(other, 100_000, seed=1).counts}
    assert chi_square(counts, law)[2] < DOUBT


@pytest.mark.parametrize(
    ("procedure", "params", "answers"),
    [
        ("socle.duel", {"de": 8, "adversaires": [{"cible": "pion"}, {"cible": "boss"}]}, []),
        ("exil.duel", {"a": {"talent": 8}, "b": {"talent": 8, "letalite": 3}}, [{"dice": [3]}]),
    ],
)
def test_other_duels_have_the_exact_law(
    procedure: str, params: dict[str, Any], answers: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The duels are sampled from chains: single runs are impossible here."""
    monkeypatch.setattr(reading, "Sampler", None)
    asked = ask_about(procedure, params, answers=answers)
    counts = {each.result: each.count for each in simulate(asked, 200_000, seed=5).counts}
    statistic, freedom, p = chi_square(counts, odds(asked))
    assert freedom > 3
    assert p > DOUBT, statistic
