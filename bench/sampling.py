"""`python -m bench.sampling`: duels sampled in a second, from arrays and by hand.

One duel of `exil.duel` between two full sheets, 20 tours, in one process: `simulate` with its default
policies; the duel written by hand, compiled by numba where it is installed; the same as plain Python.
Times are of the processor. The law of each is compared with the exact one by a chi-square test.
"""

from __future__ import annotations

import importlib
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from bench.duel_kernel import LOWEST, SHAPE, TURNS, A, B, Kernel, compiled, in_python
from bench.goodness import chi_square
from tablee.dice.law import Law
from tablee.rules.readings.odds import odds
from tablee.rules.readings.simulate import simulate
from tablee.rules.run_input import RunInput, ask_about

MANY, FEW = 5_000_000, 20_000
"""Duels of each measurement; of one in plain Python."""
ROUNDS = 3
WINNERS = ("a", "b", "personne")
Counts = dict[Any, int]


def question() -> RunInput:
    return ask_about("exil.duel", {"a": A, "b": B, "max_turns": TURNS})


def key_of(result: Any) -> tuple[Any, ...]:
    """Return the part of a result that the duel written by hand counts too."""
    return result.gagnant, result.tours, result.pds_a, result.pds_b


def sampled(count: int, seed: int) -> Counts:
    """Return the counts of `simulate`."""
    return {key_of(each.result): each.count for each in simulate(question(), count, seed).counts}


def by_hand(kernel: Kernel, count: int) -> Counts:
    """Return the counts of the duel written by hand."""
    counts = np.zeros(SHAPE, dtype=np.int64)
    kernel(count, counts)
    return {
        (WINNERS[winner], turns, a + LOWEST, b + LOWEST): int(counts[winner, turns, a, b])
        for winner, turns, a, b in np.argwhere(counts).tolist()
    }


def numba_kernel() -> Kernel | None:
    """Return the compiled duel, None without numba."""
    try:
        numba = importlib.import_module("numba")
    except ImportError:
        return None
    kernel = compiled(numba.njit)
    kernel(1, np.zeros(SHAPE, dtype=np.int64))
    return kernel


def _row(name: str, count: int, run: Callable[[], Counts], law: Law[Any]) -> tuple[str, float]:
    """Return a row, and the duels in a second: the median of some rounds."""
    rates: list[float] = []
    for _ in range(ROUNDS):
        start = time.process_time()
        counts = run()
        rates.append(count / (time.process_time() - start))
    rate = statistics.median(rates)
    statistic, freedom, p = chi_square(counts, law)
    return f"| {name} | {rate:,.0f} | {statistic:.0f} | {freedom} | {p:.3f} |", rate


def main() -> None:
    """Print one row for each way."""
    law = odds(question()).map(key_of)
    ways: dict[str, tuple[int, Callable[[], Counts]]] = {
        "`simulate`, exploration included": (MANY, lambda: sampled(MANY, seed=1)),
    }
    kernel = numba_kernel()
    if kernel is not None:
        ways["by hand, numba (compiled before)"] = MANY, lambda: by_hand(kernel, MANY)
    python = compiled(in_python)
    ways["by hand, plain Python"] = FEW, lambda: by_hand(python, FEW)
    print("| way | duels a second | chi-square | freedom | p |")
    print("| --- | --- | --- | --- | --- |")
    rates = []
    for name, (count, run) in ways.items():
        row, rate = _row(name, count, run, law)
        rates.append(rate)
        print(row, flush=True)
    if kernel is None:
        print("| by hand, numba | numba not installed | | | |")
    others = "; ".join(f"{rates[0] / rate:.2f}" for rate in rates[1:])
    print(f"\n`simulate` against the others, in order: {others}")


if __name__ == "__main__":
    main()
