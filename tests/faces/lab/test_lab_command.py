"""`tablee lab` from the outside: its files, its text, its refusals, its games."""

from __future__ import annotations

from pathlib import Path

import polars
import pytest

from tests.faces.lab.small_studies import sampled_file
from tests.kit.command_line import ROOT, call, process

_TEXT = """
title = { fr = "Le coup", en = "The heist" }
procedure = "coup.action"

[[axis]]
name = "actions"
from = 0
to = 3

[[axis]]
name = "effort"
values = [false, true]

[[measure]]
type = "law"
field = "degre"
"""


@pytest.fixture
def study(tmp_path: Path) -> Path:
    path = tmp_path / "heist.toml"
    path.write_text(_TEXT, "utf-8")
    return path


def test_a_whole_process_writes_three_files_beside_the_study(study: Path) -> None:
    game = str(ROOT / "examples" / "heist.py")
    shown = process("--game", game, "lab", str(study), "--workers", "2")
    assert shown.status == 0, shown.err
    assert shown.out.startswith("Le coup\n8 cas\n")
    out = study.with_suffix("")
    assert {path.name for path in out.iterdir()} == {
        "cells.jsonl",
        "report.html",
        "results.csv",
        "results.parquet",
    }
    frame = polars.read_csv(out / "results.csv")
    sums = frame.group_by("actions", "effort").agg(polars.col("value").sum())
    assert sums.height == 8
    assert sums["value"].is_between(1 - 1e-12, 1 + 1e-12).all()
    again = process("--game", game, "--lang", "en", "lab", str(study))
    assert again.out.startswith("The heist\n8 cases, 8 taken up\n")
    assert '<html lang="en"' in (out / "report.html").read_text("utf-8")


def test_the_summary_as_json(tmp_path: Path) -> None:
    out = tmp_path / "out"
    options = ("--out", str(out), "--workers", "1", "--json")
    first, second = (call("lab", str(sampled_file(tmp_path)), *options).json for _ in range(2))
    assert first == {
        "procedure": "loss.action",
        "cells": 12,
        "resumed": 0,
        "restarted": False,
        "refused": 0,
        "partly_refused": 0,
        "out": str(out),
    }
    assert second == first | {"resumed": 12}


def test_the_command_says_what_changes_most_and_that_a_study_changed(tmp_path: Path) -> None:
    study = sampled_file(tmp_path)
    shown = call("lab", str(study), "--workers", "1").out
    assert "Chance de réussite, ce qui change le plus :" in shown.replace("\u00a0", " ")
    study.write_text(study.read_text("utf-8").replace("seed = 11", "seed = 12"), "utf-8")
    assert "tout a été recalculé" in call("lab", str(study), "--workers", "1").out


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ((), "study"),
        (("none.toml",), "study"),
        (("studies/socle.toml", "--workers", "0"), "workers"),
        (("studies/socle.toml", "--workers", "2", "--cluster", "tcp://x:1"), "workers"),
        (("studies/socle.toml", "--out", "pyproject.toml/x"), "out"),
    ],
)
def test_refusals_name_the_option(
    arguments: tuple[str, ...], field: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    reply = call("lab", *arguments, "--json")
    assert reply.status == 2
    assert reply.error["field"] == field


def test_the_command_says_why_cases_were_refused(tmp_path: Path) -> None:
    """A mistake in the rule refuses every case: its line is in the terminal, not in a table alone."""
    game, study = tmp_path / "essai.py", tmp_path / "essai.toml"
    game.write_text(
        "from tablee import D6, Game, Procedure, Result, roll\n\n\n"
        "class Issue(Result):\n    v: int\n\n\n"
        'class Essai(Procedure[Issue], id="essai.jet"):\n    plus: int = 0\n\n'
        "    async def rule(self) -> Issue:\n"
        '        return Issue(v=await roll(D6, "dé", who="x") + self.plsu)\n\n\n'
        'GAME = Game(id="essai", title="Essai", procedures=(Essai,))\n',
        "utf-8",
    )
    study.write_text(
        'title = "Essai"\nprocedure = "essai.jet"\n[[axis]]\nname = "plus"\nvalues = [0, 1]\n'
        '[[measure]]\ntype = "mean"\nfield = "v"\n',
        "utf-8",
    )
    shown = process("--game", str(game), "lab", str(study), "--workers", "1")
    assert shown.status == 0, shown.err
    assert "2 cas, 2 refusés\n" in shown.out.replace("\xa0", " ")
    assert f"Refusé\xa0: {game}:12" in shown.out
    assert "un champ de «\xa0Essai\xa0»" in shown.out
