"""Paths inside parameters on the command line: `a=@jeanne a.politique.attitude=ask`."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kit.command_line import call

ROUND = ("exil.contact_round", "a=@jeanne", "b=@jeanne")


def params(*words: str) -> Any:
    reply = call("odds", *words, "--json")
    assert reply.status == 0, reply.err
    return reply.json["params"]


def test_a_path_changes_one_value_of_a_sheet() -> None:
    whole = params(*ROUND)
    for words in (ROUND, (ROUND[0], *ROUND[:0:-1])):
        changed = params(words[0], "a.politique.attitude=3", *words[1:])
        assert changed["a"].pop("politique")["attitude"] == 3
        assert changed["a"] == whole["a"]
        assert changed["b"] == whole["b"]


def test_a_name_of_the_sheet_is_looked_up_at_a_path() -> None:
    duel = ("exil.duel", "a=@jeanne", "b=@brute", "max_turns=1")
    assert params(*duel, "a.talent=orateur")["a"]["talent"] == 6
    assert params(*duel)["a"]["talent"] == 10


def test_the_asks_follow_in_every_command() -> None:
    asked = call("resolve", *ROUND, "a.politique.attitude=ask", "--json").json
    assert [each["who"] for each in asked["ask"]["asks"]] == ["a"]
    assert call("advise", *ROUND, "a.politique.attitude=ask", "--json").status == 0
    refused = call("simulate", *ROUND, "a.politique.attitude=ask", "--json")
    assert (refused.error["field"], refused.error["got"]) == ("a.politique.attitude", "ask")
    assert call("simulate", *ROUND, "a.politique.attitude=3", "--runs=10").status == 0


@pytest.mark.parametrize("form", ["protagonistes.{}.talent", "protagonistes[{}].talent"])
def test_lists_are_built_and_changed(form: str) -> None:
    words = [f"{form.format(place)}={talent}" for place, talent in enumerate((8, 10))]
    found = params("exil.opposition", *words)["protagonistes"]
    assert found == [{"talent": 8}, {"talent": 10}]
    given = 'protagonistes=[{"talent":3},{"talent":4,"difficulty":-2}]'
    found = params("exil.opposition", words[1], given)["protagonistes"]
    assert found == [{"talent": 3}, {"talent": 10, "difficulty": -2}]


def test_a_path_may_vary() -> None:
    given = 'protagonistes=[{"talent":3},{"talent":4}]'
    words = ("odds", "exil.opposition", given, "protagonistes.1.talent=4..6")
    rows = call(*words, "--json").json["values"]
    assert [row["params"]["protagonistes"][1]["talent"] for row in rows] == [4, 5, 6]
    assert "Talent" in call(*words).out


@pytest.mark.parametrize(
    ("word", "field", "allowed"),
    [
        ("a.politique.attitud=3", "a.politique.attitud", "attitude"),
        ("a.talent.x=3", "a.talent", "un objet ou une liste"),
        ("a.politique.attitude=zut", "a.politique.attitude", "moitie"),
        ("zut.x=1", "zut", "initiative"),
        ("a..x=1", "a..x", "un chemin sans nom vide"),
        ("protagonistes.5.talent=3", "protagonistes", "initiative"),
    ],
)
def test_a_wrong_path_is_refused_with_what_is_allowed(word: str, field: str, allowed: str) -> None:
    error = call("resolve", *ROUND, word, "--json").error
    assert error["field"] == field
    assert allowed in error["allowed"]


@pytest.mark.parametrize("step", ["3", "x", "-1", "01"])
def test_a_place_outside_the_list_is_refused(step: str) -> None:
    given = 'protagonistes=[{"talent":3},{"talent":4}]'
    error = call("odds", "exil.opposition", given, f"protagonistes.{step}.talent=4", "--json").error
    assert error["field"].startswith("protagonistes")
    assert error["allowed"] == "une place dans cette liste\u00a0: un entier de 0 à 2"


def test_a_path_is_given_once() -> None:
    words = ("protagonistes.0.talent=3", "protagonistes[0].talent=4")
    assert "deux fois" in call("odds", "exil.opposition", *words, "--json").error["allowed"]
