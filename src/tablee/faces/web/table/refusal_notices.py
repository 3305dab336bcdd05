"""The messages of refusals on a page: what happened and what to do, without identifiers.

This module may import refusals, shapes and words. It must not know which form was refused.
"""

from __future__ import annotations

import re
from typing import Any

from tablee.faces.messages import refusal_text
from tablee.rules.forms import OneOf, SomeOf, TextAndNumber
from tablee.rules.refusal import Refusal
from tablee.rules.schema import Group, Tagged
from tablee.rules.shapes import (
    Choice,
    Either,
    Free,
    Many,
    Named,
    Nothing,
    Ratio,
    Shape,
    Text,
    YesNo,
)
from tablee.rules.texts.typography import capital
from tablee.rules.texts.words import Words
from tablee.table.casting import ASK
from tablee.table.record_changes import MISPLACED, NEEDED
from tablee.table.refusals import NotYours, Stale
from tablee.table.views.wording import spoken_dice

_INNER = re.compile(r"^(?:(?:cast|params|event|evenement|sheet)\.)+(?=.)")
"""Prefixes of an act's fields, which mean nothing to a reader."""
ANSWER = "answer"
"""Field of an answer. The page has no label for it, and shows the given value already."""
_BOUND = {
    "run": {
        NEEDED: "Ce jet ne peut pas être défait seul : des changements, inscrits depuis, en "
        "dépendent. Refusez d’abord ceux-là, le dernier en premier.",
    },
    "consequence": {
        NEEDED: "Ce changement ne peut pas être refusé seul : d’autres, inscrits depuis, en "
        "dépendent. Refusez d’abord ceux-là, le dernier en premier.",
        MISPLACED: "Ce changement ne peut plus reprendre sa place : d’autres, inscrits depuis, ne "
        "tiendraient plus. Refusez d’abord ceux-là, ou inscrivez-le à la main.",
    },
}


def refused_beside(words: Words, refusal: Refusal) -> str:
    """Return the message of a refused value, beside its control."""
    if refusal.got in (None, "") and isinstance(refusal.numbers.get("shape"), Text):
        return words.text("À remplir.")
    refusal = _in_plain_terms(words, refusal)
    if refusal.got in (None, "") and "sentence" not in refusal.numbers:
        allowed = words.phrase(refusal.allowed, **refusal.numbers)
        return _without_null(words, words.phrase("Attendu : {allowed:=}.", allowed=allowed))
    return _without_null(words, capital(words.fault(refusal)))


def refused_at_table(words: Words, refusal: Refusal) -> str:
    """Return the message of a refused act, for the person who did it."""
    bound = _BOUND.get(refusal.field, {}).get(refusal.allowed)
    if bound is not None:
        return words.text(bound)
    if refusal.field.partition(".")[0] == ANSWER and not isinstance(refusal, Stale | NotYours):
        return refused_beside(words, refusal)
    allowed = words.phrase(refusal.allowed, **refusal.numbers)
    if isinstance(refusal, Stale):
        text = "La table a changé entre-temps, et rien n’a été fait ; attendu : {allowed:=}."
        return words.phrase(text, allowed=allowed)
    if isinstance(refusal, NotYours):
        return words.phrase("Ce n’est pas à vous ; attendu : {allowed:=}.", allowed=allowed)
    plain = _in_plain_terms(words, refusal.at(_INNER.sub("", refusal.field)).without_folder())
    return _without_null(words, refusal_text(words, plain))


def _without_null(words: Words, message: str) -> str:
    """Return a message in which nothing is called « rien », not `null` as in JSON."""
    return re.sub(r"\bnull\b( \(\w+\))?", words.text("rien"), message)


def is_belief(shape: Shape) -> bool:
    """Return whether a shape is a belief: a list of shares, or of pairs of a value and a share.
    Only a computation accepts one."""
    parts = (shape.item,) if isinstance(shape, Many) else getattr(shape, "items", ())
    pairs = [each for part in parts for each in getattr(part, "items", (part,))]
    return any(isinstance(each, Ratio) for each in pairs)


def _typed(shape: Any) -> Any:
    """Return a shape without the alternatives that nobody types: nothing, a belief, and an object
    where there is something simpler, since its parts have controls of their own."""
    if not isinstance(shape, Either):
        return shape
    given = tuple(
        each for each in shape.shapes if not isinstance(each, Nothing) and not is_belief(each)
    )
    simple = tuple(each for each in given if not isinstance(each, Named | Group | Tagged | Free))
    given = simple or given
    return given[0] if len(given) == 1 else Either(given)


def _in_words(words: Words, shape: Shape, name: str) -> Shape:
    """Return a shape of the field `name` with the words for its values, without `"ask"`, which is no
    value that a person gives."""
    if isinstance(shape, YesNo):
        return Choice((words.label(True), words.label(False)))
    if isinstance(shape, Choice):
        return Choice(tuple(words.label(each, name) for each in shape.values if each != ASK))
    if isinstance(shape, Named):
        return Named(_in_words(words, shape.item, name), shape.least, shape.most)
    if not isinstance(shape, Either):
        return shape
    given = tuple(_in_words(words, each, name) for each in shape.shapes if each != Choice((ASK,)))
    given = tuple(each for each in given if not isinstance(each, Named)) or given
    return given[0] if len(given) == 1 else Either(given)


def _named(words: Words, got: str, name: str) -> str:
    """Return the word for a value that the game names; any other text as it is."""
    own = words.game.words if words.game else {}
    return words.label(got, name) if f"{name}.{got}" in own or got in own else got


def _length_bounds(of: Any, count: int) -> tuple[int, int | None]:
    """Return the bounds of a list's length if the length is wrong, or if the options are visible
    boxes; else (0, None)."""
    if isinstance(of, SomeOf):
        return of.least, of.most
    if isinstance(of, Many) and of.most is not None and not of.least <= count <= of.most:
        return of.least, of.most
    return 0, None


def _offer_text(words: Words, form: TextAndNumber, context: str) -> str:
    """Return what a form of a text and a number allows, as the page offers it."""
    number = words.label(form.name)
    text = "quelques mots et un nombre de {low} à {high} ({name:=})"
    offer = words.phrase(text, low=form.low, high=form.high, name=number)
    others = [words.phrase("« {word:=} »", word=words.label(each, context)) for each in form.others]
    return words.enumeration([offer, *others], "ou")


def _in_plain_terms(words: Words, refusal: Refusal) -> Refusal:
    """Return the refusal in a reader's terms: labels for named values, numbers and faces as typed;
    for a list of a wrong length, the allowed length."""
    kind, field, got, shape = refusal.kind, refusal.field, refusal.got, refusal.numbers.get("shape")
    form, numbers = refusal.numbers.get("form"), refusal.numbers
    if isinstance(form, TextAndNumber):
        known = _offer_text(words, form, str(numbers.get("label", "")))
        return Refusal(kind, field, None, "{known:=}", known=known)
    if "dice" in numbers:
        numbers = {**numbers, "dice": spoken_dice(str(numbers["dice"]))}
    name = field.rpartition(".")[2]
    if isinstance(got, str):
        got = _named(words, got, name)
    if isinstance(got, bool):
        got = words.label(got)
    if shape and not isinstance(got, list):
        shape = _typed(shape)
        numbers = {**numbers, "shape": _in_words(words, shape, name)}
    offered = shape.values if isinstance(shape, Choice) else ()
    if offered := form.ids if isinstance(form, OneOf) else offered:
        named = [words.label(each, name) for each in offered if each != ASK]
        return Refusal(kind, field, got, "{known:=}", known=words.enumeration(named, "ou"))
    if isinstance(got, int):
        return Refusal(kind, field, words.value(got), refusal.allowed, **numbers)
    if not isinstance(got, list):
        return Refusal(kind, field, got, refusal.allowed, **numbers)
    least, most = _length_bounds(shape if form is None else form, len(got))
    if most is not None:
        text = "de {least} à {most:élément|éléments}"
        return Refusal(kind, field, None, text, least=least, most=most)
    if got and all(type(each) is int for each in got):
        got = ", ".join(map(words.value, got))
    return Refusal(kind, field, got, refusal.allowed, **numbers)
