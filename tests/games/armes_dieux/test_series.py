"""Armes-Dieux: oppositions in sequence."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.dice.house_dice import HouseDice
from tablee.rules.readings.session import Session
from tablee.rules.registry import find_game
from tablee.rules.run_input import ask_about
from tablee.rules.run_json import pending_view, run_view
from tablee.rules.schema import show
from tablee.rules.words import Words
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
    assert [o["id"] for o in asked["options"]] == ["tension", "difficulte", "complication"]
    second = run("oppositions", SERIES, missed, narrow, {"choose": "difficulte"})
    asked = pending_view(second, words)
    assert (asked["who"], asked["label"]) == ("meneur", "revers")
    assert [o["id"] for o in asked["options"]] == ["partiel", "difficulte", "complication"]
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
        "Ada": {"victoires": (0, 2), "tension_prise": (0, 4)},
        "le garde": {"victoires": (1, 2)},
    }
    assert [one.states for one in seen] == [(("report", "3"),), ()]
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


engaged = st.fixed_dictionaries(
    {
        "poignee": st.integers(0, 8),
        "sr": st.integers(1, 25),
        "sang": st.integers(0, 3),
        "maitrise": st.booleans(),
        "ecartes": st.just("ask"),
        "malus_report": st.sampled_from([0, 3]),
        "equipement": st.booleans(),
        "acteur": st.sampled_from(["personnage", "figurant"]),
    }
)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(engaged, min_size=2, max_size=5),
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
                    assert tension.get(one.who, 0) <= found["tension_prise"].value <= 10
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
