"""The tasks of the worker pool: computations in processes beside the server.

A task is a function at the top of a module, `task(run, options, tick) -> value`. The worker finds it
by module and name, so nothing is registered. `run` is a run of the contract and `options` its other
inputs, both JSON values. The value must pickle, small and plain, because the server unpacks it between
two requests. A task calls `tick(steps, states)` at least every tenth of a second, which may raise to
stop it, and it may raise `Refusal`. Equal input must give an equal value: clients share it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from tablee.faces.workers.pipe import Ticker
from tablee.rules.contract_json import RunJson
from tablee.rules.readings import odds as reckoning
from tablee.rules.readings import simulate as sampling
from tablee.rules.readings.advice import advise as advising
from tablee.rules.readings.advice.best_play import odds_of_best_play
from tablee.rules.readings.budget import EXCHANGE_STEPS, Budget
from tablee.rules.readings.session import play
from tablee.rules.run_input import read_run
from tablee.rules.run_json import may_know, odds_view, run_view, sample_view
from tablee.rules.texts.words import Words

Options = Mapping[str, Any]
Task = Callable[[RunJson, Options, Ticker], Any]


def name_of(task: Task) -> str:
    """Return "module:name" of a task."""
    return f"{task.__module__}:{task.__qualname__}"


def resolve(run: RunJson, options: Options, tick: Ticker) -> bytes:
    """Return the JSON of `tablee resolve --run FILE --json`. Options: `as` (seat), `lang`."""
    question = read_run(run)
    words = Words(question.game, options["lang"])
    return msgspec.json.encode(run_view(play(question), words, options.get("as")))


def odds(run: RunJson, options: Options, tick: Ticker) -> bytes:
    """Return the JSON of `tablee odds --json`. Options: `by` (list of fields), `as` (seat), `policy`
    ("best": the seat takes its best answers), `for` (the utility of the policy)."""
    question, by, seat = read_run(run), options.get("by"), options.get("as")
    may_know(question, seat)
    if options.get("policy") is None:
        law = reckoning.odds(question, by, Budget(tick=tick))
    else:
        law = odds_of_best_play(question, options.get("for"), seat, by, Budget(tick=tick))
    return msgspec.json.encode(odds_view(question, law))


def advise(run: RunJson, options: Options, tick: Ticker) -> bytes:
    """Return the JSON of `tablee advise --json`. Options: `for` (utility), `as` (seat), `exchange`
    (whether the run is a part of a fight, which gets a smaller budget)."""
    budget = advice_budget(tick, EXCHANGE_STEPS if options.get("exchange") else None)
    advice = advising.advise(read_run(run), options.get("for"), options.get("as"), budget)
    return msgspec.json.encode(advice.view())


def simulate(run: RunJson, options: Options, tick: Ticker) -> bytes:
    """Return the JSON of `tablee simulate --json`; `tick` gets the runs done and asked for.

    Options: `n`, `seed` (the client draws it, so that it does not get an earlier sample), `by`,
    `precision` (a share of 1).
    """
    question, precision = read_run(run), options.get("precision")
    sample = sampling.simulate(
        question, options["n"], options["seed"], options.get("by"), tick=tick, precision=precision
    )
    return msgspec.json.encode(sample_view(question, sample))


def explore_fight(run: RunJson, options: Options, tick: Ticker) -> None:
    """Explore the whole fight of a run, so that its process answers each state of it at once.

    Options: `for` (utility), `as` (seat). Raises `Refusal` for a fight that does not fit.
    """
    advising.advise(
        read_run(run), options.get("for"), options.get("as"), advice_budget(tick), whole=True
    )


def advice_budget(tick: Ticker | None, steps: int | None = None) -> Budget:
    """Return a budget for advice of at most some steps. `tick` also gets its intervals."""
    budget = Budget(steps) if steps else Budget()
    if tick is not None:
        budget.tick = lambda steps, states: tick(steps, states, budget.bound)
    return budget
