"""A form, the command line, the OpenAPI schema and the reference page come from one declaration:
a parameter is added to a procedure and seen in all four, and a second one of another kind too."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from docs.building.reference import reference_page
from tablee.faces.api.openapi import document
from tablee.faces.web.form.controls import controls_of
from tablee.rules.authoring.game_file import load_game
from tablee.rules.game import Game
from tablee.rules.procedure import Procedure
from tablee.rules.registry import find_procedure, unregister
from tablee.rules.texts.words import Words

RULE = '''
from typing import Annotated, Literal

from tablee import D6, Game, Meta, Procedure, Result, note, roll


class Lueur(Result):
    success: bool


class Allumer(Procedure[Lueur], id="lampe.allumer"):
    """Un d6 contre la nuit."""

    nuit: Annotated[int, Meta(ge=1, le=6, description="ce que la nuit demande")]
    # here

    async def rule(self) -> Lueur:
        face = await roll(D6, "flamme", who="gardien")
        note("", "La flamme donne {face}.", face=face)
        return Lueur(success=face >= self.nuit)


GAME = Game(
    id="lampe",
    title="La Lampe",
    leader="gardien",
    procedures=(Allumer,),
    words={
        "lampe.allumer": "Allumer",
        "nuit": "nuit",
        "flamme": "flamme",
        "gardien": "gardien",
        "success": "réussite",
        "brume": "brume épaisse",
        "houle": "houle du large",
        "calme": "calme",
        "forte": "forte",
    },
)
'''
ADDED = {
    "brume": 'brume: Annotated[int, Meta(ge=0, le=9, description="mesures de brume")] = 2',
    "houle": 'houle: Literal["calme", "forte"] = "calme"',
}


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path / "lampe.py"
    unregister("lampe")


def declared(file: Path, *lines: str) -> tuple[Game, type[Procedure[object]]]:
    file.write_text(RULE.replace("# here", "\n    ".join(lines)))
    return load_game(file), find_procedure("lampe.allumer")


def form(game: Game, procedure: type[Procedure[object]]) -> set[str]:
    return {each.path for each in controls_of(procedure, {}, Words(game), {})}


def schema(_: Game, procedure: type[Procedure[object]]) -> set[str]:
    schemas = document("fr", "/api")["components"]["schemas"]
    return set(schemas[f"{procedure.id}.params"]["properties"])


def page(game: Game, procedure: type[Procedure[object]]) -> set[str]:
    text = reference_page(procedure, Words(game))
    return {name for name in ("nuit", *ADDED) if f"`{name}`" in text}


def command(file: Path) -> set[str]:
    call = [sys.executable, "-m", "tablee", "show", "lampe.allumer", "--json", "--game", str(file)]
    shown = json.loads(subprocess.run(call, check=True, capture_output=True).stdout)
    return {each["name"] for each in shown["params"]}


@pytest.mark.parametrize("added", [(), ("brume",), ("brume", "houle")], ids=len)
def test_a_parameter_added_shows_in_all_faces(file: Path, added: tuple[str, ...]) -> None:
    game, procedure = declared(file, *(ADDED[name] for name in added))
    wanted = {"nuit", *added}
    assert form(game, procedure) == wanted
    assert schema(game, procedure) == wanted
    assert page(game, procedure) == wanted
    assert command(file) == wanted
    given = [f"{name}={'forte' if name == 'houle' else 3}" for name in wanted]
    call = [sys.executable, "-m", "tablee", "odds", "lampe.allumer", *given, "--json"]
    answer = subprocess.run([*call, "--game", str(file)], check=True, capture_output=True)
    assert json.loads(answer.stdout)["params"].keys() == wanted
