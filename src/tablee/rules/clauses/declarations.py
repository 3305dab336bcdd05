"""The declarations in the sources of a game: classes, functions and tables, with their clauses.

Every declaration names the clauses that it carries in its docstring. The docstring of a field, a
ruling or a table is the text under it:

    equal: Literal["succeeds", "fails"] = "succeeds"
    \"\"\"The outcome of a die equal to the level (EXIL-BAS-04).\"\"\"

A rule also names the clause of each step of the trace (`note("EXIL-BAS-09", ...)`). No code
executes the clauses that a docstring names after `LEFT`: the leader judges them, and the faces show
them where the procedure is prepared.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from tablee.rules.game import Game
from tablee.rules.procedure import LEFT, clause_ids
from tablee.rules.registry import loaded_game_files

Place = tuple[str, str]
"""A module, and a name at its top level."""

_ONLY_IDS = re.compile(r"[A-Z]+(-[A-Z]+)+-\d\d( [A-Z]+(-[A-Z]+)+-\d\d)*")
_Function = ast.FunctionDef | ast.AsyncFunctionDef


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """A declaration itself (`member` ""), or one of its fields or methods."""

    member: str
    line: int
    named: frozenset[str]
    """The clauses of its docstring."""
    left: frozenset[str]
    """The clauses of its docstring that the leader judges."""
    noted: frozenset[str]
    """The clauses that its code names."""
    uses: frozenset[Place]
    """The declarations of the game that its code names."""


class Declaration(msgspec.Struct, frozen=True, kw_only=True):
    """A class, a function or a constant at the top of a module."""

    place: Place
    constant: bool
    annotation: bool
    """A constant that is a kind of field: `Talent = Annotated[int, ...]`."""
    parts: tuple[Part, ...]
    reads: frozenset[str]
    """The attributes that its code reads, of any object."""

    @property
    def uses(self) -> frozenset[Place]:
        """Return the other declarations of the game that its code names."""
        return frozenset(place for part in self.parts for place in part.uses) - {self.place}


def declarations_of(game: Game) -> Mapping[Place, Declaration]:
    """Return all declarations of a game's sources; empty when there is no source."""
    sources = {name: ast.parse(text) for name, text in _sources(game)}
    return {
        each.place: each
        for module, tree in sources.items()
        for each in _declared(module, tree, _imports(tree, sources))
    }


def clauses_of_fields(game: Game, record: type[Any]) -> Mapping[str, tuple[str, ...]]:
    """Return field -> the clauses of its docstring, for a record of a game's sources."""
    text = dict(_sources(game)).get(record.__module__, "")
    classes = (node for node in ast.parse(text).body if isinstance(node, ast.ClassDef))
    body = next((node.body for node in classes if node.name == record.__name__), [])
    return {_name(node): clause_ids(doc) for node, doc in _with_texts(body) if doc}


def _sources(game: Game) -> Iterator[tuple[str, str]]:
    """Yield (module, its text) of a package, of the file of a game, or of imported modules."""
    if game.package:
        yield from _modules(resources.files(game.package), game.package)
        return
    whole = loaded_game_files().get(game.id)
    for module in dict.fromkeys(kind.__module__ for kind in game.procedures):
        if whole is not None:
            path = getattr(sys.modules.get(module), "__file__", None)
            own = next((each for each in whole.helpers if each.path == path), whole)
            yield module, own.source.decode("utf-8", "replace")
            continue
        try:
            yield module, inspect.getsource(sys.modules[module])
        except (OSError, TypeError, KeyError):
            continue


def _modules(folder: Traversable, package: str) -> Iterator[tuple[str, str]]:
    """Yield (module, its text) of a package and of the packages inside it."""
    for file in sorted(folder.iterdir(), key=lambda each: each.name):
        name = f"{package}.{file.name.removesuffix('.py')}"
        if file.is_dir():
            yield from _modules(file, name)
        elif file.name.endswith(".py") and file.name != "__init__.py":
            yield name, file.read_text("utf-8")


def _imports(tree: ast.Module, sources: Mapping[str, ast.Module]) -> Mapping[str, Place]:
    """Return name in a module -> the declaration of the game that it imports (`name` "" for a whole
    module)."""
    found: dict[str, Place] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            for alias in node.names:
                name, whole = alias.asname or alias.name, f"{node.module}.{alias.name}"
                if node.module in sources:
                    found[name] = (node.module, alias.name)
                elif whole in sources:
                    found[name] = (whole, "")
    return found


# ── one module ─────────────────────────────────────────────────────────────────────────────────
def _declared(
    module: str, tree: ast.Module, imported: Mapping[str, Place]
) -> Iterator[Declaration]:
    own = {name for node in tree.body if (name := _name(node))}
    around = {**{name: (module, name) for name in own}, **imported}
    for node, text in _with_texts(tree.body):
        name = _name(node)
        if not name:
            continue
        constant = isinstance(node, ast.Assign | ast.AnnAssign)
        yield Declaration(
            place=(module, name),
            constant=constant,
            annotation=constant and _is_annotation(node),
            parts=tuple(_parts(node, text, around)),
            reads=frozenset(
                each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute)
            ),
        )


def _name(node: ast.stmt) -> str:
    """Return the name that a statement declares, "" for none."""
    match node:
        case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            return name
        case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
            return name
        case _:
            return ""


def _with_texts(body: Iterable[ast.stmt]) -> Iterator[tuple[ast.stmt, str]]:
    """Yield each statement with its docstring: the one inside, or the text under an assignment."""
    before: ast.stmt | None = None
    for node in [*body, ast.Pass()]:
        if before is not None:
            match before, node:
                case (
                    ast.Assign() | ast.AnnAssign(),
                    ast.Expr(value=ast.Constant(value=str(text))),
                ):
                    yield before, text
                case ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef(), _:
                    assert isinstance(before, ast.ClassDef | _Function)
                    yield before, ast.get_docstring(before) or ""
                case _:
                    yield before, ""
        before = node


def _is_annotation(node: ast.stmt) -> bool:
    """Return whether an assignment names a type: `Literal[...]`, `Annotated[...] | None`, another
    name."""
    value = getattr(node, "value", None)
    while isinstance(value, ast.BinOp):
        value = value.left
    match value:
        case ast.Subscript(value=ast.Name(id=name)):
            return name[:1].isupper() or name in ("tuple", "type")
        case ast.Name(id=name):
            return name[:1].isupper() and not name.isupper()
        case _:
            return False


def _parts(node: ast.stmt, text: str, around: Mapping[str, Place]) -> Iterator[Part]:
    if not isinstance(node, ast.ClassDef):
        yield _part("", node.lineno, text, [node], around)
        return
    inner = [(_name(each), each, text) for each, text in _with_texts(node.body)]
    rest = [*node.bases, *node.decorator_list, *(each for name, each, _ in inner if not name)]
    yield _part("", node.lineno, text, rest, around)
    for name, each, doc in inner:
        if name:
            yield _part(name, each.lineno, doc, [each], around)


def _part(
    member: str, line: int, text: str, code: Sequence[ast.AST], around: Mapping[str, Place]
) -> Part:
    nodes = [each for root in code for each in ast.walk(root)]
    texts = [each.value for each in nodes if isinstance(each, ast.Constant)]
    return Part(
        member=member,
        line=line,
        named=frozenset(clause_ids(text)),
        left=frozenset(clause_ids(text.partition(LEFT)[2])),
        noted=frozenset(
            clause
            for each in texts
            if isinstance(each, str) and _ONLY_IDS.fullmatch(each)
            for clause in each.split()
        ),
        uses=frozenset(place for each in nodes if (place := _used(each, around))),
    )


def _used(node: ast.AST, around: Mapping[str, Place]) -> Place | None:
    match node:
        case ast.Name(id=name, ctx=ast.Load()) if name in around and around[name][1]:
            return around[name]
        case ast.Attribute(value=ast.Name(id=name), attr=attr) if name in around:
            return None if around[name][1] else (around[name][0], attr)
        case _:
            return None
