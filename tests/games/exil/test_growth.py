"""Experience and Détachement over time: costs of levels, pools, points and absences."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.games.exil.fields import Attribut
from tablee.games.exil.life.detachment import DetachmentAbsence
from tablee.games.exil.life.progress import Progression
from tablee.games.exil.tables import ATTRIBUTS
from tablee.rules.refusal import Refusal
from tests.games.exil.test_life import Params, kept, refused, some
from tests.kit import acts
from tests.kit.laws import exact_law
from tests.table.evening import set_up


# ── experience (invariant 21) ──────────────────────────────────────────────────────────────────
def _cost(niveau: int, attribut: Attribut, apprentissage: Any, taught: bool = False) -> int:
    level = Progression(
        niveau=niveau, attribut=attribut, apprentissage=apprentissage, enseignement=taught
    )
    (found,) = exact_law(level)
    return found.cout


def test_levels_cost_more_as_they_rise_are_harder_or_worse_served() -> None:
    kinds = ["facile", "modere", "difficile"]
    for attribut in ATTRIBUTS:
        for apprentissage in kinds:
            costs = [_cost(niveau, attribut, apprentissage) for niveau in range(20)]
            assert costs == sorted(costs)
            taught = [_cost(niveau, attribut, apprentissage, True) for niveau in range(20)]
            assert all(less <= cost for less, cost in zip(taught, costs, strict=True))
        for niveau in range(20):
            harder = [_cost(niveau, attribut, apprentissage) for apprentissage in kinds]
            assert harder == sorted(harder)
    for niveau in range(20):
        worse = [_cost(niveau, attribut, "modere") for attribut in ATTRIBUTS]
        assert worse == sorted(worse, reverse=True)


LEARNING: Params = {
    "xp": {"physique": 15},
    "attributs": {"physique": "bon"},
    "talents": {
        "Acrobate": {"niveau": 6, "attribut": "physique", "apprentissage": "modere"},
        "Escrimeur": {"niveau": 10, "attribut": "physique", "apprentissage": "modere"},
        "Maître": {"niveau": 20, "attribut": "physique", "apprentissage": "facile"},
        "Marin": {"niveau": 3},
    },
}
RAISE: Params = {"type": "monter", "talent": "Acrobate"}


@pytest.mark.parametrize(
    ("events", "field"),
    [
        ([RAISE, RAISE], "talent"),
        ([RAISE, RAISE | {"talent": "Escrimeur"}, RAISE | {"talent": "Escrimeur"}], "talent"),
        ([RAISE | {"talent": "Maître"}], "talent"),
        ([RAISE | {"talent": "Marin"}], "attribut"),
        ([RAISE | {"talent": "Marin", "attribut": "adaptabilite"}], "apprentissage"),
        ([RAISE | {"attribut": "mental"}], "attribut"),
        ([RAISE | {"apprentissage": "facile"}], "apprentissage"),
        ([RAISE | {"part": 2}], "part"),
        ([{"type": "scenario", "xp": {"physique": -1}}], "xp.physique"),
    ],
)
def test_levels_that_may_not_be_bought(events: list[Params], field: str) -> None:
    assert refused("exil.experience", *events, etat=LEARNING) == field


def test_points_never_move_between_pools() -> None:
    poor = LEARNING | {"xp": {"mental": 900, "physique": 3}}
    assert refused("exil.experience", RAISE, etat=poor) == "talent"


def test_a_level_may_be_offered_and_a_second_one_allowed() -> None:
    free = RAISE | {"part": 0}
    again = kept("exil.experience", free, free | {"malgre": True}, etat=LEARNING)
    assert again["talents"]["Acrobate"]["niveau"] == 8
    assert again["xp"]["physique"] == 15
    rested = kept("exil.experience", free, {"type": "scenario"}, free, etat=LEARNING)
    assert rested["talents"]["Acrobate"]["niveau"] == 8


def test_a_talent_is_known_however_it_is_written() -> None:
    short = {"xp": {"physique": 9}, "talents": {"Écuyer": 3, "Acrobate": 4}}
    risen = kept("exil.experience", RAISE | {"talent": "acrobate"}, etat=short)["talents"]
    assert set(risen) == {"Écuyer", "Acrobate"}
    assert (risen["Acrobate"]["niveau"], risen["Acrobate"]["apprentissage"]) == (5, "modere")
    assert risen["Écuyer"] == 3


def test_the_costs_as_printed_or_corrected() -> None:
    known = {"niveau": 19, "attribut": "social", "apprentissage": "modere"}
    last: Params = {"talents": {"x": known}, "xp": {"social": 40}}
    raised = {"type": "monter", "talent": "x"}
    assert kept("exil.experience", raised, etat=last)["xp"]["social"] == 3
    printed = kept("exil.experience", raised, etat=last, xp_table="printed")
    assert printed["xp"]["social"] == 11


@some
@given(
    st.lists(
        st.one_of(
            st.integers(0, 30).map(lambda n: {"type": "scenario", "xp": {"physique": n}}),
            st.builds(
                lambda talent, part, malgre: {
                    "type": "monter",
                    "talent": talent,
                    "part": part,
                    "malgre": malgre,
                },
                st.sampled_from(["Acrobate", "Escrimeur"]),
                st.sampled_from(["1", "1/2", "1/3"]),
                st.booleans(),
            ),
            st.just({"type": "enseigner", "talent": "Escrimeur"}),
        ),
        max_size=40,
    )
)
def test_points_gained_are_points_spent_and_points_left(events: list[Params]) -> None:
    etat = kept("exil.experience", etat=LEARNING)
    gained, spent = 15, 0
    for event in events:
        try:
            after = kept("exil.experience", event, etat=etat)
        except Refusal:
            continue
        change = after["xp"]["physique"] - etat["xp"]["physique"]
        if event["type"] == "scenario":
            gained += change
        else:
            spent -= change
            assert change <= 0
        assert all(0 <= talent["niveau"] <= 20 for talent in after["talents"].values())
        etat = after
    assert gained == spent + etat["xp"]["physique"]


# ── Détachement (invariant 22) ─────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("events", "etat", "field"),
    [
        ([{"type": "retour"}], {}, "type"),
        ([{"type": "depart"}, {"type": "depart"}], {}, "type"),
        ([{"type": "signe", "texte": "absent"}], {"points": 8}, "type"),
        ([{"type": "signe", "texte": ""}], {"points": 9}, "texte"),
        ([{"type": "decision", "points": -3}], {"points": 2}, "points"),
        ([{"type": "decision", "points": 4}], {"points": 9}, "points"),
        ([{"type": "test", "de": 13}], {}, "de"),
        ([{"type": "signe", "texte": "x"}], {"points": 9, "signes": ["y"] * 50}, "type"),
    ],
)
def test_events_of_the_detachment_that_may_not_come(
    events: list[Params], etat: Params, field: str
) -> None:
    assert refused("exil.effacement", *events, etat=etat) == field


def test_a_player_says_how_the_character_fades() -> None:
    """EXIL-DET-13: the document leaves the signs to nobody; the points serve the player to measure
    how the character behaves. The points themselves are not chosen (EXIL-DET-09, -10)."""
    table = set_up("exil")

    def writes(**event: Any) -> bool:
        change = {"type": "exil.effacement", "qui": "aurele", "evenement": event}
        return table.act("j1", acts.ChangeRecord(event=change))

    assert writes(type="signe", texte="Il ne lève plus les yeux.")
    assert len(table.state.sheet("aurele")["effacement"]) == 2
    assert not writes(type="decision", points=1)


tests = st.integers(1, 12).map(lambda de: {"type": "test", "de": de})
absences = st.builds(
    lambda unite, n: {"type": "temps", "unite": unite, "n": n},
    st.sampled_from(["jour", "mois"]),
    st.integers(1, 50),
)
moves = st.sampled_from([{"type": "depart"}, {"type": "retour"}])


@some
@given(st.integers(0, 12), st.lists(tests | absences | moves, max_size=60))
def test_detachment_stays_on_its_scale_over_a_life(points: int, events: list[Params]) -> None:
    etat = kept("exil.effacement", etat={"points": points})
    for event in events:
        try:
            after = kept("exil.effacement", event, etat=etat)
        except Refusal:
            continue
        change = after["points"] - etat["points"]
        assert 0 <= after["points"] <= 12
        match event["type"]:
            case "test":
                assert abs(change) <= 1
            case "temps":
                assert change <= 0
                assert etat["hors_exil"] or change == 0
            case _:
                assert change == 0
        etat = after


@some
@given(st.integers(0, 12), st.lists(st.integers(1, 14), min_size=1, max_size=8))
def test_absence_takes_the_same_in_one_go_or_by_months(points: int, months: list[int]) -> None:
    away = {"points": points, "hors_exil": True}
    passing = [{"type": "temps", "unite": "mois", "n": n} for n in months]
    (whole,) = exact_law(DetachmentAbsence(points=points, mois=sum(months)))
    assert kept("exil.effacement", *passing, etat=away)["points"] == whole.points
