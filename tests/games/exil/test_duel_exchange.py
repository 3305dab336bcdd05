"""The tour of a duel as a run of its own: a second count of its chances, and no hidden policy."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tablee.rules.readings.advice.advise import advise
from tablee.rules.readings.budget import EXCHANGE_STEPS, Budget
from tablee.rules.readings.run_parts import exchange_run
from tablee.rules.readings.session import Session, play
from tablee.rules.run_input import ask_about, read_run
from tests.games.exil.exchanging import ahead, asking, shown_as_weighed

Json = dict[str, Any]
KINDS = "exil.duel", "exil.contact_round"


def session(kind: str, a: Json, b: Json, **params: Any) -> Session:
    return play(ask_about(kind, {"a": a, "b": b, **params}))


def fighter(talent: int, **more: Any) -> Json:
    return {"talent": talent, "force": False, **more}


def alone(kind: str, a: Json, b: Json, **params: Any) -> Json | None:
    found = exchange_run(session(kind, a, b, **params))
    return found[0] if found else None


@pytest.mark.parametrize("kind", KINDS)
def test_each_attitude_has_its_chance_against_the_best_answer_to_it(kind: str) -> None:
    """EXIL-CBT-05: PC 5 against 4; the adversary's best is half in defence, whatever his policy."""
    other = fighter(4, politique={"attitude": "tout"})
    found = exchange_run(session(kind, fighter(5, **asking()), other))
    assert found is not None
    run, worth = found
    advice = advise(read_run(run), worth[0], "a")
    table = [[ahead(mine, poff, 5, 4) for poff in range(5)] for mine in range(6)]
    assert advice.value == max(min(row) for row in table) == Fraction(175, 432)
    assert [(each.choice, each.value) for each in advice.options] == [
        (mine, table[mine][2]) for mine in range(6)
    ]
    assert (advice.utility, advice.chance) == ("avantage", True)


@pytest.mark.parametrize("kind", KINDS)
def test_what_the_other_means_to_do_is_not_in_it(kind: str) -> None:
    one = fighter(5, **asking())
    ways: tuple[Json, ...] = (
        {"politique": {"attitude": "tout"}},
        {"politique": {"attitude": "rien", "audace": 2, "passe": ["desequilibre"]}},
        {"politique": {"laisser_la_main": True, "arme": "mains_nues"}},
        {"reddition": "grave"},
    )
    found = [alone(kind, one, fighter(4, **each)) for each in ways]
    assert found[0] is not None
    assert all(each == found[0] for each in found)


@pytest.mark.parametrize("may_pick_up", [True, False])
def test_facts_about_a_weapon_are_in_it(may_pick_up: bool) -> None:
    """EXIL-PAS-13: the choice to fight with bare hands is public; without picking up it is no choice."""
    found = []
    for wish in ("reprendre", "mains_nues"):
        foe = fighter(4, arme="perdue", talent_mains_nues=2, politique={"arme": wish})
        at = session("exil.duel", fighter(5, **asking()), foe, ramasser_permis=may_pick_up)
        found.append(at)
    assert shown_as_weighed(*found) is not may_pick_up


def test_a_weapon_that_its_bearer_chose_about_is_as_he_chose() -> None:
    one = fighter(5, arme="perdue", talent_mains_nues=3, **asking(arme="ask"))
    at = session("exil.duel", one, fighter(4, **asking()))
    assert exchange_run(at) is None
    at.answer({"choose": "mains_nues"})
    found = exchange_run(at)
    assert found is not None
    assert found[0]["answers"] == [{"choose": "mains_nues"}]
    assert advise(read_run(found[0]), "avantage", "a").options[-1].choice == 3


def test_a_later_tour_is_weighed_as_the_fight_stands() -> None:
    """The tour includes wounds and effects of passes, and no earlier answers."""
    one = fighter(5, **asking(audace=0, passe="auto"))
    at = session("exil.duel", one, fighter(5, politique={"attitude": "rien"}))
    at.answer({"together": [5]})
    at.answer({"dice": [1]})
    at.answer({"dice": [12]})
    found = exchange_run(at)
    assert found is not None
    texts = {each.who: each.gauges[0].value for each in at.fighter_statuses()}
    assert texts["b"] < texts["a"]
    assert {who: found[0]["params"][who]["pds"] for who in "ab"} == texts
    assert not found[0]["answers"]


def test_no_other_choice_is_weighed_by_it() -> None:
    at = session("exil.contact_round", fighter(5, **asking()), fighter(4))
    at.answer({"together": [3]})
    assert at.pending is not None
    assert exchange_run(at) is None


def test_it_is_weighed_soon_enough_for_a_table() -> None:
    found = exchange_run(session("exil.duel", fighter(14, **asking()), fighter(12, **asking())))
    assert found is not None
    budget = Budget(EXCHANGE_STEPS)
    assert advise(read_run(found[0]), "avantage", "a", budget).chance
    assert budget.steps_spent < EXCHANGE_STEPS
