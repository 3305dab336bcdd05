"""Which test functions exercise a clause, where the program stands beside its tests.

Those that name the clause; where there are none, those of the games that name what carries it: the
class, the function or the table that they import from the game, a procedure by its id.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

import tablee
from tablee.rules.clause_carriers import Carrier, thing_at
from tablee.rules.game import Game
from tablee.rules.procedure import Procedure, clause_ids


def tests_of(game: Game, clause: str, carriers: Sequence[Carrier]) -> tuple[str, ...]:
    """Test functions, as `FILE::NAME` below the folder of the tests; none in an installed
    program."""
    known = _tests(game.id)
    computed = [name for each in carriers if not each.left for name in _names(each)]
    named = [test for name in dict.fromkeys(computed) for test in known.get(name, ())]
    of_games = [test for test in named if test.startswith("games/")]
    return known.get(clause) or tuple(dict.fromkeys(of_games))


def _names(carrier: Carrier) -> Iterator[str]:
    """How a test may name a carrier."""
    yield carrier.name.partition(".")[0]
    thing = thing_at(carrier)
    if isinstance(thing, type) and issubclass(thing, Procedure):
        yield thing.id


@cache
def _tests(game: str) -> Mapping[str, tuple[str, ...]]:
    """Clause, name of a declaration or id of a procedure -> the test functions that name it."""
    root = Path(tablee.__file__).parents[2]
    if not (root / "src" / "tablee").is_dir():
        return {}
    found: dict[str, list[str]] = {}
    for file in sorted((root / "tests").rglob("test_*.py")):
        text = file.read_text("utf-8")
        if f"games.{game}" in text or f"{game}." in text or clause_ids(text):
            tree = ast.parse(text)
            imported = dict(_imported(tree, game))
            for node in ast.walk(tree):
                if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                    test = f"{file.relative_to(root / 'tests').as_posix()}::{node.name}"
                    for name in dict.fromkeys(_said(node, text, imported, game)):
                        found.setdefault(name, []).append(test)
    return {name: tuple(tests) for name, tests in found.items()}


def _imported(tree: ast.Module, game: str) -> Iterator[tuple[str, str]]:
    """(name in a module, its name in the game) of what comes from a game."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and f"{node.module}.".startswith(
            f"tablee.games.{game}."
        ):
            yield from ((each.asname or each.name, each.name) for each in node.names)


def _said(
    test: ast.FunctionDef, text: str, imported: Mapping[str, str], game: str
) -> Iterator[str]:
    yield from clause_ids(ast.get_source_segment(text, test) or "")
    for node in ast.walk(test):
        if isinstance(node, ast.Name) and node.id in imported:
            yield imported[node.id]
        elif isinstance(node, ast.Constant) and str(node.value).startswith(f"{game}."):
            yield str(node.value)
