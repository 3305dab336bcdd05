"""Prompts at the terminal: one line at a time; an invalid input is asked again.

The module knows asks and forms. It runs nothing.
"""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tablee.dice.die import Throw
from tablee.faces.cli.cli_context import Face, shown_on
from tablee.faces.cli.option_values import value_for
from tablee.faces.cli.run_output import tell_facts, tell_meanings, tell_shares
from tablee.faces.messages import format_value, refusal_text, sentence
from tablee.faces.strict_input import dice_faces
from tablee.rules.forms import Form, FreeText, NumberFrom, OneOf, Share, SomeOf, TextAndNumber
from tablee.rules.questions import Choose
from tablee.rules.readings.answers import read_faces
from tablee.rules.refusal import Refusal
from tablee.rules.trace import plain

QUIT = ("q", "quit", "quitter")
Worth = Callable[[], Mapping[str, str]]
"""Returns the formatted value of each option by its JSON key. May raise `Refusal`."""


def ask_line(face: Face, prompt: str) -> str:
    """Return one line of input. Raises `EOFError` at the end of the input."""
    sys.stdout.write(shown_on(sys.stdout, face.style(prompt, "accent")) + " ")
    sys.stdout.flush()
    line = sys.stdin.readline(100_000)
    if not line:
        raise EOFError
    return line.strip()


def folded(text: str) -> str:
    """Return a text without case and accents, for comparison of typed words."""
    spread = unicodedata.normalize("NFKD", text.casefold().replace("’", "'"))
    return "".join(c for c in spread if not unicodedata.combining(c)).strip()


def ask_word(face: Face, prompt: str) -> str:
    """Return one folded word of input. Raises `EOFError` when the person quits."""
    word = folded(ask_line(face, prompt))
    if word in QUIT:
        raise EOFError
    return word


def pick(face: Face, prompt: str, options: Sequence[tuple[str, str]]) -> str:
    """Return one of the (name, label) options, chosen by number, name or label. Raises `EOFError`
    when the person quits."""
    for place, (name, label) in enumerate(options, start=1):
        face.line(f"  {place:>2}  {label}  {face.dim(name)}")
    while True:
        line = ask_line(face, prompt)
        found = _named(line, options)
        if found is not None:
            return found
        if folded(line) in QUIT:
            raise EOFError
        face.line(
            face.words.phrase("Un numéro de 1 à {n}, un nom, ou « quitter ».", n=len(options))
        )


def _named(line: str, options: Sequence[tuple[str, str]]) -> str | None:
    if line.isascii() and line.isdigit() and 1 <= int(line[:9]) <= len(options):
        return options[int(line[:9]) - 1][0]
    wanted = folded(line)
    if not wanted:
        return None
    exact = [name for name, label in options if wanted in (folded(name), folded(label))]
    near = [name for name, label in options if folded(label).startswith(wanted)]
    inside = [name for name, label in options if wanted in folded(label)]
    found = exact or near or inside
    return found[0] if len(found) == 1 or exact else None


# ── dice ───────────────────────────────────────────────────────────────────────────────────────
def ask_faces(face: Face, throw: Throw, who: str) -> tuple[int, ...]:
    """Return the faces of real dice."""
    words = face.words
    prompt = words.phrase(
        "{dice:=} ({label:=}), {who:=} :",
        dice=throw.notation(),
        label=words.label(throw.label),
        who=words.label(who),
    )
    while True:
        line = ask_line(face, prompt)
        try:
            return read_faces(throw, "dice", dice_faces(line, "dice"), "dice")
        except Refusal as refusal:
            if folded(line) in QUIT:
                raise EOFError from None
            face.line(
                words.phrase(
                    "Attendu : {allowed:=}.",
                    allowed=words.phrase(refusal.allowed, **refusal.numbers),
                )
            )


# ── choices ────────────────────────────────────────────────────────────────────────────────────
def ask_choice(
    face: Face,
    choice: Choose[Any],
    who: str,
    worth: Worth | None = None,
    means: Mapping[Any, str] | None = None,
) -> Any:
    """Return the decision of a person as the JSON of an answer. `?` prints the value of each
    option; `means`: the meaning of some values."""
    words = face.words
    label = words.label(choice.label)
    title = words.phrase("{who:=} choisit : {label:=}", who=words.label(who), label=label)
    face.line(face.bold(sentence(words, title)))
    tell_facts(face, {"facts": {name: plain(value) for name, value in choice.facts}})
    options = _options(face, choice.form, choice.label)
    _show_options(
        face, options, {_name(each): face.dim(text) for each, text in (means or {}).items()}
    )
    if not options and means:
        tell_meanings(face, means)
    if isinstance(choice.form, Share):
        tell_shares(face, choice.form.low, words.shares(choice.form, choice.label))
    while True:
        line = ask_line(face, _prompt(face, choice.form, worth is not None))
        if line == "?" and worth is not None:
            _show_worth(face, options, worth)
            continue
        try:
            return _read(choice.form, options, line)
        except (ValueError, Refusal):
            if folded(line) in QUIT:
                raise EOFError from None
            face.line(words.phrase("Attendu : {form:form}.", form=choice.form))


def _options(face: Face, form: Form[Any], context: str) -> list[tuple[str, str]]:
    """Return the (name, label) options; none for numbers and free text."""
    if isinstance(form, TextAndNumber):
        return [(name, face.words.label(name, context)) for name in form.others]
    if isinstance(form, OneOf | SomeOf):
        return [
            (_name(value), format_value(face.words, plain(value), context)) for value in form.ids
        ]
    return []


def _name(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(plain(value))


def _show_options(face: Face, options: Sequence[tuple[str, str]], worth: Mapping[str, str]) -> None:
    size = max((len(label) for _, label in options), default=0)
    numbered = not _all_numbers(options)
    for place, (name, label) in enumerate(options, start=1):
        number = f"{place:>2}  " if numbered else ""
        value = worth.get(name, "")
        face.line(f"  {number}{label.ljust(size)}  {value}".rstrip())


def _all_numbers(options: Sequence[tuple[str, str]]) -> bool:
    return all(name.lstrip("-").isdigit() for name, _ in options)


def _show_worth(face: Face, options: Sequence[tuple[str, str]], worth: Worth) -> None:
    try:
        worth_texts = worth()
    except Refusal as refusal:
        face.line(refusal_text(face.words, refusal))
        return
    if options and all(name in worth_texts for name, _ in options):
        _show_options(face, options, worth_texts)
        return
    for name, value in worth_texts.items():
        face.line(f"  {name}  {value}")


def _prompt(face: Face, form: Form[Any], worth: bool) -> str:
    words = face.words
    match form:
        case NumberFrom(low=low, high=high):
            asked = words.phrase("un entier de {low} à {high}", low=low, high=high)
        case SomeOf(least=least, most=most):
            asked = words.phrase(
                "de {least} à {most:élément|éléments}, séparés par des virgules",
                least=least,
                most=most,
            )
        case FreeText():
            asked = words.text("un texte")
        case TextAndNumber():
            asked = words.text("un nombre, puis un texte")
        case _:
            asked = words.text("votre choix")
    hint = words.text(" (? : ce que vaut chaque option)") if worth else ""
    return words.phrase("{asked:=}{hint:=} :", asked=asked, hint=hint)


def _read(form: Form[Any], options: Sequence[tuple[str, str]], line: str) -> Any:
    match form:
        case OneOf(ids=ids):
            place = _place(line, options)
            return plain(ids[place])
        case SomeOf(ids=ids):
            parts = [part.strip() for part in line.split(",") if part.strip()]
            chosen = [ids[_place(part, options)] for part in parts]
            form.accept(chosen)
            return chosen
        case FreeText():
            form.accept(line)
            return line
        case TextAndNumber():
            word = None if line.strip()[:1].isdigit() else _named(line, options)
            offer = form.read_line(line if word is None else word)
            form.accept(offer)
            return offer
        case _:
            value = value_for(form, line, "choose")
            form.accept(value)
            return value


def _place(line: str, options: Sequence[tuple[str, str]]) -> int:
    """Return the option that an input means. Raises `ValueError`."""
    names = [name for name, _ in options]
    if line in names:
        return names.index(line)
    found = None if _all_numbers(options) else _named(line, options)
    if found is None:
        raise ValueError(line)
    return names.index(found)
