"""What the system tells of a process and of those that it has started."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

__all__ = ["busy", "memory_of"]


def memory_of(process: int) -> float:
    """Resident megabytes of a process and what it has started."""
    pages = sum(int(status[21]) for status in statuses(process))
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def busy(process: int) -> float:
    """Seconds of CPU that a process and what it has started have taken."""
    ticks = 0
    for status in statuses(process):
        ticks += int(status[11]) + int(status[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def statuses(process: int) -> Iterator[list[str]]:
    """What the system tells of a process and of those that it has started: proc_pid_stat(5) from the
    third field on."""
    for each in Path("/proc").glob("[0-9]*"):
        try:
            status = (each / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(each.name) == process or int(status[1]) == process:
            yield status
