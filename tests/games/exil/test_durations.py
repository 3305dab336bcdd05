"""Numbers of hours and of days as players say them: « 30 min », in every face."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tablee.faces.messages import format_value, landmark_texts, title_of
from tablee.rules.game import loaded_procedures
from tablee.rules.registry import find_game
from tablee.rules.run_input import ask_about
from tablee.rules.schema import fields_of, records_in
from tablee.rules.shapes import Either, Ratio, Shape
from tablee.rules.texts.languages import LANGS
from tablee.rules.texts.shown_fields import duration_fields
from tablee.rules.texts.words import Words
from tests.kit import acts
from tests.kit.command_line import call
from tests.table.evening import LEADER, set_up

POISON = {
    "physique": "bon",
    "malignite": "grave",
    "assimilation": "1/2",
    "periode": "3/2",
    "heure": "11/4",
}
GAME = find_game("exil")
COUNTED = re.compile(r"\b(heures?|jours?|délai)\b")
EXACT = {"duree", "n", "mois", "mois_hors_exil"}
"""Fields of time whose unit is not the hour or the day: that of the action, of the event, the month."""


def with_plain_spaces(text: str) -> str:
    """A text with plain spaces."""
    return re.sub(r"[\u00a0\u202f]", " ", text)


def test_the_title_of_a_poison_says_minutes() -> None:
    """EXIL-POI-01: no player says « 1/2 h »."""
    title = with_plain_spaces(title_of(Words(GAME), ask_about("exil.poison", POISON)))
    assert title == (
        "Poison (Physique : Bon, malignité : grave, assimilation : 30 min, périodicité : "
        "1 h et 30 min, temps écoulé : 2 h et 45 min)"
    )
    title = with_plain_spaces(title_of(Words(GAME, "en"), ask_about("exil.poison", POISON)))
    assert "30 min" in title
    assert "1 h and 30 min" in title
    assert "/" not in title


def test_a_table_shows_them_so() -> None:
    table = set_up("exil")
    params = {name: value for name, value in POISON.items() if name != "physique"}
    table.does(LEADER, acts.RequestRun(procedure="exil.poison", params=params, to=("jeanne",)))
    shown = {each.field: with_plain_spaces(each.text) for each in table.last(LEADER).parameters}
    assert (shown["assimilation"], shown["periode"]) == ("30 min", "1 h et 30 min")
    assert shown["heure"] == "2 h et 45 min"


@pytest.mark.parametrize(
    ("field", "value", "french", "english"),
    [
        ("periode", "1/720", "5 s", "5 s"),
        ("periode", 24, "1 jour", "1 day"),
        ("incubation", "49/2", "1 jour et 30 min", "1 day and 30 min"),
        ("jours_min", "7/2", "3 jours et 12 h", "3 days and 12 h"),
        ("jours", 4, "4 jours", "4 days"),
        ("heure", 0, "0", "0"),
        ("perte", 2, "2", "2"),
        ("duree", "1/2", "1/2", "1/2"),
    ],
)
def test_each_unit_in_words(field: str, value: Any, french: str, english: str) -> None:
    """EXIL-GUE-01, EXIL-SOI-05: hours, and days; other numbers stay numbers."""
    _load_all()
    assert with_plain_spaces(format_value(Words(GAME), value, field)) == french
    assert with_plain_spaces(format_value(Words(GAME, "en"), value, field)) == english


def _load_all() -> None:
    assert GAME is not None
    assert len(tuple(GAME.procedures)) == len(loaded_procedures(GAME))


def test_landmarks_say_them_too() -> None:
    """EXIL-MAL-06."""
    field = fields_of(type(ask_about("exil.poison", POISON).procedure))["assimilation"]
    rows = [with_plain_spaces(value) for value, _ in landmark_texts(Words(GAME), field)]
    assert rows == ["2 h", "1 jour", "6 h à 2 jours", "clauses"]


def _ratios(shape: Shape) -> list[Ratio]:
    if isinstance(shape, Either):
        return [each for inner in shape.shapes for each in _ratios(inner)]
    return [shape] if isinstance(shape, Ratio) else []


def test_every_number_of_hours_or_days_is_marked() -> None:
    """By its help text, or by its name where it has none."""
    _load_all()
    assert GAME is not None
    kinds = tuple(GAME.procedures)
    waiting = [record for kind in kinds for record in (kind, kind.result_type())]
    seen: set[type[Any]] = set()
    found: set[str] = set()
    while waiting:
        record = waiting.pop()
        if record in seen:
            continue
        seen.add(record)
        for name, field in fields_of(record).items():
            waiting += records_in(field.shape)
            counts = COUNTED.search(f"{field.help} {name.replace('_', ' ')}")
            if _ratios(field.shape) and counts and name not in EXACT:
                found.add(name)
    assert found == {*duration_fields(kinds)}


@pytest.mark.parametrize(
    ("hours", "french", "english"),
    [
        ((72, 96), "3 à 4 jours", "3 to 4 days"),
        ((84, 168), "3 jours et 12 h à 7 jours", "3 days and 12 h to 7 days"),
        ((6, 48), "6 h à 2 jours", "6 h to 2 days"),
    ],
)
def test_both_ends_of_a_time(hours: tuple[int, int], french: str, english: str) -> None:
    """EXIL-GUE-01: the unit of days is read once."""
    for lang, expected in zip(LANGS, (french, english), strict=True):
        shown = Words(GAME, lang).phrase("{span:hours}", span=hours)
        assert with_plain_spaces(shown) == expected


def test_who_is_healthy_has_nothing_to_heal() -> None:
    """EXIL-GUE-01: neither a wound nor an illness whose gravity is given."""
    refused = with_plain_spaces(call("resolve", "exil.natural_healing", "@jeanne").err)
    assert refused.startswith("gravite : il n’y a rien à guérir")


def test_the_command_line_says_them() -> None:
    params = ["gravite=serieux", "activite=repos_surveille", "medecin=9"]
    shown = with_plain_spaces(call("resolve", "exil.natural_healing", *params).out)
    assert "guérison au plus tôt   3 jours et 12 h" in shown
    assert "7/2" not in shown
