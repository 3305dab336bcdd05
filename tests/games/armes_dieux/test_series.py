"""Armes-Dieux: oppositions in sequence."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.dice.house_dice import HouseDice
from tablee.rules.readings.session import Session
from tablee.rules.registry import find_game
from tablee.rules.run_input import ask_about
from tablee.rules.run_json import pending_view, run_view
from tablee.rules.schema import show
from tablee.rules.texts.words import Words
from tests.games.armes_dieux.asking import Params, dice, opposed, refused, result, run
from tests.kit.runs import any_answer
from tests.kit.sampled import coverage

# ── oppositions in sequence ────────────────────────────────────────────────────────────────────
SERIES: Params = {
    "participants": [
        {"id": "Ada", "poignee": 4, "sr": 5},
        {"id": "le garde", "poignee": 4, "sr": 5, "acteur": "figurant"},
    ],
    "gagnees": 2,
}


def test_a_series_drags_its_revers_along() -> None:
    missed, narrow = dice(1, 1, 1, 1), dice(2, 2, 1, 1)
    first = run("oppositions", SERIES, missed, narrow)
    words = Words(find_game("armes_dieux"))
    asked = pending_view(first, words)
    assert (asked["who"], asked["label"]) == ("Ada", "revers")
    assert [o["id"] for o in asked["options"]] == [
        "tension", "equipement", "difficulte", "complication"
    ]  # fmt: skip
    second = run("oppositions", SERIES, missed, narrow, {"choose": "difficulte"})
    asked = pending_view(second, words)
    assert (asked["who"], asked["label"]) == ("meneur", "revers")
    assert [o["id"] for o in asked["options"]] == [
        "partiel", "equipement", "difficulte", "complication"
    ]  # fmt: skip
    third = run(
        "oppositions", SERIES, missed, narrow, {"choose": "difficulte"}, {"choose": "partiel"}
    )
    assert pending_view(third, words)["dice"] == "1d6"
    answers = [missed, narrow, {"choose": "difficulte"}, {"choose": "partiel"}]
    ended = result("oppositions", SERIES, *answers, dice(2), dice(4, 4, 4, 4))
    assert ended == {
        "gagnant": "le garde",
        "manches": 2,
        "victoires": {"Ada": 0, "le garde": 2},
        "tension": {"Ada": 0, "le garde": 0},
        "malus_report": {"Ada": 0, "le garde": 0},
    }


@pytest.mark.parametrize(
    ("side", "field"),
    [
        ({"ecartes": 5}, "participants[0].ecartes"),
        ({"acteur": "figurant", "revers": "tension"}, "participants[0].revers"),
        ({"id": "le garde"}, "participants[1].id"),
    ],
)
def test_what_a_series_refuses(side: Params, field: str) -> None:
    first, second = SERIES["participants"]
    assert refused("oppositions", {"participants": [first | side, second]}) == field


def test_a_revers_that_is_not_offered_is_refused_where_it_is_met() -> None:
    first, second = SERIES["participants"]
    params = {"participants": [first | {"revers": "partiel"}, second]}
    assert refused("oppositions", params, dice(1, 1, 1, 1), dice(2, 2, 2, 2)) == (
        "participants[0].revers"
    )


def test_a_series_ends_when_nobody_has_won_enough() -> None:
    params = SERIES | {"manches": 1}
    ended = result("oppositions", params, dice(2, 2, 2, 2), dice(2, 1, 1, 1))
    assert (ended["gagnant"], ended["manches"], ended["victoires"]["Ada"]) == (None, 1, 1)


def test_a_series_is_seen_at_a_glance() -> None:
    """Oppositions won of the ones needed, the Tension that a character has taken in it (a Figurant's is
    not described, R-21), a Malus that weighs."""
    params = SERIES | {"manches": 4}
    answers = [dice(1, 1, 1, 1), dice(2, 2, 1, 1), {"choose": "difficulte"}, {"choose": "partiel"}]
    seen = run("oppositions", params, *answers).fighter_statuses()
    gauges = {one.who: {g.name: (g.value, g.most) for g in one.gauges} for one in seen}
    assert gauges == {
        "Ada": {"victoires": (0, 2), "tension_prise": (0, 4), "malus_report": (3, 3)},
        "le garde": {"victoires": (1, 2)},
    }
    assert not any(one.states for one in seen), "as the sheet says it: once"
    tense = run(
        "oppositions", params, *answers[:2], {"choose": "tension"}, answers[3]
    ).fighter_statuses()
    assert {g.name: g.value for g in tense[0].gauges} == {"victoires": 0, "tension_prise": 1}


def test_critical_failures_leave_a_series_one_revers() -> None:
    """AD-REV-08: `complication` after a failure on 1s, what was chosen after a narrow win."""
    first, second = SERIES["participants"]
    sides = [first | {"revers": "tension"}, second | {"revers": "difficulte"}]
    params = {"participants": sides, "manches": 1}
    thrown = (dice(1, 1, 1, 1), dice(2, 2, 1, 1))
    for critical in (False, True):
        ended = result("oppositions", params, *thrown, echecs_critiques=critical)
        assert ended["tension"] == {"Ada": int(not critical), "le garde": 0}
        assert ended["malus_report"] == {"Ada": 0, "le garde": 3}


# ── each opposition is a whole Test (AD-OPP-01) ────────────────────────────────────────────────
def gathered(*answers: Any, rounds: int = 2, **side: Any) -> Any:
    """The result of a series of Ada, with more of her own, against the guard, who fails."""
    first, second = SERIES["participants"]
    params = {"participants": [first | side, second | {"sr": 99}], "manches": rounds, "gagnees": 2}
    return result("oppositions", params, *answers)


def test_bonus_renfort_and_malus_count_in_every_opposition_of_a_series() -> None:
    """AD-BON-02, AD-REN-01, AD-CAD-03: 4 + 3 + 1 - 3 = 5 dice."""
    guard = dice(2, 2, 2, 2)
    won = dice(2, 2, 2, 1, 1)
    ended = gathered(won, guard, won, guard, bonus=["aspect"], renfort=1, malus=3)
    assert ended["victoires"] == {"Ada": 2, "le garde": 0}


def test_an_effort_is_paid_in_every_opposition_of_a_series() -> None:
    """AD-BON-05: whatever the dice give; a fixed one each time, one that is chosen where it is."""
    guard, missed = dice(2, 2, 2, 2), dice(1, 1, 1, 1, 1, 1, 2)
    ended = gathered(
        missed, guard, {"choose": "complication"}, missed, guard, {"choose": "tension"},
        bonus=["effort"], sr=20,
    )  # fmt: skip
    assert ended["tension"] == {"Ada": 3, "le garde": 0}
    once = gathered(
        {"together": [["effort"]]}, missed, guard, {"choose": "complication"},
        {"together": [[]]}, dice(2, 2, 1, 2), guard,
        bonus="ask", sr=20,
    )  # fmt: skip
    assert once["tension"]["Ada"] == 1


def test_the_reserve_of_a_series_is_drawn_as_long_as_there_is_any() -> None:
    """AD-REN-03: of three dice two go first, then the one that is left, then none."""
    guard, won = dice(2, 2, 2, 2), [2, 2, 2]
    ended = gathered(
        dice(*won, 1, 1, 1), guard, dice(*won, 1, 1), guard, rounds=3,
        reserve_combat=3, renfort_reserve=2,
    )  # fmt: skip
    assert ended["victoires"]["Ada"] == 2
    first, second = SERIES["participants"]
    side = first | {"sr": 20, "reserve_combat": 3, "renfort_reserve": "ask"}
    params = {"participants": [side, second | {"sr": 99}], "manches": 2}
    answers = ({"together": [2]}, dice(*[1] * 6), dice(2, 2, 2, 2), {"choose": "complication"})
    seen = run("oppositions", params, *answers)
    assert {g.name: (g.value, g.most) for g in seen.fighter_statuses()[0].gauges} == {
        "victoires": (0, 1), "tension_prise": (0, 2), "reserve_combat": (1, 3)
    }  # fmt: skip
    asked = pending_view(seen, Words(find_game("armes_dieux")))
    assert (asked["asks"][0]["label"], asked["asks"][0]["facts"]["reserve_combat"]) == (
        "renfort_reserve", 1
    )  # fmt: skip


def test_a_malus_of_its_own_and_one_carried_over_add_up_in_a_series() -> None:
    """AD-REV-04, R-09: 7 - 3 = 4 dice, then 7 - 3 - 3 = 1."""
    guard = dice(2, 2, 2, 2)
    missed = dice(1, 1, 1, 2)
    answers = (missed, guard, {"choose": "difficulte"}, dice(6), guard)
    ended = gathered(*answers, poignee=7, malus=3, sr=7)
    assert (ended["victoires"]["Ada"], ended["malus_report"]["Ada"]) == (0, 0)


@pytest.mark.parametrize(
    ("side", "field"),
    [
        ({"bonus": ["aspect", "aspect"]}, "participants[0].bonus"),
        ({"bonus": ["aspect"], "acteur": "figurant"}, "participants[0].bonus"),
        ({"renfort_reserve": 2, "reserve_combat": 1}, "participants[0].renfort_reserve"),
        ({"malus": 2}, "participants[0].malus"),
    ],
)
def test_what_the_poignee_of_a_series_refuses(side: Params, field: str) -> None:
    first, second = SERIES["participants"]
    assert refused("oppositions", {"participants": [first | side, second]}) == field


own = st.fixed_dictionaries(
    {},
    optional={
        "bonus": st.sampled_from([["effort"], ["aspect", "effort"], "ask"]),
        "renfort": st.integers(0, 2),
        "reserve_combat": st.integers(0, 3),
        "renfort_reserve": st.just("ask"),
    },
)
"""What a character alone may add to a Poignée (R-08)."""
engaged = st.fixed_dictionaries(
    {
        "poignee": st.integers(0, 8),
        "sr": st.integers(1, 25),
        "sang": st.integers(0, 3),
        "maitrise": st.booleans(),
        "ecartes": st.just("ask"),
        "malus_report": st.sampled_from([0, 3]),
        "equipement": st.booleans(),
        "malus": st.sampled_from([0, 3]),
    }
)
everybody = st.one_of(
    st.builds(lambda side: side | {"acteur": "figurant"}, engaged),
    st.builds(lambda side, more: side | {"acteur": "personnage"} | more, engaged, own),
)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(everybody, min_size=2, max_size=5),
    st.integers(1, 4),
    st.integers(0, 10**6),
    st.booleans(),
)
def test_whole_series_at_random_keep_their_count(
    people: list[Params], needed: int, seed: int, critical: bool
) -> None:
    """Invariants 10 and 11 over up to ten oppositions, every choice at random."""
    params = opposed(people) | {"manches": 10, "gagnees": needed, "additionnel": "ask"}
    rng, house = random.Random(seed), HouseDice(seed)
    session = run("oppositions", params, echecs_critiques=critical)
    tension: dict[str, int] = {}
    while session.pending is not None:
        if session.fighter_statuses():
            for one in session.fighter_statuses():
                found = {gauge.name: gauge for gauge in one.gauges}
                assert 0 <= found["victoires"].value <= needed
                if "tension_prise" in found:
                    assert tension.get(one.who, 0) <= found["tension_prise"].value <= 20
                    assert found["tension_prise"].value <= found["tension_prise"].most
                    tension[one.who] = found["tension_prise"].value
        session.answer(any_answer(session, rng, house))
    ended = show(session.result)
    wins = ended["victoires"]
    assert (ended["gagnant"] is None) == (max(wins.values()) < needed)
    assert ended["gagnant"] is None or wins[ended["gagnant"]] == needed
    assert (ended["manches"] == 10) or ended["gagnant"] is not None
    assert sum(wins.values()) <= ended["manches"] <= 10
    assert set(ended["malus_report"].values()) <= {0, 3}
    taken = [amount for name, amount in session.effects if name == "tension"]
    assert sum(ended["tension"].values()) == sum(taken)
    figurants = [p["id"] for p in params["participants"] if p["acteur"] == "figurant"]
    assert not any(ended["tension"][name] for name in figurants)
    again = Session(session.question.with_answers(session.answers))
    assert (again.result, again.trace) == (session.result, session.trace)


@pytest.mark.parametrize(
    ("name", "params"),
    [
        ("opposition", opposed([{"poignee": 4, "sr": 12}, {"poignee": 3, "sr": 9, "sang": 1}])),
        (
            "oppositions",
            opposed(
                [
                    {"poignee": 4, "sr": 9, "revers": "difficulte"},
                    {"poignee": 4, "sr": 12, "revers": "tension"},
                ]
            )
            | {"gagnees": 2},
        ),
    ],
)
def test_an_opposition_that_is_sampled_is_within_its_confidence(name: str, params: Params) -> None:
    question = ask_about(f"armes_dieux.{name}", params, {"echecs_critiques": True})
    assert coverage(question, ["gagnant"]) >= 0.9


@settings(max_examples=30, deadline=None)
@given(
    st.lists(st.integers(0, 4), min_size=2, max_size=2),
    st.lists(st.integers(0, 4), min_size=2, max_size=2),
)
def test_dice_that_others_set_aside_are_seen_by_nobody_before_the_roll(
    one: list[int], other: list[int]
) -> None:
    """R-22: two runs that differ in them alone give anyone who is asked the same bytes."""
    views = []
    words = Words(find_game("armes_dieux"))
    for aside in (one, other):
        people = [{"poignee": 5, "sr": 9, "ecartes": dice} for dice in (*aside, "ask")]
        views.append(json.dumps(run_view(run("opposition", opposed(people)), words, "C")))
    assert views[0] == views[1]
    assert json.loads(views[0])["ask"]["asks"][0]["who"] == "C"
