"""Invariants 2 to 8 of actions, and loops compared with the oracle."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.games.exil.actions.extended import Cooperation, Extended, Task
from tablee.games.exil.actions.opposition import Opposition, Participant
from tablee.games.exil.actions.simple import Simple
from tablee.games.exil.actions.successive import Successive
from tablee.games.exil.fight.potential import CombatPotential
from tablee.games.exil.rulings import ExilRulings
from tablee.rules.readings.advice.advise import advise
from tablee.rules.readings.budget import Budget
from tablee.rules.readings.explain import explain
from tablee.rules.readings.odds import odds
from tablee.rules.readings.session import Session
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import ask_about
from tablee.rules.schema import show
from tablee.rules.texts.words import Words
from tests.games.exil.grid_actions import ACTIONS_LOOPS
from tests.games.exil.oracle import ORACLES
from tests.kit.brute import key_of
from tests.kit.laws import exact_law

few = settings(max_examples=40, deadline=None)
talents = st.integers(0, 14)


def riders(*levels: int) -> tuple[Participant, ...]:
    return tuple(Participant(talent=level) for level in levels)


# ── a test, and tries ──────────────────────────────────────────────────────────────────────────
@few
@given(talents, st.integers(-8, 8), st.integers(-5, 5))
def test_a_higher_level_is_never_worse(talent: int, difficulty: int, external: int) -> None:
    law = exact_law(Simple(talent=talent, difficulty=difficulty, external=external))
    better = exact_law(Simple(talent=talent + 1, difficulty=difficulty, external=external))
    assert better.marginal("margin").dominates(law.marginal("margin"))
    assert better == exact_law(Simple(talent=talent, difficulty=difficulty + 1, external=external))
    level = talent + difficulty + external
    assert law.chance(lambda r: r.success) == Fraction(min(12, max(0, level)), 12)


@few
@given(talents, st.integers(0, 6), st.integers(0, 4))
def test_more_tries_help_and_penalties_do_not(talent: int, penalty: int, minimal: int) -> None:
    def chance(tries: int, each: int) -> Fraction:
        law = exact_law(
            Successive(
                talent=talent, retry_penalty=each, max_attempts=tries, minimal_margin=minimal
            )
        )
        assert all(result.success or not result.complete for result in law)
        return law.chance(lambda r: r.success)

    chances = [chance(tries, penalty) for tries in range(1, 5)]
    assert chances == sorted(chances)
    assert chance(3, penalty + 1) <= chance(3, penalty)


def test_insisting_is_advised() -> None:
    question = ask_about("exil.successive", {"talent": 9, "insister": "ask"}, {}, [{"dice": [12]}])
    advice = advise(question)
    assert advice.best is True
    assert [option.value for option in advice.options] == [Fraction(5, 8), 0]


# ── opposition ─────────────────────────────────────────────────────────────────────────────────
@few
@given(st.lists(talents, min_size=2, max_size=4), st.data())
def test_permuting_the_protagonists_permutes_the_results(
    levels: list[int], data: st.DataObject
) -> None:
    order = data.draw(st.sampled_from(list(permutations(range(len(levels))))))
    law = exact_law(Opposition(protagonistes=riders(*levels)))
    moved = exact_law(Opposition(protagonistes=riders(*(levels[place] for place in order))))

    def back(groups: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted(order[place] for place in groups))

    def renamed(result: Any) -> Any:
        texts = tuple(back(group) for group in result.classement)
        return result.case, back(result.gagnants), result.domination, texts

    assert moved.map(renamed) == law.map(lambda r: (r.case, r.gagnants, r.domination, r.classement))


@few
@given(st.lists(talents, min_size=2, max_size=4))
def test_domination_and_winners_belong_together(levels: list[int]) -> None:
    for result in exact_law(Opposition(protagonistes=riders(*levels))):
        assert result.domination >= 0
        if result.domination == 0:
            assert len(result.gagnants) > 1 or result.case == "une_reussite"
        assert result.gagnants == result.classement[0]
        assert sorted(sum(result.classement, ())) == list(range(len(levels)))


@few
@given(st.lists(talents, min_size=2, max_size=5), st.data())
def test_a_better_level_wins_no_less_often(levels: list[int], data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(levels) - 1))
    raised = [level + (i == place) for i, level in enumerate(levels)]

    def chance(given_levels: list[int]) -> Fraction:
        law = exact_law(Opposition(protagonistes=riders(*given_levels)), by=("gagnants",))
        return law.chance(lambda r: place in r.gagnants)

    assert chance(raised) >= chance(levels)


@few
@given(
    st.lists(talents, min_size=2, max_size=3),
    st.sampled_from(["partage", "departage"]),
    st.sampled_from(["comparer", "relancer"]),
    st.sets(st.sampled_from(["case", "gagnants", "domination", "classement"]), min_size=1),
)
def test_fields_asked_for_are_marginals(
    levels: list[int], egalite: Any, tous_echouent: Any, fields: set[str]
) -> None:
    if tous_echouent == "relancer" and not any(levels):
        return
    procedure = Opposition(
        protagonistes=riders(*levels), egalite=egalite, tous_echouent=tous_echouent
    )
    names = sorted(fields)
    assert exact_law(procedure, by=names).marginal(*names) == exact_law(procedure).marginal(*names)


@pytest.mark.parametrize("equal", ["succeeds", "fails"])
@pytest.mark.parametrize("params", ACTIONS_LOOPS["exil.opposition"])
def test_loops_condition_the_rounds(params: dict[str, Any], equal: str) -> None:
    rulings = {"equal": equal}
    by_hand: dict[str, Fraction] = {}
    for result, chance in ORACLES["exil.opposition"](params, rulings):
        by_hand[key_of(result)] = by_hand.get(key_of(result), Fraction()) + chance
    law = odds(ask_about("exil.opposition", params, rulings))
    assert {key_of(show(result)): chance for result, chance in law.items()} == by_hand


def test_twelve_riders() -> None:
    """A law that is too big is refused at once."""
    race = Opposition(protagonistes=riders(*(8 - place % 3 for place in range(12))))
    assert len(exact_law(race, by=("gagnants", "domination"))) > 4095
    whole, budget = ask_about("exil.opposition", show(race)), Budget(steps=10_000_000)
    with pytest.raises(Refusal) as refused:
        odds(whole, budget=budget)
    assert refused.value.kind == "too_large"
    assert budget.steps_left == 10_000_000


# ── extended and joint actions ─────────────────────────────────────────────────────────────────
@few
@given(st.integers(1, 12), st.integers(1, 30), st.integers(1, 8))
def test_periods_of_an_extended_action(talent: int, points: int, periods: int) -> None:
    ignoring = ExilRulings(extended_failures="ignore")

    def done(most: int, rulings: ExilRulings | None = None) -> list[Fraction]:
        work = Extended(taches=(Task(talent=talent, points=points),), max_periodes=most)
        law = exact_law(work, rulings)
        assert all(1 <= result.periodes <= most for result in law)
        ended = law.marginal("outcome", "periodes")
        return [ended.p(("acheve", n)) for n in range(1, most + 1)]

    assert done(periods + 1)[:-1] == done(periods)
    assert sum(done(periods, ignoring)) >= sum(done(periods))


def test_three_long_tasks_take_few_steps() -> None:
    work = {"taches": [{"talent": 9 - place, "points": 25} for place in range(3)]}
    law = odds(ask_about("exil.extended", work), budget=Budget(steps=120_000, states=6_000))
    assert law.total > 0


def test_the_player_chooses_among_unfinished_tasks() -> None:
    params = {"taches": [{"talent": 9, "points": 4}, {"talent": 9, "points": 4}], "suite": "ask"}
    session = Session(ask_about("exil.extended", params, {}, []))
    session.answer({"choose": 1})
    session.answer({"dice": [5]})
    assert session.pending is not None
    session.answer({"dice": [9]})
    session.answer({"dice": [5]})
    assert session.done
    assert session.result.outcome == "acheve"
    assert session.result.periodes == 3


def test_what_a_period_needs_is_shown_before_its_roll() -> None:
    """EXIL-EXT-02: a Jet de Talent as for a simple action, the sum of the margins known."""
    tasks = [{"talent": 9, "difficulty": -2, "points": 6, "cumul": 1}]
    session = Session(ask_about("exil.extended", {"taches": tasks}, {}, [{"dice": [5]}]))
    texts = " ".join(step.text for step in explain(session, Words(session.question.game)))
    texts = re.sub(r"\s", " ", texts)
    assert "Tâche 1, 1 sur 6. Talent 9, difficulté −2 : niveau 7." in texts
    assert texts.count("Il faut 7 ou moins au d12.") == 2
    assert texts.index("Tâche 1, 3 sur 6") > texts.index("cumul 3 sur 6")


@few
@given(st.permutations([3, 7, 9, 12]))
def test_joint_margins_do_not_depend_on_the_order(levels: list[int]) -> None:
    law = exact_law(Cooperation(participants=riders(*levels)))
    assert law == exact_law(Cooperation(participants=riders(3, 7, 9, 12)))


def test_a_dozen_helpers_are_one_fold() -> None:
    law = exact_law(Cooperation(participants=riders(*range(12))))
    assert law.mean(lambda r: r.margin) == 66 - 78


def test_two_tasks_at_once_stay_within_the_budget_or_are_refused() -> None:
    tasks = [{"talent": 9, "points": 200}] * 6
    question = ask_about("exil.extended", {"taches": tasks}, {"extended_rolls": "all_per_period"})
    with pytest.raises(Refusal) as refused:
        odds(question, budget=Budget(steps=50_000, states=5_000))
    assert refused.value.kind == "too_large"


# ── Potentiel de Combat ────────────────────────────────────────────────────────────────────────
@few
@given(st.integers(0, 20), st.integers(-5, 10), st.sampled_from([0, -1, -3, -6, -12]))
def test_the_split_of_a_potential(talent: int, maniabilite: int, malus: Any) -> None:
    (result,) = exact_law(CombatPotential(talent=talent, maniabilite=maniabilite, malus=malus))
    assert result.pc == max(0, talent + maniabilite + malus)
    assert result.poff + result.pdef == result.pc
    assert 0 <= result.poff <= result.pdef
