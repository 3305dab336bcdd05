"""Texts for values, parameters, refusals and titles, for a person, in all faces.

The texts are built from the words of a game (`tablee.rules.texts.words`). The module imports the rules
only and knows no table and no page.
"""

from __future__ import annotations

import math
import re
from collections.abc import Container, Iterable, Mapping
from fractions import Fraction
from typing import Any

import msgspec

from tablee.faces.chance_words import is_belief
from tablee.rules.contract_json import ParamsJson
from tablee.rules.procedure import Procedure
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import RunInput
from tablee.rules.schema import Field
from tablee.rules.shapes import Whole
from tablee.rules.texts.name_labels import field_label
from tablee.rules.texts.typography import number, percent, shorten, typography
from tablee.rules.texts.words import Words

MAX_LATER_LABELS = 4
"""Maximum number of later choices that advice names."""
_LINE = re.compile(r"\.py:\d+$")
"""The end of a place in the file of a game."""


def format_value(words: Words, value: Any, context: str = "") -> str:
    """Return a JSON value in words, its identifiers by their labels."""
    match value:
        case bool() | None | str():
            return words.label(value, context)
        case int():
            return words.place(value, context) or words.number_and_name(value, context)
        case Fraction():
            return words.value(value)
        case float():
            return decimal(words, value)
        case Mapping():
            colon = _colon(words)
            inner = [
                f"{words.key(str(n), context)}{colon}"
                f"{format_value(words, v, words.inner_context(str(n), context, v))}"
                for n, v in value.items()
                if not words.means_nothing(v, str(n))
            ]
            return words.text(" ; ").join(inner) or "–"
        case list() | tuple():
            each = [format_value(words, item, context) for item in value]
            nested = any(isinstance(item, Mapping | list | tuple) for item in value)
            return " | ".join(each) if nested else words.enumeration(each)
        case _:
            return str(value)


def decimal(words: Words, value: float | Fraction, digits: int = 2) -> str:
    """Return a number with a few decimals, in the manner of the language."""
    shown = f"{float(value):.{digits}f}"
    if float(shown) == 0:
        shown = shown.lstrip("-")
    shown = shown.replace("-", "\u2212")
    return shown.replace(".", ",") if words.lang == "fr" else shown


def bound_text(
    words: Words, bound: tuple[float, float] | None, kind: type[Procedure[Any]], name: str | None
) -> str:
    """Return the proven interval for the value of advice that is being computed, "" for none.

    `name`: the utility, None for the default of the procedure. The ends are rounded outwards.
    """
    if bound is None:
        return ""
    utility = name or next(iter(kind.utilities))
    low, high = math.floor(bound[0] * 100), math.ceil(bound[1] * 100)
    if kind.utility_ranges.get(utility) == (0, 1):
        ends = [percent(Fraction(each, 100), words.lang) for each in (max(0, low), min(100, high))]
    else:
        ends = [decimal(words, Fraction(each, 100)) for each in (low, high)]
    return words.phrase(
        "{utility:=} : entre {low:=} et {high:=} pour l’instant",
        low=ends[0],
        high=ends[1],
        utility=words.label(utility, kind.id),
    )


def condition_text(words: Words, field: Field) -> str:
    """Return the rulings under which a field means something, "" when it always does."""
    if field.shown is None:
        return ""
    name = field.shown.ruling
    return words.phrase(
        "seulement avec « {ruling:=} » : {values:=}",
        ruling=words.label(name),
        values=words.enumeration([format_value(words, each, name) for each in field.shown.values]),
    )


def landmark_texts(words: Words, field: Field) -> list[tuple[str, list[str]]]:
    """Return (value, examples) for the landmarks of a field, in the reader's language, and last
    their clauses."""
    if field.landmarks is None:
        return []
    found = [
        (_landmark(words, value, field.name), [sentence(words, words.text(text)) for text in texts])
        for value, texts in field.landmarks.rows
    ]
    clauses = field.landmarks.clauses
    return [*found, (words.text("clauses"), [", ".join(clauses)])] if clauses else found


def _landmark(words: Words, value: Any, field: str) -> str:
    if isinstance(value, tuple):
        ends = [words.time_of(each, field) or words.value(each) for each in value]
        return words.phrase("{low:=} à {high:=}", low=ends[0], high=ends[1])
    if time := words.time_of(value, field):
        return time
    return words.value(value, "" if type(value) is int else field)


def title_of(words: Words, question: RunInput, without: Container[str] = ()) -> str:
    """Return the title of a question: « Jet de Talent (Talent : 14, difficulté : −5) ».

    `without`: the parameters that are left out, besides those that the procedure does not list.
    """
    title = sentence(words, words.label(question.procedure.id))
    unlisted = type(question.procedure).unlisted
    given = {
        name: value
        for name, value in question.given.items()
        if name not in without and name not in unlisted
    }
    params = format_params(words, given)
    return f"{title} ({params})" if params else title


def _colon(words: Words) -> str:
    return ": " if words.lang == "en" else "\u00a0: "


def format_params(words: Words, params: ParamsJson) -> str:
    colon = _colon(words)
    return ", ".join(
        f"{field_label(words, name, words.names)}{colon}{_in_short(words, value, name)}"
        for name, value in params.items()
    )


def _in_short(words: Words, value: Any, context: str) -> str:
    """Return a value for a title; a list of records becomes its length."""
    if isinstance(value, list) and any(isinstance(item, Mapping) for item in value):
        return number(len(value))
    if is_belief(value):
        return ", ".join(
            f"{format_value(words, each, context)} ({chance})" for each, chance in value
        )
    return shorten(format_value(words, value, context), 60)


def refusal_text(words: Words, refusal: Refusal) -> str:
    """Return the message of a refusal for a terminal: its path in the game's words, not in names; a
    line of the game's file as it is."""
    if _LINE.search(refusal.field):
        return words.refusal(refusal)
    return words.refusal(refusal.at(sentence(words, path_in_words(words, refusal.field))))


def named_numbers(words: Words, name: str, shape: Whole) -> list[int]:
    """Return the numbers of a field that have names, the easiest first."""
    own = words.game.words if words.game else {}
    texts = [key.partition(".")[2] for key in own if key.startswith(f"{name}.")]
    whole = {int(text) for text in texts if text.removeprefix("-").isdigit()}
    kept = [n for n in whole if shape.holds(n)]
    return sorted(kept, reverse=any(n < 0 for n in kept))


def unweighed_text(words: Words, values: Iterable[Any], label: str) -> str:
    """Return the sentence about the answers that advice leaves out. `label`: that of the choice."""
    left = tuple(format_value(words, each, label) for each in values)
    return words.phrase("Pas pesé, aucune règle n’en dit l’effet : {left:=}.", left=left)


VARIES = (
    "Les réponses offertes changent avec les dés ; voici celles d’un lancer. Donnez d’abord les dés pour "
    "les autres."
)
"""Sentence of advice before dice that decide which answers are offered."""


def later_text(words: Words, labels: Iterable[str]) -> str:
    """Return the sentence about all choices but the advised one: their labels, if they are few."""
    named = tuple(map(words.label, labels))
    if len(named) > MAX_LATER_LABELS:
        return words.text("Tous les autres choix sont supposés faits au mieux.")
    text = "Tous les autres choix sont supposés faits au mieux : {labels:=}."
    return words.phrase(text, labels=named)


def usual_text(words: Words, seats: Iterable[str]) -> str:
    """Return the sentence about the seats that advice assumes to take their usual answers."""
    return words.phrase(
        "Faute de deux camps opposés, les réponses habituelles sont supposées pour {seats:=}.",
        seats=tuple(map(words.within, seats)),
    )


def effect_text(words: Words, name: str, amount: Any, who: str) -> str:
    """Return an effect as a ledger should note it; `who`: the seat or the name of the person
    concerned, "" where nobody is named."""
    if type(amount) is int:
        shown = number(amount, signed=True, lang=words.lang)
    elif words.game and amount is not True and name in words.game.written_effects:
        name_of = words.names.get(amount, amount) or "…"
        shown = words.phrase("« {label:=} »", label=name_of)
    else:
        shown = "" if amount is True else f"({format_value(words, amount, name)})"
    what = f"{words.label(name)} {shown}".rstrip()
    text = "À noter pour {who:=} : {what:=}" if who else "À noter : {what:=}"
    return words.phrase(text, what=what, who=words.within(who))


def path_in_words(words: Words, path: str) -> str:
    """Return a path in words: `adversaires[0].de` as « adversaires 1, dé »."""
    parts = []
    for name, place in re.findall(r"([^.\[\]]+)(?:\[(\d+)\])?", path):
        label = words.label(name)
        parts.append(f"{label} {int(place) + 1}" if place else label)
    return ", ".join(parts)


def sentence(words: Words, text: str) -> str:
    """Return a text with a capital and its typography."""
    shown = text[:1].upper() + text[1:]
    return typography(shown) if words.lang == "fr" else shown


# ── refusals as JSON ───────────────────────────────────────────────────────────────────────────
LONGEST_ECHO = 2_000
"""Maximum number of bytes of a refused value in an error; a longer value is shortened."""


def error_view(refusal: Refusal, words: Words) -> dict[str, Any]:
    """Return the error as JSON, with a very long value shortened."""
    got: Any = refusal.got
    try:
        if len(msgspec.json.encode(got)) > LONGEST_ECHO:
            got = shorten(got)
    except (TypeError, ValueError, RecursionError):
        got = shorten(got)
    allowed = words.phrase(refusal.allowed, **refusal.numbers)
    text = {"kind": refusal.kind, "field": refusal.field, "got": got, "allowed": allowed}
    return {"error": text}
