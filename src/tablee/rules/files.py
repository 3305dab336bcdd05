"""Files that cannot be read, or written: how that is told."""

from __future__ import annotations

import errno

from tablee.rules.refusal import Refusal, refuse

__all__ = ["unreadable", "unwritable"]


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
    """The refusal of a file that could not be written."""
    if isinstance(why, OSError) and why.errno in (errno.ENOSPC, errno.EDQUOT):
        return refuse(field, path, "un fichier sur un disque où il reste de la place")
    return refuse(field, path, "un fichier que ce compte peut écrire, dans un dossier qui existe")
