"""The library and the command line say the same of the same run: one procedure of each game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tablee import Refusal, advise, explain, odds, resolve, simulate, sweep, sweep_table
from tests.kit.command_line import call

Run = dict[str, Any]

RUNS: list[Run] = [
    {
        "procedure": "exil.simple",
        "params": {"talent": 14, "difficulty": -5},
        "rulings": {"equal": "fails"},
        "answers": [{"dice": [6]}],
    },
    {
        "procedure": "loss.action",
        "params": {"trait": 7, "talent": 8, "ag_permanentes": 2, "exploits": 2},
        "answers": [{"dice": [10, 3]}],
    },
    {
        "procedure": "armes_dieux.jet",
        "params": {"poignee": 5, "sr": 14},
        "answers": [{"dice": [6, 3, 3, 2, 4]}],
    },
    {
        "procedure": "eclats.test",
        "params": {"caracteristique": 2, "bonus": 1, "seuil": 6},
        "answers": [{"dice": [7, 3, 4]}],
    },
    {
        "procedure": "socle.test",
        "params": {"de": 8, "tn": 6, "aide": True},
        "answers": [{"dice": [7]}],
    },
]
ASKED: list[tuple[Run, str]] = [
    (
        {
            "procedure": "loss.action",
            "params": {"trait": 7, "talent": 8, "ag_permanentes": 2, "exploits": "ask"},
        },
        "exploits",
    ),
    (
        {"procedure": "armes_dieux.jet", "params": {"poignee": 6, "sr": 18, "ecartes": "ask"}},
        "sans_revers",
    ),
]


def _name(run: Run) -> str:
    return str(run["procedure"])


@pytest.fixture
def answer(tmp_path: Path) -> Any:
    """What the command line prints for a run, as JSON."""

    def ask(command: str, run: Run, *more: str) -> Any:
        file = tmp_path / "jet.json"
        file.write_text(json.dumps(run), encoding="utf-8")
        reply = call(command, "--run", str(file), "--json", *more)
        assert reply.status == 0, reply.err
        return reply.json

    return ask


def _json(value: Any) -> Any:
    """A view as it would be read again."""
    return json.loads(msgspec.json.encode(value))


@pytest.mark.parametrize("run", RUNS, ids=_name)
def test_resolve(answer: Any, run: Run) -> None:
    assert _json(resolve(run).view()) == answer("resolve", run)
    begun = {**run, "answers": []}
    assert _json(resolve(begun).view()) == answer("resolve", begun)
    assert _json(resolve(begun, seed=7).view()) == answer("resolve", begun, "--seed", "7")


@pytest.mark.parametrize("run", RUNS, ids=_name)
def test_odds(answer: Any, run: Run) -> None:
    begun = {key: value for key, value in run.items() if key != "answers"}
    assert _json(odds(begun).view()) == answer("odds", begun)
    assert _json(odds(run).view()) == answer("odds", run)
    field = next(iter(odds(begun).view()["distribution"][0]["result"]))
    assert _json(odds(begun, by=[field]).view()) == answer("odds", begun, "--by", field)


@pytest.mark.parametrize("run", RUNS, ids=_name)
def test_the_trace_is_explained(answer: Any, run: Run) -> None:
    texts = answer("resolve", run)["trace"]
    assert [_json(step.view()) for step in explain(run)] == texts
    english = call("resolve", "--run", "-", "--json", "--lang", "en", stdin=json.dumps(run))
    assert [_json(step.view()) for step in explain(run, lang="en")] == english.json["trace"]


@pytest.mark.parametrize("run", RUNS, ids=_name)
def test_simulate(answer: Any, run: Run) -> None:
    begun = {key: value for key, value in run.items() if key != "answers"}
    sample = simulate(begun, 2_000, seed=3)
    assert (
        _json(sample.view())
        == answer("simulate", begun, "-n", "2000", "--seed", "3")["distribution"]
    )


@pytest.mark.parametrize(("run", "utility"), ASKED, ids=[_name(run) for run, _ in ASKED])
def test_advise(answer: Any, run: Run, utility: str) -> None:
    assert _json(advise(run, utility=utility).view()) == answer("advise", run, "--for", utility)


def test_sweep() -> None:
    swept = sweep("eclats.test", "seuil", range(1, 13), caracteristique=2)
    texts = call("odds", "eclats.test", "caracteristique=2", "seuil=1..12", "--json").json
    assert _json(swept.view()) == texts


def test_a_sweep_of_a_value_inside_a_parameter() -> None:
    two = [{"talent": 9}, {"talent": 7}]
    swept = sweep("exil.opposition", "protagonistes.0.talent", range(8, 10), protagonistes=two)
    assert swept[9] == odds("exil.opposition", protagonistes=two)
    assert swept[8] == odds("exil.opposition", protagonistes=[{"talent": 8}, {"talent": 7}])
    assert two == [{"talent": 9}, {"talent": 7}]


def test_two_parameters_make_a_table() -> None:
    varied = {"talent": (8, 9), "difficulty": range(-1, 2)}
    table = sweep_table("exil.simple", varied)
    texts = call("odds", "exil.simple", "talent=8,9", "difficulty=-1..1", "--json").json
    assert _json(table.view()) == texts
    assert table[9, -1] == odds("exil.simple", talent=9, difficulty=-1)
    chances = table.chance(lambda result: result.success)
    assert list(chances) == [(8, -1), (8, 0), (8, 1), (9, -1), (9, 0), (9, 1)]
    assert (table.rows()[0]["talent"], table.rows()[0]["difficulty"]) == (8, -1)
    for name in ("difficulty", "talent"):
        with pytest.raises(Refusal):
            sweep_table("exil.simple", {name: (1, 2)})
    with pytest.raises(Refusal):
        sweep_table("exil.simple", {"talent": (8, 9), "difficulty": ()})
