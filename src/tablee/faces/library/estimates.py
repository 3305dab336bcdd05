"""`advise` and `simulate`: the value of a choice, and laws by sampling.

The module translates arguments and results; the readings compute. It knows no table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from tablee.faces.library.arguments import (
    Answer,
    Asked,
    RulingValues,
    in_game_words,
    run_input_of,
    whole_argument,
)
from tablee.faces.library.library_laws import listed
from tablee.rules.readings.budget import Budget
from tablee.rules.refusal import refuse
from tablee.rules.registry import find_game
from tablee.rules.run_input import RunInput

if TYPE_CHECKING:
    from tablee.rules.readings.advice.given_advice import Advice
    from tablee.rules.readings.simulate import Sample


def advise(
    asked: Asked,
    /,
    *,
    utility: str | None = None,
    seat: str | None = None,
    rulings: RulingValues | None = None,
    answers: Sequence[Answer] = (),
    budget: Budget | None = None,
    **params: Any,
) -> Advice:
    """Return the exact value of each option of the next choice, the best first.

    `utility`: one of the utilities of the procedure, its first by default. `seat`: the seat to
    advise where several choose at once. The other arguments are those of `odds`. Raises `Refusal`.

    >>> from tablee.games.armes_dieux import Jet
    >>> advice = advise(Jet(poignee=12, sr=18, ecartes="ask"), utility="sans_revers")
    >>> advice.best, advice.options[0].value
    (2, Fraction(2236595, 2239488))
    """
    from tablee.rules.readings.advice import advise as reading

    question = run_input_of(asked, params, rulings, answers)
    with in_game_words(question.game):
        return reading.advise(question, utility, seat, budget)


def simulate(
    asked: Asked,
    /,
    n: int = 1_000_000,
    *,
    seed: int | None = None,
    by: Iterable[str] | None = None,
    rulings: RulingValues | None = None,
    answers: Sequence[Answer] = (),
    workers: int = 1,
    precision: float | None = None,
    **params: Any,
) -> Sample:
    """Estimate the law of a rule from `n` (1..10^9) random runs, with 95 % intervals.

    The same `seed` (0..2^64 - 1) gives the same counts with any number of `workers` (processes).
    `precision` (0.001: a tenth of a percent): stop as soon as every chance is known so closely.
    The other arguments are those of `odds`. Raises `Refusal`.

    >>> sample = simulate("exil.simple", 10_000, seed=7, by=["success"], talent=14, difficulty=-5)
    >>> sample.n, [(count.result.success, count.count) for count in sample.counts]
    (10000, [(False, 2514), (True, 7486)])
    """
    from tablee.rules.readings import simulate as reading

    question = run_input_of(asked, params, rulings, answers)
    with in_game_words(question.game):
        n = whole_argument(n, "n", 1, reading.MOST_RUNS)
        seed = None if seed is None else whole_argument(seed, "seed", 0, reading.LARGEST_SEED)
        workers = whole_argument(workers, "workers", 1)
        if workers > 1 and not _found_by_name(question):
            text = "1 : les autres processus ne connaissent que les règles des jeux installés"
            raise refuse("workers", workers, text)
        return reading.simulate(question, n, seed, listed(by), workers, precision=precision)


def _found_by_name(question: RunInput) -> bool:
    """Return whether another process can find the rule by its name."""
    kind = type(question.procedure)
    game = find_game(question.game.id)
    return game is not None and game.procedure(kind.id) is kind
