"""Games, ready-made sheets and procedures, described (see `description_types`).

The command line, the API and the site share these descriptions. The module may import rules and
games. It knows no page and no seat.
"""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from tablee.faces import description_types as described
from tablee.faces.messages import sentence
from tablee.faces.sheet_files import ready_made
from tablee.rules.clauses.rulings_read import rulings_read
from tablee.rules.contract_json import SheetJson
from tablee.rules.game import Game
from tablee.rules.procedure import Procedure
from tablee.rules.refusal import refuse_name
from tablee.rules.registry import games, games_named
from tablee.rules.schema import Field, fields_of, record_schema, tag_of
from tablee.rules.sheet import Sheet, sheet_view
from tablee.rules.sheets.sheet_params import roles_of
from tablee.rules.texts.languages import Lang
from tablee.rules.texts.words import Words
from tablee.table.casting import own_lists, places_of


def describe_games() -> described.Games:
    """Return all games."""
    return described.Games(tuple(map(_game, games())))


def _game(game: Game) -> described.Game:
    return described.Game(
        id=game.id,
        title=game.title,
        leader=game.leader,
        procedures=tuple(procedure.id for procedure in game.procedures),
        rulings=tuple(fields_of(game.rulings)),
    )


def describe_procedures(game: str | None, lang: Lang) -> described.Procedures:
    """Return all procedures of a game, or of every game. Raises `Refusal` for an unknown game."""
    return described.Procedures(
        tuple(
            describe(procedure, each, Words(each, lang))
            for each in games_named(game)
            for procedure in each.procedures
        )
    )


def describe_sheets(game: str | None, lang: Lang) -> described.Sheets:
    """Return the sheets of a game, or of every game. Raises `Refusal` for an unknown game."""
    return described.Sheets(
        tuple(
            _sheet(name, sheet, each, Words(each, lang))
            for each in games_named(game)
            for name, sheet in ready_made(each).items()
        )
    )


def _sheet(name: str, sheet: Sheet, game: Game, words: Words) -> described.SheetMade:
    kind = tag_of(type(sheet))
    label = sentence(words, words.label(kind, "fiche"))
    return described.SheetMade(name=name, jeu=game.id, type=kind, label=label, nom=sheet.nom)


def sheet_made(name: str) -> tuple[Game, SheetJson]:
    """Return the ready-made sheet with this name, and its game. Raises `Refusal` when no game has one."""
    known: list[str] = []
    for game in games():
        ready = ready_made(game)
        if name in ready:
            return game, sheet_view(game, ready[name])
        known += ready
    raise refuse_name("sheet", name, known)


def describe(procedure: type[Procedure[Any]], game: Game, words: Words) -> described.Procedure:
    """Return everything that the declaration of a procedure contains."""
    return described.Procedure(
        procedure=procedure.id,
        title=words.label(procedure.id),
        help=about(procedure, words),
        game=game.id,
        params=tuple(_field(field, words) for field in fields_of(procedure).values()),
        result=tuple(
            described.ResultField(name, words.label(name), field.shape.json_schema(words))
            for name, field in fields_of(procedure.result_type()).items()
        ),
        rulings=tuple(
            _field(fields_of(game.rulings)[name], words) for name in rulings_read(procedure, game)
        ),
        places=_places(procedure, words),
        utilities=tuple(described.Utility(name, words.label(name)) for name in procedure.utilities),
        clauses=tuple(_clause(clause, procedure, words) for clause in procedure.clauses()),
        schemas=described.Schemas(
            params=record_schema(procedure, words),
            result=record_schema(procedure.result_type(), words),
        ),
    )


def _places(procedure: type[Procedure[Any]], words: Words) -> tuple[described.Place, ...]:
    """Return the roles of a procedure that a character can take; "" is the role without a name. A
    value that the sheet of a role gives may also be given by hand."""
    own, roles = own_lists(procedure), roles_of(procedure)
    return tuple(
        described.Place(
            name=place.name,
            label=words.label(place.name) if place.name else words.text("À qui ?"),
            least=0 if place.name in roles and place.name else place.least,
            most=place.most,
            own=place.name in own,
        )
        for place in places_of(procedure)
    )


def _clause(clause: str, procedure: type[Procedure[Any]], words: Words) -> described.Clause:
    left = clause in procedure.left_to_leader()
    return described.Clause(id=clause, text=words.clause(clause), left_to_leader=left)


def about(procedure: type[Procedure[Any]], words: Words) -> str:
    """Return one sentence on what a procedure does, "" where its game has none."""
    text = words.label("about", procedure.id)
    return "" if text == "about" else text


def _field(field: Field, words: Words) -> described.Field:
    return described.Field(
        name=field.name,
        label=words.label(field.name),
        required=field.required,
        allowed=words.shape(field.shape),
        schema=field.shape.json_schema(words),
        help=words.text(field.help) if field.help else "",
        default=UNSET if field.required else field.shape.show(field.default),
        sheet=(
            UNSET
            if field.source is None
            else described.OnSheet(fields=field.source.fields, role=field.source.role)
        ),
        landmarks=_landmarks(field, words) or UNSET,
        shown_when=(
            UNSET
            if field.shown is None
            else described.ShownWhen(ruling=field.shown.ruling, values=field.shown.values)
        ),
    )


def _landmarks(field: Field, words: Words) -> tuple[described.Landmark, ...]:
    if field.landmarks is None:
        return ()
    clauses = field.landmarks.clauses
    return tuple(
        described.Landmark(value, tuple(map(words.text, texts)), clauses)
        for value, texts in field.landmarks.rows
    )
