"""Les Chants de Loss: invariants of the die and of the Test, the order of its asks."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.dice.die import Throw
from tablee.rules.questions import Choose
from tablee.rules.readings.advice.advise import advise
from tablee.rules.run_input import ask_about
from tablee.rules.schema import show
from tests.games.loss.asking import (
    exploits,
    few,
    law,
    refused,
    result,
    run,
    scores,
    success,
    tokens,
    un,
)


# ── the die (invariants 1, 2, 15) ──────────────────────────────────────────────────────────────
@pytest.mark.parametrize("kind", ["un_moins", "zero_moins"])
def test_worths_that_cannot_come(kind: str) -> None:
    seuils = list(range(-24, 26))
    ranks = law("loss.die", {"seuils": seuils}, explosion_un=kind).map(lambda r: r.rang)
    shift = 1 if kind == "un_moins" else 0
    for rank in range(1, len(seuils)):
        worth = seuils[rank - 1]
        down = worth < 2 and (worth - shift) % 10 == 0 and worth <= shift
        impossible = worth == 1 or (worth >= 10 and worth % 10 == 0) or down
        assert (ranks.p(rank) == 0) == impossible, worth


@few
@given(st.integers(-60, 60), st.integers(-900, 900), un)
def test_the_law_of_the_die_is_the_same_whatever_the_sum(level: int, sum_: int, kind: str) -> None:
    here = law("loss.die", {"seuils": [level]}, explosion_un=kind)
    there = law("loss.die", {"somme": sum_, "seuils": [level + sum_]}, explosion_un=kind)
    assert here == there
    higher = law("loss.die", {"seuils": [level + 1]}, explosion_un=kind)
    assert higher.chance(lambda r: r.rang == 1) <= here.chance(lambda r: r.rang == 1)


@few
@given(scores, scores, exploits, st.integers(0, 40))
def test_counting_a_first_1_from_zero_never_helps(
    trait: int, talent: int, bid: int, difficulty: int
) -> None:
    params = {"trait": trait, "talent": talent, "exploits": bid, "difficulty": difficulty}
    one, zero = success(params), success(params, explosion_un="zero_moins")
    need = difficulty + 5 * bid - trait - talent
    assert zero <= one
    assert need < 1 or zero == one


# ── the Test (invariants 2 to 7) ───────────────────────────────────────────────────────────────
@few
@given(scores, scores, exploits, tokens, st.integers(0, 3), st.booleans())
def test_more_of_oneself_helps_more_against_one_hinders(
    trait: int, talent: int, bid: int, held: int, free: int, skip: bool
) -> None:
    params: dict[str, Any] = {
        "trait": trait,
        "talent": talent,
        "exploits": bid,
        "jetons": held,
        "ag_permanentes": free,
        "sans_de": skip,
    }
    chance = success(params)
    for name in ("trait", "talent", "jetons", "ag_permanentes", "ag_circonstance"):
        assert success(params | {name: params.get(name, 0) + 1}) >= chance
    for name in ("modifier", "desastres", "difficulty"):
        assert (
            success(params | {name: params.get(name, 15 if name == "difficulty" else 0) + 1})
            <= chance
        )
    if bid < 5:
        harder = params | {"exploits": bid + 1}
        assert success(harder) <= chance
        assert skip or success(harder | {"ag_permanentes": free + 1}) == chance


@few
@given(scores, scores, exploits, tokens, st.sampled_from(["pj", "mj"]), st.booleans())
def test_exploits_are_won_or_lost_as_a_whole(
    trait: int, talent: int, bid: int, held: int, actor: str, opposed: bool
) -> None:
    params = {
        "trait": trait,
        "talent": talent,
        "exploits": bid,
        "jetons": held,
        "acteur": actor,
        "adversaire": "pnj" if opposed else "aucun",
    }
    for outcome in law("loss.action", params):
        assert outcome.exploits + outcome.exploits_cedes == bid
        assert not (outcome.exploits and outcome.exploits_cedes)
        assert (
            outcome.success is (outcome.exploits_cedes == 0 and outcome.exploits == bid) or not bid
        )
        assert (outcome.beneficiaire == "personne") == (outcome.exploits_cedes == 0)
        assert outcome.jetons_depenses <= held
        assert outcome.success or outcome.jetons_depenses == 0
        assert (outcome.method == "de") == (bid > 0 or trait + talent < 15)


@few
@given(scores, scores, exploits, tokens, st.integers(2, 9))
def test_the_least_tokens_that_do(trait: int, talent: int, bid: int, held: int, face: int) -> None:
    params = {"trait": trait, "talent": talent, "exploits": bid, "sans_de": False}
    spent = {"jetons": held, "jetons_apres": "minimal"}
    texts = result("loss.action", params | spent, [face])
    short = 15 + 5 * bid - trait - talent - face
    assert texts["success"] == (short <= 5 * held)
    used = texts["jetons_depenses"]
    assert used == 0 or (texts["success"] and short > 5 * (used - 1))


@few
@given(scores, scores, exploits, st.integers(2, 9), st.integers(2, 9))
def test_the_margin_has_no_effect(trait: int, talent: int, bid: int, one: int, other: int) -> None:
    params = {"trait": trait, "talent": talent, "exploits": bid, "sans_de": False}
    level = 15 + 5 * bid - trait - talent
    if (one >= level) == (other >= level):
        assert result("loss.action", params, [one]) == result("loss.action", params, [other])


def test_the_order_of_the_asks() -> None:
    params = {
        "trait": 5,
        "talent": 5,
        "desastres": "ask",
        "desastres_max": 3,
        "exploits": "ask",
        "jetons": 3,
        "jetons_avant": "ask",
    }
    asked: list[tuple[str, str]] = []
    session = run("loss.action", params)
    for answer in ({"choose": 1}, {"choose": 1}, {"choose": 1}, {"dice": [5]}, {"choose": 1}):
        pending = session.pending
        assert isinstance(pending, Throw | Choose)
        asked.append((pending.who, pending.label))
        session.answer(answer)
    assert asked == [
        ("mj", "desastres"),
        ("acteur", "exploits"),
        ("acteur", "jetons_avant"),
        ("acteur", "d10"),
        ("acteur", "jetons_apres"),
    ]
    # 10 + 5 + 5 + 5 = 25 against 15 + 2 + 5 = 22 after the second token
    assert show(session.result)["jetons_depenses"] == 2
    assert show(session.result)["success"]


def test_who_attacks_declares_exploits() -> None:
    """14 against 15 + 5 (LOSS-CBT-01, LOSS-DEC-01)."""
    params = {"somme_attaque": 14, "somme_defense": 11, "exploits": "ask"}
    pending = run("loss.combat", params).pending
    assert isinstance(pending, Choose)
    assert (pending.who, pending.label) == ("attaquant", "exploits")
    hit = result("loss.combat", params, 1, [7], [8])
    assert (hit["touche"], hit["exploits"]) == (True, 1)
    missed = result("loss.combat", params, 2, [7])
    assert (missed["touche"], missed["exploits_cedes"]) == (False, 2)
    weighed = advise(ask_about("loss.combat", params), "reussite").options
    assert (weighed[0].choice, weighed[0].value) == (1, Fraction(1, 2) * Fraction(4, 5))


def test_advice_to_who_spends_disasters_is_for_the_other_side() -> None:
    """Three Désastres more: 15 + 10 against 15, one chance in ten instead of all."""
    params = {"trait": 8, "talent": 7, "desastres": "ask", "desastres_max": 3}
    question = ask_about("loss.action", params)
    for utility, worth in (
        ("echec", {0: 0, 3: Fraction(9, 10)}),
        ("gain", {0: -1, 3: Fraction(-1, 10)}),
    ):
        advice = advise(question, utility)
        texts = {option.choice: option.value for option in advice.options}
        assert {n: texts[n] for n in worth} == worth
        assert (advice.seat, advice.best, advice.chance) == ("mj", 3, utility == "echec")
    theirs = ask_about("loss.action", {**params, "acteur": "mj"}, {"desastres_joueurs": True})
    assert advise(theirs, "echec").best == 3


def test_tokens_after_the_die_are_asked_only_where_they_can_help() -> None:
    params = {"trait": 4, "talent": 4, "jetons": 1}
    assert isinstance(run("loss.action", params, [2]).pending, Choose)
    assert run("loss.action", {**params, "trait": 3}, [2]).done
    assert run("loss.action", params, [7]).done
    assert run("loss.action", params, [2], jetons_apres_de=False).done
    texts = result("loss.action", params, [2], 0)
    assert not texts["success"]
    assert texts["jetons_depenses"] == 0


def test_a_table_without_exploits_on_pure_traits() -> None:
    pure = {"vertu": 4, "trait": 5}
    assert refused("loss.trait", pure | {"exploits": 1}, exploits_trait_pur=False) == "exploits"
    session = run("loss.trait", pure | {"exploits": "ask"}, exploits_trait_pur=False)
    assert isinstance(session.pending, Throw)
    bounded = pure | {"jetons": 3, "jetons_avant": 3}
    assert refused("loss.trait", bounded, jetons_max_par_test=2) == "jetons_avant"


def test_players_may_spend_disasters_where_the_table_says_so() -> None:
    params = {"trait": 5, "talent": 5, "acteur": "mj", "desastres": "ask"}
    assert refused("loss.action", params) == "desastres"
    pending = run("loss.action", params, desastres_joueurs=True).pending
    assert isinstance(pending, Choose)
    assert pending.who == "joueurs"


def test_a_plain_die_where_nothing_explodes_without_an_exploit() -> None:
    for bid, notation in ((0, "1d10"), (1, "1d10!")):
        params = {"trait": 5, "talent": 5, "exploits": bid}
        pending = run("loss.action", params, explosion_sans_exploit="jamais").pending
        assert isinstance(pending, Throw)
        assert pending.notation() == notation


# ── without a die (invariants 4, 10) ───────────────────────────────────────────────────────────
@few
@given(scores, scores, st.integers(0, 25), st.booleans(), st.booleans(), exploits)
def test_an_automatic_success_is_a_way_without_a_die(
    trait: int, talent: int, difficulty: int, calm: bool, gear: bool, bid: int
) -> None:
    params = {
        "trait": trait,
        "talent": talent,
        "difficulty": difficulty,
        "calme": calm,
        "materiel": gear,
        "exploits": bid,
    }
    texts = result("loss.automatic", params)
    assert texts["total"] == (15 if texts["autorise"] else None)
    ways = result("loss.sans_test", params)
    assert not texts["success"] or "automatique" in ways["voies"]
    assert ways["voie"] == (ways["voies"] or ["aucune"])[0]
    assert not bid or not ways["voies"]
