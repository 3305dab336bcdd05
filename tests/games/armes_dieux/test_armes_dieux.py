"""Armes-Dieux: the catalogue's invariants, its tables, who is asked, what is refused, effects."""

from __future__ import annotations

import itertools
import json
import random
import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.dice.draws import HouseDice
from tablee.rules.game import find_game
from tablee.rules.question import ask_about
from tablee.rules.readings.budget import Budget
from tablee.rules.readings.explain import explain
from tablee.rules.readings.odds import odds
from tablee.rules.readings.session import Session
from tablee.rules.refusal import Refusal
from tablee.rules.schema import show
from tablee.rules.views import pending_view, run_view
from tablee.rules.words import Words
from tests.kit.runs import any_answer
from tests.kit.sampled import coverage

Params = dict[str, Any]
few = settings(max_examples=60, deadline=None)


def law(name: str, params: Params, **switches: Any) -> list[tuple[dict[str, Any], Fraction]]:
    found = odds(ask_about(f"armes_dieux.{name}", params, switches))
    return [(show(result), chance) for result, chance in found.items()]


def run(name: str, params: Params, *answers: Mapping[str, Any], **switches: Any) -> Session:
    return Session(ask_about(f"armes_dieux.{name}", params, switches, answers))


def result(name: str, params: Params, *answers: Mapping[str, Any], **switches: Any) -> Any:
    session = run(name, params, *answers, **switches)
    assert session.done
    return show(session.result)


def dice(*faces: int) -> dict[str, Any]:
    return {"dice": list(faces)}


def refused(name: str, params: Params, *answers: Mapping[str, Any], **switches: Any) -> str:
    with pytest.raises(Refusal) as caught:
        run(name, params, *answers, **switches)
    return caught.value.field


def told(session: Session) -> str:
    """The last thing told of a run, with plain spaces."""
    return re.sub(r"\s", " ", explain(session, Words(session.question.game))[-1].text)


def reaching(params: Params) -> Fraction:
    return sum((p for r, p in law("jet", params) if not r["issue"].startswith("echec")), Fraction())


def chance(params: Params, issue: str) -> Fraction:
    return sum((p for r, p in law("jet", params) if r["issue"] == issue), Fraction())


def mean(params: Params) -> Fraction:
    return sum((r["qualites"] * p for r, p in law("jet", params)), Fraction())


@st.composite
def jets(draw: st.DrawFn) -> Params:
    poignee = draw(st.integers(0, 12))
    return {
        "poignee": poignee,
        "sr": draw(st.integers(1, 75)),
        "sang": draw(st.integers(0, 12)),
        "maitrise": draw(st.booleans()),
        "ecartes": draw(st.integers(0, poignee)),
        "additionnel": draw(st.sampled_from(["jamais", "toujours", "sans_baisse"])),
    }


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
    told = {"estimation": 7, "valeur": 12, "plusieurs": True, "reduction": 6}
    for way in ("avant_maximum", "malus"):
        found = result("poignee_figurant", told | {"malus": 3}, figurant_reduction=way)
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


# ── oppositions (invariant 10) ─────────────────────────────────────────────────────────────────
sides = st.fixed_dictionaries(
    {
        "poignee": st.integers(0, 6),
        "sr": st.integers(1, 20),
        "sang": st.integers(0, 3),
        "maitrise": st.booleans(),
    }
)


def opposed(people: list[Params]) -> Params:
    return {"participants": [p | {"id": n} for p, n in zip(people, "ABCDEF", strict=False)]}


def wins(people: list[Params], **switches: Any) -> dict[str | None, Fraction]:
    found: dict[str | None, Fraction] = {}
    for outcome, p in law("opposition", opposed(people), **switches):
        assert (outcome["gagnant"] is not None) == (outcome["cause"] == "victoire")
        assert outcome["gagnant"] not in outcome["revers"]
        if outcome["gagnant"] is None:
            rest = (outcome["issue"], outcome["qualites"], outcome["additionnel"])
            assert rest == ("aucune", 0, False)
        found[outcome["gagnant"]] = found.get(outcome["gagnant"], Fraction()) + p
    return found


@settings(max_examples=25, deadline=None)
@given(st.lists(sides, min_size=2, max_size=3), st.sampled_from(["nul", "somme"]))
def test_oppositions_are_fair_and_crowds_never_help(people: list[Params], tie: str) -> None:
    found = wins(people, opposition_egalite=tie)
    turned = wins(people[::-1], opposition_egalite=tie)
    for here, there in zip("ABC"[: len(people)], reversed("ABC"[: len(people)]), strict=True):
        assert found.get(here, 0) == turned.get(there, 0)
    crowded = wins([*people, people[0]], opposition_egalite=tie)
    for name in "ABC"[: len(people)]:
        assert crowded.get(name, 0) <= found.get(name, 0)


def test_dice_are_set_aside_at_once_and_out_of_sight() -> None:
    people: list[Params] = [
        {"poignee": 3, "sr": 6, "ecartes": "ask"},
        {"poignee": 2, "sr": 6, "ecartes": "ask", "acteur": "figurant"},
        {"poignee": 0, "sr": 6, "ecartes": "ask"},
    ]
    words = Words(find_game("armes_dieux"))
    session = run("opposition", opposed(people))
    view = pending_view(session, words, "A")
    assert [ask["who"] for ask in view["asks"]] == ["A", "meneur"]
    assert "facts" not in view["asks"][1]
    told = view["asks"][0]["facts"]["participants"]
    assert [(each["id"], each["poignee"], each["sr"]) for each in told] == [
        ("A", 3, 6),
        ("B", 2, 6),
        ("C", 0, 6),
    ]
    assert not any("ecartes" in each for each in told)
    session.answer({"together": [2, 0]})
    assert pending_view(session, words)["dice"] == "1d6"


def test_the_winner_pays_out_of_what_is_left() -> None:
    people: list[Params] = [{"poignee": 6, "sr": 6, "ecartes": 4}, {"poignee": 2, "sr": 2}]
    params = opposed(people) | {"additionnel": "ask"}
    thrown = (dice(6, 6), dice(2, 1))
    words = Words(find_game("armes_dieux"))
    ask = pending_view(run("opposition", params, *thrown), words)
    assert (ask["who"], ask["label"], ask["facts"]["qualites"]) == ("A", "additionnel", 5)
    bought = {"choose": "oui"}
    found = result("opposition", params, *thrown, bought)
    assert (found["issue"], found["qualites"]) == ("reussite_revers", 2)
    obtained = result("opposition", params, *thrown, bought, opposition_palier="obtenues")
    assert (obtained["issue"], obtained["qualites"]) == ("reussite", 2)


def test_the_size_of_a_poignee_is_what_stays_of_gathering_it() -> None:
    """Not what it cost, which is booked (AD-BON-05)."""
    gathered = run("poignee", {"domaine": 7, "bonus": ["aspect", "effort"], "malus": 3})
    assert told(gathered) == "Malus de 3 : 9 dés restent dans la Poignée."


def test_what_was_bought_is_in_the_sentence_that_stays() -> None:
    """The table has an effect beside the objectif to find (AD-ADD-02)."""
    bought = run("jet", {"poignee": 3, "sr": 6, "additionnel": "toujours"}, dice(2, 4, 6))
    assert told(bought).endswith("avec un résultat additionnel : aucune Qualité au bilan.")
    plain = run("jet", {"poignee": 3, "sr": 6}, dice(2, 4, 6))
    assert "additionnel" not in told(plain)
    sides = opposed([{"poignee": 6, "sr": 6}, {"poignee": 1, "sr": 6}])
    won = run("opposition", sides | {"additionnel": "toujours"}, dice(2, 4, 6, 2, 4, 6), dice(1))
    assert told(won).endswith("l’emporte : réussite, avec un résultat additionnel.")


def test_a_higher_sum_breaks_a_tie_only_where_the_table_wants_it() -> None:
    params = opposed([{"poignee": 2, "sr": 4}, {"poignee": 2, "sr": 4}])
    thrown = (dice(2, 4), dice(6, 4))
    assert result("opposition", params, *thrown)["cause"] == "egalite"
    broken = result("opposition", params, *thrown, opposition_egalite="somme")
    assert (broken["gagnant"], broken["qualites"]) == ("B", 0)
    same = result("opposition", params, dice(2, 4), dice(4, 2), opposition_egalite="somme")
    assert same["cause"] == "egalite"


def test_an_opposition_too_large_to_weigh_is_refused_not_begun() -> None:
    people: list[Params] = [{"poignee": 12, "sr": 30, "sang": 4, "maitrise": True}] * 6
    question = ask_about("armes_dieux.opposition", opposed(people), {"opposition_egalite": "somme"})
    with pytest.raises(Refusal) as caught:
        odds(question)
    assert (caught.value.kind, caught.value.field) == ("too_large", "armes_dieux.opposition")


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
    assert told(session).endswith(f"« Y a-t-il un forgeron ? » La réponse est {answer}.")


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
    """Oppositions won of those needed, the Tension that a character has taken in it (a Figurant's is
    not described, R-21), a Malus that weighs."""
    params = SERIES | {"manches": 4}
    answers = [dice(1, 1, 1, 1), dice(2, 2, 1, 1), {"choose": "difficulte"}, {"choose": "partiel"}]
    seen = run("oppositions", params, *answers).glance()
    gauges = {one.who: {g.name: (g.value, g.most) for g in one.gauges} for one in seen}
    assert gauges == {
        "Ada": {"victoires": (0, 2), "tension_prise": (0, 4)},
        "le garde": {"victoires": (1, 2)},
    }
    assert [one.states for one in seen] == [(("report", "3"),), ()]
    tense = run("oppositions", params, *answers[:2], {"choose": "tension"}, answers[3]).glance()
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
        if session.glance():
            for one in session.glance():
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
    """R-22: two runs that differ in them alone give whoever is asked the same bytes."""
    views = []
    words = Words(find_game("armes_dieux"))
    for aside in (one, other):
        people = [{"poignee": 5, "sr": 9, "ecartes": dice} for dice in (*aside, "ask")]
        views.append(json.dumps(run_view(run("opposition", opposed(people)), words, "C")))
    assert views[0] == views[1]
    assert json.loads(views[0])["ask"]["asks"][0]["who"] == "C"
