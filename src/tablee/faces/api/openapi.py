"""The OpenAPI 3.1 document, generated from the declarations.

Components of a procedure: `ID.params`, `ID.result`, `ID.run` (what `resolve` takes), `ID.odds`,
`ID.advise`, `ID.simulate` (a run with the options of those), `ID.law`, `ID.sample` (what is
answered); of a game: `GAME.rulings`. What these refuse is refused; what they allow is well formed
and may still be refused (400) where only the rule can tell.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import metadata
from typing import Any

from tablee.faces.api.answer_types import answer_schemas
from tablee.faces.api.options import COMPUTATIONS, Computation, options_for
from tablee.faces.api.problems import PROBLEM
from tablee.faces.api.schema_components import ref
from tablee.faces.api.table_paths import security_schemes, table_paths, table_schemas
from tablee.faces.descriptions import about
from tablee.faces.sheet_files import ready_made
from tablee.rules.game import Game
from tablee.rules.procedure import Procedure
from tablee.rules.registry import games
from tablee.rules.schema import fields_of, record_schema
from tablee.rules.sheet import kinds_of
from tablee.rules.words import LANGS, Lang, Words

Json = dict[str, Any]
Kind = type[Procedure[Any]]
CHANCE = "^(0|1|[1-9][0-9]*/[1-9][0-9]*)$"
MOST_FACES = 10_000


def document(lang: Lang, base: str) -> Json:
    """The document in a language; `base`: the address at which the API is mounted."""
    words = Words(None, lang)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Tablée",
            "version": metadata.version("tablee"),
            "description": _description(words),
        },
        "servers": [{"url": base or "/"}],
        "paths": _paths(words),
        "components": {"schemas": _schemas(words), "securitySchemes": security_schemes(words)},
    }


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


# ── addresses ──────────────────────────────────────────────────────────────────────────────────
def _paths(words: Words) -> Json:
    every = games()
    ids = [procedure.id for game in every for procedure in game.procedures]
    of_game = _parameter(
        "game", "query", [game.id for game in every], words.text("ce que ce jeu seul a")
    )
    ready = [name for game in every for name in ready_made(game)]
    made = _parameter("sheet", "path", ready, words.text("le nom d’une fiche prête à jouer"))
    named = _parameter("procedure", "path", ids, words.text("le nom d’une procédure"))
    return {
        "/games": _got("games", words.text("Les jeux"), words, "Games"),
        "/procedures": _got(
            "procedures",
            words.text("Les procédures d’un jeu, ou de tous"),
            words,
            "Procedures",
            of_game,
        ),
        "/procedures/{procedure}": _got(
            "procedure",
            words.text("Une procédure, telle qu’elle est déclarée"),
            words,
            "Procedure",
            named,
        ),
        "/sheets": _got(
            "sheets",
            words.text("Les fiches prêtes à jouer d’un jeu, ou de tous les jeux."),
            words,
            "Sheets",
            of_game,
        ),
        "/sheets/{sheet}": _got(
            "sheet", words.text("Une fiche prête à jouer"), words, "Sheet", made
        ),
        **{f"/{each.name}": {"post": _posted(each, words)} for each in COMPUTATIONS},
        **table_paths(words, _lang(words)),
    }


def _parameter(name: str, place: str, values: list[str], told: str) -> Json:
    schema = {"type": "string", "enum": values}
    return {
        "name": name,
        "in": place,
        "required": place == "path",
        "description": told,
        "schema": schema,
    }


def _lang(words: Words) -> Json:
    told = words.text(
        "la langue ; sans elle, celle de l’en-tête « Accept-Language », puis le français"
    )
    return _parameter("lang", "query", list(LANGS), told)


def _got(name: str, summary: str, words: Words, answer: str, parameter: Json | None = None) -> Json:
    own = [] if parameter is None else [parameter]
    missing = {404: words.text("rien de ce nom")} if own and own[0]["in"] == "path" else {}
    return {
        "get": {
            "operationId": name,
            "summary": summary,
            "parameters": [*own, _lang(words)],
            "responses": _responses(answer, words, missing),
        }
    }


def _posted(computation: Computation, words: Words) -> Json:
    summary, answer = {
        "resolve": (
            words.text("Un jet joué avec ses réponses, ou ce qui est demandé ensuite"),
            "Played",
        ),
        "odds": (words.text("Les chances exactes de chaque résultat de ce qui suit"), "Law"),
        "advise": (words.text("Ce que vaut chaque option du prochain choix"), "Advised"),
        "simulate": (words.text("Les mêmes chances par échantillon"), "Sample"),
    }[computation.name]
    others = {
        413: words.text("une demande trop longue"),
        415: words.text("autre chose que du JSON"),
        503: words.text("un calcul arrêté"),
    }
    body = {"schema": ref(f"{computation.name}.body")}
    return {
        "operationId": computation.name,
        "summary": summary,
        "parameters": [_lang(words)],
        "requestBody": {"required": True, "content": {"application/json": body}},
        "responses": _responses(answer, words, others),
    }


def _responses(answer: str, words: Words, others: Mapping[int, str]) -> Json:
    good = {
        "description": words.text("la réponse"),
        "headers": {"Content-Language": {"schema": {"type": "string", "enum": list(LANGS)}}},
        "content": {"application/json": {"schema": ref(answer)}},
    }
    refused = {400: words.text("une demande refusée, tout entière"), **others}
    problem = {PROBLEM: {"schema": ref("Problem")}}
    told = {
        str(status): {"description": text, "content": problem} for status, text in refused.items()
    }
    return {"200": good, **told}


# ── components ─────────────────────────────────────────────────────────────────────────────────
def _schemas(words: Words) -> Json:
    forms = _answers(words)
    each = [ref(f"answer.{name}") for name in forms]
    told = words.text("ce qui est déjà répondu, dans l’ordre demandé")
    answers = {"description": told, "type": "array", "items": {"oneOf": each}}
    found = answer_schemas(words) | table_schemas(words) | {"Answers": answers}
    found |= {f"answer.{name}": schema for name, schema in forms.items()}
    bodies: dict[str, Json] = {each.name: {} for each in COMPUTATIONS}
    answered: dict[str, Json] = {"law": {}, "sample": {}}
    results: Json = {}
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


def _by_procedure(refs: Mapping[str, str]) -> Json:
    return {
        "oneOf": [{"$ref": ref} for ref in refs.values()],
        "discriminator": {"propertyName": "procedure", "mapping": dict(refs)},
    }


def _procedure(kind: Kind, game: Game, words: Words) -> Iterator[tuple[str, Json]]:
    """(part, schema) of the components of a procedure."""
    title, told = words.label(kind.id), about(kind, words)
    yield "params", {"title": title} | record_schema(kind, words)
    yield "result", _result(kind, words)
    run = _run(kind, game)
    named = {"title": title} | ({"description": told} if told else {})
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
    asked = ["procedure", "params"]
    law = {"p": {"type": "string", "pattern": CHANCE}}
    yield "law", _object(run | _distribution(kind, law), [*asked, "distribution"])
    whole = {"type": "integer", "minimum": 0}
    share = {"type": "number", "minimum": 0, "maximum": 1}
    counted = {"count": whole, "p": share, "low": share, "high": share}
    sample = {"n": whole, "seed": whole} | _distribution(kind, counted)
    yield "sample", _object(run | sample, [*asked, *sample])


def _result(kind: Kind, words: Words) -> Json:
    """The result, or that part of it that was asked for, as it is or as a seat sees it."""
    schema = record_schema(kind.result_type(), words)
    for name, texts in kind.placeholder_texts.items():
        schema["properties"][name] = {"anyOf": [schema["properties"][name], {"enum": list(texts)}]}
    partly = words.text(
        "Les champs que « by » laisse de côté, ou que le siège ne voit pas, manquent."
    )
    return schema | {"required": [], "description": partly}


def _run(kind: Kind, game: Game) -> Json:
    return {
        "procedure": {"const": kind.id},
        "params": ref(f"{kind.id}.params"),
        "rulings": ref(f"{game.id}.rulings"),
        "answers": ref("Answers"),
    }


def _distribution(kind: Kind, columns: Json) -> Json:
    row = {"result": ref(f"{kind.id}.result"), **columns}
    return {"distribution": {"type": "array", "minItems": 1, "items": _object(row, list(row))}}


def _answers(words: Words) -> Json:
    """Kind of answer -> its schema."""
    face = {"type": "integer"}
    chosen: Json = {
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
        name: _object({name: {"description": told} | schema}, [name])
        for name, (told, schema) in forms.items()
    }


def _object(properties: Json, required: list[str]) -> Json:
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }
