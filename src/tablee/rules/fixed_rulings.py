"""The rulings of a game: points that its document leaves open, each under a number (`R-13`).

A ruling that a campaign may choose is a field of the game's `Rulings`, marked with its number. One
that no campaign may choose is a `FixedRuling` in `Game.fixed_rulings`. Code, docstrings and tests
cite both by number.
"""

from __future__ import annotations

import re

import msgspec


class FixedRuling(msgspec.Struct, frozen=True):
    """A point left open whose reading is the same in every campaign."""

    number: str
    clauses: str
    """Ids of the clauses that leave the point open, separated by spaces."""
    question: tuple[str, str]
    """The point, a noun phrase in French and in English."""
    options: tuple[tuple[str, str], ...]
    """The readings in French and in English. The first one holds."""


def fixed(number: str, clauses: str, *texts: str) -> FixedRuling:
    """Return a fixed ruling. `texts`: the question and the options, each in French, then English."""
    question, *options = zip(texts[::2], texts[1::2], strict=True)
    return FixedRuling(number, clauses, question, tuple(options))


def fixed_table(table: str) -> tuple[FixedRuling, ...]:
    """Return the fixed rulings of a table.

    A ruling begins with its number, its clauses and a colon, then its question; each option has a
    line of its own. English follows French after `|`, perhaps on the next line.
    """
    rows = re.sub(r"\n *\|", " |", table.strip())
    found = []
    for ruling in re.split(r"\n(?=R-)", rows):
        head, _, texts = ruling.partition(": ")
        number, _, clauses = head.partition(" ")
        pairs = (line.split(" | ") for line in texts.split("\n"))
        found.append(fixed(number, clauses, *(text.strip() for pair in pairs for text in pair)))
    return tuple(found)


class Numbered(msgspec.Struct, frozen=True):
    """The number of the ruling that a field of `Rulings` decides (see `numbered`)."""

    number: str
    part: int = 0


def numbered(number: str, part: int = 0) -> Numbered:
    """Mark a field of `Rulings` with its number: `Annotated[bool, numbered("R-26")]`.

    `part` tells apart the fields of a ruling that has several, from 0.
    """
    return Numbered(number, part)
