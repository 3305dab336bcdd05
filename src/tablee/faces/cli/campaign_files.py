"""Files of campaigns: read within their bounds, written whole or not at all."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import IO, cast

from tablee.rules.file_access import put_in_place, unreadable, unwritable
from tablee.table.export.export_file import FIELD, read_bounded


def bytes_of(path: str) -> bytes:
    """What stands in a file, or on stdin for `-`. Raises `Refusal` when it cannot be read, or is
    larger than a campaign may be."""
    if path == "-":
        return read_bounded(cast("IO[bytes]", sys.stdin.buffer))
    try:
        with open(path, "rb") as stream:
            return read_bounded(stream)
    except (OSError, ValueError) as error:
        raise unreadable(FIELD, path, error) from None


def write_whole(path: str, data: bytes) -> None:
    """Write a file that only its owner reads, or stdout for `-`. It has its name once it is whole;
    raises `Refusal` when it cannot be written."""
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
