"""Framing a run at the terminal: its parameters in the game's own words, one at a time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablee.faces.cli import values
from tablee.faces.cli.face import Face
from tablee.faces.cli.telling import sentence, told
from tablee.faces.cli.terminal import ask_line, folded
from tablee.rules.game import Game
from tablee.rules.procedure import Procedure
from tablee.rules.question import Question, ask_about
from tablee.rules.refusal import Refusal
from tablee.rules.schema import Choice, Either, Field, Shape, Text, YesNo, fields_of

__all__ = ["frame", "main_parameters"]

MAIN = 3
"""Up to so many parameters are asked at once; the others wait behind « plus »."""


def main_parameters(procedure: type[Procedure[Any]]) -> list[str]:
    """The parameters asked first: those without a default, then the first of the others."""
    declared = fields_of(procedure)
    needed = [name for name, field in declared.items() if field.required]
    others = [name for name in declared if name not in needed]
    chosen = {*needed, *others[: max(0, MAIN - len(needed))]}
    return [name for name in declared if name in chosen]


def frame(
    face: Face,
    game: Game,
    procedure: type[Procedure[Any]],
    before: Mapping[str, Any],
    rulings: Mapping[str, Any],
) -> Question:
    """Ask for the parameters (those in `before` stand as their defaults) until they are valid."""
    words = face.words
    declared = fields_of(procedure)
    params = dict(before)
    asked = main_parameters(procedure)
    for name in asked:
        _ask(face, declared[name], params)
    others = [name for name in declared if name not in asked]
    if others and _more(face):
        for name in others:
            _ask(face, declared[name], params)
    while True:
        try:
            return ask_about(procedure.id, params, rulings)
        except Refusal as refusal:
            face.line(words.refusal(refusal))
            head = refusal.field.split(".", 1)[0].split("[", 1)[0]
            again = [head] if head in declared else list(declared)
            for name in again:
                _ask(face, declared[name], params)


def _more(face: Face) -> bool:
    words = face.words
    line = ask_line(face, words.text("« plus » pour tout régler, Entrée pour continuer :"))
    return folded(line) in ("plus", "+", "more")


def _ask(face: Face, field: Field, params: dict[str, Any]) -> None:
    """Ask for one parameter until its answer is possible; Enter keeps what stands."""
    words = face.words
    steps = _steps(face, field)
    title = sentence(words, words.label(field.name))
    aid = words.text(field.help) if field.help else words.shape(field.shape)
    face.line(f"{face.bold(title)}  {face.dim(aid)}")
    for place, (value, label) in enumerate(steps, start=1):
        number = "" if type(value) is int else f"{place:>2}  "
        face.line(f"  {number}{label}")
    while True:
        line = ask_line(face, _prompt(face, field, params))
        if not line:
            if field.name in params or not field.required:
                return
            face.line(words.phrase("Attendu : {shape:shape}.", shape=field.shape))
            continue
        try:
            value = _read(field, steps, line)
            field.shape.read(value, field.name)
        except Refusal as refusal:
            face.line(words.refusal(refusal))
            continue
        params[field.name] = value
        return


def _prompt(face: Face, field: Field, params: Mapping[str, Any]) -> str:
    words = face.words
    if field.name in params:
        shown = told(words, params[field.name], field.name)
    elif field.required:
        return words.text("votre réponse :")
    else:
        shown = told(words, field.shape.show(field.default), field.name)
    return words.phrase("votre réponse [{shown:=}] :", shown=shown)


def _steps(face: Face, field: Field) -> list[tuple[Any, str]]:
    """The named values of a parameter, with their words; whole numbers may have names too."""
    words = face.words
    named = [(value, words.label(value, field.name)) for value in _values(field.shape)]
    if named:
        return named
    own = words.game.words if words.game else {}
    numbers = [key.partition(".")[2] for key in own if key.startswith(f"{field.name}.")]
    whole = sorted(int(n) for n in numbers if n.lstrip("-").isdigit())
    return [(n, told(words, n, field.name)) for n in whole]


def _values(shape: Shape) -> list[Any]:
    match shape:
        case YesNo():
            return [True, False]
        case Choice(values=named):
            return list(named)
        case Either(shapes=shapes):
            return [value for each in shapes for value in _values(each)]
        case _:
            return []


def _read(field: Field, steps: list[tuple[Any, str]], line: str) -> Any:
    """What a person typed, as JSON: a value, the word for one, or its place in the list."""
    if isinstance(field.shape, Text):
        return line
    value = values.json_value(line, field.name)
    try:
        field.shape.read(value, field.name)
    except Refusal:
        pass
    else:
        return value
    for step, label in steps:
        if folded(label) == folded(line):
            return step
    near = [step for step, label in steps if folded(label).startswith(folded(line))]
    if len(near) == 1:
        return near[0]
    if type(value) is int and 1 <= value <= len(steps) and type(steps[value - 1][0]) is not int:
        return steps[value - 1][0]
    return value
