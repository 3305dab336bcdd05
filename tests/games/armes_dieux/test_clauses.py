"""Clauses of Armes-Dieux by name: what each says, played and weighed."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import pytest

from tablee.rules.readings.advice.advise import advise
from tablee.rules.readings.explain import explain
from tablee.rules.readings.odds import odds
from tablee.rules.readings.session import Session
from tablee.rules.refusal import Refusal
from tablee.rules.registry import find_game, find_procedure
from tablee.rules.run_input import ask_about
from tablee.rules.run_json import pending_view
from tablee.rules.schema import fields_of, show
from tablee.rules.texts.words import Words

Params = dict[str, Any]
WORDS = Words(find_game("armes_dieux"))


def run(name: str, params: Params, *answers: Any) -> Session:
    given = [{"dice": each} if isinstance(each, list) else {"choose": each} for each in answers]
    return Session(ask_about(f"armes_dieux.{name}", params, None, given))


def result(name: str, params: Params, *answers: Any) -> Params:
    session = run(name, params, *answers)
    assert session.done
    found: Params = show(session.result)
    return found


def law(name: str, params: Params) -> list[tuple[Params, Fraction]]:
    found = odds(ask_about(f"armes_dieux.{name}", params))
    return [(show(result), chance) for result, chance in found.items()]


def only(name: str, params: Params) -> Params:
    """The one outcome of a rule without dice: the same from its law as from a run."""
    (outcome,) = law(name, params)
    assert outcome == (result(name, params), Fraction(1))
    return outcome[0]


def refused(name: str, params: Params) -> str:
    with pytest.raises(Refusal) as caught:
        run(name, params)
    return caught.value.field


def cited(session: Session) -> set[str]:
    return {clause for entry in session.trace for clause in entry.clauses}


# ── Tests, and how they are requested ─────────────────────────────────────────────────────────────
def test_a_test_is_the_roll_of_a_poignee() -> None:
    """AD-TST-01: the Poignée gathered and its roll are the Test, in runs and in odds."""
    params = {"domaine": 4, "bonus": ["aspect"], "malus": 3, "sr": 12}
    gathered = only("poignee", {"domaine": 4, "bonus": ["aspect"], "malus": 3})
    assert gathered["poignee"] == 4
    assert law("test", params) == law("jet", {"poignee": 4, "sr": 12})
    assert result("test", params, [3, 3, 4, 2]) == result(
        "jet", {"poignee": 4, "sr": 12}, [3, 3, 4, 2]
    )


def test_what_is_left_to_the_meneur_stands_where_it_is_prepared() -> None:
    """AD-TST-02, -03, -04, AD-CAD-07, AD-RES-02, AD-ADD-02, AD-CHA-01, -02, -08, -09."""
    left = {
        name: find_procedure(f"armes_dieux.{name}").left_to_leader()
        for name in ("test", "test_figurant", "cadrage", "jet", "chance")
    }
    assert left == {
        "test": ("AD-TST-02", "AD-TST-04"),
        "test_figurant": ("AD-TST-03",),
        "cadrage": ("AD-CAD-07",),
        "jet": ("AD-RES-02", "AD-ADD-02"),
        "chance": ("AD-CHA-01", "AD-CHA-02", "AD-CHA-08", "AD-CHA-09"),
    }
    assert all(WORDS.clause(clause) for clauses in left.values() for clause in clauses)


CORONER: Params = {
    "approches": [
        {"nom": "Influence", "domaine": 6, "malus": 3},
        {"nom": "Agression", "domaine": 6},
    ],
    "sr": 12,
}


def test_one_way_among_several_is_the_players() -> None:
    """AD-CAD-01, -02, -05, -06: each way with its Domaine and its Malus, announced before."""
    asked = pending_view(run("cadrage", CORONER), WORDS)
    assert (asked["who"], asked["label"]) == ("player", "approche")
    texts = [(way["nom"], way["domaine"], way["malus"]) for way in asked["facts"]["approches"]]
    assert texts == [("Influence", 6, 3), ("Agression", 6, 0)]
    for name, dice in (("Influence", 3), ("Agression", 6)):
        chosen = run("cadrage", CORONER, name)
        assert pending_view(chosen, WORDS)["dice"] == f"{dice}d6"
        assert {"AD-CAD-01", "AD-CAD-02", "AD-CAD-06"} <= cited(chosen)
    ways = advise(ask_about("armes_dieux.cadrage", CORONER)).options
    reached = {
        way.choice: sum(
            p
            for r, p in law("jet", {"poignee": dice, "sr": 12})
            if "reussi" in r["issue"] or r["issue"] == "exceptionnelle"
        )
        for way, dice in zip(ways, (6, 3), strict=True)
    }
    assert {way.choice: way.value for way in ways} == reached
    assert ways[0].choice == "Agression"


@pytest.mark.parametrize(("malus", "word"), [(0, "aucun"), (3, "Difficile"), (6, "Très difficile")])
def test_a_malus_takes_its_dice_from_the_poignee(malus: int, word: str) -> None:
    """AD-CAD-03, -04, AD-MAL-01: after the twelve, never before."""
    assert WORDS.label(malus, "malus") == word
    assert only("poignee", {"domaine": 12, "renfort": 5, "malus": malus})["poignee"] == 12 - malus
    figurant = {"valeur": 12, "magique": True, "malus": malus}
    assert only("poignee_figurant", figurant)["poignee"] == 12 - malus
    assert refused("poignee", {"domaine": 12, "malus": 4}) == "malus"


def test_a_figurant_is_requested_as_a_character_is() -> None:
    """AD-CAD-08, -09, -10: the same Malus; his Domaine is a word and changes nothing."""
    plain = {"valeur": 6, "malus": 3, "sr": 9}
    named = plain | {"domaine_nom": "Agression"}
    assert (
        law("test_figurant", plain)
        == law("test_figurant", named)
        == law("jet", {"poignee": 3, "sr": 9})
    )
    texts = [step.text for step in explain(run("test_figurant", named), WORDS)]
    assert "Domaine de l’action\u00a0: Agression." in texts
    assert "domaine" not in fields_of(find_procedure("armes_dieux.test_figurant"))


# ── the Poignée ────────────────────────────────────────────────────────────────────────────────
BONUS = ("aspect", "avantage", "effort", "magique")


def test_a_poignee_begins_with_the_score_of_the_domaine() -> None:
    """AD-BON-01."""
    for score in range(13):
        assert only("poignee", {"domaine": score})["poignee"] == score


@pytest.mark.parametrize("count", range(3))
def test_up_to_two_different_bonus_of_three_dice(count: int) -> None:
    """AD-BON-02, -07."""
    for taken in itertools.combinations(BONUS, count):
        found = only("poignee", {"domaine": 2, "bonus": list(taken)})
        assert found["poignee"] == 2 + 3 * count
    assert refused("poignee", {"domaine": 2, "bonus": ["aspect", "aspect"]}) == "bonus"
    assert refused("poignee", {"domaine": 2, "bonus": list(BONUS[:3])}) == "bonus"


def test_the_meneur_grants_the_bonus_that_suit_and_the_player_takes_them() -> None:
    """AD-BON-03, -04, -06, AD-BON-02."""
    asked = pending_view(
        run(
            "test",
            {"domaine": 2, "bonus": "ask", "bonus_disponibles": ["aspect", "magique"], "sr": 9},
        ),
        WORDS,
    )
    assert (asked["who"], asked["subset"]["min"], asked["subset"]["max"]) == ("player", 0, 2)
    assert [o["id"] for o in asked["subset"]["of"]] == ["aspect", "magique"]
    assert asked["facts"] == {"domaine": 2, "sr": 9}
    none = run("test", {"domaine": 2, "bonus": "ask", "bonus_disponibles": [], "sr": 9})
    assert pending_view(none, WORDS)["label"] == "poignee"


def test_effort_costs_a_point_of_tension_before_the_roll() -> None:
    """AD-BON-05: paid when it is taken, whatever the dice."""
    waiting = run("test", {"domaine": 2, "bonus": ["effort"], "sr": 9})
    assert pending_view(waiting, WORDS)["kind"] == "roll"
    assert waiting.effects == [("tension", 1)]
    assert only("poignee", {"domaine": 2, "bonus": ["effort"]})["tension"] == 1
    assert only("poignee", {"domaine": 2, "bonus": ["magique"]})["tension"] == 0
    etat = result("personnage", {"evenements": [{"type": "effort"}]})["etat"]
    assert etat["tension"] == 1


def test_each_helper_and_each_power_adds_a_die() -> None:
    """AD-REN-01, -02, -04: as many as the narration has."""
    found = [only("poignee", {"domaine": 3, "renfort": n})["poignee"] for n in range(5)]
    assert found == [3, 4, 5, 6, 7]
    gift = {"type": "meneur", "reserve_combat": 2, "texte": "un pouvoir"}
    assert result("personnage", {"evenements": [gift]})["etat"]["reserve_combat"] == 2


def test_in_a_fight_dice_come_from_the_reserve() -> None:
    """AD-REN-03: no more than there are, nor than the twelve have room for; spent then."""
    params = {"domaine": 9, "bonus": [], "renfort_reserve": "ask", "reserve_combat": 5, "sr": 9}
    assert pending_view(run("test", params), WORDS)["range"] == [0, 3]
    drawn = run("test", params, 3)
    assert pending_view(drawn, WORDS)["dice"] == "12d6"
    assert drawn.effects == [("reserve_combat", -3)]
    assert (
        refused("poignee", {"domaine": 9, "renfort_reserve": 4, "reserve_combat": 5})
        == "renfort_reserve"
    )
    spent = {"type": "test", "renfort_reserve": 2}
    fighting = {"reserve_combat": 3, "en_combat": True}
    assert (
        result("personnage", {"etat": fighting, "evenements": [spent]})["etat"]["reserve_combat"]
        == 1
    )
    assert refused("personnage", {"etat": {"reserve_combat": 3}, "evenements": [spent]}) == (
        "evenements[0].renfort_reserve"
    )


def test_twelve_dice_at_most_before_the_malus() -> None:
    """AD-MAX-01, AD-MAL-01."""
    found = only("poignee", {"domaine": 9, "bonus": ["aspect", "effort"], "malus": 3})
    assert found == {"reunie": 12, "poignee": 9, "perdus": 3, "tension": 1}


# ── Figurants ──────────────────────────────────────────────────────────────────────────────────
def sized(**params: Any) -> int:
    found: int = only("poignee_figurant", params)["poignee"]
    return found


def test_a_figurant_begins_with_his_valeur() -> None:
    """AD-FIG-01."""
    assert [sized(valeur=v) for v in (0, 3, 6, 9, 12)] == [0, 3, 6, 9, 12]
    assert refused("poignee_figurant", {"valeur": 5}) == "valeur"


@pytest.mark.parametrize("flag", ["plusieurs", "avantage", "magique"])
def test_each_circumstance_adds_three_dice(flag: str) -> None:
    """AD-FIG-02: several of them, circumstances, a power."""
    assert sized(valeur=3, **{flag: True}) == 6


def test_raises_and_reduction_of_a_figurant() -> None:
    """AD-FIG-03, -04, -05: six dice more at most, three or six less, twelve before the Malus."""
    everything = {"plusieurs": True, "avantage": True, "magique": True}
    assert sized(valeur=3, **everything) == 9
    assert [sized(valeur=9, reduction=n) for n in (0, 3, 6)] == [9, 6, 3]
    assert sized(valeur=3, reduction=6) == 0
    assert sized(valeur=9, **everything, malus=3) == 9
    assert refused("poignee_figurant", {"valeur": 3, "reduction": 9}) == "reduction"


def test_the_meneur_may_set_any_size_or_estimate_one() -> None:
    """AD-FIG-06, -07: 0, 3, 6, 9, 12 by effectiveness, or another number."""
    assert [sized(estimation=n) for n in range(13)] == list(range(13))
    assert sized(valeur=12, plusieurs=True, reduction=6, estimation=4) == 4
    for dice in (0, 3, 6, 9, 12):
        assert law("test_figurant", {"estimation": dice, "sr": 12}) == law(
            "jet", {"poignee": dice, "sr": 12}
        )


# ── Test de chance ─────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("faces", "answer"),
    [
        ([1, 5, 2, 3], "non"),
        ([2, 2, 2, 4], "non"),
        ([3, 3, 4, 2], "oui_condition"),
        ([5, 5, 1, 1], "oui_condition"),
        ([6, 2, 1, 4], "oui"),
        ([6, 6, 6, 6], "oui"),
    ],
)
def test_luck_answers_by_sum_and_qualites(faces: list[int], answer: str) -> None:
    """AD-CHA-03, -04, -05, -06: four dice against 12, then fewer than three Qualités or not."""
    for qui in ("meneur", "player"):
        asked = pending_view(run("chance", {"qui": qui}), WORDS)
        assert (asked["who"], asked["dice"]) == (qui, "4d6")
        assert result("chance", {"qui": qui}, faces) == {"reponse": answer}


def test_the_printed_probabilities_of_luck() -> None:
    """AD-CHA-07 (E-01): 23.9, 49.9 and 26.2 %, counted over all throws by hand."""
    counted = {"non": 0, "oui_condition": 0, "oui": 0}
    for faces in itertools.product(range(1, 7), repeat=4):
        evens = sum(face % 2 == 0 for face in faces)
        counted["non" if sum(faces) < 12 else "oui" if evens > 2 else "oui_condition"] += 1
    assert counted == {"non": 310, "oui_condition": 646, "oui": 340}
    assert {r["reponse"]: p * 1296 for r, p in law("chance", {})} == counted


def test_the_question_is_shown_and_changes_nothing() -> None:
    """AD-CHA-01, -02."""
    asking = run("chance", {"question": "Y a-t-il un forgeron ici ?"}, [6, 2, 1, 4])
    assert {"AD-CHA-01", "AD-CHA-02"} <= cited(asking)
    assert law("chance", {"question": "Oui ?"}) == law("chance", {})


# ── special mechanics ──────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("field", ["sang", "maitrise"])
def test_powers_give_blood_dice_and_mastery_to_whoever_tests(field: str) -> None:
    """AD-MEC-01: in the Test of a character, of a Figurant, in an opposition, never by default."""
    value = {"sang": 1, "maitrise": True}[field]
    for name, params in (
        ("jet", {"poignee": 2, "sr": 5}),
        ("test", {"domaine": 2, "sr": 5}),
        ("test_figurant", {"estimation": 2, "sr": 5}),
        ("cadrage", {"approches": [{"nom": "a", "domaine": 2}], "sr": 5}),
    ):
        assert law(name, params) != law(name, params | {field: value})
    sides = [{"id": "a", "poignee": 2, "sr": 5}, {"id": "b", "poignee": 2, "sr": 5}]
    gifted = [sides[0] | {field: value}, sides[1]]
    assert law("opposition", {"participants": sides}) != law("opposition", {"participants": gifted})
