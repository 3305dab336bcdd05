"""Advice on toys: values computed by hand, which never depend on a secret."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.rules.procedure import Procedure
from tablee.rules.readings.advice.advise import advise
from tablee.rules.readings.budget import Budget
from tablee.rules.readings.session import play
from tablee.rules.readings.solving import stakes
from tablee.rules.readings.solving.matrix import solve, solve_floats
from tablee.rules.refusal import Refusal
from tests.rules.deciding import (
    Around,
    Chase,
    Climb,
    Described,
    Guess,
    Hands,
    Keep,
    March,
    Matrix,
    Mute,
    Round,
    Series,
    Sum,
    Trap,
)
from tests.rules.toys import Talk, ask, chosen, dice


def values(
    question: Any, utility: str | None = None, seat: str | None = None
) -> dict[Any, Fraction]:
    return {o.choice: o.value for o in advise(question, utility, seat).options}


def refusal(question: Any, utility: str | None = None, seat: str | None = None) -> Refusal:
    with pytest.raises(Refusal) as caught:
        advise(question, utility, seat)
    return caught.value


# ── one decider ────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("left", "face", "again"),
    [(1, 3, Fraction(7, 2)), (2, 4, Fraction(17, 4)), (3, 5, Fraction(14, 3))],
)
def test_stopping_at_the_right_face(left: int, face: int, again: Fraction) -> None:
    """The best of one, two and three throws is worth 7/2, 17/4 and 14/3."""
    found = advise(ask(Keep(left=left), dice(face)))
    assert {o.choice: o.value for o in found.options} == {True: Fraction(face), False: again}
    assert found.best is (face > again)
    assert (found.seat, found.label, found.utility) == ("a", "garder", "valeur")


def test_options_stand_best_first_and_equal_ones_as_offered() -> None:
    found = advise(ask(Keep(left=2), dice(6)), "six")
    assert [o.choice for o in found.options] == [True, False]
    even = advise(ask(Trap(rows=((1, 1), (2, 2), (1, 1), (2, 2)))))
    assert [o.choice for o in even.options] == [1, 3, 0, 2]
    assert found.view() == {
        "seat": "a",
        "label": "garder",
        "options": [{"choose": True, "value": "1"}, {"choose": False, "value": "11/36"}],
        "best": True,
        "utility": "six",
        "later": ["garder"],
    }


def test_another_utility_gives_other_advice() -> None:
    assert values(ask(Keep(left=1), dice(1)), "bas") == {True: Fraction(-1), False: Fraction(-7, 2)}


def test_a_decision_inside_a_sub_rule_is_weighed() -> None:
    """The bid is best made after the coin; a sub-rule without decisions is a law."""
    assert values(ask(Around())) == {0: Fraction(-2), 1: Fraction(-1)}
    inside = ask(Around(), chosen(1), dice(1))
    found = advise(inside, seat="a")
    assert (found.seat, found.best) == ("a", 2)
    assert values(inside) == {bid: Fraction(-((bid - 2) ** 2) - 1) for bid in range(3)}


# ── others ─────────────────────────────────────────────────────────────────────────────────────
def test_sub_rules_whose_result_is_passed_on_are_weighed_once() -> None:
    """The 100 pairs of numbers lead to 19 numbers of throws."""
    budget = Budget()
    assert advise(ask(Sum()), budget=budget).value == advise(ask(Keep(left=18))).wait
    assert budget.steps_spent < 1_300


def test_a_result_that_is_only_looked_at_is_not_passed_on() -> None:
    assert advise(ask(Sum(twice=True))).value == 2 * (advise(ask(Keep(left=18))).wait or 0)


def test_result_fields_that_the_caller_does_not_need_are_left_out() -> None:
    budget = Budget()
    assert advise(ask(Series(), dice(4)), budget=budget).value == Fraction(1587665, 279936)
    assert budget.steps_spent < 3_500


def test_the_opposed_side_takes_the_worst() -> None:
    assert values(ask(Trap())) == {0: 0, 1: 2, 2: 1}
    assert values(ask(Trap(), chosen(0))) == {0: -3, 1: 0}, "b is advised for its own good"


def test_allies_take_the_best() -> None:
    assert values(ask(Trap(allied=True))) == {0: 3, 1: 2, 2: 4}


def test_who_is_on_no_side_takes_the_default() -> None:
    """`c` could add 100, but is neutral and takes its default."""
    assert max(values(ask(Trap())).values()) < 100


@pytest.mark.parametrize("seat", ["a", "b"])
def test_at_once_is_a_matrix_game(seat: str) -> None:
    found = advise(ask(Matrix()), seat=seat)
    assert found.at_once
    assert [o.p for o in found.options] == [Fraction(1, 2)] * 2
    assert found.value == 0
    assert found.view()["options"][0] == {"choose": 0, "p": "1/2", "value": "0"}


def test_at_once_with_a_better_row() -> None:
    found = advise(ask(Matrix(rows=((4, 1), (2, 3)))))
    assert found.value == Fraction(5, 2)
    assert [o.p for o in found.options] == [Fraction(1, 4), Fraction(3, 4)]
    other = advise(ask(Matrix(rows=((4, 1), (2, 3)))), seat="b")
    assert other.value == Fraction(-5, 2)
    assert [o.p for o in other.options] == [Fraction(1, 2)] * 2


def test_a_second_game_after_the_first() -> None:
    """The second round is worth 0 where the first would win 1: ((0, -1), (-1, 0))."""
    assert advise(ask(Matrix(after=True))).value == Fraction(-1, 2)


def _mean(mixture: list[Fraction], row: Iterable[int]) -> Fraction:
    return sum((p * x for p, x in zip(mixture, row, strict=True)), Fraction())


payoffs = st.integers(1, 4).flatmap(
    lambda width: st.lists(
        st.lists(st.integers(-3, 3), min_size=width, max_size=width), min_size=1, max_size=4
    )
)


@given(payoffs)
def test_an_equilibrium_leaves_nobody_a_better_answer(matrix: list[list[int]]) -> None:
    """The solver ends on matrices full of ties, where the simplex method could cycle."""
    game = solve([[Fraction(entry) for entry in row] for row in matrix])
    assert sum(game.rows) == sum(game.columns) == 1
    assert all(chance >= 0 for chance in (*game.rows, *game.columns))
    gains = [_mean(game.columns, row) for row in matrix]
    losses = [_mean(game.rows, column) for column in zip(*matrix, strict=True)]
    assert max(gains) == min(losses) == game.value


@given(payoffs)
def test_floats_solve_the_same_game(matrix: list[list[int]]) -> None:
    value, rows, columns, gap = solve_floats(np.array(matrix, dtype=float))
    exact = float(solve([[Fraction(entry) for entry in row] for row in matrix]).value)
    assert gap < 1e-9
    assert abs(value - exact) <= gap + 1e-12
    assert math.isclose(rows.sum(), 1)
    assert math.isclose(columns.sum(), 1)
    assert min(rows.min(), columns.min()) >= 0
    assert max(np.array(matrix) @ columns) - min(rows @ np.array(matrix)) <= gap + 1e-12


def test_a_larger_degenerate_game_ends() -> None:
    """Blotto-like: many equal entries."""
    plans = [p for p in itertools.product(range(4), repeat=3) if sum(p) == 3]
    matrix = [
        [Fraction(sum((a > b) - (a < b) for a, b in zip(x, y, strict=True))) for y in plans]
        for x in plans
    ]
    assert solve(matrix).value == 0
    value, _, _, gap = solve_floats(np.array(matrix, dtype=float))
    assert abs(value) <= gap + 1e-12 < 1e-9


# ── long ways ──────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    "toy",
    [Keep(), Trap(), Trap(allied=True), Matrix(), Matrix(after=True), Around(), March(left=4)],
)
def test_floats_are_as_far_as_they_say(
    toy: Procedure[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = (dice(3),) if isinstance(toy, Keep) else ()
    exact = advise(ask(toy, *answers))
    assert exact.error == 0
    monkeypatch.setattr(stakes, "MAX_EXACT_WORK", -1)
    rough = advise(ask(toy, *answers))
    assert 0 <= rough.error < 1e-9
    assert abs(rough.value - exact.value) <= rough.error
    worths = {option.choice: option.value for option in exact.options}
    for option in rough.options:
        assert abs(option.value - worths[option.choice]) <= rough.error


def test_a_long_series_of_choices_is_weighed_in_floats(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thrown again up to n times: w(0) = 7/2, w(n) = E max(face, w(n - 1))."""
    monkeypatch.setattr(stakes, "MAX_EXACT_WORK", 1_000)
    advice = advise(ask(Keep(left=300), dice(3)))
    again = 3.5
    for _ in range(299):
        again = sum(max(face, again) for face in range(1, 7)) / 6
    assert 0 < advice.error < 1e-9
    assert abs(float(advice.value) - again) <= advice.error
    view = advice.view()
    assert view["best"] is False
    assert view["options"][0] == {
        "choose": False,
        "value": float(advice.value),
        "error": advice.error,
    }


# ── secrets ────────────────────────────────────────────────────────────────────────────────────
def test_advice_never_peeks() -> None:
    """Guessing a hidden die is worth the likelier one, not certainty."""
    assert values(ask(Guess())) == {6: Fraction(3, 4), 2: Fraction(1, 4)}


def test_what_was_thrown_counts_as_evidence() -> None:
    """A 1 makes the small die likelier: 1/4 x 1/2 against 3/4 x 1/6; a 5 settles it."""
    assert values(ask(Guess(throws=1), dice(1))) == {2: Fraction(1, 2), 6: Fraction(1, 2)}
    assert values(ask(Guess(throws=2), dice(1), dice(2))) == {2: Fraction(3, 4), 6: Fraction(1, 4)}
    assert values(ask(Guess(throws=1), dice(5))) == {6: Fraction(1), 2: Fraction(0)}


def test_a_secret_that_the_seat_may_not_know_is_refused() -> None:
    caught = refusal(ask(Guess(box=6)))
    assert (caught.kind, caught.field) == ("param", "box")


# ── refusals ───────────────────────────────────────────────────────────────────────────────────
def test_a_choice_behind_the_dice_is_weighed_over_all_that_they_show() -> None:
    """Kept at once: 7/2. Thrown again: E max(face, 7/2) = 17/4 with one throw left."""
    advice = advise(ask(Keep()))
    assert {option.choice: option.value for option in advice.options} == {
        True: Fraction(7, 2),
        False: Fraction(17, 4),
    }
    assert (advice.best, advice.seat, advice.label) == (False, "a", "garder")


def test_no_choice_is_next() -> None:
    assert refusal(ask(Keep(left=0))).field == "params"
    assert refusal(ask(Keep(left=0), dice(3))).kind == "param"


def test_a_choice_far_behind_the_dice_is_found_once_a_state() -> None:
    advice = advise(ask(March(left=60)), budget=Budget(states=2_000))
    assert {option.choice: option.value for option in advice.options} == {
        True: Fraction(1, 2),
        False: Fraction(1, 2),
    }
    assert advise(ask(March(left=400))).value == Fraction(1, 2)
    with pytest.raises(Refusal) as caught:
        advise(ask(March(left=60, asks=False)), budget=Budget(states=2_000))
    assert caught.value.field == "params"


def test_unknown_names_are_refused() -> None:
    assert refusal(ask(Keep(), dice(3)), "nope").field == "for"
    assert refusal(ask(Mute())).field == "for"
    assert "–" not in refusal(ask(Mute())).allowed  # says that there is none, lists no empty list
    assert refusal(ask(Keep(), dice(3)), None, "zoe").field == "as"


def test_what_cannot_be_listed_or_ended_is_refused() -> None:
    with pytest.raises(Refusal) as caught:
        advise(ask(Keep(left=9), dice(3)), budget=Budget(states=3))
    assert caught.value.kind == "too_large"
    with pytest.raises(Refusal) as free:
        advise(ask(Talk()))
    assert free.value.kind == "param"


# ── answers of which no rule says what comes ───────────────────────────────────────────────────
@pytest.mark.parametrize("before", [False, True])
def test_an_answer_that_no_rule_reads_is_left_out(before: bool) -> None:
    """It is not worth 0: nobody knows what it is worth."""
    found = advise(ask(Described(before=before)))
    assert {each.choice: each.value for each in found.options} == {1: 1, 3: 3}
    assert (found.best, found.unweighed) == (3, ("dire", "rire"))
    assert found.view()["unweighed"] == ["dire", "rire"]
    assert play(ask(Described(), chosen("dire"))).result.value == 0


def test_where_no_answer_can_be_weighed_all_are_compared() -> None:
    found = advise(ask(Described(offered=())))
    assert ([each.choice for each in found.options], found.unweighed) == (["dire", "rire"], ())


# ── several choices, several sides, dice to wait for ───────────────────────────────────────────
def test_the_choices_of_one_seat_belong_together() -> None:
    """Four hidings against four guesses: each is given once in four."""
    found = advise(ask(Hands()))
    assert found.value == Fraction(3, 4)
    assert {each.choices: each.p for each in found.joint} == {
        (hand, gesture): Fraction(1, 4) for hand in (0, 1) for gesture in (0, 1)
    }
    assert found.view()["joint"][0] == {"choose": [0, 0], "p": "1/4"}
    assert found.usual == ()


def test_more_than_two_sides_follow_their_usual_choices() -> None:
    """`b` and `c` guess 0 and 0, so every other hiding wins."""
    found = advise(ask(Hands(sides_of_c="trois")))
    assert found.value == 1
    assert found.usual == ("b", "c")
    assert found.view()["usual"] == ["b", "c"]


def test_waiting_for_the_dice_is_worth_more_than_any_answer_before() -> None:
    """Keep at 4 or more, else throw again: (4 + 5 + 6 + 3 x 7/2) / 6 = 17/4; 7/2 either way."""
    found = advise(ask(Keep(left=1)))
    assert (found.wait, found.value, found.waits) == (Fraction(17, 4), Fraction(7, 2), True)
    assert found.view()["wait"] == "17/4"
    assert advise(ask(Keep(left=1), dice(3))).wait is None


# ── choices that come back ─────────────────────────────────────────────────────────────────────
def test_one_may_go_round_until_it_pays() -> None:
    """Place 1 is worth 1 at the end: from place 0 one goes round once."""
    assert values(ask(Round())) == {True: 1, False: 0}
    assert values(ask(Round(place=1))) == {True: 1, False: 1}


def test_a_parity_that_may_start_again_stays_open() -> None:
    """Heads start again: after two tails in a row the coins are even for sure."""
    assert values(ask(March(left=2, turns=True))) == {True: 0, False: 1}


@pytest.mark.parametrize(("seat", "value"), [("a", 2 / 3), ("b", -2 / 3)])
def test_a_chase_is_a_recursive_game(seat: str, value: float) -> None:
    """v = (1 + v / 2) / 2, so v = 2/3; both sides are as likely."""
    found = advise(ask(Chase()), seat=seat)
    assert found.error < 1e-8
    assert abs(float(found.value) - value) <= found.error
    assert [float(o.p or 0) for o in found.options] == pytest.approx([0.5, 0.5], abs=1e-6)


def test_a_chase_without_end_is_won_by_patience() -> None:
    found = advise(ask(Chase(ends=False)))
    assert abs(float(found.value) - 1) <= found.error < 1e-8


@pytest.mark.parametrize("height", [1, 2, 3])
def test_steps_up_and_down_are_weighed_by_iteration(height: int) -> None:
    worth = [0.0] * 4 + [1.0] * 2
    for _ in range(2_000):
        safe = [0.0] + [(worth[h + 1] + worth[h - 1]) / 2 for h in (1, 2, 3)]
        bold = [0.0] + [(worth[h + 2] + 2 * worth[h - 1]) / 3 for h in (1, 2, 3)]
        worth[:4] = map(max, safe, bold)
    found = {o.choice: float(o.value) for o in advise(ask(Climb(height=height))).options}
    assert found[False] == pytest.approx(safe[height], abs=1e-8)
    assert found[True] == pytest.approx(bold[height], abs=1e-8)
