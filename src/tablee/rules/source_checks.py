"""Checks of the source of a game in one file, for mistakes that no declaration shows."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from string import Formatter
from typing import Any

from tablee.rules.game import Game
from tablee.rules.game_checks import unsound
from tablee.rules.procedure import Procedure
from tablee.rules.registry import GameFile
from tablee.rules.schema import fields_of
from tablee.rules.shapes import Choice, Either, Nothing, Ratio, Shape, Whole, YesNo
from tablee.rules.source_lines import at_line, at_source

_TEXTS = {"note": (0, 1), "refuse": (None, 2)}
"""Function -> the places of its clauses and of its French text among its arguments."""


def check_source(game: Game, file: GameFile) -> None:
    """Raise `Refusal` for the first mistake in the source of a game."""
    _check_texts(game, file)
    _check_effects(game, file)
    _check_secrets(game, file)
    _check_questions(file)
    _check_purity(file)
    _check_decided(game, file)
    _check_seats(game, file)


def _check_texts(game: Game, file: GameFile) -> None:
    """Check that notes name known clauses and give the fields of their sentences."""
    for node in ast.walk(ast.parse(file.source)):
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in _TEXTS:
                clauses, text = (_literal(node, place) for place in _TEXTS[name])
                for clause in clauses.split():
                    if clause not in game.clauses:
                        allowed = "une clause que « clauses » explique"
                        raise at_line(file, node.lineno, clause, allowed)
                _check_fields(file, node, text)


def _check_effects(game: Game, file: GameFile) -> None:
    """Check that the rules of the file emit the effects that the campaign record names, where their
    names are literals."""
    named = getattr(game.campaign_record, "effects", {})
    left = dict.fromkeys(
        _literal(node, 0)
        for node in ast.walk(ast.parse(file.source))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "effect"
    )
    for name in named:
        if name not in left and "" not in left:
            allowed = "un effet qu’une règle laisse : {known:=}"
            known = ", ".join(left) or "–"
            raise at_source(
                file, unsound(("CampaignRecord", f'"{name}"'), name, allowed, known=known)
            )


def _check_secrets(game: Game, file: GameFile) -> None:
    """Check that a parameter asked for as a secret is concealed from some seats; the card of a
    request would show it to all."""
    bare = {each.__name__: each for each in game.procedures if _conceals_nothing(each)}
    for declared in ast.walk(ast.parse(file.source)):
        if not isinstance(declared, ast.ClassDef) or declared.name not in bare:
            continue
        for node in ast.walk(declared):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "hidden":
                name = _literal(node, 1)
                if name in fields_of(bare[declared.name]):
                    allowed = "un secret que « concealed » cache à qui ne le sait pas"
                    raise at_line(file, node.lineno, name, allowed)


def _conceals_nothing(procedure: type[Procedure[Any]]) -> bool:
    return procedure.concealed is Procedure.concealed


def _literal(call: ast.Call, place: int | None) -> str:
    """Return the text at a place of a call, "" when it is no literal."""
    if place is not None and place < len(call.args):
        match call.args[place]:
            case ast.Constant(value=str(text)):
                return text
    return ""


def _check_fields(file: GameFile, call: ast.Call, text: str) -> None:
    given = {keyword.arg for keyword in call.keywords}
    try:
        names = [name for _, name, _, _ in Formatter().parse(text) if name is not None]
    except ValueError:
        raise at_line(file, call.lineno, text, "un texte dont les accolades se ferment") from None
    for name in names:
        if name not in given and None not in given:
            allowed = "un champ dont la valeur est donnée : {field:=}=…"
            raise at_line(file, call.lineno, f"{{{name}}}", allowed, field=name or "nom")


# ── rules ──────────────────────────────────────────────────────────────────────────────────────
def _check_questions(file: GameFile) -> None:
    """Check that a question is awaited where its answer is used."""
    tree = ast.parse(file.source)
    asked = _QUESTIONS | {n.name for n in ast.walk(tree) if isinstance(n, ast.AsyncFunctionDef)}
    for node in ast.walk(tree):
        if isinstance(node, _USES):
            for child in ast.iter_child_nodes(node):
                if isinstance(child, ast.Call) and getattr(child.func, "id", "") in asked:
                    name = ast.unparse(child.func)
                    allowed = "« await » devant la question, pour en avoir la réponse"
                    raise at_line(file, child.lineno, f"{name}(…)", allowed)


_QUESTIONS = {
    "roll", "rolls", "choose", "decide", "together", "hidden", "call", "call_all", "become", "law_of",
}  # fmt: skip
"""Functions whose value is a question, not its answer."""
_USES = (
    ast.Attribute, ast.BinOp, ast.BoolOp, ast.Compare, ast.Expr, ast.FormattedValue, ast.If,
    ast.IfExp, ast.Subscript, ast.UnaryOp, ast.While,
)  # fmt: skip
"""Syntax that uses a value at once, where a question is a mistake."""


def _check_purity(file: GameFile) -> None:
    """Check that no rule uses a clock, a generator of random numbers or a global that changes."""
    tree = ast.parse(file.source)
    impure = {
        each.asname or each.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for each in node.names
        if getattr(node, "module", each.name) in _IMPURE
    }
    for rule in (n for n in ast.walk(tree) if isinstance(n, ast.AsyncFunctionDef)):
        for node in ast.walk(rule):
            if isinstance(node, ast.Global | ast.Nonlocal):
                allowed = "une règle pure : un champ de la procédure garde ce qui change"
                raise at_line(file, node.lineno, ", ".join(node.names), allowed)
            if isinstance(node, ast.Name) and node.id in impure:
                allowed = "une règle pure : le hasard vient de « roll », le temps de la campagne"
                raise at_line(file, node.lineno, node.id, allowed)


_IMPURE = {"random", "secrets", "time", "datetime", "uuid"}
"""Modules whose values differ from one run to the next."""


def _check_decided(game: Game, file: GameFile) -> None:
    """Check that `decide` names a parameter of its procedure."""
    kinds = {each.__name__: each for each in game.procedures}
    for declared in ast.walk(ast.parse(file.source)):
        if not isinstance(declared, ast.ClassDef) or declared.name not in kinds:
            continue
        known = fields_of(kinds[declared.name])
        for node in ast.walk(declared):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "decide":
                name = _literal(node, 1)
                if name and name.partition(".")[0] not in known:
                    allowed = "un paramètre de la procédure : {known:=}"
                    names = ", ".join(known) or "–"
                    raise at_line(file, node.lineno, name, allowed, known=names)


# ── seats ──────────────────────────────────────────────────────────────────────────────────────
_PLAIN = (Whole, YesNo, Ratio, Choice, Nothing)
"""Shapes of values that name nobody."""


def _check_seats(game: Game, file: GameFile) -> None:
    """Check that no seat has the name of a plain parameter: the table looks for its character
    there."""
    kinds = {each.__name__: each for each in game.procedures}
    for declared in ast.walk(ast.parse(file.source)):
        if not isinstance(declared, ast.ClassDef) or declared.name not in kinds:
            continue
        kind = kinds[declared.name]
        for line, seat in _seats_in(declared):
            place = kind.seats.get(seat, seat)
            field = fields_of(kind).get(place)
            if field is not None and _is_plain(field.shape):
                allowed = "un siège d’un autre nom que celui d’un paramètre"
                raise at_line(file, line, seat, allowed)


def _seats_in(declared: ast.ClassDef) -> Iterator[tuple[int, str]]:
    """Yield (line, seat) of the literal seats of a rule."""
    for node in ast.walk(declared):
        match node:
            case ast.keyword(arg="who" | "knows", value=ast.Constant(value=str(seat)) as named):
                yield named.lineno, seat
            case ast.Assign(targets=[ast.Name(id="seats")], value=ast.Dict(keys=keys)):
                for key in keys:
                    if isinstance(key, ast.Constant):
                        yield key.lineno, str(key.value)


def _is_plain(shape: Shape) -> bool:
    shapes = shape.shapes if isinstance(shape, Either) else (shape,)
    return all(isinstance(each, _PLAIN) for each in shapes)
