"""Noun phrases for what shapes and forms allow: "un entier de 1 à 6"."""

from __future__ import annotations

from typing import Any, Protocol

import msgspec

from tablee.rules.forms import Form, FreeText, NumberFrom, OneOf, SomeOf, TextAndNumber
from tablee.rules.schema import Group, Tagged
from tablee.rules.shapes import (
    Absent,
    Choice,
    Either,
    Free,
    Many,
    Named,
    Nothing,
    Ratio,
    Several,
    Shape,
    Text,
    Whole,
    YesNo,
)


class Phrases(Protocol):
    """The part of `Words` that builds phrases in the reader's language."""

    def text(self, french: str) -> str: ...
    def phrase(self, template: str, /, **numbers: Any) -> str: ...
    def enumeration(self, words: list[str], last: str = "et") -> str: ...


def shape_text(words: Phrases, shape: Shape) -> str:
    """Return what a shape allows, as a noun phrase."""
    match shape:
        case Whole(low=low, high=high):
            return _whole(words, low, high)
        case YesNo():
            return words.text("true ou false")
        case Ratio():
            return _ratio(words, shape)
        case Text(longest=longest, shortest=shortest) if shortest:
            template = "un texte de {least} à {n:caractère|caractères}"
            return words.phrase(template, least=shortest, n=longest)
        case Text(longest=longest):
            return words.phrase("un texte d’au plus {n:caractère|caractères}", n=longest)
        case Choice(values=values):
            return words.enumeration([str(v) for v in values], "ou")
        case Nothing():
            return words.text("null (rien)")
        case Absent():
            return words.text("rien")
        case Many(item=item, least=least, most=most):
            return _many(words, item, least, most)
        case Several(items=items):
            inner = ", ".join(shape_text(words, item) for item in items)
            return words.phrase("une liste [{inner:=}]", inner=inner)
        case Named(item=item, least=least, most=most):
            base = words.phrase("un objet {{nom : {inner:=}}}", inner=shape_text(words, item))
            return ", ".join([base, *_sizes(words, least, most)])
        case Free() | Group():
            if not shape.names:
                return words.text("un objet")
            return words.phrase("un objet {{{inner:=}}}", inner=", ".join(shape.names))
        case Tagged():
            known = ", ".join(shape.named())
            return words.phrase("un objet dont « type » est un nom parmi : {known:=}", known=known)
        case Either(shapes=shapes):
            return words.enumeration([text for each in shapes for text in _ways(words, each)], "ou")
        case _:
            return words.text("une valeur en JSON")


def _ways(words: Phrases, shape: Shape) -> list[str]:
    """Return what one of several shapes allows, each value of a choice by itself."""
    match shape:
        case Absent():
            return []
        case YesNo():
            return ["true", "false"]
        case Choice(values=values):
            return [str(value) for value in values]
    return [shape_text(words, shape)]


def _whole(words: Phrases, low: int | None, high: int | None) -> str:
    if high is None:
        if low is None:
            return words.text("un nombre entier")
        return words.phrase("un entier à partir de {low}", low=low)
    if low is None:
        return words.phrase("un entier jusqu’à {high}", high=high)
    if low == high:
        return str(low)
    return words.phrase("un entier de {low} à {high}", low=low, high=high)


def _many(words: Phrases, item: Shape, least: int, most: int | None) -> str:
    if most is None:
        return words.phrase(
            "une liste dont chaque élément est {item:=}", item=shape_text(words, item)
        )
    if least == most:
        template = "une liste de {n:élément|éléments}, chacun {item:=}"
        return words.phrase(template, n=most, item=shape_text(words, item))
    return words.phrase(
        "une liste de {least} à {most:élément|éléments}, chacun {item:=}",
        least=least,
        most=most,
        item=shape_text(words, item),
    )


def _sizes(words: Phrases, least: int, most: int | None) -> list[str]:
    """Return how many names an object may have, as texts."""
    found = [words.phrase("au moins {least:nom|noms}", least=least)] if least else []
    return found + ([] if most is None else [words.phrase("au plus {most:nom|noms}", most=most)])


def _ratio(words: Phrases, shape: Ratio) -> str:
    bounds = [
        words.phrase(template, bound=bound)
        for template, bound in (
            ("au moins {bound}", shape.low),
            ("plus de {bound}", shape.above),
            ("au plus {bound}", shape.high),
            ("moins de {bound}", shape.below),
        )
        if bound is not None
    ]
    base = words.text("un nombre, ou une fraction comme 1/2")
    return ", ".join([base, *bounds])


def form_text(words: Phrases, form: Form[Any]) -> str:
    """Return what the form of a choice allows, as a noun phrase."""
    match form:
        case OneOf(ids=ids):
            return words.enumeration([plain_json(each) for each in ids], "ou")
        case NumberFrom(low=low, high=high):
            return _whole(words, low, high)
        case SomeOf(ids=ids, least=least, most=most):
            return words.phrase(
                "une liste de {least} à {most} éléments différents parmi : {ids:=}",
                least=least,
                most=most,
                ids=", ".join(ids),
            )
        case FreeText(longest=longest):
            return words.phrase("un texte d’au plus {n:caractère|caractères}", n=longest)
        case TextAndNumber(low=low, high=high, others=others):
            whole = words.phrase(
                "un entier de {low} à {high} et un texte ({name})",
                low=low,
                high=high,
                name=form.name,
            )
            return words.enumeration([whole, *others], "ou")
        case _:
            return words.text("une valeur en JSON")


def plain_json(value: Any) -> str:
    """Return a value as JSON; a text is returned without quotes."""
    if value is None or isinstance(value, bool | list | tuple | dict):
        try:
            return msgspec.json.encode(value).decode()
        except (TypeError, ValueError, RecursionError):
            return str(value)
    return str(value)
