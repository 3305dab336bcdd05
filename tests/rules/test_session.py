"""The played run on toys: questions one at a time, refusals, notes, seats, effects."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.rules.forms import NumberFrom
from tablee.rules.procedure import Procedure
from tablee.rules.questions import Choose, Together, choose, together
from tablee.rules.readings.explain import explain, visible
from tablee.rules.readings.session import Belief, Session, play
from tablee.rules.refusal import Refusal
from tablee.rules.run_json import effects_view, pending_view, result_view, run_view
from tablee.rules.texts.words import Words
from tests.rules.toys import (
    TOYS,
    AtOnce,
    Best,
    Bid,
    Holder,
    InPrivate,
    Joint,
    Nested,
    Number,
    One,
    Outer,
    Pair,
    Policy,
    Secret,
    Talk,
    Twice,
    Unread,
    Until,
    Wide,
    ask,
    chosen,
    dice,
)

WORDS = Words(TOYS)


def refused(session: Session, answer: Any) -> Refusal:
    """Return the refusal of an answer, and check that the session is unchanged."""
    before = run_view(session, WORDS), list(session.answers), session.pending
    with pytest.raises(Refusal) as caught:
        session.answer(answer)
    assert (run_view(session, WORDS), list(session.answers), session.pending) == before
    return caught.value


# ── one question at a time ─────────────────────────────────────────────────────────────────────
def test_a_run_asks_then_is_done() -> None:
    session = Session(ask(One(bonus=2)))
    assert pending_view(session, WORDS) == {
        "kind": "roll",
        "who": "lanceur",
        "dice": "1d6",
        "label": "dé",
    }
    session.answer(dice(4))
    assert session.done
    assert session.result == Number(value=6)


def test_rulings_reach_the_rule_and_its_folds() -> None:
    assert Session(ask(One(), dice(4), double=True)).result == Number(value=8)
    plain, doubled = ask(Best(), dice(1), dice(1), dice(1)), (dice(1), dice(1), dice(1))
    assert Session(plain).result == Number(value=1)
    assert Session(ask(Best(), *doubled, double=True)).result == Number(value=6)
    assert Session(ask(Best(size=()), double=True)).result == Number(value=0)


def test_no_dice_are_no_ask() -> None:
    assert Session(ask(Wide(dice=0))).result == Number(value=0)


def test_a_joint_read_asks_each_throw() -> None:
    session = Session(ask(Joint(), dice(1)))
    views = []
    for answer in (dice(3, 4), dice(2), dice(0)):
        views.append(pending_view(session, WORDS))
        session.answer(answer)
    assert [(each["who"], each["dice"], each["label"]) for each in views] == [
        ("a", "2d6", "premier"),
        ("b", "1d6", "second"),
        ("a", "1d2", "après"),
    ]
    assert session.result == Pair(left=5, right=2)


def test_states_follow_each_other_in_one_run() -> None:
    session = Session(ask(Until()))
    for face in (6, 6, 6, 2):
        session.answer(dice(face))
    assert session.result == Number(value=2)
    assert session.ways == 6**4


def test_sub_rules_run_inline_to_any_depth() -> None:
    session = Session(ask(Nested(), dice(1), dice(3), dice(2), dice(0)))
    assert session.result == Number(value=100 + 10 * 3 * 3)


def test_an_exploding_die_is_one_ask() -> None:
    session = Session(ask(Unread()))
    assert pending_view(session, WORDS)["dice"] == "1d10!"
    for faces in ([10], [5, 5], [11], [], [1]):
        assert refused(session, {"dice": faces}).kind == "answer"
    session.answer(dice(10, 10, 3))
    assert session.result == Number(value=23)


# ── choices ────────────────────────────────────────────────────────────────────────────────────
def test_a_single_value_is_not_asked() -> None:
    session = Session(ask(AtOnce()))
    assert isinstance(session.pending, Together), "neither the empty nor the single choice asked"
    session.answer({"together": [2, 0]})
    assert session.result == Pair(left=2, right=0)


def test_choices_at_once_with_one_answer_each_are_not_asked() -> None:
    """Single choices are asked together with an open one."""
    single, open_ = choose("x", NumberFrom(3, 3), who="a"), choose("y", NumberFrom(0, 1), who="b")
    assert Together((single, single)).only() == ((3, 3),)
    assert Together(()).only() == ((),)
    assert Together((single, open_)).only() is None
    assert together(single, open_) == Together((single, open_))


def test_a_choice_tells_its_form_and_facts_to_its_owner() -> None:
    session = Session(ask(Bid(bid="ask"), dice(6)))
    assert pending_view(session, WORDS) == {
        "kind": "choose",
        "who": "a",
        "label": "bid",
        "range": [0, 3],
        "facts": {"face": 6},
    }
    assert pending_view(session, WORDS, "b") == {"kind": "choose", "who": "a", "label": "bid"}
    assert pending_view(session, WORDS, "gm") == pending_view(session, WORDS)


def test_a_policy_is_for_when_nobody_is_there() -> None:
    assert isinstance(Session(ask(Policy())).pending, Choose)


def test_words_of_a_choice() -> None:
    session = Session(ask(Talk(), chosen({"texte": "bonjour"})))
    assert refused(session, chosen(1)).field == "answers[1]"
    session.answer(chosen("oui"))
    assert session.result == Number(value=8)
    choices = [entry for entry in session.trace if entry.kind == "choice"]
    assert [entry.seen_by for entry in choices] == [None, "b"]
    texts = [step.text for step in explain(session, WORDS) if step.kind == "choice"]
    assert texts == [
        "Anne répond\u00a0: «\u00a0bonjour\u00a0» (mot).",
        "Blaise répond\u00a0: oui (accord).",
    ]
    assert len(visible(session, "a")) == len(visible(session, "b")) - 1
    assert refused(Session(ask(Talk())), chosen("x" * 21)).kind == "answer"


# ── refusals ───────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    "answer",
    [
        dice(7),
        dice(0),
        dice(),
        dice(1, 2),
        {"dice": [True]},
        {"dice": [1.0]},
        {"dice": 3},
        {"dice": "3"},
        {"dice": [[3]]},
        {"dice": [None]},
        chosen(3),
        {"together": [3]},
        {"faces": [3]},
        {},
        {"dice": [3], "choose": 1},
        [3],
        3,
        None,
    ],
)
def test_answers_that_are_no_throw(answer: Any) -> None:
    refusal = refused(Session(ask(One())), answer)
    assert (refusal.kind, refusal.field) == ("answer", "answers[0]")
    assert WORDS.refusal(refusal)


@pytest.mark.parametrize(
    "answer", [{"together": [1]}, {"together": [1, 3]}, {"together": 1}, chosen(1), dice(1, 1)]
)
def test_answers_that_are_no_choices_at_once(answer: Any) -> None:
    refusal = refused(Session(ask(AtOnce())), answer)
    assert refusal.field.startswith("answers[0]")


def test_an_answer_to_a_run_that_is_over() -> None:
    assert refused(Session(ask(One(), dice(1))), dice(1)).field == "answers[1]"


def test_a_wrong_answer_in_the_middle_refuses_the_whole() -> None:
    with pytest.raises(Refusal) as caught:
        Session(ask(Joint(), dice(1), dice(9, 9), dice(1)))
    assert caught.value.field == "answers[1]"


def test_a_fixed_value_that_is_not_offered_names_the_outermost_parameter() -> None:
    with pytest.raises(Refusal) as caught:
        Session(ask(Outer(holders=(Holder(bid=9),)), dice(0), dice(3)))
    assert (caught.value.kind, caught.value.field) == ("param", "holders[0].bid")
    assert caught.value.got == 9


def test_a_belief_is_refused_in_a_played_run() -> None:
    toy = Secret(size=((4, 1), (6, 1)))
    with pytest.raises(Refusal) as caught:
        play(ask(toy))
    assert (caught.value.kind, caught.value.field) == ("param", "sides")
    with pytest.raises(Belief):
        Session(ask(toy))
    assert Session(ask(toy, dice(5), dice(1)), {"sides": 6}).result == Pair(left=5, right=7)
    assert play(ask(Secret(size=4), dice(4))).trace


# ── notes, seats, effects ──────────────────────────────────────────────────────────────────────
def test_seats_of_sub_rules_are_renamed() -> None:
    session = Session(ask(Twice(), dice(5), dice(2)))
    rolls = [entry.numbers["who"] for entry in session.trace if entry.kind == "roll"]
    assert rolls == ["a", "b"]
    entries = [entry for entry in session.trace if entry.clauses == ("J-01",)]
    assert [entry.numbers["who"] for entry in entries] == ["a", "b"]
    private = [entry for entry in session.trace if entry.clauses == ("J-02",)]
    assert [entry.seen_by for entry in private] == ["a", "b"]
    assert [entry.numbers["all"] for entry in private] == [("a", "gm"), ("b", "gm")]


def test_seats_are_renamed_through_every_depth() -> None:
    session = Session(ask(Nested(), dice(0), dice(1), dice(1), dice(0)))
    assert [e.numbers["who"] for e in session.trace if e.kind == "roll"] == ["a", "x", "y", "a"]


def test_a_note_to_a_seat_is_read_by_it_and_the_leader() -> None:
    session = Session(ask(Twice(), dice(5), dice(2)))

    def read(seat: str | None) -> int:
        return sum(entry.clauses == ("J-02",) for entry in visible(session, seat))

    assert (read("a"), read("b"), read("c"), read("gm"), read(None)) == (1, 1, 0, 2, 2)


SECRET = {"kind": "choose", "who": "a", "label": "secret"}
THROW = {"kind": "roll", "who": "a", "dice": "1d6", "label": "dé"}


@pytest.mark.parametrize(
    ("seat", "sealed", "sees"),
    [
        ("a", False, True),
        ("a", True, True),
        ("b", False, False),
        ("b", True, False),
        ("gm", False, True),
        ("gm", True, False),
        (None, True, True),
    ],
)
def test_what_happens_in_private_is_for_one_seat(
    seat: str | None, sealed: bool, sees: bool
) -> None:
    waiting = Session(ask(InPrivate(sealed=sealed)))
    assert pending_view(waiting, WORDS, seat) == (THROW if sees else SECRET)
    going_on = Session(ask(InPrivate(sealed=sealed), dice(5)))
    assert pending_view(going_on, WORDS, seat)["who"] == "b"
    visible_steps = [e.clauses or e.kind for e in visible(going_on, seat)]
    private = ["roll", ("J-01",), ("J-02",)]
    assert visible_steps == [*(private if sees else []), ("J-03",)]
    over = Session(ask(InPrivate(sealed=sealed), dice(5), dice(2)))
    later = sees or seat == "gm"
    assert sum(e.numbers.get("who") == "a" for e in visible(over, seat)) == (2 if later else 0)


def test_what_happens_in_private_counts_as_anything_else() -> None:
    session = Session(ask(InPrivate(), dice(5), dice(2)))
    assert session.result == Number(value=10)


def test_effects_stand_beside_the_result() -> None:
    session = Session(ask(Twice(), dice(5), dice(2)))
    assert effects_view(session) == [{"effect": "jets", "amount": 1}] * 2
    assert result_view(session, "a") == {"value": 15}


@pytest.mark.parametrize("toy", [One(), Twice(), Best(), Joint(), Nested()])
def test_a_run_given_back_is_the_same(toy: Procedure[Any]) -> None:
    session = Session(ask(toy))
    while session.pending is not None:
        count = getattr(session.pending, "count", 1)
        session.answer(dice(*[1] * count))
    again = Session(ask(toy, *session.answers))
    assert run_view(again, WORDS) == run_view(session, WORDS)
