"""What a rule prints goes to stderr: stdout has the answer alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablee.rules.registry import unregister
from tests.kit.command_line import call, process

SOURCE = """
from tablee import D6, Game, Procedure, Result, roll


class Reading(Result):
    face: int


class Look(Procedure[Reading], id="printing.look"):
    bonus: int = 0

    async def rule(self) -> Reading:
        face = await roll(D6, "die", who="player")
        print("seen", face)
        return Reading(face=face + self.bonus)


GAME = Game(id="printing", title="Printing", lang="en", procedures=(Look,))
"""
STUDY = """
title = "Printing"
procedure = "printing.look"

[[axis]]
name = "bonus"
values = [0, 1]

[[measure]]
type = "mean"
field = "face"
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    path = tmp_path_factory.mktemp("printing") / "printing.py"
    path.write_text(SOURCE, "utf-8")
    yield path
    unregister("printing")


@pytest.mark.parametrize(
    "asked",
    [
        ("resolve", "printing.look", "--dice", "4"),
        ("odds", "printing.look"),
        ("odds", "printing.look", "bonus=0..2"),
        ("simulate", "printing.look", "-n", "50", "--seed", "1"),
    ],
)
def test_prints_do_not_break_json(game: Path, asked: tuple[str, ...]) -> None:
    given = call("--game", str(game), "--json", *asked)
    assert given.status == 0
    assert given.json
    assert "seen" in given.err


def test_prints_of_worker_processes(game: Path) -> None:
    study = game.with_name("study.toml")
    study.write_text(STUDY, "utf-8")
    given = process("--game", str(game), "--json", "lab", str(study), "--workers", "2")
    assert given.status == 0
    assert json.loads(given.out)


def test_print_is_as_before_after_a_call(game: Path) -> None:
    before = print
    call("--game", str(game), "odds", "printing.look")
    assert print is before
