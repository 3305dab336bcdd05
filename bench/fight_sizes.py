"""`python -m bench.fight_sizes`: what a whole fight costs, by its size.

For each fight: processor time of the first answer, states and edges of its exploration, answers a
second afterwards, memory; or when the fight was refused. Each fight has a process of its own.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from typing import Any

from bench.fights import DUELS, FREE, TURNS, free
from tablee.rules.readings.advice.advise import advise
from tablee.rules.readings.columns import fights
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import ask_about

A: dict[str, Any] = {"talent": 10, "maniabilite": 4, "letalite": 2, "physique": "bon"}
B: dict[str, Any] = {"talent": 9, "letalite": 5, "physique": "excellent"}
ATTITUDE = {"attitude": "ask"}


def _duel(pds: int, policy: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    params = free(A | {"pds": pds}, B | {"pds": pds}, TURNS)
    return "exil.duel", params | {s: params[s] | {"politique": policy} for s in "ab"}


def _melee(others: int, pds: int, policy: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    one = {"id": "a", "camp": "x", "politique": policy, "pds": pds} | A
    row = [{"id": f"b{n}", "camp": "y", "politique": policy, "pds": pds} | B for n in range(others)]
    return "exil.melee", {"combattants": [one, *row], "max_turns": TURNS}


FIGHTS: dict[str, tuple[str, dict[str, Any]]] = {
    "duel, PdS 10, attitudes": _duel(10, ATTITUDE),
    "duel, PdS 20, attitudes": _duel(20, ATTITUDE),
    "duel, PdS 10, attitudes and passes": _duel(10, FREE),
    "duel, PdS 20, attitudes and passes": _duel(20, FREE),
    "duel, full sheets (PC 14 and 9), attitudes and passes": (
        "exil.duel",
        free(*DUELS[0][1:], TURNS),
    ),
    "mêlée 1 against 1, PdS 10, attitudes": _melee(1, 10, ATTITUDE),
    "mêlée 1 against 2, PdS 10, attitudes": _melee(2, 10, ATTITUDE),
    "mêlée 1 against 3, PdS 10, attitudes": _melee(3, 10, ATTITUDE),
    "mêlée 1 against 1, PdS 20, attitudes and passes": _melee(1, 20, FREE),
    "mêlée 1 against 3, PdS 20, attitudes and passes": _melee(3, 20, FREE),
}


def _row(name: str) -> str:
    """Return the row of a fight."""
    procedure, params = FIGHTS[name]
    start = time.process_time()
    try:
        advise(ask_about(procedure, params), "victoire", whole=True)
    except Refusal:
        return f"| {name} | refused after {time.process_time() - start:.1f} s | | | | |"
    first = time.process_time() - start
    exploration = fights.kept()[0].exploration
    start, answers = time.process_time(), 20
    for _ in range(answers):
        advise(ask_about(procedure, params), "victoire")
    rate = answers / (time.process_time() - start)
    states = sum(map(len, exploration.tables))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return (
        f"| {name} | {first:.1f} | {states:,} | {exploration.edges:,} | {rate:.0f} | {memory:.0f} |"
    )


def main() -> None:
    """Print one row for each fight, or for those named."""
    if len(sys.argv) > 1:
        print(_row(sys.argv[1]))
        return
    print("| fight | first answer, s | states | edges | answers a second | memory, MB |")
    print("| --- | --- | --- | --- | --- | --- |", flush=True)
    for name in FIGHTS:
        subprocess.run([sys.executable, "-m", "bench.fight_sizes", name], check=True)


if __name__ == "__main__":
    main()
