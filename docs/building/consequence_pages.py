"""The page of consequences of a game: what the end of a run records, to whom, until when.

Consequences are read from the source of the game, whose texts are constants there: written where the
consequence is made, assigned before, in a table, or an argument of the function that makes its rule.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping

from docs.building.decision_pages import table_of
from docs.building.game_sources import (
    calls_in,
    constant_calls_of,
    functions_of,
    literals_of,
)
from docs.building.setting import plain
from docs.building.texts import Texts
from tablee.rules.game import Game
from tablee.rules.procedure import clause_ids
from tablee.rules.texts.words import Words

Function = ast.FunctionDef | ast.AsyncFunctionDef
Bound = Mapping[str, ast.expr]
"""Name -> its meaning in one row of a table."""

_CONSEQUENCES = (
    "Ce que la fin d’un jet inscrit sur les fiches et dans les comptes. Une conséquence se refuse, et "
    "se rétablit, dans la scène où elle est inscrite."
)


def consequences_page(game: Game, words: Words) -> str:
    """Every consequence of a game's runs: to whom it goes, when it ends, who may decline it."""
    texts = Texts(words.lang)
    title = texts.phrase("{game:=} : ce qui suit d’un jet", game=game.title)
    heads = ("Conséquence", "À qui", "Jusqu’à quand", "Qui peut la refuser", "Clauses")
    rows = sorted({tuple(row) for row in _consequences(game, words)})
    table = table_of([texts.text(head) for head in heads], rows)
    return "\n\n".join([f"# {plain(title)}", texts.text(_CONSEQUENCES), table]) + "\n"


def _consequences(game: Game, words: Words) -> Iterator[list[str]]:
    texts = Texts(words.lang)
    for function in functions_of(game.package):
        calls = sorted(calls_in(function, ("consequence", "pending")), key=lambda each: each.lineno)
        for place, call in enumerate(calls):
            if len(call.args) < 3:
                continue
            whole = isinstance(call.args[0], ast.Constant) and call.args[0].value is None
            pending = isinstance(call.func, ast.Attribute) and call.func.attr == "pending"
            flags = {each.arg for each in call.keywords}
            owner = "Qui mène" if whole else "La personne qui joue le personnage, ou qui mène"
            if "binding" in flags:
                owner = "Qui mène"
            if "for_leader" in flags:
                owner = "Qui mène, qui choisit aussi parmi les autres suites"
            until = "Jusqu’à ce qu’elle soit jouée ou réglée" if pending else "Inscrite pour de bon"
            lines = range(calls[place - 1].lineno if place else 0, call.lineno + 1)
            for text, clauses in sentences(call, function, game.package, lines):
                yield [
                    plain(_bare(words, text)),
                    texts.text("Toute la table" if whole else "Le personnage nommé"),
                    texts.text(until),
                    texts.text(owner),
                    ", ".join(clause_ids(clauses)) or "–",
                ]


def sentences(
    call: ast.Call, function: Function, package: str, lines: range = range(0)
) -> Iterator[tuple[str, str]]:
    """Yield the texts of a consequence with their clauses; none where its clauses are not known."""
    for bound in _bindings(call, function, package):
        clauses = next(_texts_of(call.args[1], function, package, bound=bound), None)
        if clauses is not None:
            for text in _texts_of(call.args[2], function, package, lines, bound):
                yield text, clauses


def _bindings(call: ast.Call, function: Function, package: str) -> Iterator[Bound]:
    """Yield what names mean each time that a consequence is made: in each row of the table over which
    it is repeated, or for each call of the function that makes its rule."""
    rows = [*_rows_around(call, function, package), *_arguments(function, package)]
    yield from rows or [{}]


def _rows_around(call: ast.Call, function: Function, package: str) -> Iterator[Bound]:
    for loop in ast.walk(function):
        match loop:
            case ast.For(
                target=ast.Tuple(elts=[_, ast.Tuple(elts=names)]),
                iter=ast.Call(func=ast.Attribute(value=ast.Name(id=table), attr="items")),
            ) if call in ast.walk(loop) and table in literals_of(package):
                ids = [getattr(each, "id", "") for each in names]
                for row in literals_of(package)[table].values:
                    if isinstance(row, ast.Tuple):
                        yield dict(zip(ids, row.elts, strict=False))


def _arguments(function: Function, package: str) -> Iterator[Bound]:
    """Yield the texts that the modules of a game call a function with, by the names of its
    parameters."""
    names = [each.arg for each in function.args.args]
    for call in constant_calls_of(package).get(function.name, ()):
        yield dict(zip(names, call.args, strict=False))


def _meant(node: ast.expr, bound: Bound) -> ast.expr:
    return bound.get(node.id, node) if isinstance(node, ast.Name) else node


def _bare(words: Words, text: str) -> str:
    """Return a sentence with « … » for its numbers; one that counts something names it."""
    source = Words(None).text(text) if words.lang == "fr" else words.text(text)
    return re.sub(r"\{[^{}]*?(?:\|([^{}|]*))?\}", _hole, source)


def _hole(place: re.Match[str]) -> str:
    many = (place[1] or "").strip()
    return f"… {many}" if many else "…"


def _texts_of(
    node: ast.expr, tree: ast.AST, package: str, lines: range = range(0), bound: Bound | None = None
) -> Iterator[str]:
    """Yield the texts that an argument of a function may have. `lines`: those since the call before;
    what is assigned there counts alone, if anything is."""
    bound = bound or {}
    match _meant(node, bound):
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=body, orelse=other):
            yield from _texts_of(body, tree, package, bound=bound)
            yield from _texts_of(other, tree, package, bound=bound)
        case ast.Call(func=ast.Name(id=name)):
            yield from _returned(package, name)
        case ast.Subscript(value=ast.Name(id=table)) if table in literals_of(package):
            for each in literals_of(package)[table].values:
                yield from _texts_of(each, tree, package)
        case ast.Name(id=name):
            found = [*_assigned(tree, name)]
            for _, value in [one for one in found if one[0] in lines] or found:
                if not isinstance(value, ast.Name):
                    yield from _texts_of(value, tree, package, bound=bound)


def _assigned(tree: ast.AST, name: str) -> Iterator[tuple[int, ast.expr]]:
    """Yield the lines that give a name a value, and the values."""
    for each in ast.walk(tree):
        match each:
            case ast.Assign(targets=[ast.Name(id=target)], value=value) if target == name:
                yield each.lineno, value
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
                ids = [getattr(one, "id", "") for one in names]
                yield from (
                    (each.lineno, value)
                    for one, value in zip(ids, values, strict=False)
                    if one == name
                )


def _returned(package: str, name: str) -> Iterator[str]:
    """Yield the texts that a function of a game returns."""
    for function in functions_of(package):
        if function.name == name:
            for each in ast.walk(function):
                if isinstance(each, ast.Return) and each.value is not None:
                    yield from _texts_of(each.value, function, package)
