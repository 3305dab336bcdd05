"""Every worked example and check value of the catalogues, through the command line."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from tests.kit.command_line import call
from tests.kit.examples import chance_of, contains, examples


@pytest.mark.parametrize(
    "example", [pytest.param(example, id=name) for name, example in examples()]
)
def test_example(example: dict[str, Any]) -> None:
    options = ["--by", ",".join(example["by"])] if "by" in example else []
    if "for" in example:
        options += ["--for", example["for"]]
    if "as" in example:
        options += ["--as", example["as"]]
    run = json.dumps(example["run"], ensure_ascii=False)
    reply = call(example["call"], "--json", "--run", "-", *options, stdin=run)
    answer, expect = reply.json, example.get("expect")
    if isinstance(expect, dict) and "error" in expect:
        assert reply.status == 2
        assert contains(answer, expect), answer
        return
    assert reply.status == 0, reply.err
    if example["call"] == "resolve":
        assert contains(answer, expect), answer
    elif example["call"] == "advise":
        _advised(answer, expect or {})
    else:
        _likely(answer["distribution"], example)


def _advised(answer: dict[str, Any], expect: dict[str, Any]) -> None:
    if "best" in expect:
        assert answer["best"] == expect["best"]
    if "value" in expect:
        assert _near(answer["value"], expect["value"])
    found = [[option["choose"], option["value"]] for option in answer["options"]]
    for place, (choice, value) in enumerate(expect.get("options", ())):
        at_once = "value" in answer
        row = next(each for each in found if each[0] == choice) if at_once else found[place]
        assert row[0] == choice
        assert _near(row[1], value), (row, value)


def _near(answer: Any, expected: Any) -> bool:
    """Return whether two values are equal; a float is a rounded value."""
    if isinstance(expected, float):
        return abs(float(Fraction(answer)) - expected) < 1e-4
    return bool(Fraction(answer) == Fraction(expected))


def _likely(distribution: list[dict[str, Any]], example: dict[str, Any]) -> None:
    assert sum(Fraction(row["p"]) for row in distribution) == 1
    for part, chance in example.get("expect") or ():
        assert _near(chance_of(distribution, part), chance), part
    if "mean" in example:
        field, mean = example["mean"]
        whole = sum(Fraction(row["p"]) * Fraction(row["result"][field]) for row in distribution)
        assert _near(whole, mean)
