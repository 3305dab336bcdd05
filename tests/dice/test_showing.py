"""Laws as tables of a notebook, as rows, as frames of polars and pandas."""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ET
from fractions import Fraction
from typing import Any

import pytest

from tablee.dice.data_frames import with_chance
from tablee.dice.law import Law, product
from tablee.dice.law_table import MOST_ROWS

D6 = Law.uniform(range(1, 7))


def _cells(law: Law[Any]) -> list[list[str]]:
    """The texts of the rows of a law's table (which must be well-formed)."""
    page = ET.fromstring(law._repr_html_())
    return [["".join(cell.itertext()) for cell in row] for row in page.iter("tr")]


# ── in a notebook ──────────────────────────────────────────────────────────────────────────────
def test_a_table_tells_outcomes_exact_chances_and_percentages() -> None:
    assert _cells(Law({"pile": 1, "face": 3})) == [
        ["x", "P(x)", "%", ""],
        ["pile", "1/4", "25", ""],
        ["face", "3/4", "75", ""],
    ]


def test_under_numbers_stand_mean_and_spread() -> None:
    assert "E(x) = 7/2 ≈ 3.5, σ(x) ≈ 1.708" in D6._repr_html_()
    assert "E(x)" not in Law({True: 1, False: 2})._repr_html_()
    assert "E(x)" not in Law.of(3)._repr_html_()


def test_bars_are_in_the_proportion_of_the_chances_and_for_the_eye_alone() -> None:
    page = ET.fromstring(Law({"a": 1, "b": 4})._repr_html_())
    bars = [bar.attrib for bar in page.iter("div")]
    assert [bar["style"].split(";")[0] for bar in bars] == ["width:25.0%", "width:100.0%"]
    assert {bar["aria-hidden"] for bar in bars} == {"true"}


def test_heads_of_columns_and_rows_are_marked_as_such() -> None:
    page = ET.fromstring(D6._repr_html_())
    scopes = [head.attrib["scope"] for head in page.iter("th")]
    assert scopes == ["col"] * 3 + ["row"] * 6


def test_a_long_law_shows_its_likeliest_outcomes_in_order_and_the_rest_together() -> None:
    sums = D6
    for _ in range(9):
        sums = product(sums, D6).map(sum)
    _, *rows = _cells(sums)
    assert len(rows) == MOST_ROWS
    shown = [int(row[0]) for row in rows[:-1]]
    assert shown == sorted(shown)
    assert min(sums.p(x) for x in shown) >= max(sums.p(x) for x in sums if x not in shown)
    left = 1 - sum((sums.p(x) for x in shown), Fraction())
    assert rows[-1][:2] == [f"… (+{len(sums) - len(shown)})", str(left)]


def test_nothing_uncertain_is_shown_as_sure() -> None:
    rare = Law({"a": 1, "b": 10**9})
    assert [row[2] for row in _cells(rare)[1:]] == ["< 0.001", "> 99.9"]
    assert _cells(Law.of("a"))[1] == ["a", "1", "100", ""]


def test_what_is_too_long_to_be_read_is_left_out() -> None:
    assert [row[1] for row in _cells(Law({"a": 1, "b": 7**40}))[1:]] == ["…", "…"]


def test_the_table_needs_nothing_from_outside_and_no_colour_of_its_own() -> None:
    page = Law({"<script>alert(1)</script>": 1, '"&': 2})._repr_html_()
    assert _cells(Law({"<b>&": 1}))[1][0] == "<b>&"
    for forbidden in ("<script", "http", "url(", "#", "rgb"):
        assert forbidden not in page
    assert "currentColor" in page


# ── as rows and frames ─────────────────────────────────────────────────────────────────────────
def test_rows_are_exact_as_text_and_floats_beside() -> None:
    assert Law({3: 1, 4: 2}).rows() == [
        {"outcome": 3, "p": "1/3", "chance": 1 / 3},
        {"outcome": 4, "p": "2/3", "chance": 2 / 3},
    ]


def test_chances_of_any_length_are_written_whole() -> None:
    (row, _) = Law({0: 1, 1: 10**5000}).rows()
    assert len(row["p"]) == 5003


def test_a_column_that_is_named_like_a_chance_keeps_its_name() -> None:
    assert with_chance({"p": 7, "chance": True}, Fraction(1, 4)) == {
        "p": 7,
        "chance": True,
        "p_": "1/4",
        "chance_": 0.25,
    }


@pytest.mark.parametrize(
    ("law", "outcomes"),
    [
        (Law({2: 1, 5: 1}), [2, 5]),
        (Law({False: 1, True: 1}), [False, True]),
        (Law({None: 1, 4: 1}), [None, 4]),
        (Law({"a": 1, "b": 1}), ["a", "b"]),
        (Law[Any]({Fraction(1, 2): 1, 3: 1}), ["1/2", "3"]),
        (Law({(1, True): 1, (2, False): 1}), ["(1, True)", "(2, False)"]),
        (Law({2**70: 1, 1: 1}), [str(2**70), "1"]),
        (Law[Any]({True: 1, "a": 1}), ["true", "a"]),
    ],
)
def test_frames_have_columns_of_one_kind(law: Law[Any], outcomes: list[Any]) -> None:
    frame = law.to_polars()
    assert frame.columns == ["outcome", "p", "chance"]
    assert frame["outcome"].to_list() == outcomes
    assert frame["p"].to_list() == ["1/2", "1/2"]
    assert frame["chance"].to_list() == [0.5, 0.5]
    same = law.to_pandas()
    assert list(same.columns) == frame.columns
    if None not in outcomes:
        assert same["outcome"].to_list() == outcomes


_WITHOUT = """
import sys
class Nothing:
    def find_spec(self, name, *_):
        if name in ("polars", "pandas"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Nothing())
from tablee.dice.law import Law
law = Law.uniform(range(3))
assert law.rows()[0]["p"] == "1/3" and "<table" in law._repr_html_()
for name in ("polars", "pandas"):
    try:
        getattr(law, f"to_{name}")()
    except ImportError as error:
        assert str(error) == (
            f"to_{name}() needs {name}, which is not installed: pip install {name}"
        )
        assert error.name == name
    else:
        raise AssertionError(name)
"""


def test_without_the_libraries_all_else_works_and_the_error_says_what_to_do() -> None:
    subprocess.run([sys.executable, "-c", _WITHOUT], check=True)
