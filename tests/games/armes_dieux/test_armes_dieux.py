"""Armes-Dieux: the catalogue's invariants, its tables, who is asked, what is refused, effects."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.rules.questions import Choose
from tablee.rules.readings.advice.advise import advise
from tablee.rules.readings.budget import Budget
from tablee.rules.readings.odds import odds
from tablee.rules.registry import find_game
from tablee.rules.run_input import ask_about
from tablee.rules.run_json import pending_view
from tablee.rules.texts.words import Words
from tests.games.armes_dieux.asking import (
    Params,
    chance,
    dice,
    few,
    jets,
    law,
    mean,
    reaching,
    refused,
    result,
    run,
    texts,
)

# ── Poignées (invariant 1) ─────────────────────────────────────────────────────────────────────
BONUS = ("aspect", "avantage", "effort", "magique")
pools = st.fixed_dictionaries(
    {
        "domaine": st.integers(0, 12),
        "bonus": st.lists(st.sampled_from(BONUS), unique=True, max_size=2),
        "renfort": st.integers(0, 20),
        "malus": st.sampled_from([0, 3, 6]),
        "malus_report": st.sampled_from([0, 3]),
    }
)


@few
@given(pools)
def test_a_poignee_stays_between_nothing_and_twelve(params: Params) -> None:
    found = result("poignee", params)
    assert 0 <= found["poignee"] <= found["reunie"] <= 12
    for name in ("domaine", "renfort"):
        if params[name] < 12:
            more = result("poignee", params | {name: params[name] + 1})
            assert more["poignee"] >= found["poignee"]
            assert found["perdus"] == 0 or more["poignee"] == found["poignee"]
    harder = result("poignee", params | {"malus": 6})
    assert harder["poignee"] <= found["poignee"]
    assert found["tension"] == ("effort" in params["bonus"])


@pytest.mark.parametrize("valeur", [0, 3, 6, 9, 12])
@pytest.mark.parametrize("raises", range(4))
def test_raises_of_a_figurant_add_six_dice_at_most(valeur: int, raises: int) -> None:
    flags = dict.fromkeys(("plusieurs", "avantage", "magique")[:raises], True)
    found = result("poignee_figurant", {"valeur": valeur, **flags})
    assert found["reunie"] == min(12, valeur + min(6, 3 * raises))


def test_an_estimate_stands_for_valeur_raises_and_reduction() -> None:
    texts = {"estimation": 7, "valeur": 12, "plusieurs": True, "reduction": 6}
    for way in ("avant_maximum", "malus"):
        found = result("poignee_figurant", texts | {"malus": 3}, figurant_reduction=way)
        assert found == {"reunie": 7, "poignee": 4}


# ── rolls (invariants 2 to 9) ──────────────────────────────────────────────────────────────────
@few
@given(jets())
def test_reaching_the_seuil_depends_on_nothing_but_the_dice_rolled(params: Params) -> None:
    rolled = params["poignee"] - params["ecartes"]
    reached = reaching(params)
    plain = {"poignee": rolled, "sr": params["sr"]}
    assert reached == reaching(plain)
    assert chance(params, "echec_revers") == chance(plain, "echec_revers")
    if rolled >= params["sr"]:
        assert reached == 1
    if 6 * rolled < params["sr"]:
        assert reached == 0
    if rolled < 12:
        assert reached <= reaching(plain | {"poignee": rolled + 1})
    assert reached >= reaching(plain | {"sr": params["sr"] + 1})


def tier(qualities: int) -> str:
    return ["reussite_revers", "reussite", "exceptionnelle"][min(2, qualities // 3)]


@few
@given(jets())
def test_qualites_keep_to_their_bounds_and_tiers(params: Params) -> None:
    rolled = params["poignee"] - params["ecartes"]
    blood = min(params["sang"], params["poignee"], rolled)
    most = params["ecartes"] + rolled * (2 if params["maitrise"] else 1)
    for found, _ in law("jet", params):
        if found["issue"].startswith("echec"):
            assert (found["qualites"], found["additionnel"]) == (0, False)
            continue
        counted = found["qualites"] + 3 * found["additionnel"]
        assert params["ecartes"] + blood <= counted <= most
        assert found["issue"] == tier(found["qualites"])
        if params["additionnel"] == "toujours":
            assert found["additionnel"] == (counted >= 3)
        elif params["additionnel"] == "sans_baisse":
            assert found["additionnel"] == (counted >= 9)


@few
@given(jets())
def test_blood_and_mastery_never_cost_a_qualite(params: Params) -> None:
    bare = params | {"additionnel": "jamais"}
    found = mean(bare)
    if params["sang"] < 12:
        assert mean(bare | {"sang": params["sang"] + 1}) >= found
    assert mean(bare | {"maitrise": True}) >= mean(bare | {"maitrise": False})


@few
@given(st.lists(st.integers(1, 6), min_size=1, max_size=10), st.integers(0, 9), st.booleans())
def test_face_by_face_blood_and_mastery_never_cost_a_qualite(
    faces: list[int], blood: int, mastery: bool
) -> None:
    """Invariants 5, 6, 8: the same faces, some of the dice turned into Dés de sang."""
    blood = min(blood, len(faces) - 1)

    def qualities(sang: int, maitrise: bool) -> int:
        params = {"poignee": len(faces), "sr": 1, "sang": sang, "maitrise": maitrise}
        normal = len(faces) - sang
        thrown = [dice(*faces[:normal])] * (normal > 0) + [dice(*faces[normal:])] * (sang > 0)
        found: int = result("jet", params, *thrown)["qualites"]
        return found

    here = qualities(blood, mastery)
    assert qualities(blood + 1, mastery) >= here
    assert qualities(blood, True) >= qualities(blood, False)
    evens = sum(face % 2 == 0 for face in faces[: len(faces) - blood])
    assert qualities(blood, False) == evens + blood


def test_a_blood_die_is_set_aside_last() -> None:
    first = run("jet", {"poignee": 4, "sr": 5, "sang": 2, "ecartes": 3})
    assert pending_view(first, Words(find_game("armes_dieux")))["label"] == "sang"
    both = run("jet", {"poignee": 4, "sr": 5, "sang": 2, "ecartes": 1}, dice(1))
    assert pending_view(both, Words(find_game("armes_dieux")))["dice"] == "2d6"


def test_sum_and_odd_faces_have_one_parity() -> None:
    for faces in itertools.product((1, 2, 5, 6), repeat=4):
        found = result("jet", {"poignee": 4, "sr": 4}, dice(*faces))
        assert (sum(faces) + found["qualites"] - 4) % 2 == 0


def test_the_trace_tells_the_true_sum() -> None:
    session = run("jet", {"poignee": 3, "sr": 9, "sang": 1}, dice(2, 3), dice(5))
    sums = [entry.numbers["somme"] for entry in session.trace if "somme" in entry.numbers]
    assert sums == [10]


def test_twelve_dice_of_both_kinds_need_no_walk_over_faces() -> None:
    params = {"poignee": 12, "sr": 42, "sang": 6, "maitrise": True}
    found = odds(ask_about("armes_dieux.jet", params), None, Budget(steps=100))
    assert sum(p for _, p in found.items()) == 1


# ── Revers (T-05) ──────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("reussite", [True, False])
@pytest.mark.parametrize("equipement", [True, False])
@pytest.mark.parametrize("acteur", ["personnage", "figurant"])
def test_what_a_revers_may_be(reussite: bool, equipement: bool, acteur: str) -> None:
    params = {"reussite": reussite, "equipement": equipement, "acteur": acteur}
    ask = pending_view(run("revers", params), Words(find_game("armes_dieux")))
    expected = ["partiel"] * reussite + ["tension"] * (acteur == "personnage")
    expected += ["equipement"] * equipement + ["difficulte", "complication"]
    assert [option["id"] for option in ask["options"]] == expected
    assert ask["who"] == ("player" if acteur == "personnage" else "meneur")
    for chosen in expected:
        session = run("revers", params, {"choose": chosen})
        effects = {"tension": ("tension", 1), "difficulte": ("malus_report", 3)}
        assert session.effects == [effects.get(chosen, ("revers", chosen))]


def test_the_joy_of_critical_failures_asks_nothing() -> None:
    found = result("revers", {"reussite": False}, echecs_critiques=True)
    assert found["revers"] == "complication"
    assert not run("revers", {"reussite": True}, echecs_critiques=True).done


# ── Tests: who is asked, effects, refusals ─────────────────────────────────────────────────────
def test_a_test_leaves_its_effects_whatever_the_dice() -> None:
    params = {
        "domaine": 1,
        "bonus": ["effort"],
        "renfort_reserve": 2,
        "reserve_combat": 4,
        "malus_report": 3,
        "sr": 9,
    }
    for faces in ((1, 1, 1), (6, 6, 6)):
        session = run("test", params, dice(*faces))
        assert session.effects == [("tension", 1), ("reserve_combat", -2), ("malus_report", 0)]


def test_a_test_asks_its_player_in_order() -> None:
    params = {
        "domaine": 2,
        "bonus": "ask",
        "renfort_reserve": "ask",
        "reserve_combat": 20,
        "sr": 9,
        "ecartes": "ask",
        "additionnel": "ask",
    }
    answers: list[dict[str, Any]] = [
        {"choose": ["effort", "aspect"]},
        {"choose": 4},
        {"choose": 8},
        dice(6, 1, 6, 1),
    ]
    labels = []
    for count in range(len(answers) + 1):
        session = run("test", params, *answers[:count])
        view = pending_view(session, Words(find_game("armes_dieux")))
        labels.append(view["label"])
        assert view["who"] == "player"
    assert labels == ["bonus", "renfort_reserve", "ecarter", "poignee", "additionnel"]
    assert result("test", params, *answers, {"choose": "oui"}) == {
        "issue": "exceptionnelle",
        "qualites": 7,
        "additionnel": True,
    }


def test_no_more_bonus_is_offered_than_the_dice_drawn_leave_room_for() -> None:
    """AD-REN-03, R-06: what was said to be drawn from the Réserve fits under the maximum."""
    words = Words(find_game("armes_dieux"))
    params = {"domaine": 7, "bonus": "ask", "reserve_combat": 5, "sr": 14}
    for drawn, most in ((0, 2), (1, 1), (2, 1), (3, 0), (4, 0), (5, 0)):
        asked = pending_view(run("test", {**params, "renfort_reserve": drawn}), words)
        assert asked.get("subset", {"max": 0})["max"] == most
        assert (asked["kind"], asked.get("dice")) == (
            ("choose", None) if most else ("roll", f"{7 + drawn}d6")
        )


@few
@given(pools, st.integers(1, 12), st.lists(st.sampled_from(BONUS), unique=True), st.integers(0, 9))
def test_all_that_leaves_the_dice_set_aside_is_offered_and_nothing_else(
    pool: Params, aside: int, granted: list[str], reserve: int
) -> None:
    """AD-RIS-01, AD-BON-02, AD-REN-03: the Bonus and dice of the Réserve with which the Poignée has
    the dice that are said to be set aside; where none are, the number is refused at once."""
    fitting: dict[tuple[str, ...], set[int]] = {}
    for count in range(min(2, len(granted)) + 1):
        for bonus in itertools.combinations(granted, count):
            room = max(0, 12 - pool["domaine"] - 3 * count - pool["renfort"])
            for drawn in range(min(reserve, room) + 1):
                way = {"bonus": bonus, "renfort_reserve": drawn, "reserve_combat": reserve}
                if result("poignee", pool | way)["poignee"] >= aside:
                    fitting.setdefault(bonus, set()).add(drawn)
    asked = pool | {"bonus": "ask", "bonus_disponibles": granted, "sr": 9, "ecartes": aside}
    asked |= {"renfort_reserve": "ask", "reserve_combat": reserve}
    if not fitting:
        assert refused("test", asked) == "ecartes"
        return
    session = run("test", asked)
    if len(fitting) > 1:
        assert isinstance(session.pending, Choose)
        assert set(session.pending.form.values()) == set(fitting)
    for bonus, numbers in fitting.items():
        answers = [{"choose": list(bonus)}] if len(fitting) > 1 else []
        pending = run("test", asked, *answers).pending
        if len(numbers) > 1:
            assert isinstance(pending, Choose)
            assert set(pending.form.values()) == numbers
        else:
            assert not isinstance(pending, Choose)


def test_a_way_without_the_dice_set_aside_is_not_offered() -> None:
    """AD-CAD-06, AD-RIS-01: it is shown which; a number that no way has is refused at once."""
    ways: list[Params] = [{"nom": "de front", "domaine": 3}, {"nom": "par ruse", "domaine": 6}]
    ways.append({"nom": "en force", "domaine": 4, "bonus": "ask"})
    params: Params = {"approches": ways, "sr": 9, "ecartes": 5}
    session = run("cadrage", params)
    asked = pending_view(session, Words(find_game("armes_dieux")))
    assert [each["id"] for each in asked["options"]] == ["par ruse", "en force"]
    assert texts(session) == (
        "De front : la Poignée n’aurait pas 5 dés à écarter, cette approche n’est pas possible."
    )
    assert refused("cadrage", params | {"ecartes": 11}) == "ecartes"
    weighed = advise(ask_about("armes_dieux.cadrage", params)).options
    assert {option.choice for option in weighed} == {"par ruse", "en force"}


def test_the_meneur_answers_for_a_figurant() -> None:
    params = {"valeur": 6, "sr": 12, "ecartes": "ask", "malus_report": 3}
    words = Words(find_game("armes_dieux"))
    asked = pending_view(run("test_figurant", params), words)
    rolled = run("test_figurant", params, {"choose": 1})
    assert (asked["who"], asked["range"]) == ("meneur", [0, 3])
    assert pending_view(rolled, words)["who"] == "meneur"
    assert rolled.effects == [("malus_report", 0)]


@pytest.mark.parametrize(
    ("name", "params", "field"),
    [
        ("poignee", {"domaine": 13}, "domaine"),
        ("poignee", {"domaine": 3, "malus": 4}, "malus"),
        ("poignee", {"domaine": 3, "bonus": ["aspect", "aspect"]}, "bonus"),
        ("poignee", {"domaine": 3, "bonus": ["effort", "aspect", "magique"]}, "bonus"),
        ("poignee", {"domaine": 3, "renfort_reserve": 2, "reserve_combat": 1}, "renfort_reserve"),
        ("poignee_figurant", {}, "valeur"),
        ("poignee_figurant", {"valeur": 4}, "valeur"),
        ("jet", {"poignee": 3}, "sr"),
        ("jet", {"poignee": 3, "sr": 9, "ecartes": 4}, "ecartes"),
        ("test", {"domaine": 3, "sr": 9, "ecartes": 4}, "ecartes"),
        ("test", {"domaine": 3, "bonus": "ask", "sr": 9, "ecartes": 10}, "ecartes"),
        ("test_figurant", {"valeur": 3}, "sr"),
        ("cadrage", {"approches": [], "sr": 9}, "approches"),
        (
            "cadrage",
            {"approches": [{"nom": "a", "domaine": 1}, {"nom": "a", "domaine": 2}], "sr": 9},
            "approches[1].nom",
        ),
        (
            "cadrage",
            {
                "approches": [
                    {"nom": "a", "domaine": 1},
                    {"nom": "b", "domaine": 2, "bonus": ["effort", "effort"]},
                ],
                "sr": 9,
            },
            "approches[1].bonus",
        ),
        ("opposition", {"participants": [{"id": "a", "poignee": 1, "sr": 3}]}, "participants"),
        (
            "opposition",
            {"participants": [{"id": "a", "poignee": 1, "sr": 3}] * 2},
            "participants[1].id",
        ),
        ("revers", {"reussite": False, "choix": "partiel"}, "choix"),
    ],
)
def test_what_is_wrong_is_refused_by_its_path(name: str, params: Params, field: str) -> None:
    assert refused(name, params) == field


# ── Test de chance (T-06) ──────────────────────────────────────────────────────────────────────
def test_the_law_of_luck() -> None:
    found = {outcome["reponse"]: p for outcome, p in law("chance", {})}
    assert found == {
        "non": Fraction(310, 1296),
        "oui_condition": Fraction(646, 1296),
        "oui": Fraction(340, 1296),
    }
    assert list(found) == ["non", "oui_condition", "oui"]


@pytest.mark.parametrize(
    ("faces", "answer"),
    [((1, 5, 2, 3), "non"), ((3, 3, 4, 2), "oui, sous condition"), ((6, 2, 1, 4), "oui")],
)
def test_luck_tells_what_it_answers(faces: tuple[int, ...], answer: str) -> None:
    """The sentence that stays of it names the question (AD-CHA-02, W-02)."""
    session = run("chance", {"question": "Y a-t-il un forgeron ?"}, dice(*faces))
    assert texts(session).endswith(f"« Y a-t-il un forgeron ? » La réponse est {answer}.")
