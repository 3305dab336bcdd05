"""The API answers and refuses as the command line does, for the same run."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from tablee.rules.game import Game
from tablee.rules.registry import games
from tests.faces.api.serving import client, post, validator
from tests.faces.test_cli_refusals import JSONS
from tests.kit.command_line import call, run_of
from tests.kit.examples import examples

TALENT = {"procedure": "exil.simple", "params": {"talent": 14, "difficulty": -5}}
POOL = {"procedure": "armes_dieux.jet", "params": {"poignee": 3, "sr": 6, "ecartes": "ask"}}
SECRET: dict[str, Any] = {
    "procedure": "eclats.test",
    "params": {"caracteristique": 2, "seuil": 6, "secret": True},
    "answers": [{"dice": [3, 4, 9]}],
}
BEHIND = {
    "procedure": "socle.attaque",
    "params": {"de": 10, "tn": 6, "cible": "boss", "coeurs_cible": 3, "avantage": "ask"},
}
ANSWERED = {"resolve": "Played", "odds": "Law", "advise": "Advised", "simulate": "Sample"}


@pytest.fixture(scope="module")
def api() -> Iterator[TestClient[Litestar]]:
    with client() as opened:
        yield opened


def options_of(asked: dict[str, Any]) -> list[str]:
    """Return the options of a request as words of the command line."""
    words = []
    for name in asked.keys() - {"procedure", "params", "rulings", "answers"}:
        value = asked[name]
        option = "-n" if name == "n" else f"--{name}"
        words += [option, ",".join(value) if isinstance(value, list) else str(value)]
    return words


def run_in(asked: dict[str, Any]) -> str:
    return json.dumps(
        {name: asked[name] for name in asked if name in TALENT | SECRET | {"rulings": 0}}
    )


# ── what there is ──────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_what_there_is(api: TestClient[Litestar], lang: str) -> None:
    options = ("--json", "--lang", lang)
    asked = {"lang": lang}
    assert api.get("/api/games", params=asked).json() == call("games", *options).json
    for game in games():
        listed = api.get("/api/procedures", params=asked | {"game": game.id}).json()
        assert listed == call("procedures", game.id, *options).json
        assert validator("Procedures").is_valid(listed)
        name = game.procedures[0].id
        shown = api.get(f"/api/procedures/{name}", params=asked).json()
        assert shown == call("show", name, *options).json == listed["procedures"][0]
        ready = api.get("/api/sheets", params=asked | {"game": game.id}).json()
        assert ready == call("sheets", game.id, *options).json
        assert validator("Sheets").is_valid(ready)
    every = api.get("/api/procedures", params=asked).json()
    assert every == call("procedures", *options).json


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_ready_made_sheets(api: TestClient[Litestar], game: Game) -> None:
    for row in api.get("/api/sheets", params={"game": game.id}).json()["sheets"]:
        sheet = api.get(f"/api/sheets/{row['name']}").json()
        assert sheet == call("sheet", row["name"], "--json").json
        assert (sheet["jeu"], sheet["type"], sheet["nom"]) == (game.id, row["type"], row["nom"])
        assert validator("Sheet").is_valid(sheet)


def test_places_are_listed(api: TestClient[Litestar]) -> None:
    """The places where a leader's program puts characters in a request."""
    opposed = api.get("/api/procedures/exil.opposition").json()["places"]
    assert [each["name"] for each in opposed] == ["protagonistes"]
    one, melee = (
        api.get(f"/api/procedures/{name}").json()["places"]
        for name in ("exil.simple", "exil.melee")
    )
    assert [(each["name"], each["least"], each["most"]) for each in one] == [("", 1, 1)]
    assert any(each["most"] != 1 for each in melee)


# ── computations ───────────────────────────────────────────────────────────────────────────────
def _asked() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every game has one run with each computation, and some have options."""
    of = {game.id: dict[str, dict[str, Any]]() for game in games()}
    for _, example in examples():
        if not (isinstance(example.get("expect"), dict) and "error" in example["expect"]):
            more = {name: example[name] for name in ("by", "for", "as") if name in example}
            found = of[example["run"]["procedure"].partition(".")[0]]
            found.setdefault(example["call"], example["run"] | more)
    of["socle"]["advise"] = BEHIND
    for found in of.values():
        yield from found.items()
        yield "simulate", found["odds"] | {"n": 3_000, "seed": 7}
    yield "odds", TALENT | {"by": ["degree", "success"]}
    yield "odds", TALENT | {"rulings": {"equal": "fails"}, "answers": [{"dice": [6]}]}
    yield "odds", POOL | {"policy": "best"}
    yield "odds", POOL | {"policy": "best", "for": "sans_revers", "as": "player", "by": ["issue"]}
    yield "resolve", POOL
    yield "resolve", POOL | {"as": "gm", "answers": [{"choose": 1}]}
    yield "resolve", SECRET | {"as": "player"}
    yield "resolve", SECRET | {"as": "quelqu’un"}
    yield "advise", POOL | {"for": "sans_revers", "as": "player"}
    yield "simulate", TALENT | {"n": 3_000, "seed": 7, "by": ["success"]}


ASKED = list(_asked())


def test_each_game_is_asked_each_question() -> None:
    asked = {(body["procedure"].partition(".")[0], name) for name, body in ASKED}
    assert asked >= {(game.id, name) for game in games() for name in ANSWERED}


@pytest.mark.parametrize(
    ("name", "body"), ASKED, ids=[f"{name}-{body['procedure']}" for name, body in ASKED]
)
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_run(api: TestClient[Litestar], name: str, body: dict[str, Any], lang: str) -> None:
    status, reply = post(api, name, body, lang=lang)
    words = (name, "--run", "-", "--json", "--lang", lang, *options_of(body))
    assert status == 200
    assert reply == call(*words, stdin=run_in(body)).json
    assert validator(ANSWERED[name]).is_valid(reply)


# ── refusals ───────────────────────────────────────────────────────────────────────────────────
def _with(**changes: Any) -> dict[str, Any]:
    return TALENT | changes


REFUSED: list[tuple[str, dict[str, Any]]] = [
    ("odds", _with(params={"talent": 99})),
    ("odds", _with(params={"talent": True})),
    ("odds", _with(params={"talent": 1.0})),
    ("odds", _with(params={"talent": "14"})),
    ("odds", _with(params={"talent": [14]})),
    ("odds", _with(params={"talent": 14, "nope": 1})),
    ("odds", _with(params={})),
    ("odds", _with(params=None)),
    ("odds", _with(rulings={"nope": 1})),
    ("odds", _with(rulings={"equal": "nope"})),
    ("odds", _with(rulings="nope")),
    ("odds", _with(answers={})),
    ("odds", _with(answers=[{"dice": [13]}])),
    ("odds", _with(by=["nope"])),
    ("odds", _with(by=["success", "nope"])),
    ("odds", {"procedure": "exil.nope"}),
    ("odds", {"procedure": "../exil"}),
    ("odds", {"procedure": 3}),
    ("odds", {}),
    ("odds", POOL),
    ("odds", POOL | {"policy": "best", "for": "nope"}),
    ("odds", POOL | {"for": "reussite"}),
    ("odds", SECRET | {"answers": [], "as": "player"}),
    ("odds", {"procedure": "exil.fall", "params": {"hauteur": "1" + "0" * 30}}),
    ("resolve", _with(answers=[{"dice": [0]}])),
    ("resolve", _with(answers=[{"dice": [1, 2]}])),
    ("resolve", _with(answers=[{"dice": [1]}, {"dice": [2]}])),
    ("resolve", _with(answers=[{"choose": 1}])),
    ("resolve", _with(answers=[{"throw": [1]}])),
    ("resolve", POOL | {"answers": [{"choose": 4}]}),
    ("resolve", SECRET | {"params": {"caracteristique": 2, "seuil": [[6, "1/2"], [8, "1/2"]]}}),
    ("resolve", TALENT | {"as": ""}),
    ("resolve", TALENT | {"as": "x" * 201}),
    ("advise", TALENT),
    ("advise", POOL | {"for": "nope"}),
    ("advise", POOL | {"as": "nope"}),
    ("simulate", TALENT | {"n": 0}),
    ("simulate", TALENT | {"n": 10**9 + 1}),
    ("simulate", TALENT | {"n": 10, "seed": -1}),
    ("simulate", TALENT | {"n": 10, "seed": 2**64}),
    ("simulate", POOL | {"n": 10}),
    ("simulate", TALENT | {"n": 10, "by": ["nope"]}),
]


@pytest.mark.parametrize(("name", "body"), REFUSED)
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_refusal(api: TestClient[Litestar], name: str, body: dict[str, Any], lang: str) -> None:
    status, problem = post(api, name, body, lang=lang)
    words = (name, "--run", "-", "--json", "--lang", lang, *options_of(body))
    refused = call(*words, stdin=run_in(body))
    assert refused.status == 2
    assert (status, problem["status"]) == (400, 400)
    error = dict(refused.error)
    if error["field"] in ("n", "seed"):
        error["got"] = int(error["got"])
    assert {key: problem[key] for key in error} == error
    assert problem["type"] == f"urn:tablee:{error['kind']}"
    assert problem["detail"] == refused.err.strip()
    assert validator("Problem").is_valid(problem)


@pytest.mark.parametrize("kind", JSONS)
@pytest.mark.parametrize("name", ANSWERED)
def test_bad_json(api: TestClient[Litestar], name: str, kind: str) -> None:
    status, problem = post(api, name, JSONS[kind])
    error = call(name, "--run", "-", "--json", stdin=JSONS[kind]).error
    assert status == 400
    if kind == "empty":  # the message names the file
        error["got"], error["allowed"] = "", problem["allowed"]
    if kind == "unknown key":  # the body may have options beside the run
        assert problem["allowed"].startswith(error["allowed"])
        error["allowed"] = problem["allowed"]
    assert {key: problem[key] for key in error} == error


def test_what_is_long_is_repeated_in_short(api: TestClient[Litestar]) -> None:
    status, problem = post(api, "odds", run_of("x" * 900_000, {}).encode())
    assert status == 400
    assert len(json.dumps(problem)) < 4_000


def test_rows_of_the_law_are_found_in_the_sample(api: TestClient[Litestar]) -> None:
    exact = post(api, "odds", TALENT)[1]["distribution"]
    sample = post(api, "simulate", TALENT | {"n": 20_000})[1]
    assert [row["result"] for row in sample["distribution"]] == [row["result"] for row in exact]
    assert sum(row["count"] for row in sample["distribution"]) == sample["n"] == 20_000
    assert 0 <= sample["seed"] < 2**53
