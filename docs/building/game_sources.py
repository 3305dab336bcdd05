"""The source of a game, parsed: its modules, functions and calls."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import Any


@cache
def _trees(package: str) -> tuple[ast.Module, ...]:
    """Return the parsed modules of a game."""
    return tuple(_parsed(resources.files(package)))


def trees_of(package: str, modules: tuple[str, ...]) -> tuple[ast.Module, ...]:
    """Return the parsed modules of a game, or some of them."""
    if not modules:
        return _trees(package)
    own = [sys.modules[name] for name in modules if name.startswith(f"{package}.")]
    return tuple(ast.parse(inspect.getsource(module)) for module in own)


def _parsed(folder: Any) -> Iterator[ast.Module]:
    for each in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if each.is_dir():
            yield from _parsed(each)
        elif each.name.endswith(".py"):
            yield ast.parse(each.read_text("utf-8"))


@cache
def functions_of(package: str) -> tuple[ast.FunctionDef | ast.AsyncFunctionDef, ...]:
    return tuple(
        node
        for tree in _trees(package)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )


def calls_in(tree: ast.AST, names: tuple[str, ...]) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _called(node) in names:
            yield node


def _called(call: ast.Call) -> str:
    function = call.func
    found = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    return str(found)


def _all_constant(arguments: list[ast.expr]) -> bool:
    return bool(arguments) and all(isinstance(each, ast.Constant) for each in arguments)


@cache
def constant_calls_of(package: str) -> dict[str, list[ast.Call]]:
    """Return the calls in the modules of a game whose arguments are all constants, by function name."""
    found: dict[str, list[ast.Call]] = {}
    for tree in _trees(package):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and _all_constant(node.args):
                found.setdefault(_called(node), []).append(node)
    return found


@cache
def literals_of(package: str) -> dict[str, ast.Dict]:
    """Return name -> dictionary, for those that the modules of a game write out."""
    found: dict[str, ast.Dict] = {}
    for tree in _trees(package):
        for node in tree.body:
            match node:
                case ast.AnnAssign(target=ast.Name(id=name), value=ast.Dict() as value):
                    found[name] = value
                case ast.Assign(targets=[ast.Name(id=name)], value=ast.Dict() as value):
                    found[name] = value
    return found
