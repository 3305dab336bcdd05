"""A campaign may hide the numbers of the leader's characters: Armes-Dieux and Socle (R-27)."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.rules.readings.explain import explain, visible
from tablee.rules.readings.session import Session
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import ask_about
from tablee.rules.run_json import may_know
from tablee.rules.texts.words import Words

SIDES: dict[str, Any] = {
    "participants": [
        {"id": "Ada", "poignee": 3, "sr": 6, "ecartes": "ask"},
        {"id": "le garde", "poignee": 9, "sr": 17, "acteur": "figurant", "malus": 3},
    ]
}
GUARD: dict[str, Any] = {"de": 10, "cible": "elite"}
FIGHT: dict[str, Any] = {
    "heros": [{"id": "Ana", "de": 10}],
    "adversaires": [{"id": "la garde", "cible": "elite", "coeurs": 2}],
}


def read(
    procedure: str, params: dict[str, Any], seat: str | None, *answers: Any, **rulings: str
) -> list[Any]:
    """Return all numbers that a seat reads in the trace of a run."""
    given = [{"dice": a} if isinstance(a, list) else {"choose": a} for a in answers]
    given = [{"together": [0]} if each == {"choose": 0} else each for each in given]
    session = Session(ask_about(procedure, params, rulings, given))
    return [value for entry in visible(session, seat) for value in entry.numbers.values()]


@pytest.mark.parametrize(("seat", "reads"), [("Ada", False), ("meneur", True), (None, True)])
def test_the_seuil_of_a_figurant_is_the_meneurs(seat: str | None, reads: bool) -> None:
    rolled = (0, [1, 2, 3], [1, 1, 1, 1, 1, 1])
    asked = "armes_dieux.opposition", SIDES, seat, *rolled
    assert (17 in read(*asked, scores_adverses="caches")) is reads
    assert 17 in read(*asked)
    assert 6 in read(*asked, scores_adverses="caches"), "an own Seuil is known"


@pytest.mark.parametrize("hidden", [False, True])
def test_who_sets_dice_aside_reads_the_facts_of_the_players_alone(hidden: bool) -> None:
    """AD-OPP-01."""
    rulings = {"scores_adverses": "caches"} if hidden else {}
    session = Session(ask_about("armes_dieux.opposition", SIDES, rulings))
    pending: Any = session.pending
    (choice,) = pending.choices
    known = dict(choice.facts)["participants"]
    assert [each.id for each in known] == (["Ada"] if hidden else ["Ada", "le garde"])


@pytest.mark.parametrize(("seat", "reads"), [("player", False), ("mj", True), (None, True)])
def test_the_tn_of_an_adversary_is_the_mjs(seat: str | None, reads: bool) -> None:
    asked = "socle.attaque", GUARD, seat, [7]
    assert (8 in read(*asked, chiffres_adverses="caches")) is reads
    assert 8 in read(*asked)
    assert 7 in read(*asked, chiffres_adverses="caches"), "the die is on the table"


@pytest.mark.parametrize(("seat", "reads"), [("Ana", False), ("mj", True)])
def test_the_hearts_of_an_adversary_in_a_fight_are_the_mjs(seat: str, reads: bool) -> None:
    asked = "socle.combat", FIGHT, seat, "Ana", "attaque:la garde"
    hidden = read(*asked, chiffres_adverses="caches")
    assert ("elite" in hidden) is reads
    assert "elite" in read(*asked)
    assert "la garde" in hidden
    thrown = read(*asked, [3], chiffres_adverses="caches")
    assert (8 in thrown) is reads


@pytest.mark.parametrize(
    ("procedure", "params", "seat", "ruling"),
    [
        ("armes_dieux.opposition", SIDES, "Ada", "scores_adverses"),
        ("armes_dieux.oppositions", {**SIDES}, "Ada", "scores_adverses"),
        ("socle.attaque", GUARD, "player", "chiffres_adverses"),
        ("socle.combat", FIGHT, "Ana", "chiffres_adverses"),
        ("socle.duel", {"de": 10, "adversaires": [{"cible": "pion"}]}, "player",
         "chiffres_adverses"),
    ],
)  # fmt: skip
def test_no_chance_is_computed_for_who_may_not_know(
    procedure: str, params: dict[str, Any], seat: str, ruling: str
) -> None:
    if procedure == "armes_dieux.oppositions":
        plain = [{n: v for n, v in each.items() if n != "malus"} for each in SIDES["participants"]]
        params = {"participants": plain}
    may_know(ask_about(procedure, params), seat)
    question = ask_about(procedure, params, {ruling: "caches"})
    may_know(question, question.game.leader)
    with pytest.raises(Refusal):
        may_know(question, seat)


def test_players_against_each_other_hide_nothing() -> None:
    both = {"participants": [{"id": name, "poignee": 3, "sr": 6} for name in ("Ada", "Bo")]}
    may_know(ask_about("armes_dieux.opposition", both, {"scores_adverses": "caches"}), "Ada")
    session = Session(
        ask_about(
            "armes_dieux.opposition",
            both,
            {"scores_adverses": "caches"},
            [{"dice": [2, 2, 2]}, {"dice": [1, 1, 1]}],
        )
    )
    texts = [step.text for step in explain(session, Words(session.question.game), "Bo")]
    assert any("Seuil de" in text for text in texts)
