"""Something that stands in a piece of a page for what differs from page to page, so that one piece
serves all that look alike but for it."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from functools import lru_cache

from markupsafe import Markup, escape

MOST_CUT = 200
"""So many pieces are kept cut at what stands in them: those that look alike to several are put in
place within one moment."""
LONGEST_CUT = 10_000
"""Those with more characters are cut each time."""
_SECRET = secrets.token_hex(8)
"""Nobody can type what stands in: no page that is sent has it."""
_STANDING = re.compile(f"\ue000{_SECRET}([a-z]+)\ue000")


def stand_in(name: str) -> str:
    return f"\ue000{_SECRET}{name}\ue000"


HERE = stand_in("ici")
"""Stands for the address of a seat until its page is whole."""


def put_in(piece: str, values: Mapping[str, object]) -> Markup:
    """A piece with the values, escaped, where their names stand; other names stay."""
    parts = _cut(piece).copy() if len(piece) <= LONGEST_CUT else _STANDING.split(piece)
    told = {name: escape(value) for name, value in values.items()}
    parts[1::2] = [told.get(name) or stand_in(name) for name in parts[1::2]]
    return Markup("".join(parts))


@lru_cache(MOST_CUT)
def _cut(piece: str) -> list[str]:
    """Text, name, text, name, …, text."""
    return _STANDING.split(piece)
