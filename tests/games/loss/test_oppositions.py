"""Les Chants de Loss: blind Tests and oppositions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tablee.dice.die import Throw
from tablee.dice.law import Law
from tablee.rules.questions import Choose
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
    texts = result("loss.active", params, [5], [9], 1, 1, 1)
    assert texts["winner"] == "initiateur"
    assert (texts["jetons_initiateur_depenses"], texts["jetons_repondant_depenses"]) == (2, 1)
    tied = run("loss.active", params, [5], [5], 0)
    assert isinstance(tied.pending, Choose)
    assert tied.pending.who == "repondant"
    assert result("loss.active", params, [5], [5], 0, 0)["winner"] == "nul"
    assert result("loss.active", params, [5], [9], 0)["winner"] == "repondant"


def test_totals_decide_two_successes_where_the_table_says_so() -> None:
    params = {"somme_initiateur": 14, "somme_repondant": 14, "engages": 1}
    assert result("loss.active", params, [7], [9])["winner"] == "nul"
    texts = result("loss.active", params, [7], [9], nul_au_total=True)
    assert (texts["winner"], texts["lances"]) == ("initiateur", 2)
    assert result("loss.active", params, [10, 7], [10, 7], nul_au_total=True)["winner"] == "nul"
    assert result("loss.active", params, [2], nul_au_total=True)["lances"] == 1
