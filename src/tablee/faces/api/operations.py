"""The parts of a route's declaration from which litestar generates the OpenAPI document.

A route declares its summary, its parameters and its answer on its handler; this module has the
parameters, refusals, bodies and security that several routes share. All texts are French and
become the reader's in `openapi`. The module may import litestar and the problem document. It must
not know a route.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from litestar.datastructures import ResponseHeader
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import OpenAPIMediaType, Operation, Reference, RequestBody
from litestar.params import HeaderParameter, PathParameter, QueryParameter

from tablee.rules.texts.languages import LANGS

SEAT_TOKEN = [{"seat": list[str]()}]
"""Security of a route of a seat: its token."""
HOST_TOKEN: list[dict[str, list[str]]] = [{"host": []}, {}]
"""Security of a route of the host: the host's token, or nothing on the server's machine."""
CONTENT_LANGUAGE = ResponseHeader(
    name="Content-Language", value="", documentation_only=True, required=True
)
"""Header of an answer in the reader's language."""

REFUSALS = {
    400: "une demande refusée, tout entière",
    401: "un jeton qui n’ouvre pas ce siège : un autre, un jeton révoqué, ou aucun",
    403: "ce siège ne peut pas faire cela",
    404: "rien de tel que ce siège puisse voir",
    409: "la table a changé : ce dont il s’agit n’y est plus",
    413: "une demande trop longue",
    415: "autre chose que du JSON",
    429: "trop de demandes ; l’en-tête « Retry-After » dit combien de secondes attendre",
    503: "la base de données ne répond pas, ou un calcul a été arrêté",
}
"""Status -> what it means."""


def refusals(*statuses: int) -> dict[int, ResponseSpec]:
    """Return the statuses with which a route refuses, beside those of every such route.

    `openapi` adds the problem document, 400, the statuses of routes with a credential (401, 429,
    503), and those of routes with a body (413, 415, 503).
    """
    return {status: ResponseSpec(None, description=REFUSALS[status]) for status in statuses}


def body(component: type | str) -> type[Operation]:
    """Return the class of operations whose body is a record or a component of the document.

    Handlers read the body with the reader of the rules, so they have no `data` argument.
    """
    name = component if isinstance(component, str) else component.__name__
    schema = Reference(f"#/components/schemas/{name}")

    @dataclass
    class WithBody(Operation):
        def __post_init__(self) -> None:
            content = {"application/json": OpenAPIMediaType(schema)}
            self.request_body = RequestBody(content, required=True)

    return WithBody


# ── parameters ─────────────────────────────────────────────────────────────────────────────────
def query(description: str, name: str | None = None, **schema: object) -> QueryParameter:
    """Return a query parameter that is a text. `schema`: what its text may be, which the handler
    checks and litestar does not."""
    return QueryParameter(name=name, description=description, schema_extra=_text(schema))


def header(description: str, name: str, **schema: object) -> HeaderParameter:
    """Return a header that is a text."""
    return HeaderParameter(name=name, description=description, schema_extra=_text(schema))


def _text(schema: dict[str, object]) -> dict[str, object]:
    return {"one_of": None, "type": "string"} | schema


NATURAL = "^[0-9]{1,9}$"
LANG = QueryParameter(
    annotation=str | None,
    default=None,
    required=False,
    description="la langue ; sans elle, celle de l’en-tête « Accept-Language », puis le français",
    schema_extra=_text({"enum": list(LANGS)}),
)
"""Parameter of every route."""
Table = Annotated[
    str,
    PathParameter(description="l’identifiant de la campagne, dans l’adresse de ses pages"),
]
Seat = Annotated[
    str, PathParameter(description="l’identifiant du siège, dans l’adresse de sa page")
]
RunId = Annotated[str, PathParameter(description="l’identifiant du jet")]
By = Annotated[
    str | None,
    query("les champs du résultat que l’on garde, séparés par des virgules ; sans eux, tous"),
]
OfGame = Annotated[str | None, query("ce que ce jeu seul a")]
