"""The tokens at hand during a Scène, by the name of who holds them (chapters JET, DES)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from tablee.rules.field_marks import AS_OBJECT
from tablee.rules.procedure import Record

Tokens = Annotated[tuple[tuple[str, Annotated[int, Meta(ge=0)]], ...], AS_OBJECT]
"""Pairs (name, number of tokens)."""


class Pools(Record):
    """The MJ's tokens. `libres`: by the player whose failure gave them, each a +5 or a Désastre at
    the time of spending; `ag`: by the character who may use them (`*`: any of the MJ's)."""

    libres: Annotated[
        Tokens, Meta(description="par joueur fautif : Augmentations ou Désastres")
    ] = ()
    ag: Annotated[Tokens, Meta(description="par personnage du MJ : Augmentations seulement")] = ()


def added(tokens: Tokens, name: str, more: int) -> Tokens:
    """Return the tokens with some more for a name, which may be new."""
    held = dict(tokens)
    return tuple((held | {name: held.get(name, 0) + more}).items())


def taken(tokens: Tokens, wanted: Mapping[str, int]) -> Tokens:
    """Return the tokens less those wanted of each name."""
    return tuple((name, n - wanted.get(name, 0)) for name, n in tokens)


def emptied(tokens: Tokens) -> Tokens:
    """Return the same names with no tokens."""
    return tuple((name, 0) for name, _ in tokens)
