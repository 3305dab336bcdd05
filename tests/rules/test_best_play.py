"""The law under best play: its mean is the value of `advise`, and its chances are counted apart."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tablee.dice.law import Law
from tablee.rules.readings.advice.advise import advise
from tablee.rules.readings.advice.best_play import odds_of_best_play
from tablee.rules.readings.odds import odds
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import RunInput, ask_about
from tests.rules.deciding import Guess, Keep, March, Matrix, Series, Sum, Trap
from tests.rules.toys import Bid, Number, ask, dice

GAMES_ASKED: list[tuple[str, dict[str, Any]]] = [
    ("armes_dieux.test", {"domaine": 7, "sr": 16, "bonus": "ask", "ecartes": "ask"}),
    ("armes_dieux.test", {"domaine": 5, "sr": 12, "ecartes": "ask", "additionnel": "ask"}),
    ("loss.action", {"trait": 3, "talent": 2, "exploits": "ask"}),
    ("exil.simple", {"talent": 9}),
]


def _means(question: RunInput, law: Law[Any], utility: str | None = None) -> Fraction:
    worth = type(question.procedure).utility(utility)
    assert worth is not None
    return Fraction(law.mean(lambda result: worth(question.procedure, result, "")))


def _thrown_again(left: int) -> list[Fraction]:
    """The chances of the faces of a die that is kept when its face beats the mean of throwing on."""
    if not left:
        return [Fraction(1, 6)] * 6
    after = _thrown_again(left - 1)
    mean = sum(face * chance for face, chance in enumerate(after, 1))
    chances = [Fraction()] * 6
    for face in range(1, 7):
        if face >= mean:
            chances[face - 1] += Fraction(1, 6)
        else:
            chances = [old + chance / 6 for old, chance in zip(chances, after, strict=True)]
    return chances


@pytest.mark.parametrize("left", range(5))
def test_a_die_is_thrown_again_while_that_is_better(left: int) -> None:
    law = odds_of_best_play(ask(Keep(left=left)))
    assert [law.p(Number(value=face)) for face in range(1, 7)] == _thrown_again(left)


def test_the_utility_decides() -> None:
    law = odds_of_best_play(ask(Keep(left=2)), "six")
    assert law.p(Number(value=6)) == 1 - Fraction(5, 6) ** 3
    lowest = odds_of_best_play(ask(Keep(left=1)), "bas")
    assert lowest.p(Number(value=1)) == Fraction(1, 6) + Fraction(1, 2) * Fraction(1, 6)


@pytest.mark.parametrize("toy", [Keep(left=3), Sum(), Sum(twice=True), Series(), March(left=6)])
def test_the_mean_is_the_value_of_the_advice(toy: Any) -> None:
    question = ask(toy)
    advice = advise(question)
    value = advice.value if advice.wait is None else advice.wait
    assert _means(question, odds_of_best_play(question)) == value


@pytest.mark.parametrize(("procedure", "params"), GAMES_ASKED)
def test_games_are_played_at_their_best(procedure: str, params: dict[str, Any]) -> None:
    question = ask_about(procedure, params)
    law = odds_of_best_play(question)
    if "ask" not in params.values():
        assert law == odds(question)
        return
    advice = advise(question)
    value = advice.value if advice.wait is None else advice.wait
    assert _means(question, law) == value


def test_armes_dieux_sets_aside_the_best_number_of_dice() -> None:
    """The law is that of the one number which is best before the throw."""
    params = {"poignee": 5, "sr": 12}
    best = max(
        (odds(ask_about("armes_dieux.jet", params | {"ecartes": n})) for n in range(4)),
        key=lambda law: _means(ask_about("armes_dieux.jet", params), law),
    )
    assert odds_of_best_play(ask_about("armes_dieux.jet", params | {"ecartes": "ask"})) == best


def test_after_answers_and_for_some_fields() -> None:
    question = ask(Keep(left=1), dice(2))
    assert odds_of_best_play(question).p(Number(value=2)) == Fraction(1, 6)
    asked = ask_about("armes_dieux.jet", {"poignee": 5, "sr": 12, "ecartes": "ask"})
    whole, part = odds_of_best_play(asked), odds_of_best_play(asked, by=["issue"])
    assert part.chance(lambda each: each.issue == "reussite") == whole.chance(
        lambda each: each.issue == "reussite"
    )


@pytest.mark.parametrize("toy", [Trap(), Matrix()])
def test_two_sides_are_refused(toy: Any) -> None:
    with pytest.raises(Refusal) as why:
        odds_of_best_play(ask(toy))
    assert why.value.kind in ("param", "choice_needed")


def test_allied_seats_play_for_the_same() -> None:
    law = odds_of_best_play(ask(Trap(allied=True)), seat="a")
    assert law.p(Number(value=4)) == 1


def test_what_the_seat_cannot_know_is_refused() -> None:
    with pytest.raises(Refusal):
        odds_of_best_play(ask(Guess()))


def test_a_law_with_an_open_choice_proposes_best_play_where_there_are_goals() -> None:
    open_choice = ask_about("armes_dieux.jet", {"poignee": 3, "sr": 9, "ecartes": "ask"})
    with pytest.raises(Refusal) as why:
        odds(open_choice)
    assert "policy" in str(why.value)
    with pytest.raises(Refusal) as why:
        odds(ask(Bid(bid="ask")))  # without goals
    assert "policy" not in str(why.value)
