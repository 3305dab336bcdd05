"""The schemas of the OpenAPI document agree with the reader of the rules, for every procedure."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from litestar import Litestar

from tablee.faces.api.openapi import document
from tablee.faces.api.options import COMPUTATIONS, Computation, options_for, read_body
from tablee.rules.procedure import Procedure
from tablee.rules.readings.session import Session
from tablee.rules.refusal import Refusal
from tablee.rules.registry import find_game, find_procedure, games
from tablee.rules.run_input import ask_about, read_run
from tablee.rules.run_json import run_view
from tablee.rules.schema import Field, fields_of, read_record, show
from tablee.rules.shapes import Either, Ratio
from tablee.rules.texts.languages import Lang
from tablee.rules.texts.words import Words
from tests.faces.api.serving import DOCUMENT, application, validator
from tests.kit.params import values_of
from tests.kit.runs import grid, random_run

PROCEDURES = [procedure.id for game in games() for procedure in game.procedures]
ODD: st.SearchStrategy[Any] = st.one_of(
    st.sampled_from([None, True, False, 0, 1, -1, 13, 10**6, -(10**30), 0.5, -2.25]),
    st.sampled_from(["", "ask", "13", "a", "x" * 201, "é" * 2_001, "😀", "0", "-0", "00", "1\n"]),
    st.sampled_from(["1/2", "-1/2", "0/3", "1/0", "1/00", "-0/7", "7/", "/7", "0.5", " 1", "+1"]),
    st.sampled_from([[], {}, [[]], [1], ["a"], {"a": 1}, {"type": "x"}, [[1, "1/2"]]]),
)


# ── parameters ─────────────────────────────────────────────────────────────────────────────────
def record(procedure: type[Procedure[Any]]) -> st.SearchStrategy[dict[str, Any]]:
    """Return a strategy of parameters, each of them right by itself."""
    fields = fields_of(procedure)
    needed = {name: values_of(f.shape) for name, f in fields.items() if f.required}
    free = {name: values_of(f.shape) for name, f in fields.items() if not f.required}
    return st.fixed_dictionaries(needed, optional=free)


@st.composite
def spoilt(draw: st.DrawFn, value: Any) -> Any:
    """Draw a JSON value with one odd part: replaced, left out, added or repeated."""
    parts = list(places(value))
    path = draw(st.sampled_from(parts))
    if not path:
        return draw(ODD)
    whole = copy.deepcopy(value)
    holder = whole
    for step in path[:-1]:
        holder = holder[step]
    match draw(st.sampled_from(["replace", "replace", "drop", "add"])):
        case "replace":
            holder[path[-1]] = draw(ODD)
        case "drop":
            del holder[path[-1]]
        case _ if isinstance(holder, dict):
            holder[draw(st.sampled_from(["nope", "", "type", "é", "ask"]))] = draw(ODD)
        case _:
            holder.extend([holder[path[-1]]] * draw(st.sampled_from([1, 9, 110])))
    return whole


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    inner = enumerate(value) if isinstance(value, list) else ()
    for key, each in value.items() if isinstance(value, dict) else inner:
        yield from places(each, (*path, key))


def plain(value: Any) -> Any:
    """Return a value as JSON has it, with lists for tuples."""
    return json.loads(json.dumps(value))


def only_the_reader_knows(refusal: Refusal) -> bool:
    """Return whether no schema can hold the reason: the upper bound of a rational in a text."""
    shape = refusal.numbers.get("shape")
    shapes = shape.shapes if isinstance(shape, Either) else (shape,)
    bounded = any(isinstance(each, Ratio) and each.high is not None for each in shapes)
    return bounded and isinstance(refusal.got, str)


def agree(name: str, params: Any) -> bool:
    """Return whether the reader accepts the parameters, after comparing it with the schema."""
    allowed = validator(f"{name}.params").is_valid(params)
    if not isinstance(params, dict):
        assert not allowed
        return False
    refusal = refusal_of(find_procedure(name), params)
    if refusal is None:
        assert allowed, params
    else:
        assert not allowed or only_the_reader_knows(refusal), (params, refusal.field)
    return refusal is None


def refusal_of(record: type[Any], values: dict[str, Any]) -> Refusal | None:
    try:
        read_record(record, values)
    except Refusal as refusal:
        return refusal
    return None


@pytest.mark.parametrize("name", PROCEDURES)
@settings(max_examples=40)
@given(data=st.data())
def test_parameters_are_read_as_the_schema_says(name: str, data: st.DataObject) -> None:
    params = plain(data.draw(record(find_procedure(name))))
    assert agree(name, params)
    agree(name, data.draw(spoilt(params)))


def test_right_and_wrong_parameters() -> None:
    assert agree("exil.simple", {"talent": 3})
    wrong: list[Any] = [{"talent": 21}, {"talent": True}, {"talent": 3, "nope": 1}, {}, []]
    for params in wrong:
        assert not agree("exil.simple", params)


@pytest.mark.parametrize("game", [game.id for game in games()])
@settings(max_examples=60)
@given(data=st.data())
def test_rulings_are_read_as_the_schema_says(game: str, data: st.DataObject) -> None:
    found = find_game(game)
    assert found is not None
    fields = fields_of(found.rulings)
    each = {name: values_of(field.shape) for name, field in fields.items()}
    rulings = plain(data.draw(st.fixed_dictionaries({}, optional=each)))
    for given_rulings in (rulings, data.draw(spoilt(rulings))):
        allowed = validator(f"{game}.rulings").is_valid(given_rulings)
        read = isinstance(given_rulings, dict)
        read = read and refusal_of(found.rulings, given_rulings) is None
        assert allowed == read, given_rulings


# ── whole requests ─────────────────────────────────────────────────────────────────────────────
ANSWER: st.SearchStrategy[Any] = st.one_of(
    st.fixed_dictionaries({"dice": st.lists(st.integers(0, 12), max_size=3)}),
    st.fixed_dictionaries({"choose": st.one_of(st.integers(0, 3), st.sampled_from(["a", True]))}),
    st.fixed_dictionaries({"together": st.lists(st.integers(0, 3), min_size=1, max_size=2)}),
)


def whole_body(
    procedure: type[Procedure[Any]], options: tuple[Field, ...]
) -> st.SearchStrategy[dict[str, Any]]:
    free = {option.name: values_of(option.shape) for option in options}
    free |= {"answers": st.lists(ANSWER, max_size=2), "rulings": st.just({})}
    needed = {"procedure": st.just(procedure.id), "params": record(procedure)}
    return st.fixed_dictionaries(needed, optional=free)


@pytest.mark.parametrize("computation", COMPUTATIONS, ids=lambda each: each.name)
@settings(max_examples=150)
@given(data=st.data())
def test_a_request_that_the_schema_refuses_is_refused(
    computation: Computation, data: st.DataObject
) -> None:
    """The API refuses it when it reads the body, or when it plays the answers."""
    procedure = find_procedure(data.draw(st.sampled_from(PROCEDURES)))
    options = options_for(computation, procedure) or computation.options
    good = plain(data.draw(whole_body(procedure, options)))
    body = validator(f"{computation.name}.body")
    assert body.is_valid(good) == (options_for(computation, procedure) is not None)
    bad = data.draw(spoilt(good))
    if not body.is_valid(bad):
        with pytest.raises(Refusal):
            asked(computation, bad)


def asked(computation: Computation, body: Any) -> None:
    """Read the body of a computation that must not start."""

    def tick(*_: object) -> None:
        raise AssertionError("the computation started")

    run, options = read_body(computation, body)
    computation.task(run, {**options, "lang": "fr"}, tick)


# ── answers ────────────────────────────────────────────────────────────────────────────────────
SETS = list(grid())


@pytest.mark.parametrize(
    ("name", "params"), [row[::2] for row in SETS], ids=[f"{n}-{place}" for n, place, _ in SETS]
)
def test_views_of_runs_match_the_schema(name: str, params: dict[str, Any]) -> None:
    assert agree(name, params)
    played, result = validator("Played"), validator(f"{name}.result")
    for seed in range(3):
        session = random_run(ask_about(name, params), seed)
        words = Words(session.question.game)
        for seat in (None, "player", session.question.game.leader):
            assert played.is_valid(plain(run_view(session, words, seat)))
        if session.done:
            assert result.is_valid(show(session.result))
        for answered in range(min(len(session.answers), 12)):
            question = session.question.with_answers(session.answers[:answered])
            early = Session(question, session.secrets)
            assert played.is_valid(plain(run_view(early, words, None)))


# ── the document ───────────────────────────────────────────────────────────────────────────────
def test_each_schema_is_one() -> None:
    for schema in DOCUMENT["components"]["schemas"].values():
        jsonschema_rs.meta.validate(
            {"$schema": "https://json-schema.org/draft/2020-12/schema"} | schema
        )


def test_each_reference_leads_somewhere() -> None:
    text = json.dumps(DOCUMENT)
    schemas = DOCUMENT["components"]["schemas"]
    named = set(re.findall('"#/components/schemas/([^"]+)"', text))
    assert named <= set(schemas)
    assert set(schemas) - named == set()
    assert all(re.fullmatch(r"[a-zA-Z0-9._-]+", name) for name in schemas)


def test_each_route_is_in_the_document() -> None:
    app: Litestar = application()
    served = {
        (re.sub(r":\w+}", "}", route.path), method)
        for route in app.routes
        for method in getattr(route, "methods", ())
        if method != "OPTIONS"
    }
    documented = {
        (f"/api{path}", method.upper())
        for path, item in DOCUMENT["paths"].items()
        for method in item
    }
    assert served == documented | {("/api/openapi.json", "GET")}


def test_each_procedure_is_one_of_them() -> None:
    for computation in COMPUTATIONS:
        body = DOCUMENT["components"]["schemas"][f"{computation.name}.body"]
        wanted = [p for p in PROCEDURES if options_for(computation, find_procedure(p)) is not None]
        assert list(body["discriminator"]["mapping"]) == wanted
        assert [each["$ref"] for each in body["oneOf"]] == list(
            body["discriminator"]["mapping"].values()
        )


def test_the_fields_have_the_reader_s_words() -> None:
    cases: tuple[tuple[Lang, str, str], ...] = (
        ("fr", "difficulté", "de −8 (cauchemardesque) à +8 (enfantine), 0 moyenne"),
        ("en", "difficulty", "from −8 (nightmarish) to +8 (child’s play), 0 medium"),
    )
    for lang, title, description in cases:
        schemas = document(lang, "/api")["components"]["schemas"]
        field = schemas["exil.simple.params"]["properties"]["difficulty"]
        bounds = {"type": "integer", "minimum": -20, "maximum": 20, "default": 0}
        assert field == {"title": title, "description": description} | bounds


def test_a_run_of_the_contract_is_a_request() -> None:
    run = {
        "procedure": "exil.simple",
        "params": {"talent": 14, "difficulty": -5},
        "rulings": {},
        "answers": [{"dice": [6]}],
    }
    for computation in COMPUTATIONS:
        assert validator(f"{computation.name}.body").is_valid(run)
    assert read_run(run).answers == ({"dice": [6]},)
