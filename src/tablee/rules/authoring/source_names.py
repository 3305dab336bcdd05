"""Checks of the names in the source of a game: one declared twice, one without its type, one that
nothing else uses."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from tablee.rules.authoring.source_lines import at_line
from tablee.rules.authoring.source_tree import Source
from tablee.rules.game import Game
from tablee.rules.procedure import Procedure
from tablee.rules.refusal import Refusal
from tablee.rules.schema import fields_of

_RECORDS = {"Procedure", "Record", "Result", "Sheet", "Rulings"}
"""Base classes whose fields have types."""
_ONCE = "un nom qui ne sert qu’une fois ici ; il est déjà à la ligne {first:=}"
_TYPED = "un champ avec son type : {name:=}: int = …"
_SEAT = "un siège que la règle nomme, dans who=… : {known:=}"


def repeated_names(source: Source) -> Iterator[Refusal]:
    """Yield the names that are declared twice in one place: the second would replace the first."""
    for names in _places(source):
        first: dict[str, int] = {}
        for name, line in names:
            if name in first:
                yield at_line(source.file, line, name, _ONCE, first=str(first[name]))
            first.setdefault(name, line)


def _places(source: Source) -> Iterator[Iterator[tuple[str, int]]]:
    """Yield the (name, line) pairs of each place where a name is declared once."""
    yield ((each.name, each.lineno) for each in source.tree.body if isinstance(each, ast.ClassDef))
    for node in source.nodes():
        match node:
            case ast.ClassDef(body=body):
                yield (found for each in body if (found := _member(each)))
            case ast.Dict(keys=keys):
                yield (
                    (key.value, key.lineno)
                    for key in keys
                    if isinstance(key, ast.Constant) and isinstance(key.value, str)
                )


def _member(node: ast.stmt) -> tuple[str, int] | None:
    match node:
        case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
            return name, node.lineno
        case ast.FunctionDef(decorator_list=[]) | ast.AsyncFunctionDef(decorator_list=[]):
            return node.name, node.lineno
        case _:
            return None


def untyped_fields(source: Source) -> Iterator[Refusal]:
    """Yield the fields of records without a type: `go = False` is no parameter."""
    kinds = _RECORDS | set(_own_records(source))
    for node in source.tree.body:
        if isinstance(node, ast.ClassDef) and kinds & set(_bases(node)):
            for each in node.body:
                match each:
                    case ast.Assign(targets=[ast.Name(id=name)], value=value) if (
                        name.islower()
                        and not name.startswith("_")
                        and not hasattr(Procedure, name)
                        and name != "words"
                        and isinstance(value, ast.Constant)
                    ):
                        yield at_line(source.file, each.lineno, name, _TYPED, name=name)


def _own_records(source: Source) -> Iterator[str]:
    """Yield the classes of a file that are records, also through other ones."""
    known = set(_RECORDS)
    for node in source.tree.body:
        if isinstance(node, ast.ClassDef) and known & set(_bases(node)):
            known.add(node.name)
            yield node.name


def _bases(node: ast.ClassDef) -> Iterator[str]:
    for base in node.bases:
        named = base.value if isinstance(base, ast.Subscript) else base
        if isinstance(named, ast.Name):
            yield named.id


def unknown_seats(game: Game, source: Source, sources: Sequence[Source]) -> Iterator[Refusal]:
    """Yield the seats in `seats`, `sides` and `goals` that no text of the rules names: a slip of the
    pen.

    A procedure some of whose seats are no literals is passed over.
    """
    texts = set(_texts(sources))
    for kind, declared in source.procedures(game):
        seats = [
            each.value
            for each in source.nodes(declared)
            if isinstance(each, ast.keyword) and each.arg == "who"
        ]
        if not seats or not all(isinstance(each, ast.Constant) for each in seats):
            continue
        named = texts | set(fields_of(kind))
        known = ", ".join(dict.fromkeys(str(getattr(each, "value", "")) for each in seats))
        for name, line in _named_seats(declared):
            if name and name not in named and "#" not in name:
                yield at_line(source.file, line, name, _SEAT, known=known)


def unnamed_readers(game: Game, sources: Sequence[Source]) -> Iterator[Refusal]:
    """Yield the seats for which a note or an effect is, and that nothing else in the game names: no
    seat would read the note, and the effect would concern the wrong character."""
    mentions = [each for source in sources for each in _readers(source)]
    given = {id(each) for _, each in mentions}
    named = {"", game.leader, *(name for kind in game.procedures for name in fields_of(kind))}
    named |= {
        each.value
        for source in sources
        for each in source.nodes()
        if isinstance(each, ast.Constant) and isinstance(each.value, str) and id(each) not in given
    }
    asked = (each for source in sources for each in _asked(source) if id(each) not in given)
    known = ", ".join({str(each.value): None for each in asked if isinstance(each, ast.Constant)})
    for source, each in mentions:
        if each.value not in named:
            yield at_line(source.file, each.lineno, each.value, _SEAT, known=known or "–")


def _readers(source: Source) -> Iterator[tuple[Source, ast.Constant]]:
    """Yield the literal seats of the notes and effects of a source."""
    for call in source.calls("note", "effect"):
        for each in call.keywords:
            if (
                each.arg in ("who", "to")
                and isinstance(each.value, ast.Constant)
                and isinstance(each.value.value, str)
            ):
                yield source, each.value


def note_seats(game: Game, sources: Sequence[Source]) -> None:
    """Set the `named_seats` of the procedures that declare seats, where the source computes the
    names of some seats that it asks."""
    written = [each for source in sources for each in _asked(source)]
    literals = {each.value for each in written if isinstance(each, ast.Constant)}
    if all(isinstance(each, ast.Constant) for each in written):
        return
    for kind in game.procedures:
        if kind.seats or kind.sides is not Procedure.sides:
            fields = fields_of(kind)
            roles = {field.source.role for field in fields.values() if field.source}
            kind.named_seats = frozenset({*map(str, literals), *fields, *roles, game.leader})


def _asked(source: Source) -> Iterator[ast.expr]:
    """Yield the expressions of the seats that a source asks."""
    for node in source.nodes():
        match node:
            case ast.keyword(arg="who" | "knows", value=seat):
                yield seat
    for call in source.calls("Throw"):
        yield from call.args[2:3]


def _named_seats(declared: ast.ClassDef) -> Iterator[tuple[str, int]]:
    """Yield the (seat, line) pairs of the tables `seats`, `sides` and `goals` of a procedure."""
    for table in filter(_is_table_of_seats, declared.body):
        for node in ast.walk(table):
            if isinstance(node, ast.Dict):
                for key in node.keys:
                    if isinstance(key, ast.Constant) and isinstance(key.value, str):
                        yield key.value, key.lineno


def _is_table_of_seats(node: ast.AST) -> bool:
    match node:
        case ast.FunctionDef(name="sides") | ast.Assign(targets=[ast.Name(id="seats" | "goals")]):
            return True
        case _:
            return False


def _texts(sources: Sequence[Source]) -> Iterator[str]:
    """Yield the texts in the classes and functions of a game, except in tables of seats."""
    for source in sources:
        waiting: list[ast.AST] = [
            each
            for each in source.tree.body
            if isinstance(each, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        ]
        while waiting:
            node = waiting.pop()
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value
            if not _is_table_of_seats(node):
                waiting += ast.iter_child_nodes(node)
