"""A refusal as the page tells it: what has happened and what to do, in a sentence without
identifiers."""

from __future__ import annotations

import re
from typing import Any

from tablee.faces.messages import refusal_text
from tablee.rules.forms import SomeOf
from tablee.rules.refusal import Refusal
from tablee.rules.shapes import Choice, Either, Many, Nothing
from tablee.rules.words import Words, shorten
from tablee.table.record_changes import MISPLACED, NEEDED
from tablee.table.refusals import NotYours, Stale
from tablee.table.views.wording import spoken_dice

_INNER = re.compile(r"^(?:(?:cast|params|event|evenement|sheet)\.)+(?=.)")
"""Where in an act a field stands, which nobody at the table knows of."""
ANSWER = "answer"
"""The field of an answer: the page has no name for it, and what was given is in sight."""
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
    """The refusal of a value, beside its control."""
    refusal = _plainly(words, refusal)
    allowed = words.phrase(refusal.allowed, **refusal.numbers)
    if refusal.got in (None, ""):
        return words.phrase("Attendu : {allowed:=}.", allowed=allowed)
    told = "« {got:=} » n’est pas possible ; attendu : {allowed:=}."
    return words.phrase(told, got=shorten(refusal.got), allowed=allowed)


def refused_at_table(words: Words, refusal: Refusal) -> str:
    """The refusal of an act, for the person who did it."""
    bound = _BOUND.get(refusal.field, {}).get(refusal.allowed)
    if bound is not None:
        return words.text(bound)
    if refusal.field.partition(".")[0] == ANSWER and not isinstance(refusal, Stale | NotYours):
        return refused_beside(words, refusal)
    allowed = words.phrase(refusal.allowed, **refusal.numbers)
    if isinstance(refusal, Stale):
        told = "La table a changé entre-temps, et rien n’a été fait ; attendu : {allowed:=}."
        return words.phrase(told, allowed=allowed)
    if isinstance(refusal, NotYours):
        return words.phrase("Ce n’est pas à vous ; attendu : {allowed:=}.", allowed=allowed)
    return refusal_text(words, _plainly(words, refusal.at(_INNER.sub("", refusal.field))))


def _given(shape: Any) -> Any:
    """What may be given, without that nothing may be."""
    if not isinstance(shape, Either):
        return shape
    given = tuple(each for each in shape.shapes if not isinstance(each, Nothing))
    return given[0] if len(given) == 1 else Either(given)


def _bounds(of: Any, count: int) -> tuple[int, int | None]:
    """How many there may be, where that is what is wrong; of what may be ticked it is, for which ones
    there are is in sight."""
    if isinstance(of, SomeOf):
        return of.least, of.most
    if isinstance(of, Many) and of.most is not None and not of.least <= count <= of.most:
        return of.least, of.most
    return 0, None


def _plainly(words: Words, refusal: Refusal) -> Refusal:
    """The refusal without what a program would write: words for named values, yes or no, numbers
    and faces as a person gives them; of a list that is too short or too long, how long it may
    be."""
    kind, field, got, shape = refusal.kind, refusal.field, refusal.got, refusal.numbers.get("shape")
    form, numbers = refusal.numbers.get("form"), refusal.numbers
    if "dice" in numbers:
        numbers = {**numbers, "dice": spoken_dice(str(numbers["dice"]))}
    if isinstance(shape, Choice):
        named = [words.label(each, field.rpartition(".")[2]) for each in shape.values]
        return Refusal(kind, field, got, "{known:=}", known=words.enumeration(named, "ou"))
    if isinstance(got, bool):
        return Refusal(kind, field, words.label(got), refusal.allowed, **numbers)
    if isinstance(got, int):
        numbers = {**numbers, "shape": _given(shape)} if shape else numbers
        return Refusal(kind, field, words.value(got), refusal.allowed, **numbers)
    if not isinstance(got, list):
        return Refusal(kind, field, got, refusal.allowed, **numbers)
    least, most = _bounds(shape if form is None else form, len(got))
    if most is not None:
        told = "de {least} à {most:élément|éléments}"
        return Refusal(kind, field, None, told, least=least, most=most)
    if got and all(type(each) is int for each in got):
        got = ", ".join(map(str, got))
    return Refusal(kind, field, got, refusal.allowed, **numbers)
