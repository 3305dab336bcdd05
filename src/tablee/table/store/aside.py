"""Keeps a process off the processor that its parent runs on."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["Aside"]

PROCESSOR = 36
"""Where proc_pid_stat(5) tells the processor that a process ran on last, after its name."""


class Aside:
    """Where there are several processors.

    Linux tends to wake who is written to on the processor of who writes, in a virtual machine above
    all. The parent would then wait until this process has done what it was woken for, though
    another processor is idle.
    """

    def __init__(self) -> None:
        self._status = Path(f"/proc/{os.getppid()}/stat")
        self._all = os.sched_getaffinity(0) if self._status.exists() else set[int]()
        self._parent: int | None = None

    def keep(self) -> None:
        """Make way, if the parent has moved here."""
        if len(self._all) < 2:
            return
        try:
            now = int(self._status.read_bytes().rpartition(b")")[2].split()[PROCESSOR])
            if now != self._parent:
                os.sched_setaffinity(0, self._all - {now} or self._all)
                self._parent = now
        except OSError:  # the parent has ended, or this is not allowed
            self._all = set()
