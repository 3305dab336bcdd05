"""The API over HTTP: languages, problem documents, limits, computations in workers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest
from litestar import Litestar
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.testing import TestClient

from tablee import D6, Game, Procedure, Result, Sheet, register, roll
from tablee.faces.api.computations import compute_in_worker
from tablee.faces.api.openapi import document
from tablee.faces.api.options import COMPUTATIONS
from tablee.faces.api.problems import PROBLEM
from tablee.faces.api.request_language import preferred
from tablee.faces.api.route_list import LARGEST_BODY
from tablee.faces.web.app import AppOptions, create_app
from tablee.faces.workers.jobs import Jobs
from tablee.faces.workers.tasks import Task
from tablee.rules.refusal import Refusal
from tablee.rules.registry import unregister
from tests.faces.api.serving import application, client, post, validator
from tests.faces.workers import example_tasks

SIMPLE = {"procedure": "exil.simple", "params": {"talent": 14}}
JSON = {"content-type": "application/json"}


@pytest.fixture(scope="module")
def api() -> Iterator[TestClient[Litestar]]:
    with client() as opened:
        yield opened


def is_problem(reply: Any, status: int) -> dict[str, Any]:
    """Return the problem document of an answer after checking it."""
    assert reply.status_code == status
    assert reply.headers["content-type"] == PROBLEM
    problem: dict[str, Any] = reply.json()
    assert validator("Problem").is_valid(problem)
    assert problem["status"] == status
    return problem


# ── languages ──────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("header", "lang"),
    [
        ("", "fr"),
        ("en", "en"),
        ("en-GB,en;q=0.9", "en"),
        ("fr-CA, en;q=0.8", "fr"),
        ("de, en;q=0.5, fr;q=0.4", "en"),
        ("en;q=0.4, fr;q=0.5", "fr"),
        ("EN;Q=0.4", "en"),
        ("en;q=0", "fr"),
        ("en;q=0, *", "fr"),
        ("de, *;q=0.5", "fr"),
        ("english", "fr"),
        ("en;q=2", "fr"),
        ("en;q=x, ;;,=,", "fr"),
        ("\u00e9n", "fr"),
    ],
)
def test_the_language_that_a_reader_prefers(header: str, lang: str) -> None:
    assert preferred(header) == lang


def test_the_language_of_an_answer(api: TestClient[Litestar]) -> None:
    english = {"accept-language": "en-GB,fr;q=0.5"}
    for query, headers, lang in (
        ({}, {}, "fr"),
        ({}, english, "en"),
        ({"lang": "fr"}, english, "fr"),
        ({"lang": "en"}, {}, "en"),
    ):
        reply = api.get("/api/procedures/exil.simple", params=query, headers=headers)
        assert reply.headers["content-language"] == lang
        assert reply.headers["vary"] == "Accept-Language"
        assert reply.json()["title"] == {"fr": "Jet de Talent", "en": "Talent roll"}[lang]
        refused = is_problem(api.get("/api/none", params=query, headers=headers), 404)
        titles = {"fr": "Rien à cette adresse", "en": "Nothing at this address"}
        assert refused["title"] == titles[lang]
    wrong = is_problem(api.get("/api/games?lang=de", headers=english), 400)
    assert (wrong["field"], wrong["got"]) == ("lang", "de")
    assert wrong["detail"] == "lang: “de” is not possible; expected: fr or en."


def test_a_game_in_english_answers_in_english(api: TestClient[Litestar]) -> None:
    """Where the request names no language, that of the texts of the game."""

    class Outcome(Result):
        face: int

    class Trial(Procedure[Outcome], id="lantern.trial"):
        async def rule(self) -> Outcome:
            return Outcome(face=await roll(D6, "trial", who="player"))

    class Keeper(Sheet, tag="keeper"):
        pass

    game = Game(
        id="lantern",
        title="Lantern",
        lang="en",
        procedures=(Trial,),
        sheets=(Keeper,),
        ready={"iwan": Keeper(nom="Iwan")},
    )
    register(game)
    try:
        for headers, lang in (({}, "en"), ({"accept-language": "fr"}, "fr")):
            asked = {"procedure": "lantern.trial", "params": {}, "answers": [{"dice": [7]}]}
            replies = [
                api.get("/api/procedures/lantern.trial", headers=headers),
                api.get("/api/procedures?game=lantern", headers=headers),
                api.post("/api/odds", json=asked, headers=headers),
                api.post("/api/resolve", json={**asked, "answers": []}, headers=headers),
                api.get("/api/sheets?game=lantern", headers=headers),
                api.get("/api/sheets/iwan", headers=headers),
                api.get("/api/procedures/lantern.trial?wrong=1", headers=headers),
                api.get("/api/procedures/lantern.none", headers=headers),
                api.get("/api/sheets/iwan?wrong=1", headers=headers),
            ]
            assert {each.headers["content-language"] for each in replies} == {lang}
            titles = [each.json()["title"] for each in replies if each.status_code >= 400]
            assert [each.endswith("refused") for each in titles] == [lang == "en"] * 4
        assert api.get("/api/games").headers["content-language"] == "fr"
        seat_in_english(game)
    finally:
        unregister("lantern")


def seat_in_english(game: Game) -> None:
    """Check that a seat of a table in English reads its refusals in English too."""
    new = {"name": "Tides", "game": game.id, "leader": "Ana"}
    host = {"authorization": f"Bearer {'h' * 40}"}
    options = AppOptions(hosts=["testserver.local"], host_token="h" * 40)
    with TestClient(create_app(options)) as browser:
        table = browser.post("/api/campaigns", json=new, headers=host).json()["table"]
        address = f"/api/campaigns/{table}/credentials"
        given = browser.post(address, json={"kind": "token"}, headers=host).json()
        token = {"authorization": f"Bearer {given['secret']}"}
        seat = f"/api/tables/{table}/{given['seat']}"
        for reply in (
            browser.get(f"{seat}?wrong=1", headers=token),
            browser.get(f"{seat}?avant=-1", headers=token),
            browser.post(f"{seat}/acts", json={"type": "none"}, headers=token),
        ):
            assert is_problem(reply, 400)["title"] == "Parameter refused"
            assert reply.headers["content-language"] == "en"
        missing = browser.get(f"{seat}/chances/none", headers=token)
        assert is_problem(missing, 404)["title"] == "Nothing at this address"


def test_a_trace_has_the_language_of_the_request(api: TestClient[Litestar]) -> None:
    asked = {"procedure": "exil.simple", "params": {"talent": 9}}
    for lang, text in (("en", "9 or less"), ("fr", "9 ou moins")):
        trace = post(api, "resolve", asked, lang=lang)[1]["trace"]
        assert any(text in step["text"] for step in trace)


# ── requests that are none ─────────────────────────────────────────────────────────────────────
def test_addresses_and_methods_that_there_are_not(api: TestClient[Litestar]) -> None:
    for path in ("/api", "/api/", "/api/none", "/api/games/exil", "/api/odds/exil.simple"):
        problem = is_problem(api.get(path), 404)
        assert problem["type"] == "about:blank"
    for method, path, allowed in (
        ("GET", "/api/odds", "POST"),
        ("DELETE", "/api/odds", "POST"),
        ("POST", "/api/games", "GET"),
        ("TRACE", "/api/games", "GET"),
        ("BREW", "/api/procedures/exil.simple", "GET"),
    ):
        refused = api.request(method, path)
        is_problem(refused, 405)
        assert allowed in refused.headers["allow"]


def test_a_procedure_that_there_is_not(api: TestClient[Litestar]) -> None:
    problem = is_problem(api.get("/api/procedures/exil.nope"), 404)
    assert (problem["kind"], problem["field"], problem["got"]) == (
        "param",
        "procedure",
        "exil.nope",
    )
    assert "exil.simple" in problem["allowed"]
    refused = is_problem(api.get("/api/procedures?game=nope"), 400)
    assert (refused["field"], refused["got"]) == ("game", "nope")


@pytest.mark.parametrize(
    ("query", "field"),
    [("talent=14", "talent"), ("lang=fr&lang=en", "lang"), ("lang=", "lang"), ("lang=FR", "lang")],
)
def test_a_query_that_is_not_expected(api: TestClient[Litestar], query: str, field: str) -> None:
    for path in ("games", "procedures", "procedures/exil.simple", "openapi.json"):
        assert is_problem(api.get(f"/api/{path}?{query}"), 400)["field"] == field
    refused = api.post(f"/api/odds?{query}", json=SIMPLE)
    assert is_problem(refused, 400)["field"] == field


@pytest.mark.parametrize(
    "kind",
    [
        None,
        "",
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/jsonx",
        "application/json; charset=latin-1",
    ],
)
def test_only_json_is_taken(api: TestClient[Litestar], kind: str | None) -> None:
    headers = {} if kind is None else {"content-type": kind}
    is_problem(api.post("/api/odds", content=b"{}", headers=headers), 415)


def test_json_may_say_that_it_is_utf_8(api: TestClient[Litestar]) -> None:
    headers = {"content-type": 'Application/JSON; charset="UTF-8"'}
    body = b'\xef\xbb\xbf{"procedure": "exil.simple", "params": {"talent": 14}}'
    assert api.post("/api/resolve", content=body, headers=headers).status_code == 200


def test_a_body_has_a_limit(api: TestClient[Litestar]) -> None:
    start = b'{"procedure": "exil.simple", "params": {"talent": 14}}'
    full = start + b" " * (LARGEST_BODY - len(start))
    assert api.post("/api/resolve", content=full, headers=JSON).status_code == 200
    is_problem(api.post("/api/resolve", content=full + b" ", headers=JSON), 413)

    def pieces() -> Iterator[bytes]:
        yield full
        yield b" "

    is_problem(api.post("/api/resolve", content=pieces(), headers=JSON), 413)


# ── computations that do not end well ──────────────────────────────────────────────────────────
def served(compute: Any, longest: float = 30.0) -> TestClient[Litestar]:
    return client(application(compute, longest=longest))


def test_a_computation_has_a_limit() -> None:
    dropped = []

    async def endless(_: State, task: Task, run: Any, options: Mapping[str, Any]) -> bytes:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            dropped.append(run)
            raise
        return b""

    other = {**SIMPLE, "params": {"talent": 13}}
    with served(endless, 0.05) as api:
        problem = is_problem(api.post("/api/odds", json=SIMPLE), 400)
        assert is_problem(api.post("/api/odds", json=SIMPLE), 400) == problem
        assert dropped == [SIMPLE], "it does not start again"
        for name, run, helps in (
            ("odds", other, "by"),
            ("advise", SIMPLE, "choix"),
            ("simulate", SIMPLE, "jets"),
            ("resolve", SIMPLE, "paramètres"),
        ):
            found = is_problem(api.post(f"/api/{name}", json=run), 400)
            assert helps in found["detail"]
            assert name == "odds" or "by" not in found["detail"]
            assert dropped.pop() == run
    assert (problem["kind"], problem["field"], problem["got"]) == ("too_large", "exil.simple", None)


def test_an_error_of_ours_is_logged_and_not_shown(caplog: pytest.LogCaptureFixture) -> None:
    async def broken(_: State, task: Task, run: Any, options: Mapping[str, Any]) -> bytes:
        raise KeyError("a secret of the house")

    with served(broken) as api, caplog.at_level(logging.ERROR, "tablee.api"):
        reply = api.post("/api/odds", json=SIMPLE)
    is_problem(reply, 500)
    assert "secret" not in reply.text
    assert "a secret of the house" in caplog.text


# ── beside the server ──────────────────────────────────────────────────────────────────────────
def with_jobs(longest: float = 20.0) -> TestClient[Litestar]:
    """Return the API with worker processes, as the console has it."""

    @asynccontextmanager
    async def jobs_of(app: Litestar) -> AsyncIterator[None]:
        async with Jobs([each.task for each in COMPUTATIONS], workers=1) as jobs:
            app.state.jobs = jobs
            yield

    return client(application(compute_in_worker, longest=longest, lifespan=jobs_of))


def test_workers_answer_the_same(api: TestClient[Litestar]) -> None:
    pool = {"procedure": "armes_dieux.jet", "params": {"poignee": 3, "sr": 6, "ecartes": "ask"}}
    with with_jobs() as others:
        for name, body in (
            ("resolve", SIMPLE),
            ("odds", SIMPLE | {"by": ["degree"]}),
            ("odds", pool),
            ("odds", {"procedure": "exil.nope"}),
            ("advise", pool | {"for": "sans_revers"}),
            ("advise", pool | {"as": "nope"}),
            ("simulate", SIMPLE | {"n": 1_000, "seed": 3}),
            ("resolve", SIMPLE | {"answers": [{"dice": [13]}]}),
        ):
            assert post(others, name, body) == post(api, name, body)


def test_a_sample_of_a_wanted_precision(api: TestClient[Litestar]) -> None:
    given = SIMPLE | {"seed": 3, "precision": "1%", "n": 10**6}
    sample = api.post("/api/simulate", json=given).json()
    row = sample["distribution"][0]
    assert sample["n"] < 10**6
    assert max(row["high"] - row["p"], row["p"] - row["low"]) <= 0.01
    for wrong in ("0", "100 %", "x", "", 0.01, None):
        reply = api.post("/api/simulate", json=SIMPLE | {"precision": wrong})
        assert is_problem(reply, 400)["field"] == "precision"


def test_a_slow_job_of_a_worker_is_cancelled() -> None:
    with with_jobs(longest=0.5) as others:
        problem = is_problem(others.post("/api/simulate", json=SIMPLE | {"n": 10**9}), 400)
        jobs: Jobs = others.app.state.jobs
        (job,) = jobs._by_id.values()
        assert job.state == "cancelled"
    assert problem["kind"] == "too_large"


def test_jobs_that_fail() -> None:
    async def asked(jobs: Jobs, task: Task, **options: Any) -> bytes:
        return await compute_in_worker(State({"jobs": jobs}), task, SIMPLE, options)

    async def scene() -> None:
        async with Jobs([example_tasks.echo], workers=1, memory=1 << 30) as jobs:
            with pytest.raises(Refusal) as refused:
                await asked(jobs, example_tasks.greedy, bytes=2 << 30)
            assert (refused.value.kind, refused.value.field) == ("too_large", "exil.simple")
            with pytest.raises(HTTPException) as broken:
                await asked(jobs, example_tasks.killed)
            assert broken.value.status_code == 500
            jobs.stop()
            with pytest.raises(HTTPException) as stopped:
                await asked(jobs, example_tasks.heeding)
            assert stopped.value.status_code == 503

    asyncio.run(asyncio.wait_for(scene(), 60))


# ── the document ───────────────────────────────────────────────────────────────────────────────
def test_the_document_is_served(api: TestClient[Litestar]) -> None:
    for lang in ("fr", "en"):
        reply = api.get("/api/openapi.json", params={"lang": lang})
        assert reply.headers["content-type"] == "application/json"
        assert reply.json() == msgspec.json.decode(msgspec.json.encode(document(lang, "/api")))
    assert reply.json()["servers"] == [{"url": "/api"}]
