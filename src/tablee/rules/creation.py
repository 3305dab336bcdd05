"""What the document of a game fixes about making a sheet: names, levels, budgets, decisions.

A game declares it for each kind of sheet as `CREATION` (kind -> `Creation`) in its module `creation`;
a game in one file names the mapping (`Game.creation`). Nothing here is a limit: a leader may grant
more, and a sheet over a budget is not refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec


class Budget(msgspec.Struct, frozen=True):
    """An amount that a document counts. `text`: what is counted, in French; `clause`: the clause that
    counts it, "" without one."""

    text: str
    spent: int
    available: int
    clause: str = ""


def _no_budget(sheet: Any, before: Any) -> Iterable[Budget]:
    return ()


class Later(msgspec.Struct, frozen=True):
    """Something that need not be decided at once. `text`: a French sentence with fields `{name}` of
    `numbers`."""

    text: str
    numbers: Mapping[str, Any] = {}


def _nothing_later(sheet: Any) -> Iterable[Later]:
    return ()


class Creation(msgspec.Struct, frozen=True, kw_only=True):
    """What a document fixes about one kind of sheet. All keys are fields of the kind."""

    names: Mapping[str, Sequence[str]] = {}
    """Field -> the document's own names for its rows, or for a text."""
    levels: Mapping[str, str] = {}
    """Field -> one French sentence: which levels the document knows."""
    complete: Sequence[str] = ()
    """Tables that have a row for each of the names, once they are begun."""
    decide: Sequence[str] = ()
    """Fields that somebody has to decide: one that is empty or as declared is still open."""
    either: Sequence[str] = ()
    """Fields of which one is enough."""
    later: Callable[[Any], Iterable[Later]] = _nothing_later
    """Returns what the sheet still leaves open, and nobody has to decide before playing."""
    budgets: Callable[[Any, Any], Iterable[Budget]] = _no_budget
    """Returns the budgets of a sheet from it and the kept sheet that it changes, None for a new one;
    it may read the rulings of the campaign."""


NOTHING_FIXED = Creation()
