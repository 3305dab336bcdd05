"""Access to files: refusals for files that cannot be read or written, and durable writes."""

from __future__ import annotations

import errno
import os
from typing import TYPE_CHECKING

from tablee.rules.refusal import Refusal, refuse

if TYPE_CHECKING:
    from pathlib import Path


def unreadable(
    field: str, path: str, why: Exception, existing: str = "un fichier qui existe"
) -> Refusal:
    """Return the refusal of a file that could not be read. `existing`: the kind of file expected."""
    if isinstance(why, FileNotFoundError):
        return refuse(field, path, existing)
    if isinstance(why, IsADirectoryError):
        return refuse(field, path, "un fichier, pas un dossier")
    return refuse(field, path, "un fichier que ce compte peut lire")


def unwritable(field: str, path: str, why: Exception) -> Refusal:
    """Return the refusal of a file that could not be written, by the system or by SQLite."""
    full = isinstance(why, OSError) and why.errno in (errno.ENOSPC, errno.EDQUOT)
    if full or getattr(why, "sqlite_errorname", "") == "SQLITE_FULL":
        return refuse(field, path, "un fichier sur un disque où il reste de la place")
    return refuse(field, path, "un fichier que ce compte peut écrire, dans un dossier qui existe")


def put_in_place(partial: Path, path: Path) -> None:
    """Move a written file into place, replacing the existing one, and sync both to the disk (on
    POSIX the folder too). Raises `OSError`."""
    with partial.open("rb+") as file:
        os.fsync(file.fileno())
    partial.replace(path)
    if os.name == "posix":
        folder = os.open(path.parent, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)
