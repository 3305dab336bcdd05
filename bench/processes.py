"""Memory and processor time of a process and its children."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

__all__ = ["busy", "memory_of"]


def memory_of(process: int) -> float:
    """Return the resident megabytes of a process and its children."""
    pages = sum(int(status[21]) for status in statuses(process))
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def busy(process: int) -> float:
    """Return the seconds of processor time of a process and its children."""
    ticks = 0
    for status in statuses(process):
        ticks += int(status[11]) + int(status[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def statuses(process: int) -> Iterator[list[str]]:
    """Yield the fields of proc_pid_stat(5), from the third on, of a process and its children."""
    for each in Path("/proc").glob("[0-9]*"):
        try:
            status = (each / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(each.name) == process or int(status[1]) == process:
            yield status
