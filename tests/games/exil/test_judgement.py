"""The judgements of the leader and the small rules around them, through resolve and odds."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from tablee.games.exil.clauses import CLAUSES
from tablee.games.exil.equipment.gear import ARMES
from tablee.games.exil.tables import ATTRIBUTS, DIFFICULTIES
from tablee.rules.questions import Choose
from tablee.rules.readings.explain import explain
from tablee.rules.readings.odds import odds
from tablee.rules.readings.session import Session
from tablee.rules.registry import find_game
from tablee.rules.run_input import ask_about
from tablee.rules.schema import show
from tablee.rules.texts.words import Words
from tests.kit.command_line import call

Params = dict[str, Any]
WORDS = Words(find_game("exil"))


def run(procedure: str, params: Params, *answers: Any, **some_rulings: Any) -> Session:
    texts = [{"dice": [each]} if type(each) is int else {"choose": each} for each in answers]
    return Session(ask_about(procedure, params, some_rulings, texts))


def texts(session: Session) -> str:
    return " ".join(step.text for step in explain(session, WORDS))


# ── what no code decides ───────────────────────────────────────────────────────────────────────
LEFT = {
    "exil.simple": ("EXIL-BAS-01", "EXIL-BAS-02", "EXIL-BAS-11", "EXIL-ACT-02"),
    "exil.pure": ("EXIL-PUR-02", "EXIL-PUR-05"),
    "exil.shot": ("EXIL-ARM-08", "EXIL-ARM-18", "EXIL-INC-04"),
    "exil.rafale": ("EXIL-ARM-16",),
    "exil.health": ("EXIL-SAN-08",),
    "exil.suivi": ("EXIL-SAN-08", "EXIL-MAL-07"),
    "exil.book": ("EXIL-APP-05",),
    "exil.detachment": ("EXIL-DET-11", "EXIL-DET-13"),
    "exil.effacement": ("EXIL-DET-11",),
}


@pytest.mark.parametrize(
    ("procedure", "clause"),
    [(procedure, clause) for procedure, clauses in LEFT.items() for clause in clauses],
)
def test_what_the_leader_judges_stands_where_it_is_prepared(procedure: str, clause: str) -> None:
    """EXIL-BAS-01, -02, -11, EXIL-ACT-02, EXIL-PUR-02, -05, EXIL-ARM-08, -16, -18, EXIL-INC-04,
    EXIL-SAN-08, EXIL-MAL-07, EXIL-APP-05, EXIL-DET-11, -13."""
    described = call("show", procedure, "--json").json["clauses"]
    assert {"id": clause, "text": WORDS.clause(clause), "left_to_leader": True} in described
    shown = call("show", procedure).out
    assert shown.index("Au jugement de qui mène") < shown.rindex(clause)
    assert WORDS.text(CLAUSES[clause]) in re.sub(r"\n? +", " ", shown)


def test_gear_tells_what_no_number_does() -> None:
    """EXIL-ARM-08, EXIL-ARM-16, EXIL-ARM-18: on the sheet of the weapon itself."""
    assert "empoisonnés" in ARMES["sarbacane"].notes
    assert "introuvable" in ARMES["mitraillette"].notes
    assert "encombrante" in ARMES["fusil_a_arc"].notes


def test_the_leader_notes_what_a_state_of_health_looks_like() -> None:
    """EXIL-SAN-08: a remark of the leader stays in the ledger’s trace, without a number."""
    event = {"type": "decision", "texte": "le bras pend"}
    session = run("exil.suivi", {"etat": {"pds": 8}, "evenements": [event]})
    assert "le bras pend" in texts(session)
    assert show(session.result)["etat"]["pds"] == 8


def test_a_test_after_a_scenario_is_the_same_test() -> None:
    """EXIL-DET-11: the test is a run of exil.detachment."""
    rolled = run("exil.detachment", {"points": 5}, 12)
    kept = run(
        "exil.effacement",
        {"etat": {"points": 5}, "evenements": [{"type": "test", "de": 12}]},
    )
    assert rolled.result.points == kept.result.etat.points == 4


# ── pure actions ───────────────────────────────────────────────────────────────────────────────
def test_the_higher_level_wins_without_a_die() -> None:
    """EXIL-PUR-03: every Attribut against every obstacle, through resolve and odds."""
    ranked = list(product(enumerate(ATTRIBUTS), repeat=2))
    for (mine, attribut), (theirs, obstacle) in ranked:
        params = {"attribut": attribut, "obstacle": obstacle}
        session = run("exil.pure", params)
        assert session.done, "no die is asked for"
        assert session.result.success is (mine >= theirs)
        assert session.result.egalite is (mine == theirs)
        assert odds(ask_about("exil.pure", params)).p(session.result) == 1


@pytest.mark.parametrize("answer", ["reussite", "echec"])
def test_the_leader_breaks_a_tie(answer: str) -> None:
    """EXIL-PUR-04: only the leader is asked, and only at equal levels."""
    tied = {"attribut": "bon", "obstacle": "bon", "egalite": "ask"}
    pending = run("exil.pure", tied).pending
    assert isinstance(pending, Choose)
    assert (pending.who, list(pending.form.values())) == ("gm", ["reussite", "echec"])
    assert run("exil.pure", tied, answer).result.success is (answer == "reussite")
    (fixed,) = odds(ask_about("exil.pure", tied | {"egalite": answer}))
    assert (fixed.success, fixed.egalite) == (answer == "reussite", True)
    assert run("exil.pure", tied | {"obstacle": "moyen"}).done


# ── difficulties and margins ───────────────────────────────────────────────────────────────────
def test_difficulties_lie_between_the_ends_of_the_table_and_may_go_beyond() -> None:
    """EXIL-LEX-02, EXIL-ACT-04: -8 to 8 as a rule, any number the leader likes."""
    assert (min(DIFFICULTIES.values()), max(DIFFICULTIES.values())) == (-8, 8)
    for step in (*DIFFICULTIES.values(), -12, 11):
        law = odds(ask_about("exil.simple", {"talent": 10, "difficulty": step}))
        chance = law.chance(lambda result: result.success)
        assert chance == Fraction(min(12, max(0, 10 + step)), 12)


@pytest.mark.parametrize(
    ("face", "words"),
    [
        (3, "Belle réussite, marge de réussite 6"),
        (9, "Action réussie de justesse, marge de réussite 0"),
        (11, "Échec mineur, marge d’échec 2"),
    ],
)
def test_a_margin_is_shown_without_its_sign(face: int, words: str) -> None:
    """EXIL-LEX-03 (R-03): the trace gives a size, the result a signed margin."""
    session = run("exil.simple", {"talent": 9}, face)
    assert words in texts(session)
    assert session.result.margin == 9 - face


# ── learning, Détachement, weapons that do not parry ───────────────────────────────────────────
def test_a_book_is_read_with_lettre() -> None:
    """EXIL-APP-06: difficulty by the work; the benefit is that of a teacher."""
    params = {"lettre": 7, "difficulty": -2, "apprentissage": "difficile"}
    made, failed = run("exil.book", params, 5).result, run("exil.book", params, 6).result
    assert (made.success, made.apprentissage) == (True, "modere")
    assert (failed.success, failed.apprentissage) == (False, "difficile")
    law = odds(ask_about("exil.book", params))
    assert law.chance(lambda result: result.apprentissage == "modere") == Fraction(5, 12)
    taught = run("exil.book", params, 5).effects
    assert ("enseignement", True) in taught


def test_who_comes_from_forge_knows_no_detachement() -> None:
    """EXIL-DET-02: nothing for Forge, a third each for 1, 2 and 3 points for Exil."""
    born = {"origine": "forge"}
    assert run("exil.detachment_creation", born).result.points == 0
    law = odds(ask_about("exil.detachment_creation", {"origine": "exil"}))
    points = law.map(lambda result: result.points)
    assert dict(points.items()) == dict.fromkeys((1, 2, 3), Fraction(1, 3))
    assert run("exil.detachment_creation", {"origine": "exil"}, 2).result.points == 2


def test_a_bow_does_not_parry() -> None:
    """EXIL-ARM-07: its précision stays in the attack, whatever the attitude (R-42)."""
    archer = {
        "talent": 4,
        "maniabilite": ARMES["arc"].maniabilite,
        "a_distance": ARMES["arc"].a_distance,
        "politique": {"attitude": "rien"},
    }
    fight = {"a": archer, "b": {"talent": 12, "politique": {"attitude": "tout"}}}
    split = [
        entry.numbers
        for entry in run("exil.contact_round", fight).trace
        if entry.numbers.get("who") == "a" and "pdef" in entry.numbers
    ]
    assert (split[0]["poff"], split[0]["pdef"]) == (2, 4)
    sabre = fight | {"a": archer | {"a_distance": False}}
    grazed = [
        odds(ask_about("exil.contact_round", each)).map(lambda result: result.pds_a).p(left)
        for each, left in ((fight, 12), (sabre, 14))
    ]
    assert grazed == [Fraction(4, 12), Fraction(6, 12)]
