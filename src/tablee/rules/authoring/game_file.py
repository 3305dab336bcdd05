"""A game in a file or a folder: load it, check it, and name the line of a mistake to its author."""

from __future__ import annotations

import os
import re
import sys
import zlib
from collections.abc import Iterator, Mapping, Sequence
from types import CodeType, FrameType, ModuleType
from typing import Any

from tablee.dice.counts import CountFold
from tablee.dice.reads import Fold
from tablee.rules.authoring.call_mistakes import call_mistake, fold_mistake
from tablee.rules.authoring.error_words import error_refusal, syntax_refusal
from tablee.rules.authoring.game_modules import (
    LARGEST,
    entry_of,
    forget_helpers,
    imports,
    is_package,
    place_in,
    with_helpers,
)
from tablee.rules.authoring.hook_watch import watch_hooks
from tablee.rules.authoring.source_lines import at_line, at_source, line_of
from tablee.rules.file_access import bounded_bytes
from tablee.rules.game import Game
from tablee.rules.game_checks import FIXED, game_mistakes, unsound
from tablee.rules.procedure import Procedure
from tablee.rules.questions import Ask
from tablee.rules.refusal import Refusal
from tablee.rules.registry import BUILT_IN, GameFile, loaded_game_files, register_game_file
from tablee.rules.rule_watch import watched
from tablee.rules.schema import NoResult, WrongField, forget
from tablee.rules.shapes import Named, Ratio

NAME = "GAME"


def load_game(path: str | os.PathLike[str]) -> Game:
    """Run a file that declares a game (its `GAME`, or the one `Game` in it) and register it.

    The game replaces the one loaded from the same path before. Raises `Refusal` naming the file,
    the line and the mistake; the game loaded before then stays.
    """
    return _load(_read(path))


def load_game_files(files: Mapping[str, GameFile]) -> None:
    """Load the games of these files, as `loaded_game_files` returned them in another process."""
    known = loaded_game_files()
    for name, file in files.items():
        if known.get(name) != file:
            _load(file)


def _read(path: str | os.PathLike[str]) -> GameFile:
    name = entry_of(path)
    existing = "un fichier Python qui existe"
    bounded = "un fichier Python d’au plus {n:mégaoctet|mégaoctets}"
    source = bounded_bytes("--game", name, LARGEST, existing, bounded)
    return with_helpers(GameFile(name, source))


def all_mistakes(path: str | os.PathLike[str]) -> tuple[Game | None, list[Refusal]]:
    """Load a game as `load_game` does. Return it, or None, and the refusals of all its mistakes."""
    file = _read(path)
    mistakes: list[Refusal] = []
    try:
        return _load(file, mistakes), []
    except Refusal as first:
        return None, mistakes or [first]


def _load(file: GameFile, mistakes: list[Refusal] | None = None) -> Game:
    """Run a file in a fresh module, find its game, check it and register it.

    Raises `Refusal` for the first mistake; `mistakes` gets all of them.
    """
    name = _module_name(file.path)
    before = sys.modules.get(name)
    forget(name)
    forget_helpers(file, name)
    try:
        game = _game_of(file, _run(file, name))
        for mistake in _mistakes(game, file):
            if mistakes is None:
                raise mistake
            mistakes.append(mistake)
        if mistakes:
            raise mistakes[0]
        _note_sources(game, file)
        watch_hooks(game, file)
        register_game_file(game, file)
    except Exception as error:  # a check that meets what it does not expect, too
        sys.modules.pop(name, None)
        if before is not None:
            sys.modules[name] = before
        forget(name)
        if isinstance(error, Refusal):
            raise
        raise _broken(file, error) from error
    return game


def _module_name(path: str) -> str:
    """Return a module name that is the same for a path in every process, so that results can be
    sent between processes."""
    whole = os.path.abspath(path)
    if is_package(path):
        whole = os.path.dirname(whole)
    stem = re.sub(r"\W", "_", os.path.basename(whole).removesuffix(".py"))
    return f"tablee_file_{stem}_{zlib.crc32(os.fsencode(whole)):08x}"


def _run(file: GameFile, name: str) -> ModuleType:
    module = ModuleType(name)
    module.__file__ = os.path.abspath(file.path)
    sys.modules[name] = module
    try:
        with imports(file, module), watched():
            exec(_compiled(file), vars(module))
    except Refusal:
        raise
    except (Exception, SystemExit) as error:
        raise _broken(file, error) from error
    return module


def _compiled(file: GameFile) -> CodeType:
    return compile(file.source, os.path.abspath(file.path), "exec", dont_inherit=True)


# ── the game in it ─────────────────────────────────────────────────────────────────────────────
def _game_of(file: GameFile, module: ModuleType) -> Game:
    """Return the one game that the module declares."""
    game = vars(module).get(NAME)
    if game is None:
        own = {id(each): each for each in vars(module).values() if isinstance(each, Game)}
        if len(own) != 1:
            got = ", ".join(each.id for each in own.values()) or None
            raise Refusal("param", file.path, got, "un jeu, et un seul : GAME = Game(…)")
        (game,) = own.values()
    if not isinstance(game, Game):
        raise at_source(file, unsound((NAME,), type(game).__name__, "un jeu : GAME = Game(…)"))
    return game


def _mistakes(game: Game, file: GameFile) -> Iterator[Refusal]:
    """Yield the refusals of all mistakes, with their lines."""
    # a command without a file needs none
    from tablee.rules.authoring.source_checks import source_mistakes

    path = os.path.abspath(file.path)
    others = {
        name for name, each in loaded_game_files().items() if os.path.abspath(each.path) != path
    }
    if game.id in others | set(BUILT_IN):
        allowed = "un identifiant qu’aucun autre jeu ne porte"
        yield at_source(file, unsound(("Game", "id"), game.id, allowed))
    sound = True
    for mistake in game_mistakes(game):
        sound = False
        yield at_source(file, mistake)
    if sound:
        yield from source_mistakes(game, file)


def _note_sources(game: Game, file: GameFile) -> None:
    """Set what the procedures of a game need to know of their source."""
    # a command without a file needs none
    from tablee.rules.authoring.source_clocks import note_clocks
    from tablee.rules.authoring.source_names import note_seats
    from tablee.rules.authoring.source_tree import Source

    sources = [Source(each) for each in (file, *file.helpers)]
    note_seats(game, sources)
    note_clocks(game, sources)


def _broken(file: GameFile, error: BaseException) -> Refusal:
    """Return the refusal for a Python error in the file: its line, and the message of Python."""
    place, line = place_in(file, _places(error))
    message = _message(error)
    own = {os.path.abspath(each.path): each for each in (file, *file.helpers)}
    if isinstance(error, SyntaxError) and error.filename in own:
        place, line = own[error.filename], error.lineno or 0
        return syntax_refusal(error, place.source).at(_field(place, line))
    if "mutable collection" in message:
        return at_line(place, line, None, FIXED)
    if line and (mistake := _mistake(place, line, error)):
        return mistake
    allowed = "un fichier Python sans erreur ; ici, Python dit : {error:=}"
    return at_line(place, line, None, allowed, error=message)


def _mistake(place: GameFile, line: int, error: BaseException) -> Refusal | None:
    """Return the refusal of a usual error in a line, or None."""
    frames = [frame for frame, _ in _frames(error)]
    found = _call_mistake(place, line, error, frames) if isinstance(error, TypeError) else None
    found = found or error_refusal(error, frames)
    return found and found.at(_field(place, line))


def _field(file: GameFile, line: int) -> str:
    return f"{file.path}:{line}" if line else file.path


def _call_mistake(
    place: GameFile, line: int, error: TypeError, frames: Sequence[FrameType]
) -> Refusal | None:
    """Return the refusal of a call in a line that Python does not accept, or None."""
    last = frames[-1]
    if last.f_code.co_filename == os.path.abspath(place.path):
        return call_mistake(place.source, line, {**last.f_globals, **last.f_locals})
    return fold_mistake(frames, error)


def _message(error: BaseException) -> str:
    """Return the last line of a traceback."""
    return f"{type(error).__name__}: {error}".removesuffix(": ").splitlines()[0]


def _places(error: BaseException) -> list[tuple[str, int]]:
    """Return the (path, line) pairs that an error passed through, the innermost last."""
    return [(frame.f_code.co_filename, line) for frame, line in _frames(error)]


def _frames(error: BaseException) -> Iterator[tuple[FrameType, int]]:
    trace = error.__traceback__
    while trace is not None:
        yield trace.tb_frame, trace.tb_lineno
        trace = trace.tb_next


def describe_rule_error(error: BaseException) -> Refusal | None:
    """Return the refusal for an error that a rule in a file raised: file, line and error.

    None when the error comes from no loaded file.
    """
    for file in loaded_game_files().values():
        place, line = place_in(file, _places(error))
        line = line or _line_of_rule(file, error)
        if line:
            if isinstance(error, WrongField):
                allowed = "dans {result:=}, {name:=} : {shape:shape} ; la règle a rendu {error:=}"
                if isinstance(error.shape, Named):  # an object in JSON, pairs in a rule
                    allowed = (
                        "dans {result:=}, {name:=} : ((nom, valeur), …) pour {shape:shape} ; "
                        "la règle a rendu {error:=}"
                    )
                if isinstance(error.shape, Ratio):  # a person may write 0.5, a rule may not
                    allowed = (
                        "dans {result:=}, {name:=} : un entier ou une Fraction ({shape:shape}) ; "
                        "la règle a rendu {error:=}"
                    )
                given = {"result": error.result, "name": error.name, "shape": error.shape}
                return at_line(place, line, None, allowed, **given, error=repr(error.value))
            if isinstance(error, NoResult):
                given = {"result": error.result, "error": repr(error.value)}
                return at_line(place, line, None, _missing(error.value), **given)
            if isinstance(error, RecursionError):
                allowed = "des appels qui finissent ; ceux-ci s’imbriquent sans fin, ou trop loin"
                return at_line(place, line, None, allowed)
            if mistake := _mistake(place, line, error):
                return mistake
            allowed = "une règle qui se joue sans erreur ; ici, Python dit : {error:=}"
            return at_line(place, line, None, allowed, error=_message(error))
    return None


def is_refused(error: Exception) -> bool:
    """Return whether an error is a refusal, or one that a rule in a file raised."""
    return isinstance(error, Refusal) or describe_rule_error(error) is not None


def _missing(value: Any) -> str:
    """Return what a rule that gave a value instead of its result has to do."""
    if value is None:
        return (
            "« return {result:=}(…) » sur chaque chemin de la règle ; ici, elle finit sans return"
        )
    if isinstance(value, Ask):
        return "« await » devant ce que la règle rend : return await become(…)"
    return "« return {result:=}(…) » ; la règle a rendu {error:=}"


def at_author(refusal: Refusal) -> Refusal:
    """Return a refusal with the line of the game file that it was raised in or through, and as it
    is if that is none."""
    for file in loaded_game_files().values():
        place, line = place_in(file, _places(refusal))
        if line:
            return refusal.at(f"{place.path}:{line}")
    return refusal


def _line_of_rule(file: GameFile, error: BaseException) -> int:
    """Return the line of the rule that asked for the code in which an error came up."""
    module, line = _module_name(file.path), 0
    for frame, _ in _frames(error):
        for value in frame.f_locals.values():
            if isinstance(value, Fold | CountFold):
                return _line_of_read(file, value) or line
            question = getattr(value, "question", value)
            procedure = getattr(question, "procedure", question)
            if isinstance(procedure, Procedure) and type(procedure).__module__ == module:
                line = line_of(file, (type(procedure).__name__, "rule"))
    return line


def _line_of_read(file: GameFile, read: Fold[Any, Any] | CountFold[Any, Any]) -> int:
    """Return the line of the step of a read whose values cannot be counted; 0 for one elsewhere."""
    code = getattr(read.step, "__code__", None)
    return place_in(file, [(code.co_filename, code.co_firstlineno)])[1] if code else 0
