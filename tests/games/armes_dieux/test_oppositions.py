"""Armes-Dieux: oppositions, one alone and several in sequence."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.dice.die import Throw
from tablee.rules.forms import Form, NumberFrom, SomeOf
from tablee.rules.questions import Together
from tablee.rules.readings.advice.advise import advise
from tablee.rules.readings.budget import Budget
from tablee.rules.readings.explain import explain
from tablee.rules.readings.odds import odds
from tablee.rules.refusal import Refusal
from tablee.rules.registry import find_game
from tablee.rules.run_input import ask_about
from tablee.rules.run_json import pending_view
from tablee.rules.texts.words import Words
from tests.games.armes_dieux.asking import Params, dice, law, opposed, refused, result, run, texts

# ── oppositions (invariant 10) ─────────────────────────────────────────────────────────────────
sides = st.fixed_dictionaries(
    {
        "poignee": st.integers(0, 6),
        "sr": st.integers(1, 20),
        "sang": st.integers(0, 3),
        "maitrise": st.booleans(),
    }
)


def wins(people: list[Params], **rulings: Any) -> dict[str | None, Fraction]:
    found: dict[str | None, Fraction] = {}
    for outcome, p in law("opposition", opposed(people), **rulings):
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


def test_dice_are_set_aside_at_once_and_out_of_view() -> None:
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
    texts = view["asks"][0]["facts"]["participants"]
    assert [(each["id"], each["poignee"], each["sr"]) for each in texts] == [
        ("A", 3, 6),
        ("B", 2, 6),
        ("C", 0, 6),
    ]
    assert not any("ecartes" in each for each in texts)
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
    """Not what it cost, which is recorded (AD-BON-05)."""
    gathered = run("poignee", {"domaine": 7, "bonus": ["aspect", "effort"], "malus": 3})
    assert texts(gathered) == "Malus de 3 : 9 dés restent dans la Poignée."


def test_what_was_bought_is_in_the_sentence_that_stays() -> None:
    """The table has an effect beside the objectif to find (AD-ADD-02)."""
    bought = run("jet", {"poignee": 3, "sr": 6, "additionnel": "toujours"}, dice(2, 4, 6))
    assert texts(bought).endswith("avec un résultat additionnel : aucune Qualité au bilan.")
    plain = run("jet", {"poignee": 3, "sr": 6}, dice(2, 4, 6))
    assert "additionnel" not in texts(plain)
    sides = opposed([{"poignee": 6, "sr": 6}, {"poignee": 1, "sr": 6}])
    won = run("opposition", sides | {"additionnel": "toujours"}, dice(2, 4, 6, 2, 4, 6), dice(1))
    assert texts(won).endswith("l’emporte : réussite, avec un résultat additionnel.")


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
    assert (caught.value.kind, caught.value.field) == ("too_large", "armes_dieux.opposition.jets")


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(3, 20)), min_size=2, max_size=2))
@settings(max_examples=15, deadline=None)
def test_bonus_taken_at_once_are_weighed_as_a_game(people: list[tuple[int, int]]) -> None:
    """R-22, against the two by two game of the four laws, solved by hand."""
    either: list[list[str]] = [[], ["avantage"]]
    own, other = (
        {"poignee": dice, "sr": sr, "bonus_disponibles": either[1]} for dice, sr in people
    )
    (a, b), (c, d) = (
        [wins([own | {"bonus": mine}, other | {"bonus": theirs}]).get("A", 0) for theirs in either]
        for mine in either
    )
    least, most = max(min(a, b), min(c, d)), min(max(a, c), max(b, d))
    value = least if least == most else (a * d - b * c) / (a + d - b - c)
    asked = opposed([own | {"bonus": "ask"}, other | {"bonus": "ask"}])
    advice = advise(ask_about("armes_dieux.opposition", asked), "reussite", "A")
    assert (advice.label, advice.at_once, advice.value) == ("bonus", True, value)


def test_bonus_of_two_players_are_soon_weighed() -> None:
    """What follows from the same dice is worked out once, whatever Bonus brought them."""
    side = {"poignee": 4, "sr": 8, "bonus": "ask", "ecartes": "ask"}
    question = ask_about("armes_dieux.opposition", opposed([side, side]))
    advice = advise(question, "reussite", "A", Budget(steps=150_000))
    assert len(advice.options) == 11
    assert (advice.chance, advice.error) == (True, 0)


# ── a whole Test each: Bonus, Renfort, Malus (AD-OPP-01, AD-BON-01..07, AD-REN-03) ─────────────
@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.sampled_from(["aspect", "avantage", "effort", "magique"]), max_size=2, unique=True),
    st.integers(0, 12),
    st.integers(0, 6),
    st.sampled_from([0, 3, 6]),
    st.sampled_from([0, 3]),
)
def test_a_participant_gathers_his_poignee_as_for_any_test(
    bonus: list[str], domaine: int, renfort: int, malus: int, carried: int
) -> None:
    more = {"bonus": bonus, "renfort": renfort, "malus": malus, "malus_report": carried}
    gathered = result("poignee", {"domaine": domaine, **more})["poignee"]
    other = {"poignee": 2, "sr": 7}
    whole = wins([{"poignee": domaine, "sr": 14, **more}, other])
    assert whole == wins([{"poignee": gathered, "sr": 14}, other])


def test_bonus_are_chosen_at_once_then_dice_of_the_reserve() -> None:
    """Nobody knows what the others take (R-22); who is asked for nothing is not waited for."""
    ask = {"bonus": "ask", "renfort_reserve": "ask", "ecartes": "ask", "sr": 14}
    people = [
        {"id": "Ada", "poignee": 5, "reserve_combat": 4, **ask},
        {"id": "Bo", "poignee": 4, "bonus_disponibles": ["aspect"], **ask},
        {"id": "le garde", "poignee": 6, "sr": 18, "acteur": "figurant"},
    ]
    answers: list[Params] = [
        {"together": [["aspect", "effort"], ["aspect"]]},
        {"together": [1]},
        {"together": [0, 2]},
    ]
    session = run("opposition", {"participants": people})
    asked = []
    for answer in answers:
        choices = session.pending.choices if isinstance(session.pending, Together) else ()
        asked.append([(each.who, each.label, show_form(each.form)) for each in choices])
        session.answer(answer)
    bonus = "aspect, avantage, effort, magique"
    assert asked == [
        [("Ada", "bonus", bonus), ("Bo", "bonus", "aspect")],
        [("Ada", "renfort_reserve", "0..1")],  # 5 + 6 dice: room for one more
        [("Ada", "ecarter", "0..12"), ("Bo", "ecarter", "0..7")],
    ]
    assert session.effects == [("tension", 1), ("reserve_combat", -1)]
    assert session.effect_seats == ["Ada", "Ada"]
    assert isinstance(session.pending, Throw)
    assert session.pending.count == 12


def test_bonus_that_the_dice_set_aside_need_are_not_left_out() -> None:
    """AD-RIS-01: who has said how many dice he sets aside takes the Bonus that bring as many."""
    people: list[Params] = [
        {"poignee": 3, "sr": 9, "bonus": "ask", "ecartes": 5},
        {"poignee": 3, "sr": 9, "bonus": "ask", "ecartes": "ask"},
    ]
    session = run("opposition", opposed(people))
    assert isinstance(session.pending, Together)
    bonus = ("aspect", "avantage", "effort", "magique")
    forms = [choice.form for choice in session.pending.choices]
    assert forms == [SomeOf(bonus, 1, 2), SomeOf(bonus, 0, 2)]
    advice = advise(ask_about("armes_dieux.opposition", opposed(people)), seat="A")
    assert all(option.choice for option in advice.options)


def test_an_opponent_without_dice_is_named_as_that() -> None:
    """AD-OPP-01, AD-RES-02."""
    session = run("opposition", opposed([{"poignee": 3, "sr": 9}, {"poignee": 0, "sr": 9}]), SIXES)
    words = Words(find_game("armes_dieux"))
    lines = [step.text.replace("\u00a0", " ") for step in explain(session, words)]
    assert "A : 3 dés dans la Poignée." in lines
    assert "B : aucun dé dans la Poignée." in lines


SIXES = dice(6, 6, 6)


def show_form(form: Form[Any]) -> str:
    if isinstance(form, NumberFrom):
        return f"{form.low}..{form.high}"
    assert isinstance(form, SomeOf)
    return ", ".join(form.ids)


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"bonus": ["aspect", "aspect"]}, "bonus"),
        (
            {"poignee": 9, "bonus": ["aspect"], "renfort_reserve": 1, "reserve_combat": 5},
            "renfort_reserve",
        ),
        ({"poignee": 9, "renfort_reserve": 4, "reserve_combat": 9}, "renfort_reserve"),
        ({"ecartes": 4}, "ecartes"),
        ({"bonus": "ask", "bonus_disponibles": ["aspect"], "ecartes": 7}, "ecartes"),
        ({"acteur": "figurant", "malus": 3, "ecartes": 1}, "ecartes"),
        ({"acteur": "figurant", "bonus": ["magique"]}, "bonus"),
        ({"acteur": "figurant", "bonus": "ask"}, "bonus"),
        ({"acteur": "figurant", "renfort": 1}, "renfort"),
        ({"acteur": "figurant", "renfort_reserve": "ask"}, "renfort_reserve"),
        ({"acteur": "figurant", "malus": 3}, None),
    ],
)
def test_what_a_participant_may_not_bring_together(more: Params, field: str | None) -> None:
    """AD-BON-07, R-06, R-08."""
    people = [{"id": "A", "poignee": 3, "sr": 9}, {"id": "B", "poignee": 3, "sr": 9, **more}]
    path = field and f"participants[1].{field}"
    if path is None:
        assert law("opposition", {"participants": people})
    else:
        assert refused("opposition", {"participants": people}) == path


def test_a_figurant_under_a_malus_has_no_domaine_to_tell() -> None:
    """AD-CAD-09: he has no scores, only the size of his Poignée."""
    people = [
        {"id": "A", "poignee": 1, "sr": 9, "malus": 3},
        {"id": "B", "poignee": 9, "sr": 9, "acteur": "figurant", "malus": 3, "malus_report": 3},
    ]
    session = run("opposition", {"participants": people})
    assert [entry.text for entry in session.trace if entry.numbers.get("domaine") == 9] == []
    assert isinstance(session.pending, Throw)
    assert session.pending.count == 3
    assert list(zip(session.effects, session.effect_seats, strict=True)) == [
        (("malus_report", 0), "B")
    ]
