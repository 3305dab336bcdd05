"""`python -m bench.walked_fights`: advice on fights without a clock, whose adviser is kept.

For each one the processor time of the first answer, then of each later choice of a run in which the
best answers are given and the dice are random; once more without anything kept.
"""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import Any

from tablee.dice.die import Throw
from tablee.rules.authoring.game_file import load_game
from tablee.rules.questions import Choose
from tablee.rules.readings.advice import kept_advisers
from tablee.rules.readings.advice.advise import advise
from tablee.rules.readings.advice.given_advice import Advice
from tablee.rules.readings.session import play
from tablee.rules.run_input import RunInput, ask_about

TUTORIAL = Path(__file__).parents[1] / "docs" / "tutorial" / "phares.py"
HERO: dict[str, Any] = {"de": 8}
COMBAT: dict[str, Any] = {
    "heros": [HERO | {"id": "Ana"}, HERO | {"id": "Bob", "armure": 1}],
    "adversaires": [{"id": "rat", "cible": "pion"}, {"id": "chef", "cible": "boss"}],
    "ordre": "liste",
}
FIGHTS: dict[str, tuple[str, dict[str, Any]]] = {
    "combat of the Socle, two against two, 5 turns": ("socle.combat", COMBAT | {"tours_max": 5}),
    "the same without a limit of turns": ("socle.combat", COMBAT),
    "watch of the tutorial, 10 measures": ("phares.veille", {"huile": 10, "attiser": "ask"}),
}


def _timed(question: RunInput) -> tuple[Advice, float]:
    """Return advice, and the seconds that it took."""
    start = time.process_time()
    advice = advise(question)
    return advice, time.process_time() - start


def later_choices(
    procedure: str, params: dict[str, Any], seed: int = 3
) -> list[tuple[RunInput, float]]:
    """Return the questions of the later choices of a run, with the seconds of each answer."""
    dice, answers = random.Random(seed), list[dict[str, Any]]()
    found: list[tuple[RunInput, float]] = []
    while True:
        question = ask_about(procedure, params, answers=tuple(answers))
        pending = play(question).pending
        if isinstance(pending, Throw):
            faces = [dice.randint(1, pending.die.sides) for _ in range(pending.count)]
            answers.append({"dice": faces})
        elif isinstance(pending, Choose):
            advice, seconds = _timed(question)
            found += [(question, seconds)] if answers else []
            answers.append({"choose": advice.best})
        else:
            return found


def main() -> None:
    """Print one row for each fight."""
    load_game(TUTORIAL)
    print("| fight | first answer, s | longest later answer, ms | without keeping, ms |")
    print("| --- | --- | --- | --- |")
    for name, (procedure, params) in FIGHTS.items():
        kept_advisers.forget()
        _, first = _timed(ask_about(procedure, params))
        choices = later_choices(procedure, params)
        later, alone = max(seconds for _, seconds in choices), 0.0
        for question, _ in choices:
            kept_advisers.forget()
            alone = max(alone, _timed(question)[1])
        print(f"| {name} | {first:.2f} | {1000 * later:.0f} | {1000 * alone:.0f} |", flush=True)


if __name__ == "__main__":
    main()
