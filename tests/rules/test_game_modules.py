"""A game as a folder, and a file with helper modules beside it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from tablee.rules.authoring.game_file import load_game, load_game_files
from tablee.rules.readings.odds import odds
from tablee.rules.refusal import Refusal
from tablee.rules.registry import loaded_game_files, unregister
from tablee.rules.run_input import ask_about
from tests.kit.command_line import call

TABLES = "SEUIL = 5\n"
RULES = """
from typing import Annotated

from tablee import D6, Game, Meta, Procedure, Result, note, roll
from {tables} import SEUIL


class Issue(Result):
    reussi: bool


class Test(Procedure[Issue], id="modulaire.test"):
    \"\"\"Un d6 (MOD-01).\"\"\"

    plus: Annotated[int, Meta(ge=0, le=3, description="bonus")] = 0

    async def rule(self) -> Issue:
        face = await roll(D6, "test", who="joueur")
        note("MOD-01", "Le dé donne {{face}}.", face=face)
        return Issue(reussi=face + self.plus >= SEUIL)
"""
GAME = """
GAME = Game(
    id="modulaire",
    title="Modulaire",
    procedures=(Test,),
    words={{"modulaire.test": "test", "plus": "bonus", "reussi": "réussite", "joueur": "joueur"}},
    clauses={{"MOD-01": "Un d6 atteint 5."}},
    english={{"test": "test", "bonus": "bonus", "réussite": "success", "joueur": "player",
             "Un d6 atteint 5.": "A d6 reaches 5.", "Le dé donne {{face}}.": "The die shows {{face}}."}},
)
"""


@pytest.fixture(autouse=True)
def _clean() -> Iterator[None]:
    yield
    if "modulaire" in loaded_game_files():
        unregister("modulaire")


def written(folder: Path, shape: str) -> Path:
    """Write the game; return what `--game` names."""
    folder.mkdir(exist_ok=True)
    if shape == "folder":
        (folder / "seuils.py").write_text(TABLES, "utf-8")
        (folder / "regles.py").write_text(RULES.format(tables=".seuils"), "utf-8")
        entry = "from tablee import Game\nfrom .regles import Test\n" + GAME.format()
        (folder / "__init__.py").write_text(entry, "utf-8")
        return folder
    (folder / "seuils_du_jeu.py").write_text(TABLES, "utf-8")
    file = folder / "jeu.py"
    file.write_text(RULES.format(tables="seuils_du_jeu") + GAME.format(), "utf-8")
    return file


def chance() -> Fraction:
    law = odds(ask_about("modulaire.test", {}, None, ()))
    return sum((p for each, p in law.items() if each.reussi), Fraction())


@pytest.mark.parametrize("shape", ["folder", "beside"])
def test_a_game_of_several_modules_is_read_again(tmp_path: Path, shape: str) -> None:
    path = written(tmp_path / "jeu", shape)
    load_game(path)
    assert chance() == Fraction(1, 3)
    before = loaded_game_files()["modulaire"]
    helper = next(each for each in before.helpers if "seuils" in each.path)
    Path(helper.path).write_text("SEUIL = 6\n", "utf-8")
    load_game(path)
    assert chance() == Fraction(1, 6)
    assert loaded_game_files()["modulaire"] != before
    assert str(tmp_path / "jeu") not in sys.path
    load_game_files(loaded_game_files())  # what a worker process does
    assert chance() == Fraction(1, 6)


@pytest.mark.parametrize("shape", ["folder", "beside"])
def test_a_mistake_in_a_helper_has_its_file_and_line(tmp_path: Path, shape: str) -> None:
    path = written(tmp_path / "jeu", shape)
    load_game(path)
    helper = next(tmp_path.rglob("seuils*.py"))
    for text in ("SEUIL = 5\nx = 1 / 0\n", "SEUIL = 5\ndef (\n"):
        helper.write_text(text, "utf-8")
        with pytest.raises(Refusal) as caught:
            load_game(path)
        assert caught.value.field == f"{helper}:2"
        assert chance() == Fraction(1, 3), "the game loaded before stays"


@pytest.mark.parametrize("shape", ["folder", "beside"])
def test_commands_take_them(tmp_path: Path, shape: str) -> None:
    path = str(written(tmp_path / "jeu", shape))
    reply = call("--game", path, "odds", "modulaire.test", "plus=1", "--by", "reussi")
    assert "1/2" in reply.out, reply.err
    unregister("modulaire")
    checked = call("check", path)
    assert checked.status == 0, checked.out


@pytest.mark.parametrize("name", ["json", "sched", "numpy"])
def test_a_name_of_another_module_is_refused(tmp_path: Path, name: str) -> None:
    """Also of one that nobody has imported yet."""
    (tmp_path / f"{name}.py").write_text(TABLES, "utf-8")
    file = tmp_path / "jeu.py"
    file.write_text(RULES.format(tables=name) + GAME.format(), "utf-8")
    with pytest.raises(Refusal) as caught:
        load_game(file)
    assert caught.value.got == name
    assert caught.value.field == f"{file}:5"


def test_a_rule_may_import_a_helper_and_no_other_file_is_a_module(tmp_path: Path) -> None:
    file = written(tmp_path, "beside")
    source = file.read_text("utf-8").replace("from seuils_du_jeu import SEUIL", "import wave")
    source = source.replace(
        "        face =", "        from seuils_du_jeu import SEUIL\n        face ="
    )
    file.write_text(source, "utf-8")
    (tmp_path / "chunk.py").write_text("raise SystemError\n", "utf-8")  # `wave` imports it
    (tmp_path / "struct.py").write_text("raise SystemError\n", "utf-8")
    load_game(file)
    assert chance() == Fraction(1, 3)
