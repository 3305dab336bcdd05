"""The invariants of Les Chants de Loss, the order of its asks and what it refuses."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.dice.die import Throw
from tablee.dice.law import Law
from tablee.rules.questions import Choose
from tablee.rules.readings.advise import advise
from tablee.rules.readings.odds import odds
from tablee.rules.readings.session import Session
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import ask_about
from tablee.rules.schema import show

few = settings(max_examples=40, deadline=None)
scores = st.integers(0, 25)
exploits = st.integers(0, 5)
tokens = st.integers(0, 4)
un = st.sampled_from(["un_moins", "zero_moins"])


def law(procedure: str, params: dict[str, Any], **rulings: Any) -> Law[Any]:
    return odds(ask_about(procedure, params, rulings))


def success(params: dict[str, Any], **rulings: Any) -> Fraction:
    return law("loss.action", params, **rulings).chance(lambda result: result.success)


def run(procedure: str, params: dict[str, Any], *answers: Any, **rulings: Any) -> Session:
    kinds = ({"dice": a} if isinstance(a, list) else {"choose": a} for a in answers)
    return Session(ask_about(procedure, params, rulings, list(kinds)))


def result(procedure: str, params: dict[str, Any], *answers: Any, **rulings: Any) -> dict[str, Any]:
    session = run(procedure, params, *answers, **rulings)
    assert session.done
    return show(session.result)


def refused(procedure: str, params: dict[str, Any], **rulings: Any) -> str:
    with pytest.raises(Refusal) as refusal:
        Session(ask_about(procedure, params, rulings))
    return refusal.value.field


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
    told = result("loss.action", params | spent, [face])
    short = 15 + 5 * bid - trait - talent - face
    assert told["success"] == (short <= 5 * held)
    used = told["jetons_depenses"]
    assert used == 0 or (told["success"] and short > 5 * (used - 1))


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
        told = {option.choice: option.value for option in advice.options}
        assert {n: told[n] for n in worth} == worth
        assert (advice.seat, advice.best, advice.chance) == ("mj", 3, utility == "echec")
    theirs = ask_about("loss.action", {**params, "acteur": "mj"}, {"desastres_joueurs": True})
    assert advise(theirs, "echec").best == 3


def test_tokens_after_the_die_are_asked_only_where_they_can_help() -> None:
    params = {"trait": 4, "talent": 4, "jetons": 1}
    assert isinstance(run("loss.action", params, [2]).pending, Choose)
    assert run("loss.action", {**params, "trait": 3}, [2]).done
    assert run("loss.action", params, [7]).done
    assert run("loss.action", params, [2], jetons_apres_de=False).done
    told = result("loss.action", params, [2], 0)
    assert not told["success"]
    assert told["jetons_depenses"] == 0


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
    told = result("loss.automatic", params)
    assert told["total"] == (15 if told["autorise"] else None)
    ways = result("loss.sans_test", params)
    assert not told["success"] or "automatique" in ways["voies"]
    assert ways["voie"] == (ways["voies"] or ["aucune"])[0]
    assert not bid or not ways["voies"]


# ── the blind Test (invariant 11) ──────────────────────────────────────────────────────────────
BETTER = {"rien": 0, "intuition": 1, "devoile": 2}


@few
@given(scores, exploits, st.integers(0, 4), st.integers(2, 9))
def test_better_hidden_is_never_easier_to_find(
    talent: int, bid: int, hidden: int, face: int
) -> None:
    params = {"trait": 6, "talent": talent, "exploits": bid, "sans_de": False}
    levels = [
        result("loss.blind", params | {"caches": caches}, [face])["niveau"]
        for caches in (hidden, hidden + 1)
    ]
    assert BETTER[levels[1]] <= BETTER[levels[0]]
    found = law("loss.blind", params | {"caches": hidden})
    assert len({r.niveau for r in found} & {"devoile", "intuition"}) <= 1
    if bid >= hidden:
        assert all(r.success == (r.niveau == "devoile") for r in found)


def test_a_belief_is_the_mixture_of_its_numbers() -> None:
    params = {"trait": 6, "talent": 7, "exploits": 1}
    chances = [Fraction(n, 10) for n in (1, 2, 3, 4, 0, 0)]
    mixed = law("loss.blind", params | {"caches": [str(chance) for chance in chances]})
    total: dict[Any, Fraction] = {}
    for hidden, chance in enumerate(chances):
        for outcome, share in law("loss.blind", params | {"caches": hidden}).items():
            total[outcome] = total.get(outcome, Fraction()) + chance * share
    assert dict(mixed.items()) == {outcome: p for outcome, p in total.items() if p}
    assert refused("loss.blind", params | {"caches": ["1/2", 0, 0, 0, 0, 0]}) == "caches"


# ── oppositions (invariant 12) ─────────────────────────────────────────────────────────────────
@few
@given(scores, scores, st.integers(0, 2), st.integers(0, 2), un)
def test_swapping_the_sides_swaps_the_winners(
    one: int, two: int, free: int, other: int, kind: str
) -> None:
    def winners(a: int, b: int, x: int, y: int) -> Law[Any]:
        params = {"somme_initiateur": a, "somme_repondant": b, "engages": 0}
        params |= {"ag_initiateur": x, "ag_repondant": y}
        return law("loss.active", params, explosion_un=kind).map(lambda r: r.winner)

    here, there = winners(one, two, free, other), winners(two, one, other, free)
    assert here.p("initiateur") == there.p("repondant")
    assert here.p("nul") == there.p("nul")


@few
@given(scores, scores, st.integers(1, 5), tokens)
def test_the_first_tester_loses_by_his_own_die(one: int, two: int, bid: int, held: int) -> None:
    params = {"somme_initiateur": one, "somme_repondant": two, "engages": bid}
    first, second = ("initiateur", "repondant") if bid in (2, 4) else ("repondant", "initiateur")
    base = {"initiateur": one, "repondant": two}[first]
    params[f"jetons_{first}"] = held
    alone = success({"trait": base, "talent": 0, "exploits": bid, "jetons": held})
    for outcome, chance in law("loss.active", params).map(lambda r: (r.winner, r.lances)).items():
        if outcome[1] == 1:
            assert outcome[0] == second
            assert chance == 1 - alone
    for outcome in law("loss.active", params):
        assert outcome.exploits == (0 if outcome.winner == "nul" else bid)


def test_the_bidding() -> None:
    params = {"somme_initiateur": 14, "somme_repondant": 12}
    raises = ["annoncer", *["surencherir"] * 4]
    speakers = ["initiateur", "repondant"] * 3
    for place in range(5):
        pending = run("loss.active", params, *raises[:place]).pending
        assert isinstance(pending, Choose)
        assert (pending.who, pending.label) == (speakers[place], "annonce")
        assert pending.form.accept(raises[place]) == raises[place]
    pending = run("loss.active", params, *raises).pending
    assert isinstance(pending, Throw)
    assert pending.who == "repondant"
    for bid, seat in ((1, "repondant"), (2, "initiateur"), (3, "repondant"), (4, "initiateur")):
        pending = run("loss.active", params, *raises[:bid], "tester").pending
        assert isinstance(pending, Throw)
        assert pending.who == seat


def test_the_respondent_may_open_where_the_table_says_so() -> None:
    params = {"somme_initiateur": 14, "somme_repondant": 12}
    assert isinstance(run("loss.active", params, "passer").pending, Throw)
    session = run("loss.active", params, "passer", repondant_ouvre=True)
    assert isinstance(session.pending, Choose)
    assert session.pending.who == "repondant"
    answers = ["passer", "annoncer", "surencherir", "tester"]
    first = run("loss.active", params, *answers, repondant_ouvre=True).pending
    assert isinstance(first, Throw)
    assert first.who == "repondant"


def test_tokens_in_a_comparison() -> None:
    params = {
        "somme_initiateur": 10,
        "somme_repondant": 10,
        "engages": 0,
        "jetons_initiateur": 2,
        "jetons_repondant": 1,
    }
    told = result("loss.active", params, [5], [9], 1, 1, 1)
    assert told["winner"] == "initiateur"
    assert (told["jetons_initiateur_depenses"], told["jetons_repondant_depenses"]) == (2, 1)
    tied = run("loss.active", params, [5], [5], 0)
    assert isinstance(tied.pending, Choose)
    assert tied.pending.who == "repondant"
    assert result("loss.active", params, [5], [5], 0, 0)["winner"] == "nul"
    assert result("loss.active", params, [5], [9], 0)["winner"] == "repondant"


def test_totals_decide_two_successes_where_the_table_says_so() -> None:
    params = {"somme_initiateur": 14, "somme_repondant": 14, "engages": 1}
    assert result("loss.active", params, [7], [9])["winner"] == "nul"
    told = result("loss.active", params, [7], [9], nul_au_total=True)
    assert (told["winner"], told["lances"]) == ("initiateur", 2)
    assert result("loss.active", params, [10, 7], [10, 7], nul_au_total=True)["winner"] == "nul"
    assert result("loss.active", params, [2], nul_au_total=True)["lances"] == 1


# ── afterwards (invariants 8, 13, 14) ──────────────────────────────────────────────────────────
@few
@given(st.integers(1, 5), st.lists(st.integers(0, 4), min_size=1, max_size=4), st.data())
def test_ceded_exploits_are_neither_made_nor_lost(
    lost: int, reserves: list[int], data: st.DataObject
) -> None:
    names = [f"joueur{place}" for place in range(len(reserves))]
    switch = data.draw(st.sampled_from(["tout_a_un", "un_par_un"]))
    params = {
        "exploits": lost,
        "acteur": "mj",
        "auteur": "garde",
        "reserves": dict(zip(names, reserves, strict=True)),
    }
    session = run("loss.echec", params, priorite_joueurs=switch)
    while not session.done:
        assert isinstance(session.pending, Choose)
        session.answer({"choose": data.draw(st.sampled_from(list(session.pending.form.values())))})
    told = show(session.result)
    assert sum(told["attributions"].values()) == lost
    assert switch == "un_par_un" or len(told["attributions"]) == 1


def test_adversaries_share_token_by_token() -> None:
    params = {
        "exploits": 3,
        "acteur": "pj",
        "auteur": "diego",
        "adversaires": [{"id": "ana", "camp": "pj"}, {"id": "bo", "camp": "pj"}],
    }
    pending = run("loss.echec", params).pending
    assert isinstance(pending, Choose)
    assert (pending.who, pending.label) == ("joueurs", "partage")
    told = result("loss.echec", params, "bo", "ana", "bo")
    assert told == {"attributions": {"ana": 1, "bo": 2}, "usage": "ag"}
    each = result("loss.echec", params, partage_adversaires="chacun")
    assert each["attributions"] == {"ana": 3, "bo": 3}
    twins = params | {"adversaires": [{"id": "ana", "camp": "pj"}] * 2}
    assert refused("loss.echec", twins) == "adversaires"
    assert refused("loss.echec", {"exploits": 1, "acteur": "mj", "auteur": "x"}) == "reserves"


SCALES = ["hommes", "machines", "geants"]


@few
@given(st.integers(0, 500), st.integers(0, 9), st.sampled_from(SCALES), st.sampled_from(SCALES))
def test_scales(damage: int, armour: int, source: str, target: str) -> None:
    def lost(degats: int, armure: int) -> int:
        params = {"degats": degats, "armure": armure, "de": source, "vers": target}
        value: int = result("loss.degats_echelle", params)["perte"]
        return value

    here = lost(damage, armour)
    assert 0 <= here <= lost(damage + 1, armour)
    assert lost(damage, armour + 1) <= here
    steps = SCALES.index(source) - SCALES.index(target)
    above = Fraction(damage) * Fraction(10) ** steps > armour
    assert (here >= 1) == above
    params = {"valeur": damage, "de": source, "vers": target, "nature": "masse"}
    converted = Fraction(result("loss.echelle", params)["valeur"])
    assert converted * Fraction(10) ** -steps == damage


@few
@given(st.fractions(Fraction(1, 9), 50), st.fractions(0, 200))
def test_the_exploits_needed_are_the_least_that_do(base: Fraction, goal: Fraction) -> None:
    def reached(bid: int) -> Fraction:
        told = result("loss.effet", {"base": str(base), "exploits": bid})
        return Fraction(told["valeur"])

    told = result("loss.exploits_requis", {"base": str(base), "cible": str(goal)})
    assert reached(2) == 2 * base
    if told["possible"]:
        needed = told["exploits"]
        assert reached(needed) >= goal
        assert needed == 0 or reached(needed - 1) < goal
    else:
        assert told["exploits"] is None
        assert reached(5) < goal


@few
@given(st.integers(1, 5), st.data())
def test_every_exploit_won_is_one_effect(won: int, data: st.DataObject) -> None:
    session = run("loss.exploits", {"exploits": won})
    for _ in range(won):
        assert isinstance(session.pending, Choose)
        assert session.pending.label == "emploi"
        session.answer({"choose": data.draw(st.sampled_from(list(session.pending.form.values())))})
    told = show(session.result)
    halves = 2 * (Fraction(told.pop("multiplicateur")) - 1)
    assert halves + sum(told.values()) == won


def test_the_leader_may_decline_the_malus() -> None:
    assert result("loss.desastre", {"jetons": 2, "malus": "ask"}, True)["malus"] == 5
    assert result("loss.desastre", {"jetons": 2, "malus": "ask"}, False)["malus"] == 0
    assert result("loss.desastre", {"jetons": 5, "malus": "ask"})["echec_total"]
