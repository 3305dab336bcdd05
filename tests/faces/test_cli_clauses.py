"""`tablee clauses`: the map from clauses to code, for people and for programs."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from tablee.faces import clause_tests as tested
from tests.kit.command_line import call


def test_one_clause_is_shown_whole() -> None:
    reply = call("clauses", "exil-act-06")
    assert reply.status == 0
    assert reply.out.startswith("EXIL-ACT-06  La marge se lit en degrés")
    assert "règle" in reply.out
    assert "exil.simple" in reply.out
    assert "essai" in reply.out


def test_its_run_can_be_tried() -> None:
    (row,) = call("clauses", "EXIL-ACT-06", "--json").json["clauses"]
    reply = call(*shlex.split(row["try"]["command"])[1:], "--json")
    assert reply.status == 0
    cited = {clause for entry in reply.json["trace"] for clause in entry["clauses"]}
    assert "EXIL-ACT-06" in cited


def test_a_game_as_json() -> None:
    rows = call("clauses", "socle", "--json").json["clauses"]
    assert [row["id"] for row in rows][:2] == ["SOC-RES-01", "SOC-RES-02"]
    assert {row["game"] for row in rows} == {"socle"}
    first = rows[3]
    assert first["text"].startswith("Un 1 échoue toujours")
    assert first["carriers"][0].keys() == {
        "kind",
        "left_to_leader",
        "module",
        "name",
        "line",
        "fields",
        "procedures",
    }
    assert "C-test-7" in rows[10]["examples"]


def test_in_english() -> None:
    reply = call("clauses", "SOC-RES-04", "--lang", "en")
    assert reply.out.startswith("SOC-RES-04  A 1 always fails")
    assert "rule" in reply.out


def test_all_games() -> None:
    rows = call("clauses", "--json").json["clauses"]
    assert len(rows) == 552


def test_the_list_of_a_game_says_how_many() -> None:
    assert "32\u00a0clauses" in call("clauses", "eclats").out.replace(" ", "\u00a0")


def test_what_there_is_not_is_refused() -> None:
    reply = call("clauses", "EXIL-XYZ-01", "--json")
    assert reply.status == 2
    assert reply.error["field"] == "what"


def test_an_installed_program_tells_no_tests(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (before,) = call("clauses", "EXIL-ACT-06", "--json").json["clauses"]
    assert before["tests"]
    package = tmp_path / "lib" / "site-packages" / "tablee"
    monkeypatch.setattr("tablee.__file__", str(package / "__init__.py"))
    kept = tested._tests, tested._all_tests
    for each in kept:
        each.cache_clear()
    try:
        (row,) = call("clauses", "EXIL-ACT-06", "--json").json["clauses"]
    finally:
        for each in kept:
            each.cache_clear()
    assert row["tests"] == []
    assert row["examples"] == before["examples"]


def test_what_is_left_to_the_leader_is_shown_apart() -> None:
    assert "au jugement de qui mène" in call("clauses", "EXIL-BAS-02").out
    (row,) = call("clauses", "EXIL-BAS-02", "--json").json["clauses"]
    (carrier,) = row["carriers"]
    assert (carrier["kind"], carrier["left_to_leader"]) == ("decision", True)
    assert row["examples"] == []
    shown = call("show", "exil.simple")
    assert shown.out.index("Au jugement de qui mène") < shown.out.index("EXIL-BAS-02")
    described = call("show", "exil.simple", "--json").json["clauses"]
    left = {clause["id"]: clause["left_to_leader"] for clause in described}
    assert left["EXIL-BAS-02"]
    assert not left["EXIL-BAS-04"]


def test_landmarks_are_shown_with_the_procedure() -> None:
    shown = call("show", "loss.action").out
    assert "Repères\u00a0: Difficulté" in shown
    assert "Crocheter une bonne serrure ordinaire" in shown
    params = call("show", "loss.action", "--json", "--lang", "en").json["params"]
    (difficulty,) = [each for each in params if each["name"] == "difficulty"]
    assert [row["value"] for row in difficulty["landmarks"]] == [10, 15, 20, 25, 30, 35]
    assert "picking a good ordinary lock" in difficulty["landmarks"][1]["texts"]
