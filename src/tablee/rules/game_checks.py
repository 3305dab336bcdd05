"""Checks of the declaration of a game, for its author, before anybody plays it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from inspect import CO_ASYNC_GENERATOR, CO_COROUTINE, CO_GENERATOR
from string import Formatter
from typing import Any

import msgspec

from tablee.rules.campaign_declaration import CampaignRecord
from tablee.rules.clocks import MOST_SEGMENTS, is_sound
from tablee.rules.creation import Creation
from tablee.rules.declaration_shapes import (
    GAME_PARTS,
    NO_ASYNC,
    PROCEDURE_PARTS,
    RECORD_PARTS,
    coroutines,
    is_series,
    misplaced_marks,
    takes,
    unknown_parameters,
    wrong_functions,
    wrong_parts,
    wrong_ranges,
)
from tablee.rules.field_bounds import empty_range
from tablee.rules.game import Game
from tablee.rules.procedure import Procedure, Result, Rulings
from tablee.rules.refusal import Refusal
from tablee.rules.rule_watch import watched
from tablee.rules.schema import Field, Shapeless, fields_of, records_in, tag_of
from tablee.rules.shapes import Either
from tablee.rules.sheet import Sheet, read_sheet, sheet_view
from tablee.rules.trace import plain

GAME_ID = re.compile(r"[a-z][a-z0-9_]*", re.ASCII)
OWN_ID = re.compile(r"[a-z0-9_]+(\.[a-z0-9_]+)*", re.ASCII)
CLAUSE_ID = re.compile(r"[A-Z]{2,}(-[A-Z]+)*-\d\d", re.ASCII)
_AIM = "un but que « utilities » déclare : {known:=}"
FIXED = "par défaut, une valeur qui ne change jamais : un n-uplet, comme () ou (1, 2)"
TAKEN = frozenset(name for name in dir(Procedure) if not name.startswith("__"))


def unsound(places: tuple[str, ...], got: Any, allowed: str, /, **numbers: Any) -> Refusal:
    """Return the refusal of a declaration. `places`, also among its numbers: the place from the
    outside in, as names of classes and of their members, or a piece of the text itself."""
    return Refusal("param", ".".join(places), got, allowed, places=places, **numbers)


def check_game(game: Game) -> None:
    """Raise `Refusal` (see `unsound`) for the first mistake in a game."""
    for mistake in game_mistakes(game):
        raise mistake


def game_mistakes(game: Game) -> Iterator[Refusal]:
    """Yield the refusal (see `unsound`) of each mistake in a game. What depends on a part that is
    refused is left out."""
    found = list(_until_raised(_wrong_head(game)))
    yield from found
    if found:
        return
    for kind in game.procedures:
        found += _until_raised(_wrong_procedure(game, kind))
    if not found:
        found += _wrong_ids(game)
        found += _wrong_usual(game)
        found += _until_raised(_wrong_sheets(game))
        found += _until_raised(_wrong_campaign_record(game))
        found += _until_raised(_wrong_clocks(game))
    if not found:
        found += _until_raised(_wrong_conditions(game))
    yield from found
    yield from _wrong_clauses(game)
    yield from _until_raised(_wrong_rulings(game))
    for french, english in game.english.items():
        if names_in(english) - names_in(french):
            allowed = "les champs de son français : {french:=}"
            yield unsound(("Game", "english", english), english, allowed, french=french)


def _until_raised(mistakes: Iterator[Refusal]) -> Iterator[Refusal]:
    """Yield the mistakes of one part: one that is raised, not yielded, hides the rest."""
    try:
        yield from mistakes
    except Refusal as last:
        yield last


def _wrong_ids(game: Game) -> Iterator[Refusal]:
    known: set[str] = set()
    for kind in game.procedures:
        if kind.id in known:
            allowed = "un identifiant qui ne sert qu’une fois"
            yield unsound((kind.__name__, kind.id), kind.id, allowed)
        known.add(kind.id)


def _wrong_usual(game: Game) -> Iterator[Refusal]:
    names = [kind.id.removeprefix(f"{game.id}.") for kind in game.procedures]
    for option in ("usual", "proposed"):
        for name in getattr(game, option):
            if name not in names:
                allowed = "un nom parmi : {known:=}"
                yield unsound(("Game", option), name, allowed, known=", ".join(names))


def _wrong_clauses(game: Game) -> Iterator[Refusal]:
    for clause in game.clauses:
        if not CLAUSE_ID.fullmatch(clause):
            allowed = "un numéro de clause : capitales, trait d’union, deux chiffres (PHA-VEI-01)"
            yield unsound(("Game", "clauses", clause), clause, allowed)


def _wrong_rulings(game: Game) -> Iterator[Refusal]:
    yield from _wrong_record(game.rulings)
    for name, field in _fields(game.rulings).items():
        if field.required:
            yield unsound((game.rulings.__name__, name), None, "une valeur par défaut")


def _wrong_head(game: Game) -> Iterator[Refusal]:
    if not isinstance(game.id, str) or not GAME_ID.fullmatch(game.id):
        yield unsound(
            ("Game", "id"), game.id, "un nom en minuscules sans accent, par exemple « phares »"
        )
    for part, got, allowed, example in wrong_parts(game, GAME_PARTS):
        yield unsound(("Game", part), got, allowed, example=example)
    for name in ("title", "leader"):
        if not isinstance(getattr(game, name), str) or not getattr(game, name):
            yield unsound(("Game", name), getattr(game, name), "un texte")
    for name in ("words", "clauses", "english"):
        texts = getattr(game, name)
        if isinstance(texts, Mapping) and not _all_texts(texts):
            yield unsound(("Game", name), None, "un dictionnaire {{texte : texte}}")
    if game.lang not in ("fr", "en"):
        yield unsound(("Game", "lang"), game.lang, "« fr » ou « en »")
    if not isinstance(game.rulings, type) or not issubclass(game.rulings, Rulings):
        yield unsound(("Game", "rulings"), str(game.rulings), "une classe dérivée de Rulings")
    if is_series(game.procedures) and not game.procedures:
        yield unsound(
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
def _wrong_sheets(game: Game) -> Iterator[Refusal]:
    """Yield the mistakes of the kinds of sheet of a game, of its ready-made sheets, and of the sheet
    fields that parameters name."""
    tags: set[str] = set()
    for kind in game.sheets:
        if not isinstance(kind, type) or not issubclass(kind, Sheet):
            raise unsound(("Game", "sheets"), str(kind), "une classe dérivée de Sheet")
        if not tag_of(kind) or tag_of(kind) in tags:
            allowed = "tag=« nom », un nom par sorte de fiche"
            yield unsound((kind.__name__,), tag_of(kind) or None, allowed)
        tags.add(tag_of(kind))
        for name in coroutines(kind, Sheet):
            raise unsound((kind.__name__, name), "async def", NO_ASYNC, hook=name)
        yield from _wrong_record(kind)
    for name, sheet in game.ready.items():
        yield from _wrong_ready(game, name, sheet)
    for kind, creation in game.creation.items():
        yield from _wrong_creation(game, kind, creation)
    if game.sheets:
        for procedure in game.procedures:
            yield from _wrong_sources(game, procedure)


def _wrong_ready(game: Game, name: str, sheet: Any) -> Iterator[Refusal]:
    if not isinstance(name, str) or type(sheet) not in game.sheets:
        raise unsound(("Game", "ready"), str(sheet), "des fiches des sortes que « sheets » nomme")
    try:
        with watched():
            read_sheet(sheet_view(game, sheet), name, game)
    except Refusal as wrong:
        yield unsound(("Game", "ready", name), wrong.got, wrong.allowed, **wrong.numbers)


def _wrong_creation(game: Game, kind: Any, creation: Any) -> Iterator[Refusal]:
    """Yield the fields of a `Creation` that its kind of sheet does not have."""
    if kind not in game.sheets or not isinstance(creation, Creation):
        allowed = "une sorte que « sheets » nomme, et sa Creation"
        raise unsound(("Game", "creation"), str(kind), allowed)
    known = ", ".join(fields_of(kind))
    tables = (creation.names, creation.levels, creation.complete, creation.decide, creation.either)
    for name in dict.fromkeys(name for table in tables for name in table):
        if name not in fields_of(kind):
            allowed = "un champ de cette fiche : {known:=}"
            yield unsound(("Game", "creation", kind.__name__), name, allowed, known=known)


def _wrong_sources(game: Game, procedure: type[Procedure[Any]]) -> Iterator[Refusal]:
    for field in fields_of(procedure).values():
        if field.source and not field.source.fields and not _fills_some(game, field):
            allowed = "un Record dont un champ au moins est sur une fiche du jeu"
            yield unsound((procedure.__name__, field.name), "on_sheet()", allowed)
        for name in field.source.fields if field.source else ():
            if not any(hasattr(kind, name) for kind in game.sheets):
                known = ", ".join(dict.fromkeys(each for s in game.sheets for each in fields_of(s)))
                allowed = "un champ d’une fiche du jeu : {known:=}"
                yield unsound((procedure.__name__, field.name), name, allowed, known=known)


def _fills_some(game: Game, field: Field) -> bool:
    """Return whether a sheet of the game has a field of the record of a parameter."""
    inside = [each for record in records_in(field.shape) for each in fields_of(record).values()]
    names = {name for each in inside for name in (each.name, *_sources(each))}
    return any(name in fields_of(kind) for name in names for kind in game.sheets)


def _sources(field: Field) -> tuple[str, ...]:
    return field.source.fields if field.source else ()


# ── what is written down ───────────────────────────────────────────────────────────────────────
def _wrong_campaign_record(game: Game) -> Iterator[Refusal]:
    """Yield the functions of consequences that are none, or that belong to no procedure."""
    record = game.campaign_record
    if record is None:
        return
    if not isinstance(record, CampaignRecord):
        raise unsound(("Game", "campaign_record"), str(record), "une chronique : CampaignRecord(…)")
    wrong = list(wrong_parts(record, RECORD_PARTS))
    for part, got, allowed, example in wrong:
        yield unsound(("CampaignRecord", part), got, allowed, example=example)
    if wrong:
        return
    for name, got, allowed, example in wrong_functions(record):
        yield unsound(("CampaignRecord", name), got, allowed, example=example, hook=example)
    for name in record.results:
        if game.procedure(name) is None:
            known = ", ".join(kind.id for kind in game.procedures)
            allowed = "un nom parmi : {known:=}"
            yield unsound(("CampaignRecord", f'"{name}"'), name, allowed, known=known)


def _wrong_clocks(game: Game) -> Iterator[Refusal]:
    """Yield the clocks that cannot be moved, or whose names are taken or on no sheet."""
    known: set[str] = set()
    for clock in game.clocks:
        name = getattr(clock, "name", None)
        place = ("Game", "clocks", f'"{name}"'.split(" ")[0])
        if not is_sound(clock):
            allowed = (
                "Clock(« nom », de 1 à {most} segments) ou Track(« nom », (« loin », « près »)), "
                "deux textes différents au moins"
            )
            raise unsound(place, name, allowed, most=MOST_SEGMENTS)
        if name in known:
            yield unsound(place, name, "un nom qui ne sert qu’à une horloge")
        known.add(clock.name)
        if clock.on_sheet and not any(clock.name in fields_of(kind) for kind in game.sheets):
            yield unsound(place, name, "le nom d’un champ de fiche, qui tient l’horloge")
        if clock.on_sheet and clock.secret:
            yield unsound(place, name, "une horloge de la table, pour être secrète")


# ── parameters that a ruling gives a meaning ───────────────────────────────────────────────────
def _wrong_conditions(game: Game) -> Iterator[Refusal]:
    """Yield the parameters and sheet fields whose `shown_when` no table can follow."""
    declared = fields_of(game.rulings)
    for record in _all_records((*game.procedures, *game.sheets)):
        for name, field in fields_of(record).items():
            if field.shown is None:
                continue
            place, ruling = (record.__name__, name), declared.get(field.shown.ruling)
            if ruling is None:
                allowed = "un choix de campagne du jeu : {known:=}"
                known = ", ".join(declared) or "–"
                yield unsound(place, field.shown.ruling, allowed, known=known)
                continue
            for value in field.shown.values:
                if not ruling.shape.takes(plain(value)):
                    allowed = "une valeur de « {ruling:=} » : {shape:shape}"
                    numbers = {"ruling": ruling.name, "shape": ruling.shape}
                    yield unsound(place, str(value), allowed, **numbers)
            if field.required:
                yield unsound(
                    place, None, "une valeur par défaut, pour les tables où il ne paraît pas"
                )


def _all_records(first: Sequence[type[Any]]) -> Iterator[type[Any]]:
    """Yield records and the records inside their fields, each once."""
    seen: set[type[Any]] = set()
    waiting = list(first)
    while waiting:
        record = waiting.pop(0)
        if record not in seen:
            seen.add(record)
            yield record
            waiting += [each for f in _fields(record).values() for each in records_in(f.shape)]


# ── a procedure ────────────────────────────────────────────────────────────────────────────────
def _wrong_procedure(game: Game, kind: Any) -> Iterator[Refusal]:
    if not isinstance(kind, type) or not issubclass(kind, Procedure):
        raise unsound(("Game", "procedures"), str(kind), "une classe dérivée de Procedure")
    place, prefix = kind.__name__, f"{game.id}."
    for name in sorted(TAKEN.intersection(getattr(kind, "__struct_fields__", ()))):
        yield unsound((place, name), name, "un autre nom : les procédures se servent de celui-ci")
    own = kind.id if isinstance(kind.id, str) else ""
    if not own.startswith(prefix) or not OWN_ID.fullmatch(own.removeprefix(prefix)):
        allowed = "id=« {prefix:=}nom », sans accent ni majuscule"
        yield unsound((place,), kind.id or None, allowed, prefix=prefix)
    rule = getattr(kind.rule, "__code__", None)
    if rule is not None and rule.co_flags & (CO_GENERATOR | CO_ASYNC_GENERATOR):
        yield unsound(
            (place, "rule"), "yield", "une règle, async def rule(self), qui demande par await"
        )
    elif (
        kind.rule is Procedure.rule
        or rule is None
        or not rule.co_flags & CO_COROUTINE
        or not takes(kind.rule, 1)
    ):
        yield unsound((place, "rule"), None, "une règle : async def rule(self)")
    for name in coroutines(kind, Procedure):
        yield unsound((place, name), "async def", NO_ASYNC, hook=name)
    wrong = list(wrong_parts(kind, PROCEDURE_PARTS))
    for part, got, allowed, example in wrong:
        if part not in _fields(kind):  # else it is a parameter, refused above
            yield unsound((place, part), got, allowed, example=example)
    yield from _wrong_record(kind)
    yield from _wrong_record(_result_of(kind))
    if not wrong:
        yield from _wrong_members(game, kind)


def _wrong_members(game: Game, kind: type[Procedure[Any]]) -> Iterator[Refusal]:
    """Yield the mistakes in what a procedure declares beside its parameters and its rule."""
    place = kind.__name__
    for member, name, known in unknown_parameters(kind):
        allowed = "un paramètre de la procédure : {known:=}"
        yield unsound((place, member), name, allowed, known=known or "–")
    for name, worth in kind.utilities.items():
        if not takes(worth, 3):
            yield unsound(
                (place, "utilities"),
                name,
                "une fonction de la procédure, du résultat et du siège",
            )
    for name, limits in wrong_ranges(kind):
        allowed = 'le nom d’un but et ses deux bornes, la plus petite d’abord : "points": (0, 6)'
        yield unsound((place, "utility_ranges"), f"{name}: {limits}", allowed)
    for name in kind.goals.values():
        if name and (not isinstance(name, str) or name not in kind.utilities):
            got = name if isinstance(name, str) else type(name).__name__
            yield unsound((place, "goals"), got, _AIM, known=", ".join(kind.utilities) or "–")
    for clause in kind.clauses():
        if clause not in game.clauses:
            allowed = "dans « clauses », la phrase de « {clause:=} »"
            yield unsound((place, clause), None, allowed, clause=clause)


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
def _wrong_record(record: type[Any]) -> Iterator[Refusal]:
    """Yield the fields of a record, and of the records inside it, whose defaults do not fit their
    shapes."""
    seen: set[type[Any]] = set()
    waiting = [record]
    while waiting:
        each = waiting.pop()
        if each in seen:
            continue
        seen.add(each)
        for field in _fields(each).values():
            yield from _wrong_range(each, field)
            yield from _wrong_default(each, field)
            waiting += records_in(field.shape)
        for name, (got, allowed, known) in misplaced_marks(each):
            yield unsound((each.__name__, name), got, allowed, known=known)


def _fields(record: type[Any]) -> Mapping[str, Field]:
    """Return the fields of a record. Raises `Refusal` for an annotation without a shape."""
    try:
        return fields_of(record)
    except Shapeless as error:
        raise unsound(
            (record.__name__, error.field),
            error.hint,
            "int, bool, str, Fraction, Literal[…], tuple[…], un Record (pour des nombres qui ont un "
            "nom, au lieu de dict), ou plusieurs d’entre eux séparés par |",
        ) from None
    except NameError as error:
        allowed = "un nom que le fichier connaît"
        raise unsound((record.__name__, error.name or ""), error.name, allowed) from None


def _wrong_range(record: type[Any], field: Field) -> Iterator[Refusal]:
    """Yield a refusal for a range that no value is in."""
    shapes = field.shape.shapes if isinstance(field.shape, Either) else (field.shape,)
    for shape in shapes:
        if (ends := empty_range(shape)) is not None:
            allowed = "« ge » qui ne dépasse pas « le » ; ici, de {low:=} à {high:=}"
            numbers = {"low": str(ends[0]), "high": str(ends[1])}
            yield unsound((record.__name__, field.name), None, allowed, **numbers)


def _wrong_default(record: type[Any], field: Field) -> Iterator[Refusal]:
    if field.required or field.default is msgspec.UNSET or any(_wrong_range(record, field)):
        return
    if isinstance(field.default, list | dict | set):
        yield unsound((record.__name__, field.name), str(field.default), FIXED)
        return
    try:
        field.shape.read(field.shape.show(field.default), field.name)
    except (Refusal, TypeError, ValueError, AttributeError):
        yield unsound(
            (record.__name__, field.name),
            str(field.default),
            "par défaut, {shape:shape}",
            shape=field.shape,
        )
