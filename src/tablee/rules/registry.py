"""The games that this process knows: the built-in ones, registered ones, those of packages."""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

from tablee.rules.game import Game
from tablee.rules.procedure import Procedure
from tablee.rules.refusal import Refusal, refuse, refuse_name

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

BUILT_IN = ("exil", "loss", "armes_dieux", "eclats", "socle")
"""Ids of the games of this package. They are found without a search for entry points, which is
slow."""


class GameFile(msgspec.Struct, frozen=True):
    """A file that declares a game: its path as given, its text as read, and the helper modules that
    it imports from its folder."""

    path: str
    source: bytes
    helpers: tuple[GameFile, ...] = ()


_registered: dict[str, Game] = {}
_files: dict[str, GameFile] = {}
"""Id of a registered game -> the file that declares it, for a game that comes from a file."""


def find_game(name: str) -> Game | None:
    """Return the game of an id: built in, registered, or declared by an installed package.

    A package declares a game by an entry point of the group `tablee.games`. Raises `Refusal` when
    the game of a package is not sound.
    """
    return _built_in(name) if name in BUILT_IN else _registered.get(name) or _installed(name)


@cache
def _built_in(name: str) -> Game:
    game: Game = importlib.import_module(f"tablee.games.{name}").GAME
    return game


def games() -> tuple[Game, ...]:
    """Return all games: the built-in ones first, then the others by id.

    A game of an installed package that cannot be read is left out; `find_game` raises its error.
    """
    return tuple(_each_game())


def _each_game() -> Iterable[Game]:
    for name in (*BUILT_IN, *sorted({*_registered, *_entry_points()} - set(BUILT_IN))):
        try:
            game = find_game(name)
        except Refusal:
            continue
        if game is not None:
            yield game


def known_game(name: str) -> Game:
    """Return the game of an id. Raises `Refusal` when there is none."""
    found = find_game(name)
    if found is None:
        raise refuse_name("game", name, (game.id for game in games()))
    return found


def games_named(name: str | None) -> tuple[Game, ...]:
    """Return the game of an id, or all games without one. Raises `Refusal`."""
    return games() if name is None else (known_game(name),)


def find_procedure(name: str) -> type[Procedure[Any]]:
    """Return the procedure of an id. Raises `Refusal` when there is none."""
    game = find_game(name.partition(".")[0])
    if game is None or not game.procedures:
        allowed = "un nom comme jeu.procédure, le jeu parmi : {known:=}"
        raise refuse("procedure", name, allowed, known=", ".join(each.id for each in games()))
    return procedure_of(game, name)


def procedure_of(game: Game, name: str) -> type[Procedure[Any]]:
    """Return the procedure of an id in a game. Raises `Refusal` when the game has none."""
    found = game.procedure(name)
    if found is None:
        raise refuse_name("procedure", name, (each.id for each in game.procedures))
    return found


def register(game: Game) -> Game:
    """Add a game declared in Python. It replaces a registered game of the same id.

    Raises `Refusal` naming the declaration that is wrong.
    """
    from tablee.rules.game_checks import check_game

    check_game(game)
    _files.pop(game.id, None)
    _registered[game.id] = game
    return game


def is_known_elsewhere(name: str) -> bool:
    """Return whether a new process finds a game too, by its package or by its file."""
    return name not in _registered or name in _files


def unregister(name: str) -> None:
    """Remove a game that was registered or loaded from a file."""
    _registered.pop(name, None)
    _files.pop(name, None)


# ── games in files ─────────────────────────────────────────────────────────────────────────────
def loaded_game_files() -> Mapping[str, GameFile]:
    """Return game id -> the file that declares it, for `load_game_files` in another process."""
    return dict(_files)


def register_game_file(game: Game, file: GameFile) -> None:
    """Register the sound game of a file. It replaces the game loaded from the same path."""
    path = os.path.abspath(file.path)
    _registered[game.id], _files[game.id] = game, file  # first: another thread may look it up
    for name, known in loaded_game_files().items():
        if name != game.id and os.path.abspath(known.path) == path:
            del _files[name], _registered[name]


# ── games of installed packages ────────────────────────────────────────────────────────────────
@cache
def _entry_points() -> Mapping[str, EntryPoint]:
    """Return game id -> the entry point of its package.

    `importlib.metadata` is imported here because its import takes as long as a game's.
    """
    from importlib import metadata

    return {entry.name: entry for entry in metadata.entry_points(group="tablee.games")}


@cache
def _installed(name: str) -> Game | None:
    entry = _entry_points().get(name)
    if entry is None:
        return None
    from tablee.rules.game_checks import check_game

    try:
        game = entry.load()
    except Exception as error:
        message = f"{type(error).__name__}: {error}"
        allowed = "un paquet qui se laisse importer ; Python dit : {error:=}"
        raise Refusal("param", entry.value, None, allowed, error=message) from error
    if not isinstance(game, Game) or game.id != name:
        allowed = "un Game dont l’identifiant est {name:=}, comme le point d’entrée"
        raise Refusal("param", entry.value, str(getattr(game, "id", game)), allowed, name=name)
    check_game(game)
    return game
