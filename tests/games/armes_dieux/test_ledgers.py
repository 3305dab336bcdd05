"""The ledger of a character of Armes-Dieux: guards, what a run leaves behind, invariant 11."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.rules.readings.session import Session
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import ask_about
from tablee.rules.schema import show

Params = dict[str, Any]


def kept(*events: Params, **etat: Any) -> Params:
    session = Session(ask_about("armes_dieux.personnage", {"etat": etat, "evenements": events}))
    found: Params = show(session.result)["etat"]
    return found


FIGHTING: Params = {
    "reserve_combat": 3,
    "en_combat": True,
    "equipement": {"lance": "intact", "heaume": "perdu"},
}


@pytest.mark.parametrize(
    ("event", "etat", "field"),
    [
        ({"type": "test", "malus_report": 3}, FIGHTING, "malus_report"),
        ({"type": "test", "renfort_reserve": 4}, FIGHTING, "renfort_reserve"),
        ({"type": "test", "renfort_reserve": 1}, {"reserve_combat": 3}, "renfort_reserve"),
        ({"type": "combat", "en_combat": True}, FIGHTING, "en_combat"),
        ({"type": "combat", "en_combat": False}, {}, "en_combat"),
        ({"type": "revers", "revers": "equipement"}, FIGHTING, "piece"),
        ({"type": "revers", "revers": "equipement", "piece": "arc"}, FIGHTING, "piece"),
        (
            {"type": "revers", "revers": "equipement", "piece": "heaume", "dommage": "perdu"},
            FIGHTING,
            "piece",
        ),
        ({"type": "revers", "revers": "equipement", "piece": "lance"}, FIGHTING, "dommage"),
        ({"type": "revers", "revers": "tension", "piece": "lance"}, FIGHTING, "piece"),
        ({"type": "revers", "revers": "partiel", "dommage": "perdu"}, FIGHTING, "dommage"),
        ({"type": "revers"}, FIGHTING, "revers"),
        ({"type": "revers", "revers": "partiel", "tension": 1}, FIGHTING, "tension"),
        ({"type": "revers", "revers": "tension", "malus_report": 3}, FIGHTING, "malus_report"),
        ({"type": "meneur", "tension": -2}, {}, "tension"),
        ({"type": "meneur", "reserve_combat": -4}, FIGHTING, "reserve_combat"),
        ({"type": "repos"}, {}, "type"),
    ],
)
def test_events_that_may_not_come_are_refused_at_their_place(
    event: Params, etat: Params, field: str
) -> None:
    with pytest.raises(Refusal) as caught:
        kept({"type": "effort"}, event, **etat)
    assert caught.value.field == f"evenements[1].{field}"


def test_a_carried_malus_weighs_once_and_never_piles_up() -> None:
    suffered = {"type": "revers", "revers": "difficulte"}
    assert kept(suffered, suffered)["malus_report"] == 3
    assert kept(suffered, suffered, {"type": "test", "malus_report": 3})["malus_report"] == 0
    with pytest.raises(Refusal) as caught:  # its cost is given, and already due
        kept(suffered, suffered | {"malus_report": 3})
    assert caught.value.field == "evenements[1].revers"


@pytest.mark.parametrize("chosen", ["partiel", "tension", "difficulte", "complication"])
def test_a_revers_is_written_as_it_was_shown(chosen: str) -> None:
    params = {"reussite": True, "choix": chosen}
    texts = show(Session(ask_about("armes_dieux.revers", params)).result)
    found = kept({"type": "revers", **texts}, tension=2)
    assert found["tension"] == 2 + texts["tension"]
    assert found["malus_report"] == texts["malus_report"]


def test_damaged_gear_may_still_be_lost() -> None:
    hit = {"type": "revers", "revers": "equipement", "piece": "lance"}
    found = kept(hit | {"dommage": "endommage"}, hit | {"dommage": "perdu"}, **FIGHTING)
    assert found["equipement"] == {"lance": "perdu", "heaume": "perdu"}


by_rule = st.one_of(
    st.just({"type": "effort"}),
    st.builds(
        lambda malus, drawn: {"type": "test", "malus_report": malus, "renfort_reserve": drawn},
        st.sampled_from([0, 3]),
        st.integers(0, 2),
    ),
    st.sampled_from(
        [
            {"type": "revers", "revers": revers}
            for revers in ("partiel", "tension", "difficulte", "complication")
        ]
    ),
    st.booleans().map(lambda fighting: {"type": "combat", "en_combat": fighting}),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(by_rule, max_size=60), st.integers(0, 12))
def test_tension_never_falls_by_a_rule_and_the_reserve_never_below_zero(
    events: list[Params], reserve: int
) -> None:
    found = kept(reserve_combat=reserve)
    for event in events:
        try:
            after = kept(event, **found)
        except Refusal:
            continue
        costs = event["type"] == "effort" or event.get("revers") == "tension"
        assert after["tension"] == found["tension"] + costs
        assert after["malus_report"] in (0, 3)
        assert 0 <= after["reserve_combat"] <= found["reserve_combat"]
        found = after


def test_hundreds_of_events_keep_the_bounds_and_are_one_fold() -> None:
    """Invariant 11 over 400 events of all kinds, and the whole list in one run."""
    rng = random.Random(2)
    found = kept(equipement={"lance": "intact"})
    happened: list[Params] = []
    while len(happened) < 400:
        event: Params = rng.choice(
            [
                {"type": "effort"},
                {"type": "test", "malus_report": rng.choice([0, 3]), "renfort_reserve": 1},
                {"type": "test", "malus_report": rng.choice([0, 3])},
                {"type": "combat", "en_combat": rng.random() < 0.6},
                {"type": "revers", "revers": rng.choice(["tension", "difficulte", "partiel"])},
                {
                    "type": "revers",
                    "revers": "equipement",
                    "piece": rng.choice(["lance", "arc"]),
                    "dommage": rng.choice(["endommage", "perdu"]),
                },
                {
                    "type": "meneur",
                    "tension": rng.randint(-3, 0),
                    "reserve_combat": rng.randint(-1, 3),
                    "equipement": {rng.choice(["lance", "arc"]): "intact"},
                },
            ]
        )
        try:
            after = kept(event, **found)
        except Refusal:
            continue
        assert after["tension"] >= 0
        assert after["reserve_combat"] >= 0
        assert after["malus_report"] in (0, 3)
        spent = event.get("renfort_reserve", 0)
        if event["type"] != "meneur":
            assert after["reserve_combat"] == found["reserve_combat"] - spent
            assert after["tension"] >= found["tension"]
        assert not spent or found["en_combat"]
        found = after
        happened.append(event)
    assert kept(*happened, equipement={"lance": "intact"}) == found
