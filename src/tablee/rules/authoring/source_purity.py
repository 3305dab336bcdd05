"""The check that a game in one file always does the same: no chance, no clock, no state of its own.

The check follows the game from its declarations to the functions that they use, by name. A function
that only `if __name__ == "__main__":` uses may do as it likes.
"""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator, Mapping
from typing import NamedTuple

from tablee.rules.authoring.source_lines import at_line
from tablee.rules.authoring.source_tree import Source
from tablee.rules.refusal import Refusal

_MODULES = {
    "asyncio", "datetime", "multiprocessing", "random", "requests", "secrets", "socket", "subprocess",
    "threading", "time", "urllib", "uuid",
}  # fmt: skip
"""Modules whose values differ from one run to the next, or that reach the world outside."""
_ATTRIBUTES = {
    "random",
    "secrets",
    "urandom",
    "environ",
    "getpid",
    "exit",
    "_exit",
    "abort",
    "system",
}
"""Members of other modules (`numpy`, `os`) with such values."""
_BUILTINS = {
    "__import__", "breakpoint", "exec", "exit", "globals", "hash", "id", "input", "open", "quit",
}  # fmt: skip
"""Functions that do not always return the same, or that reach the world outside."""
_ENDS = {"BaseException", "GeneratorExit", "KeyboardInterrupt", "SystemExit"}
"""Errors that end the program, or a rule that waits."""
_CHANGES = {
    "add", "append", "appendleft", "clear", "discard", "extend", "extendleft", "insert", "move_to_end",
    "pop", "popitem", "popleft", "remove", "reverse", "rotate", "setdefault", "sort", "subtract", "update",
}  # fmt: skip
"""Methods that change a list, a set or a dictionary."""
_CHANGING = {"delattr", "next", "setattr"}
"""Functions that change their first argument."""
_CHANGEABLE = {"bytearray", "Counter", "defaultdict", "deque", "dict", "list", "set"}
"""Functions that make a collection that changes."""
_ORDERED = {"enumerate", "iter", "list", "next", "reversed", "tuple", "zip"}
"""Functions that read a collection in its order."""
_OF_SETS = {"copy", "difference", "intersection", "symmetric_difference", "union"}
"""Methods of a set that return a set."""
_DEEPEST = 4
"""Variables that are made of each other in a row."""
_Function = ast.FunctionDef | ast.AsyncFunctionDef
_PURE = "une règle pure : le hasard vient de « roll », le temps de la campagne"
SORTED = "sorted(…) : l’ordre d’un ensemble (set) change d’un lancement du programme à l’autre"
_KEPT = "une règle pure : un champ de la procédure garde ce qui change"


def impurities(source: Source) -> Iterator[Refusal]:
    """Yield the refusal of each use of a clock, of chance, of the order of a set, of the world
    outside or of a variable that changes."""
    modules, impure = _imports(source.tree)
    outside = _variables(source.tree)
    held = _held(source.tree)
    found: dict[tuple[int, str], str] = {}
    for node in _used(source.tree):
        rule = any(isinstance(each, ast.AsyncFunctionDef) for each in ast.iter_child_nodes(node))
        for each in ast.walk(node):
            name = _impure(each, modules, impure)
            if name:
                found[getattr(each, "lineno", 0), name] = _PURE
            for read in _read_in_order(each):
                if _is_set(read, held):
                    found[read.lineno, ast.unparse(read)] = SORTED
            if isinstance(each, _Function | ast.Lambda):
                changed = _changed(each, outside, "self" if rule else "")
                found |= dict.fromkeys(changed, _KEPT)
    for (line, name), allowed in found.items():
        yield at_line(source.file, line, name, allowed)


def _imports(tree: ast.Module) -> tuple[set[str], set[str]]:
    """Return the names of modules, and those of modules and of their members that are impure."""
    modules, impure = set(), set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for each in node.names:
                name = each.asname or each.name.partition(".")[0]
                modules.add(name)
                if each.name.partition(".")[0] in _MODULES or each.name == "numpy.random":
                    impure.add(name)
        elif isinstance(node, ast.ImportFrom):
            for each in node.names:
                if node.module in _MODULES or each.name in _ATTRIBUTES:
                    impure.add(each.asname or each.name)
    return modules, impure


def _variables(tree: ast.Module) -> set[str]:
    """Return the names of the variables, of the classes and of the functions of the module."""
    found = set()
    for node in tree.body:
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                found.add(name)
            case ast.Assign(targets=targets):
                found |= {each.id for each in targets if isinstance(each, ast.Name)}
            case ast.AnnAssign(target=ast.Name(id=name)):
                found.add(name)
    return found


def _used(tree: ast.Module) -> Iterator[ast.stmt]:
    """Yield the statements of the module that belong to the game: declarations, and the functions
    that they use."""
    functions: Mapping[str, ast.stmt] = {n.name: n for n in tree.body if isinstance(n, _Function)}
    waiting = [node for node in tree.body if not isinstance(node, _Function) and not _is_main(node)]
    seen: set[str] = set()
    for node in waiting:
        yield node
        for each in ast.walk(node):
            if isinstance(each, ast.Name) and each.id in functions and each.id not in seen:
                seen.add(each.id)
                waiting.append(functions[each.id])


def _is_main(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and "__name__" in ast.unparse(node.test)


def _impure(node: ast.AST, modules: set[str], impure: set[str]) -> str:
    """Return the name under which a node uses something that is not always the same."""
    match node:
        case ast.Name(id=name, ctx=ast.Load()) if name in impure | _ENDS:
            return name
        case ast.Attribute(value=ast.Name(id=module), attr=name) if (
            module in modules - impure and name in _ATTRIBUTES
        ):
            return f"{module}.{name}"
        case ast.Call(func=ast.Name(id=name)) if name in _BUILTINS:
            return f"{name}(…)"
        case _:
            return ""


class _Held(NamedTuple):
    """The variables that hold texts, or a set of texts, wherever the file gives them a value."""

    texts: Container[str] = ()
    sets: Container[str] = ()


def _held(tree: ast.Module) -> _Held:
    values: dict[str, list[ast.expr]] = {}
    arguments = {each.arg for each in ast.walk(tree) if isinstance(each, ast.arg)}
    for node in ast.walk(tree):
        match node:
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
            ):
                values.setdefault(name, []).append(value)
    own = {name: each for name, each in values.items() if name not in arguments}
    held = _Held()
    for _ in range(_DEEPEST):
        texts = {name for name, each in own.items() if all(_has_texts(v, held) for v in each)}
        sets = {name for name, each in own.items() if all(_is_set(v, held) for v in each)}
        held = _Held(texts, sets)
    return held


def _has_texts(node: ast.expr, held: _Held) -> bool:
    """Return whether an expression is a collection of texts."""
    match node:
        case ast.List(elts=elements) | ast.Tuple(elts=elements) | ast.Set(elts=elements):
            return any(isinstance(getattr(each, "value", None), str) for each in elements)
        case ast.Dict(keys=keys):
            return any(isinstance(getattr(each, "value", None), str) for each in keys)
        case ast.Name(id=name):
            return name in held.texts
        case _:
            return False


def _is_set(node: ast.expr, held: _Held) -> bool:
    """Return whether an expression is a set of texts, whose order differs from one process to the
    next; that of numbers, as dice show them, does not."""
    match node:
        case ast.Set():
            return _has_texts(node, held)
        case ast.Call(func=ast.Name(id="set" | "frozenset"), args=[given]):
            return _has_texts(given, held) or _is_set(given, held)
        case ast.SetComp(
            elt=ast.Name(id=kept),
            generators=[ast.comprehension(target=ast.Name(id=each), iter=read)],
        ):
            return kept == each and (_has_texts(read, held) or _is_set(read, held))
        case ast.BinOp(
            left=left, op=ast.BitOr() | ast.BitAnd() | ast.Sub() | ast.BitXor(), right=right
        ):
            return _is_set(left, held) or _is_set(right, held)
        case ast.Call(func=ast.Attribute(value=of, attr=attr)) if attr in _OF_SETS:
            return _is_set(of, held)
        case ast.Name(id=name):
            return name in held.sets
        case _:
            return False


def _read_in_order(node: ast.AST) -> Iterator[ast.expr]:
    """Yield the collections that a node reads in their order, where that order may count."""
    match node:
        case ast.For(iter=read) | ast.Starred(value=read):
            yield read
        case (
            ast.ListComp(generators=[ast.comprehension(iter=read), *_])
            | ast.DictComp(generators=[ast.comprehension(iter=read), *_])
        ):
            yield read
        case ast.Call(
            func=func, args=[ast.GeneratorExp(generators=[ast.comprehension(iter=read), *_])]
        ) if _keeps_order(func):
            yield read
        case ast.Call(func=ast.Name(id=name), args=args) if name in _ORDERED:
            yield from args
        case ast.Call(func=ast.Attribute(attr="join" | "fromkeys"), args=[read, *_]):
            yield read
        case ast.Call(func=ast.Attribute(value=read, attr="pop"), args=[]):
            yield read


def _keeps_order(function: ast.expr) -> bool:
    """Return whether a function keeps the order of the generator that it is called with."""
    match function:
        case ast.Name(id=name):
            return name in _ORDERED
        case ast.Attribute(attr=attr):
            return attr in ("join", "fromkeys")
        case _:
            return False


def _changed(
    function: _Function | ast.Lambda, outside: set[str], frozen: str
) -> Iterator[tuple[int, str]]:
    """Yield the line and the name of each variable outside a function that the function changes.

    `frozen`: the name of an argument that it may not change either.
    """
    others = outside - _own_names(function) | {frozen} | _kept_defaults(function)
    for node in ast.walk(function):
        match node:
            case ast.Global(names=names) | ast.Nonlocal(names=names):
                yield node.lineno, ", ".join(names)
            case (
                ast.Subscript(value=changed, ctx=ast.Store() | ast.Del())
                | ast.Attribute(value=changed, ctx=ast.Store() | ast.Del())
            ) if _root(changed) in others:
                yield node.lineno, ast.unparse(changed)
            case ast.Call(func=ast.Attribute(value=changed, attr=attr)) if (
                attr in _CHANGES and _root(changed) in others and ast.unparse(changed) != frozen
            ):
                yield node.lineno, ast.unparse(changed)
            case ast.Call(func=ast.Name(id=name), args=[changed, *_]) if (
                name in _CHANGING and _root(changed) in others
            ):
                yield node.lineno, ast.unparse(changed)


def _kept_defaults(function: _Function | ast.Lambda) -> set[str]:
    """Return the arguments whose default is a collection that every call shares."""
    given = function.args
    places = [*given.posonlyargs, *given.args]
    defaults = [*zip(reversed(places), reversed(given.defaults), strict=False)]
    defaults += [(a, d) for a, d in zip(given.kwonlyargs, given.kw_defaults, strict=True) if d]
    return {argument.arg for argument, default in defaults if _is_changeable(default)}


def _is_changeable(node: ast.expr) -> bool:
    match node:
        case ast.Call(func=ast.Name(id=name)) | ast.Call(func=ast.Attribute(attr=name)):
            return name in _CHANGEABLE
        case _:
            return isinstance(node, ast.List | ast.Dict | ast.Set)


def _own_names(function: _Function | ast.Lambda) -> set[str]:
    """Return the names that a function binds itself."""
    given = {each.arg for each in ast.walk(function) if isinstance(each, ast.arg)}
    return given | {
        each.id
        for each in ast.walk(function)
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
    }


def _root(node: ast.expr) -> str:
    """Return the variable at the beginning of `a.b[c].d` or of `type(a).b`, "" for none."""
    while True:
        match node:
            case ast.Subscript(value=inner) | ast.Attribute(value=inner):
                node = inner
            case ast.Call(func=ast.Name(id="type"), args=[inner]):
                node = inner
            case _:
                break
    return node.id if isinstance(node, ast.Name) else ""
