"""The common form of laws in the benchmark."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tablee.rules.procedure import Rulings

Table = Mapping[Any, Fraction]


def of_dyce(histogram: Any) -> Table:
    """Return the law of a histogram of dyce."""
    total = histogram.total
    return {key: Fraction(count, total) for key, count in histogram.items() if count}


def of_icepool(die: Any) -> Table:
    """Return the law of a die of icepool."""
    return {key: Fraction(weight, die.denominator()) for key, weight in die.items() if weight}


NO_RULINGS = Rulings()
