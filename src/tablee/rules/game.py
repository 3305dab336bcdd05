"""A game in one record: its procedures, switches, words and clauses; and how one is found."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import msgspec

from tablee.rules.procedure import Procedure, Rulings
from tablee.rules.refusal import Refusal

__all__ = ["Game", "find_game", "find_procedure", "games"]

_OURS = ("exil", "loss", "armes_dieux", "eclats", "socle")
"""Found without asking the installed packages for their entry points, which takes longer."""


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """What a game is made of. `leader` is the seat of the person who leads it and sees all."""

    id: str
    title: str
    leader: str
    rulings: type[Rulings]
    chapters: Mapping[str, tuple[str, ...]]
    """Module of the package -> the procedures it declares, by name without the game's. A chapter is
    imported when one of its procedures is asked for."""
    words: Mapping[str, str]
    """Identifier (of a parameter, field, value, label, seat) -> French text."""
    clauses: Mapping[str, str]
    """Clause id -> what it says, in one French sentence of our own."""
    package: str = ""
    """Where the chapters are, and `en.po`, the English of all texts above."""

    @property
    def procedures(self) -> tuple[type[Procedure[Any]], ...]:
        """All procedures, in the order of the chapters."""
        return tuple(
            declared(f"{self.package}.{chapter}", f"{self.id}.{name}")
            for chapter, names in self.chapters.items()
            for name in names
        )

    def procedure(self, name: str) -> type[Procedure[Any]] | None:
        """The procedure of that id, or None."""
        for chapter, names in self.chapters.items():
            if name.removeprefix(f"{self.id}.") in names and name.startswith(f"{self.id}."):
                return declared(f"{self.package}.{chapter}", name)
        return None


@cache
def declared(module: str, name: str) -> type[Procedure[Any]]:
    """The procedure of that id in a module. Raises `LookupError` when it does not declare it."""
    for thing in vars(importlib.import_module(module)).values():
        if isinstance(thing, type) and issubclass(thing, Procedure) and thing.id == name:
            return thing
    raise LookupError(f"{module} declares no procedure {name}")


@cache
def find_game(name: str) -> Game | None:
    """The game of that id: one of ours, or one that an installed package brings."""
    if name in _OURS:
        found: Game = importlib.import_module(f"tablee.games.{name}").GAME
        return found
    for entry in _brought():
        if entry.name == name:
            brought: Game = entry.load()
            return brought
    return None


def _brought() -> Iterable[Any]:
    """The entry points of installed packages (imported late: it takes as long as a game)."""
    from importlib import metadata

    return metadata.entry_points(group="tablee.games")


@cache
def games() -> tuple[Game, ...]:
    """All games: ours first, then those of installed packages by name."""
    others = {entry.name for entry in _brought()} - set(_OURS)
    return tuple(game for name in (*_OURS, *sorted(others)) if (game := find_game(name)))


def find_procedure(name: str) -> type[Procedure[Any]]:
    """The procedure of that id. Raises `Refusal` when there is none."""
    game = find_game(name.partition(".")[0])
    found = game.procedure(name) if game else None
    if found is None:
        known = game.procedures if game else ()
        names = ", ".join(p.id for p in known) or ", ".join(game.id for game in games())
        raise Refusal("param", "procedure", name, "un nom parmi : {known:=}", known=names)
    return found
