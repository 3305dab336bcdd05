"""Test functions that exercise a clause, where the program is beside its tests.

A test counts when it names the clause. Where none does, a test of the games counts when it names a
carrier: the class, function or table that it imports from the game, or the id of a procedure. The
module reads source files only and imports no test.
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
    """Return test functions as `FILE::NAME` below the test folder; none in an installed program."""
    known = _tests(game.id)
    computed = [name for each in carriers if not each.left_to_leader for name in _names(each)]
    named = [test for name in dict.fromkeys(computed) for test in known.get(name, ())]
    of_games = [test for test in named if test.startswith("games/")]
    return known.get(clause) or tuple(dict.fromkeys(of_games))


def _names(carrier: Carrier) -> Iterator[str]:
    """Return the names by which a test may refer to a carrier."""
    yield carrier.name.partition(".")[0]
    thing = thing_at(carrier)
    if isinstance(thing, type) and issubclass(thing, Procedure):
        yield thing.id


@cache
def _tests(game: str) -> Mapping[str, tuple[str, ...]]:
    """Map each clause, declared name and procedure id to the test functions that name it."""
    root = Path(tablee.__file__).parents[2]
    if not (root / "src" / "tablee").is_dir():
        return {}
    found: dict[str, list[str]] = {}
    for file in sorted((root / "tests").rglob("test_*.py")):
        text = file.read_text("utf-8")
        if f"games.{game}" in text or f"{game}." in text or clause_ids(text):
            tree, lines = ast.parse(text), text.split("\n")
            imported = dict(_imported(tree, game))
            for node in ast.walk(tree):
                if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                    test = f"{file.relative_to(root / 'tests').as_posix()}::{node.name}"
                    for name in dict.fromkeys(_names_in_test(node, lines, imported, game)):
                        found.setdefault(name, []).append(test)
    return {name: tuple(tests) for name, tests in found.items()}


def _imported(tree: ast.Module, game: str) -> Iterator[tuple[str, str]]:
    """Return (name in the module, name in the game) of everything imported from a game."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and f"{node.module}.".startswith(
            f"tablee.games.{game}."
        ):
            yield from ((each.asname or each.name, each.name) for each in node.names)


def _names_in_test(
    test: ast.FunctionDef, lines: Sequence[str], imported: Mapping[str, str], game: str
) -> Iterator[str]:
    yield from clause_ids("\n".join(lines[test.lineno - 1 : test.end_lineno]))
    for node in ast.walk(test):
        if isinstance(node, ast.Name) and node.id in imported:
            yield imported[node.id]
        elif isinstance(node, ast.Constant) and str(node.value).startswith(f"{game}."):
            yield str(node.value)
