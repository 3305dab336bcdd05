"""The command line: language, JSON, values as people type them, numbers and laws in words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.kit.command_line import call

SIMPLE = ("exil.simple", "talent=14", "difficulty=-5")
PAIR = json.dumps([{"talent": 8}, {"talent": 9}])


# ── language and JSON, before and after ────────────────────────────────────────────────────────
def test_options_for_all_stand_before_or_after() -> None:
    after = call("odds", *SIMPLE, "--json").out
    assert call("--json", "odds", *SIMPLE).out == after
    english = call("odds", *SIMPLE, "--lang", "en").out
    assert call("--lang=en", "odds", *SIMPLE).out == english
    assert "Chance of success: 75% (three chances in four)" in english


def test_the_environment_may_name_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLEE_LANG", "en")
    assert "Chance of success" in call("odds", *SIMPLE).out
    assert "Chance de réussite" in call("odds", *SIMPLE, "--lang", "fr").out


def test_a_parameter_may_come_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "p.json"
    file.write_text(PAIR, encoding="utf-8")
    by_file = call("odds", "exil.opposition", f"protagonistes=@{file}", "--by", "case", "--json")
    given = call("odds", "exil.opposition", f"protagonistes={PAIR}", "--by", "case", "--json")
    assert by_file.status == 0
    assert by_file.out == given.out


def test_a_text_parameter_keeps_its_bare_text() -> None:
    from tablee.faces.cli.option_values import read_params
    from tablee.rules.procedure import Procedure, Result

    class Nothing(Result):
        pass

    class Named(Procedure[Nothing], id="essai.nom"):
        nom: str
        nombre: int = 0

    params, _ = read_params(Named, ["nom=12", "nombre=12"])
    assert params == {"nom": "12", "nombre": 12}


@pytest.mark.parametrize(
    ("typed", "height"), [("3,5", "7/2"), ("3.5", "7/2"), ("4", "4"), ("4.0", "4")]
)
def test_a_measure_may_be_typed_with_decimals(typed: str, height: str) -> None:
    read = json.loads(call("--json", "resolve", "exil.fall", f"hauteur={typed}").out)
    assert read["trace"][0]["numbers"]["height"] == height


# ── numbers and laws in words ──────────────────────────────────────────────────────────────────
def test_great_numbers_are_grouped() -> None:
    texts = call("simulate", *SIMPLE, "-n", "100000", "--seed", "1").out
    assert "100\u202f000 jets" in texts
    assert "100,000 runs" in call("simulate", *SIMPLE, "-n", "100000", "--lang", "en").out
    assert call("simulate", *SIMPLE, "-n", "1000", "--seed", "1").out.count("1000 jets") == 1


def test_a_belief_is_shown_as_values_and_chances() -> None:
    texts = call("odds", "eclats.test", "caracteristique=2", 'seuil=[[6,"1/2"],[8,"1/2"]]').out
    assert "seuil\u00a0: 6 (1/2), 8 (1/2))" in texts


def test_records_of_a_result_are_set_apart() -> None:
    texts = call(
        *("resolve", "exil.attaques_multiples", "poff=7", "maniabilite=3"),
        'cibles=[{"pdef":3,"part":4},{"pdef":2,"part":3}]',
        *("--seed", "11"),
    ).out
    assert "issue\u00a0: parée\u202f; dégâts\u00a0: 1" in texts


def test_what_a_ledger_records_reads_well() -> None:
    texts = call("resolve", "armes_dieux.revers", "reussite=true", "choix=complication").out
    assert "À noter pour le personnage\u00a0: Revers (compliquer la situation)" in texts
