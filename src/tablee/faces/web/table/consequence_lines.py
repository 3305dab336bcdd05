"""The consequences of a run as they are read: equal ones once, counted.

This module may import the view types and the words. It must not know a page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from tablee.rules.texts.words import Words
from tablee.table.views.view_types import ConsequenceView


class ConsequenceLine(msgspec.Struct, frozen=True):
    """A consequence, or several that read alike. `pending`: it waits to be revealed, and is private
    where `private`; `declined`: it does not count."""

    text: str
    pending: bool
    private: bool
    declined: bool


def consequence_lines(found: Iterable[ConsequenceView], words: Words) -> list[ConsequenceLine]:
    """Return the lines in the order in which they first come."""
    counts = Counter(
        ConsequenceLine(each.text, each.pending, each.private, each.declined) for each in found
    )
    return [
        msgspec.structs.replace(line, text=_counted(line.text, n, words)) if n > 1 else line
        for line, n in counts.items()
    ]


def _counted(text: str, n: int, words: Words) -> str:
    return words.phrase("{text:=} ({n} fois).", text=text.removesuffix("."), n=n)
