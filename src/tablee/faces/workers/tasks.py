"""What can be worked out beside the server.

A work is any function at the top of a module, `work(run, options, tick) -> value`: it is found in
the worker by its module and name, so nothing is registered. `run` is a run as in the contract and
`options` what else is asked, both JSON values; `value` is anything that pickles (a page's HTML, a
text, JSON as bytes: small and plain, for the server unpacks it between two requests). It calls
`tick(steps, states)` at least every tenth of a second, which may raise to stop it. It may raise
`Refusal`. The same run and options must give the same value: it may be given to several who ask.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from tablee.rules.readings import advise as advising
from tablee.rules.readings import odds as reckoning
from tablee.rules.readings import simulate as sampling
from tablee.rules.readings.budget import EXCHANGE_STEPS, Budget
from tablee.rules.run_input import read_run
from tablee.rules.run_json import may_know, odds_view, sample_view

Run = Mapping[str, Any]
Options = Mapping[str, Any]
Tick = Callable[[int, int], None]
Work = Callable[[Run, Options, Tick], Any]


def name_of(work: Work) -> str:
    """ "module:name" of a work."""
    return f"{work.__module__}:{work.__qualname__}"


def odds(run: Run, options: Options, tick: Tick) -> bytes:
    """The JSON of `tablee odds --json`. Options: `by` (list of fields), `as` (seat)."""
    question = read_run(run)
    may_know(question, options.get("as"))
    law = reckoning.odds(question, options.get("by"), Budget(tick=tick))
    return msgspec.json.encode(odds_view(question, law))


def advise(run: Run, options: Options, tick: Tick) -> bytes:
    """The JSON of `tablee advise --json`. Options: `for` (utility), `as` (seat), `exchange` (whether
    the run is a part of a fight, to be weighed soon or not at all)."""
    budget = Budget(EXCHANGE_STEPS, tick=tick) if options.get("exchange") else Budget(tick=tick)
    advice = advising.advise(read_run(run), options.get("for"), options.get("as"), budget)
    return msgspec.json.encode(advice.view())


def simulate(run: Run, options: Options, tick: Tick) -> bytes:
    """The JSON of `tablee simulate --json`; `tick` gets the runs done and asked for.

    Options: `n`, `seed` (who asks draws it, lest an earlier sample be given again), `by`.
    """
    question = read_run(run)
    sample = sampling.simulate(
        question, options["n"], options["seed"], options.get("by"), tick=tick
    )
    return msgspec.json.encode(sample_view(question, sample))
