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


def bounded_bytes(
    field: str, path: str | os.PathLike[str], most: int, existing: str, bounded: str
) -> bytes:
    """Return the content of a file. Raises `Refusal` for one that cannot be read (see `unreadable`), or
    that has more than `most` bytes: `bounded` is what is allowed, `n` its size in megabytes."""
    name = os.fspath(path)
    try:
        with open(name, "rb") as stream:
            data = stream.read(most + 1)
    except (OSError, ValueError) as why:
        raise unreadable(field, name, why, existing) from None
    if len(data) > most:
        raise refuse(field, name, bounded, n=most // 1024**2)
    return data


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
