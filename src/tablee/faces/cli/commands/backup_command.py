"""`backup` and `restore`: all campaigns in one file.

The module parses options and prints; the store writes and reads the file.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablee.faces.cli import completion_values as completion
from tablee.faces.cli.cli_context import Face
from tablee.faces.cli.command_options import argument, command, flag
from tablee.faces.cli.database_option import DATABASE, with_store
from tablee.rules.refusal import refuse

if TYPE_CHECKING:
    from tablee.table.store.interface import Store


def _file(help: str) -> click.Argument:
    return argument("file", "FICHIER", help, shell_complete=completion.files)


@command(
    "Sauvegarder toutes les campagnes, avec les liens d’accès, dans un fichier ; on peut jouer "
    "pendant ce temps.",
    _file("Le fichier à écrire ; une sauvegarde d’avant y est remplacée."),
    DATABASE,
)
def backup_command(face: Face, file: str | None, database: str | None) -> int:
    path = _named(file)

    async def backup(store: Store) -> int:
        tables = await store.tables()
        if not tables:
            raise refuse("--database", None, "une base où il y a des campagnes")
        await store.backup(path)
        return len(tables)

    kept = with_store(database, backup)
    return _tell(face, path, kept, "{n:campagne gardée|campagnes gardées} dans {file:=}.")


@command(
    "Reprendre toutes les campagnes d’une sauvegarde, dans une base vide ou à la place de ce "
    "qu’elle contient. La base peut être d’une autre sorte que celle d’avant.",
    _file("Une sauvegarde, faite par « tablee backup »."),
    DATABASE,
    flag("replace --replace", "Remplacer tout ce que la base contient déjà."),
    epilog="Les tables jouées en ce moment reprennent là où en était la sauvegarde.",
)
def restore_command(face: Face, file: str | None, database: str | None, replace: bool) -> int:
    path = _named(file)

    async def restore(store: Store) -> int:
        await store.restore(path, replace)
        return len(await store.tables())

    come = with_store(database, restore)
    return _tell(face, path, come, "{n:campagne reprise|campagnes reprises} de {file:=}.")


def _named(file: str | None) -> Path:
    if not file or "\0" in file:
        raise refuse("file", None, "le nom d’un fichier")
    return Path(file)


def _tell(face: Face, path: Path, tables: int, text: str) -> int:
    if face.json:
        face.write({"file": str(path), "tables": tables})
    else:
        face.line(face.words.phrase(text, n=tables, file=str(path)))
    return 0
