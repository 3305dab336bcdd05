"""Plain enumeration of all dice paths of a run, by the raw faces: no law, no memo, no read's law.

A chain of an exploding die is cut off after `depth` further faces; what lies beyond is counted as
missing, so that an exact law is held between two bounds.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from tablee.dice.die import Die, Throw
from tablee.rules.questions import Choose
from tablee.rules.readings.session import Session
from tablee.rules.run_input import RunInput
from tablee.rules.schema import show

Key = str
"""A result as canonical JSON text."""


def key_of(result: Mapping[str, Any]) -> Key:
    return json.dumps(result, sort_keys=True)


def brute(
    question: RunInput, depth: int = 2, paths: int = 300_000
) -> tuple[dict[Key, Fraction], Fraction]:
    """The chances of all results found by enumeration, and the mass beyond the cut.

    A choice with a policy for want of people takes it. Raises `OverflowError` after `paths` runs,
    so that a grid stays small.
    """
    found: dict[Key, Fraction] = {}
    waiting: list[tuple[tuple[Mapping[str, Any], ...], Fraction]] = [((), Fraction(1))]
    missing = Fraction(0)
    while waiting:
        answers, chance = waiting.pop()
        paths -= 1
        if paths < 0:
            raise OverflowError(question.procedure.id)
        session = Session(question.with_answers((*question.answers, *answers)))
        if session.pending is None:
            key = key_of(show(session.result))
            found[key] = found.get(key, Fraction()) + chance
            continue
        if isinstance(session.pending, Choose) and session.pending.policy is not None:
            waiting.append(((*answers, {"choose": session.pending.policy}), chance))
            continue
        assert isinstance(session.pending, Throw), session.pending
        left = Fraction(1)
        for faces, share in throws(session.pending, depth):
            left -= share
            waiting.append(((*answers, {"dice": list(faces)}), chance * share))
        missing += left * chance
    return found, missing


def throws(throw: Throw, depth: int) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Every possible throw with its chance (chains up to `depth` further faces)."""
    die = throw.die
    if isinstance(die, Die):
        share = Fraction(1, die.sides**throw.count)
        for faces in itertools.product(die.faces, repeat=throw.count):
            yield faces, share
        return
    chains: list[tuple[int, ...]] = [()]
    for _ in range(depth + 2):
        following: list[tuple[int, ...]] = []
        for chain in chains:
            if more := die.missing(chain, throw.count):
                waves = itertools.product(die.faces, repeat=more)
                following.extend((*chain, *wave) for wave in waves)
            else:
                yield chain, Fraction(1, die.sides ** len(chain))
        chains = following
