"""Every switch of Armes-Dieux, each way: the same run told otherwise, its law too."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tablee.games.armes_dieux import ArmesDieuxRulings
from tablee.rules.readings.odds import odds
from tablee.rules.readings.session import Session
from tablee.rules.run_input import ask_about
from tablee.rules.schema import show
from tests.kit.each_way import Switches

Params = dict[str, Any]
SWITCHES = Switches(ArmesDieuxRulings)
each_way = SWITCHES.each_way


def result(name: str, params: Params, *answers: Any, **switches: Any) -> Params:
    given = [{"dice": each} if isinstance(each, list) else {"choose": each} for each in answers]
    session = Session(ask_about(f"armes_dieux.{name}", params, switches, given))
    assert session.done
    found: Params = show(session.result)
    return found


def chance(name: str, params: Params, field: str, value: Any, **switches: Any) -> Fraction:
    law = odds(ask_about(f"armes_dieux.{name}", params, switches), (field,))
    return sum((p for r, p in law.items() if getattr(r, field) == value), Fraction())


@each_way("poignee_minimum", (0, Fraction(0)), (1, Fraction(1, 2)))
def test_r_02_the_least_that_a_malus_leaves(value: int, told: Fraction) -> None:
    """AD-MAL-01: three dice less of a Domaine of 2."""
    params = {"domaine": 2, "malus": 3, "sr": 4}
    assert result("poignee", {"domaine": 2, "malus": 3}, poignee_minimum=value)["poignee"] == value
    faces = [[4]] * value
    ended = result("test", params, *faces, poignee_minimum=value)["issue"]
    assert ended == ("reussite_revers" if value else "echec")
    assert chance("test", params, "issue", "reussite_revers", poignee_minimum=value) == told


@each_way("figurant_reduction", ("avant_maximum", 12), ("malus", 9))
def test_r_07_an_action_that_suits_a_figurant_badly(value: str, told: int) -> None:
    """AD-FIG-04, -05: 12 + 3 - 3 before or after the twelve."""
    params = {"valeur": 12, "plusieurs": True, "reduction": 3}
    assert result("poignee_figurant", params, figurant_reduction=value)["poignee"] == told
    sr = {"sr": 6 * 12}
    reached = chance(
        "test_figurant", params | sr, "issue", "exceptionnelle", figurant_reduction=value
    )
    assert reached == (Fraction(1, 6**12) if told == 12 else 0)


@each_way("additionnel_palier", ("reste", "reussite_revers"), ("total", "reussite"))
def test_r_13_what_a_purchase_costs(value: str, told: str) -> None:
    """AD-ADD-01: four Qualités, three of them spent."""
    params = {"poignee": 4, "sr": 4, "additionnel": "toujours"}
    assert result("jet", params, [2, 4, 6, 2], additionnel_palier=value)["issue"] == told
    clean = chance("jet", params, "issue", "reussite", additionnel_palier=value)
    assert (clean > 0) == (value == "total")


@each_way("opposition_egalite", ("nul", None), ("somme", "Bo"))
def test_r_15_equal_qualites(value: str, told: str | None) -> None:
    """AD-OPP-02: one each, 2 against 4."""
    sides = [{"id": "Ada", "poignee": 1, "sr": 1}, {"id": "Bo", "poignee": 1, "sr": 1}]
    ended = result("opposition", {"participants": sides}, [2], [4], opposition_egalite=value)
    assert ended["gagnant"] == told
    tied = chance(
        "opposition", {"participants": sides}, "cause", "egalite", opposition_egalite=value
    )
    assert tied == (Fraction(1, 2) if value == "nul" else Fraction(1, 6))


@each_way("opposition_palier", ("final", "reussite_revers"), ("obtenues", "reussite"))
def test_r_16_how_well_a_winner_did(value: str, told: str) -> None:
    """AD-OPP-03: three Qualités against one."""
    sides = [{"id": "Ada", "poignee": 3, "sr": 3}, {"id": "Bo", "poignee": 1, "sr": 1}]
    params = {"participants": sides}
    ended = result("opposition", params, [2, 2, 2], [2], opposition_palier=value)
    assert (ended["gagnant"], ended["issue"], ended["qualites"]) == ("Ada", told, 2)
    clean = chance("opposition", params, "issue", "reussite", opposition_palier=value)
    assert clean == (Fraction(1, 16) if value == "final" else Fraction(1, 8))


@each_way("maitrise_sang", ("deux", 2), ("un", 1))
def test_r_19_a_six_of_a_mastered_blood_die(value: str, told: int) -> None:
    """AD-MAI-01, AD-SAN-02."""
    params = {"poignee": 1, "sr": 1, "sang": 1, "maitrise": True}
    assert result("jet", params, [6], maitrise_sang=value)["qualites"] == told
    twice = chance("jet", params, "qualites", 2, maitrise_sang=value)
    assert twice == (Fraction(1, 6) if value == "deux" else 0)


@each_way("echecs_critiques", (False, "tension"), (True, "complication"))
def test_r_26_the_joy_of_critical_failures(value: bool, told: str) -> None:
    """AD-REV-08: nothing to choose after a failure with a majority of 1s; a success is as ever."""
    answers = [] if value else ["tension"]
    lost = result("revers", {"reussite": False}, *answers, echecs_critiques=value)
    assert lost["revers"] == told
    won = result("revers", {"reussite": True}, "tension", echecs_critiques=value)
    assert won["revers"] == "tension"
    ada, bo = ({"id": name, "poignee": 1, "sr": 6, "revers": "tension"} for name in ("Ada", "Bo"))
    series = {"participants": [ada, bo], "manches": 1}
    tension = result("oppositions", series, [1], [5], echecs_critiques=value)["tension"]
    assert tension == {"Ada": int(not value), "Bo": 0}


def test_all_switches_are_shown() -> None:
    assert SWITCHES.lacking() == set()
