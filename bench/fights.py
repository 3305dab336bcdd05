"""`python -m bench.fights`: advice on whole duels of Exil, from arrays.

Attitudes and passes are free on both sides, for 20 tours. The first answer explores the fight; the
others ask about the same state, and about a choice after dice, once more.
"""

from __future__ import annotations

import resource
import time
from typing import Any

from tablee.rules.readings.advise import Advice, advise
from tablee.rules.readings.columns import fights
from tablee.rules.run_input import ask_about

FREE = {"attitude": "ask", "passe": "ask"}
DUELS: tuple[tuple[str, dict[str, Any], dict[str, Any]], ...] = (
    (
        "PC 14 and 9",
        {"talent": 10, "maniabilite": 4, "letalite": 2, "physique": "bon", "protection": 2},
        {"talent": 9, "letalite": 5, "physique": "excellent", "protection": 2},
    ),
    (
        "PC 14 and 13",
        {"talent": 11, "maniabilite": 3, "letalite": 3, "physique": "bon", "protection": 1},
        {"talent": 12, "maniabilite": 1, "letalite": 4, "physique": "bon"},
    ),
)
TURNS = 20
AFTER_DICE = [{"together": [12, 4]}, {"dice": [3]}, {"dice": [12]}]
"""The first fighter hits: he chooses a passe."""


def _timed(params: dict[str, Any], answers: list[dict[str, Any]]) -> tuple[Advice, float]:
    start = time.process_time()
    advice = advise(ask_about("exil.duel", params, answers=answers), "victoire")
    return advice, time.process_time() - start


def main() -> None:
    """Print one row for each duel."""
    print("| duel | value | error | first answer, s | again, s | after dice, s | memory, MB |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for name, a, b in DUELS:
        fights.forget()
        free = {"a": a | {"politique": FREE}, "b": b | {"politique": FREE}, "max_turns": TURNS}
        advice, first = _timed(free, [])
        _, again = _timed(free, [])
        _, after = _timed(free, AFTER_DICE)
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(
            f"| {name} | {float(advice.value):.9f} | {advice.error:.1e} | {first:.1f} "
            f"| {again:.2f} | {after:.2f} | {memory:.0f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
