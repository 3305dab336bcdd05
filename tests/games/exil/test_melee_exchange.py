"""The tour of a mêlée as a run of its own: a second count of its chances, and no hidden policy."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tablee.rules.readings.advice.advise import advise
from tablee.rules.readings.budget import EXCHANGE_STEPS, Budget
from tablee.rules.readings.run_parts import exchange_run
from tablee.rules.readings.session import Session, play
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import ask_about, read_run
from tests.games.exil.exchanging import ahead, asking, shown_as_weighed
from tests.kit.arrays import only_arrays

Json = dict[str, Any]


def fighter(name: str, camp: str, talent: int, **more: Any) -> Json:
    return {"id": name, "camp": camp, "talent": talent, "force": False, **more}


def session(*fighters: Json, **params: Any) -> Session:
    return play(ask_about("exil.melee", {"combattants": list(fighters), **params}))


def test_each_attitude_has_its_chance_against_the_best_answer_to_them() -> None:
    """EXIL-CBT-05: PC 5 against 4; the adversary's best is half in defence, whatever his policy."""
    one = fighter("a", "nous", 5, **asking())
    two = fighter("b", "eux", 4, pnj=True, politique={"attitude": "tout"})
    found = exchange_run(session(one, two))
    assert found is not None
    run, worth = found
    advice = advise(read_run(run), worth[0], "a")
    table = [[ahead(mine, other, 5, 4) for other in range(5)] for mine in range(6)]
    value = max(min(row) for row in table)
    best = [other for other in range(5) if max(row[other] for row in table) == value]
    assert best == [2]  # a saddle, and only one
    assert advice.value == value == Fraction(175, 432)
    assert [(each.choice, each.value) for each in advice.options] == [
        (mine, table[mine][2]) for mine in range(6)
    ]
    assert advice.chance
    assert advice.utility == "avantage"


def alone(*fighters: Json) -> Json | None:
    found = exchange_run(session(*fighters))
    return found[0] if found else None


def test_what_another_means_to_do_is_not_in_it() -> None:
    one = fighter("a", "nous", 5, **asking())
    policies: tuple[Json, ...] = (
        {"politique": {"attitude": "tout"}},
        {"politique": {"attitude": "rien", "audace": 2, "passe": ["desequilibre"]}},
        {"ratio": "1/3", "politique": {"arme": "mains_nues", "cible": "faible"}},
        {"reddition": "grave"},
    )
    found = [alone(one, fighter("b", "eux", 4, pnj=True, **each)) for each in policies]
    assert found[0] is not None
    assert all(each == found[0] for each in found)


def test_facts_about_a_weapon_are_in_it() -> None:
    """EXIL-PAS-13: the choice to fight with bare hands is public; without picking up it is no choice."""
    for may_pick_up in (True, False):
        found = []
        for wish in ("reprendre", "mains_nues"):
            lost = {"arme": "perdue", "talent_mains_nues": 2, "pnj": True}
            foe = fighter("b", "eux", 4, politique={"arme": wish}, **lost)
            at = session(fighter("a", "nous", 5, **asking()), foe, ramasser_permis=may_pick_up)
            found.append(at)
        assert shown_as_weighed(*found) is not may_pick_up


def test_a_weapon_that_its_bearer_chose_about_is_as_he_chose() -> None:
    one = fighter("a", "nous", 5, arme="perdue", talent_mains_nues=3, **asking(arme="ask"))
    at = session(one, fighter("b", "eux", 4, **asking()))
    assert exchange_run(at) is None
    at.answer({"choose": "mains_nues"})
    found = exchange_run(at)
    assert found is not None
    assert found[0]["answers"] == [{"choose": "mains_nues"}]
    assert advise(read_run(found[0]), "avantage", "a").options[-1].choice == 3


def test_no_other_choice_is_weighed_by_it() -> None:
    one = fighter("a", "nous", 5, **asking(action="ask"))
    at = session(one, fighter("b", "eux", 4, pnj=True, politique={"attitude": "rien"}))
    at.answer({"together": [5]})
    assert at.pending is not None
    assert exchange_run(at) is None


@pytest.mark.parametrize(("mine", "theirs"), [(1, 3), (2, 2), (3, 3)])
def test_an_exchange_too_large_to_weigh_is_refused_soon(mine: int, theirs: int) -> None:
    """Each answer of a side takes about as long as the one before."""
    many = [fighter(f"a{n}", "nous", 14, **asking()) for n in range(mine)]
    others = [fighter(f"b{n}", "eux", 14, **asking()) for n in range(theirs)]
    found = exchange_run(session(*many, *others))
    assert found is not None
    budget = Budget(EXCHANGE_STEPS)
    with pytest.raises(Refusal) as caught:
        advise(read_run(found[0]), "avantage", "a0", budget)
    assert caught.value.kind == "too_large"
    assert budget.steps_spent < EXCHANGE_STEPS


@pytest.mark.parametrize("skills", [(3, 2, 2), (5, 3, 3), (6, 4, 3)])
def test_one_against_two_is_weighed_by_the_arrays_as_by_the_walk(
    skills: tuple[int, int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    mine, *theirs = skills
    others = [fighter(f"b{n}", "eux", each, **asking()) for n, each in enumerate(theirs)]
    found = exchange_run(session(fighter("a", "nous", mine, **asking()), *others))
    assert found is not None
    walked = advise(read_run(found[0]), "avantage", "a", Budget(10**9))
    assert walked.error == 0
    only_arrays(monkeypatch)
    arrays = advise(read_run(found[0]), "avantage", "a")
    assert 0 < arrays.error < 1e-9
    assert abs(arrays.value - walked.value) < 1e-9
    pairs = zip(arrays.options, walked.options, strict=True)
    assert all(abs(one.value - other.value) < 1e-9 for one, other in pairs)
