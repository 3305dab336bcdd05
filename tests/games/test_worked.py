"""The worked examples of the five documents, as scripts that the command itself resolves.

`worked/GAME.jsonl` holds a run a line, `worked/GAME.expected.jsonl` what each gives: its `id` (W-03,
or W-03-table for another reading of it), the fields that the document prints (`expect`: of a result,
an ask, an error), numbers in the trace (key `told`), and the `erratum` where the document
contradicts itself. `worked/numbers.json`: how many examples each document has, and those that are no
run but a law (`laws`), which stand among the examples of the game for `tablee odds`.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.kit.command_line import Reply, process
from tests.kit.examples import contains, examples

WORKED = Path(__file__).parent / "worked"
NUMBERS: dict[str, Any] = json.loads((WORKED / "numbers.json").read_text("utf-8"))


def _lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (WORKED / name).read_text("utf-8").splitlines()]


EXPECTED = {game: _lines(f"{game}.expected.jsonl") for game in NUMBERS}
CASES = [
    pytest.param(game, place, id=f"{game}-{each['id']}")
    for game, lines in EXPECTED.items()
    for place, each in enumerate(lines)
]


@cache
def resolved(game: str) -> Reply:
    """One process of the command for all runs of a game."""
    return process("resolve", "--run", str(WORKED / f"{game}.jsonl"), "--json")


@pytest.mark.parametrize("game", NUMBERS)
def test_the_command_answers_each_run_on_its_line(game: str) -> None:
    wanted = EXPECTED[game]
    reply = resolved(game)
    assert len(reply.lines) == len(_lines(f"{game}.jsonl")) == len(wanted)
    refused = any("error" in each["expect"] for each in wanted)
    assert reply.status == (2 if refused else 0), reply.err


@pytest.mark.parametrize(("game", "place"), CASES)
def test_a_worked_example_gives_what_is_printed(game: str, place: int) -> None:
    wanted, answer = EXPECTED[game][place], resolved(game).lines[place]
    assert contains(answer, wanted["expect"]), answer
    numbers = [entry["numbers"] for entry in answer.get("trace", ())]
    for texts in wanted.get("told", ()):
        assert any(contains(each, texts) for each in numbers), (texts, numbers)


@pytest.mark.parametrize("game", NUMBERS)
def test_every_example_of_the_document_is_there(game: str) -> None:
    known = {f"W-{number:02d}" for number in range(1, NUMBERS[game]["examples"] + 1)}
    laws = set(NUMBERS[game]["laws"])
    there = {re.match(r"W-\d\d", each["id"])[0] for each in EXPECTED[game]}  # type: ignore[index]
    assert there | laws == known
    assert not there & laws
    stated = {each["id"] for each in examples_of(game)}
    asked = {each["id"] for each in examples_of(game) if each["call"] == "odds"}
    assert laws <= asked
    assert known <= {found[0] for each in stated if (found := re.match(r"W-\d\d", each))}


@pytest.mark.parametrize("game", NUMBERS)
def test_the_examples_that_come_with_a_game_are_the_same_runs(game: str) -> None:
    kept = _lines(f"{game}.jsonl")
    for example in examples_of(game):
        if example["call"] == "resolve" and example["id"].startswith("W-"):
            assert example["run"] in kept, example["id"]


def examples_of(game: str) -> list[dict[str, Any]]:
    return [example for name, example in examples() if name.startswith(f"{game}-")]
