"""Les Chants de Loss: after the Test: Exploits, tokens, scales."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tablee.rules.questions import Choose
from tablee.rules.schema import show
from tests.games.loss.asking import (
    few,
    refused,
    result,
    run,
)


# ── afterwards (invariants 8, 13, 14) ──────────────────────────────────────────────────────────
@few
@given(st.integers(1, 5), st.lists(st.integers(0, 4), min_size=1, max_size=4), st.data())
def test_ceded_exploits_are_neither_made_nor_lost(
    lost: int, reserves: list[int], data: st.DataObject
) -> None:
    names = [f"joueur{place}" for place in range(len(reserves))]
    ruling = data.draw(st.sampled_from(["tout_a_un", "un_par_un"]))
    params = {
        "exploits": lost,
        "acteur": "mj",
        "auteur": "garde",
        "reserves": dict(zip(names, reserves, strict=True)),
    }
    session = run("loss.echec", params, priorite_joueurs=ruling)
    while not session.done:
        assert isinstance(session.pending, Choose)
        session.answer({"choose": data.draw(st.sampled_from(list(session.pending.form.values())))})
    texts = show(session.result)
    assert sum(texts["attributions"].values()) == lost
    assert ruling == "un_par_un" or len(texts["attributions"]) == 1


def test_adversaries_share_token_by_token() -> None:
    params = {
        "exploits": 3,
        "acteur": "pj",
        "auteur": "diego",
        "adversaires": [{"id": "ana", "camp": "pj"}, {"id": "bo", "camp": "pj"}],
    }
    pending = run("loss.echec", params).pending
    assert isinstance(pending, Choose)
    assert (pending.who, pending.label) == ("mj", "partage")
    texts = result("loss.echec", params, "bo", "ana", "bo")
    assert texts == {"attributions": {"ana": 1, "bo": 2}, "usage": "ag"}
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
        texts = result("loss.effet", {"base": str(base), "exploits": bid})
        return Fraction(texts["valeur"])

    texts = result("loss.exploits_requis", {"base": str(base), "cible": str(goal)})
    assert reached(2) == 2 * base
    if texts["possible"]:
        needed = texts["exploits"]
        assert reached(needed) >= goal
        assert needed == 0 or reached(needed - 1) < goal
    else:
        assert texts["exploits"] is None
        assert reached(5) < goal


@few
@given(st.integers(1, 5), st.data())
def test_every_exploit_won_is_one_effect(won: int, data: st.DataObject) -> None:
    session = run("loss.exploits", {"exploits": won})
    for _ in range(won):
        assert isinstance(session.pending, Choose)
        assert session.pending.label == "emploi"
        session.answer({"choose": data.draw(st.sampled_from(list(session.pending.form.values())))})
    texts = show(session.result)
    halves = 2 * (Fraction(texts.pop("multiplicateur")) - 1)
    assert halves + sum(texts.values()) == won


def test_the_leader_may_decline_the_malus() -> None:
    assert result("loss.desastre", {"jetons": 2, "malus": "ask"}, True)["malus"] == 5
    assert result("loss.desastre", {"jetons": 2, "malus": "ask"}, False)["malus"] == 0
    assert result("loss.desastre", {"jetons": 5, "malus": "ask"})["echec_total"]
