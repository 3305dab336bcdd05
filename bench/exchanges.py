"""`python -m bench.exchanges`: the plain reading (one run after another, no memo) beside the same
exchange written by hand, with the same generator, in the same run.

An exchange is an Assaut of Exil: an attack under the Poff, a defence under the Pdef, the damage.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from tablee.dice.die import Throw
from tablee.rules.question import ask_about
from tablee.rules.readings.session import Session

POFF, PDEF, LETALITE = 9, 6, 2
SECONDS = 2.0


def by_hand(rng: random.Random) -> tuple[str, int]:
    """An Assaut with these numbers: the outcome and its damage."""
    attack = rng.randint(1, 12)
    if attack > POFF:
        return "rate", 0
    defence = rng.randint(1, 12)
    gap = max(0, POFF - PDEF)
    if defence <= PDEF:
        return "paree", gap
    return "touche", gap + LETALITE


QUESTION = ask_about("exil.assaut", {"poff": POFF, "pdef": PDEF, "letalite": LETALITE})


def by_the_rule(rng: random.Random) -> Session:
    """The same by the rule itself, with everything that it tells."""
    session = Session(QUESTION)
    while session.pending is not None:
        assert isinstance(session.pending, Throw)
        faces = [rng.randint(1, 12) for _ in range(session.pending.count)]
        session.answer({"dice": faces})
    return session


def rate(once: Callable[[random.Random], object]) -> float:
    """Exchanges a second."""
    rng, done, start = random.Random(7), 0, time.perf_counter()
    while time.perf_counter() - start < SECONDS:
        for _ in range(200):
            once(rng)
        done += 200
    return done / (time.perf_counter() - start)


def main() -> None:
    hand, rule = rate(by_hand), rate(by_the_rule)
    print(f"by hand   {hand:12,.0f} exchanges a second")
    print(f"the rule  {rule:12,.0f} exchanges a second, trace and all: {rule / hand:.2f} of it")


if __name__ == "__main__":
    main()
