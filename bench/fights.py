"""`python -m bench.fights`: advice on whole duels of Exil, from arrays.

Attitudes and passes are free on both sides, for 20 tours. The first answer explores the fight; the
others ask about states of it.
"""

from __future__ import annotations

import resource
import time
from typing import Any

from tablee.rules.readings.advice.advise import advise
from tablee.rules.readings.advice.given_advice import Advice
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
    (
        "PC 13 and 13",
        {"talent": 10, "maniabilite": 3, "letalite": 3, "physique": "bon", "protection": 1},
        {"talent": 12, "maniabilite": 1, "letalite": 4, "physique": "bon"},
    ),
    (
        "PC 15 and 15",
        {"talent": 12, "maniabilite": 3, "letalite": 3, "physique": "bon", "protection": 1},
        {"talent": 11, "maniabilite": 4, "letalite": 2, "physique": "excellent"},
    ),
)
TURNS = 20
LATER: tuple[list[dict[str, Any]], ...] = (
    [],
    [{"together": [12, 4]}, {"dice": [3]}, {"dice": [12]}],
    [{"together": [2, 2]}, {"dice": [1]}, {"dice": [12]}, {"dice": [12]}],
)
"""The first choice again; the choice of a passe after dice; the attitudes of the next tour."""


def free(a: dict[str, Any], b: dict[str, Any], turns: int) -> dict[str, Any]:
    """Return the parameters of a duel in which both sides choose."""
    return {"a": a | {"politique": FREE}, "b": b | {"politique": FREE}, "max_turns": turns}


def _timed(params: dict[str, Any], answers: list[dict[str, Any]]) -> tuple[Advice, float]:
    start = time.process_time()
    advice = advise(ask_about("exil.duel", params, answers=answers), "victoire")
    return advice, time.process_time() - start


def main() -> None:
    """Print one row for each duel."""
    print("| duel | value | error | first answer, s | later states, ms | memory, MB |")
    print("| --- | --- | --- | --- | --- | --- |")
    for name, a, b in DUELS:
        fights.forget()
        params = free(a, b, TURNS)
        advice, first = _timed(params, [])
        later = ", ".join(f"{1000 * _timed(params, answers)[1]:.0f}" for answers in LATER)
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(
            f"| {name} | {float(advice.value):.9f} | {advice.error:.1e} | {first:.1f} "
            f"| {later} | {memory:.0f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
