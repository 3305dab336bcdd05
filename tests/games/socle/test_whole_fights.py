"""Whole combats of several characters: bounds at every step, effects, sampling."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.dice.house_dice import HouseDice
from tablee.games.socle import Combat
from tablee.games.socle.foes import hearts_of
from tablee.rules.ambient import Ambient, around
from tablee.rules.readings.advice import kept_advisers, position_sample
from tablee.rules.readings.advice.advise import advise
from tablee.rules.readings.advice.position_sample import SAMPLE_STEPS, STEPS_BEFORE_SAMPLE
from tablee.rules.readings.budget import Budget
from tablee.rules.readings.session import Session
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import ask_about
from tests.games.socle.fighting import (
    ANA,
    BO,
    BOSS,
    DOWN,
    PION,
    Params,
    asked,
    state,
)
from tests.kit.runs import any_answer
from tests.kit.sampled import coverage

# ── whole fights (invariants 6 to 8, 12) ───────────────────────────────────────────────────────
LONG: Params = {
    "heros": [
        ANA | {"coeurs": 18, "coeurs_max": 20, "mana": 20, "mana_max": 20, "protege": True},
        BO | {"coeurs": 12, "coeurs_max": 12, "armure": 1, "expose": "non"},
        DOWN,
    ],
    "adversaires": [PION, PION | {"id": "rat 2"}, BOSS | {"coeurs": 20, "tn": 8}],
    "presse": "complication",
    "limite_portee": True,
    "avantage": "ask",
    "riposte": "ask",
    "armure_usage": "ask",
    "cout_astuce": 0,
}


def never_ended(session: Session, rng: random.Random, house: HouseDice) -> Any:
    """Any answer, but the MJ goes on."""
    while (answer := any_answer(session, rng, house)) == {"choose": "fin"}:
        pass
    return answer


def bounds_hold(found: Combat, before: Combat, dead: set[str]) -> None:
    for each in found.heros:
        assert 0 <= each.coeurs <= each.coeurs_max
        assert 0 <= each.mana <= each.mana_max
        assert each.jeton in (0, 1)
        assert (each.etat == "debout") == (each.coeurs > 0)
        assert each.id not in dead or each.etat == "mort"
        if each.etat == "mort":
            dead.add(each.id)
    hearts = {foe.id: hearts_of(foe) for foe in before.adversaires}
    assert [foe.id for foe in found.adversaires] == [
        name for name in hearts if name in {foe.id for foe in found.adversaires}
    ]
    assert all(0 < hearts_of(foe) <= hearts[foe.id] for foe in found.adversaires)


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10**6), st.booleans())
def test_bounds_hold_at_every_step_of_fights_at_random(seed: int, deadly: bool) -> None:
    rng, house = random.Random(seed), HouseDice(seed)
    session = Session(ask_about("socle.combat", LONG, {"mort_a_terre": deadly, "boss_coeurs": 20}))
    dead: set[str] = set()
    with_rulings = Ambient(session.question.rulings)
    before = state(session)
    while session.pending is not None and len(session.answers) < 400:
        found = state(session)
        with around(with_rulings):
            bounds_hold(found, before, dead)
        before = found
        actor, label, offered = asked(session)
        down = {each.id for each in found.heros if each.etat != "debout"}
        assert actor not in down or label == "armure"
        assert not down & {each for each in offered if label == "tour"}
        session.answer(never_ended(session, rng, house))
    again = Session(session.question.with_answers(session.answers))
    assert (again.trace, again.result) == (session.trace, session.result)
    assert again.frames[0].procedure == session.frames[0].procedure


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6))
def test_effects_of_a_fight_are_what_its_characters_have_lost(seed: int) -> None:
    """Invariant 7: Cœurs, Mana and Armure change by what the effects say, by healing and raising."""
    rng, house = random.Random(seed), HouseDice(seed)
    session = Session(ask_about("socle.combat", LONG))
    healed = 0
    while session.pending is not None and (
        len(session.answers) < 150 or asked(session)[1] != "tour"
    ):
        before = state(session)
        session.answer(never_ended(session, rng, house))
        after = state(session)
        gains = [a.coeurs - b.coeurs for a, b in zip(after.heros, before.heros, strict=True)]
        healed += sum(gain for gain in gains if gain > 0)
    lost = dict.fromkeys(("coeurs", "mana", "armure"), 0)
    for name, amount in session.effects:
        if name in lost:
            lost[name] += amount
    first, last = state(Session(session.question.with_answers(()))).heros, state(session).heros
    assert sum(h.coeurs for h in last) - sum(h.coeurs for h in first) == lost["coeurs"] + healed
    assert sum(h.mana for h in last) - sum(h.mana for h in first) == lost["mana"]
    assert sum(h.jeton for h in last) - sum(h.jeton for h in first) == lost["armure"]


# ── advice ─────────────────────────────────────────────────────────────────────────────────────
OPEN: Params = {"riposte": "ask", "armure_usage": "ask", "avantage": "ask"}


def test_a_fight_with_far_too_many_positions_is_refused_soon() -> None:
    """Random runs through a part of the positions show it. The refusal names a parameter: the choices
    that no parameter fixes cost more here, but nobody can answer them beforehand."""
    heroes = [{"id": "Ana", "de": 8, "coeurs": 1}, {"id": "Bo", "de": 6, "coeurs": 1}]
    params = {"heros": heroes, "adversaires": [{"id": "a", "cible": "elite"}], "tours_max": 2}
    budget = Budget()
    with pytest.raises(Refusal) as caught:
        advise(ask_about("socle.combat", params | OPEN), budget=budget)
    assert (caught.value.kind, caught.value.field) == ("too_large", "riposte")
    assert "simulate" in caught.value.allowed
    assert budget.steps_spent < STEPS_BEFORE_SAMPLE + SAMPLE_STEPS + 1_000


def test_random_runs_do_not_change_the_values_of_a_fight(monkeypatch: pytest.MonkeyPatch) -> None:
    heroes = [{"id": "Ana", "de": 8, "coeurs": 1}, {"id": "Bo", "de": 6, "coeurs": 1}]
    params = {"heros": heroes, "adversaires": [PION, BOSS | {"coeurs": 1}], "tours_max": 1}
    question = ask_about("socle.combat", params | OPEN | {"ordre": "liste"})
    plain = advise(question)
    kept_advisers.forget()
    monkeypatch.setattr(position_sample, "STEPS_BEFORE_SAMPLE", 100)
    monkeypatch.setattr(position_sample, "SAMPLE_STEPS", 500)
    monkeypatch.setattr(position_sample, "MIN_SAMPLED_BUDGET", 0)
    assert advise(question) == plain


# ── sampling ───────────────────────────────────────────────────────────────────────────────────
SMALL: list[tuple[str, str, Params]] = [
    (
        "combat",
        "vainqueur",
        {"heros": [ANA | {"coeurs": 2}, BO], "adversaires": [PION, BOSS], "tours_max": 3},
    ),
    ("duel", "coeurs", {"de": 10, "coeurs": 3, "armure": 1, "adversaires": [{"cible": "elite"}]}),
    ("duel_d6", "vainqueur", {"niveau": "novice", "coeurs": 3, "adversaires": [{"cible": "boss"}]}),
    ("chronometre", "echecs", {"de": 8, "etapes": 3, "reussites": 3}),
]


@pytest.mark.parametrize(("name", "field", "params"), SMALL, ids=[each[0] for each in SMALL])
def test_a_fight_that_is_sampled_is_within_its_confidence(
    name: str, field: str, params: Params
) -> None:
    assert coverage(ask_about(f"socle.{name}", params), [field]) >= 0.9
