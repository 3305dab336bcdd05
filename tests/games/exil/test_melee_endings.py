"""Refusals and endings of a mêlée, and guns in contact."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, get_args

import pytest

from tablee.games.exil.fight.melee.combatants import Out
from tablee.games.exil.fight.melee.melee import Fin
from tablee.rules.readings.odds import odds
from tablee.rules.readings.session import Session
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import ask_about
from tablee.rules.schema import show
from tests.games.exil.grid_melee import BRUTE, SHOOTER, man
from tests.games.exil.oracle_melee import melee
from tests.kit.brute import key_of
from tests.kit.examples import examples


# ── refusals and endings ───────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"combattants": [BRUTE, BRUTE]}, "combattants[1].id"),
        ({"combattants": [BRUTE, BRUTE | {"id": "gm"}]}, "combattants[1].id"),
        ({"combattants": [BRUTE, BRUTE | {"id": "x"}]}, "combattants"),
        ({"initiative": ["zoe"]}, "initiative[0]"),
        ({"combattants": [BRUTE | {"pds": 25}, SHOOTER]}, "combattants[0].pds"),
        ({"combattants": [BRUTE | {"pds": -1}, SHOOTER]}, "combattants[0].pds"),
        ({"combattants": [BRUTE | {"egare": "zoe"}, SHOOTER]}, "combattants[0].egare"),
        ({"combattants": [BRUTE | {"seconde": True}, SHOOTER]}, "combattants[0].seconde"),
        (
            {"combattants": [BRUTE, SHOOTER | {"vise": {"cible": "zoe", "tours": 1}}]},
            "combattants[1].vise",
        ),
    ],
)
def test_what_is_refused_at_the_door(changes: dict[str, Any], field: str) -> None:
    with pytest.raises(Refusal) as refused:
        ask_about("exil.melee", {"combattants": [BRUTE, SHOOTER]} | changes)
    assert refused.value.field == field


def test_every_ending_has_a_recorded_run() -> None:
    runs = [
        example["expect"]["result"]
        for _, example in examples()
        if example["call"] == "resolve"
        and example["run"]["procedure"] == "exil.melee"
        and "result" in example["expect"]
    ]
    assert {run["fin"] for run in runs} == set(get_args(Fin))
    outs = {
        each.hors
        for _, example in examples()
        if example["run"]["procedure"] == "exil.melee" and "result" in example["expect"]
        for each in _final(example["run"]).combattants
    }
    assert outs == {None, *get_args(Out)}


def _final(run: Mapping[str, Any]) -> Any:
    question = ask_about(run["procedure"], run["params"], run.get("rulings"), run["answers"])
    return Session(question).result


def test_nobody_gives_up_before_adversaries_who_are_all_out() -> None:
    """EXIL-CBT-15: the last side wins, even if it is badly hurt."""
    hurt = man("ana", "ville", 14, letalite=20, pds=2, reddition="critique")
    foe = man("bob", "port", 0, pds=1)
    law = odds(ask_about("exil.melee", {"combattants": [hurt, foe], "max_turns": 1}))
    ends = {tuple(each.hors for each in r.combattants) for r, _ in law.items()}
    assert ends == {(None, "mort"), ("reddition", None)}


@pytest.mark.parametrize("tie", ["chance", "simultaneous"])
@pytest.mark.parametrize("policy", [{}, {"partage": 2}, {"passe": ["double_touche"]}])
def test_a_gun_with_needles_jams_in_contact_too(policy: dict[str, Any], tie: str) -> None:
    """EXIL-ARM-15, EXIL-TIR-02: a 12 jams the gun; the rest of a shared attack is lost."""
    gun = {"arme_a_feu": True, "enraye_sur_12": True, "bricoleur": 6}
    armed = {"a_distance": True, "maniabilite": 1, "tir": gun, "politique": {"attitude": "tout"}}
    one = man("ana", "ville", 15, **armed | {"politique": {"attitude": "tout"} | policy})
    others = [man("bob", "port", 6), man("cyr", "port", 5)]
    params = {"combattants": [one, *others], "max_turns": 2}
    rules = {"initiative_tie": tie}
    law = {key_of(show(r)): p for r, p in odds(ask_about("exil.melee", params, rules)).items()}
    by_hand: dict[str, Fraction] = {}
    for row, chance in melee(params, rules):
        by_hand[key_of(row)] = by_hand.get(key_of(row), Fraction()) + chance
    assert law == {key: chance for key, chance in by_hand.items() if chance}
    assert any('"enrayee"' in key for key in law)


def test_a_jam_in_contact_is_shown() -> None:
    gun = {"arme_a_feu": True, "enraye_sur_12": True}
    one = man("ana", "ville", 9, a_distance=True, maniabilite=1, tir=gun)
    params = {"combattants": [one, man("bob", "port", 0)], "max_turns": 1}
    run = Session(ask_about("exil.melee", params).with_answers([{"dice": [12]}]))
    assert [each.incident for each in run.result.combattants] == ["enrayee", "rien"]
    assert "Le d12 montre 12 : l’arme s’enraye." in [entry.text for entry in run.trace]


def test_an_empty_gun_at_the_belt_keeps_nobody_from_his_sword() -> None:
    """EXIL-ARM-12, EXIL-INC-07: rounds and jams concern the gun alone."""
    gun = {"talent": 9, "a_distance": True}
    one = man("ana", "ville", 12, munitions=0, incident="enrayee", autre_arme=gun)
    params = {"combattants": [one, man("bob", "port", 0)], "max_turns": 1}
    wounded = odds(ask_about("exil.melee", params)).map(lambda r: r.combattants[1].pds < 20)
    assert dict(wounded.items())[True] == Fraction(1, 2)
    drawn = params | {"combattants": [one | {"seconde": True}, man("bob", "port", 0)]}
    untouched = odds(ask_about("exil.melee", drawn)).map(lambda r: r.combattants[1].pds)
    assert dict(untouched.items()) == {20: 1}
