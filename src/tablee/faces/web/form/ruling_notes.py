"""What each ruling of a game changes: the procedures that read it, and the clauses that it is about.

This module may import the declarations of a game and its words. It must not know a form or a table.
"""

from __future__ import annotations

from collections.abc import Mapping
from weakref import WeakKeyDictionary

import msgspec

from tablee.faces.messages import sentence
from tablee.rules.clauses.declarations import clauses_of_fields
from tablee.rules.clauses.rulings_read import rulings_read
from tablee.rules.game import Game
from tablee.rules.ledger import Ledger
from tablee.rules.procedure import Rulings
from tablee.rules.schema import fields_of
from tablee.rules.texts.words import Words

MOST_NAMED = 4
"""Procedures that a note names; more are counted."""


class RulingNote(msgspec.Struct, frozen=True):
    """What a ruling changes. `concerns`: a sentence; `clauses`: (id, text) of the clauses that it is
    about."""

    concerns: str
    clauses: tuple[tuple[str, str], ...]


def ruling_notes(game: Game, words: Words) -> Mapping[str, RulingNote]:
    """Return ruling -> its note, in the language of the words."""
    read, clauses = _readers(game), clauses_of_fields(game, game.rulings)
    return {
        name: RulingNote(
            _concerns(read.get(name, ()), words),
            tuple((each, words.clause(each)) for each in clauses.get(name, ())),
        )
        for name in fields_of(game.rulings)
    }


_read_by: WeakKeyDictionary[type[Rulings], Mapping[str, tuple[str, ...]]] = WeakKeyDictionary()
"""Rulings of a game -> what `_readers` found for them."""


def _readers(game: Game) -> Mapping[str, tuple[str, ...]]:
    """Return ruling -> the procedures that read it; () where only sheets and ledgers do."""
    known = _read_by.get(game.rulings)
    if known is None:
        found: dict[str, tuple[str, ...]] = {}
        for kind in game.procedures:
            own = () if issubclass(kind, Ledger) else (kind.id,)
            for name in rulings_read(kind, game):
                found[name] = (*found.get(name, ()), *own)
        known = _read_by[game.rulings] = found
    return known


def _concerns(procedures: tuple[str, ...], words: Words) -> str:
    """Return the sentence that names the procedures."""
    if not procedures:
        return words.text("Change ce que comptent les fiches.")
    names = [sentence(words, words.label(each)) for each in procedures]
    more = len(names) - MOST_NAMED
    if more > 1:
        names = [*names[:MOST_NAMED], words.phrase("{n:autre|autres}", n=more)]
    return words.phrase("Change : {names:=}.", names=words.enumeration(names))
