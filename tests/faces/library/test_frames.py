"""Laws and sweeps of rules as rows, and as frames of polars and pandas."""

from __future__ import annotations

import pickle
import subprocess
import sys
from fractions import Fraction
from typing import Any

import pytest

from tablee import odds, sweep
from tablee.games.exil import Simple
from tablee.rules.registry import games
from tests.kit.examples import examples

SIMPLE = Simple(talent=14, difficulty=-5)


def test_the_columns_are_the_result_fields_and_the_chance() -> None:
    law = odds(SIMPLE)
    frame = law.to_polars()
    assert frame.columns == ["success", "margin", "degree", "complete", "p", "chance"]
    assert frame.height == len(law) == 12
    assert frame["margin"].to_list() == list(range(-3, 9))
    assert frame.filter(frame["success"])["chance"].sum() == pytest.approx(0.75)
    assert sum(map(Fraction, frame["p"])) == 1
    same = law.to_pandas()
    assert list(same.columns) == frame.columns
    assert same["margin"].dtype == "int64"
    assert same["success"].dtype == "bool"


def test_fields_that_were_not_asked_for_are_no_columns() -> None:
    assert odds(SIMPLE, by="success").to_polars().columns == ["success", "p", "chance"]


def test_the_parameter_of_a_sweep_stands_in_front() -> None:
    swept = sweep(Simple(talent=9), "difficulty", range(-8, 9), by=["success"])
    frame = swept.to_polars()
    assert frame.columns == ["difficulty", "success", "p", "chance"]
    assert frame["difficulty"].unique().sort().to_list() == list(range(-8, 9))
    for value, law in swept.items():
        part = frame.filter(frame["difficulty"] == value)
        assert part["p"].to_list() == [str(chance) for _, chance in law.items()]
    assert list(swept.to_pandas().columns) == frame.columns


def test_a_parameter_that_is_a_result_too_has_a_column_of_its_own() -> None:
    swept = sweep("socle.duel", "coeurs", (1, 2), de=12, adversaires=[{"cible": "boss"}])
    names = swept.to_polars().columns
    assert names[0] == "coeurs_"
    assert "coeurs" in names
    assert swept.to_polars()["coeurs_"].unique().sort().to_list() == [1, 2]


def test_lists_are_texts() -> None:
    frame = odds("exil.opposition", protagonistes=[{"talent": 14}, {"talent": 9}]).to_polars()
    assert set(frame["gagnants"]) == {"[0]", "[1]", "[0, 1]"}


def _first_odds() -> list[tuple[str, dict[str, Any]]]:
    """A worked example of each procedure that has one for `odds`."""
    found: dict[str, dict[str, Any]] = {}
    for _, example in examples():
        if example["call"] == "odds" and "error" not in example.get("expect", {}):
            found.setdefault(example["run"]["procedure"], example)
    return list(found.items())


@pytest.mark.parametrize(
    "example", [pytest.param(example, id=name) for name, example in _first_odds()]
)
def test_every_kind_of_result_fits_a_frame(example: dict[str, Any]) -> None:
    law = odds(example["run"], by=example.get("by"))
    rows = law.to_polars().to_dicts()
    assert len(rows) == len(law) == len(law.to_pandas())
    assert sum(Fraction(row["p"]) for row in rows) == 1


def test_examples_of_every_game_were_requested() -> None:
    named = {name.partition(".")[0] for name, _ in _first_odds()}
    assert named == {game.id for game in games()}


def test_laws_that_remember_travel() -> None:
    law = odds(SIMPLE, by="success")
    again = pickle.loads(pickle.dumps(law))
    assert again == law
    assert again.question.given == law.question.given
    assert again.by == ("success",)


_WITHOUT = """
import sys
class Nothing:
    def find_spec(self, name, *_):
        if name in ("polars", "pandas"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Nothing())
from tablee import odds, sweep
from tablee.games.exil import Simple
law = odds(Simple(talent=14))
swept = sweep(Simple(talent=9), "difficulty", range(-2, 3))
assert law.rows() and swept.rows() and law.picture() and swept._repr_html_()
for drawn in (law, swept):
    for name in ("polars", "pandas"):
        try:
            getattr(drawn, f"to_{name}")()
        except ImportError as error:
            assert f"to_{name}() needs {name}, which is not installed" in str(error)
        else:
            raise AssertionError(name)
"""


def test_without_the_libraries_all_else_works() -> None:
    subprocess.run([sys.executable, "-c", _WITHOUT], check=True)
