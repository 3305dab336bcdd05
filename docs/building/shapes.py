"""The values that a declared field allows, for a reader: in words, then as they are written."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from docs.building.setting import code, plain
from docs.building.texts import Texts
from tablee.rules.schema import Field, Group, Tagged
from tablee.rules.shapes import (
    Absent,
    Choice,
    Either,
    Free,
    Keyed,
    Many,
    Named,
    Nothing,
    Several,
    Shape,
    YesNo,
)
from tablee.rules.texts.words import Words

__all__ = ["allowed", "default", "named", "records_in"]


def allowed(shape: Shape, words: Words, context: str = "") -> str:
    """Return the allowed values of a field, in Markdown. `context` is the name of the field."""
    texts = Texts(words.lang)
    match shape:
        case YesNo() | Choice() | Nothing():
            return texts.enumeration(_named(_literals(shape), words, context), "ou")
        case Either(shapes=shapes):
            options = []
            for each in shapes:
                literals = _named(_literals(each), words, context)
                options += literals or [allowed(each, words, context)]
            return texts.enumeration([each for each in dict.fromkeys(options) if each], "ou")
        case Many(item=item, least=least, most=most):
            inner = allowed(item, words, context)
            if most is None:
                return texts.phrase("une liste, dont chaque élément est {item:=}", item=inner)
            return texts.phrase(
                "une liste de {least} à {most:élément|éléments}, chacun {item:=}",
                least=least,
                most=most,
                item=inner,
            )
        case Several(items=items):
            inner = texts.enumeration([allowed(each, words, context) for each in items])
            return texts.phrase("une liste de {n} : {inner:=}", n=len(items), inner=inner)
        case Named(item=item):
            inner = allowed(item, words, context)
            return texts.phrase("un objet de noms libres, à chacun {item:=}", item=inner)
        case Group() | Free() if shape.names:
            return texts.phrase(
                "un objet ({names:=})",
                names=", ".join(plain(words.label(name)) for name in shape.names),
            )
        case Tagged():
            kinds = ", ".join(_named(shape.named(), words, context))
            return texts.phrase("un objet dont le « type » est : {kinds:=}", kinds=kinds)
        case Absent():
            return ""
        case _:
            return plain(words.shape(shape))


def _literals(shape: Shape) -> tuple[Any, ...]:
    match shape:
        case YesNo():
            return (False, True)
        case Nothing():
            return (None,)
        case Choice(values=values):
            return values
        case _:
            return ()


def named(value: Any, words: Words, context: str = "") -> str:
    """A value by its word, with what is written for it: « oui (`true`) »; a bare number alone."""
    word = words.label(value, context)
    if isinstance(value, str):
        return f"{plain(word)} ({code(value)})"
    written = json.dumps(value)
    return code(written) if word == written else f"{plain(word)} ({code(written)})"


def _named(values: Iterable[Any], words: Words, context: str) -> list[str]:
    return [named(value, words, context) for value in values]


def default(field: Field, words: Words) -> str:
    """The value of a field that is left out, in Markdown."""
    value = field.shape.show(field.default)
    if isinstance(value, str | bool) or value is None:
        return named(value, words, field.name)
    return code(json.dumps(value, ensure_ascii=False))


def records_in(shape: Shape) -> list[tuple[str, type[Any]]]:
    """(tag, record) of the records that a value of this shape holds, each once, outermost first."""
    match shape:
        case Group(record=record):
            return [("", record)]
        case Tagged():
            return list(shape.named().items())
        case Many(item=item) | Named(item=item):
            return records_in(item)
        case Either(shapes=shapes):
            inner = [found for each in shapes for found in records_in(each)]
        case Keyed(items=keyed):
            inner = [found for _, each, _ in keyed for found in records_in(each)]
        case Several(items=items):
            inner = [found for each in items for found in records_in(each)]
        case _:
            inner = []
    return list(dict.fromkeys(inner))
