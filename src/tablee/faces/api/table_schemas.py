"""The components of a table in the OpenAPI document.

Acts come from their registry, sheets and events of the campaign record from the games, the bodies
of requests from their records. The module may import acts, games, records and words. It must not
know a single act.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from tablee.faces.api.campaign_routes import LeaderCredentialRequest
from tablee.faces.api.credential_routes import CredentialRequest, RevocationRequest
from tablee.faces.api.schema_components import Document, components_of, ref
from tablee.rules.game import Game
from tablee.rules.registry import games
from tablee.rules.sheet import characters_of, kinds_of, sheets_of
from tablee.rules.texts.words import Words
from tablee.table.acts.act import Act
from tablee.table.acts.act_registry import ACTS
from tablee.table.acts.change_record import by_hand
from tablee.table.export.export_file import FORMATS, NUMBER
from tablee.table.hosting import NewCampaign

REF = "#/components/schemas/"
BODIES = (CredentialRequest, RevocationRequest, LeaderCredentialRequest, NewCampaign)
"""Records that routes read from a body."""


def act_schemas(words: Words) -> Iterator[tuple[str, Document]]:
    """Yield (component, schema): `act.NAME` of every act, and `Act`, any of them."""
    refs = {name: f"{REF}act.{name}" for name in ACTS}
    for name, act in ACTS.items():
        yield f"act.{name}", _act(act, words)
    yield (
        "Act",
        {
            "oneOf": [{"$ref": ref} for ref in refs.values()],
            "discriminator": {"propertyName": "type", "mapping": refs},
        },
    )


def _act(act: type[Act], words: Words) -> Document:
    _, components = msgspec.json.schema_components([act])
    schema: Document = components[act.__name__]
    about = words.text(act.about)
    if act.permission == "leader":
        about = f"{about} {words.text('À qui mène.')}"
    schema |= {"title": act.type_name(), "description": about}
    properties: Document = schema["properties"]
    for name, field in properties.items():
        if name != "type":
            field["description"] = words.text(field["description"])
    for name, found in act.schemas.items():
        refs = [{"$ref": REF + each} for component in found for each in _components(component)]
        properties[name] = {"description": properties[name]["description"], "anyOf": refs}
    return schema


def _components(name: str) -> list[str]:
    """Return the component of a name, or that of each game."""
    game, _, part = name.partition(".")
    return [f"{each.id}.{part}" for each in _playable()] if game == "GAME" else [name]


def _playable() -> list[Game]:
    """Return the games with sheets: those that a table can play."""
    return [game for game in games() if kinds_of(game)]


def record_schemas(words: Words) -> Iterator[tuple[str, Document]]:
    """Yield (component, schema): `GAME.sheet`, a sheet of any kind, and `GAME.event`, an event of
    the campaign record that may be recorded by hand."""
    for game in _playable():
        own = Words(game, words.lang)
        yield f"{game.id}.sheet", sheets_of(game).json_schema(own)
        yield f"{game.id}.event", by_hand(game).json_schema(own)


def table_schemas(words: Words) -> Document:
    """Return the components of a table that depend on the games: campaigns, acts, sheets, files."""
    found = components_of(BODIES, words)
    campaign = found["NewCampaign"]["properties"]
    playable = [game for game in games() if characters_of(game)]
    campaign["game"] = {"enum": [game.id for game in playable]}
    campaign["rulings"]["anyOf"] = [ref(f"{game.id}.rulings") for game in playable]
    found["Chances"] = {"oneOf": [ref("Law"), ref("Advised")]}
    return found | _files(words) | dict(act_schemas(words)) | dict(record_schemas(words))


def _files(words: Words) -> Document:
    """Return the components of exported files (see `tablee.table.export.export_file`)."""
    fields: Document = {
        "format": {"enum": list(FORMATS)},
        "number": {"const": NUMBER},
        "sha256": {"type": "string"},
        "content": {"type": "object"},
    }
    description = words.text("un fichier, pour « tablee verify » et « tablee import »")
    sealed: Document = {
        "type": "object",
        "description": description,
        "required": list(fields),
        "additionalProperties": False,
    }
    only = {"format": {"const": FORMATS[0]}}
    return {
        "Export": {**sealed, "properties": fields},
        "CampaignFile": {**sealed, "properties": fields | only},
    }
