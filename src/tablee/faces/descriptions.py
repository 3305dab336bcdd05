"""Games, ready-made sheets and procedures, described as JSON.

The command line, the API and the site share these descriptions. The module may import rules and
games. It knows no page and no seat.
"""

from __future__ import annotations

from typing import Any

from tablee.faces.messages import sentence
from tablee.faces.sheet_files import ready_made
from tablee.rules.contract_json import SheetJson
from tablee.rules.game import Game
from tablee.rules.procedure import Procedure
from tablee.rules.refusal import refuse_name
from tablee.rules.registry import games, games_named
from tablee.rules.rulings_read import rulings_read
from tablee.rules.schema import Field, fields_of, record_schema, tag_of
from tablee.rules.sheet import Sheet, sheet_view
from tablee.rules.sheet_params import roles_of
from tablee.rules.words import Lang, Words
from tablee.table.casting import own_lists, places_of


def games_view() -> dict[str, Any]:
    """Return all games."""
    return {"games": [_game_view(game) for game in games()]}


def _game_view(game: Game) -> dict[str, Any]:
    return {
        "id": game.id,
        "title": game.title,
        "leader": game.leader,
        "procedures": [procedure.id for procedure in game.procedures],
        "rulings": list(fields_of(game.rulings)),
    }


def procedures_view(game: str | None, lang: Lang) -> dict[str, Any]:
    """Return all procedures of a game, or of every game. Raises `Refusal` for an unknown game."""
    rows = [
        describe(procedure, each, Words(each, lang))
        for each in games_named(game)
        for procedure in each.procedures
    ]
    return {"procedures": rows}


def sheets_view(game: str | None, lang: Lang) -> dict[str, Any]:
    """Return the sheets of a game, or of every game. Raises `Refusal` for an unknown game."""
    rows = [
        _sheet_row(name, sheet, each, Words(each, lang))
        for each in games_named(game)
        for name, sheet in ready_made(each).items()
    ]
    return {"sheets": rows}


def _sheet_row(name: str, sheet: Sheet, game: Game, words: Words) -> dict[str, Any]:
    kind = tag_of(type(sheet))
    label = sentence(words, words.label(kind, "fiche"))
    return {"name": name, "jeu": game.id, "type": kind, "label": label, "nom": sheet.nom}


def sheet_made(name: str) -> SheetJson:
    """Return the ready-made sheet with this name. Raises `Refusal` when no game has one."""
    known: list[str] = []
    for game in games():
        ready = ready_made(game)
        if name in ready:
            return sheet_view(game, ready[name])
        known += ready
    raise refuse_name("sheet", name, known)


def describe(procedure: type[Procedure[Any]], game: Game, words: Words) -> dict[str, Any]:
    """Return everything that the declaration of a procedure contains."""
    return {
        "procedure": procedure.id,
        "title": words.label(procedure.id),
        "help": about(procedure, words),
        "game": game.id,
        "params": [_field_view(field, words) for field in fields_of(procedure).values()],
        "result": [
            {"name": name, "label": words.label(name), "schema": field.shape.json_schema(words)}
            for name, field in fields_of(procedure.result_type()).items()
        ],
        "rulings": [
            _field_view(fields_of(game.rulings)[name], words)
            for name in rulings_read(procedure, game)
        ],
        "places": _places_view(procedure, words),
        "utilities": [{"name": name, "label": words.label(name)} for name in procedure.utilities],
        "clauses": [_clause_view(clause, procedure, words) for clause in procedure.clauses()],
        "schemas": {
            "params": record_schema(procedure, words),
            "result": record_schema(procedure.result_type(), words),
        },
    }


def _places_view(procedure: type[Procedure[Any]], words: Words) -> list[dict[str, Any]]:
    """Return the roles of a procedure that a character can take; "" is the role without a name. A
    value that the sheet of a role gives may also be given by hand."""
    own, roles = own_lists(procedure), roles_of(procedure)
    return [
        {
            "name": place.name,
            "label": words.label(place.name) if place.name else words.text("À qui ?"),
            "least": 0 if place.name in roles and place.name else place.least,
            "most": place.most,
            "own": place.name in own,
        }
        for place in places_of(procedure)
    ]


def _clause_view(clause: str, procedure: type[Procedure[Any]], words: Words) -> dict[str, Any]:
    left = clause in procedure.left_to_leader()
    return {"id": clause, "text": words.clause(clause), "left_to_leader": left}


def about(procedure: type[Procedure[Any]], words: Words) -> str:
    """Return one sentence on what a procedure does, "" where its game has none."""
    text = words.label("about", procedure.id)
    return "" if text == "about" else text


def _field_view(field: Field, words: Words) -> dict[str, Any]:
    view: dict[str, Any] = {
        "name": field.name,
        "label": words.label(field.name),
        "required": field.required,
        "allowed": words.shape(field.shape),
        "schema": field.shape.json_schema(words),
        "help": words.text(field.help) if field.help else "",
    }
    if field.landmarks is not None:
        clauses = list(field.landmarks.clauses)
        view["landmarks"] = [
            {"value": value, "texts": [words.text(text) for text in texts], "clauses": clauses}
            for value, texts in field.landmarks.rows
        ]
    if field.shown is not None:
        view["shown_when"] = {"ruling": field.shown.ruling, "values": list(field.shown.values)}
    if field.source is not None:
        view["sheet"] = {"fields": list(field.source.fields), "role": field.source.role}
    return view if field.required else view | {"default": field.shape.show(field.default)}
