"""The OpenAPI 3.1 document: litestar generates the paths, msgspec and the games the components.

Components of a procedure: `ID.params`, `ID.result`, `ID.run` (the body of `resolve`), `ID.odds`,
`ID.advise`, `ID.simulate` (bodies with options), `ID.law`, `ID.sample` (answers); of a game:
`GAME.rulings`. The API refuses every body that its component refuses. It may also refuse (400) a
well-formed body for a reason that only the rule knows. The module may import the API's routes. It
must not know a single procedure.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from importlib import metadata
from typing import TYPE_CHECKING, Any, get_args

import msgspec
from litestar import Litestar, Router
from litestar.openapi import OpenAPIConfig
from litestar.plugins import OpenAPISchemaPlugin
from litestar.typing import FieldDefinition

from tablee.faces.api.answer_types import INNER
from tablee.faces.api.campaign_routes import CAMPAIGNS
from tablee.faces.api.computations import TimedComputations, compute_in_worker
from tablee.faces.api.operations import LANG, REFUSALS
from tablee.faces.api.options import COMPUTATIONS, options_for
from tablee.faces.api.problems import PROBLEM
from tablee.faces.api.rule_routes import rule_routes
from tablee.faces.api.schema_components import Document, components_of, in_words, ref
from tablee.faces.api.seat_routes import seat_routes
from tablee.faces.api.table_schemas import table_schemas
from tablee.faces.descriptions import about
from tablee.faces.sheet_files import ready_made
from tablee.rules.game import Game
from tablee.rules.procedure import Procedure
from tablee.rules.readings.simulate import Way
from tablee.rules.registry import games
from tablee.rules.schema import fields_of, record_schema
from tablee.rules.sheet import kinds_of
from tablee.rules.texts.languages import Lang
from tablee.rules.texts.words import Words

if TYPE_CHECKING:
    from litestar._openapi.schema_generation import SchemaCreator
    from litestar.openapi.spec import Schema

WAYS = (
    "comment l’échantillon est fait ; arrays : tous les états sont explorés d’avance, et les jets tirés "
    "en bloc dans leurs tableaux ; runs : chaque jet est joué jusqu’au bout"
)
"""The values of `way` in the answer of `simulate`."""
SECURITY: Document = {
    "seat": {
        "type": "http",
        "scheme": "bearer",
        "description": "le jeton d’un siège : la page « La campagne » le montre une fois, et le "
        "révoque",
    },
    "host": {
        "type": "http",
        "scheme": "bearer",
        "description": "depuis la machine du serveur, rien ; d’ailleurs, le secret donné au serveur "
        "par TABLEE_HOST_TOKEN",
    },
}
"""Credentials of a seat and of the host."""
REFUSAL_HEADERS: Document = {
    "401": {"headers": {"WWW-Authenticate": {"schema": {"type": "string"}}}},
    "429": {"headers": {"Retry-After": {"schema": {"type": "integer", "minimum": 1}}}},
}
"""Status -> the headers of its problem document."""
Kind = type[Procedure[Any]]
CHANCE = "^(0|1|[1-9][0-9]*/[1-9][0-9]*)$"
MOST_FACES = 10_000


def document(lang: Lang, base: str) -> Document:
    """Return the document in a language; `base`: the address at which the API is mounted."""
    words = Words(None, lang)
    paths, records = declared()
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Tablée",
            "version": metadata.version("tablee"),
            "description": _description(words),
        },
        "servers": [{"url": base or "/"}],
        "paths": _with_names(in_words(paths, words)),
        "components": {
            "schemas": _schemas(records, words),
            "securitySchemes": in_words(SECURITY, words),
        },
    }


# ── routes ─────────────────────────────────────────────────────────────────────────────────────
def declared_routes(computing: TimedComputations) -> Router:
    """Return the routes of the document; `computing` does the computations."""
    return Router(
        "/",
        route_handlers=[rule_routes(computing), seat_routes(computing), CAMPAIGNS],
        parameters={"lang": LANG},
    )


class RecordNames(OpenAPISchemaPlugin):
    """A plugin that refers to records by name.

    msgspec makes their schemas, because litestar's omit `additionalProperties` and the texts."""

    def __init__(self) -> None:
        self.records: set[type] = set()

    def is_plugin_supported_field(self, field_definition: FieldDefinition) -> bool:
        return field_definition.is_subclass_of(msgspec.Struct)

    def to_openapi_schema(
        self, field_definition: FieldDefinition, schema_creator: SchemaCreator
    ) -> Schema:
        self.records.add(field_definition.annotation)
        return schema_creator.create_component_schema(
            field_definition, required=[], property_fields={}
        )


@functools.cache
def declared() -> tuple[Document, tuple[type, ...]]:
    """Return the paths that litestar generates, with French texts, and the records in them."""
    names = RecordNames()
    config = OpenAPIConfig(
        "",
        "",
        use_handler_docstrings=False,
        operation_id_creator=lambda handler, *_: handler.handler_name,
    )
    app = Litestar(
        [declared_routes(TimedComputations(compute_in_worker, 0))],
        openapi_config=config,
        plugins=[names],
        logging_config=None,
    )
    paths = app.openapi_schema.to_schema()["paths"]
    for path in paths.values():
        for operation in path.values():
            _complete(operation)
    return paths, tuple(sorted(names.records, key=lambda record: record.__name__))


def _complete(operation: Document) -> None:
    """Add the refusals that follow from an operation's credential and body, their documents and
    headers, and the description of a good answer where the route has none."""
    responses = operation["responses"]
    statuses = {400, *((401, 429, 503) if "security" in operation else ())}
    statuses |= {413, 415, 503} if "requestBody" in operation else set()
    responses |= {str(status): {"description": REFUSALS[status]} for status in statuses}
    for status, response in responses.items():
        if int(status) >= 400:
            response["content"] = {PROBLEM: {"schema": ref("Problem")}}
            response |= REFUSAL_HEADERS.get(status, {})
        elif response["description"] == HTTPStatus(int(status)).description:
            response["description"] = "la réponse"


def _with_names(paths: Document) -> Document:
    """Return the paths with the names of games, procedures and sheets that parameters allow."""
    every = games()
    allowed = {
        "game": [game.id for game in every],
        "procedure": [procedure.id for game in every for procedure in game.procedures],
        "sheet": [name for game in every for name in ready_made(game)],
    }
    for path in paths.values():
        for operation in path.values():
            for parameter in operation["parameters"]:
                if parameter["name"] in allowed:
                    parameter["schema"]["enum"] = allowed[parameter["name"]]
    return paths


def _description(words: Words) -> str:
    return "\n\n".join(
        (
            words.text(
                "Les règles des jeux, calculées. Un jet est une procédure, ses paramètres, les choix "
                "de campagne et les réponses déjà données ; le même jet donne toujours la même suite."
            ),
            words.text(
                "Ce qu’un schéma refuse est refusé. Ce qu’il permet est bien formé, et peut encore "
                "être refusé (400) quand seule la règle peut le dire : deux paramètres qui ne vont "
                "pas ensemble, une face impossible, une option qui n’est pas offerte, la borne haute "
                "d’une fraction écrite « a/b »."
            ),
            words.text(
                "Un nombre entier s’écrit sans point ni exposant ; un nom ne vient qu’une fois dans "
                "un objet."
            ),
        )
    )


# ── components ─────────────────────────────────────────────────────────────────────────────────
def _schemas(records: tuple[type, ...], words: Words) -> Document:
    forms = _answers(words)
    each = [ref(f"answer.{name}") for name in forms]
    description = words.text("ce qui est déjà répondu, dans l’ordre demandé")
    answers = {"description": description, "type": "array", "items": {"oneOf": each}}
    found = components_of((*records, *INNER), words) | table_schemas(words)
    found["Answers"] = answers
    found |= {f"answer.{name}": schema for name, schema in forms.items()}
    bodies: Document = {each.name: {} for each in COMPUTATIONS}
    answered: Document = {"law": {}, "sample": {}}
    results: Document = {}
    for game in games():
        own = Words(game, words.lang)
        found[f"{game.id}.rulings"] = record_schema(game.rulings, own)
        for kind in game.procedures:
            schemas = dict(_procedure(kind, game, own))
            found |= {f"{kind.id}.{part}": schema for part, schema in schemas.items()}
            results[kind.id] = ref(f"{kind.id}.result")
            for name, chosen in (bodies | answered).items():
                part = "run" if name == "resolve" else name
                if part in schemas:
                    chosen[kind.id] = f"#/components/schemas/{kind.id}.{part}"
    found |= {f"{name}.body": _by_procedure(refs) for name, refs in bodies.items()}
    found["Law"], found["Sample"] = (_by_procedure(answered[name]) for name in ("law", "sample"))
    found["Sheet"] = {"oneOf": [ref(f"{game.id}.sheet") for game in games() if kinds_of(game)]}
    found["Played"] = {"oneOf": [ref("Waiting"), ref("Done")]}
    found["Advised"] = {"oneOf": [ref("Advice"), ref("AdviceAtOnce")]}
    found["Done"]["properties"]["result"] = {"anyOf": list(results.values())}
    return found


def _by_procedure(refs: Mapping[str, str]) -> Document:
    return {
        "oneOf": [{"$ref": ref} for ref in refs.values()],
        "discriminator": {"propertyName": "procedure", "mapping": dict(refs)},
    }


def _procedure(kind: Kind, game: Game, words: Words) -> Iterator[tuple[str, Document]]:
    """Yield (part, schema) of the components of a procedure."""
    title, description = words.label(kind.id), about(kind, words)
    yield "params", {"title": title} | record_schema(kind, words)
    yield "result", _result(kind, words)
    run = _run(kind, game)
    named = {"title": title} | ({"description": description} if description else {})
    for computation in COMPUTATIONS:
        options = options_for(computation, kind)
        if options is not None:
            own = {
                option.name: {"description": words.text(option.help)}
                | option.shape.json_schema(words)
                | ({} if option.default is None else {"default": option.default})
                for option in options
            }
            needed = [name for name, field in fields_of(kind).items() if field.required]
            required = ["procedure", "params"] if needed else ["procedure"]
            part = "run" if computation.name == "resolve" else computation.name
            yield part, named | _object(run | own, required)
    named_run = ["procedure", "params"]
    law = {"p": {"type": "string", "pattern": CHANCE}}
    yield "law", _object(run | _distribution(kind, law), [*named_run, "distribution"])
    whole = {"type": "integer", "minimum": 0}
    share = {"type": "number", "minimum": 0, "maximum": 1}
    counted = {"count": whole, "p": share, "low": share, "high": share}
    way = {"description": words.text(WAYS), "type": "string", "enum": list(get_args(Way))}
    made = {"n": whole, "seed": whole, "way": way}
    sample = made | _distribution(kind, counted)
    yield "sample", _object(run | sample, [*named_run, *sample])


def _result(kind: Kind, words: Words) -> Document:
    """Return the schema of a result: all fields or those named by `by`, hidden ones as placeholders."""
    schema = record_schema(kind.result_type(), words)
    for name, texts in kind.placeholder_texts.items():
        schema["properties"][name] = {"anyOf": [schema["properties"][name], {"enum": list(texts)}]}
    partly = words.text(
        "Les champs que « by » laisse de côté, ou que le siège ne voit pas, manquent."
    )
    return schema | {"required": [], "description": partly}


def _run(kind: Kind, game: Game) -> Document:
    return {
        "procedure": {"const": kind.id},
        "params": ref(f"{kind.id}.params"),
        "rulings": ref(f"{game.id}.rulings"),
        "answers": ref("Answers"),
    }


def _distribution(kind: Kind, columns: Document) -> Document:
    row = {"result": ref(f"{kind.id}.result"), **columns}
    return {"distribution": {"type": "array", "minItems": 1, "items": _object(row, list(row))}}


def _answers(words: Words) -> Document:
    """Return kind of answer -> its schema."""
    face = {"type": "integer"}
    chosen: Document = {
        "anyOf": [
            {"type": ["string", "integer", "boolean", "null"]},
            {"type": "array", "items": {"type": "string"}},
            {"type": "object", "properties": {"texte": {"type": "string"}}, "required": ["texte"]},
        ]
    }
    forms = {
        "dice": (
            words.text("les faces d’un jet, telles que les dés les montrent, dans l’ordre"),
            {"type": "array", "items": face, "maxItems": MOST_FACES},
        ),
        "choose": (
            words.text(
                "la réponse à un choix : une option, un nombre, une liste d’options, un texte"
            ),
            chosen,
        ),
        "together": (
            words.text("les réponses à des choix simultanés, dans l’ordre"),
            {"type": "array", "items": chosen, "minItems": 1},
        ),
    }
    return {
        name: _object({name: {"description": description} | schema}, [name])
        for name, (description, schema) in forms.items()
    }


def _object(properties: Document, required: list[str]) -> Document:
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }
