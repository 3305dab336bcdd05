"""`python -m bench.refused_advice [NAME]`: how soon advice that is too large is refused.

Fights of Exil and combats of the Socle with many choices left free. For each one the processor time of
the first answer, and what it is. Nothing is kept between two rows.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import product
from typing import Any

from bench.cold_advice import time_advice
from tablee.rules.run_input import ask_about

Json = dict[str, Any]
ONE: Json = {"talent": 9, "letalite": 3, "maniabilite": 2, "physique": "bon"}
OTHER: Json = {"talent": 8, "letalite": 4, "physique": "bon"}
DUEL: Json = dict.fromkeys(("attitude", "passe", "audace", "laisser_la_main", "arme"), "ask")
ALL: Json = DUEL | dict.fromkeys(("action", "zone", "cible", "passe_tir"), "ask")
POLICIES: dict[str, Json] = {"habits": {}, "attitudes": {"attitude": "ask"}, "all": ALL}
SIDES = (1, 1), (1, 2), (1, 3), (2, 2), (3, 3), (6, 6), (1, 1, 1), (2, 2, 2), (1, 11)
HERO: Json = {"de": {"Force": 10, "Agilité": 8, "Magie": 12}}


def _melee(sides: tuple[int, ...], policy: Json, turns: int) -> Json:
    row = [
        {"id": f"{camp}{n}", "camp": camp, "politique": policy, "pnj": camp != "x"}
        | (ONE if camp == "x" else OTHER)
        for camp, count in zip("xyz", sides, strict=False)
        for n in range(count)
    ]
    return {"combattants": row, "max_turns": turns, "conduite": "ask"}


def cases() -> Iterator[tuple[str, str, Json]]:
    """Yield names, procedures and parameters."""
    for turns, sides, policy in product((1, 20, 200), SIDES, POLICIES):
        name = f"mêlée {' against '.join(map(str, sides))}, {policy}, {turns} rounds"
        yield name, "exil.melee", _melee(sides, POLICIES[policy], turns)
    both = {"a": ONE | {"politique": DUEL}, "b": OTHER | {"politique": DUEL, "pnj": True}}
    for turns in (1, 20, 200):
        yield f"duel, all, {turns} rounds", "exil.duel", both | {"max_turns": turns}
    yield "round, all", "exil.contact_round", both | {"conduite": "ask"}
    for heroes, foes, kind in product((1, 2, 3, 6), (1, 2, 4, 8), ("pion", "elite", "boss")):
        own = [HERO | {"id": f"h{n}"} for n in range(heroes)]
        row = [{"id": f"m{n}", "cible": kind} for n in range(foes)]
        combat = {"heros": own, "adversaires": row}
        yield f"Socle, {heroes} against {foes} ({kind})", "socle.combat", combat


def main() -> None:
    """Print one row for each case whose name begins as wanted."""
    wanted = sys.argv[1] if len(sys.argv) > 1 else ""
    print("| case | seconds | |")
    print("| --- | --- | --- |")
    for name, procedure, params in cases():
        if not name.startswith(wanted):
            continue
        seconds, refused = time_advice(ask_about(procedure, params))
        end = f"refused: {refused.field}" if refused else "advised"
        print(f"| {name} | {seconds:.2f} | {end} |", flush=True)


if __name__ == "__main__":
    main()
