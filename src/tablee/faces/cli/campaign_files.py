"""Campaign files: read within bounds, written atomically.

The module knows bytes only, not their meaning.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import IO, cast

from tablee.rules.file_access import put_in_place, unreadable, unwritable
from tablee.table.export.export_file import FIELD, read_bounded


def bytes_of(path: str) -> bytes:
    """Return the bytes of a file, or of stdin for `-`. Raises `Refusal` when it cannot be read or
    exceeds the size of a campaign."""
    if path == "-":
        return read_bounded(cast("IO[bytes]", sys.stdin.buffer))
    try:
        with open(path, "rb") as stream:
            return read_bounded(stream)
    except (OSError, ValueError) as error:
        raise unreadable(FIELD, path, error) from None


def write_whole(path: str, data: bytes) -> None:
    """Write a file that only its owner may read, or stdout for `-`.

    The file gets its name after the last byte is written. Raises `Refusal` when it cannot be
    written.
    """
    if path == "-":
        sys.stdout.flush()
        out = cast("IO[bytes]", sys.stdout.buffer)
        out.write(data)
        out.flush()
        return
    target = Path(path)
    try:
        handle, name = tempfile.mkstemp(prefix=f".{target.name}-", dir=target.parent)
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(data)
            put_in_place(Path(name), target)
        finally:
            Path(name).unlink(missing_ok=True)
    except (OSError, ValueError) as error:
        raise unwritable(FIELD, path, error) from None
