"""`--dice` and `--choose` as the beginning of a run that is computed, advised on or sampled."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tablee.rules.registry import unregister
from tests.kit.command_line import call, run_of

JET = ("armes_dieux.jet", "poignee=3", "sr=6", "ecartes=ask")
PARAMS = {"poignee": 3, "sr": 6, "ecartes": "ask"}
BELIEF = 'seuil=[[6,"1/2"],[8,"1/2"]]'
ACTION = ("eclats.action", "caracteristique=1", "prix=ask", "prix_accordes=[1,2,3]")


@pytest.mark.parametrize("command", [("odds",), ("simulate", "-n", "500", "--seed", "3")])
def test_answers_are_a_beginning_as_in_a_run(command: tuple[str, ...]) -> None:
    run = run_of("armes_dieux.jet", PARAMS, {"choose": 1}, {"dice": [4, 5]})
    whole = call(*command, "--run", "-", "--json", stdin=run)
    assert whole.status == 0
    given = call(*command, *JET, "--choose", "1", "--dice", "4,5", "--json")
    assert given.json == whole.json
    half = call(*command, "--run", "-", "--dice", "4 5", "--json", stdin=_half())
    assert half.json == whole.json


def _half() -> str:
    return run_of("armes_dieux.jet", PARAMS, {"choose": 1})


def test_advice_follows_the_dice() -> None:
    texts = call("advise", *ACTION, "seuil=8", "--dice", "2,3", "--json").json
    assert [row["choose"] for row in texts["options"]] == [3, 2, 1, 0]
    believed = call("advise", *ACTION, BELIEF, "--dice", "2,3", "--json").json
    assert believed["options"][0]["value"] == "383/500"


def test_answers_go_with_a_belief() -> None:
    law = call("odds", *ACTION, BELIEF, "--dice", "2,3", "--choose", "1", "--json").json
    assert [row["p"] for row in law["distribution"]] == ["2/5", "3/5"]
    assert law["answers"] == [{"dice": [2, 3]}, {"choose": 1}]


def test_choices_at_once_take_a_word_each() -> None:
    participants = [
        {"id": "a", "poignee": 3, "sr": 8, "ecartes": "ask"},
        {"id": "b", "poignee": 2, "sr": 7, "ecartes": "ask"},
    ]
    params = f"participants={json.dumps(participants)}"
    asked = ("odds", "armes_dieux.opposition", params, "--json")
    law = call(*asked, "--choose", "1", "--choose", "0").json
    assert law["answers"] == [{"together": [1, 0]}]
    assert call(*asked, "--choose", "1").error["field"] == "answers[0]"


@pytest.mark.parametrize("command", ["odds", "advise", "simulate"])
@pytest.mark.parametrize(
    ("answers", "field"),
    [
        (("--choose", "9"), "answers[0]"),
        (("--dice", "1"), "answers[0]"),
        (("--choose", "1", "--dice", "7,1"), "answers[1]"),
        (("--choose", "1", "--dice", "4,5", "--dice", "1"), "answers[2]"),
    ],
)
def test_wrong_answers_are_refused(command: str, answers: tuple[str, ...], field: str) -> None:
    reply = call(command, *JET, *answers, "--json")
    assert reply.status == 2
    assert (reply.error["kind"], reply.error["field"]) == ("answer", field)


def test_a_batch_holds_its_own_answers(tmp_path: Path) -> None:
    file = tmp_path / "jets.jsonl"
    file.write_text(_half(), encoding="utf-8")
    for command in ("odds", "advise", "simulate", "resolve"):
        assert call(command, "--run", str(file), "--dice", "4,5", "--json").status == 2


def test_an_answer_is_counted_in_words() -> None:
    """The option of a person, not the path in the JSON of a run."""
    given = ("--game", "docs/tutorial/phares.py", "--lang", "en")
    two = ("advise", "phares.naufrageur", "--choose", "nord", "--choose", "est")
    assert call(*given, *two).err.startswith("Answer 1, choice 2: “est” is not possible")
    one = ("resolve", "phares.veille", "huile=2", "--dice", "1,7")
    assert call(*given, *one).err.startswith("Answer 1: “1, 7” is not possible")
    unregister("phares")


def test_a_value_whose_word_is_its_identifier_is_shown_once() -> None:
    shown = call("--game", "examples/vow.py", "--lang", "en", "show", "serment.action").out
    assert "miss (echec), weak hit (prix)" in shown
    shown = call("--game", "docs/tutorial/phares.py", "show", "phares.naufrageur").out
    assert "nord (nord)" not in shown
    for game in ("serment", "phares"):
        unregister(game)
