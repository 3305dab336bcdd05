"""The exploding d10 by hand, from the closed formulas of its exact law (no dice of the program)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

Tail = Callable[[int], Fraction]
"""level -> P(worth of the die >= level)."""


def from_one(level: int) -> Fraction:
    """A first 1 counts 1 - E."""
    if level >= 2:
        tens, units = divmod(level - 1, 10)
        return Fraction(10 - units, 10 ** (tens + 1))
    tens, units = divmod(1 - level, 10)
    return 1 - Fraction(10 - units, 10 ** (tens + 2))


def from_zero(level: int) -> Fraction:
    """A first 1 counts 0 - E."""
    if level >= 1:
        return from_one(max(2, level))
    return from_one(level + 1)


def plain(level: int) -> Fraction:
    return Fraction(max(0, min(10, 11 - level)), 10)


def tail_of(rulings: Mapping[str, Any], exploits: int = 1) -> Tail:
    """The die of who declared a number of Exploits."""
    if exploits == 0 and rulings.get("explosion_sans_exploit") == "jamais":
        return plain
    return from_zero if rulings.get("explosion_un") == "zero_moins" else from_one
