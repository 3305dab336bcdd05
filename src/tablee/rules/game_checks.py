"""Checks of the declaration of a game, for its author, before anybody plays it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from inspect import CO_COROUTINE
from string import Formatter
from typing import Any

import msgspec

from tablee.rules.campaign_declaration import CampaignRecord
from tablee.rules.game import Game
from tablee.rules.procedure import Procedure, Result, Rulings
from tablee.rules.refusal import Refusal
from tablee.rules.schema import Field, Shapeless, fields_of, records_in, tag_of
from tablee.rules.sheet import Sheet, read_sheet, sheet_view

GAME_ID = re.compile(r"[a-z][a-z0-9_]*", re.ASCII)
OWN_ID = re.compile(r"[a-z0-9_]+(\.[a-z0-9_]+)*", re.ASCII)
TAKEN = frozenset(name for name in dir(Procedure) if not name.startswith("__"))


def unsound(places: tuple[str, ...], got: Any, allowed: str, /, **numbers: Any) -> Refusal:
    """Return the refusal of a declaration. `places`, also among its numbers: the place from the
    outside in, as names of classes and of their members, or a piece of the text itself."""
    return Refusal("param", ".".join(places), got, allowed, places=places, **numbers)


def check_game(game: Game) -> None:
    """Raise `Refusal` (see `unsound`) for the first mistake in a game."""
    _check_head(game)
    known: set[str] = set()
    for kind in game.procedures:
        _check_procedure(game, kind)
        if kind.id in known:
            raise unsound(
                (kind.__name__, kind.id), kind.id, "un identifiant qui ne sert qu’une fois"
            )
        known.add(kind.id)
    _check_record(game.rulings)
    for name, field in fields_of(game.rulings).items():
        if field.required:
            raise unsound((game.rulings.__name__, name), None, "une valeur par défaut")
    _check_sheets(game)
    _check_campaign_record(game)
    for french, english in game.english.items():
        if names_in(english) - names_in(french):
            allowed = "les champs de son français : {french:=}"
            raise unsound(("Game", "english", english), english, allowed, french=french)


def _check_head(game: Game) -> None:
    if not isinstance(game.id, str) or not GAME_ID.fullmatch(game.id):
        raise unsound(
            ("Game", "id"), game.id, "un nom en minuscules sans accent, par exemple « phares »"
        )
    for name in ("title", "leader"):
        if not isinstance(getattr(game, name), str) or not getattr(game, name):
            raise unsound(("Game", name), getattr(game, name), "un texte")
    for name in ("words", "clauses", "english"):
        texts = getattr(game, name)
        if not isinstance(texts, Mapping) or not _all_texts(texts):
            raise unsound(("Game", name), None, "un dictionnaire {{texte : texte}}")
    if not isinstance(game.rulings, type) or not issubclass(game.rulings, Rulings):
        raise unsound(("Game", "rulings"), str(game.rulings), "une classe dérivée de Rulings")
    if isinstance(game.procedures, type) or not game.procedures:
        raise unsound(
            ("Game", "procedures"),
            None,
            "un n-uplet d’au moins une procédure, par exemple (Veille,)",
        )


def _all_texts(texts: Mapping[Any, Any]) -> bool:
    return all(isinstance(each, str) for pair in texts.items() for each in pair)


def names_in(template: str) -> set[str]:
    """Return the names of the fields of a template; empty when its braces do not close."""
    try:
        return {name for _, name, _, _ in Formatter().parse(template) if name}
    except ValueError:
        return set()


# ── sheets ─────────────────────────────────────────────────────────────────────────────────────
def _check_sheets(game: Game) -> None:
    """Check the kinds of sheet of a game, its ready-made sheets, and the sheet fields that
    parameters name."""
    tags: set[str] = set()
    for kind in game.sheets:
        if not isinstance(kind, type) or not issubclass(kind, Sheet):
            raise unsound(("Game", "sheets"), str(kind), "une classe dérivée de Sheet")
        if not tag_of(kind) or tag_of(kind) in tags:
            allowed = "tag=« nom », un nom par sorte de fiche"
            raise unsound((kind.__name__,), tag_of(kind) or None, allowed)
        tags.add(tag_of(kind))
        _check_record(kind)
    for name, sheet in game.ready.items():
        _check_ready(game, name, sheet)
    if game.sheets:
        for procedure in game.procedures:
            _check_sources(game, procedure)


def _check_ready(game: Game, name: str, sheet: Any) -> None:
    if not isinstance(name, str) or type(sheet) not in game.sheets:
        raise unsound(("Game", "ready"), str(sheet), "des fiches des sortes que « sheets » nomme")
    try:
        read_sheet(sheet_view(game, sheet), name, game)
    except Refusal as wrong:
        raise unsound(("Game", "ready", name), wrong.got, wrong.allowed, **wrong.numbers) from None


def _check_sources(game: Game, procedure: type[Procedure[Any]]) -> None:
    for field in fields_of(procedure).values():
        if field.source and not field.source.fields and not _fills_some(game, field):
            allowed = "un Record dont un champ au moins est sur une fiche du jeu"
            raise unsound((procedure.__name__, field.name), "on_sheet()", allowed)
        for name in field.source.fields if field.source else ():
            if not any(hasattr(kind, name) for kind in game.sheets):
                known = ", ".join(dict.fromkeys(each for s in game.sheets for each in fields_of(s)))
                allowed = "un champ d’une fiche du jeu : {known:=}"
                raise unsound((procedure.__name__, field.name), name, allowed, known=known)


def _fills_some(game: Game, field: Field) -> bool:
    """Return whether a sheet of the game has a field of the record of a parameter."""
    inside = [each for record in records_in(field.shape) for each in fields_of(record).values()]
    names = {name for each in inside for name in (each.name, *_sources(each))}
    return any(name in fields_of(kind) for name in names for kind in game.sheets)


def _sources(field: Field) -> tuple[str, ...]:
    return field.source.fields if field.source else ()


# ── what is written down ───────────────────────────────────────────────────────────────────────
def _check_campaign_record(game: Game) -> None:
    """Check the functions that yield consequences: each belongs to an existing procedure."""
    record = game.campaign_record
    if record is None:
        return
    if not isinstance(record, CampaignRecord):
        raise unsound(("Game", "campaign_record"), str(record), "une chronique : CampaignRecord(…)")
    for name, function in [*record.effects.items(), *record.results.items()]:
        if not callable(function):
            allowed = "une fonction, qui donne ce qu’un jet laisse"
            raise unsound(("CampaignRecord", f'"{name}"'), str(function), allowed)
    for name in record.results:
        if game.procedure(name) is None:
            known = ", ".join(kind.id for kind in game.procedures)
            allowed = "un nom parmi : {known:=}"
            raise unsound(("CampaignRecord", f'"{name}"'), name, allowed, known=known)


# ── a procedure ────────────────────────────────────────────────────────────────────────────────
def _check_procedure(game: Game, kind: Any) -> None:
    if not isinstance(kind, type) or not issubclass(kind, Procedure):
        raise unsound(("Game", "procedures"), str(kind), "une classe dérivée de Procedure")
    place, prefix = kind.__name__, f"{game.id}."
    for name in sorted(TAKEN.intersection(getattr(kind, "__struct_fields__", ()))):
        raise unsound((place, name), name, "un autre nom : les procédures se servent de celui-ci")
    if not kind.id.startswith(prefix) or not OWN_ID.fullmatch(kind.id.removeprefix(prefix)):
        raise unsound(
            (place,),
            kind.id or None,
            "id=« {prefix:=}nom », sans accent ni majuscule",
            prefix=prefix,
        )
    rule = getattr(kind.rule, "__code__", None)
    if kind.rule is Procedure.rule or rule is None or not rule.co_flags & CO_COROUTINE:
        raise unsound((place, "rule"), None, "une règle : async def rule(self)")
    _check_record(kind)
    _check_record(_result_of(kind))
    for name, worth in kind.utilities.items():
        if not callable(worth):
            raise unsound(
                (place, "utilities"),
                name,
                "une fonction de la procédure, du résultat et du siège",
            )
    for clause in kind.clauses():
        if clause not in game.clauses:
            raise unsound((place, clause), clause, "une clause que « clauses » explique")


def _result_of(kind: type[Procedure[Any]]) -> type[Any]:
    allowed = "le type de son résultat, une classe dérivée de Result : Procedure[…]"
    try:
        result = kind.result_type()
    except TypeError:
        raise unsound((kind.__name__,), None, allowed) from None
    if not issubclass(result, Result):
        raise unsound((kind.__name__,), result.__name__, allowed)
    if not _fields(result):
        raise unsound((result.__name__,), None, "un résultat d’au moins un champ")
    return result


# ── the fields of a record ─────────────────────────────────────────────────────────────────────
def _check_record(record: type[Any]) -> None:
    """Check that the fields of a record, and of the records inside it, have shapes that their
    defaults fit."""
    seen: set[type[Any]] = set()
    waiting = [record]
    while waiting:
        each = waiting.pop()
        if each in seen:
            continue
        seen.add(each)
        for field in _fields(each).values():
            _check_default(each, field)
            waiting += records_in(field.shape)


def _fields(record: type[Any]) -> Mapping[str, Field]:
    """Return the fields of a record. Raises `Refusal` for an annotation without a shape."""
    try:
        return fields_of(record)
    except Shapeless as error:
        raise unsound(
            (record.__name__, error.field),
            error.hint,
            "int, bool, str, Fraction, Literal[…], tuple[…], un Record, ou plusieurs d’entre eux "
            "séparés par |",
        ) from None
    except NameError as error:
        allowed = "un nom que le fichier connaît"
        raise unsound((record.__name__, error.name or ""), error.name, allowed) from None


def _check_default(record: type[Any], field: Field) -> None:
    if field.required or field.default is msgspec.UNSET:
        return
    try:
        field.shape.read(field.shape.show(field.default), field.name)
    except (Refusal, TypeError, ValueError, AttributeError):
        raise unsound(
            (record.__name__, field.name),
            str(field.default),
            "par défaut, {shape:shape}",
            shape=field.shape,
        ) from None
