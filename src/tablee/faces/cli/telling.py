"""What happened, in words: values, results, the trace with its clauses, the next ask."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from tablee.faces.chances import is_belief
from tablee.faces.cli.face import Face
from tablee.rules.question import Question
from tablee.rules.refusal import Refusal
from tablee.rules.words import Words, number, shorten, typography

__all__ = [
    "decimal",
    "refused_in_words",
    "sentence",
    "tell_ask",
    "tell_clauses",
    "tell_effects",
    "tell_result",
    "tell_trace",
    "title_of",
    "told",
    "told_params",
]


def told(words: Words, value: Any, context: str = "") -> str:
    """A JSON value as a person reads it, its identifiers in words."""
    match value:
        case bool() | None | str():
            return words.label(value, context)
        case int():
            named = f"{context}.{value}"
            own = words.game.words if words.game else {}
            shown = number(value, lang=words.lang)
            return f"{shown} ({words.label(value, context)})" if named in own else shown
        case Fraction():
            return words.value(value)
        case float():
            return decimal(words, value)
        case Mapping():
            inner = [f"{words.label(n)}\u00a0: {told(words, v, str(n))}" for n, v in value.items()]
            return words.text(" ; ").join(inner) or "–"
        case list() | tuple():
            each = [told(words, item, context) for item in value]
            nested = any(isinstance(item, Mapping | list | tuple) for item in value)
            return " | ".join(each) if nested else words.enumeration(each)
        case _:
            return str(value)


def decimal(words: Words, value: float | Fraction, digits: int = 2) -> str:
    """A number with a few decimals, in the manner of the language."""
    shown = f"{float(value):.{digits}f}"
    if float(shown) == 0:
        shown = shown.lstrip("-")
    shown = shown.replace("-", "\u2212")
    return shown.replace(".", ",") if words.lang == "fr" else shown


def title_of(words: Words, question: Question) -> str:
    """« Jet de Talent (Talent : 14, difficulté : −5) »."""
    name = sentence(words, words.label(question.procedure.id))
    params = told_params(words, question.given)
    return f"{name} ({params})" if params else name


def told_params(words: Words, params: Mapping[str, Any]) -> str:
    colon = ": " if words.lang == "en" else "\u00a0: "
    return ", ".join(
        f"{words.label(name)}{colon}{_in_short(words, value, name)}"
        for name, value in params.items()
    )


def _in_short(words: Words, value: Any, context: str) -> str:
    """A value for a title: of a list of records only how many there are."""
    if isinstance(value, list) and any(isinstance(item, Mapping) for item in value):
        return number(len(value))
    if is_belief(value):
        return ", ".join(f"{told(words, each, context)} ({chance})" for each, chance in value)
    return shorten(told(words, value, context), 60)


def tell_trace(face: Face, trace: Sequence[Mapping[str, Any]], clauses: bool = True) -> None:
    """The sentences of a trace, the clauses behind them dimmed; throws stand out."""
    for entry in trace:
        text = entry["text"]
        if entry["kind"] == "roll":
            text = face.style(text, "strong")
        named = " ".join(entry["clauses"]) if clauses else ""
        face.line(f"  {text}" + (f"  {face.dim(named)}" if named else ""))


def tell_clauses(face: Face, trace: Sequence[Mapping[str, Any]]) -> None:
    """What the clauses named in a trace say, each once."""
    found = dict.fromkeys(clause for entry in trace for clause in entry["clauses"])
    for clause in found:
        text = face.words.clause(clause)
        if text:
            face.line(f"  {face.dim(clause)}  {text}")


def tell_result(face: Face, result: Mapping[str, Any]) -> None:
    """The fields of a result, a line each, in words."""
    words = face.words
    names = [words.label(name) for name in result]
    size = max(map(len, names), default=0)
    for shown, (name, value) in zip(names, result.items(), strict=True):
        face.line(f"  {shown.ljust(size)}  {face.bold(told(words, value, name))}")


def tell_effects(face: Face, effects: Sequence[Mapping[str, Any]]) -> None:
    """What a ledger must record."""
    words = face.words
    for effect in effects:
        amount = effect["amount"]
        plain = type(amount) is int
        if plain:
            shown = number(amount, signed=True, lang=words.lang)
        else:
            shown = f"({told(words, amount, effect['effect'])})"
        name = words.label(effect["effect"])
        face.line("  " + words.phrase("À noter : {name:=} {amount:=}", name=name, amount=shown))


def tell_ask(face: Face, ask: Mapping[str, Any]) -> None:
    """What a run waits for."""
    words = face.words
    if ask["kind"] == "together":
        face.line(words.text("En même temps, sans se voir :"))
        for each in ask["asks"]:
            tell_ask(face, each)
        return
    who, label = words.label(ask["who"]), words.label(ask["label"])
    if ask["kind"] == "roll":
        sentence = "À lancer : {dice:=} ({label:=}), par {who:=}."
        face.line(face.bold(words.phrase(sentence, dice=ask["dice"], label=label, who=who)))
        return
    face.line(face.bold(words.phrase("À choisir par {who:=} : {label:=}.", who=who, label=label)))
    tell_facts(face, ask)
    for option in ask.get("options", ()) or ask.get("subset", {}).get("of", ()):
        face.line(f"  {option['label']}  {face.dim(_plain(option['id']))}")
    if "range" in ask:
        low, high = ask["range"]
        face.line("  " + words.phrase("un entier de {low} à {high}", low=low, high=high))


def tell_facts(face: Face, ask: Mapping[str, Any]) -> None:
    """What the chooser is told."""
    facts = ask.get("facts") or {}
    if facts:
        face.line("  " + face.dim(told_params(face.words, facts)))


def _plain(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def refused_in_words(words: Words, refusal: Refusal) -> str:
    """A refusal for a person at the terminal: its path in the game's words, not in names."""
    parts = []
    for name, place in re.findall(r"([^.\[\]]+)(?:\[(\d+)\])?", refusal.field):
        label = words.label(name)
        parts.append(f"{label} {int(place) + 1}" if place else label)
    return words.refusal(refusal.at(sentence(words, ", ".join(parts))))


def sentence(words: Words, text: str) -> str:
    """A text with a capital, typeset."""
    shown = text[:1].upper() + text[1:]
    return typography(shown) if words.lang == "fr" else shown
