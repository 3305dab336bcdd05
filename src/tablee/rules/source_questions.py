"""The check that a game in one file awaits its questions: `roll(…)` without `await` is no face."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tablee.rules.refusal import Refusal
from tablee.rules.source_lines import at_line
from tablee.rules.source_tree import Source

_QUESTIONS = {
    "roll", "rolls", "choose", "decide", "together", "hidden", "call", "call_all", "become", "law_of",
}  # fmt: skip
"""Functions whose value is a question, not its answer."""
_USES = (
    ast.Attribute, ast.BinOp, ast.BoolOp, ast.Compare, ast.Expr, ast.FormattedValue, ast.Match,
    ast.Subscript, ast.UnaryOp,
)  # fmt: skip
"""Syntax that uses a value at once, where a question is a mistake."""
_READERS = {
    "abs", "all", "any", "bool", "effect", "float", "format", "int", "isinstance", "len", "max", "min",
    "note", "print", "range", "repr", "round", "str", "sum",
}  # fmt: skip
"""Functions that use the value of an argument."""
_READING_METHODS = {"count", "format", "get", "index", "join"}
Functions = ast.FunctionDef | ast.AsyncFunctionDef


def unawaited(source: Source) -> Iterator[Refusal]:
    """Yield the questions that are not awaited where their answers are used, at once or under the
    name that they are given."""
    own = {n.name for n in source.nodes() if isinstance(n, ast.AsyncFunctionDef)}
    found = {id(call): call for node in source.nodes() for call in _used_at_once(source, node, own)}
    for node in source.nodes():
        if isinstance(node, Functions):
            found |= {id(call): call for call in _kept(source, node, own)}
    for call in found.values():
        allowed = "« await » devant la question, pour en avoir la réponse"
        yield at_line(source.file, call.lineno, f"{ast.unparse(call.func)}(…)", allowed)


def _asks(source: Source, node: ast.AST, own: set[str]) -> bool:
    """Return whether a node is a question. `own`: the coroutine functions of the file."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="self"), attr=name)):
            return name in own
        case ast.Call():
            return source.called(node) in _QUESTIONS | own
        case _:
            return False


def _used_at_once(source: Source, node: ast.AST, own: set[str]) -> Iterator[ast.Call]:
    """Yield the questions whose value a node uses."""
    for used in _values_used(node):
        if isinstance(used, ast.Call) and _asks(source, used, own):
            yield used


def _values_used(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the expressions whose value a node uses."""
    match node:
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
            yield test
        case ast.Match(subject=subject):
            yield subject
        case ast.Call(func=function, args=args, keywords=keywords):
            if _reads(function):
                yield from (*args, *(each.value for each in keywords))
        case _ if isinstance(node, _USES):
            yield from ast.iter_child_nodes(node)


def _reads(function: ast.expr) -> bool:
    """Return whether a function uses its arguments, and keeps none."""
    match function:
        case ast.Name(id=name):
            return name in _READERS
        case ast.Attribute(attr=name):
            return name in _READING_METHODS
        case _:
            return False


# ── questions under a name ─────────────────────────────────────────────────────────────────────
def _kept(source: Source, function: Functions, own: set[str]) -> Iterator[ast.Call]:
    """Yield the questions that a function gives a name and only uses as if they were answers."""
    nodes = source.nodes(function)
    named: dict[str, list[ast.Call]] = {}
    for name, value in _named(nodes):
        if isinstance(value, ast.Call) and _asks(source, value, own):
            named.setdefault(name, []).append(value)
    loads = [n for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)]
    used = {id(each) for node in nodes for each in _values_used(node) if isinstance(each, ast.Name)}
    for name, asked in named.items():
        places = [each for each in loads if each.id == name]
        if places and all(id(each) in used for each in places):
            yield from asked


def _named(nodes: list[ast.AST]) -> Iterator[tuple[str, ast.expr]]:
    """Yield each name that is bound to a value, with the value."""
    for node in nodes:
        match node:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    yield from _pairs(target, value)
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                yield name, value
            case ast.NamedExpr(target=ast.Name(id=name), value=value):
                yield name, value


def _pairs(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    match target, value:
        case ast.Name(id=name), _:
            yield name, value
        case ast.Tuple(elts=names), ast.Tuple(elts=values) if len(names) == len(values):
            for each, one in zip(names, values, strict=True):
                yield from _pairs(each, one)
