"""The routes of the live table fuzzed by schemathesis from the application's own document: as the
leader, as a player and as the host."""

from __future__ import annotations

import copy
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import Case, GenerationMode
from schemathesis.config import SchemathesisConfig
from schemathesis.specs.openapi.schemas import OpenApiSchema

from tests.faces.api.serving import DOCUMENT
from tests.faces.api.test_fuzz import CHECKS
from tests.kit import acts
from tests.server.served import Served, serving, token_of
from tests.table.evening import LEADER, TABLE, Table, set_up

GAME = "loss"
EVENTS = ("retrait", "avance", "scene", "du")
OTHERS = ("exil", "armes_dieux", "eclats", "socle")
"""Their sheets and events are left out (they are refused at this table), and most events of its own:
of their edges there are too many for here."""


OF_OTHERS = re.compile(f"/({'|'.join(OTHERS)})[.]")


def narrow() -> dict[str, Any]:
    """The document for the routes of tables, with the sheets and events of one game."""
    document = copy.deepcopy(DOCUMENT)
    document["paths"] = {
        path: item
        for path, item in document["paths"].items()
        if path.startswith(("/tables", "/campaigns")) and not path.endswith("/stream")
    }
    schemas = document["components"]["schemas"]
    for name in list(schemas):
        if name.startswith(OTHERS):
            del schemas[name]
    _without(schemas)
    events = schemas[f"{GAME}.event"]["oneOf"]
    schemas[f"{GAME}.event"]["oneOf"] = [
        each for each in events if each["properties"]["type"]["const"] in EVENTS
    ]
    return document


def _without(value: Any) -> None:
    """Leave out, wherever one of several is meant, what other games have."""
    if isinstance(value, list):
        value[:] = [each for each in value if not _of_others(each)]
    for each in value.values() if isinstance(value, dict) else value:
        if isinstance(each, dict | list):
            _without(each)


def _of_others(value: Any) -> bool:
    return isinstance(value, dict) and OF_OTHERS.search(str(value.get("$ref", ""))) is not None


def loaded(seat: str, *, coverage: bool) -> OpenApiSchema:
    given = {
        "headers": {"Authorization": f"Bearer {token_of(seat)}"},
        "parameters": {"path.table": TABLE, "path.seat": seat, "path.run": "j1"},
    }
    schema = schemathesis.openapi.from_dict(narrow(), config=SchemathesisConfig.from_dict(given))
    schema.config.phases.coverage.enabled = coverage
    schema.config.phases.fuzzing.enabled = not coverage
    return schema


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with serving() as running:
        yield running


FRAME: dict[str, Any] = {
    "procedure": "loss.action",
    "params": {"trait": "Empathie", "talent": "Escalade"},
    "cast": {},
    "to": ["kordan"],
}


@cache
def laid() -> Table:
    """A table with a scene, a throw (`j1`) and a choice (`j2`) that `j1` is waited for, a note."""
    table = set_up(GAME)
    table.does(LEADER, acts.BeginScene(title="Le quai"))
    for decides in (False, True):
        table.does(LEADER, acts.RequestRun(**FRAME, decides=decides))
    table.does("j1", acts.Note(text="Une note."))
    return table


calm = settings(max_examples=40, suppress_health_check=list(HealthCheck))
leading = loaded(LEADER, coverage=False)
playing = loaded("j1", coverage=False)
edges = loaded(LEADER, coverage=True)
KNOWN = {
    "run": ("j1", "j2"),
    "place": (0, 0),
    "seat": ("j1", "j2"),
    "character": ("kordan", "veilleur"),
}
"""What there is at the table: most of what is made up is not."""


def known(body: dict[str, Any]) -> dict[str, Any]:
    """A body about things that there are, every other time."""
    size = len(str(body))
    found = {name: KNOWN[name][size // 2 % 2] for name in KNOWN if name in body}
    if "procedure" in body:
        found |= FRAME | {"decides": False}
    return {**body, **found} if size % 2 else body


def fuzz(served: Served, case: Case[Any]) -> int:
    """Send a request, check the answer against the document and return its status."""
    served.lay(laid())
    mode = case.meta and case.meta.generation.mode
    if mode == GenerationMode.POSITIVE and isinstance(case.body, dict):
        case.body = known(case.body)
    answer = case.call_and_validate(base_url=f"{served.address}/api", checks=CHECKS)
    return answer.status_code


@leading.parametrize()
@calm
def test_leading(served: Served, case: Case[Any]) -> None:
    fuzz(served, case)


@playing.parametrize()
@calm
def test_playing(served: Served, case: Case[Any]) -> None:
    fuzz(served, case)


@pytest.fixture
def statuses() -> Iterator[dict[str, set[int]]]:
    """What each path of a test answers: some of what is made up gets through, acts are refused in
    every way. Of one operation, since a file's tests need not be run by one process."""
    seen: dict[str, set[int]] = defaultdict(set)
    yield seen
    for path, found in seen.items():
        if path != "/campaigns/import":  # no file is made up so well
            assert found & {200, 201, 204}, path
        if path.endswith("/acts"):
            assert found >= {400, 403, 409}, path


@edges.parametrize()
@calm
def test_edges(served: Served, statuses: dict[str, set[int]], case: Case[Any]) -> None:
    statuses[case.path].add(fuzz(served, case))
