"""`python -m bench.first_bounds`: the proven interval for the value of a fight, while it is computed.

Each line has the processor time since the question, and an interval that is narrower than the line before;
the last one has the value.
"""

from __future__ import annotations

import time

from bench.fight_sizes import FIGHTS
from tablee.rules.readings.advice.advise import advise
from tablee.rules.readings.budget import Budget
from tablee.rules.run_input import ask_about

NAMES = (
    "duel, full sheets (PC 14 and 9), attitudes and passes",
    "duel, PdS 20, attitudes and passes",
)
STEP = 0.01
"""Minimum width by which an interval that is printed is narrower than the one before."""


def _follow(name: str) -> None:
    """Print the intervals of a fight."""
    procedure, params = FIGHTS[name]
    budget, start = Budget(), time.process_time()
    width = float("inf")

    def tick(steps: int, states: int) -> None:
        nonlocal width
        if budget.bound is not None and budget.bound[1] - budget.bound[0] <= width - STEP:
            low, high = budget.bound
            width = high - low
            shown = f"{round(low, 3) + 0.0:6.3f} to {high:6.3f}"
            print(f"  {time.process_time() - start:5.1f} s  {shown}", flush=True)

    budget.tick = tick
    print(name)
    value = advise(ask_about(procedure, params), "victoire", budget=budget, whole=True).value
    print(f"  {time.process_time() - start:5.1f} s  {float(value):6.3f}", flush=True)


def main() -> None:
    """Print the intervals of each fight."""
    for name in NAMES:
        _follow(name)


if __name__ == "__main__":
    main()
