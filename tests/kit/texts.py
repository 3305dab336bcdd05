"""Every text that a reader may see, found in the declarations and in the sources."""

from __future__ import annotations

import ast
import functools
import importlib
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

from babel.messages.pofile import read_po
from jinja2 import Environment, nodes

import tablee
from tablee.rules.checkup.declared import declared_fields, declared_values, records_of
from tablee.rules.game import Game

__all__ = [
    "SOURCES",
    "catalogue",
    "clauses_in",
    "declared_fields",
    "declared_values",
    "fields_in",
    "game_sources",
    "page_texts_in",
    "records_of",
    "templates_in",
]

SOURCES = Path(tablee.__file__).parent

_TEXT_PLACES = {
    "Budget": 0,
    "befalls": 1,
    "consequence": 2,
    "deferred": 0,
    "note": 1,
    "pending": 2,
    "refuse": 2,
    "unsound": 2,
    "NotYours": 2,
    "Refusal": 3,
    "Stale": 2,
    "_at": 3,
    "_no": 2,
    "phrase": 0,
    "text": 0,
}
"""Function or method -> the place of its French text among the arguments."""


def game_sources(game: Game) -> list[Path]:
    package = importlib.import_module(game.package)
    return sorted(Path(str(package.__file__)).parent.rglob("*.py"))


@functools.cache
def _tree(source: Path) -> ast.Module:
    return ast.parse(source.read_text(encoding="utf-8"))


def templates_in(source: Path) -> Iterator[tuple[str, str]]:
    """(where, French text) of every literal text in a source file."""
    named = _constants(source)
    for node in ast.walk(_tree(source)):
        if not isinstance(node, ast.Call):
            continue
        place = _TEXT_PLACES.get(_called(node))
        if place is not None and len(node.args) > place:
            for text in _literals(node.args[place], named):
                yield f"{source.name}:{node.lineno}", text


def page_texts_in(source: Path) -> Iterator[tuple[str, str]]:
    """(where, French text) of every literal text in a template of the pages."""
    tree = Environment().parse(source.read_text(encoding="utf-8"))
    for call in tree.find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name in ("t", "phrase") and call.args:
            for constant in _constants_of(call.args[0]):
                yield f"{source.name}:{call.lineno}", constant


def _constants_of(node: nodes.Node) -> Iterator[str]:
    if isinstance(node, nodes.Const) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, nodes.CondExpr):
        for each in (node.expr1, node.expr2):
            if each is not None:
                yield from _constants_of(each)


def clauses_in(source: Path) -> Iterator[tuple[str, str]]:
    """(where, clause ids) of every literal note in a source file."""
    named = _constants(source)
    for node in ast.walk(_tree(source)):
        if isinstance(node, ast.Call) and _called(node) in ("note", "remark") and node.args:
            for text in _literals(node.args[0], named):
                yield f"{source.name}:{node.lineno}", text


def _called(node: ast.Call) -> str:
    if isinstance(node.func, ast.Attribute):
        return node.func.attr
    return node.func.id if isinstance(node.func, ast.Name) else ""


def _constants(source: Path) -> dict[str, list[ast.expr]]:
    """What is given a name at the top of a module, and as `text` in its functions."""
    tree = _tree(source)
    found: dict[str, list[ast.expr]] = {}
    for node in ast.walk(tree):
        match node:
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
            ) if name == "text" or node in tree.body:
                found.setdefault(name, []).append(value)
    return found


def _literals(node: ast.expr, named: dict[str, list[ast.expr]]) -> Iterator[str]:
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=body, orelse=other):
            yield from _literals(body, named)
            yield from _literals(other, named)
        case ast.Name(id=name) if name in named:
            for each in named[name]:
                yield from _literals(each, {})


@functools.cache
def catalogue(file: Path) -> dict[str, str]:
    """French -> English of one `en.po`."""
    if not file.is_file():
        return {}
    with file.open("rb") as stream:
        messages = read_po(stream, locale="en")
    return {str(m.id): str(m.string) for m in messages if m.id and m.string}


def fields_in(template: str) -> set[tuple[str, str]]:
    """(name, format) of the fields of a template; a plural's nouns are left out."""
    found = set()
    for _, name, spec, _ in Formatter().parse(template):
        if name is not None:
            found.add((name, "|" if "|" in (spec or "") else spec or ""))
    return found
