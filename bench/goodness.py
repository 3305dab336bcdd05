"""The chi-square test of counts against an exact law."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from tablee.dice.law import Law

LEAST = 5.0
"""Minimum of the expected count of a result; rarer ones are joined."""


def chi_square(counts: Mapping[Any, int], law: Law[Any]) -> tuple[float, int, float]:
    """Return the statistic, its degrees of freedom, and the chance of a larger one.

    Results of few expected counts are one class. The chance is that of the normal law after
    Wilson and Hilferty (1931), which needs some degrees of freedom.
    """
    count = sum(counts.values())
    statistic, classes, rare, rare_expected = 0.0, 0, 0, 0.0
    for result, chance in law.items():
        expected = count * float(chance)
        if expected < LEAST:
            rare, rare_expected = rare + counts.get(result, 0), rare_expected + expected
            continue
        classes += 1
        statistic += (counts.get(result, 0) - expected) ** 2 / expected
    if rare_expected >= LEAST:
        classes += 1
        statistic += (rare - rare_expected) ** 2 / rare_expected
    if not counts.keys() <= set(law):
        return math.inf, classes - 1, 0.0
    freedom = classes - 1
    spread = 2 / (9 * freedom)
    z = ((statistic / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)
    return statistic, freedom, math.erfc(z / math.sqrt(2)) / 2
