"""Forms and links, for every procedure: what is shown is read back, whatever was given."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from urllib.parse import parse_qs

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.faces.web.form.control import Control
from tablee.faces.web.form.controls import controls_of
from tablee.faces.web.form.form_values import read_params
from tablee.faces.web.form.initial_values import opening
from tablee.faces.web.form.rows import changed_rows
from tablee.faces.web.form.run_links import Draft, command_line, link, read_draft
from tablee.games.eclats.sheet import Personnage
from tablee.games.exil.sheet import Personnage as Exilien
from tablee.rules.campaign.events import Passing
from tablee.rules.refusal import Refusal
from tablee.rules.registry import find_game, find_procedure, games
from tablee.rules.run_input import ask_about
from tablee.rules.schema import fields_of, records_in
from tablee.rules.shapes import Text
from tablee.rules.texts.languages import Lang
from tablee.rules.texts.words import Words
from tests.kit.runs import grid

EVERY = [pytest.param(p.id, id=p.id) for game in games() for p in game.procedures]
SETS = [pytest.param(name, params, id=f"{name}-{label}") for name, label, params in grid()]


def draft_of(name: str, params: dict[str, Any]) -> Draft:
    game = find_game(name.partition(".")[0])
    assert game is not None
    return Draft(game, find_procedure(name), params)


def sent(controls: Iterable[Control]) -> dict[str, list[str]]:
    """The fields that a browser sends for these controls, untouched."""
    pairs: dict[str, list[str]] = {}
    for control in controls:
        for name, value in _fields(control):
            pairs.setdefault(name, []).append(value)
    return pairs


def _fields(control: Control) -> Iterator[tuple[str, str]]:
    match control.kind:
        case "toggle":
            yield control.path, "false"
            if control.value == "true":
                yield control.path, "true"
        case "chips" | "select":
            yield from ((control.path, chip.value) for chip in control.chips if chip.checked)
            for chip in control.chips:
                if chip.inner:
                    yield from _fields(chip.inner)
        case "rows":
            yield f"{control.path}[]", str(len(control.rows))
            for row in control.rows:
                for each in row.controls:
                    yield from _fields(each)
        case "group":
            for each in control.controls:
                yield from _fields(each)
        case _:
            yield control.path, control.value


@pytest.mark.parametrize("name", EVERY)
def test_every_procedure_opens_on_parameters_that_it_takes(name: str) -> None:
    ask_about(name, opening(find_procedure(name)))


@pytest.mark.parametrize(("name", "params"), SETS)
def test_what_a_form_shows_is_what_it_sends(name: str, params: dict[str, Any]) -> None:
    procedure = find_procedure(name)
    words = Words(find_game(name.partition(".")[0]))
    back = read_params(procedure, sent(controls_of(procedure, params, words, {})))
    assert ask_about(name, back).procedure == ask_about(name, params).procedure


@pytest.mark.parametrize(("name", "params"), SETS)
def test_a_link_gives_the_run_back(name: str, params: dict[str, Any]) -> None:
    draft = draft_of(name, params).answered({"dice": [1]})
    pairs = parse_qs(link(draft).partition("?")[2], keep_blank_values=True)
    back = read_draft(draft.game, draft.procedure, pairs)
    assert ask_about(name, back.params).procedure == ask_about(name, params).procedure
    assert back.answers == draft.answers


@pytest.mark.parametrize(("name", "params"), SETS)
def test_a_row_more_and_a_row_less(name: str, params: dict[str, Any]) -> None:
    draft = draft_of(name, params)
    for field, value in params.items():
        if not isinstance(value, list) or not value:
            continue
        more = changed_rows(draft, {"plus": [field]})
        if more is not None and len(more.params[field]) > len(value):
            last = f"{field}[{len(value)}]"
            less = changed_rows(more, {"moins": [last]})
            assert less is not None
            assert less.params[field] == value
    assert params == dict(draft.params)


def test_the_command_says_the_same_run() -> None:
    draft = draft_of("exil.simple", {"talent": 14}).answered({"dice": [6]}, {"choose": "a b"})
    shown = "tablee resolve exil.simple talent=14 --dice 6 --choose 'a b'"
    assert command_line(draft) == shown


texts = st.text(max_size=12) | st.sampled_from(["true", "~0", "~1", "[]", "{}", "[1", "ask", "-3"])


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_whatever_is_sent_is_read_or_refused(data: st.DataObject) -> None:
    """No field of any form can break it: the door takes what is read, or refuses it."""
    name = data.draw(st.sampled_from([p.id for game in games() for p in game.procedures]))
    procedure = find_procedure(name)
    words = Words(find_game(name.partition(".")[0]))
    names = list(sent(controls_of(procedure, opening(procedure), words, {}))) or ["talent"]
    pairs = data.draw(
        st.dictionaries(st.sampled_from(names), st.lists(texts, min_size=1, max_size=2))
    )
    params = read_params(procedure, pairs)
    controls_of(procedure, params, words, {})
    with contextlib.suppress(Refusal):
        ask_about(name, params)


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_no_help_names_a_value_as_a_program_writes_it(lang: Lang) -> None:
    """« à demander », not `ask`; « aucun », not `null`."""
    for game in games():
        words = Words(game, lang)
        for procedure in game.procedures:
            for control in every(controls_of(procedure, opening(procedure), words, {})):
                assert not re.search(r"\b(ask|null|auto)\b", control.help), control.help


def every(controls: Sequence[Control]) -> Iterator[Control]:
    """Controls and all that are inside them."""
    for control in controls:
        yield control
        yield from every(control.controls)
        yield from every([chip.inner for chip in control.chips if chip.inner])
        for row in control.rows:
            yield from every(row.controls)


def test_the_scores_of_a_sheet_are_all_in_view() -> None:
    """Beyond the first few what was not touched is behind one tap, but not half of what is alike."""
    game = find_game("eclats")
    words = Words(game)
    [scores] = [
        each
        for each in controls_of(Personnage, {}, words, {}, prefix="sheet.")
        if each.path == "sheet.caracteristiques"
    ]
    assert len(scores.controls) == 10
    assert all(each.main for each in scores.controls)
    asked = controls_of(find_procedure("exil.shot"), {}, Words(find_game("exil")), {})
    assert {each.main for each in asked} == {True, False}


def test_a_default_text_is_in_the_language_of_the_page() -> None:
    """Of every record of every game: a French name in an English form is a mistake of nobody's."""
    found = []
    for game in games():
        known: set[type[Any]] = set()
        left: list[type[Any]] = [*game.procedures, *game.sheets]
        while left:
            record = left.pop()
            if record in known:
                continue
            known.add(record)
            for field in fields_of(record).values():
                left += records_in(field.shape)
                if isinstance(field.shape, Text) and not field.required and field.default:
                    (shown,) = (
                        each
                        for each in controls_of(record, {}, Words(game, "en"), {})
                        if each.path == field.name
                    )
                    found.append((field.default, shown.value))
    assert found == [("hémorragie", "bleeding")]


def test_rows_of_the_same_name_are_all_kept() -> None:
    rows = {"competences[]": ["3"]}
    for n, (name, value) in enumerate((("Ruse", "1"), ("Ruse", "2"), ("Ruse", "3"))):
        rows |= {f"competences[{n}].nom": [name], f"competences[{n}].valeur": [value]}
    read = read_params(Personnage, rows)["competences"]
    assert read == {"Ruse": 1, "Ruse 2": 2, "Ruse 3": 3}


def test_a_help_does_not_repeat_its_label() -> None:
    """« Unité du temps qui passe » alone, not « Unité » above « Unité du temps qui passe »."""
    labels = set()
    for game in games():
        words = Words(game)
        for kind in game.procedures:
            for control in every(controls_of(kind, opening(kind), words, {})):
                shown = control.help
                assert not (shown.startswith(f"{control.label} ") and len(shown) <= 40), shown
        labels |= {each.label for each in controls_of(Passing, {}, words, {})}
    assert "Unité du temps qui passe" in labels


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("fr", "niveau\u00a09, Attribut\u00a0Adaptabilité, apprentissage\u00a0facile"),
        ("en", "level\u00a09, Attribut\u00a0Adaptabilité, learning\u00a0easy"),
    ],
)
def test_a_record_under_a_free_name_has_its_labels(lang: Lang, text: str) -> None:
    """The keys of a record are fields of it, not names that a person wrote."""
    game = find_game("exil")
    talent = {"niveau": 9, "attribut": "adaptabilite", "apprentissage": "facile", "monte": False}
    given = {"talents": {"Citadin": {**talent, "enseignement": None}, "Filou": 7}}
    fields = controls_of(Exilien, given, Words(game, lang), {})
    (talents,) = [each for each in fields if each.path == "talents"]
    assert [row.gist for row in talents.rows] == [text, "7"]
