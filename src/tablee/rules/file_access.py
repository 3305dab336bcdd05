"""Files: written for good, and what is told of one that cannot be read or written."""

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
    """The refusal of a file that could not be read. `existing`: what should have been there."""
    if isinstance(why, FileNotFoundError):
        return refuse(field, path, existing)
    if isinstance(why, IsADirectoryError):
        return refuse(field, path, "un fichier, pas un dossier")
    return refuse(field, path, "un fichier que ce compte peut lire")


def unwritable(field: str, path: str, why: Exception) -> Refusal:
    """The refusal of a file that could not be written, by the system or by SQLite."""
    full = isinstance(why, OSError) and why.errno in (errno.ENOSPC, errno.EDQUOT)
    if full or getattr(why, "sqlite_errorname", "") == "SQLITE_FULL":
        return refuse(field, path, "un fichier sur un disque où il reste de la place")
    return refuse(field, path, "un fichier que ce compte peut écrire, dans un dossier qui existe")


def put_in_place(partial: Path, path: Path) -> None:
    """Give a file that is written its name, in the place of what has it: once it is on the disk,
    and so that the name stays (POSIX: the folder is written too). Raises `OSError`."""
    with partial.open("rb+") as file:
        os.fsync(file.fileno())
    partial.replace(path)
    if os.name == "posix":
        folder = os.open(path.parent, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)
