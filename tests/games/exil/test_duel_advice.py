"""Advice on attitudes, compared with the oracle and in duels of the default length."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tablee.rules.readings.advice import advise as advising
from tablee.rules.readings.advice import kept_advisers
from tablee.rules.readings.advice.advise import advise
from tablee.rules.readings.advice.given_advice import Advice
from tablee.rules.readings.columns import fights
from tablee.rules.readings.solving import stakes
from tablee.rules.readings.solving.matrix import solve
from tablee.rules.run_input import ask_about
from tests.games.exil.oracle_advice import Matrix, payoffs

ASKED = {"attitude": "ask"}


def man(talent: int, **more: Any) -> dict[str, Any]:
    """Return a frail fighter, so that fights are short."""
    return {"talent": talent, "physique": "nul", "politique": ASKED} | more


DUELS: list[dict[str, Any]] = [
    {"a": man(3, letalite=9), "b": man(2, letalite=12), "max_turns": 3},
    {"a": man(5, letalite=6), "b": man(4, letalite=9), "max_turns": 2},
    {
        "a": man(5, letalite=5),
        "b": man(6, letalite=7, politique={"attitude": "tout"}),
        "max_turns": 4,
    },
    {
        "a": man(6, politique={"attitude": "moitie"}),
        "b": man(5, pds=9, letalite=6),
        "max_turns": 3,
        "initiative": "b",
    },
]


def equilibrium(matrix: Matrix) -> Fraction:
    return solve(matrix).value


def by_hand(duel: dict[str, Any], advice: Advice) -> None:
    """Every value is that of the oracle within the stated error."""
    matrix, error = payoffs(duel, {}, equilibrium), Fraction(advice.error)
    if advice.seat == "b":
        matrix = [[-each for each in column] for column in zip(*matrix, strict=True)]
    game = solve(matrix)
    assert abs(advice.value - game.value) <= error
    assert [option.choice for option in sorted(advice.options, key=lambda o: o.choice)] == list(
        range(len(matrix))
    )
    for option in advice.options:
        row = matrix[option.choice]
        if advice.at_once and len(row) > 1:
            assert sum((option.p or 0 for option in advice.options), Fraction()) == 1
            assert option.value <= advice.value + error
        else:
            assert abs(option.value - row[0]) <= error
    if advice.at_once:
        often = {option.choice: option.p or Fraction() for option in advice.options}
        columns = range(len(matrix[0]))
        gains = [sum(often[i] * row[j] for i, row in enumerate(matrix)) for j in columns]
        assert min(gains) >= game.value - error - Fraction(1, 10**9) * bool(error)


@pytest.mark.parametrize("duel", DUELS)
@pytest.mark.parametrize("exact", [True, False])
def test_advice_is_that_of_the_game_by_hand(
    duel: dict[str, Any], exact: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stakes, "MAX_EXACT_WORK", 10**9 if exact else -1)
    kept_advisers.forget()
    advice = advise(ask_about("exil.duel", duel))
    assert 0 <= advice.error < 1e-9
    assert (advice.error == 0) is exact
    by_hand(duel, advice)


@pytest.mark.slow
def test_a_duel_of_the_default_length_is_weighed() -> None:
    """Twenty tours with both attitudes asked make a game of some hundred states each."""
    fight = {"a": man(7, letalite=1), "b": man(6, letalite=2)}
    advice = advise(ask_about("exil.duel", fight))
    assert advice.at_once
    assert 0 < advice.error < 1e-9
    assert -1 < advice.value < 1
    assert float(sum((option.p or 0 for option in advice.options), Fraction())) == pytest.approx(1)


def test_a_duel_is_worth_as_much_with_its_sides_exchanged() -> None:
    a, b = man(7, letalite=1), man(6, letalite=2)
    advice = advise(ask_about("exil.duel", {"a": a, "b": b, "max_turns": 3}))
    mirrored = advise(ask_about("exil.duel", {"a": b, "b": a, "max_turns": 3}), seat="b")
    assert abs(mirrored.value - advice.value) <= mirrored.error + advice.error


@pytest.mark.parametrize("utility", ["pds", "avantage"])
@pytest.mark.parametrize(
    ("a", "b"),
    [
        ({"talent": 5, "letalite": 5, "protection": 2}, {"talent": 4, "maniabilite": 1}),
        ({"talent": 4, "letalite": 9}, {"talent": 5, "expose": 2}),
    ],
)
def test_a_single_tour_has_the_same_value_from_arrays_and_from_the_walk(
    a: dict[str, Any], b: dict[str, Any], utility: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    free = {"politique": {"attitude": "ask", "passe": "ask"}}
    question = ask_about("exil.contact_round", {"a": a | free, "b": b | free})
    found = []
    for steps in (0, 10**7):
        monkeypatch.setattr(advising, "ROUND_STEPS", steps)
        fights.forget()
        kept_advisers.forget()
        found.append(advise(question, utility))
    by_arrays, walked = found
    assert by_arrays.error > 0
    assert walked.error == 0
    assert float(by_arrays.value) == pytest.approx(float(walked.value), abs=1e-9)
