"""The source of a game in one file as a tree, with the calls in it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from tablee.rules.game import Game
from tablee.rules.procedure import Procedure
from tablee.rules.registry import GameFile


class Source:
    """A file and its tree. `calls` finds a function of Tablée under any name that it is imported
    as."""

    def __init__(self, file: GameFile) -> None:
        self.file = file
        self.tree = ast.parse(file.source)
        self._nodes: dict[ast.AST, list[ast.AST]] = {}

    @cached_property
    def _imported(self) -> dict[str, str]:
        """Name in the file -> name where it is imported from, "tablee" for the module."""
        found: dict[str, str] = {}
        for node in self.nodes():
            match node:
                case ast.ImportFrom(module=module, names=names) if f"{module}.".startswith(
                    "tablee."
                ):
                    found |= {each.asname or each.name: each.name for each in names}
                case ast.Import(names=names):
                    found |= {each.asname or each.name: each.name for each in names}
        return found

    def nodes(self, within: ast.AST | None = None) -> list[ast.AST]:
        """Return the nodes of a part of the tree, of the whole by default."""
        root = within or self.tree
        if root not in self._nodes:
            self._nodes[root] = list(ast.walk(root))
        return self._nodes[root]

    def called(self, call: ast.Call) -> str:
        """Return the name of the function that is called, "" for one without a name of its own."""
        match call.func:
            case ast.Name(id=name):
                return self._imported.get(name, name)
            case ast.Attribute(value=ast.Name(id=module), attr=name) if (
                self._imported.get(module) == "tablee"
            ):
                return name
            case _:
                return ""

    def calls(self, *names: str, within: ast.AST | None = None) -> Iterator[ast.Call]:
        """Yield the calls of these functions."""
        for node in self.nodes(within):
            if isinstance(node, ast.Call) and self.called(node) in names:
                yield node

    def procedures(self, game: Game) -> Iterator[tuple[type[Procedure[Any]], ast.ClassDef]]:
        """Yield the procedures of the game that the file declares."""
        kinds = {each.__name__: each for each in game.procedures}
        for node in self.nodes():
            if isinstance(node, ast.ClassDef) and node.name in kinds:
                yield kinds[node.name], node


def literal(call: ast.Call, place: int, keyword: str = "") -> str:
    """Return the text that a call gives at a place or under a keyword, "" when it is no literal."""
    given = call.args[place] if 0 <= place < len(call.args) else None
    for each in call.keywords:
        if each.arg == keyword:
            given = each.value
    match given:
        case ast.Constant(value=str(text)):
            return text
    return ""
