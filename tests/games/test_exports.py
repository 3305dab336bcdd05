"""`from tablee.games.exil import Simple`: every procedure, for the type checker too, and no sooner."""

from __future__ import annotations

import ast
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

from tablee.rules.game import Game
from tablee.rules.registry import games

GAMES = [pytest.param(game, id=game.id) for game in games()]


def _typed(game: Game) -> set[str]:
    """The imports that a type checker alone sees, as they stand in the game's `__init__.py`."""
    source = Path(str(importlib.import_module(game.package).__file__)).read_text(encoding="utf-8")
    shown = [node for node in ast.parse(source).body if isinstance(node, ast.If)]
    return {ast.unparse(line) for branch in shown for line in branch.body}


@pytest.mark.parametrize("game", GAMES)
def test_the_type_checker_sees_what_the_game_declares(game: Game) -> None:
    declared = {
        f"from {kind.__module__} import {kind.__name__} as {kind.__name__}"
        for kind in game.procedures
    }
    missing, stale = declared - _typed(game), _typed(game) - declared
    texts = f"in the `if TYPE_CHECKING` of {game.package}"
    assert not missing, f"to be added {texts}:\n" + "\n".join(sorted(missing))
    assert not stale, f"to be taken away {texts}:\n" + "\n".join(sorted(stale))


@pytest.mark.parametrize("game", GAMES)
def test_every_procedure_is_found_by_its_class(game: Game) -> None:
    package = importlib.import_module(game.package)
    names = [kind.__name__ for kind in game.procedures]
    assert len(set(names)) == len(names)
    for kind in game.procedures:
        assert getattr(package, kind.__name__) is kind
    assert {*names, "GAME"} <= set(dir(package))


@pytest.mark.parametrize("name", ["Smple", "simple", "__path_of_nothing__", "SimpleResult"])
def test_other_names_are_not_there(name: str) -> None:
    package = importlib.import_module("tablee.games.exil")
    with pytest.raises(AttributeError, match=f"'tablee.games.exil' has no attribute '{name}'"):
        getattr(package, name)


def test_a_chapter_is_imported_when_it_is_asked_for() -> None:
    probe = """
import sys
import tablee.games.exil
chapters = lambda: sorted(
    c for c in tablee.games.exil.GAME.chapters if f"tablee.games.exil.{c}" in sys.modules
)
assert chapters() == [], chapters()
from tablee.games.exil import Simple
assert chapters() == ["actions.simple"], chapters()
"""
    subprocess.run([sys.executable, "-c", probe], check=True)
