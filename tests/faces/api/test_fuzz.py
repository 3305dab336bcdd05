"""The API fuzzed by schemathesis from its own document: right and wrong requests of its making.

The boundaries of every parameter are tried for one procedure of each game (of all they are some
hundred thousand requests; `test_schemas` tries all procedures in its own way), requests at random
for all. The routes of tables have a file of their own.
"""

from __future__ import annotations

import copy
from typing import Any

import schemathesis
from hypothesis import HealthCheck, settings
from litestar import get
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.config import SchemathesisConfig
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)
from schemathesis.specs.openapi.schemas import OpenApiSchema

from tests.faces.api.serving import DOCUMENT, application, on_the_spot

CHECKS = [
    not_a_server_error,
    negative_data_rejection,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
EDGES = ("exil.fall", "loss.echec", "armes_dieux.jet", "eclats.test", "socle.magie")
"""Their parameters have all shapes: rationals, objects of free names, beliefs, lists, switches."""


@get("/edges.json", sync_to_thread=False)
def edges() -> dict[str, Any]:
    """The document, for some procedures only."""
    narrow = copy.deepcopy(DOCUMENT)
    narrow["paths"] = {
        path: item
        for path, item in narrow["paths"].items()
        if not path.startswith(("/tables", "/campaigns"))
    }
    for schema in narrow["components"]["schemas"].values():
        named = schema.get("discriminator", {}).get("mapping", {})
        if schema.get("discriminator", {}).get("propertyName") == "procedure":
            kept = {name: ref for name, ref in named.items() if name in EDGES}
            schema["oneOf"] = [{"$ref": ref} for ref in kept.values()]
            schema["discriminator"]["mapping"] = kept
    return narrow


def loaded(path: str, *, coverage: bool, fuzzing: bool) -> OpenApiSchema:
    config = SchemathesisConfig()
    app = application(on_the_spot(0.1), edges)
    schema = schemathesis.openapi.from_asgi(path, app, config=config)
    schema.config.phases.coverage.enabled = coverage
    schema.config.phases.fuzzing.enabled = fuzzing
    return schema


at_edges = loaded("/edges.json", coverage=True, fuzzing=False)
at_random = loaded("/api/openapi.json", coverage=False, fuzzing=True).exclude(
    path_regex="^/(tables|campaigns)"
)
calm = settings(max_examples=40, suppress_health_check=list(HealthCheck))


@at_edges.parametrize()
@calm
def test_edges(case: Case[Any]) -> None:
    case.call_and_validate(checks=CHECKS)


@at_random.parametrize()
@calm
def test_at_random(case: Case[Any]) -> None:
    case.call_and_validate(checks=CHECKS)
