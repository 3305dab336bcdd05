"""Output of a run at the terminal: results, the trace with its clauses, the pending ask.

The module only formats and prints.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablee.faces.cli.cli_context import Face
from tablee.faces.cli.text_tables import paragraph
from tablee.faces.messages import effect_text, format_params, format_value
from tablee.rules.contract_json import ResultJson
from tablee.rules.texts.name_labels import field_label


def tell_trace(face: Face, trace: Sequence[Mapping[str, Any]]) -> None:
    """Print the sentences of a trace, with dimmed clauses and emphasised throws."""
    for entry in trace:
        text = entry["text"]
        if entry["kind"] == "roll":
            text = face.style(text, "strong")
        named = " ".join(entry["clauses"])
        face.line(f"  {text}" + (f"  {face.dim(named)}" if named else ""))


def tell_clauses(face: Face, trace: Sequence[Mapping[str, Any]]) -> None:
    """Print the text of each clause named in a trace, once."""
    found = dict.fromkeys(clause for entry in trace for clause in entry["clauses"])
    for clause in found:
        text = face.words.clause(clause)
        if text:
            paragraph(face, text, head=clause)


def tell_result(face: Face, result: ResultJson) -> None:
    """Print the fields of a result in words, one a line."""
    words = face.words
    names = [field_label(words, name, words.names) for name in result]
    size = max(map(len, names), default=0)
    for shown, (name, value) in zip(names, result.items(), strict=True):
        face.line(f"  {shown.ljust(size)}  {face.bold(format_value(words, value, name))}")


def tell_effects(face: Face, effects: Sequence[Mapping[str, Any]]) -> None:
    """Print the effects for the ledgers."""
    for each in effects:
        text = effect_text(face.words, each["effect"], each["amount"], each.get("who", ""))
        face.line(f"  {text}")


def tell_ask(face: Face, ask: Mapping[str, Any]) -> None:
    """Print the pending ask of a run."""
    words = face.words
    if ask["kind"] == "together":
        face.line(words.text("En même temps, sans se voir :"))
        for each in ask["asks"]:
            tell_ask(face, each)
        return
    who, label = words.within(ask["who"]), words.label(ask["label"])
    if ask["kind"] == "roll":
        sentence = "À lancer : {dice:=} ({label:=}), par {who:=}."
        face.line(face.bold(words.phrase(sentence, dice=ask["dice"], label=label, who=who)))
        return
    face.line(face.bold(words.phrase("À choisir par {who:=} : {label:=}.", who=who, label=label)))
    tell_facts(face, ask)
    for option in ask.get("options", ()) or ask.get("subset", {}).get("of", ()):
        means = option.get("means", "")
        face.line(f"  {option['label']}  {face.dim(_plain(option['id']))}  {means}".rstrip())
    if "range" in ask:
        low, high = ask["range"]
        face.line("  " + words.phrase("un entier de {low} à {high}", low=low, high=high))
        tell_shares(face, low, ask.get("means", ()))


def tell_shares(face: Face, low: int, means: Sequence[str]) -> None:
    """Print what each number means, from `low` on."""
    for place, each in enumerate(means, start=low):
        face.line(f"  {place:>2}  {face.dim(each)}")


def tell_meanings(face: Face, means: Mapping[Any, str]) -> None:
    """Print the meaning of some values, one a line."""
    for value, text in means.items():
        face.line(f"  {_plain(value).rjust(2)}  {face.dim(text)}")


def tell_facts(face: Face, ask: Mapping[str, Any]) -> None:
    """Print the facts shown to the chooser."""
    facts = ask.get("facts") or {}
    if facts:
        face.line("  " + face.dim(format_params(face.words, facts)))


def _plain(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
