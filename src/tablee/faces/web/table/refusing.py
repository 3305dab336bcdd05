"""A refusal as the page tells it: what has happened and what to do, in a sentence without identifiers."""

from __future__ import annotations

import re

from tablee.faces.telling import refused_in_words
from tablee.rules.refusal import Refusal
from tablee.rules.words import Words, shorten
from tablee.table.keeping import MISPLACED, NEEDED
from tablee.table.refusing import NotYours, Stale

__all__ = ["refused_at_table", "refused_beside"]

_INNER = re.compile(r"^(?:(?:cast|params|event|evenement|sheet)\.)+(?=.)")
"""Where in an act a field stands, which nobody at the table knows of."""
_BOUND = {
    NEEDED: "Ce changement ne peut pas être refusé seul : d’autres, inscrits depuis, en dépendent. "
    "Refusez d’abord ceux-là, le dernier en premier.",
    MISPLACED: "Ce changement ne peut plus reprendre sa place : d’autres, inscrits depuis, ne "
    "tiendraient plus. Refusez d’abord ceux-là, ou inscrivez-le à la main.",
}


def refused_beside(words: Words, refusal: Refusal) -> str:
    """The refusal of a value, beside its control."""
    allowed = words.phrase(refusal.allowed, **refusal.numbers)
    if refusal.got is None:
        return words.phrase("Attendu : {allowed:=}.", allowed=allowed)
    told = "« {got:=} » n’est pas possible ; attendu : {allowed:=}."
    return words.phrase(told, got=shorten(refusal.got), allowed=allowed)


def refused_at_table(words: Words, refusal: Refusal) -> str:
    """The refusal of an act, for the person who did it."""
    if refusal.allowed in _BOUND:
        return words.text(_BOUND[refusal.allowed])
    allowed = words.phrase(refusal.allowed, **refusal.numbers)
    if isinstance(refusal, Stale):
        told = "La table a changé entre-temps, et rien n’a été fait ; attendu : {allowed:=}."
        return words.phrase(told, allowed=allowed)
    if isinstance(refusal, NotYours):
        return words.phrase("Ce n’est pas à vous ; attendu : {allowed:=}.", allowed=allowed)
    return refused_in_words(words, refusal.at(_INNER.sub("", refusal.field)))
