"""How often the intervals of `simulate` hold the exact chances of `odds`."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.rules.readings.odds import odds
from tablee.rules.readings.simulate import simulate
from tablee.rules.run_input import RunInput

__all__ = ["coverage"]


def coverage(question: RunInput, by: Sequence[str], samples: int = 150, n: int = 400) -> float:
    """The share of the 95 % intervals of many samples (seeds from 0) that hold the exact chance; the
    results are distinguished by some fields only, so that each of them comes often."""
    law = odds(question, by)
    held = [
        count.low <= law.p(count.result) <= count.high
        for seed in range(samples)
        for count in simulate(question, n, seed, by).counts
    ]
    assert len(held) > samples, "one result alone is no law"
    return sum(held) / len(held)
