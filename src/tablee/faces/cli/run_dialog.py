"""A dialog at the terminal that asks for the parameters of a run, one at a time.

Labels and ranges come from the declaration. The module runs nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablee.faces.cli.cli_context import Face
from tablee.faces.cli.terminal_prompts import QUIT, ask_line, ask_word, folded
from tablee.faces.messages import (
    format_value,
    landmark_texts,
    named_numbers,
    refusal_text,
    sentence,
)
from tablee.faces.strict_input import json_value, typed_value
from tablee.faces.web.form.form_values import constants
from tablee.rules.campaign.record import rulings_of
from tablee.rules.contract_json import ParamsJson, RulingsJson
from tablee.rules.procedure import Procedure
from tablee.rules.refusal import Refusal
from tablee.rules.registry import find_game
from tablee.rules.run_input import RunInput, ask_about
from tablee.rules.schema import Field, Group, Tagged, fields_of
from tablee.rules.shapes import Either, Many, Ratio, Shape, Text, Whole

MAIN = 4
"""Maximum number of parameters asked at once; the others are behind « plus »."""
_YES = ("o", "oui", "y", "yes")
_MORE = ("plus", "+", "more")
_AGAIN = ("refaire", "r", "redo")


def main_parameters(declared: Mapping[str, Field]) -> list[str]:
    """Return the fields to ask first: those without a default, then the first of the others."""
    needed = [name for name, field in declared.items() if field.required]
    others = [name for name in declared if name not in needed]
    return [*needed, *others[: max(0, MAIN - len(needed))]]


def frame(
    face: Face,
    procedure: type[Procedure[Any]],
    before: ParamsJson,
    rulings: RulingsJson,
) -> RunInput:
    """Ask for the parameters until they are valid; the values in `before` are the defaults."""
    declared = fields_of(procedure)
    shown = _meaningful(procedure, before, rulings)
    params = _record(face, shown, before)
    while True:
        try:
            return ask_about(procedure.id, params, rulings)
        except Refusal as refusal:
            face.line(refusal_text(face.words, refusal))
            head = refusal.field.split(".", 1)[0].split("[", 1)[0]
            for name in [head] if head in declared else list(declared):
                _ask(face, declared[name], params)


def _meaningful(
    procedure: type[Procedure[Any]], before: ParamsJson, rulings: RulingsJson
) -> Mapping[str, Field]:
    """Return the parameters that mean something under the rulings, and any that is given."""
    game = find_game(procedure.id.partition(".")[0])
    assert game is not None
    read = rulings_of(game, rulings)
    declared = fields_of(procedure).items()
    return {name: f for name, f in declared if name in before or f.means_something(read)}


def _record(face: Face, declared: Mapping[str, Field], before: ParamsJson) -> dict[str, Any]:
    """Return the values of the fields of a record: the main ones, then the others on request."""
    params = dict(before)
    asked = main_parameters(declared)
    for name in asked:
        _ask(face, declared[name], params)
    others = [name for name in declared if name not in asked]
    prompt = face.words.text("« plus » pour tout régler, Entrée pour continuer :")
    if others and ask_word(face, prompt) in _MORE:
        for name in others:
            _ask(face, declared[name], params)
    return params


def _ask(face: Face, field: Field, params: dict[str, Any]) -> None:
    """Ask for one field until its value is valid; Enter keeps the current value."""
    words = face.words
    aid = words.text(field.help) if field.help else ""
    face.line(f"{face.bold(sentence(words, words.label(field.name)))}  {face.dim(aid)}".rstrip())
    for value, texts in landmark_texts(words, field):
        face.line(face.dim(f"  {value} : {' ; '.join(texts)}"))
    if isinstance(field.shape, Many) and isinstance(field.shape.item, Group | Tagged):
        _ask_rows(face, field, field.shape, field.shape.item, params)
    else:
        _ask_value(face, field, params)


def _ask_rows(
    face: Face, field: Field, shape: Many, item: Group | Tagged, params: dict[str, Any]
) -> None:
    """Ask for a list of records, one record after another."""
    words = face.words
    if field.name in params or not field.required:
        shown = _standing(face, field, params)
        prompt = words.phrase("Entrée garde {shown:=}, « refaire » recommence :", shown=shown)
        if ask_word(face, prompt) not in _AGAIN:
            return
    rows: list[dict[str, Any]] = []
    while len(rows) < (shape.most or 1_000):
        enough = len(rows) >= max(shape.least, 1)
        if enough and ask_word(face, words.text("Encore un ? [o/N] :")) not in _YES:
            break
        title = sentence(words, words.label(field.name))
        face.line(face.dim(words.phrase("{title:=}, n° {n}", title=title, n=len(rows) + 1)))
        rows.append(_checked_row(face, item, f"{field.name}[{len(rows)}]"))
    params[field.name] = rows


def _checked_row(face: Face, item: Group | Tagged, path: str) -> dict[str, Any]:
    while True:
        if isinstance(item, Tagged):
            tag = _which(face, item)
            row = {"type": tag} | _record(face, fields_of(item.named()[tag]), {})
        else:
            row = _record(face, fields_of(item.record), {})
        try:
            item.read(row, path)
        except Refusal as refusal:
            face.line(refusal_text(face.words, refusal))
        else:
            return row


def _which(face: Face, item: Tagged) -> str:
    """Return one of several kinds of record, chosen by name or number."""
    words = face.words
    steps = [(tag, sentence(words, words.label(tag, "type"))) for tag in item.named()]
    for place, (_, label) in enumerate(steps, start=1):
        face.line(f"  {place:>2}  {label}")
    while True:
        line = ask_line(face, words.text("votre réponse :"))
        if folded(line) in QUIT:
            raise EOFError
        chosen = _named(steps, line, json_value(line, "type"), numbered=True)
        if chosen in item.named():
            return str(chosen)
        face.line(words.phrase("Attendu : le mot, ou son numéro de 1 à {last}.", last=len(steps)))


def _ask_value(face: Face, field: Field, params: dict[str, Any]) -> None:
    words = face.words
    steps = _steps(face, field)
    numbered = _numbered(field.shape, steps)
    if not steps or _free(field.shape):
        face.line("  " + face.dim(_allowed(face, field, steps)))
    else:
        for place, (_, label) in enumerate(steps, start=1):
            face.line(f"  {place:>2}  {label}" if numbered else f"  {label}")
    keeps = field.name in params or not field.required
    shown = _standing(face, field, params) if keeps else ""
    prompt_text = "votre réponse [{shown:=}] :" if keeps else "votre réponse :"
    while True:
        line = ask_line(face, words.phrase(prompt_text, shown=shown))
        if not line and keeps:
            return
        if folded(line) in QUIT and not isinstance(field.shape, Text):
            raise EOFError
        try:
            value = _read(field.shape, field.name, steps, line, numbered)
            field.shape.read(value, field.name)
        except Refusal as refusal:
            face.line(_expected(face, field, steps, refusal))
            continue
        params[field.name] = value
        return


def _expected(face: Face, field: Field, steps: Sequence[tuple[Any, str]], refusal: Refusal) -> str:
    """Return a description of the allowed values, for a refused one."""
    words = face.words
    if refusal.field != field.name:
        return refusal_text(words, refusal)
    if _numbered(field.shape, steps):
        return words.phrase("Attendu : le mot, ou son numéro de 1 à {last}.", last=len(steps))
    return words.phrase("Attendu : {allowed:=}.", allowed=_allowed(face, field, steps))


def _free(shape: Shape) -> list[Shape]:
    """Return the description of free input beside the named values of a parameter: numbers, text."""
    if not isinstance(shape, Either):
        return []
    return [each for each in shape.shapes if isinstance(each, Whole | Ratio | Text)]


def _numbered(shape: Shape, steps: Sequence[tuple[Any, str]]) -> bool:
    """Return whether a named value may be chosen by its position: only where numbers are no values."""
    return bool(steps) and not _free(shape) and all(type(value) is not int for value, _ in steps)


def _allowed(face: Face, field: Field, steps: Sequence[tuple[Any, str]]) -> str:
    """Return the allowed input: « un entier de 0 à 5 ou « à demander » »."""
    words = face.words
    free = _free(field.shape)
    if not free:
        return words.shape(field.shape)
    named = [words.phrase("« {label:=} »", label=label) for _, label in steps]
    return words.enumeration([*map(words.shape, free), *named], "ou")


def _standing(face: Face, field: Field, params: ParamsJson) -> str:
    """Return the value that Enter keeps: the earlier value, or the default."""
    value = params[field.name] if field.name in params else field.shape.show(field.default)
    return format_value(face.words, value, field.name)


def _steps(face: Face, field: Field) -> list[tuple[Any, str]]:
    """Return the named values of a parameter with their labels; whole numbers may have names too."""
    words = face.words
    named = [(value, words.label(value, field.name)) for value in _values(field.shape)]
    if named:
        return named
    numbers = sorted(named_numbers(words, field.name, Whole()))
    return [(n, format_value(words, n, field.name)) for n in numbers]


def _values(shape: Shape) -> list[Any]:
    match shape:
        case Either(shapes=shapes):
            return [value for each in shapes for value in _values(each)]
        case Many(item=item):
            return _values(item)
        case _:
            return constants(shape)


def _read(
    shape: Shape, name: str, steps: Sequence[tuple[Any, str]], line: str, numbered: bool
) -> Any:
    """Parse an input as JSON: a value, the label of one, its position in the list of labels, or
    several of these separated by commas."""
    if isinstance(shape, Text):
        return line
    value = typed_value(shape, line.replace("\u2212", "-").removeprefix("+"), name)
    if shape.takes(value):
        return value
    item = _item(shape)
    if item is not None:
        parts = [part.strip() for part in line.split(",") if part.strip()]
        several = [_read(item, name, steps, part, numbered) for part in parts]
        if len(parts) > 1 or shape.takes(several):
            return several
    return _named(steps, line, value, numbered)


def _item(shape: Shape) -> Shape | None:
    """Return the shape of an element where a list is allowed."""
    match shape:
        case Many(item=item):
            return item
        case Either(shapes=shapes):
            return next((found for each in shapes if (found := _item(each)) is not None), None)
        case _:
            return None


def _named(steps: Sequence[tuple[Any, str]], line: str, value: Any, numbered: bool) -> Any:
    wanted = folded(line)
    for step, label in steps:
        if folded(label) == wanted:
            return step
    near = [step for step, label in steps if wanted and folded(label).startswith(wanted)]
    if len(near) == 1:
        return near[0]
    if numbered and type(value) is int and 1 <= value <= len(steps):
        return steps[value - 1][0]
    return value
