"""Livre des Règles de Base: attacks, magic and blows."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.dice.die import Throw
from tablee.rules.questions import Choose
from tablee.rules.readings.advice.advise import advise
from tablee.rules.readings.odds import odds
from tablee.rules.readings.session import play
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import ask_about
from tests.games.socle.asking import (
    GOOD,
    SANS,
    SIZES,
    STRICT,
    chance,
    de,
    degres,
    law,
    levels,
    played,
)

# ── attacks, magic, blows ──────────────────────────────────────────────────────────────────────
attacks = st.fixed_dictionaries(
    {
        "cible": st.sampled_from(["pion", "elite", "boss"]),
        "degres": degres,
        "aide": st.booleans(),
        "portee": st.just("distance"),
        "cases": st.integers(1, 20),
        "limite_portee": st.booleans(),
        "presse": st.sampled_from(["aucun", "tn", "complication"]),
        "expose": st.sampled_from(["auto", "oui", "non"]),
        "a_couvert": st.booleans(),
        "riposte_possible": st.booleans(),
        "riposte": st.sampled_from(["coeur", "complication"]),
        "armure": st.integers(0, 1),
        "armure_usage": st.sampled_from(["toujours", "jamais"]),
        "avantage": st.sampled_from(["blessure", "autre"]),
    }
)


def _held(params: dict[str, Any], result: Any) -> None:
    hit = result.issue in GOOD
    assert (result.blessures > 0) == hit
    lost = result.coeurs_perdus + result.armure_utilisee
    assert lost <= (0 if hit or result.issue == "presque_impossible" else 1)
    safe = params["a_couvert"] or not params["riposte_possible"]
    if params["expose"] == "non" or (params["expose"] == "auto" and safe):
        assert lost == 0
    if result.blessures == 2:
        assert result.issue == "exceptionnel"
        assert params["cible"] != "pion"
    assert 0 <= result.complications <= 3


@given(attacks, de, levels)
@settings(max_examples=60)
def test_an_attack_wounds_or_costs(params: dict[str, Any], size: int, niveau: str) -> None:
    for result in law("attaque", de=size, **params):
        _held(params, result)
    for result in law("attaque_d6", niveau=niveau, **params):
        assert not result.issue.startswith("presque")
        _held(params, result)


@given(attacks, de, st.integers(2, 6), st.sampled_from(["blessure", "autre", "mana"]))
@settings(max_examples=60)
def test_an_attack_spell_is_an_attack_that_costs_mana(
    params: dict[str, Any], size: int, mana: int, avantage: str
) -> None:
    spell = params | {"avantage": avantage, "niveau": "fort", "mana": mana, "mana_max": 6}
    plain = params | {"avantage": "blessure" if avantage == "blessure" else "autre"}
    fields = ["issue", "blessures", "coeurs_perdus", "armure_utilisee", "complications"]
    cast: dict[Any, Fraction] = {}
    for result, p in law("sort_attaque", de=size, **spell).items():
        cast[tuple(getattr(result, f) for f in fields)] = p
        back = result.issue == "exceptionnel" and avantage == "mana"
        cost = 0 if result.issue == "presque_impossible" else 2
        assert result.mana == mana - cost + back
    bare = {
        tuple(getattr(r, f) for f in fields): p for r, p in law("attaque", de=size, **plain).items()
    }
    assert cast == bare


@given(st.integers(0, 20), st.integers(0, 1), st.booleans(), st.booleans())
def test_a_blow_takes_one_heart_at_most(coeurs: int, armure: int, mort: bool, deadly: bool) -> None:
    (result,) = law("coup", {"mort_a_terre": deadly}, coeurs=coeurs, armure=armure, mort=mort)
    assert result.coeurs in (coeurs, coeurs - 1)
    assert result.coeurs >= 0
    if mort:
        assert (result.etat, result.coeurs, result.armure_utilisee) == ("mort", coeurs, False)
    elif result.etat != "mort":
        assert (result.etat == "a_terre") == (result.coeurs == 0)
    assert (result.etat == "mort") == (mort or (coeurs == 0 and not armure and deadly))


def test_the_asks_of_a_miss_come_in_order() -> None:
    params = {"de": 8, "cible": "elite", "riposte": "ask", "armure": 1, "armure_usage": "ask"}
    run = played("attaque", {"dice": [3]}, **params)
    assert (run.pending.label, run.pending.who, run.pending.facts) == (
        "riposte",
        "mj",
        (("face", 3),),
    )
    run.answer({"choose": "coeur"})
    assert (run.pending.label, run.pending.who) == ("user_armure", "player")
    run.answer({"choose": "oui"})
    assert (run.result.armure_utilisee, run.result.coeurs_perdus) == (True, 0)
    assert ("armure", -1) in run.effects


def clauses_of(run: Any) -> set[str]:
    return {clause for entry in run.trace for clause in entry.clauses}


def test_two_wounds_alone_are_shown_of_an_exceptional_hit() -> None:
    """SOC-TOU-02, -04."""
    for face, exceptional in ((9, False), (12, True)):
        hit = played("attaque", {"dice": [face]}, de=12, cible="elite")
        assert ("SOC-TOU-04" in clauses_of(hit)) is exceptional


@pytest.mark.parametrize(("name", "die"), [("attaque", {"de": 12}), ("attaque_d6", SANS)])
def test_the_last_heart_lost_fells(name: str, die: dict[str, Any]) -> None:
    """SOC-COE-03: by a riposte as by a blow; not where the Armure goes in its place."""
    for more, fallen in (({"coeurs": 1}, True), ({}, False), ({"coeurs": 1, "armure": 1}, False)):
        missed = played(name, {"dice": [2]}, cible="elite", **die, **more)
        assert ("SOC-COE-03" in clauses_of(missed)) is fallen


@pytest.mark.parametrize("spell", ["magie", "sort_attaque"])
def test_no_mana_comes_back_where_none_was_spent(spell: str) -> None:
    """SOC-MAG-08: it is neither offered nor taken."""
    foe = {"cible": "elite"} if spell == "sort_attaque" else {}
    for cost in (0, 1):
        params = {"de": 12, "niveau": "astuce", "cout": cost} | foe
        asked = played(spell, {"dice": [12]}, avantage="ask", **params)
        assert ("mana" in asked.pending.form.ids) is bool(cost)
    with pytest.raises(Refusal) as caught:
        played(spell, de=12, niveau="astuce", cout=0, avantage="mana", **foe)
    assert caught.value.field == "avantage"


@pytest.mark.parametrize("spell", ["magie", "sort_attaque"])
def test_the_mj_gives_mana_back_or_does_not(spell: str) -> None:
    """SOC-MAG-08, R-16: who is refused takes another avantage."""
    foe = {"cible": "elite"} if spell == "sort_attaque" else {}
    params = {"de": 12, "niveau": "fort", "avantage": "ask", "accord": "ask"} | foe
    wished = played(spell, {"dice": [12]}, {"choose": "mana"}, **params)
    assert (wished.pending.who, wished.pending.label) == ("mj", "accord")
    wished.answer({"choose": "oui"})
    assert (wished.result.mana, ("mana", 1) in wished.effects) == (2, True)
    refused = played(spell, {"dice": [12]}, {"choose": "mana"}, {"choose": "non"}, **params)
    assert "mana" not in refused.pending.form.ids
    refused.answer({"choose": "autre"})
    assert (refused.result.mana, refused.effects[-1][0] == "mana") == (1, False)
    fixed = played(spell, {"dice": [12]}, **params | {"avantage": "mana", "accord": False})
    assert fixed.result.mana == 1


def test_a_second_blessure_is_not_offered_for_the_last_coeur() -> None:
    """SOC-TOU-04, R-11: it never goes to another adversary."""
    for hearts, asked in ((1, False), (2, True)):
        params = {"de": 10, "cible": "elite", "coeurs_cible": hearts, "avantage": "ask"}
        assert (played("attaque", {"dice": [10]}, **params).pending is not None) is asked


@pytest.mark.parametrize(
    ("procedure", "params", "face", "granted"),
    [
        ("test", {"de": 8}, 8, ["autre"]),
        ("test", {"de": 8}, 7, []),
        ("test_d6", {"niveau": "novice"}, 6, ["autre"]),
        ("attaque", {"de": 8, "cible": "pion"}, 8, ["autre"]),
        ("attaque", {"de": 8, "cible": "elite"}, 8, []),
        ("attaque", {"de": 8, "cible": "elite", "avantage": "autre"}, 8, ["autre"]),
        ("magie", {"de": 8, "niveau": "fort", "avantage": "echelle"}, 8, ["echelle"]),
        ("magie", {"de": 8, "niveau": "fort", "avantage": "mana"}, 8, []),
        ("chronometre", {"de": 8, "reussites": 1}, 8, ["autre"]),
    ],
)
def test_an_avantage_that_no_number_holds_is_owed(
    procedure: str, params: dict[str, Any], face: int, granted: list[str]
) -> None:
    """SOC-RES-05, -06, SOC-MAG-07, -09."""
    effects = played(procedure, {"dice": [face]}, **params).effects
    assert [amount for name, amount in effects if name == "avantage"] == granted


def test_who_is_down_casts_nothing() -> None:
    """SOC-COE-04."""
    for state in ("a_terre", "mort"):
        with pytest.raises(Refusal) as caught:
            played("magie", de=8, niveau="standard", etat=state)
        assert caught.value.field == "etat"


@pytest.mark.parametrize(
    ("params", "rulings", "why"),
    [({"degres": 1}, {}, "SOC-DIF-06"), ({"expose": False}, STRICT, "SOC-RES-03")],
)
def test_a_duel_says_why_it_stops(
    params: dict[str, Any], rulings: dict[str, Any], why: str
) -> None:
    """Beyond the ladder, or with a die that never reaches the TN (R-02)."""
    duel = {"de": 10, "adversaires": [{"cible": "boss"}], **params}
    ended = play(ask_about("socle.duel", duel, rulings))
    assert ended.result.vainqueur == "aucun"
    assert clauses_of(ended) == {why, "SOC-COE-03", "SOC-TOU-01"}


def test_a_needed_choice_is_named_by_its_parameter() -> None:
    for name in ("armure_usage", "riposte", "avantage", "aide"):
        question = ask_about("socle.attaque", {"de": 8, "cible": "elite", "armure": 1, name: "ask"})
        with pytest.raises(Refusal) as refused:
            odds(question)
        assert (refused.value.kind, refused.value.field) == ("choice_needed", name)


def test_help_is_advised_against_where_it_hurts() -> None:
    bad = advise(ask_about("socle.test", {"de": 10, "tn": 12, "aide": "ask"}))
    assert [(o.choice, o.value) for o in bad.options] == [
        (False, Fraction(1, 10)),
        (True, Fraction(1, 12)),
    ]
    good = advise(ask_about("socle.test", {"de": 10, "aide": "ask"}))
    assert good.best is True


def test_the_examples_of_magic() -> None:
    """SOC-MAG-10: a shield against 6, an Élite to be held against 8."""
    shield: dict[str, Any] = {"de": 10, "niveau": "standard"}
    cast = played("magie", {"dice": [9]}, **shield).result
    assert (cast.issue, cast.mana, cast.consequence) == ("succes", 2, "aucune")
    assert chance(law("magie", **shield), "issue", *GOOD) == Fraction(1, 2)
    for size in SIZES:
        held = played("magie", {"dice": [3]}, de=size, niveau="fort").result
        assert (held.issue, held.mana, held.consequence) == ("echec", 1, "legere")
        slight = chance(law("magie", de=size, niveau="fort"), "consequence", "legere")
        assert slight == Fraction(min(size - 2, 6), size)


def test_a_pion_leaves_a_spell_the_choice_of_mana() -> None:
    params = {"de": 8, "cible": "pion", "niveau": "fort", "avantage": "ask"}
    run = played("sort_attaque", {"dice": [8]}, **params)
    assert run.pending.form.ids == ("echelle", "mana", "autre")
    run.answer({"choose": "mana"})
    assert (run.result.blessures, run.result.mana) == (1, 2)


@pytest.mark.parametrize(("ruling", "first"), [("aucune", "test"), ("moins_un", "aide")])
def test_nobody_is_asked_for_help_without_effect(ruling: str, first: str) -> None:
    """R-19: help has an effect with d6 alone only if the campaign has it so."""
    params = {"niveau": "novice", "cible": "pion", "aide": "ask"}
    session = play(ask_about("socle.attaque_d6", params, {"aide_d6": ruling}))
    assert isinstance(session.pending, Throw | Choose)
    assert session.pending.label == first
