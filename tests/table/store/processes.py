"""The process that writes into a SQLite file."""

from __future__ import annotations

import contextlib
from pathlib import Path

__all__ = ["writing"]


def writing(file: Path) -> int:
    """The number of the process that writes into a file; `LookupError` where there is none."""
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            call = (process / "cmdline").read_bytes()
            if b"writing" in call and str(file).encode() in call:
                return int(process.name)
    raise LookupError(file)
