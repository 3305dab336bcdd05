"""Advisers that are kept between questions about one run."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tablee.dice.die import Throw
from tablee.rules.authoring.game_file import load_game
from tablee.rules.questions import Choose
from tablee.rules.readings.advice import kept_advisers
from tablee.rules.readings.advice.advise import advise
from tablee.rules.readings.advice.given_advice import Advice
from tablee.rules.readings.budget import Budget
from tablee.rules.readings.session import play
from tablee.rules.refusal import Refusal
from tablee.rules.registry import unregister
from tablee.rules.run_input import ask_about
from tests.rules.deciding import Trap
from tests.rules.toys import ask, chosen

TUTORIAL = Path(__file__).parents[2] / "docs" / "tutorial" / "phares.py"

HERO: dict[str, Any] = {"de": 8, "coeurs": 3}
COMBAT: dict[str, Any] = {
    "heros": [HERO | {"id": "Ana"}, HERO | {"id": "Bob", "armure": 1}],
    "adversaires": [{"id": "rat", "cible": "pion"}, {"id": "chef", "cible": "elite"}],
    "ordre": "liste",
    "tours_max": 3,
}


@pytest.fixture(autouse=True)
def _none_kept() -> Iterator[None]:
    load_game(TUTORIAL)
    kept_advisers.forget()
    yield
    kept_advisers.forget()
    unregister("phares")


def _worked(question: Any) -> tuple[Advice, int]:
    """Return advice, and the steps that it took."""
    budget = Budget()
    return advise(question, budget=budget), budget.steps_spent


@pytest.mark.parametrize(
    ("procedure", "params"),
    [
        ("socle.combat", COMBAT),
        ("phares.veille", {"huile": 10, "vent": 4, "attiser": "ask"}),
    ],
)
def test_a_later_state_is_answered_from_the_first_answer(
    procedure: str, params: dict[str, Any]
) -> None:
    """Each later choice has the value that a new adviser gives it, without new work."""
    dice, answers, choices = random.Random(2), list[dict[str, Any]](), 0
    _, first = _worked(ask_about(procedure, params))
    for _ in range(30):
        question = ask_about(procedure, params, answers=answers)
        pending = play(question).pending
        if isinstance(pending, Throw):
            faces = [dice.randint(1, pending.die.sides) for _ in range(pending.count)]
            answers.append({"dice": faces})
        elif isinstance(pending, Choose):
            choices += 1
            known, steps = _worked(question)
            assert steps < first / 50
            kept = kept_advisers._kept[:]
            kept_advisers.forget()
            new, again = _worked(question)
            assert (known.options, known.value, known.chance) == (
                new.options,
                new.value,
                new.chance,
            )
            assert again > steps or again < 100
            kept_advisers._kept[:] = kept
            answers.append({"choose": known.best})
        else:
            break
    assert choices


def test_allied_seats_share_their_values_only_where_they_are_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In the trap, what `a` gains its ally loses."""
    monkeypatch.setattr(kept_advisers, "MIN_POSITIONS", 0)
    rows = tuple(tuple((7 * row + 5 * column) % 11 for column in range(9)) for row in range(9))
    trap = Trap(rows=rows, allied=True)
    assert advise(ask(trap)).value == max(map(max, rows))
    assert len(kept_advisers._kept) == 1
    later = advise(ask(trap, chosen(0)))
    assert later.seat == "b"
    assert later.value == -min(rows[0])


def test_a_refused_question_keeps_nothing() -> None:
    with pytest.raises(Refusal):
        advise(ask_about("socle.combat", COMBAT), budget=Budget(steps=2_000))
    assert not kept_advisers._kept
    assert advise(ask_about("socle.combat", COMBAT)).value > 0


def test_other_rulings_have_an_adviser_of_their_own() -> None:
    params = {"huile": 5, "attiser": "ask", "vent": 2}
    lost = advise(ask_about("phares.veille", params), "navires").value
    half = advise(ask_about("phares.veille", params, {"naufrage": "moitie"}), "navires").value
    assert half > lost


def test_few_advisers_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_advisers, "MIN_POSITIONS", 0)
    for hearts in range(1, 8):
        params = COMBAT | {
            "tours_max": 1,
            "heros": [HERO | {"id": "Ana", "coeurs_max": 8, "coeurs": hearts}],
        }
        advise(ask_about("socle.combat", params))
    assert len(kept_advisers._kept) == kept_advisers.MAX_ADVISERS
