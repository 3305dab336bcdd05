"""Laws and sweeps in a notebook: the picture in the words of the game, the exact table under it."""

from __future__ import annotations

import base64
import re
import xml.etree.ElementTree as ET
from typing import Any

import pytest

from tablee import Law, Odds, Refusal, Sweep, odds, sweep
from tablee.faces.pictures import study
from tablee.games.exil import Simple
from tests.faces.library.own_rules import Watch

SIMPLE = Simple(talent=14, difficulty=-5)


def _page(drawn: Odds[Any] | Sweep[Any]) -> ET.Element:
    """The page as a tree: it is well-formed but for the image, which is closed here."""
    closed = re.sub(r"(<img [^>]*)>", r"\1/>", drawn._repr_html_())
    return ET.fromstring(f"<div>{closed}</div>")


def _table(page: ET.Element) -> list[list[str]]:
    rows = ["".join(cell.itertext()) for row in page.iter("tr") for cell in row]
    width = len(list(next(page.iter("tr"))))
    return [rows[start : start + width] for start in range(0, len(rows), width)]


def _image(page: ET.Element) -> tuple[str, str]:
    """The picture and its text alternative."""
    image = page.find("img")
    assert image is not None
    kind, _, data = image.attrib["src"].partition(",")
    assert kind == "data:image/svg+xml;base64"
    return base64.b64decode(data).decode(), image.attrib["alt"]


def test_odds_show_their_picture_and_their_table() -> None:
    law = odds(SIMPLE, by=["success", "margin"])
    page = _page(law)
    picture, alternative = _image(page)
    assert picture == law.picture().decode()
    ET.fromstring(picture)
    assert alternative.startswith("Jet de Talent\u00a0: Talent\u00a014, difficulté\u00a0−5")
    assert "Chance de réussite\u00a0: 75\u202f%" in alternative
    head, *rows = _table(page)
    assert head == ["réussite", "marge", "exacte", "chance", ""]
    assert len(rows) == 12
    assert rows[0][:3] == ["non", "−3", "1/12"]


def test_a_long_law_shows_its_likeliest_results() -> None:
    law = odds("exil.opposition", protagonistes=[{"talent": 14}, {"talent": 9}])
    _, *rows = _table(_page(law))
    assert len(rows) == 24 < len(law)
    assert rows[-1][0] == f"{len(law) - 23} autres"


def test_a_sweep_shows_what_changes() -> None:
    swept = sweep(Simple(talent=9), "difficulty", range(-8, 9, 8), by=["success"])
    page = _page(swept)
    picture, alternative = _image(page)
    assert picture == swept.picture().decode()
    assert "de 8\u202f% (difficulté\u00a0−8) à 100\u202f% (difficulté\u00a0+8)" in alternative
    assert [row[:3] for row in _table(page)] == [
        ["difficulté", "réussite", "exacte"],
        ["−8 (cauchemardesque)", "non", "11/12"],
        ["−8 (cauchemardesque)", "oui", "1/12"],
        ["0 (moyenne)", "non", "1/4"],
        ["0 (moyenne)", "oui", "3/4"],
        ["8 (enfantine)", "oui", "1"],
    ]


def test_a_wide_sweep_is_shown_by_its_picture() -> None:
    page = _page(sweep(Simple(talent=9), "difficulty", range(-8, 9)))
    assert page.find("img") is not None
    assert page.find(".//table") is None


def test_the_bundle_has_text_page_and_picture() -> None:
    law = odds(SIMPLE, by="success")
    bundle = law._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "text/html", "image/svg+xml"}
    assert bundle["text/plain"] == repr(law)
    assert bundle["text/html"] == law._repr_html_()
    assert bundle["image/svg+xml"].startswith("<svg")


def test_nothing_on_the_page_comes_from_elsewhere_or_runs() -> None:
    page = odds(SIMPLE)._repr_html_()
    for forbidden in ("<script", "http:", "https:", "url(", "onload", "<style", "<link"):
        assert forbidden not in page.replace("http://www.w3.org/", "")
    assert " id=" not in page


def test_the_language_is_that_of_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    law = odds(SIMPLE, by="success")
    monkeypatch.setenv("TABLEE_LANG", "en")
    assert "The exact chances" in law._repr_html_()
    assert "chance of success" in law.picture().decode().lower()
    assert "chance de réussite" in law.picture(lang="fr").decode().lower()


def test_other_fields_and_a_bitmap_may_be_asked_for() -> None:
    law = odds(SIMPLE)
    assert law.picture(["margin"]) != law.picture()
    assert law.picture(kind="png").startswith(b"\x89PNG")
    with pytest.raises(Refusal, match="by"):
        law.picture(by="marge")


def test_laws_that_are_known_are_not_worked_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    law = odds(SIMPLE)
    swept = sweep(Watch, "oil", range(1, 5))

    def never(*_: object) -> None:
        raise AssertionError("worked out again")

    monkeypatch.setattr(study, "odds", never)
    assert law.picture()
    assert law.picture(["degree"])
    assert swept.picture()


def test_without_a_picture_the_table_stands_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    law = odds(SIMPLE, by="success")

    def too_large(*_: object) -> None:
        raise Refusal("too_large", "exil.simple", None, "trop long")

    monkeypatch.setattr(study, "odds", too_large)
    monkeypatch.setattr(study.Study, "_known_of_more", too_large)
    bundle = law._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "text/html"}
    assert bundle["text/html"].startswith("<table")
    with pytest.raises(Refusal, match="trop long"):
        law.picture("margin")


def test_what_is_made_of_a_law_is_a_plain_law() -> None:
    margin = odds(SIMPLE).marginal("margin")
    assert type(margin) is Law
    assert "E(x) = 5/2" in margin._repr_html_()
