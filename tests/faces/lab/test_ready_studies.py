"""The studies of `studies/`: each is read, and a part or the whole of it is computed."""

from __future__ import annotations

import html
import re
import tomllib
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from docs.pictures.studies import SHOWN, pictures_of
from tablee import lab, odds
from tablee.faces.lab.lab_run import LabResults
from tablee.faces.lab.study_file import load_study
from tablee.rules.registry import games
from tests.kit.command_line import ROOT

STUDIES = sorted((ROOT / "studies").glob("*.toml"))


def _given(name: str) -> dict[str, Any]:
    return tomllib.loads((ROOT / "studies" / f"{name}.toml").read_text("utf-8"))


def _reduced(name: str, values: Mapping[str, list[Any]]) -> LabResults:
    """Return the results of a study with other values on some axes."""
    given = _given(name)
    for axis in given["axis"]:
        if axis["name"] in values:
            for key in ("from", "to", "step"):
                axis.pop(key, None)
            axis["values"] = values[axis["name"]]
    return lab(given, workers=1)


def _numbers(results: LabResults, measure: str, *axes: str) -> dict[tuple[Any, ...], Any]:
    """Return (points of the axes) -> value of a measure."""
    rows = [row for row in results.rows() if row["measure"] == measure]
    assert not [row for row in rows if row["how"] == "refused"]
    return {tuple(row[axis] for axis in axes): row["value"] for row in rows}


def test_each_game_has_a_study() -> None:
    assert {load_study(path).game.id for path in STUDIES} == {game.id for game in games()}


@pytest.mark.parametrize("path", STUDIES, ids=lambda path: path.stem)
def test_a_study_has_its_texts_in_both_languages(path: Path) -> None:
    entry = load_study(path).entry
    labels = [axis.label for axis in entry.axis] + [measure.label for measure in entry.measure]
    points = [point.label for axis in entry.axis for point in axis.point]
    for names in (entry.title, entry.note, *labels, *points):
        assert names is None or not isinstance(names, str)


def test_weapons_of_exil_at_equilibrium_are_a_game_of_two_equal_sides() -> None:
    weapons = ["@mains_nues", "@epee", "@rapiere"]
    results = _reduced("exil", {"a": weapons, "b": weapons})
    value = _numbers(results, "value", "a", "b")
    for a in weapons:
        assert value[a, a] == 0
        for b in weapons:
            assert value[a, b] == -value[b, a]
    assert value["@rapiere", "@epee"] > 0 > value["@mains_nues", "@epee"]


def test_exploits_rise_with_talent_and_fall_with_difficulty() -> None:
    axes = {"talent": [2, 6, 12], "difficulty": [10, 20], "jetons": [0, 4]}
    results = _reduced("loss", axes)
    best = _numbers(results, "best", "talent", "difficulty", "jetons")
    for tokens in (0, 4):
        assert best[2, 10, tokens] <= best[6, 10, tokens] <= best[12, 10, tokens]
        assert all(best[t, 20, tokens] <= best[t, 10, tokens] for t in (2, 6, 12))
    assert best[12, 10, 4] > best[12, 10, 0]
    value = _numbers(results, "value", "talent", "difficulty", "jetons")
    assert value[12, 10, 0] > value[2, 10, 0]


def test_dice_to_set_aside_are_worth_it_for_large_pools_and_low_thresholds() -> None:
    results = lab(ROOT / "studies" / "armes-dieux.toml", workers=2)
    best = _numbers(results, "best", "poignee", "sr")
    assert best[12, 15] > best[6, 15] > best[4, 15] == 0
    assert best[12, 15] > best[12, 30]
    chance = {
        tuple(row[axis] for axis in ("poignee", "sr")): Fraction(row["exact"])
        for row in results.rows()
        if row["measure"] == "value"
    }
    for pool in (6, 9, 12):
        own = best[pool, 18]
        law = odds("armes_dieux.jet", poignee=pool, sr=18, ecartes=int(own), by=["issue"])
        assert chance[pool, 18] == law.chance(
            lambda result: result.issue in ("reussite", "exceptionnelle")
        )


def test_help_in_the_socle_is_the_next_die_and_a_degree_the_next_level() -> None:
    results = lab(ROOT / "studies" / "socle.toml", workers=1)
    chance = _numbers(results, "chance", "soutien", "tn", "de")
    assert chance["Un allié", 8, 8] == chance["Seul", 8, 10]
    assert chance["Un degré favorable", 8, 8] == chance["Seul", 6, 8]
    # the highest face is always a success: the larger die of an ally may lower the chance
    assert chance["Un allié", 8, 6] < chance["Seul", 8, 6]


def test_a_dearer_reroll_succeeds_more_and_fails_less() -> None:
    results = _reduced("eclats", {"seuil": [6, 10], "caracteristique": [0, 2]})
    axes = ("prix", "seuil", "caracteristique")
    success, lost = (_numbers(results, name, *axes) for name in ("chance", "for_nothing"))
    for rest in ((6, 0), (6, 2), (10, 0), (10, 2)):
        rising = [success[price, *rest] for price in range(4)]
        assert rising == sorted(rising)
        assert lost[0, *rest] == 0
        falling = [lost[price, *rest] for price in (1, 2, 3)]
        assert falling == sorted(falling, reverse=True)


# ── the page of the documentation ──────────────────────────────────────────────────────────────
def _described(svg: bytes) -> list[str]:
    """Return the numbers of a picture as text, row by row."""
    found = re.search(r"<desc[^>]*>(.*?)</desc>", svg.decode(), re.DOTALL)
    assert found is not None
    return html.unescape(found[1]).strip().split("\n")


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in SHOWN if name != "exil"])
def test_the_kept_picture_of_a_study_is_up_to_date(name: str) -> None:
    results = lab(ROOT / "studies" / SHOWN[name][0], workers=2)
    for file, picture in pictures_of(name, results):
        kept = (ROOT / "docs" / "pictures" / file).read_bytes()
        assert _described(picture) == _described(kept), f"{file}: run `make pictures`"


def test_the_kept_picture_of_exil_has_the_numbers_of_some_cells() -> None:
    weapons = ["@dague", "@rapiere", "@fouet"]
    results = _reduced("exil", {"a": weapons, "b": weapons})
    for file, picture in pictures_of("exil", results):
        kept = _described((ROOT / "docs" / "pictures" / file).read_bytes())
        for row in filter(None, _described(picture)):
            weapon, numbers = row.rstrip(".").split(":", 1)
            (own,) = (line for line in kept if line.startswith(weapon))
            for number in numbers.split(";"):
                assert number.strip() in own, f"{file}: run `make pictures`"
