"""`python -m bench.exchanges`: the plain reading (run after run, no memo) beside the same exchange
written by hand, with the same generator, in the same process.

An exchange is an Assaut of Exil: an attack, its defence, the passe and the damage. By hand, faces
come from the same batches as in the rule, and once more from `random.randint`. Other procedures are
measured without a peer.

The times are processor times of many short turns. The share compares the quickest turns, which no
other program has disturbed.
"""

from __future__ import annotations

import gc
import random
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import numpy as np

from bench.by_hand import assaut
from tablee.dice.die import Die
from tablee.games.exil.fight.assaut import Assaut
from tablee.games.exil.rulings import ExilRulings
from tablee.rules.readings.drawing import Draws, Faces
from tablee.rules.readings.plain import Plain
from tablee.rules.run_input import ask_about

REPETITIONS = 300
RUNS = 1_000
RULINGS = ExilRulings()
COMMON = {"poff": 9, "pdef": 6, "letalite": 2}
MIXED: tuple[dict[str, Any], ...] = (
    COMMON,
    {"poff": 5, "pdef": 3, "letalite": 3, "protection": 2},
    {"poff": 12, "pdef": 4, "audace": 2, "letalite": 4, "physique": "bon"},
    {"poff": 8, "pdef": 8, "passe": "double_touche", "letalite": 1, "protection": 1},
    {"poff": 7, "pdef": 0, "passe": "faille", "protection": 4, "perce_armure": True},
    {"poff": 10, "pdef": 5, "passe": "desarmement", "talent_attaquant": 12, "talent_defenseur": 9},
    {"poff": 11, "pdef": 6, "zone": "bras", "letalite": 2},
    {"poff": 14, "pdef": 7, "passe": "mise_en_echec"},
)
OTHERS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("exil.simple", {"talent": 9}),
    ("loss.trait", {"vertu": 4, "trait": 5}),
    ("armes_dieux.test", {"domaine": 1, "bonus": ["effort"], "sr": 12}),
    ("eclats.action", {"caracteristique": 3, "seuil": 8, "prix": 1}),
    ("socle.attaque", {"de": 10, "cible": "boss"}),
    ("exil.duel", {"a": {"talent": 12, "letalite": 3}, "b": {"talent": 11, "letalite": 2}}),
)


def generator() -> np.random.Generator:
    return np.random.Generator(np.random.Philox(key=7))


class Exchanges(msgspec.Struct, frozen=True):
    """Several Assauts that run in turn."""

    name: str
    given: tuple[Assaut, ...]

    def agree(self, rounds: int) -> None:
        """Check that equal faces give equal results by hand and by the rule."""
        hand, plain = Faces(generator()), Plain(RULINGS, Faces(generator()))
        for _ in range(rounds):
            for given in self.given:
                assert assaut(given, RULINGS, hand.face) == plain.run(given)

    def by_hand(self, face: Callable[[Die], int]) -> Callable[[], None]:
        def run() -> None:
            for given in self.given:
                assaut(given, RULINGS, face)

        return run

    def by_the_rule(self) -> Callable[[], None]:
        plain = Plain(RULINGS, Draws(generator()))

        def run() -> None:
            for given in self.given:
                plain.run(given)

        return run


def exchanges() -> Iterator[Exchanges]:
    """Yield a common exchange and a mixture of all kinds."""
    for name, sets in (("one exchange", (COMMON,)), ("eight kinds in turn", MIXED)):
        asked = (ask_about("exil.assaut", params).procedure for params in sets)
        yield Exchanges(name, tuple(given for given in asked if isinstance(given, Assaut)))


def randint(rng: random.Random) -> Callable[[Die], int]:
    return lambda die: rng.randint(die.lowest, die.highest)


def seconds(run: Callable[[], object], times: int) -> float:
    """Return the seconds of one call, the mean of `times` calls."""
    begun = time.process_time()
    for _ in range(times):
        run()
    return (time.process_time() - begun) / times


def measured(contenders: dict[str, Callable[[], object]], times: int) -> dict[str, list[float]]:
    """Return the seconds a call of each contender, one for each repetition."""
    gc.disable()
    for run in contenders.values():
        seconds(run, times * 4)
    rounds = [
        {name: seconds(run, times) for name, run in contenders.items()} for _ in range(REPETITIONS)
    ]
    gc.enable()
    return {name: [each[name] for each in rounds] for name in contenders}


def compare(exchange: Exchanges) -> None:
    exchange.agree(500)
    found = measured(
        {
            "by hand": exchange.by_hand(Faces(generator()).face),
            "by hand, random.randint": exchange.by_hand(randint(random.Random(7))),
            "the rule": exchange.by_the_rule(),
        },
        RUNS // len(exchange.given),
    )
    rule = min(found["the rule"])
    for name, times in found.items():
        rates = [len(exchange.given) / each for each in times]
        print(
            f"| {exchange.name} | {name} | {max(rates):,.0f} | {statistics.median(rates):,.0f} "
            f"| {min(times) / rule:.2f} |"
        )


def alone(name: str, params: dict[str, Any]) -> None:
    """Print the runs a second of a procedure in the plain reading."""
    question = ask_about(name, params)
    plain, procedure = Plain(question.rulings, Draws(generator())), question.procedure
    found = measured({name: lambda: plain.run(procedure)}, RUNS // 10)[name]
    print(f"| {name} | {1 / min(found):,.0f} | {1 / statistics.median(found):,.0f} |")


def main() -> None:
    print("| exchanges a second | by | best | median | the rule’s share of it |")
    print("| --- | --- | --- | --- | --- |")
    for exchange in exchanges():
        compare(exchange)
    print("\n| runs a second | best | median |")
    print("| --- | --- | --- |")
    for name, params in OTHERS:
        alone(name, params)


if __name__ == "__main__":
    main()
