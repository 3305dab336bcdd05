"""The questions of a function that no `await` can reach: they are stored, and only read as answers.

The flow is followed by names, whatever the order of the lines: a question goes into the variables
and lists that may hold it. It leaves the function by an `await`, by `return`, or as an argument of a
function that is not known to read it; then it may be answered. A record of the game holds values:
a question in one of its fields is a mistake.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator

VALUE_READERS = frozenset({
    "abs", "all", "any", "bool", "effect", "float", "format", "int", "isinstance", "len", "note", "print",
    "range", "repr", "round", "str", "sum",
})  # fmt: skip
"""Functions that use the values of their arguments, and keep none."""
_READERS = VALUE_READERS | {
    "Counter", "choose", "decide", "hidden", "law_of", "replace", "roll", "rolls",
}  # fmt: skip
"""Functions that keep none of their arguments."""
_HOLDERS = {
    "deque", "dict", "enumerate", "filter", "frozenset", "iter", "list", "map", "max", "min",
    "next", "reversed", "set", "sorted", "tuple", "zip",
}  # fmt: skip
"""Functions whose value holds their arguments."""
READING_METHODS = frozenset({"count", "format", "index", "join"})
"""Methods that use the values of their arguments, and keep none."""
_STORING_METHODS = {"add", "append", "appendleft", "extend", "insert", "setdefault", "update"}
Held = frozenset[ast.Call]
_NOTHING: Held = frozenset()


class Flow:
    """The questions that each variable of a function may hold. `asks`: whether a call is one;
    `records`: the names of the classes of the game."""

    def __init__(
        self, nodes: list[ast.AST], asks: Callable[[ast.Call], bool], records: set[str]
    ) -> None:
        self._asks = asks
        self._readers = _READERS | records
        self._held: dict[str, Held] = {}
        self._nodes = nodes
        bound = [pair for node in nodes for pair in _bound(node)]
        before = -1
        while before != (before := sum(map(len, self._held.values()))):
            for names, value in bound:
                for name in names:
                    self._held[name] = self._held.get(name, _NOTHING) | self._in(value)

    def lost(self) -> Iterator[ast.Call]:
        """Yield the questions that stay in the function and are not awaited."""
        out = _NOTHING.union(*(self._leaving(node) for node in self._nodes))
        for node in self._nodes:
            if isinstance(node, ast.Call) and self._asks(node) and node not in out:
                yield node

    def _in(self, node: ast.AST | None) -> Held:
        """Return the questions that the value of an expression may hold."""
        match node:
            case ast.Name(id=name):
                return self._held.get(name, _NOTHING)
            case ast.Call():
                return self._in_call(node)
            case ast.DictComp(key=key, value=value):
                return self._all((key, value))
            case ast.ListComp(elt=elt) | ast.SetComp(elt=elt) | ast.GeneratorExp(elt=elt):
                return self._in(elt)
            case ast.IfExp(body=body, orelse=orelse):
                return self._in(body) | self._in(orelse)
            case ast.Lambda(body=value):
                return self._in(value)
            case ast.Subscript(value=value) | ast.Attribute(value=value):
                return self._in(value)
            case (
                ast.List() | ast.Tuple() | ast.Set() | ast.Dict() | ast.BinOp() | ast.BoolOp()
                | ast.NamedExpr() | ast.Starred()
            ):  # fmt: skip
                return self._all(ast.iter_child_nodes(node))
            case _:
                return _NOTHING

    def _in_call(self, call: ast.Call) -> Held:
        if self._asks(call):
            return frozenset({call})
        match call.func:
            case ast.Name(id=name) if name in _HOLDERS:
                return self._all(_arguments(call))
            case ast.Name(id=name) if name in self._readers:
                return _NOTHING
            case ast.Attribute(attr=name) if name in READING_METHODS:
                return _NOTHING
            case function:
                return self._in(function)

    def _all(self, nodes: Iterable[ast.AST | None]) -> Held:
        return _NOTHING.union(*(self._in(node) for node in nodes))

    def _leaving(self, node: ast.AST) -> Held:
        """Return the questions that a node hands on: they may be answered."""
        match node:
            case ast.Await(value=value) | ast.Return(value=value) | ast.Yield(value=value):
                return self._in(value)
            case ast.YieldFrom(value=value):
                return self._in(value)
            case ast.Call(func=ast.Name(id=name)) if name in self._readers | _HOLDERS:
                return _NOTHING
            case ast.Call(func=ast.Attribute(attr=name)) if (
                name in READING_METHODS | _STORING_METHODS
            ):
                return _NOTHING
            case ast.Call():
                return self._all(_arguments(node))
            case _:
                return _NOTHING


def _arguments(call: ast.Call) -> Iterator[ast.expr]:
    yield from call.args
    yield from (each.value for each in call.keywords)


def _bound(node: ast.AST) -> Iterator[tuple[list[str], ast.expr]]:
    """Yield (names, value) of each value that a node gives to variables, or stores in them."""
    match node:
        case ast.Assign(targets=targets, value=value):
            yield [name for target in targets for name in _names(target)], value
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            yield _names(target), value
        case ast.AugAssign(target=target, value=value) | ast.NamedExpr(target=target, value=value):
            yield _names(target), value
        case ast.For(target=target, iter=value) | ast.comprehension(target=target, iter=value):
            yield _names(target), value
        case ast.Call(func=ast.Attribute(value=kept, attr=name)) if name in _STORING_METHODS:
            for value in _arguments(node):
                yield _names(kept), value


def _names(target: ast.AST) -> list[str]:
    """Return the variables that an assignment changes: `a[i].b = …` changes `a`."""
    while isinstance(target, ast.Subscript | ast.Attribute):
        target = target.value
    return [each.id for each in ast.walk(target) if isinstance(each, ast.Name)]
