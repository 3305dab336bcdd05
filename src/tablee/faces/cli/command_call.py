"""One call of the command line, from its arguments to its exit status.

The module finds the command, runs it and prints every refusal. It imports a command only when it is
called.
"""

from __future__ import annotations

import builtins
import errno
import importlib
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import click

from tablee.faces.cli.cli_context import Face, early_options
from tablee.faces.cli.command_options import Command, Group
from tablee.faces.cli.parser_errors import refusal_of
from tablee.rules.refusal import Refusal, refuse
from tablee.rules.texts.languages import LANGS, Lang

COMMANDS = {
    "serve": "La table et la console dans un navigateur.",
    "play": "Jouer : choisir un jeu, poser un jet, lancer, lire ce qui arrive.",
    "games": "Les jeux.",
    "procedures": "Les procédures d’un jeu, ou de tous.",
    "show": "Une procédure : paramètres, résultat, choix de campagne, clauses.",
    "clauses": "Les clauses d’un jeu, ce qui les porte et ce qui les exerce.",
    "new": "Un fichier pour commencer un jeu.",
    "check": "Un jeu d’un fichier, vérifié d’un coup.",
    "sheets": "Les fiches prêtes à jouer.",
    "sheet": "Une fiche, vérifiée, en YAML ou en JSON.",
    "resolve": "Résoudre un jet, dés et choix donnés ou non.",
    "odds": "Les chances exactes.",
    "advise": "Ce que vaut chaque option du prochain choix.",
    "simulate": "Les chances par échantillon, pour ce qui est trop grand.",
    "lab": "Une mesure sur toute une étendue, en tableaux et en images.",
    "export": "Une campagne entière dans un fichier.",
    "import": "Une campagne reprise d’un fichier.",
    "backup": "Toutes les campagnes dans un fichier.",
    "restore": "Toutes les campagnes reprises d’un fichier.",
    "verify": "Les lancers de la maison, vérifiés.",
    "completion": "Le script qui complète les commandes dans votre shell.",
}
"""Names of the commands. The function `NAME_command` of a module builds each one (see `_MODULES`).
"""
UNWRITABLE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
"""Error numbers of an output that is full."""
_MODULES = {
    "games": "show_command",
    "procedures": "show_command",
    "sheet": "sheets_command",
    "export": "campaign_commands",
    "import": "campaign_commands",
    "restore": "backup_command",
    "completion": "completion_command",
}


def run(arguments: Sequence[str], completing: str | None = None) -> int:
    """Run one command line. Raises `KeyboardInterrupt` and `BrokenPipeError` only."""
    _tolerant()
    with _prints_aside():
        return _run(Face(json="--json" in arguments), arguments, completing)


@contextmanager
def _prints_aside() -> Iterator[None]:
    """Let `print` in a rule write to stderr: stdout is for the answer alone."""
    own = builtins.print

    def aside(*values: Any, file: Any = None, **options: Any) -> None:
        own(*values, file=sys.stderr if file is None else file, **options)

    builtins.print = aside
    try:
        yield
    finally:
        builtins.print = own


def _run(face: Face, arguments: Sequence[str], completing: str | None) -> int:
    try:
        face.lang = lang_of(arguments)
        _only_text(arguments)
        group = build(face)
        if completing is not None:
            return _complete(group, completing)
        _load_games(early_options(arguments, "--game"))
        status = _call(group, list(arguments))
        sys.stdout.flush()
        return status
    except Refusal as refusal:
        face.refused(refusal)
    except click.ClickException as problem:
        face.refused(refusal_of(problem))
    except EOFError:
        face.line()
        return 0
    except OSError as problem:
        if problem.errno not in UNWRITABLE:
            raise
        _nowhere(face)
    except Exception as problem:
        from tablee.rules.authoring.game_file import describe_rule_error

        text = describe_rule_error(problem)
        if text is None:
            raise
        face.refused(text)
    return 2


def _complete(group: Group, how: str) -> int:
    """Print completions for the shell; a game that cannot be read completes nothing."""
    from click.shell_completion import shell_complete, split_arg_string

    for path in early_options(split_arg_string(os.environ.get("COMP_WORDS", "")), "--game"):
        with suppress(Refusal):
            _load_games([path])
    return shell_complete(group, {}, "tablee", "_TABLEE_COMPLETE", how)


def _load_games(paths: Sequence[str]) -> None:
    """Load the games of these files; most calls name none, and need no loader."""
    if not paths:
        return
    from tablee.rules.authoring.game_file import load_game

    for path in paths:
        load_game(path)


def _nowhere(face: Face) -> None:
    """Report on stderr that the output cannot be written, and drop the rest."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    face.refused(refuse("stdout", None, "une sortie où il reste de la place"))


def build(face: Face) -> Group:
    """Return the tree of commands in the language of `face`."""

    def load(name: str) -> Command:
        module = importlib.import_module(
            f"tablee.faces.cli.commands.{_MODULES.get(name, f'{name}_command')}"
        )
        build_command = getattr(module, f"{name}_command")
        built: Command = build_command(face)
        return built

    return Group(face, COMMANDS, load)


def _call(group: Group, arguments: list[str]) -> int:
    try:
        with group.make_context("tablee", arguments) as context:
            status = group.invoke(context)
            return status if isinstance(status, int) else 0
    except click.exceptions.Exit as done:
        return done.exit_code
    except click.Abort:
        raise KeyboardInterrupt from None


def _tolerant() -> None:
    """Replace text that the terminal cannot show or sends wrongly, instead of failing. A file or
    another program gets UTF-8 whatever the terminal."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            piped = stream is sys.stdout and not stream.isatty()
            reconfigure(errors="replace", **({"encoding": "utf-8"} if piped else {}))


def lang_of(arguments: Sequence[str]) -> Lang:
    """Return the language of a call. Raises `Refusal` for an unknown one."""
    for field, value in (
        ("--lang", next(reversed(early_options(arguments, "--lang")), None)),
        ("TABLEE_LANG", os.environ.get("TABLEE_LANG") or None),
    ):
        if value is not None:
            for lang in LANGS:
                if value == lang:
                    return lang
            raise refuse(field, value, "fr ou en")
    return "fr"


def _only_text(arguments: Sequence[str]) -> None:
    """Refuse arguments that are not UTF-8. Python keeps such bytes as lone surrogates, which no
    output can encode. The refusal names the part before `=`, else `arguments`."""
    for argument in arguments:
        try:
            argument.encode("utf-8")
        except UnicodeEncodeError:
            name, equals, _ = argument.partition("=")
            shown = argument.encode("utf-8", "replace").decode()
            field = name if equals and name.isascii() else "arguments"
            raise refuse(field, shown, "du texte en UTF-8") from None
