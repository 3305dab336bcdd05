"""Invariants 8, 12 and 13 of tours of contact and duels, and their endings."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.dice.law import Law
from tablee.games.exil.fight.duel import ContactRound, Duellist
from tablee.games.exil.fight.fighters import Fighter, Policy
from tablee.rules.questions import Choose
from tablee.rules.readings.advice.advise import advise
from tablee.rules.readings.budget import Budget
from tablee.rules.readings.odds import odds
from tablee.rules.readings.session import Session
from tablee.rules.readings.simulate import simulate
from tablee.rules.run_input import ask_about
from tablee.rules.schema import fields_of, show
from tests.games.exil.fighters import ASKED, fighters, fights, some_rulings
from tests.games.exil.oracle_duel import DUEL_ORACLES
from tests.kit.brute import brute, key_of
from tests.kit.laws import exact_law
from tests.kit.runs import random_run

few = settings(max_examples=40, deadline=None)
ARMED = Fighter(talent=9, maniabilite=3, letalite=2)
RIVAL = Fighter(talent=10, maniabilite=1, letalite=1)


def by_hand(procedure: str, params: Mapping[str, Any], rulings: Mapping[str, Any]) -> Any:
    found: dict[str, Fraction] = {}
    for row, chance in DUEL_ORACLES[procedure](params, rulings):
        found[key_of(row)] = found.get(key_of(row), Fraction()) + chance
    return {key: chance for key, chance in found.items() if chance}


def texts(law: Law[Any]) -> dict[str, Fraction]:
    return {key_of(show(result)): chance for result, chance in law.items()}


# ── the laws ───────────────────────────────────────────────────────────────────────────────────
@settings(max_examples=150, deadline=None)
@given(fights(), some_rulings())
def test_a_tour_has_the_law_written_by_hand(fight: dict[str, Any], rules: dict[str, Any]) -> None:
    law = odds(ask_about("exil.contact_round", fight, rules))
    assert texts(law) == by_hand("exil.contact_round", fight, rules)


@settings(max_examples=100, deadline=None)
@given(fights(), some_rulings(), st.integers(1, 4))
def test_a_duel_has_the_law_written_by_hand(
    fight: dict[str, Any], rules: dict[str, Any], turns: int
) -> None:
    params = fight | {"max_turns": turns}
    law = odds(ask_about("exil.duel", params, rules))
    assert texts(law) == by_hand("exil.duel", params, rules)


def test_a_tie_is_the_enumeration_of_all_faces() -> None:
    one = {"talent": 5, "politique": {"attitude": 1}}
    question = ask_about("exil.contact_round", {"a": one, "b": one | {"letalite": 4}})
    found, missing = brute(question)
    assert missing == 0
    assert texts(odds(question)) == found


@few
@given(fights(), some_rulings(), st.integers(1, 4))
def test_tours_composed_are_the_duel(
    fight: dict[str, Any], rules: dict[str, Any], turns: int
) -> None:
    """Return winner and PdS from a chain of single tours (EXIL-CBT-15).

    A duel also ends at an impasse: tours that change nothing. A surrender comes before it.
    """
    fixed = {
        side: fight[side] | {"malus_avant": _malus_before(fight[side], rules)} for side in "ab"
    }
    states: dict[str, Fraction] = {json.dumps(fight | fixed): Fraction(1)}
    ended: dict[Any, Fraction] = {}
    for tour in range(1, turns + 1):
        following: dict[str, Fraction] = {}
        for key, weight in states.items():
            params = json.loads(key)
            for result, chance in odds(ask_about("exil.contact_round", params, rules)).items():
                if result.fin != "aucune" or tour == turns:
                    end = (result.gagnant or "personne", result.pds_a, result.pds_b)
                    ended[end] = ended.get(end, Fraction()) + weight * chance
                else:
                    after = json.dumps(_given_back(params, result))
                    following[after] = following.get(after, Fraction()) + weight * chance
        states = following
    whole = odds(ask_about("exil.duel", fight | {"max_turns": turns}, rules))
    by_end = whole.map(lambda result: (result.gagnant, result.pds_a, result.pds_b))
    assert dict(by_end.items()) == ended


def _malus_before(fighter: Mapping[str, Any], rules: Mapping[str, Any]) -> int:
    if "malus_avant" in fighter:
        return int(fighter["malus_avant"])
    physique = fighter.get("physique", "moyen")
    capital = {"nul": 12, "faible": 16, "moyen": 20, "bon": 24, "excellent": 28}[physique]
    health = {"physique": physique, "pds": fighter.get("pds", capital)}
    (result,) = odds(ask_about("exil.health", health, rules))
    return int(result.malus)


def _given_back(params: Mapping[str, Any], result: Any) -> dict[str, Any]:
    after = dict(params) | {"initiative": result.initiative}
    for side in "ab":
        names = ("pds", "arme", "pc_mod", "expose")
        after[side] = params[side] | {n: getattr(result, f"{n}_{side}") for n in names}
    return after


@few
@given(fights(), some_rulings())
def test_swapping_the_fighters_swaps_the_law(fight: dict[str, Any], rules: dict[str, Any]) -> None:
    other = {"a": "b", "b": "a"}
    granted = fight.get("initiative", "libre")
    swapped = fight | {"a": fight["b"], "b": fight["a"], "initiative": other.get(granted, granted)}
    law = odds(ask_about("exil.duel", fight | {"max_turns": 3}, rules))
    mirror = odds(ask_about("exil.duel", swapped | {"max_turns": 3}, rules))

    def seen(result: Any) -> Any:
        return result.gagnant, result.fin, result.tours, result.pds_a, result.pds_b

    def turned(result: Any) -> Any:
        winner = other.get(result.gagnant, result.gagnant)
        return winner, result.fin, result.tours, result.pds_b, result.pds_a

    assert dict(law.map(seen).items()) == dict(mirror.map(turned).items())


@few
@given(fights(), some_rulings(), st.integers(1, 3))
def test_more_turns_change_nothing_before_the_last(
    fight: dict[str, Any], rules: dict[str, Any], turns: int
) -> None:
    def early(most: int) -> dict[Any, Fraction]:
        law = odds(ask_about("exil.duel", fight | {"max_turns": most}, rules))
        return {r: chance for r, chance in law.items() if r.fin != "limite" and r.tours <= turns}

    assert early(turns) == {
        r: chance for r, chance in early(turns + 1).items() if r.fin != "impasse" or r.tours < turns
    }


@few
@given(fighters())
def test_adrenaline_never_weighs_more(fighter: dict[str, Any]) -> None:
    """Return the malus of each PC of a fight, with and without adrenaline (invariant 13)."""
    fighter.pop("malus_avant", None)
    fight = {"a": fighter, "b": {"talent": 9, "letalite": 3}, "max_turns": 4}
    start = _malus_before(fighter, {})
    run = random_run(ask_about("exil.duel", fight | {"adrenaline": True}), 5)
    for numbers in _notes(run, "EXIL-SAN-09"):
        if numbers["who"] == "a":
            assert numbers["felt"] < numbers["malus"] == start


def test_the_whole_duel_is_exact_in_few_steps() -> None:
    """The law of winner and tours of two default fighters."""
    duel = ask_about("exil.duel", {"a": _as(ARMED), "b": _as(RIVAL)})
    law = odds(duel, ("gagnant", "tours"), Budget(steps=40_000, states=12_000))
    winners = law.map(lambda result: result.gagnant)
    assert float(winners.p("a")) == pytest.approx(0.678771, abs=1e-6)
    sample = simulate(duel, 5_000, seed=3)
    drawn = sample.law().map(lambda result: result.gagnant)
    for winner, chance in winners.items():
        share = float(drawn.p(winner))
        assert abs(share - float(chance)) < 4 * (float(chance) * (1 - float(chance)) / 5e3) ** 0.5


def _as(fighter: Fighter) -> dict[str, Any]:
    return {
        name: field.shape.show(getattr(fighter, name))
        for name, field in fields_of(Fighter).items()
        if getattr(fighter, name) != field.default
    }


# ── whole fights at random, everything asked ───────────────────────────────────────────────────
def _notes(run: Session, clause: str) -> list[Mapping[str, Any]]:
    return [each.numbers for each in run.trace if clause in each.clauses]


@settings(max_examples=60, deadline=None)
@given(fights(), some_rulings(), st.integers(0, 10**6))
def test_a_whole_fight_keeps_its_bounds(
    fight: dict[str, Any], rules: dict[str, Any], seed: int
) -> None:
    for side in "ab":
        fight[side]["politique"] = ASKED
    run = random_run(ask_about("exil.duel", fight | {"max_turns": 30}, rules), seed, longest=800)
    left: dict[str, int] = {}
    pcs: dict[str, int] = {}
    idle: set[str] = set()
    for entry in run.trace:
        numbers, who = entry.numbers, str(entry.numbers.get("who"))
        if entry.kind != "note":
            continue
        if entry.text.startswith("Tour "):
            idle.clear()
        if "pc" in numbers:
            assert numbers["pc"] >= 0
            pcs[who] = numbers["pc"]
        if "poff" in numbers and "pdef" in numbers and "whom" not in numbers:
            assert min(numbers["poff"], numbers["pdef"]) >= 0
            assert numbers["poff"] + numbers["pdef"] == pcs[who]
        if "power" in numbers and "whom" in numbers:
            assert left.get(who, 1) >= 0
            assert numbers["power"] >= 1
            assert who not in idle
            idle.add(who)
        if "dégager" in entry.text or "ramasser" in entry.text:
            idle.add(who)
        if "pds" in numbers:
            assert numbers["pds"] < left.get(who, 99)
            left[who] = numbers["pds"]
    assert run.done
    _ended_well(run, left, rules)


def _ended_well(run: Session, left: Mapping[str, int], rules: Mapping[str, Any]) -> None:
    result = run.result
    dead = -1 if rules.get("death") != "at_zero" else 0
    for side in "ab":
        pds = getattr(result, f"pds_{side}")
        assert pds == left.get(side, pds)
        assert pds > dead or result.fin == "mort"
        if result.gagnant == side:
            assert pds > dead
    assert (result.gagnant == "personne") >= (result.fin in ("impasse", "limite"))


@few
@given(fights(), st.integers(0, 10**6))
def test_a_log_cut_anywhere_goes_on_the_same(fight: dict[str, Any], seed: int) -> None:
    fight["a"]["politique"] = ASKED
    question = ask_about("exil.duel", fight | {"max_turns": 10})
    whole = random_run(question, seed, longest=300)
    half = len(whole.answers) // 2
    cut = Session(question.with_answers(whole.answers[:half]))
    for answer in whole.answers[half:]:
        cut.answer(answer)
    assert (cut.result, cut.trace) == (whole.result, whole.trace)


# ── who is asked what ──────────────────────────────────────────────────────────────────────────
def _asked(fight: Mapping[str, Any], *answers: Any) -> Session:
    return Session(ask_about("exil.duel", fight, {}, list(answers)))


def test_only_who_has_something_to_choose_is_asked() -> None:
    fight = {
        "a": {"talent": 0, "politique": ASKED},
        "b": {"talent": 3, "a_distance": True, "maniabilite": 2, "politique": ASKED},
    }
    pending = _asked(fight).pending
    assert not isinstance(pending, Choose)
    (choice,) = pending.choices  # type: ignore[union-attr]
    assert (choice.who, choice.label) == ("b", "attitude")
    assert list(choice.form.values()) == [2, 3, 4, 5]
    attack = _asked(fight, {"together": [4]}).pending
    assert isinstance(attack, Choose)
    assert list(attack.form.values()) == [0, 1, 2, 3, "renoncer"]
    assert _asked(fight | {"max_turns": 1}, {"together": [4]}, {"choose": "renoncer"}).done


def test_what_is_offered_at_a_riposte() -> None:
    fight = {
        "a": {"talent": 12, "politique": {"attitude": 12, "passe": ["desarmement"]}},
        "b": {"talent": 9, "talent_mains_nues": 3, "politique": {"attitude": 4, "arme": "ask"}},
    }
    blow = ({"dice": [1]}, {"dice": [12]})
    lost = _asked(fight, *blow).pending
    assert isinstance(lost, Choose), "with a Pdef of 5 bare hands have no Poff left"
    assert (lost.who, lost.label) == ("b", "arme")
    fight["b"] = fight["b"] | {"talent_mains_nues": 7}
    asked = _asked(fight, *blow).pending
    assert isinstance(asked, Choose)
    assert (asked.label, list(asked.form.values())) == ("riposte", ["mains_nues", "perdre"])


def test_advice_on_attitudes_is_a_game() -> None:
    fight: dict[str, Any] = {
        "a": {"talent": 3, "letalite": 9, "politique": {"attitude": "ask"}},
        "b": {"talent": 3, "letalite": 9, "politique": {"attitude": "ask"}},
        "max_turns": 2,
    }
    advice = advise(ask_about("exil.duel", fight))
    assert advice.at_once
    assert advice.value == 0
    assert sum(option.p or 0 for option in advice.options) == 1
    alone = fight | {"b": fight["b"] | {"politique": {"attitude": "rien"}}}
    assert advise(ask_about("exil.duel", alone)).value > 0


def test_survival_is_worth_more_to_who_defends() -> None:
    fight = {
        "a": {"talent": 6, "letalite": 20, "politique": {"attitude": "ask"}},
        "b": {"talent": 6, "letalite": 20, "politique": {"attitude": "tout"}},
        "max_turns": 1,
        "initiative": "b",
    }
    assert advise(ask_about("exil.duel", fight), utility="survie").best == 0


def test_the_same_fighters_may_be_built_in_python() -> None:
    all_in = Policy(attitude="tout")
    law = exact_law(
        ContactRound(
            a=Duellist(talent=9, maniabilite=3, letalite=2, politique=all_in),
            b=Duellist(talent=10, maniabilite=1, letalite=1, politique=all_in),
        ),
        by=("fin", "gagnant"),
    )
    assert law.chance(lambda result: result.gagnant == "a") == 1


def test_who_is_beaten_gives_up_though_nobody_can_strike() -> None:
    """EXIL-CBT-15: a surrender comes before an impasse."""
    beaten = {"talent": 0, "pds": 2, "reddition": "critique"}
    (result,) = odds(ask_about("exil.duel", {"a": beaten, "b": {"talent": 0}}))
    assert (result.gagnant, result.fin, result.tours) == ("b", "reddition", 1)
    (result,) = odds(ask_about("exil.duel", {"a": beaten | {"pds": 20}, "b": {"talent": 0}}))
    assert (result.gagnant, result.fin, result.tours) == ("personne", "impasse", 0)
