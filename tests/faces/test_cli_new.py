"""`new`: the file that it writes is a game that works."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb
from pathlib import Path

import pytest

from tablee import odds
from tablee.rules.authoring.game_file import load_game
from tablee.rules.registry import unregister
from tablee.rules.schema import fields_of
from tablee.rules.texts.words import Words
from tests.kit import acts
from tests.kit.command_line import call, process
from tests.table.evening import LEADER, Table


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    yield
    unregister("lanternes")


def test_the_file_is_a_game_with_its_law_and_its_table() -> None:
    reply = call("new", "lanternes", "--title", "Les Lanternes")
    assert reply.status == 0, reply.err
    game = load_game("lanternes.py")
    assert (game.id, game.title) == ("lanternes", "Les Lanternes")
    for dice, needed in product((1, 3), (1, 2)):
        law = odds("lanternes.test", adresse=dice, difficulte=needed, risque=0)
        found = sum((chance for result, chance in law.items() if result.reussi), start=Fraction(0))
        third = Fraction(1, 3)
        assert found == sum(
            comb(dice, n) * third**n * (1 - third) ** (dice - n) for n in range(needed, dice + 1)
        )
    table = Table("lanternes")
    table.does(
        LEADER, acts.PutSheet(character="ana", sheet={"type": "lanternes.personnage", "nom": "Ana"})
    )
    table.does(LEADER, acts.Give(character="ana", to="j1"))
    table.does(LEADER, acts.RequestRun(procedure="lanternes.test", to=("ana",)))
    table.does("j1", acts.Answer(run="j1", place=0, answer={"choose": 1}))
    table.does("j1", acts.Answer(run="j1", place=1, answer={"dice": [1, 5, 6, 2]}))
    assert table.result("j2") == {"reussi": True, "succes": 2}


def test_in_english_the_file_is_in_english() -> None:
    reply = call("--lang", "en", "new", "lanternes", "--title", "Lanterns")
    assert reply.status == 0, reply.err
    assert "tablee --lang en --game lanternes.py odds lanternes.test agility=3 risk=0" in reply.out
    source = Path("lanternes.py").read_text("utf-8")
    assert source.isascii() or not set("éèàêçùœ’«»") & set(source)
    game = load_game("lanternes.py")
    assert (game.lang, game.english) == ("en", {})
    assert [*fields_of(game.sheets[0])] == ["nom", "agility", "notes"]
    law = odds("lanternes.test", agility=2, risk=0)
    assert law.chance(lambda result: result.passed) == Fraction(5, 9)


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_nothing_is_to_correct_in_what_is_written(lang: str) -> None:
    call("--lang", lang, "new", "lanternes")
    for read_in in ("fr", "en"):
        reply = call("--lang", read_in, "--json", "check", "lanternes.py")
        assert (reply.status, reply.json["faults"], reply.json["remarks"]) == (0, [], [])
        assert reply.json["untried"] == reply.json["by_hand"] == []


def test_every_text_has_its_english() -> None:
    call("new", "lanternes")
    game = load_game("lanternes.py")
    english = Words(game, "en")
    for text in (*game.words.values(), *game.clauses.values()):
        assert english.text(text) != text or text in ("notes", "test")


def test_a_sheet_without_its_game_is_refused_with_what_it_lacks() -> None:
    call("new", "lanternes")
    load_game("lanternes.py")
    Path("eva.yaml").write_text("type: lanternes.personnage\nnom: Eva\n")
    reply = call("odds", "lanternes.test", "@eva.yaml", "risque=0")
    assert reply.status == 2
    assert "« jeu: lanternes » et « type: … »" in reply.err.replace("\xa0", " ")


def test_nothing_is_overwritten() -> None:
    Path("lanternes.py").write_text("GAME = 1\n")
    reply = call("new", "lanternes")
    assert reply.status == 2
    assert Path("lanternes.py").read_text() == "GAME = 1\n"


@pytest.mark.parametrize(
    "name", ["exil", "tablee", "random", "class", "Été", "1a", "a-b", "", "a" * 41, "../x"]
)
def test_a_name_that_cannot_be_is_refused(name: str) -> None:
    assert call("new", name).status == 2
    assert not list(Path().iterdir())


@pytest.mark.parametrize("title", ['un "titre"', "a\\b", "$id", "a\nb"])
def test_a_title_that_would_break_the_file_is_refused(title: str) -> None:
    assert call("new", "lanternes", "--title", title).status == 2
    assert not list(Path().iterdir())


@pytest.mark.parametrize(
    ("lang", "given"), [("fr", ("adresse=1", "risque=0")), ("en", ("agility=1", "risk=0"))]
)
def test_a_package_is_tested_built_and_found_by_its_entry_point(
    tmp_path: Path, lang: str, given: tuple[str, str]
) -> None:
    reply = call("--lang", lang, "new", "lanternes", "--package", "--title", "Les Lanternes")
    assert reply.status == 0, reply.err
    folder = tmp_path / "tablee-lanternes"
    assert {each.name for each in folder.iterdir()} == {
        "lanternes.py",
        "pyproject.toml",
        "test_lanternes.py",
    }
    unregister("lanternes")
    tested = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(folder)]
    done = subprocess.run(tested, capture_output=True, text=True, check=False, cwd=folder)
    assert done.returncode == 0, done.stdout
    built = tmp_path / "installed"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps"]
    pip += ["--no-build-isolation", "--target", str(built), str(folder)]
    done = subprocess.run(pip, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    path = os.pathsep.join([str(built), *filter(None, [os.environ.get("PYTHONPATH")])])
    found = process("odds", "lanternes.test", *given, env={"PYTHONPATH": path})
    assert found.status == 0, found.err
    assert "1/3" in found.out
    for command in (
        ("games",),
        ("procedures", "lanternes"),
        ("show", "lanternes.test"),
        ("sheets", "lanternes"),
        ("resolve", "lanternes.test", "@ana", given[1], "--dice", "1,5,6"),
        ("advise", "lanternes.test", "@ana"),
        ("simulate", "lanternes.test", *given, "--runs", "100"),
    ):
        reply = process(*command, env={"PYTHONPATH": path})
        assert reply.status == 0, reply.err
        assert "anternes" in reply.out or "Test" in reply.out
    assert call("new", "lanternes", "--package").status == 2
