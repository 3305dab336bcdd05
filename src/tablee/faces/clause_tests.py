"""Test functions that exercise a clause, where the program is beside its tests.

A test counts when it names the clause. Where none does, a test of the games counts when it names a
carrier: the class, function or table that it imports from the game, or the id of a procedure. The
module reads source files only and imports no test.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import tablee
from tablee.rules.clauses.clause_carriers import Carrier, thing_at
from tablee.rules.game import Game
from tablee.rules.procedure import Procedure, clause_ids

_GAMES = "tablee.games."


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


class _Test(NamedTuple):
    """A test function: the clauses that it names, the imported things that it names, as (module, name),
    and its texts that have a dot, like ids of procedures."""

    path: str
    clauses: tuple[str, ...]
    imported: tuple[tuple[str, str], ...]
    texts: tuple[str, ...]


@cache
def _tests(game: str) -> Mapping[str, tuple[str, ...]]:
    """Map each clause, declared name and procedure id to the test functions that name it."""
    found: dict[str, list[str]] = {}
    for test in _all_tests():
        things = [name for module, name in test.imported if module.startswith(f"{game}.")]
        ids = [text for text in test.texts if text.startswith(f"{game}.")]
        for name in dict.fromkeys([*test.clauses, *things, *ids]):
            found.setdefault(name, []).append(test.path)
    return {name: tuple(tests) for name, tests in found.items()}


@cache
def _all_tests() -> tuple[_Test, ...]:
    root = Path(tablee.__file__).parents[2]
    if not (root / "src" / "tablee").is_dir():
        return ()
    return tuple(
        test
        for file in sorted((root / "tests").rglob("test_*.py"))
        for test in _tests_in(file, file.relative_to(root / "tests").as_posix())
    )


def _tests_in(file: Path, path: str) -> Iterator[_Test]:
    text = file.read_text("utf-8")
    tree, lines = ast.parse(text), text.split("\n")
    nodes = [*ast.walk(tree)]
    imported = dict(_imported(nodes))
    for node in nodes:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            clauses = clause_ids("\n".join(lines[node.lineno - 1 : node.end_lineno]))
            things: dict[tuple[str, str], None] = {}
            texts: dict[str, None] = {}
            for each in ast.walk(node):
                if isinstance(each, ast.Name) and each.id in imported:
                    things[imported[each.id]] = None
                elif isinstance(each, ast.Constant) and "." in str(each.value):
                    texts[str(each.value)] = None
            yield _Test(f"{path}::{node.name}", tuple(clauses), tuple(things), tuple(texts))


def _imported(nodes: Iterable[ast.AST]) -> Iterator[tuple[str, tuple[str, str]]]:
    """Return (name in the module, (module below the games, name there)) of what is imported from games."""
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(_GAMES):
            module = f"{(node.module or '').removeprefix(_GAMES)}."
            yield from ((each.asname or each.name, (module, each.name)) for each in node.names)
