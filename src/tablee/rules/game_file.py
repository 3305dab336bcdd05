"""A game in one file: load it, check it, and name the line of a mistake to its author."""

from __future__ import annotations

import ast
import os
import re
import sys
import zlib
from collections.abc import Iterator, Mapping
from string import Formatter
from types import CodeType, FrameType, ModuleType
from typing import Any

from tablee.rules.file_access import unreadable
from tablee.rules.game import Game
from tablee.rules.game_checks import check_game, unsound
from tablee.rules.procedure import Procedure
from tablee.rules.refusal import Refusal
from tablee.rules.registry import BUILT_IN, GameFile, loaded_game_files, register_game_file
from tablee.rules.schema import fields_of, forget

NAME = "GAME"
_TEXTS = {"note": (0, 1), "refuse": (None, 2)}
"""Function -> the places of its clauses and of its French text among its arguments."""


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
    name = os.fspath(path)
    try:
        with open(name, "rb") as stream:
            return GameFile(name, stream.read())
    except (OSError, ValueError) as why:
        raise unreadable("--game", name, why, "un fichier Python qui existe") from None


def _load(file: GameFile) -> Game:
    """Run a file in a fresh module, find its game, check it and register it."""
    name = _module_name(file.path)
    before = sys.modules.get(name)
    forget(name)
    try:
        game = _game_of(file, _run(file, name))
        register_game_file(game, file)
    except Refusal:
        sys.modules.pop(name, None)
        if before is not None:
            sys.modules[name] = before
        forget(name)
        raise
    return game


def _module_name(path: str) -> str:
    """Return a module name that is the same for a path in every process, so that results can be
    sent between processes."""
    whole = os.path.abspath(path)
    stem = re.sub(r"\W", "_", os.path.basename(whole).removesuffix(".py"))
    return f"tablee_file_{stem}_{zlib.crc32(os.fsencode(whole)):08x}"


def _run(file: GameFile, name: str) -> ModuleType:
    module = ModuleType(name)
    module.__file__ = os.path.abspath(file.path)
    sys.modules[name] = module
    try:
        exec(_compiled(file), vars(module))
    except (Exception, SystemExit) as error:
        raise _broken(file, error) from error
    return module


def _compiled(file: GameFile) -> CodeType:
    return compile(file.source, os.path.abspath(file.path), "exec", dont_inherit=True)


# ── the game in it ─────────────────────────────────────────────────────────────────────────────
def _game_of(file: GameFile, module: ModuleType) -> Game:
    """Return the one game that the module declares, checked."""
    game = vars(module).get(NAME)
    if game is None:
        own = {id(each): each for each in vars(module).values() if isinstance(each, Game)}
        if len(own) != 1:
            got = ", ".join(each.id for each in own.values()) or None
            raise Refusal("param", file.path, got, "un jeu, et un seul : GAME = Game(…)")
        (game,) = own.values()
    if not isinstance(game, Game):
        raise _at_line(file, unsound((NAME,), type(game).__name__, "un jeu : GAME = Game(…)"))
    try:
        _check_id(game, file)
        check_game(game)
    except Refusal as wrong:
        raise _at_line(file, wrong) from None
    _check_texts(game, file)
    _check_effects(game, file)
    _check_secrets(game, file)
    return game


def _check_id(game: Game, file: GameFile) -> None:
    path = os.path.abspath(file.path)
    others = {
        name for name, each in loaded_game_files().items() if os.path.abspath(each.path) != path
    }
    if game.id in others | set(BUILT_IN):
        raise unsound(("Game", "id"), game.id, "un identifiant qu’aucun autre jeu ne porte")


def _check_texts(game: Game, file: GameFile) -> None:
    """Check that notes name known clauses and give the fields of their sentences."""
    for node in ast.walk(ast.parse(file.source)):
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in _TEXTS:
                clauses, text = (_literal(node, place) for place in _TEXTS[name])
                for clause in clauses.split():
                    if clause not in game.clauses:
                        allowed = "une clause que « clauses » explique"
                        raise _at(file, node.lineno, clause, allowed)
                _check_fields(file, node, text)


def _check_effects(game: Game, file: GameFile) -> None:
    """Check that the rules of the file emit the effects that the campaign record names, where their
    names are literals."""
    named = getattr(game.campaign_record, "effects", {})
    left = dict.fromkeys(
        _literal(node, 0)
        for node in ast.walk(ast.parse(file.source))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "effect"
    )
    for name in named:
        if name not in left and "" not in left:
            allowed = "un effet qu’une règle laisse : {known:=}"
            known = ", ".join(left) or "–"
            raise _at_line(
                file, unsound(("CampaignRecord", f'"{name}"'), name, allowed, known=known)
            )


def _check_secrets(game: Game, file: GameFile) -> None:
    """Check that a parameter asked for as a secret is concealed from some seats; the card of a
    request would show it to all."""
    bare = {each.__name__: each for each in game.procedures if _conceals_nothing(each)}
    for declared in ast.walk(ast.parse(file.source)):
        if not isinstance(declared, ast.ClassDef) or declared.name not in bare:
            continue
        for node in ast.walk(declared):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "hidden":
                name = _literal(node, 1)
                if name in fields_of(bare[declared.name]):
                    allowed = "un secret que « concealed » cache à qui ne le sait pas"
                    raise _at(file, node.lineno, name, allowed)


def _conceals_nothing(procedure: type[Procedure[Any]]) -> bool:
    return procedure.concealed is Procedure.concealed


def _literal(call: ast.Call, place: int | None) -> str:
    """Return the text at a place of a call, "" when it is no literal."""
    if place is not None and place < len(call.args):
        match call.args[place]:
            case ast.Constant(value=str(text)):
                return text
    return ""


def _check_fields(file: GameFile, call: ast.Call, text: str) -> None:
    given = {keyword.arg for keyword in call.keywords}
    try:
        names = [name for _, name, _, _ in Formatter().parse(text) if name is not None]
    except ValueError:
        raise _at(file, call.lineno, text, "un texte dont les accolades se ferment") from None
    for name in names:
        if name not in given and None not in given:
            allowed = "un champ dont la valeur est donnée : {field:=}=…"
            raise _at(file, call.lineno, f"{{{name}}}", allowed, field=name or "nom")


# ── telling where ──────────────────────────────────────────────────────────────────────────────
def _at(file: GameFile, line: int, got: Any, allowed: str, **numbers: Any) -> Refusal:
    field = f"{file.path}:{line}" if line else file.path
    return Refusal("param", field, got, allowed, **numbers)


def _at_line(file: GameFile, wrong: Refusal) -> Refusal:
    return wrong.at(f"{file.path}:{_line_of(file, wrong.numbers['places'])}")


def _line_of(file: GameFile, places: tuple[str, ...]) -> int:
    """Return the line of a declaration, searched from the outside in; the nearest line around a
    missing one."""
    node: ast.AST = ast.parse(file.source)
    lines = file.source.decode(errors="replace").splitlines()
    line, last = 1, len(lines)
    for place in places:
        inner = next((each for each in ast.walk(node) if _declares(each, place)), None)
        if isinstance(inner, ast.stmt | ast.expr | ast.keyword):
            node, line, last = inner, inner.lineno, inner.end_lineno or inner.lineno
        else:
            written = range(1 if " " in place else line, last + 1)
            line = next((n for n in written if place in lines[n - 1]), line)
    return line


def _declares(node: ast.AST, name: str) -> bool:
    match node:
        case ast.ClassDef() | ast.AsyncFunctionDef() | ast.FunctionDef():
            return node.name == name
        case ast.AnnAssign(target=ast.Name(id=own)) | ast.Assign(targets=[ast.Name(id=own)]):
            return own == name
        case ast.Call(func=ast.Name(id=own)):
            return own == name and name in ("Game", "CampaignRecord")
        case ast.keyword(arg=own):
            return own == name
        case _:
            return False


def _broken(file: GameFile, error: BaseException) -> Refusal:
    """Return the refusal for a Python error in the file: its line, and the message of Python."""
    line, message = _line_in(file, error), _message(error)
    if isinstance(error, SyntaxError) and error.filename == os.path.abspath(file.path):
        line, message = error.lineno or 0, f"{type(error).__name__}: {error.msg}"
    allowed = "un fichier Python sans erreur ; ici, Python dit : {error:=}"
    return _at(file, line, None, allowed, error=message)


def _message(error: BaseException) -> str:
    """Return the last line of a traceback."""
    return f"{type(error).__name__}: {error}".removesuffix(": ").splitlines()[0]


def _line_in(file: GameFile, error: BaseException) -> int:
    """Return the last line of a file that an error passed through, 0 for none."""
    path = os.path.abspath(file.path)
    lines = [line for frame, line in _frames(error) if frame.f_code.co_filename == path]
    return lines[-1] if lines else 0


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
        line = _line_in(file, error) or _line_of_rule(file, error)
        if line:
            allowed = "une règle qui se joue sans erreur ; ici, Python dit : {error:=}"
            return _at(file, line, None, allowed, error=_message(error))
    return None


def _line_of_rule(file: GameFile, error: BaseException) -> int:
    """Return the line of the rule that asked for the code in which an error came up."""
    module, line = _module_name(file.path), 0
    for frame, _ in _frames(error):
        for value in frame.f_locals.values():
            question = getattr(value, "question", value)
            procedure = getattr(question, "procedure", question)
            if isinstance(procedure, Procedure) and type(procedure).__module__ == module:
                line = _line_of(file, (type(procedure).__name__, "rule"))
    return line
