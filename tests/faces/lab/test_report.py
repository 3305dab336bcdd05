"""The report page: alone, in both languages, with the pictures that the axes ask for."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from tablee import lab
from tablee.faces.lab.sensitivity import AxisEffect, axis_effects
from tests.faces.lab.small_studies import SIMPLE, with_changes

NNBSP = "\u202f"


class _Page(HTMLParser):
    """The titles, figures, ids and references of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.outside: list[str] = []
        self.svgs = 0
        self.text = ""
        self.open: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.svgs += tag == "svg"
        self.ids += [given["id"] or ""] if "id" in given else []
        self.outside += [tag] if tag in ("script", "link", "img", "iframe") else []
        self.outside += [given[name] or "" for name in ("src", "href") if name in given]

    def handle_data(self, data: str) -> None:
        self.text += data + "\n"


def _page(study: dict[str, Any], lang: Any = "fr") -> _Page:
    return _Page(lab(study, workers=1).report(lang))


def test_the_page_needs_nothing_else_and_its_ids_are_its_own() -> None:
    page = _page(SIMPLE)
    assert not page.outside
    assert len(page.ids) == len(set(page.ids))
    assert page.svgs == 2
    html = lab(SIMPLE, workers=1).report("fr")
    assert "prefers-color-scheme: dark" in html
    assert "url(http" not in html
    assert "@import" not in html


def test_the_page_shows_what_was_computed_and_what_changes_most() -> None:
    page = _page(SIMPLE)
    for text in (
        "Talent et difficulté",
        "Ce qui est calculé",
        "Jet de Talent",
        "9 cas exacts",
        "Chance de réussite",
        "Ce qui change le plus",
        "Les valeurs",
        f"75{NNBSP}% (3/4)",
    ):
        assert text in page.text, text
    assert page.text.index("en moyenne") < page.text.index("Les valeurs")


def test_the_page_in_english() -> None:
    page = _page(SIMPLE, "en")
    for text in ("What is computed", "9 exact cases", "Chance of success", "What changes most"):
        assert text in page.text
    assert not re.search("Ce qui|Les valeurs|réussite", page.text)


@pytest.mark.parametrize(
    ("axis", "pictures"),
    [
        ([{"name": "talent", "values": [3, 9]}], 1),
        ([{"name": "talent", "values": [3]}], 1),
        ([{"name": "talent", "from": 3, "to": 9}, {"name": "difficulty", "values": [0, 2]}], 1),
        # the second axis is long enough for curves beside the heat map
        ([{"name": "talent", "values": [3, 9]}, {"name": "difficulty", "from": 0, "to": 5}], 2),
        (
            [
                {"name": "talent", "values": [3, 9]},
                {"name": "difficulty", "values": [0, 2]},
                {"name": "minimal_margin", "values": [0, 1, 2]},
            ],
            3,
        ),
    ],
)
@pytest.mark.parametrize("measure", [{"type": "chance"}, {"type": "law", "field": "success"}])
def test_each_number_of_axes_has_its_pictures(
    axis: list[dict[str, Any]], pictures: int, measure: dict[str, Any]
) -> None:
    page = _page(with_changes(axis=axis, measure=[measure]))
    if measure["type"] == "law":
        sizes = [
            len(each.get("values", range(each.get("from", 0), each.get("to", 0) + 1)))
            for each in axis
        ]
        pictures = 1
        for size in sizes[:-1]:
            pictures *= size
    assert page.svgs == min(pictures, 12)


_WEAPONS = ["@dague", "@rapiere"]
MATCH = {
    "title": "Armes",
    "procedure": "exil.contact_round",
    "params": {
        "a.talent": 3,
        "b.talent": 3,
        "a.politique.attitude": "ask",
        "b.politique.attitude": "ask",
    },
    "axis": [{"name": "a", "values": _WEAPONS}, {"name": "b", "values": _WEAPONS}],
    "measure": [{"type": "value", "utility": "pds", "seat": "a"}],
}


def test_the_same_points_on_both_axes_are_a_match_up_with_who_wins() -> None:
    results = lab(MATCH, workers=1)
    values = [row["value"] for row in results.rows()]
    assert values[0] == values[3] == 0
    assert values[1] == -values[2] < 0
    page = _Page(results.report("fr"))
    assert "Qui l’emporte" in page.text
    table = page.text[page.text.index("Qui l’emporte") :]
    assert table.index("Rapière") < table.index("Dague")


def test_options_in_words_and_refused_cells_are_shown() -> None:
    study = with_changes(
        axis=[{"name": "talent", "values": [9, 99]}, {"name": "difficulty", "values": [0, 2]}],
    )
    page = _page(study)
    assert "Ce qui est refusé" in page.text
    assert "(2 cas)" in page.text
    assert "valeur refusée" in page.text


def test_sampled_numbers_are_shown_with_their_interval() -> None:
    study = with_changes(
        axis=[{"name": "talent", "values": [9]}],
        simulate={"n": 40_000, "when": "always"},
    )
    chance, mean = lab(study, workers=1).rows()
    page = _page(study)
    half = f"{100 * chance['half_width']:.2f}".replace(".", ",")
    assert f"75{NNBSP}% ± {half}{NNBSP}%" in page.text
    assert f" ± {mean['half_width']:.3f}".replace(".", ",") in page.text
    assert "1 cas par échantillon" in page.text


def test_a_title_is_no_html(tmp_path: Path) -> None:
    html = lab(with_changes(title="<b>x</b>", note="<script>"), workers=1).report("fr")
    assert "&lt;b&gt;x&lt;/b&gt;" in html
    assert "<script" not in html


def test_the_effect_of_an_axis_is_its_range_while_the_others_stay() -> None:
    # 2 × 3 cells: down 0 1 5 / 10 11 12
    values = dict(enumerate([0.0, 1.0, 5.0, 10.0, 11.0, 12.0]))
    assert axis_effects((2, 3), values) == [
        AxisEffect(0, (10 + 10 + 7) / 3, 10),
        AxisEffect(1, (5 + 2) / 2, 5),
    ]
    del values[5]
    assert axis_effects((2, 3), values)[0] == AxisEffect(0, 10, 10)
    assert axis_effects((2, 1), {0: 1.0}) == []
