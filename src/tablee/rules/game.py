"""A game in one record: its procedures, switches, words and clauses; and how one is found."""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, overload

import msgspec

from tablee.rules.procedure import Procedure, Record, Rulings
from tablee.rules.refusal import Refusal

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

OURS = ("exil", "loss", "armes_dieux", "eclats", "socle")
"""Found without asking the installed packages for their entry points, which takes longer."""


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """What a game is made of: a whole game may stand in one file.

    `leader` is the seat of the person who leads it and sees all.
    """

    id: str
    title: str
    procedures: Sequence[type[Procedure[Any]]] = ()
    """All procedures, in order. A package may name them by `chapters` instead."""
    usual: tuple[str, ...] = ()
    """The procedures that a table asks for most, by name without the game's."""
    rulings: type[Rulings] = Rulings
    leader: str = "meneur"
    words: Mapping[str, str] = {}
    """Identifier (of a parameter, field, value, label, seat) -> French text. One without a word is
    shown as it is, without its underscores."""
    clauses: Mapping[str, str] = {}
    """Clause id -> what it says, in one French sentence of our own."""
    english: Mapping[str, str] = {}
    """French text -> its English, where there is no `en.po`."""
    chapters: Mapping[str, tuple[str, ...]] = {}
    """Module of the package -> the procedures it declares, by name without the game's. A chapter is
    imported when one of its procedures is asked for."""
    sheets: Sequence[type[Record]] = ()
    """Kinds of sheet, each a `Sheet` with a `tag`, the players' first. A package may have them in
    its module `sheet` instead."""
    ready: Mapping[str, Record] = {}
    """Name -> ready-made sheet, beside those of a package's folder `sheets`."""
    chronicle: msgspec.Struct | None = None
    """A `CampaignRecord`: what its campaigns write down after a run, and count beside. A package may
    have it in its module `chronicle` instead."""
    package: str = ""
    """Where the chapters are, and `en.po`, the English of all texts above."""

    def __post_init__(self) -> None:
        if self.chapters:
            named = _InChapters(self.id, self.package, self.chapters)
            msgspec.structs.force_setattr(self, "procedures", named)

    def procedure(self, name: str) -> type[Procedure[Any]] | None:
        """The procedure of that id, or None."""
        if isinstance(self.procedures, _InChapters):
            return self.procedures.named(name)
        return next((kind for kind in self.procedures if kind.id == name), None)


class _InChapters(Sequence[type[Procedure[Any]]]):
    """The procedures of the chapters of a package, imported when they are asked for."""

    def __init__(self, game: str, package: str, chapters: Mapping[str, tuple[str, ...]]) -> None:
        self._places = {
            f"{game}.{name}": f"{package}.{chapter}"
            for chapter, names in chapters.items()
            for name in names
        }

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, place: int) -> type[Procedure[Any]]: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[type[Procedure[Any]]]: ...
    def __getitem__(self, place: Any) -> Any:
        names = list(self._places)[place]
        if isinstance(names, str):
            return declared(self._places[names], names)
        return tuple(declared(self._places[name], name) for name in names)

    def named(self, name: str) -> type[Procedure[Any]] | None:
        """The procedure of that id, or None."""
        return declared(self._places[name], name) if name in self._places else None


@cache
def declared(module: str, name: str) -> type[Procedure[Any]]:
    """The procedure of that id in a module. Raises `LookupError` when it does not declare it."""
    for thing in vars(importlib.import_module(module)).values():
        if isinstance(thing, type) and issubclass(thing, Procedure) and thing.id == name:
            return thing
    raise LookupError(f"{module} declares no procedure {name}")


# ── which games there are ──────────────────────────────────────────────────────────────────────
class GameFile(msgspec.Struct, frozen=True):
    """A file that brought a game: its path as it was given, its text as it was read."""

    path: str
    source: bytes


_registered: dict[str, Game] = {}
_files: dict[str, GameFile] = {}
"""Id of a registered game -> the file that it came from, if it came from one."""


def find_game(name: str) -> Game | None:
    """The game of that id: one of ours, one that was registered, or one that an installed package
    brings by an entry point of the group `tablee.games`.

    Raises `Refusal` when the package's game is not sound.
    """
    return _ours(name) if name in OURS else _registered.get(name) or _installed(name)


@cache
def _ours(name: str) -> Game:
    game: Game = importlib.import_module(f"tablee.games.{name}").GAME
    return game


def games() -> tuple[Game, ...]:
    """All games: ours first, then the others by name. One of an installed package that cannot be
    read is left out; `find_game` tells what is wrong with it."""
    return tuple(_each_game())


def _each_game() -> Iterable[Game]:
    for name in (*OURS, *sorted({*_registered, *_entry_points()} - set(OURS))):
        try:
            game = find_game(name)
        except Refusal:
            continue
        if game is not None:
            yield game


def find_procedure(name: str) -> type[Procedure[Any]]:
    """The procedure of that id. Raises `Refusal` when there is none."""
    game = find_game(name.partition(".")[0])
    if game is None or not game.procedures:
        raise _unknown(name, games())
    return procedure_of(game, name)


def procedure_of(game: Game, name: str) -> type[Procedure[Any]]:
    """The procedure of that id in a game. Raises `Refusal` when it has none."""
    found = game.procedure(name)
    if found is None:
        raise _unknown(name, game.procedures)
    return found


def _unknown(name: str, known: Iterable[Game | type[Procedure[Any]]]) -> Refusal:
    names = ", ".join(each.id for each in known)
    return Refusal("param", "procedure", name, "un nom parmi : {known:=}", known=names)


def register(game: Game) -> Game:
    """Add a game made in Python; it takes the place of one registered before under its id.

    Raises `Refusal` naming the declaration that is wrong.
    """
    from tablee.rules.game_checks import check_game

    check_game(game)
    _files.pop(game.id, None)
    _registered[game.id] = game
    return game


def load_game(path: str | os.PathLike[str]) -> Game:
    """Run a file that declares a game (its `GAME`, or the one `Game` in it) and register it.

    Loading a path again takes the place of what it brought before. Raises `Refusal` naming the
    file, the line and what is wrong; then what was there before stays.
    """
    from tablee.rules.game_file import load, read

    return load(read(path))


def dismiss(name: str) -> None:
    """Take a game that was registered or loaded away again."""
    _registered.pop(name, None)
    _files.pop(name, None)


def fault(error: BaseException) -> Refusal | None:
    """What to tell of an error that a rule of a file made at play: the file, the line, the error.

    None when no file that brought a game has to do with it: then the fault is not its author's.
    """
    if not _files:
        return None
    from tablee.rules import game_file

    return game_file.fault(error)


def brought() -> Mapping[str, GameFile]:
    """Id of a game -> the file that brought it, for `bring` in another process."""
    return dict(_files)


def bring(files: Mapping[str, GameFile]) -> None:
    """Have the games of these files, as `brought` gave them, in this process."""
    for name, file in files.items():
        if _files.get(name) != file:
            from tablee.rules.game_file import load

            load(file)


def admit(game: Game, file: GameFile) -> None:
    """Register the (sound) game of a file, in the place of what that path brought before."""
    path = os.path.abspath(file.path)
    _registered[game.id], _files[game.id] = game, file  # first: others may be asking for it
    for name, known in brought().items():
        if name != game.id and os.path.abspath(known.path) == path:
            del _files[name], _registered[name]


# ── installed packages ─────────────────────────────────────────────────────────────────────────
@cache
def _entry_points() -> Mapping[str, EntryPoint]:
    """Game id -> the entry point of the package that brings it (`importlib.metadata` is imported
    late: it takes as long as a game)."""
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
        told = f"{type(error).__name__}: {error}"
        allowed = "un paquet qui se laisse importer ; Python dit : {error:=}"
        raise Refusal("param", entry.value, None, allowed, error=told) from error
    if not isinstance(game, Game) or game.id != name:
        allowed = "un Game dont l’identifiant est {name:=}, comme le point d’entrée"
        raise Refusal("param", entry.value, str(getattr(game, "id", game)), allowed, name=name)
    check_game(game)
    return game
