"""Worked examples of a game (`examples.jsonl`, one a line), and the clauses that they exercise.

The module may import rules and games. It knows no page.
"""

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
"""Seeds of the sample runs that show which clauses a law goes through."""


@cache
def examples_of(package: str) -> Sequence[Example]:
    """Return the examples of a game in order, none where its package has no file.

    Each has an `id`, a `call` (`resolve`, `odds`, `advise`), a `run` as JSON, and the expected
    answer.
    """
    file = resources.files(package) / "examples.jsonl" if package else None
    if file is None or not file.is_file():
        return ()
    return [json.loads(line) for line in file.read_text("utf-8").splitlines() if line.strip()]


def answers(example: Example) -> bool:
    """Return whether an example gives an answer, and not a refusal or a further ask."""
    expected = example.get("expect")
    return not (isinstance(expected, Mapping) and ("error" in expected or "ask" in expected))


def cited(example: Example) -> frozenset[str]:
    """Return the clauses of an example: its own `clauses`, and those that its traces cite. A law
    contributes the traces of a few sample runs."""
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
    """Return the run with its dice thrown by the house, as far as dice alone lead."""
    session, dice = Session(question), HouseDice(seed)
    while isinstance(session.pending, Throw):
        session.answer({"dice": list(dice.throw(session.pending))})
    return session


def named_in(example: Example) -> Iterator[tuple[str, str]]:
    """Return the names that an example gives in its run: ("param", name), ("ruling", name),
    ("type", event)."""
    run = example["run"]
    yield from (("ruling", name) for name in run.get("rulings", {}))
    params = run.get("params", {})
    yield from (("param", name) for name in params)
    for event in params.get("evenements", ()):
        if isinstance(event, Mapping) and isinstance(event.get("type"), str):
            yield "type", event["type"]
