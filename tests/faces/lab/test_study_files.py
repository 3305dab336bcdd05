"""What a study may say, and how each mistake is refused: the field, the value, what is allowed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tablee import Refusal, lab
from tablee.faces.lab.study_file import load_study, read_study
from tests.faces.lab.small_studies import SIMPLE, with_changes

_AXIS: dict[str, Any] = {"name": "talent", "values": [3]}
_CHANCE = [{"type": "chance"}]


@pytest.mark.parametrize(
    ("changes", "field", "allowed"),
    [
        ({"titel": "x"}, "titel", "title"),
        ({"procedure": "exil.simpel"}, "procedure", "exil.simple"),
        ({"axis": []}, "axis", "1"),
        ({"axis": [{"name": "talnt", "values": [1]}]}, "axis[0].name", "talent"),
        ({"axis": [{"name": "talent"}]}, "axis[0]", "values"),
        ({"axis": [_AXIS | {"from": 1, "to": 2}]}, "axis[0]", "values"),
        ({"axis": [{"name": "talent", "from": 1}]}, "axis[0].to", "entier"),
        ({"axis": [{"name": "talent", "to": 1}]}, "axis[0].from", "to"),
        ({"axis": [{"name": "talent", "from": 3, "to": 1}]}, "axis[0].to", "3"),
        ({"axis": [{"name": "talent", "values": [3, 4, 3]}]}, "axis[0].values", "différentes"),
        ({"axis": [_AXIS | {"step": 0}]}, "axis[0].step", "1"),
        ({"axis": [_AXIS, _AXIS]}, "axis[1].name", "aucun autre axe"),
        (
            {"axis": [{"name": "x", "point": [{"label": "y", "set": {"talnt": 1}}]}]},
            "axis[0].point[0].set.talnt",
            "talent",
        ),
        (
            {
                "axis": [
                    {"name": "talent", "from": 0, "to": 400},
                    {"name": "difficulty", "from": 0, "to": 400},
                ]
            },
            "axis",
            "100",
        ),
        ({"params": {"dificulty": 1}}, "params.dificulty", "difficulty"),
        ({"rulings": {"egal": "fails"}}, "rulings.egal", "equal"),
        ({"rulings": {"equal": "perhaps"}}, "rulings.equal", "succeeds"),
        ({"measure": [{"type": "chances"}]}, "measure[0].type", "chance"),
        ({"measure": [{"type": "mean"}]}, "measure[0].field", "obligatoire"),
        ({"measure": [{"type": "mean", "field": "degree"}]}, "measure[0].field", "margin"),
        ({"measure": [{"type": "law", "field": "degre"}]}, "measure[0].field", "degree"),
        (
            {"measure": [{"type": "chance", "when": {"degree": "bof"}}]},
            "measure[0].when.degree",
            "reussie",
        ),
        ({"measure": [{"type": "value", "utility": "or"}]}, "measure[0].utility", ""),
        ({"measure": [*_CHANCE, *_CHANCE]}, "measure[1].name", "aucune autre"),
        ({"seed": -1}, "seed", "0"),
        ({"simulate": {"precision": "150 %"}}, "simulate.precision", "100"),
        ({"simulate": {"n": 0}}, "simulate.n", "1"),
    ],
)
def test_a_mistake_names_its_field(changes: dict[str, Any], field: str, allowed: str) -> None:
    with pytest.raises(Refusal) as caught:
        read_study(with_changes(**changes))
    assert caught.value.field == field
    assert allowed in str(caught.value)


def test_an_unknown_path_of_a_parameter_is_refused() -> None:
    given = {"procedure": "exil.contact_round", "axis": [{"name": "a.talnt", "values": [1]}]}
    with pytest.raises(Refusal) as caught:
        read_study(with_changes(**given))
    assert caught.value.field == "axis[0].name"


def test_a_file_that_is_missing_or_no_toml_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="study"):
        load_study(tmp_path / "none.toml")
    bad = tmp_path / "bad.toml"
    bad.write_text("title = \n")
    with pytest.raises(Refusal, match="ligne 1"):
        load_study(bad)


@pytest.mark.parametrize(
    ("source", "allowed"),
    [
        (b'title = "x"\ntitle = "y"\n', "ligne 2, colonne 12"),
        (b'title = """x', "la fin manque"),
        (b"\xff", "UTF-8"),
    ],
)
def test_a_file_that_is_no_toml_names_the_place(
    source: bytes, allowed: str, tmp_path: Path
) -> None:
    file = tmp_path / "study.toml"
    file.write_bytes(source)
    with pytest.raises(Refusal) as refused:
        load_study(file)
    assert allowed in str(refused.value)


def test_a_study_whose_cells_are_all_refused_is_refused_at_once() -> None:
    with pytest.raises(Refusal) as caught:
        lab(with_changes(axis=[{"name": "talent", "values": [30, 40]}]), workers=1)
    assert (caught.value.field, caught.value.got) == ("talent", 30)


def test_the_order_of_the_cells_is_that_of_the_file() -> None:
    rows = lab(SIMPLE, workers=1).rows()
    assert [(row["talent"], row["difficulty"]) for row in rows[::2]] == [
        (talent, difficulty) for talent in (3, 9, 14) for difficulty in (-4, 0, 4)
    ]
