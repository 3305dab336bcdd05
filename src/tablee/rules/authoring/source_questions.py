"""The check that a game in one file awaits its questions: `roll(…)` without `await` is no face."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import partial

from tablee.rules.authoring.source_flow import READING_METHODS, VALUE_READERS, Flow
from tablee.rules.authoring.source_lines import at_line
from tablee.rules.authoring.source_tree import Source
from tablee.rules.refusal import Refusal

_QUESTIONS = {
    "roll", "rolls", "choose", "decide", "together", "hidden", "call", "call_all", "become", "law_of",
}  # fmt: skip
"""Functions whose value is a question, not its answer."""
_USES = (
    ast.Attribute, ast.BinOp, ast.BoolOp, ast.Compare, ast.Expr, ast.FormattedValue, ast.Match,
    ast.Subscript, ast.UnaryOp,
)  # fmt: skip
"""Syntax that uses a value at once, where a question is a mistake."""
_READERS = VALUE_READERS | {"max", "min"}
"""Functions that use the value of an argument."""
_READING_METHODS = READING_METHODS | {"get"}
Functions = ast.FunctionDef | ast.AsyncFunctionDef


def unawaited(source: Source, sources: Sequence[Source]) -> Iterator[Refusal]:
    """Yield the questions that are not awaited: where their answers are used at once, and where
    nothing in the function can await them. `sources`: all files of the game."""
    own = _asking(source, sources)
    asks = partial(_asks, source, own)
    records = {
        node.name for each in sources for node in each.tree.body if isinstance(node, ast.ClassDef)
    }
    found = dict.fromkeys(
        used
        for node in source.nodes()
        for used in _values_used(node)
        if isinstance(used, ast.Call) and asks(used)
    )
    for function in _outermost(source.tree):
        found |= dict.fromkeys(Flow(source.nodes(function), asks, records).lost())
    for call in sorted(found, key=lambda each: each.lineno):
        allowed = "« await » devant la question, pour en avoir la réponse"
        yield at_line(source.file, call.lineno, f"{ast.unparse(call.func)}(…)", allowed)


def _outermost(node: ast.AST) -> Iterator[Functions]:
    """Yield the functions that are in no other function."""
    for each in ast.iter_child_nodes(node):
        if isinstance(each, Functions):
            yield each
        else:
            yield from _outermost(each)


def _asking(source: Source, sources: Sequence[Source]) -> set[str]:
    """Return the names of the functions in a file whose value is a question: coroutine functions,
    also those of the helper modules that it imports, and functions that return one."""
    elsewhere = {
        each.name
        for other in sources
        if other is not source
        for each in other.tree.body
        if isinstance(each, ast.AsyncFunctionDef)
    }
    own = {n.name for n in source.nodes() if isinstance(n, ast.AsyncFunctionDef)}
    for node in source.nodes():
        if isinstance(node, ast.ImportFrom):
            own |= {each.asname or each.name for each in node.names if each.name in elsewhere}
    return own | {
        function.name
        for function in source.nodes()
        if isinstance(function, ast.FunctionDef)
        for node in source.nodes(function)
        if isinstance(node, ast.Return) and node.value and _asks(source, own, node.value)
    }


def _asks(source: Source, own: set[str], node: ast.AST) -> bool:
    """Return whether a node is a question. `own`: the functions of the file that ask."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="self"), attr=name)):
            return name in own
        case ast.Call():
            return source.called(node) in _QUESTIONS | own
        case _:
            return False


def _values_used(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the expressions whose value a node uses."""
    match node:
        case (
            ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test) | ast.Assert(test=test)
        ):
            yield test
        case ast.comprehension(iter=iterated, ifs=tests):
            yield from (iterated, *tests)
        case ast.For(iter=iterated):
            yield iterated
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
