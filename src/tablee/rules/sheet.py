"""Sheets: the records of characters and adversaries, and the parameters that they fill.

A game declares its kinds of sheet in its module `sheet` (a game in one file names them), each a
`Sheet` with a `tag`. A parameter names the sheet fields that can fill it (`on_sheet`), once for
every procedure:

    Talent = Annotated[int, Meta(ge=0, le=20), on_sheet("talents")]

As JSON a sheet is an object {"jeu": GAME, "type": TAG, "nom": ..., ...}. A sheet may compute a
value (a property), with the rulings of the campaign (`rulings`).

What a document fixes about making a sheet is declared beside it (`creation`).

Ready-made sheets are files beside the game, or `READY` (name -> sheet) in its module `sheet`: the
rows of its tables. A game in one file names them too.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import util
from typing import Annotated, Any, ClassVar, Self, cast

from msgspec import Meta

from tablee.rules.creation import NOTHING_FIXED, Creation
from tablee.rules.fighter_status import FighterStatus
from tablee.rules.game import Game
from tablee.rules.procedure import Record
from tablee.rules.refusal import Kind, Refusal, refuse, refuse_name
from tablee.rules.schema import Tagged, fields_of, read_record, show, tag_of
from tablee.rules.shapes import Speaker

SHEET = "fiche"
"""Key, in an object of parameters, of the sheet that fills the others."""


class AnySheet(Tagged, frozen=True):
    """A sheet of one game as in a file; `jeu`, the game, may be beside `type`."""

    game: str

    def read(self, value: Any, path: str, kind: Kind = "param") -> Any:
        given = dict(value) if isinstance(value, Mapping) else value
        if isinstance(value, Mapping) and (found := given.pop("jeu", self.game)) != self.game:
            raise refuse_name(f"{path}.jeu", found, [self.game], kind)
        sheet: Sheet = super().read(given, path, kind)
        return sheet

    def show(self, value: Any) -> Any:
        return {"jeu": self.game, **super().show(value)}

    def json_schema(self, words: Speaker | None = None) -> dict[str, Any]:
        """Return the schema of one of the kinds, with `jeu` beside its fields."""
        kinds = super().json_schema(words)["oneOf"]
        for kind in kinds:
            kind["properties"] = {"jeu": {"const": self.game}} | kind["properties"]
        return {"oneOf": kinds}


class Sheet(Record):
    """Base of the sheets: `class Personnage(Sheet, tag="personnage")`.

    `leader_fields`: the fields that the leader alone changes on the sheet of a player's character; a
    new one has their default.
    """

    leader_fields: ClassVar[tuple[str, ...]] = ()
    nom: Annotated[str, Meta(min_length=1, max_length=100, description="nom")]

    def check(self) -> None:
        """Raise `refuse(...)` for values that the ranges of single fields cannot exclude."""

    def beside(self, others: Sequence[Self]) -> Self:
        """Return the sheet as it counts in a run with these other sheets."""
        return self

    def edited(self, before: Self) -> Self:
        """Return the sheet after an edit by hand, with what follows from it. `before`: as it was."""
        return self

    def counted(self, name: str) -> Any:
        """Return the value of a field as JSON; a number for one that the sheet leaves out where its
        absence means a number."""
        return show(self).get(name)

    def fighter_status(self) -> FighterStatus | None:
        """Return the status of the character, for a page that shows all of them, or None."""
        return None


# ── what sheets there are ──────────────────────────────────────────────────────────────────────
def kinds_of(game: Game) -> tuple[type[Sheet], ...]:
    """Return the kinds of sheet of a game, in the order declared."""
    return cast("tuple[type[Sheet], ...]", tuple(game.sheets)) or kinds_in(game.package)


@cache
def kinds_in(package: str) -> tuple[type[Sheet], ...]:
    """Return the kinds of sheet of a game's package; empty without a module `sheet`."""
    declared = (thing for thing in _declared(package).values() if isinstance(thing, type))
    return tuple(kind for kind in declared if issubclass(kind, Sheet) and tag_of(kind))


def characters_of(game: Game) -> tuple[type[Sheet], ...]:
    """Return the kinds of sheet of characters: all that a game names, or those declared in its
    module `sheet` itself, the players' first. The others (weapons, ills) are things."""
    return kinds_of(game) if game.sheets else _characters_in(game.package)


@cache
def _characters_in(package: str) -> tuple[type[Sheet], ...]:
    return tuple(kind for kind in kinds_in(package) if kind.__module__ == f"{package}.sheet")


def sheet_kinds_for(game: Game, leads: bool) -> tuple[type[Sheet], ...]:
    """Return the kinds of sheet that the leader makes, or (`leads` False) a player."""
    kinds = characters_of(game)
    return kinds if leads else kinds[:1]


def ready_of(game: Game) -> Mapping[str, Sheet]:
    """Return the ready-made sheets that a game, or its module `sheet`, declares, by name."""
    ready = game.ready or _declared(game.package).get("READY", {})
    return cast("Mapping[str, Sheet]", ready)


def creation_of(game: Game, kind: type[Sheet]) -> Creation:
    """Return what the document of a game fixes about making a sheet of a kind."""
    known = game.creation or _declared(game.package, "creation").get("CREATION", {})
    return cast("Mapping[type[Sheet], Creation]", known).get(kind, NOTHING_FIXED)


@cache
def _declared(package: str, module: str = "sheet") -> Mapping[str, Any]:
    """Return the contents of a module of a package; empty without one."""
    if not package or util.find_spec(f"{package}.{module}") is None:
        return {}
    return vars(importlib.import_module(f"{package}.{module}"))


def read_sheet(value: Any, field: str, *games: Game) -> tuple[Game, Sheet]:
    """Read a sheet of one of these games from its JSON. Raises `Refusal` under `field`."""
    if not isinstance(value, Mapping):
        raise refuse(field, value, "une fiche : un objet avec « jeu », « type » et « nom »")
    known = {each.id: each for each in games if kinds_of(each)}
    found = value.get("jeu")
    if not isinstance(found, str) or found not in known:
        raise refuse_name(f"{field}.jeu", found, known)
    sheet: Sheet = sheets_of(known[found]).read(value, field)
    try:
        sheet.check()
    except Refusal as refusal:
        raise refusal.at(f"{field}.{refusal.field}") from None
    return known[found], sheet


def sheet_view(game: Game, sheet: Sheet) -> dict[str, Any]:
    """Return a sheet as JSON."""
    view: dict[str, Any] = sheets_of(game).show(sheet)
    return view


def sheets_of(game: Game) -> AnySheet:
    """Return the shape of a sheet of a game."""
    return AnySheet(kinds_of(game), game.id)


def written_back(sheet: Sheet, kept: Record) -> Sheet:
    """Return the sheet with the state of a ledger written into the fields that filled it.

    Raises `Refusal` when the sheet cannot have such a value.
    """
    fields = fields_of(type(sheet))
    view = {name: field.shape.show(getattr(sheet, name)) for name, field in fields.items()}
    for name, field in fields_of(type(kept)).items():
        for wanted in field.source.fields if field.source else ():
            if wanted in fields:
                view[wanted] = field.shape.show(getattr(kept, name))
                break
    changed: Sheet = read_record(type(sheet), view, f"{SHEET}.")
    changed.check()
    return changed
