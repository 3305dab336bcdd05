"""The worked examples that come with a game (`examples.jsonl`, a line each), and what they
exercise."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

from tablee.dice.die import Throw
from tablee.dice.house_dice import HouseDice
from tablee.rules.readings.session import Belief, Session
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import RunInput, read_run

Example = Mapping[str, Any]

_SEEDS = range(8)
"""A law is of all runs: these few of them show what it goes through."""


@cache
def examples_of(package: str) -> Sequence[Example]:
    """The examples of a game's package in order, none where it has none. Each has an `id`, a `call`
    (`resolve`, `odds`, `advise`), a `run` as in JSON, and what is expected of it."""
    file = resources.files(package) / "examples.jsonl" if package else None
    if file is None or not file.is_file():
        return ()
    return [json.loads(line) for line in file.read_text("utf-8").splitlines() if line.strip()]


def answers(example: Example) -> bool:
    """Whether an example comes to an answer: it is not there to be refused, nor to ask for more."""
    expected = example.get("expect")
    return not (isinstance(expected, Mapping) and ("error" in expected or "ask" in expected))


def cited(example: Example) -> frozenset[str]:
    """The clauses that an example is of (its `clauses`), and those that its traces cite: of its run
    as it was played; of a law (which goes through all runs that the dice allow) those of a few."""
    own = frozenset(example.get("clauses", ()))
    try:
        question = read_run(example["run"])
        if example["call"] == "odds":
            runs = [_rolled(question, seed) for seed in _SEEDS]
        else:
            runs = [Session(question)]
    except (Refusal, Belief):
        return own
    return own.union(clause for run in runs for entry in run.trace for clause in entry.clauses)


def _rolled(question: RunInput, seed: int) -> Session:
    """The run as far as dice alone bring it, rolled by the house."""
    session, dice = Session(question), HouseDice(seed)
    while isinstance(session.pending, Throw):
        session.answer({"dice": list(dice.throw(session.pending))})
    return session


def named_in(example: Example) -> Iterator[tuple[str, str]]:
    """What an example says in its run: ("param", name), ("ruling", name), ("type", event)."""
    run = example["run"]
    yield from (("ruling", name) for name in run.get("rulings", {}))
    params = run.get("params", {})
    yield from (("param", name) for name in params)
    for event in params.get("evenements", ()):
        if isinstance(event, Mapping) and isinstance(event.get("type"), str):
            yield "type", event["type"]
