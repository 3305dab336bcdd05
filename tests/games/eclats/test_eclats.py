"""Éclats: the catalogue's tables and invariants, refusals, and what each seat may see."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.rules.readings.advice.advise import advise
from tablee.rules.readings.odds import odds
from tablee.rules.readings.session import play
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import ask_about
from tablee.rules.run_json import run_view
from tablee.rules.schema import show
from tablee.rules.texts.words import Words
from tests.games.eclats.asking import BONUS, DICE, FREE, SEUIL, chances, law_of_test, played

GRANTED = {"prix_accordes": [1, 2, 3]}
"""The table has granted any number of dice before: nothing is bargained over."""

# ── tables ─────────────────────────────────────────────────────────────────────────────────────
SUCCESS = {
    1: "9/10 81/100 729/1000 6561/10000",
    2: "4/5 4/5 91/125 82/125",
    3: "7/10 77/100 721/1000 1309/2000",
    4: "3/5 18/25 351/500 81/125",
    5: "1/2 13/20 133/200 1261/2000",
    6: "2/5 14/25 151/250 371/625",
    7: "3/10 9/20 513/1000 1053/2000",
    8: "1/5 8/25 193/500 52/125",
    9: "1/10 17/100 217/1000 493/2000",
    10: "0 0 0 0",
}
AGAIN = {
    1: "1 1 1",
    2: "9/10 99/100 999/1000",
    3: "4/5 24/25 124/125",
    4: "7/10 91/100 973/1000",
    5: "3/5 21/25 117/125",
    6: "1/2 3/4 7/8",
    7: "2/5 16/25 98/125",
    8: "3/10 51/100 657/1000",
    9: "1/5 9/25 61/125",
    10: "1/10 19/100 271/1000",
    11: "0 0 0",
}
BEST = {1: [1], 2: [1, 2], 3: [2], 4: [2], 5: [3], 6: [3], 7: [4], 8: [4], 9: [4]}


@pytest.mark.parametrize("need", SUCCESS)
def test_table_04_success_by_need_and_dice(need: int) -> None:
    found = [law_of_test(c, 0, need).get("reussite", 0) for c in range(4)]
    assert found == [Fraction(texts) for texts in SUCCESS[need].split()]


@pytest.mark.parametrize("need", AGAIN)
def test_table_05_success_of_a_relance(need: int) -> None:
    found = [chances("eclats.relance", des=n, seuil=need).get("reussite", 0) for n in (1, 2, 3)]
    assert found == [Fraction(texts) for texts in AGAIN[need].split()]


@pytest.mark.parametrize("need", BEST)
def test_table_04_best_number_of_dice(need: int) -> None:
    question = ask_about("eclats.test", {"caracteristique": 3, "seuil": need, "des": "ask"}, FREE)
    options = advise(question).options
    assert [o.choice for o in options if o.value == options[0].value] == BEST[need]


def test_the_closed_form_of_the_catalogue() -> None:
    for n, need in product(range(1, 5), range(-3, 13)):
        bonus, seuil = max(0, 1 - need), max(1, need)
        c = min(9, max(0, need - 1))
        law = law_of_test(n - 1, bonus, seuil)
        critical = (c + 1) ** n - c**n if need >= 1 else 0
        assert law.get("reussite", 0) == Fraction(9**n - c**n, 10**n)
        assert law.get("echec_simple", 0) == Fraction(c**n, 10**n)
        assert law.get("echec_critique", 0) == Fraction(critical, 10**n)


# ── invariants ─────────────────────────────────────────────────────────────────────────────────
@given(DICE, BONUS, SEUIL)
def test_the_chance_of_a_zero_is_that_of_the_two_failures(c: int, bonus: int, seuil: Any) -> None:
    law = law_of_test(c, bonus, seuil)
    assert sum(law.values()) == 1
    spoilt = law.get("echec_automatique", 0) + law.get("echec_critique", 0)
    assert spoilt == 1 - Fraction(9, 10) ** (c + 1)


@given(DICE, st.integers(0, 10), st.integers(1, 20), st.integers(0, 10))
def test_the_law_depends_on_dice_and_need_alone(c: int, bonus: int, seuil: int, more: int) -> None:
    assert law_of_test(c, bonus, seuil) == law_of_test(c, bonus + more, seuil + more)


@given(DICE, st.integers(1, 15))
def test_a_higher_need_never_helps(c: int, need: int) -> None:
    low, high = law_of_test(c, 0, need), law_of_test(c, 0, need + 1)
    assert low.get("reussite", 0) >= high.get("reussite", 0)
    for failure in ("echec_simple", "echec_critique"):
        assert low.get(failure, 0) <= high.get(failure, 0)


@given(st.integers(0, 2), BONUS, SEUIL)
def test_more_dice_make_a_simple_failure_rarer_and_a_zero_likelier(
    c: int, bonus: int, seuil: Any
) -> None:
    few, many = law_of_test(c, bonus, seuil), law_of_test(c + 1, bonus, seuil)
    assert few.get("echec_simple", 0) >= many.get("echec_simple", 0)
    choice = {"bonus": bonus, "seuil": seuil, "des": "ask"}
    if c:
        before, after = (
            advise(ask_about("eclats.test", {"caracteristique": n} | choice, FREE)).options[0].value
            for n in (c, c + 1)
        )
        assert after >= before


@given(st.lists(st.integers(0, 9), min_size=1, max_size=3), st.integers(0, 9), BONUS, SEUIL)
def test_one_die_more(faces: list[int], further: int, bonus: int, seuil: Any) -> None:
    few = played(
        "eclats.test", {"dice": faces}, caracteristique=len(faces) - 1, bonus=bonus, seuil=seuil
    )
    for order in ([*faces, further], [further, *reversed(faces)]):
        many = played(
            "eclats.test", {"dice": order}, caracteristique=len(faces), bonus=bonus, seuil=seuil
        )
        if further == 0:
            assert many.issue in ("echec_automatique", "echec_critique")
        elif few.issue == "reussite":
            assert many.issue == "reussite"


@given(st.integers(1, 3), BONUS, st.integers(1, 30))
def test_a_relance_gains_by_dice_and_bonus_and_loses_by_the_seuil(
    des: int, bonus: int, seuil: int
) -> None:
    here = chances("eclats.relance", des=des, bonus=bonus, seuil=seuil).get("reussite", 0)
    harder = chances("eclats.relance", des=des, bonus=bonus, seuil=seuil + 1).get("reussite", 0)
    assert harder <= here
    if des < 3:
        larger = chances("eclats.relance", des=des + 1, bonus=bonus, seuil=seuil)
        assert larger.get("reussite", 0) >= here
    if bonus < 20:
        eased = chances("eclats.relance", des=des, bonus=bonus + 1, seuil=seuil)
        assert eased.get("reussite", 0) >= here


@given(st.lists(st.integers(1, 9), min_size=1, max_size=3), st.data(), st.integers(0, 9), SEUIL)
def test_a_zero_never_lowers_a_relance(
    faces: list[int], data: st.DataObject, bonus: int, seuil: Any
) -> None:
    place = data.draw(st.integers(0, len(faces) - 1))
    zeroed = [0 if i == place else face for i, face in enumerate(faces)]
    before, after = (
        played("eclats.relance", {"dice": each}, des=len(faces), bonus=bonus, seuil=seuil)
        for each in (faces, zeroed)
    )
    assert before.issue == "echec" or after.issue == "reussite"
    assert (after.prix == "aucun") == (after.issue == "reussite")


@given(DICE, BONUS, SEUIL, st.integers(0, 3), st.booleans())
def test_an_action_is_its_roll_and_then_its_relance(
    c: int, bonus: int, seuil: Any, prix: int, several: bool
) -> None:
    roll = law_of_test(c, bonus, seuil)
    whole = chances(
        "eclats.action",
        {"relances_multiples": several},
        caracteristique=c,
        bonus=bonus,
        seuil=seuil,
        prix=prix,
    )
    for issue in ("reussite", "echec_automatique", "echec_critique"):
        assert whole.get(issue, 0) == roll.get(issue, 0)
    after = ("echec_simple", "reussite_relance", "echec_relance")
    assert sum(whole.get(issue, 0) for issue in after) == roll.get("echec_simple", 0)
    assert (whole.get("echec_simple", 0) == 0) or prix == 0


def test_a_price_is_due_only_when_a_relance_fails() -> None:
    rulings = {"relances_multiples": True}
    params = {"caracteristique": 0, "seuil": 8, "prix": "ask", "relances_max": 2} | GRANTED
    answers = [{"dice": [3]}, {"choose": 3}, {"dice": [1, 2, 3]}, {"choose": 1}, {"dice": [0]}]
    run = play(ask_about("eclats.action", params, rulings, answers))
    assert show(run.result) == {"issue": "reussite_relance", "des_relance": 1, "prix_dus": 1}
    assert run.effects == [("prix_du", "exorbitant")]


def missed(dice: int, need: int) -> Fraction:
    """The chance that a relance fails, face by face (a 0 is worth 10)."""
    rows = list(product(range(10), repeat=dice))
    lost = [row for row in rows if all((face or 10) < need for face in row)]
    return Fraction(len(lost), len(rows))


@pytest.mark.parametrize("need", [4, 8, 10, 11])
def test_without_a_price_counts_the_price_of_every_relance(need: int) -> None:
    """ECL-NEG-09 with R-11: a relance that succeeds after one that failed has its price too."""
    rulings = {"relances_multiples": True}
    params = {"caracteristique": 0, "seuil": need, "prix": "ask"} | GRANTED
    found = advise(ask_about("eclats.action", params, rulings, [{"dice": [1]}]), "sans_prix")
    worth = {option.choice: option.value for option in found.options}
    assert worth == {0: 1} | {dice: 1 - missed(dice, need) for dice in (1, 2, 3)}
    once_paid = [{"dice": [1]}, {"choose": 1}, {"dice": [1]}]
    later = advise(ask_about("eclats.action", params, rulings, once_paid), "sans_prix")
    assert {option.value for option in later.options} == {0}


@pytest.mark.parametrize("several", [False, True])
def test_how_many_dice_keep_a_price_away(several: bool) -> None:
    """A simple failure is relaunched with two dice as long as that is granted (R-04, R-11)."""
    rulings = {"choix_des": "libre", "relances_multiples": several}
    params = {"caracteristique": 2, "seuil": 8, "bonus": 1, "des": "ask", "prix": 2}
    found = advise(ask_about("eclats.action", params, rulings), "sans_prix")
    for option in found.options:
        rows = list(product(range(10), repeat=option.choice))
        simple = [row for row in rows if 0 not in row and max(row) + 1 < 8]
        assert option.value == 1 - Fraction(len(simple), len(rows)) * missed(2, 7)
    succeeds = advise(ask_about("eclats.action", params, rulings), "reussite").options
    assert len(succeeds) == len(found.options) == 3


# ── secrets ────────────────────────────────────────────────────────────────────────────────────
def player_view(procedure: str, answers: list[Any], **params: Any) -> str:
    session = play(ask_about(procedure, params, answers=answers))
    view = run_view(session, Words(session.question.game), "player")
    return json.dumps(view, ensure_ascii=False)


@given(
    st.lists(st.integers(0, 9), min_size=2, max_size=2),
    SEUIL,
    SEUIL,
    st.sampled_from(["eclats.test", "eclats.action"]),
)
def test_runs_that_differ_in_the_secret_alone_look_alike(
    faces: list[int], one: Any, other: Any, procedure: str
) -> None:
    issues, views = [], []
    for seuil in (one, other):
        params = {"caracteristique": 1, "bonus": 2, "seuil": seuil, "secret": True}
        run = play(ask_about(procedure, params, answers=[{"dice": faces}]))
        issues.append("echec" if 0 in faces else run.result.issue)
        views.append(player_view(procedure, [{"dice": faces}], **params))
    assert (views[0] == views[1]) == (issues[0] == issues[1])


def test_a_secret_seuil_is_hidden_until_it_is_announced() -> None:
    params = {"caracteristique": 1, "seuil": 77, "secret": True, "prix": "ask"}
    assert "77" not in player_view("eclats.action", [], **params)
    assert "77" not in player_view("eclats.action", [{"dice": [0, 9]}], **params)
    failed = [{"dice": [3, 4]}]
    assert "77" not in player_view("eclats.action", failed, **params)
    assert "77" not in player_view("eclats.action", [*failed, {"choose": "non"}], **params)
    wished = [*failed, {"choose": "oui"}]
    assert "77" not in player_view("eclats.action", wished, **params)
    assert "77" not in player_view("eclats.action", [*wished, {"choose": "non"}], **params)
    announced = player_view("eclats.action", [*wished, {"choose": "oui"}], **params)
    assert '"facts": {"seuil": 77' in announced
    session = play(ask_about("eclats.action", params, answers=[*wished, {"choose": "oui"}]))
    assert [entry.reveals for entry in session.trace].count(True) == 1


def test_the_player_is_shown_no_more_than_that_he_failed() -> None:
    params = {"caracteristique": 0, "seuil": 5, "secret": True}
    view = json.loads(player_view("eclats.test", [{"dice": [0]}], **params))
    assert view["result"] == {"issue": "echec"}
    question = ask_about("eclats.test", params, answers=[{"dice": [0]}])
    whole = run_view(play(question), Words(question.game), "maitre")
    assert whole["result"] == {"issue": "echec_critique"}
    assert question.concealed("player") == {"seuil"}
    assert question.concealed("maitre") == frozenset()


BELIEF = [[2, "1/2"], [9, "1/2"]]


def test_advice_under_a_secret_decides_once_for_all_that_is_believed() -> None:
    params = {"caracteristique": 3, "seuil": BELIEF, "secret": True, "des": "ask"}
    advice = advise(ask_about("eclats.test", params, FREE))
    for option in advice.options:
        alone = [
            chances("eclats.test", caracteristique=option.choice - 1, seuil=seuil)["reussite"]
            for seuil in (2, 9)
        ]
        assert option.value == sum(alone) / 2


def test_the_price_is_weighed_for_each_seuil_as_it_is_announced_first() -> None:
    seuils: list[Any] = [4, "inatteignable"]
    params = {"caracteristique": 1, "secret": True, "des": "ask", "prix": "ask"}
    params |= {"seuil": [[seuil, "1/2"] for seuil in seuils], "prix_accordes": [1]}
    worth = '{"reussite": 2, "reussite_relance": 2, "echec_simple": 1}'
    advice = advise(ask_about("eclats.action", params, FREE), utility=worth)
    for option in advice.options:
        total = Fraction(0)
        for seuil in seuils:
            law = law_of_test(option.choice - 1, 0, seuil)
            won = chances("eclats.relance", des=1, seuil=seuil).get("reussite", Fraction(0))
            then = max(Fraction(1), 2 * won)
            total += 2 * law.get("reussite", 0) + then * law.get("echec_simple", 0)
        assert option.value == total / 2


@pytest.mark.parametrize(
    ("procedure", "params", "field"),
    [
        ("eclats.test", {"seuil": 5, "secret": True, "des": "ask"}, "seuil"),
        ("eclats.action", {"seuil": 5, "secret": True, "des": "ask"}, "seuil"),
    ],
)
def test_advice_never_uses_a_secret(procedure: str, params: dict[str, Any], field: str) -> None:
    with pytest.raises(Refusal) as refused:
        advise(ask_about(procedure, {"caracteristique": 1} | params, FREE))
    assert refused.value.field == field


def test_what_a_relance_is_worth_may_be_shown_once_the_seuil_is_announced() -> None:
    """ECL-NEG-06: the player reckons with it then, however secret it was."""
    params = {"caracteristique": 1, "seuil": 8, "secret": True, "prix": "ask"} | GRANTED
    yes = {"choose": "oui"}
    asked = ask_about("eclats.action", params, FREE, [{"dice": [3, 5]}, yes, yes])
    found = {each.choice: each.value for each in advise(asked, seat="player").options}
    assert found == {0: 0, 1: Fraction(3, 10), 2: Fraction(51, 100), 3: Fraction(657, 1000)}


def test_a_table_of_worths() -> None:
    params = {"caracteristique": 1, "seuil": 6, "des": "ask"}
    question = ask_about("eclats.test", params, FREE)
    worth = '{"reussite": 1, "echec_critique": "-1/2", "echec_automatique": 0.5}'
    two_dice = next(o for o in advise(question, utility=worth).options if o.choice == 2)
    expected = Fraction(14, 25) - Fraction(11, 200) + Fraction(1, 25)
    assert two_dice.value == expected
    for wrong in ('{"gloire": 1}', '{"reussite": "x"}', "[1]", "gloire", '{"reussite": Infinity}'):
        with pytest.raises(Refusal):
            advise(question, utility=wrong)


# ── refusals ───────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("procedure", "params", "rulings", "field"),
    [
        ("eclats.test", {"caracteristique": 4, "seuil": 5}, {}, "caracteristique"),
        ("eclats.test", {"caracteristique": 1}, {}, "seuil"),
        ("eclats.test", {"caracteristique": 1, "seuil": 0}, {}, "seuil"),
        ("eclats.test", {"caracteristique": 1, "seuil": 5, "bonus": -1}, {}, "bonus"),
        ("eclats.test", {"caracteristique": 1, "seuil": 5, "des": 1}, {}, "des"),
        ("eclats.test", {"caracteristique": 1, "seuil": 5, "des": 3}, FREE, "des"),
        ("eclats.test", {"caracteristique": 1, "seuil": [[5, "1/2"]]}, {}, "seuil"),
        ("eclats.test", {"caracteristique": 1, "seuil": [[5, "x"]]}, {}, "seuil[0][1]"),
        ("eclats.relance", {"des": 4, "seuil": 5}, {}, "des"),
        ("eclats.relance", {"des": 1, "seuil": BELIEF}, {}, "seuil"),
        ("eclats.action", {"caracteristique": 1, "seuil": 5, "prix": 4}, {}, "prix"),
        (
            "eclats.action",
            {"caracteristique": 1, "seuil": 5, "relances_max": 11},
            {},
            "relances_max",
        ),
        (
            "eclats.action",
            {"caracteristique": 1, "seuil": 5, "prix_accordes": [4]},
            {},
            "prix_accordes[0]",
        ),
    ],
)
def test_refusals_name_their_field(
    procedure: str, params: dict[str, Any], rulings: dict[str, Any], field: str
) -> None:
    with pytest.raises(Refusal) as refused:
        ask_about(procedure, params, rulings)
    assert refused.value.field == field


def test_an_unanswered_choice_is_named_only_where_it_is_reached() -> None:
    reached = ask_about("eclats.action", {"caracteristique": 1, "seuil": 6, "prix": "ask"})
    with pytest.raises(Refusal) as refused:
        odds(reached)
    assert (refused.value.kind, refused.value.field) == ("choice_needed", "prix")
    never = ask_about("eclats.action", {"caracteristique": 1, "seuil": 1, "prix": "ask"})
    assert sum(chance for _, chance in odds(never).items()) == 1
