"""The OpenAPI document of the live table: its addresses, what they take, how they refuse."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from tablee.faces.api.act_schemas import act_schemas, kept_schemas
from tablee.faces.api.campaign_routes import Campaigns, Made, WantedByHost
from tablee.faces.api.credential_routes import Given, Revoked, Unwanted, Wanted
from tablee.faces.api.problems import PROBLEM
from tablee.faces.api.schema_components import components_of, ref
from tablee.rules.registry import games
from tablee.rules.sheet import characters_of
from tablee.rules.words import LANGS, Words
from tablee.table.acts.request_run import RequestRun
from tablee.table.export.export_file import FORMATS, NUMBER
from tablee.table.hosting import NewCampaign
from tablee.table.views.dice_tallies import EveningDice
from tablee.table.views.view_types import TableView

Json = dict[str, Any]
SECURITY = "seat"
HOST = "host"
DECLARED = (TableView, EveningDice, Given, Revoked, Campaigns, Made)
"""Answers; they have no field that is not told."""
BODIES = (Wanted, Unwanted, WantedByHost, NewCampaign)


class Operation(msgspec.Struct, frozen=True, kw_only=True):
    """One address: how it is asked, what it answers. `host`: for whoever runs the server; `stale`:
    it may be refused because the table has moved on; `mine`: because it is not the seat's to do;
    `brief`: it may be answered without anything; `headers`: name -> (what it is for, its
    pattern)."""

    name: str
    method: str
    path: str
    summary: str
    answer: str
    body: str = ""
    query: Mapping[str, str] = {}
    status: int = 200
    media: str = "application/json"
    host: bool = False
    stale: bool = False
    mine: bool = False
    missing: bool = False
    brief: bool = False
    headers: Mapping[str, tuple[str, str]] | UnsetType = UNSET


SEAT = "/tables/{table}/{seat}"
LAST_SEEN = {"Last-Event-ID": ("la dernière vue reçue : on ne la renvoie pas", "^[0-9a-f]{0,64}$")}
KEY = {
    "Idempotency-Key": (
        "un nom de votre choix pour cet acte : envoyé deux fois sous le même nom, il n’est fait "
        "qu’une fois ; un autre acte sous ce nom est refusé",
        "^[\\x21-\\x7e]{1,64}$",
    ),
    "Prefer": (
        "« return=minimal » (RFC 7240) : sans la vue, que le flux apporte",
        "",
    ),
}
BY = {"by": "les champs du résultat que l’on garde, séparés par des virgules ; sans eux, tous"}
OPERATIONS: Sequence[Operation] = (
    Operation(
        name="table",
        method="get",
        path=SEAT,
        summary="La table, telle que ce siège la voit",
        answer="TableView",
        query={
            "avant": "l’histoire d’avant cette place",
            "cherche": "seulement ce qui contient ce texte",
        },
    ),
    Operation(
        name="act",
        method="post",
        path=f"{SEAT}/acts",
        summary="Faire un acte ; la vue à laquelle il mène",
        answer="TableView",
        body="Act",
        stale=True,
        mine=True,
        brief=True,
        headers=KEY,
    ),
    Operation(
        name="stream",
        method="get",
        path=f"{SEAT}/stream",
        summary="Un flux d’événements : la vue entière, chaque fois qu’elle change pour ce siège",
        answer="",
        media="text/event-stream",
        headers=LAST_SEEN,
    ),
    Operation(
        name="chances",
        method="get",
        path=f"{SEAT}/chances/{{run}}",
        summary="Les chances du lancer qu’un jet attend, ou ce que vaut chaque réponse à son choix",
        answer="Chances",
        query={
            **BY,
            "for": "ce que l’on cherche, devant un choix ; sans lui, le but habituel",
            "index": "lequel des choix faits en même temps, par son index dans la vue ; sans lui, le "
            "premier de la place",
            "within": "« 1 » : celles de la règle à l’œuvre dans le jet, s’il y en a une : l’attaque "
            "ou le tour d’un combat, non le combat ; le tour aussi sans « 1 », si la place ne peut en "
            "savoir davantage",
        },
        missing=True,
    ),
    Operation(
        name="frame_chances",
        method="post",
        path=f"{SEAT}/chances",
        summary="Les chances d’un jet que l’on s’apprête à demander. À qui mène",
        answer="Law",
        body=f"act.{RequestRun.type_name()}",
        query=BY,
        stale=True,
        mine=True,
    ),
    Operation(
        name="dice",
        method="get",
        path=f"{SEAT}/dice",
        summary="Les dés de la soirée que ce siège a vus tomber, et ce que l’on en attend",
        answer="EveningDice",
    ),
    Operation(
        name="export",
        method="get",
        path=f"{SEAT}/export",
        summary="La campagne entière pour qui mène, les lancers à vérifier pour les autres",
        answer="Export",
        query={"part": "« campaign » ou « throws » ; sans lui, tout ce que l’on peut avoir"},
        mine=True,
    ),
    Operation(
        name="give_credential",
        method="post",
        path=f"{SEAT}/credentials",
        summary="Un nouveau lien ou jeton : le sien, ou celui de n’importe qui si l’on mène",
        answer="Given",
        body="Wanted",
        status=201,
        mine=True,
    ),
    Operation(
        name="revoke_credentials",
        method="post",
        path=f"{SEAT}/revocations",
        summary="Révoquer liens, jetons et navigateurs d’un siège",
        answer="Revoked",
        body="Unwanted",
        mine=True,
    ),
    Operation(
        name="campaigns",
        method="get",
        path="/campaigns",
        summary="Les campagnes de ce serveur",
        answer="Campaigns",
        host=True,
    ),
    Operation(
        name="open_campaign",
        method="post",
        path="/campaigns",
        summary="Ouvrir une campagne ; un lien par place",
        answer="Made",
        body="NewCampaign",
        status=201,
        host=True,
    ),
    Operation(
        name="import_campaign",
        method="post",
        path="/campaigns/import",
        summary="Reprendre une campagne d’un fichier exporté ; un lien par place",
        answer="Made",
        body="CampaignFile",
        status=201,
        host=True,
    ),
    Operation(
        name="lead",
        method="post",
        path="/campaigns/{table}/credentials",
        summary="Un nouveau lien ou jeton pour qui mène une campagne",
        answer="Given",
        body="WantedByHost",
        status=201,
        host=True,
        missing=True,
    ),
)
QUERIED: Mapping[str, Json] = {
    "avant": {"type": "string", "pattern": "^[0-9]{1,9}$"},
    "index": {"type": "string", "pattern": "^[0-9]{1,9}$"},
    "part": {"type": "string", "enum": ["campaign", "throws"]},
}
"""What a parameter may be, where that is not any text."""
PLACES = {
    "table": "l’identifiant de la campagne, dans l’adresse de ses pages",
    "seat": "l’identifiant du siège, dans l’adresse de sa page",
    "run": "l’identifiant du jet",
}


def security_schemes(words: Words) -> Json:
    """Who may ask: a seat, whoever runs the server."""
    seat = words.text(
        "le jeton d’un siège : la page « La campagne » le montre une fois, et le révoque"
    )
    host = words.text(
        "depuis la machine du serveur, rien ; d’ailleurs, le secret donné au serveur par "
        "TABLEE_HOST_TOKEN"
    )
    scheme = {"type": "http", "scheme": "bearer"}
    return {SECURITY: {**scheme, "description": seat}, HOST: {**scheme, "description": host}}


def table_paths(words: Words, lang: Json) -> Json:
    """Path -> method -> operation; `lang`: the parameter that every one has."""
    paths: Json = {}
    for each in OPERATIONS:
        paths.setdefault(each.path, {})[each.method] = _operation(each, words, lang)
    return paths


def _operation(operation: Operation, words: Words, lang: Json) -> Json:
    text = {"type": "string"}
    named = [name for name in PLACES if f"{{{name}}}" in operation.path]
    parameters = [_parameter(n, "path", words.text(PLACES[n]), text) for n in named]
    for name, told in operation.query.items():
        shape = QUERIED.get(name, text)
        parameters.append(_parameter(name, "query", words.text(told), shape))
    if operation.headers is not UNSET:
        for name, (told, pattern) in operation.headers.items():
            shape = {"type": "string", "pattern": pattern} if pattern else text
            parameters.append(_parameter(name, "header", words.text(told), shape))
    told_as: Json = {
        "operationId": operation.name,
        "summary": words.text(operation.summary),
        "security": [{HOST: []}, {}] if operation.host else [{SECURITY: []}],
        "parameters": [*parameters, lang],
        "responses": _responses(operation, words),
    }
    if operation.body:
        content = {"application/json": {"schema": ref(operation.body)}}
        told_as["requestBody"] = {"required": True, "content": content}
    return told_as


def _parameter(name: str, place: str, told: str, schema: Json) -> Json:
    return {
        "name": name,
        "in": place,
        "required": place == "path",
        "description": told,
        "schema": schema,
    }


def _responses(operation: Operation, words: Words) -> Json:
    good: Json = {"description": words.text("la réponse")}
    spoken = operation.answer == "TableView"
    if spoken:
        good["headers"] = {"Content-Language": {"schema": {"type": "string", "enum": list(LANGS)}}}
    stream = {
        "type": "string",
        "description": words.text(
            "chaque message « view » porte une vue (composant « TableView ») en JSON, et son empreinte "
            "pour identifiant ; une ligne de commentaire dit de temps en temps que tout va bien"
        ),
    }
    content = ref(operation.answer) if operation.answer else stream
    good["content"] = {operation.media: {"schema": content}}
    told = {
        400: words.text("une demande refusée, tout entière"),
        401: words.text("un jeton qui n’ouvre pas ce siège : un autre, un jeton révoqué, ou aucun"),
        429: words.text(
            "trop de demandes ; l’en-tête « Retry-After » dit combien de secondes attendre"
        ),
        503: words.text("la base de données ne répond pas, ou un calcul a été arrêté"),
    }
    if operation.body:
        told |= {
            413: words.text("une demande trop longue"),
            415: words.text("autre chose que du JSON"),
        }
    if operation.mine:
        told[403] = words.text("ce siège ne peut pas faire cela")
    if operation.missing:
        told[404] = words.text("rien de tel que ce siège puisse voir")
    if operation.stale:
        told[409] = words.text("la table a changé : ce dont il s’agit n’y est plus")
    problem = {PROBLEM: {"schema": ref("Problem")}}
    refused = {
        str(status): {"description": told[status], "content": problem} for status in sorted(told)
    }
    refused["429"]["headers"] = {"Retry-After": {"schema": {"type": "integer", "minimum": 1}}}
    refused["401"]["headers"] = {"WWW-Authenticate": {"schema": {"type": "string"}}}
    brief = {"204": {"description": words.text("c’est fait")}} if operation.brief else {}
    return {str(operation.status): good, **brief, **refused}


def table_schemas(words: Words) -> Json:
    """The components: views, acts, what is kept."""
    found = components_of((*DECLARED, *BODIES), words)
    campaign = found["NewCampaign"]["properties"]
    playable = [game for game in games() if characters_of(game)]
    campaign["game"] = {"enum": [game.id for game in playable]}
    campaign["rulings"]["anyOf"] = [ref(f"{game.id}.rulings") for game in playable]
    found["Chances"] = {"oneOf": [ref("Law"), ref("Advised")]}
    found |= _files(words)
    return found | dict(act_schemas(words)) | dict(kept_schemas(words))


def _files(words: Words) -> Json:
    """What leaves a table and comes in again: see `tablee.table.export.export_file`."""
    fields: Json = {
        "format": {"enum": list(FORMATS)},
        "number": {"const": NUMBER},
        "sha256": {"type": "string"},
        "content": {"type": "object"},
    }
    told = words.text("un fichier, pour « tablee verify » et « tablee import »")
    sealed: Json = {
        "type": "object",
        "description": told,
        "required": list(fields),
        "additionalProperties": False,
    }
    only = {"format": {"const": FORMATS[0]}}
    return {
        "Export": {**sealed, "properties": fields},
        "CampaignFile": {**sealed, "properties": fields | only},
    }
