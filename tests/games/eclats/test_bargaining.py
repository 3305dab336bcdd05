"""Éclats: prices, who bargains for them in which order, and what is pending of them in the end."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.dice.house_dice import HouseDice
from tablee.faces.messages import format_value
from tablee.games.eclats.bargain import PRICES_IN_SHORT, WORTH
from tablee.games.eclats.relance import FALLEN
from tablee.rules.readings.advice.advise import advise
from tablee.rules.readings.session import play
from tablee.rules.refusal import Refusal
from tablee.rules.registry import find_procedure
from tablee.rules.run_input import ask_about
from tablee.rules.run_json import run_view
from tablee.rules.schema import show
from tablee.rules.texts.words import Words
from tests.games.eclats.asking import SEUIL, chances
from tests.kit.runs import any_answer
from tests.kit.sampled import coverage


# ── what an offer is worth ─────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("counts", [True, False])
@pytest.mark.parametrize("seuil", [*range(1, 14), "inatteignable"])
def test_the_chances_of_a_relance_are_shown_before_a_price_is_offered(
    seuil: Any, counts: bool
) -> None:
    """T-05, R-06: those of the relance itself, and the same for everybody."""
    ruling_values = {"relance_bonus": counts}
    texts = {"seuil": seuil, "bonus": 2}
    session = play(ask_about("eclats.negociation", texts, ruling_values, [{"choose": True}]))
    (line,) = [each for each in session.trace if "three" in each.numbers]
    for des, name in enumerate(("one", "two", "three"), 1):
        assert (
            chances("eclats.relance", ruling_values, des=des, **texts).get("reussite", 0)
            == (line.numbers[name])
        )


# ── the ledger of an Initié ────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("several", [False, True])
@given(
    st.lists(
        st.one_of(
            st.sampled_from(
                ["reussite", "echec_simple", "echec_automatique", "echec_critique"]
            ).map(lambda issue: {"type": "test", "issue": issue}),
            st.builds(
                lambda issue, des: {"type": "relance", "issue": issue, "des": des},
                st.sampled_from(["reussite", "echec"]),
                st.integers(1, 3),
            ),
            st.just({"type": "regle", "numero": 1}),
        ),
        max_size=40,
    )
)
@settings(max_examples=40, deadline=None)
def test_a_price_is_due_just_when_a_relance_failed(
    several: bool, events: list[dict[str, Any]]
) -> None:
    """Invariant 8: a relance only after an échec simple, once by default."""
    kept: dict[str, Any] = {}
    open_to, due = False, 0
    for event in events:
        params = {"etat": kept, "evenements": [event]}
        ruling_values = {"relances_multiples": several}
        barred = (event["type"] == "relance" and not open_to) or (
            event["type"] == "regle" and not due
        )
        if barred:
            with pytest.raises(Refusal):
                ask_about("eclats.initie", params, ruling_values)
            continue
        session = play(ask_about("eclats.initie", params, ruling_values))
        kept = show(session.result)["etat"]
        failed = event["type"] == "relance" and event["issue"] == "echec"
        due += failed - (event["type"] == "regle")
        still = failed or (event["type"] == "regle" and open_to)
        open_to = event.get("issue") == "echec_simple" or (several and still)
        assert (len(kept["prix_dus"]), kept["relance_possible"]) == (due, open_to)


def tried(kept: dict[str, Any], ruling_values: dict[str, Any], *events: dict[str, Any]) -> Any:
    session = play(
        ask_about("eclats.initie", {"etat": kept, "evenements": [*events]}, ruling_values)
    )
    return show(session.result)["etat"]


@pytest.mark.parametrize("paid", [False, True])
@pytest.mark.parametrize("several", [False, True])
@pytest.mark.parametrize("des", [1, 2, 3])
def test_the_ledger_relaunches_as_a_whole_action_does(des: int, several: bool, paid: bool) -> None:
    """R-11: a relance that failed is an échec simple again, and no less so once its price is paid;
    relance after relance at the ledger has the law of the action, and the advice its chances."""
    ruling_values, most = {"relances_multiples": several}, 3
    action = {"caracteristique": 1, "bonus": 1, "seuil": 8, "relances_max": most}
    law = chances("eclats.test", ruling_values, caracteristique=1, bonus=1, seuil=8)
    fails = chances("eclats.relance", ruling_values, des=des, bonus=1, seuil=8)["echec"]
    kept = tried({}, ruling_values, {"type": "test", "issue": "echec_simple"})
    open_to, done = law.pop("echec_simple"), 0
    law["reussite_relance"] = 0
    while kept["relance_possible"] and done < most:
        done += 1
        law["reussite_relance"] += open_to * (1 - fails)
        open_to *= fails
        kept = tried(kept, ruling_values, {"type": "relance", "issue": "echec", "des": des})
        if paid:
            kept = tried(kept, ruling_values, {"type": "regle"})
    assert (done, len(kept["prix_dus"])) == (3 if several else 1, 0 if paid else done)
    assert law | {"echec_relance": open_to} == chances(
        "eclats.action", ruling_values, prix=des, **action
    )
    question = ask_about(
        "eclats.action", action | {"prix": "ask"}, ruling_values, [{"dice": [3, 4]}, YES]
    )
    options = advise(question, "reussite").options
    worth = {each.choice["des"]: each.value for each in options if each.choice != "abandon"}
    again = chances("eclats.relance", ruling_values, des=3, bonus=1, seuil=8)["echec"]
    assert worth[des] == 1 - fails * again ** (done - 1)


@pytest.mark.parametrize(
    ("issue", "dice", "price"), [("echec", 2, "tres_eleve"), ("reussite", 3, "aucun")]
)
def test_a_price_that_contradicts_the_relance_is_refused(issue: str, dice: int, price: str) -> None:
    def kept(texts: str) -> Any:
        event = {"type": "relance", "issue": issue, "des": dice, "prix": texts}
        params = {"etat": {"relance_possible": True}, "evenements": [event]}
        return play(ask_about("eclats.initie", params)).result.etat

    assert len(kept(price).prix_dus) == (issue == "echec")
    with pytest.raises(Refusal) as caught:
        kept("exorbitant")
    assert caught.value.field == "evenements[0].prix"


# ── bargaining ─────────────────────────────────────────────────────────────────────────────────
YES, NO = {"choose": "oui"}, {"choose": "non"}


def offer(dice: int, text: str = "le bras") -> dict[str, Any]:
    return {"choose": {"texte": text, "des": dice}}


def bargain(*answers: Any, joueurs: int = 2, **rulings: Any) -> Any:
    params = {"seuil": 8, "joueurs": joueurs}
    return play(ask_about("eclats.negociation", params, rulings, list(answers)))


def pending(session: Any, seat: str | None = None) -> tuple[str, str]:
    view = run_view(session, Words(session.question.game), seat)["ask"]
    return view["who"], view["label"]


def test_who_bargains_in_which_order() -> None:
    steps = [
        (YES, ("player", "negocier")),
        (offer(3), ("player", "prix")),
        ({"choose": 2}, ("maitre", "des")),
        (YES, ("player", "maintenir")),
        (YES, ("joueur_1", "consent")),
        (YES, ("joueur_2", "consent")),
    ]
    answers: list[Any] = []
    for answer, asked in steps:
        assert pending(bargain(*answers)) == asked
        answers.append(answer)
    over = bargain(*answers)
    assert (over.result.des, over.effects) == (2, [("prix_promis", "le bras")])


@pytest.mark.parametrize(
    "refusal",
    [
        [offer(2), {"choose": 0}],
        [offer(3), {"choose": 1}, NO],
        [offer(2), {"choose": 2}, NO],
        [offer(2), {"choose": 2}, YES, NO],
    ],
)
def test_any_refusal_sends_the_offer_back(refusal: list[Any]) -> None:
    assert pending(bargain(YES, *refusal)) == ("player", "prix")
    given_up = bargain(YES, *refusal, {"choose": "abandon"})
    assert (given_up.result.des, given_up.effects) == (0, [])
    other = bargain(YES, *refusal, offer(1), {"choose": 1}, YES, YES)
    assert other.result.des == 1


def test_the_whole_table_consents_or_the_maitre_alone() -> None:
    assert pending(bargain(YES, offer(2), {"choose": 2})) == ("joueur_1", "consent")
    assert bargain(YES, offer(2), {"choose": 2}, consentement="maitre").result.des == 2
    assert bargain(YES, offer(2), {"choose": 2}, joueurs=0).result.des == 2


def action(*answers: Any, joueurs: int = 2, **params: Any) -> Any:
    given = {"caracteristique": 1, "seuil": 8, "prix": "ask", "joueurs": joueurs} | params
    return play(ask_about("eclats.action", given, answers=[{"dice": [3, 4]}, *answers]))


def test_a_whole_action_bargains_as_the_bargain_alone_does() -> None:
    """ECL-NEG-01..07: the same asks, the same offers, and then the relance."""
    for answers in ([], [YES], [YES, offer(3)], [YES, offer(3), {"choose": 2}, YES, YES]):
        alone, whole = (
            run_view(each(*answers), Words(bargain().question.game))["ask"]
            for each in (bargain, action)
        )
        assert alone == whole
    agreed = [YES, offer(3), {"choose": 2}, YES, YES, YES]
    assert pending(action(*agreed[:-1])) == ("joueur_2", "consent")
    over = action(*agreed, {"dice": [1, 2]})
    assert (over.result.issue, over.result.des_relance) == ("echec_relance", 2)
    assert over.effects == [("prix_promis", "le bras"), ("prix_du", "tres_eleve")]
    assert action(*agreed, {"dice": [1, 0]}).result.issue == "reussite_relance"


@pytest.mark.parametrize("answers", [[NO], [YES, {"choose": "abandon"}]])
def test_an_action_without_a_bargain_ends_with_its_failure(answers: list[Any]) -> None:
    over = action(*answers)
    assert (over.result.issue, over.result.des_relance, over.effects) == ("echec_simple", 0, [])


def test_a_price_may_be_bargained_over_again_where_relances_are_several() -> None:
    """R-11: each relance has its own price, in words of its own."""
    agreed = [offer(1), {"choose": 1}]
    answers = [{"dice": [3]}, YES, *agreed, {"dice": [2]}, offer(2, "la jambe"), {"choose": 2}]
    params = {"caracteristique": 0, "seuil": 8, "prix": "ask", "joueurs": 0}
    rulings = {"relances_multiples": True}
    over = play(ask_about("eclats.action", params, rulings, [*answers, {"dice": [0, 1]}]))
    prices = [amount for name, amount in over.effects if name == "prix_promis"]
    assert (prices, over.result.prix_dus) == (["le bras", "la jambe"], 1)


def test_the_bonus_shown_beside_a_price_is_the_one_that_counts() -> None:
    """R-06: where the Compétence does not count again, no bonus is shown."""
    for counts, shown in ((True, {"bonus": 2}), (False, {})):
        given = {"seuil": 8, "bonus": 2}
        asked = play(ask_about("eclats.negociation", given, {"relance_bonus": counts}, [YES]))
        facts = run_view(asked, Words(asked.question.game))["ask"]["facts"]
        assert facts == {"seuil": 8} | shown


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("price", ["prix", "abandon", "endurance", "echec"])
def test_a_price_in_words_stays_as_it_is(price: str, lang: Any) -> None:
    """ECL-NEG-02: it is the player's text, whatever identifier it may equal."""
    session = bargain(YES, offer(2, price))
    words = Words(session.question.game, lang)
    view = run_view(session, words)
    assert all(price in line["text"] for line in view["trace"][-2:])
    assert format_value(words, view["ask"]["facts"]["texte"], "texte") == price


def test_nobody_has_to_bargain() -> None:
    assert bargain(NO).result.des == 0


@pytest.mark.parametrize("procedure", ["eclats.negociation", "eclats.relance"])
def test_only_an_echec_simple_is_bargained_over_and_relaunched(procedure: str) -> None:
    """ECL-NEG-01: refused before anything is asked, not when it must be kept."""
    params = {"seuil": 8} | ({"des": 1} if procedure == "eclats.relance" else {})
    assert play(ask_about(procedure, params)).pending is not None
    with pytest.raises(Refusal) as caught:
        ask_about(procedure, params | {"relance_possible": False})
    assert (caught.value.field, caught.value.got) == ("relance_possible", False)
    assert caught.value.allowed == "un échec simple, le seul qui se négocie"


@pytest.mark.parametrize(
    "wrong", ["peut-être", {"texte": "x"}, {"texte": "x", "des": 0}, {"texte": 3, "des": 1}, 2]
)
def test_an_offer_is_a_price_and_some_dice(wrong: Any) -> None:
    with pytest.raises(Refusal) as caught:
        bargain(YES, {"choose": wrong})
    assert (caught.value.kind, caught.value.field) == ("answer", "answers[1]")


def test_the_seuil_is_shown_before_the_bargaining_and_not_sooner() -> None:
    words = Words(bargain().question.game)
    asked = json.dumps(run_view(bargain(), words, "player"))
    assert "8" not in asked
    texts = run_view(bargain(YES), words, "player")
    assert texts["ask"]["facts"] == {"seuil": 8}
    assert bargain().question.concealed("player") == {"seuil"}


def test_a_price_is_shown_with_its_weight() -> None:
    """ECL-NEG-03, -10: what may be offered says what it costs, and examples stand beside it."""
    params = {"caracteristique": 0, "seuil": 9, "prix": "ask", "prix_accordes": [1, 2, 3]}
    session = play(ask_about("eclats.action", params, answers=[{"dice": [3]}]))
    options = run_view(session, Words(session.question.game))["ask"]["options"]
    assert [(o["id"], o["label"]) for o in options] == [
        (0, "pas de relance"),
        (1, "1 dé, au prix élevé"),
        (2, "2 dés, au prix très élevé"),
        (3, "3 dés, au prix exorbitant"),
    ]
    session.answer({"choose": 2})
    texts = run_view(session, Words(session.question.game))["trace"][-2]["text"]
    assert texts == "Le joueur choisit\u00a0: 2 dés, au prix très élevé (prix)."


def test_who_bargains_sees_what_prices_are_like() -> None:
    """ECL-NEG-03, -09, -10: each number of dice, the danger that it means, five examples."""
    session = play(ask_about("eclats.negociation", {"seuil": 8}, answers=[{"choose": True}]))
    texts = [entry.text for entry in session.trace]
    assert (texts[-6:-3], texts[-2]) == ([*WORTH], PRICES_IN_SHORT)
    assert all(text.count(",") == 5 for text in WORTH)


@pytest.mark.parametrize("des", [1, 2, 3])
def test_a_price_that_falls_due_says_how_bad_it_is(des: int) -> None:
    """ECL-NEG-09: a bad position, a danger, a great danger."""
    lost = ask_about("eclats.relance", {"des": des, "seuil": 9}, answers=[{"dice": [1] * des}])
    assert play(lost).trace[-1].text == FALLEN[des]
    won = ask_about("eclats.relance", {"des": des, "seuil": 9}, answers=[{"dice": [0] * des}])
    assert not set(FALLEN.values()) & {entry.text for entry in play(won).trace}


def test_what_may_fail_is_for_the_maitre_to_say() -> None:
    """ECL-DEF-02, by the procedure that shows it."""
    assert find_procedure("eclats.test").left_to_leader() == ("ECL-DEF-02",)


# ── whole bargainings and careers ──────────────────────────────────────────────────────────────
@given(st.integers(0, 10**6), st.integers(0, 5), st.booleans())
@settings(max_examples=40, deadline=None)
def test_bargaining_at_random_is_agreed_by_all_or_comes_to_nothing(
    seed: int, joueurs: int, alone: bool
) -> None:
    """Invariant 8: `des` 1..3 just when the last offer was rated, kept and accepted by everybody."""
    rulings = {"consentement": "maitre" if alone else "unanime"}
    rng, house = random.Random(seed), HouseDice(seed)
    session = play(ask_about("eclats.negociation", {"seuil": 8, "joueurs": joueurs}, rulings))
    output: list[tuple[str, str, Any]] = []
    while session.pending is not None and len(session.answers) < 400:
        who, label = pending(session)
        assert who in ("player", "maitre", *(f"joueur_{n + 1}" for n in range(joueurs)))
        answer = any_answer(session, rng, house)
        output.append((who, label, answer["choose"]))
        session.answer(answer)
    if session.pending is not None:
        return
    since = max((n for n, (_, label, _) in enumerate(output) if label == "prix"), default=0)
    last = output[since:]
    rated = [value for _, label, value in last if label == "des"]
    agreed = [who for who, label, value in last if label == "consent" and value is True]
    des = session.result.des
    if des:
        assert rated == [des]
        assert len(agreed) == (0 if alone else joueurs)
        assert session.effects == [("prix_promis", last[0][2]["texte"])]
    else:
        assert session.effects == []
        assert last[-1][2] in (False, "abandon")


@given(SEUIL, SEUIL, st.integers(0, 3))
@settings(max_examples=40, deadline=None)
def test_a_bargaining_tells_no_seat_the_seuil_before_it_is_announced(
    one: Any, other: Any, joueurs: int
) -> None:
    """ECL-NEG-06: the same bytes for every seat but the maître's, until the announcement."""
    seats = ["player", *(f"joueur_{n + 1}" for n in range(joueurs))]
    for answers, alike in (([], True), ([YES], one == other)):
        views = [
            [json.dumps(run_view(session, Words(session.question.game), seat)) for seat in seats]
            for seuil in (one, other)
            for session in [
                play(
                    ask_about(
                        "eclats.negociation", {"seuil": seuil, "joueurs": joueurs}, None, answers
                    )
                )
            ]
        ]
        assert (views[0] == views[1]) == alike


def test_hundreds_of_actions_leave_the_prices_that_are_due() -> None:
    """Invariant 8 over 400 events: what is pending is what failed less what was exacted, in order."""
    rng = random.Random(9)
    kept: dict[str, Any] = {}
    due: list[str] = []
    happened: list[dict[str, Any]] = []
    while len(happened) < 400:
        event: dict[str, Any] = rng.choice(
            [
                {"type": "test", "issue": rng.choice(["echec_simple", "echec_critique"])},
                {"type": "relance", "issue": "echec", "des": rng.randint(1, 3), "texte": "un prix"},
                {"type": "relance", "issue": "reussite", "des": rng.randint(1, 3)},
                {"type": "regle", "numero": rng.randint(1, 4)},
            ]
        )
        try:
            session = play(ask_about("eclats.initie", {"etat": kept, "evenements": [event]}))
        except Refusal:
            assert event["type"] != "test"
            continue
        kept = show(session.result)["etat"]
        happened.append(event)
        if event["type"] == "regle":
            due.pop(event["numero"] - 1)
        elif event["type"] == "relance" and event["issue"] == "echec":
            due.append(["eleve", "tres_eleve", "exorbitant"][event["des"] - 1])
        assert [price["niveau"] for price in kept["prix_dus"]] == due
        assert kept["relance_possible"] == (event.get("issue") == "echec_simple")
    whole = play(ask_about("eclats.initie", {"evenements": happened}))
    assert show(whole.result)["etat"] == kept


def test_an_action_that_is_sampled_is_within_its_confidence() -> None:
    params = {"caracteristique": 2, "bonus": 1, "seuil": 8, "prix": 2, "relances_max": 3}
    question = ask_about("eclats.action", params, {"relances_multiples": True})
    assert coverage(question, ["issue"]) >= 0.9
