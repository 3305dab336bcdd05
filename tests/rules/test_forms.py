"""The forms of choices, the input of runs, and the landmarks of fields."""

from __future__ import annotations

from typing import Annotated, Any

import pytest
from msgspec import Meta

from tablee.faces.messages import landmark_texts
from tablee.rules.field_marks import landmarks
from tablee.rules.forms import (
    SHARES,
    YES_NO,
    FreeText,
    NumberFrom,
    OneOf,
    Share,
    SomeOf,
    TextAndNumber,
)
from tablee.rules.procedure import Record
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import ask_about, read_run
from tablee.rules.schema import fields_of
from tablee.rules.texts.words import Words

"""An upper bound of a rational written as text, and how a whole number is written."""


# ── the door ───────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("run", "field"),
    [
        ([], "run"),
        ({"procedure": "exil.simple", "seed": 3}, "seed"),
        ({"procedure": 3}, "procedure"),
        ({"procedure": "exil.nope"}, "procedure"),
        ({"procedure": "nope"}, "procedure"),
        ({"procedure": "exil.simple", "params": []}, "params"),
        ({"procedure": "exil.simple"}, "talent"),
        ({"procedure": "exil.simple", "params": {"talent": 21}}, "talent"),
        ({"procedure": "exil.simple", "params": {"talent": 9, "talents": 9}}, "talents"),
        ({"procedure": "exil.simple", "params": {"talent": 9}, "rulings": 3}, "rulings"),
        (
            {"procedure": "exil.simple", "params": {"talent": 9}, "rulings": {"equal": "x"}},
            "rulings.equal",
        ),
        (
            {"procedure": "exil.simple", "params": {"talent": 9}, "rulings": {"nope": 1}},
            "rulings.nope",
        ),
        ({"procedure": "exil.simple", "params": {"talent": 9}, "answers": {}}, "answers"),
        ({"procedure": "exil.simple", "params": {"talent": 9}, "answers": [3]}, "answers[0]"),
        (
            {"procedure": "exil.simple", "params": {"talent": 9}, "answers": [{"dice": [1]}, {}]},
            "answers[1]",
        ),
    ],
)
def test_runs_that_do_not_pass_the_door(run: Any, field: str) -> None:
    with pytest.raises(Refusal) as caught:
        read_run(run)
    assert caught.value.field == field
    assert caught.value.kind == ("answer" if field.startswith("answers") else "param")


def test_a_question_remembers_what_was_given() -> None:
    question = ask_about("exil.simple", {"talent": 9}, {"equal": "fails"}, [{"dice": [3]}])
    assert question.given == {"talent": 9}
    assert question.given_rulings == {"equal": "fails"}
    assert question.with_answers([]).answers == ()


# ── forms ──────────────────────────────────────────────────────────────────────────────────────
FORMS: list[tuple[Any, list[Any], list[Any]]] = [
    (OneOf(("x", "y")), ["x", "y"], ["z", 1, None, True, ["x"]]),
    (OneOf((1, 2)), [1, 2], [True, "1", 1.0, 3]),
    (OneOf((None, "x")), [None, "x"], ["zzz", 0, False]),
    (OneOf(("oui", "non")), ["oui", "non"], [1, 0, "perhaps"]),
    (YES_NO, [True, False], [1, 0, "perhaps"]),
    (NumberFrom(-1, 2), [-1, 0, 1, 2], [3, -2, True, 1.0, "1", None]),
    (Share(1, 3), [1, 2, 3], [0, 4, True, 1.0, "1", None]),
    (
        SomeOf(("x", "y", "z"), 1, 2),
        [("x",), ("y",), ("z",), ("x", "y"), ("x", "z"), ("y", "z")],
        [[], ["x", "x"], ["x", "y", "z"], "x", [1], None, [["x"]]],
    ),
]


def accepts(form: Any, value: Any) -> bool:
    try:
        form.accept(value)
    except ValueError:
        return False
    return True


def test_a_share_is_none_less_half_more_or_all() -> None:
    assert [Share(0, 4).how(n) for n in range(5)] == list(SHARES)
    assert [Share(0, 3).how(n) for n in range(4)] == ["rien", "moins", "plus", "tout"]
    assert Share(0, 0).how(0) == "rien"


@pytest.mark.parametrize(("form", "values", "wrong"), FORMS)
def test_forms_accept_just_their_values(form: Any, values: list[Any], wrong: list[Any]) -> None:
    assert list(form.values()) == values
    for value in values:
        given = list(value) if isinstance(value, tuple) else value
        assert form.accept(given) == value
        assert type(form.accept(given)) is type(value)
    for value in wrong:
        assert not accepts(form, value)


def test_yes_and_no_are_taken_for_each_other() -> None:
    assert YES_NO.accept("oui") is True
    assert YES_NO.accept("non") is False
    assert YES_NO.accept("yes") is True
    assert YES_NO.accept("no") is False
    assert OneOf(("oui", "non")).accept(True) == "oui"
    assert OneOf(("oui", "non")).accept("no") == "non"
    assert OneOf(("yes", "no")).accept(False) == "no"


@pytest.mark.parametrize(
    "form",
    [
        OneOf(("x",)),
        OneOf(("x", "y")),
        NumberFrom(2, 2),
        NumberFrom(0, 1),
        SomeOf((), 0, 3),
        SomeOf(("x",), 0, 0),
        SomeOf(("x",), 1, 1),
        SomeOf(("x", "y"), 2, 2),
        SomeOf(("x",), 0, 1),
    ],
)
def test_a_form_knows_when_it_has_one_value(form: Any) -> None:
    values = tuple(form.values())
    assert form.only() == (values if len(values) == 1 else None)


def test_free_text_has_no_list_of_answers() -> None:
    form = FreeText(5)
    assert form.accept("mot") == "mot"
    assert form.only() is None
    with pytest.raises(TypeError):
        form.values()
    for wrong in ("trop long", 3, None):
        assert not accepts(form, wrong)


def test_a_text_with_a_number_is_one_answer() -> None:
    form = TextAndNumber("des", 1, 3, ("abandon",), 20)
    assert form.accept({"texte": "le bras", "des": 2}) == ("le bras", 2)
    assert form.accept("abandon") == "abandon"
    assert form.only() is None
    assert [*form.values()] == ["abandon", ("", 1), ("", 2), ("", 3)]
    assert [form.answer(value) for value in form.values()][:2] == [
        "abandon", {"texte": "", "des": 1},
    ]  # fmt: skip
    for wrong in (
        {"texte": "", "des": 1},
        {"texte": " \n", "des": 1},
        {"texte": "le bras", "des": 4},
        {"texte": "le bras"},
        {"texte": "x" * 21, "des": 1},
        {"texte": "le bras", "des": 2, "plus": 1},
        ["le bras", 2],
        "le bras",
        2,
    ):
        assert not accepts(form, wrong)
    assert form.read_line(" abandon ") == "abandon"
    assert form.read_line("2, le bras") == {"texte": "le bras", "des": 2}
    with pytest.raises(ValueError, match=r"^$"):
        form.accept(form.read_line("le bras"))


# ── landmarks ──────────────────────────────────────────────────────────────────────────────────
SEEN = {2: ("un muret",), (5, 7): ("un mur", "une haie")}
Height = Annotated[int, Meta(ge=0, le=9), landmarks(SEEN)]


class Leap(Record):
    height: Height
    least: Annotated[Height | None, Meta(description="au moins")] = None
    count: int = 1


def test_landmarks_are_found_at_the_field_and_inside_of_it() -> None:
    fields = fields_of(Leap)
    for name in ("height", "least"):
        marks = fields[name].landmarks
        assert marks is not None
        assert dict(marks.rows) == SEEN
    assert fields["count"].landmarks is None


def test_landmarks_are_shown_in_order_with_the_ends_of_a_range() -> None:
    texts = landmark_texts(Words(None), fields_of(Leap)["height"])
    assert texts == [("2", ["Un muret"]), ("5 à 7", ["Un mur", "Une haie"])]
    assert landmark_texts(Words(None), fields_of(Leap)["count"]) == []
