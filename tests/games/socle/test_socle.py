"""Livre des Règles de Base: tables, tests, refusals."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.dice.die import Throw
from tablee.games.socle.tables import EFFECTS
from tablee.games.socle.words import WORDS
from tablee.rules.procedure import clause_ids
from tablee.rules.readings.session import play
from tablee.rules.refusal import Refusal
from tablee.rules.registry import find_procedure
from tablee.rules.run_input import ask_about
from tablee.rules.schema import fields_of
from tests.games.socle.asking import (
    GOOD,
    LADDER,
    SIZES,
    STRICT,
    chance,
    de,
    degres,
    law,
    levels,
    played,
    success,
    tn,
)

# ── tables ─────────────────────────────────────────────────────────────────────────────────────
TABLE_08 = {
    6: ("1/2 1/6 1/6 1/6", "1/2 1/6 0 0"),
    8: ("5/8 3/8 1/8 1/8", "5/8 3/8 1/8 0"),
    10: ("7/10 1/2 3/10 1/10", "7/10 1/2 3/10 0"),
    12: ("3/4 7/12 5/12 1/12", "3/4 7/12 5/12 1/12"),
    20: ("17/20 3/4 13/20 9/20", "17/20 3/4 13/20 9/20"),
}


@pytest.mark.parametrize("size", SIZES)
def test_table_08_chance_of_success(size: int) -> None:
    for texts, rulings in zip(TABLE_08[size], ({}, STRICT), strict=True):
        found = [success(rulings, de=size, tn=each) for each in LADDER]
        assert found == [Fraction(each) for each in texts.split()]


@pytest.mark.parametrize(
    ("niveau", "seuil"), [("maitre", 3), ("entraine", 4), ("novice", 5), ("sans", 6)]
)
def test_table_07_seuils(niveau: str, seuil: int) -> None:
    assert played("test_d6", {"dice": [3]}, niveau=niveau).result.seuil == seuil


# ── tests ──────────────────────────────────────────────────────────────────────────────────────
@given(de, tn, degres, st.booleans())
def test_a_rolled_die_fails_worst_and_shines_equally(
    size: int, level: int, shift: int, aide: bool
) -> None:
    found = law("test", de=size, tn=level, degres=shift, aide=aide)
    worst, best = (chance(found, "issue", i) for i in ("echec_complication", "exceptionnel"))
    place = LADDER.index(level) + shift
    if 0 <= place <= 3:
        top = [*SIZES, 20][SIZES.index(size) + aide]
        assert worst == best == Fraction(1, top)
        assert found == law("test", de=top, tn=LADDER[place])
    else:
        assert [r.issue for r in found] == [
            "presque_certain" if place < 0 else "presque_impossible"
        ]


@given(de, tn, degres, st.booleans(), st.data())
def test_the_issue_depends_on_die_tn_and_face_alone(
    size: int, level: int, shift: int, aide: bool, data: st.DataObject
) -> None:
    """Invariants 4 and 5: degrees undo each other on the ladder, and nothing is added to a face."""
    place = LADDER.index(level) + shift
    if not 0 <= place <= 3:
        return
    top = [*SIZES, 20][SIZES.index(size) + aide]
    face = data.draw(st.integers(1, top))
    moved = played("test", {"dice": [face]}, de=size, tn=level, degres=shift, aide=aide)
    plain = played("test", {"dice": [face]}, de=top, tn=LADDER[place])
    assert moved.result == plain.result
    asked = next(entry.numbers["level"] for entry in moved.trace if "level" in entry.numbers)
    assert asked == LADDER[place]
    back = played("test", {"dice": [face]}, de=top, tn=LADDER[place], degres=-shift)
    assert back.result == played("test", {"dice": [face]}, de=top, tn=level).result


def test_what_a_small_die_needs_is_shown_as_it_is() -> None:
    """SOC-RES-05: no d8 shows 12, and yet its top face may succeed (R-02)."""
    for size, rulings, texts in (
        (12, {}, "il faut {level} ou plus"),
        (8, {}, "mais la plus haute face"),
        (8, STRICT, "n’a pas"),
    ):
        run = play(ask_about("socle.test", {"de": size, "tn": 12}, rulings))
        assert texts in run.trace[-1].text


@given(de, tn, st.integers(-2, 1), st.booleans())
def test_a_harder_test_never_helps(size: int, level: int, shift: int, forced: bool) -> None:
    here, harder = (
        success(de=size, tn=level, degres=each, jet_force=forced) for each in (shift, shift + 1)
    )
    assert here >= harder


@given(de, tn)
def test_help_hurts_only_where_the_bigger_die_stays_under(size: int, level: int) -> None:
    alone, helped = (success(de=size, tn=level, aide=aide) for aide in (False, True))
    bigger = [*SIZES, 20][SIZES.index(size) + 1]
    assert (helped < alone) == (bigger != size and bigger <= level)
    strict = [success(STRICT, de=size, tn=level, aide=aide) for aide in (False, True)]
    assert strict[1] >= strict[0]


@given(levels, st.integers(-5, 4))
def test_with_d6_only_a_level_is_a_face(niveau: str, harder: int) -> None:
    here, after = (law("test_d6", niveau=niveau, plus_dur=n) for n in (harder, harder + 1))
    won = chance(here, "issue", *GOOD)
    seuil = next(iter(here)).seuil
    assert 2 <= seuil <= 6
    assert won == Fraction(7 - seuil, 6)
    assert chance(after, "issue", *GOOD) <= won
    assert chance(here, "issue", "echec_complication") == Fraction(1, 6)


def test_an_ally_knows_the_die_that_help_gives() -> None:
    """SOC-AID-01, -02, -04."""
    run = played("test", de=10, aide="ask")
    assert run.pending.who == "ally"
    assert dict(run.pending.facts) == {"de": 10, "de_aide": 12, "tn": 6}
    run.answer({"choose": "oui"})
    assert run.pending.die.highest == 12
    assert find_procedure("socle.test").left_to_leader() == ("SOC-AID-04",)


@pytest.mark.parametrize(
    ("procedure", "params", "rulings"),
    [
        ("test", {"de": 20}, {}),
        ("test", {"de": 8, "tn": 4, "degres": -1}, {}),
        ("test", {"de": 8, "tn": 12, "degres": 1}, {}),
        ("magie", {"de": 20, "niveau": "fort"}, {}),
        ("attaque", {"de": 20, "cible": "elite"}, {}),
        ("attaque_d6", {"niveau": "novice", "cible": "pion"}, {}),
        ("attaque_d6", {"niveau": "sans", "cible": "boss"}, {"aide_d6": "moins_un"}),
        (
            "attaque_d6",
            {"niveau": "maitre", "cible": "pion", "degres": -1},
            {"aide_d6": "moins_un"},
        ),
    ],
)
def test_nobody_is_asked_for_help_that_changes_nothing(
    procedure: str, params: dict[str, Any], rulings: dict[str, Any]
) -> None:
    """SOC-AID-02: on a d20, without a roll, at the limits of a seuil (R-06, SOC-SIX-03)."""
    run = play(ask_about(f"socle.{procedure}", params | {"aide": "ask"}, rulings))
    assert run.pending is None or isinstance(run.pending, Throw)


# ── trying again ───────────────────────────────────────────────────────────────────────────────
DOOR = {"objectif": "la porte", "caracteristique": "Force"}


def again(*answers: Any, procedure: str = "test", **params: Any) -> Any:
    of = {"de": 8} if procedure == "test" else {"niveau": "novice"}
    given = of | {"tentative": DOOR, "essais": [DOOR]} | params
    return played(procedure, *({"choose": each} for each in answers), **given)


@pytest.mark.parametrize("procedure", ["test", "test_d6"])
def test_a_failed_way_is_tried_again_at_a_price_or_after_a_change(procedure: str) -> None:
    """SOC-REP-01, -02, R-26: the player says which, the MJ whether anything has changed."""
    asked = again(procedure=procedure)
    assert (asked.pending.who, asked.pending.label) == ("player", "reprise")
    assert isinstance(again("complication", procedure=procedure).pending, Throw)
    judged = again("changement", procedure=procedure)
    assert (judged.pending.who, judged.pending.label) == ("mj", "changement_admis")
    assert again("changement", True, procedure=procedure).effects == [("reprise", "changement")]
    same = again("changement", False, procedure=procedure)
    assert same.pending.form.ids == ("complication", "retrait")
    given_up = again("retrait", procedure=procedure)
    assert (given_up.result.issue, given_up.effects) == ("retrait", [])


@pytest.mark.parametrize(
    "params",
    [
        {"essais": []},
        {"tentative": None},
        {"tentative": DOOR | {"moyens": "un pied-de-biche"}},
        {"tentative": DOOR | {"caracteristique": "Agilité"}},
        {"reprise": "complication"},
        {"reprise": "changement"},
    ],
)
def test_another_way_is_simply_tried(params: dict[str, Any]) -> None:
    """SOC-REP-02: or one whose price is settled."""
    assert isinstance(again(**params).pending, Throw)


def test_a_way_is_the_same_however_its_words_are_written() -> None:
    assert again(tentative=DOOR | {"objectif": "LA PORTE"}).pending.label == "reprise"


def test_help_that_is_written_nowhere_is_shown_so() -> None:
    """SOC-SIX-04."""
    texts = [
        entry.clauses
        for entry in played("test_d6", {"dice": [4]}, niveau="novice", aide=True).trace
    ]
    assert ("SOC-SIX-04",) in texts
    assert law("test_d6", niveau="novice", aide=True) == law("test_d6", niveau="novice")


@pytest.mark.parametrize(("cible", "harder"), [("pion", 0), ("elite", 1), ("boss", 2)])
def test_adversaries_shift_the_seuil_where_only_d6_are_used(cible: str, harder: int) -> None:
    """SOC-SIX-05, by the roll and by the law."""
    for niveau, seuil in (("maitre", 3), ("entraine", 4), ("novice", 5), ("sans", 6)):
        needed = min(6, seuil + harder)
        params: dict[str, Any] = {"niveau": niveau, "cible": cible}
        assert played("attaque_d6", {"dice": [needed]}, **params).result.issue in GOOD
        if needed > 2:
            below = played("attaque_d6", {"dice": [needed - 1]}, **params).result
            assert below.issue.startswith("echec")
        found = law("attaque_d6", **params)
        assert chance(found, "issue", *GOOD) == Fraction(7 - needed, 6)


# ── refusals ───────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("procedure", "params", "field"),
    [
        ("test", {"de": 7}, "de"),
        ("test", {"de": 8, "tn": 5}, "tn"),
        ("test", {"de": 8, "degres": 3}, "degres"),
        ("attaque", {"de": 8, "cible": "pion", "cases": 2}, "cases"),
        ("attaque", {"de": 8, "cible": "pion", "coeurs_cible": 2}, "coeurs_cible"),
        ("magie", {"de": 8, "niveau": "fort", "mana": 1}, "mana"),
        ("magie", {"de": 8, "niveau": "fort", "mana": 4}, "mana"),
        ("magie", {"de": 8, "niveau": "fort", "cout": 1}, "cout"),
        ("sort_attaque", {"de": 8, "niveau": "fort", "cible": "pion", "cases": 3}, "cases"),
        ("sort_attaque", {"de": 8, "niveau": "fort", "cible": "pion", "mana": 0}, "mana"),
        ("duel", {"de": 8, "adversaires": []}, "adversaires"),
        (
            "duel",
            {"de": 8, "adversaires": [{"cible": "boss"}, {"cible": "pion", "coeurs": 2}]},
            "adversaires[1].coeurs",
        ),
        ("chronometre", {"reussites": 1}, "de"),
        ("chronometre", {"reussites": 1, "de": 6, "niveau": "sans"}, "niveau"),
        ("chronometre", {"reussites": 1, "de": 6, "tn": 12, "degres": 1}, "degres"),
    ],
)
def test_refusals_name_their_field(procedure: str, params: dict[str, Any], field: str) -> None:
    with pytest.raises(Refusal) as refused:
        ask_about(f"socle.{procedure}", params)
    assert refused.value.field == field


# ── examples beside the fields ──────────────────────────────────────────────────────────────
def test_the_levels_of_magie_are_shown_with_their_numbers() -> None:
    """SOC-MAG-05: beside the field, and beside the choice of the MJ in a fight."""
    own = find_procedure("socle.magie")
    found = fields_of(own)["niveau"].landmarks
    assert found is not None
    rows = dict(found.rows)
    for level, (needed, cost) in EFFECTS.items():
        price = f"TN {needed}, {'0 ou ' if level == 'astuce' else ''}{cost} Mana"
        assert rows[level][0] == price
        assert price in WORDS[f"ampleur.{level}"]


@pytest.mark.parametrize(
    ("procedure", "field", "clauses"),
    [
        ("test", "degres", "SOC-DIF-02..04"),
        ("test", "aide", "SOC-AID-04"),
        ("test", "reprise", "SOC-REP-02"),
        ("test_d6", "plus_dur", "SOC-DIF-02..04"),
        ("test_d6", "niveau", "SOC-SIX-01"),
        ("attaque", "riposte", "SOC-RIP-01, -07"),
        ("attaque", "expose", "SOC-RIP-04..06"),
        ("attaque", "presse", "SOC-MUL-01, -02"),
        ("attaque", "avantage", "SOC-RES-06"),
        ("attaque", "cible", "SOC-ATK-04"),
        ("magie", "niveau", "SOC-MAG-05"),
        ("magie", "avantage", "SOC-MAG-07..09"),
    ],
)
def test_what_must_be_judged_has_examples(procedure: str, field: str, clauses: str) -> None:
    found = fields_of(find_procedure(f"socle.{procedure}"))[field].landmarks
    assert found is not None
    assert all(texts for _, texts in found.rows)
    assert set(clause_ids(clauses)) <= set(found.clauses)
