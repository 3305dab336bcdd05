"""Worked examples and check values as data: `src/tablee/games/GAME/examples.jsonl`, one a line.

{"id": "W-03", "call": "resolve", "run": {...}, "expect": {"result": {...}}}      fields named there
{"id": "...", "call": "resolve", "run": {...}, "expect": {"ask": {...}}}          next ask, fields named
{"id": "...", "call": "odds", "run": {...}, "by": ["issue"], "expect": [[{"issue": "echec"}, "1/4"], ...]}
    each pair: the chances of all results that have these fields sum to the number
{"id": "...", "call": "odds", "run": {...}, "mean": ["qualites", "4829/1944"]}    mean of a field
{"id": "...", "call": "advise", "run": {...}, "for": "reussite", "expect": {"best": 3, "options": [[3, "151/250"], ...]}}
{"id": "...", "clauses": ["ECL-LAN-11"], ...}    the clauses that it is the example of
{"id": "...", "call": ..., "run": {...}, "expect": {"error": {"kind": "param", "field": "..."}}}
"""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import tablee.games

GAMES = Path(tablee.games.__file__).parent


def examples() -> list[tuple[str, dict[str, Any]]]:
    """All examples of all games, with a readable id each."""
    found = []
    for file in sorted(GAMES.glob("*/examples.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            if line.strip():
                example = json.loads(line)
                found.append((f"{file.parent.name}-{example['id']}", example))
    return found


def beginnings() -> list[dict[str, Any]]:
    """Every point at which somebody was asked something in the recorded runs."""
    found = []
    for _, example in examples():
        run = example["run"]
        if example["call"] == "resolve" and "error" not in example["expect"]:
            found += [
                {**run, "answers": run["answers"][:n]} for n in range(len(run.get("answers", ())))
            ]
    return found


def contains(actual: Any, expected: Any) -> bool:
    """Whether `actual` has all that `expected` names (objects by their fields)."""
    if isinstance(expected, dict):
        return isinstance(actual, dict) and all(
            name in actual and contains(actual[name], value) for name, value in expected.items()
        )
    return type(actual) is type(expected) and bool(actual == expected)


def chance_of(distribution: list[dict[str, Any]], part: dict[str, Any]) -> Fraction:
    """The summed chance of all results that have these fields."""
    return sum(
        (Fraction(row["p"]) for row in distribution if contains(row["result"], part)), Fraction()
    )
