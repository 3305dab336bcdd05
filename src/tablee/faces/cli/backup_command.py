"""`backup` and `restore`: all campaigns in one file.

The module parses options and prints; the store writes and reads the file.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablee.faces.cli import completion_values as completion
from tablee.faces.cli.cli_context import Face
from tablee.faces.cli.command_options import Command, argument, flag
from tablee.faces.cli.database_option import database_option, with_store
from tablee.rules.refusal import refuse

if TYPE_CHECKING:
    from tablee.table.store import Store


def backup_command(face: Face) -> Command:
    def call(file: str | None, database: str | None) -> int:
        path = _named(file)

        async def backup(store: Store) -> int:
            tables = await store.tables()
            if not tables:
                raise refuse("--database", None, "une base où il y a des campagnes")
            await store.backup(path)
            return len(tables)

        kept = with_store(database, backup)
        _tell(face, path, kept, "{n:campagne gardée|campagnes gardées} dans {file:=}.")
        return 0

    params: list[click.Parameter] = [
        _file(face, "Le fichier à écrire ; une sauvegarde d’avant y est remplacée."),
        database_option(face),
    ]
    return Command(
        face,
        "backup",
        call,
        params,
        "Sauvegarder toutes les campagnes, avec les liens d’accès, dans un fichier ; on peut jouer "
        "pendant ce temps.",
    )


def restore_command(face: Face) -> Command:
    def call(file: str | None, database: str | None, replace: bool) -> int:
        path = _named(file)

        async def restore(store: Store) -> int:
            await store.restore(path, replace)
            return len(await store.tables())

        come = with_store(database, restore)
        _tell(face, path, come, "{n:campagne reprise|campagnes reprises} de {file:=}.")
        return 0

    params: list[click.Parameter] = [
        _file(face, "Une sauvegarde, faite par « tablee backup »."),
        database_option(face),
        flag(face, "replace --replace", "Remplacer tout ce que la base contient déjà."),
    ]
    return Command(
        face,
        "restore",
        call,
        params,
        "Reprendre toutes les campagnes d’une sauvegarde, dans une base vide ou à la place de ce "
        "qu’elle contient. La base peut être d’une autre sorte que celle d’avant.",
        "Les tables jouées en ce moment reprennent là où en était la sauvegarde.",
    )


def _file(face: Face, help: str) -> click.Argument:
    return argument(face, "file", "FICHIER", help, shell_complete=completion.files)


def _named(file: str | None) -> Path:
    if not file or "\0" in file:
        raise refuse("file", None, "le nom d’un fichier")
    return Path(file)


def _tell(face: Face, path: Path, tables: int, text: str) -> None:
    if face.json:
        face.write({"file": str(path), "tables": tables})
    else:
        face.line(face.words.phrase(text, n=tables, file=str(path)))
