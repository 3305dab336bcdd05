"""Keeps a process off the processor that its parent runs on."""

from __future__ import annotations

import os
import time
from pathlib import Path

PROCESSOR = 36
"""Where proc_pid_stat(5) tells the processor that a process ran on last, after its name."""
OFTEN = 0.01
"""Seconds between two looks at where the parent is, at least."""


class Aside:
    """Where there are several processors.

    Linux tends to wake who is written to on the processor of who writes, in a virtual machine above
    all. The parent would then wait until this process has done what it was woken for, though
    another processor is idle.
    """

    def __init__(self) -> None:
        status = Path(f"/proc/{os.getppid()}/stat")
        self._all = os.sched_getaffinity(0) if status.exists() else set[int]()
        self._status = status.open("rb", buffering=0) if len(self._all) > 1 else None
        self._looked = 0.0
        self._parent: int | None = None

    def keep(self) -> None:
        """Make way, if the parent has moved here."""
        now = time.monotonic()
        if self._status is None or now - self._looked < OFTEN:
            return
        self._looked = now
        try:
            told = os.pread(self._status.fileno(), 4096, 0)
            parent = int(told.rpartition(b")")[2].split()[PROCESSOR])
            if parent != self._parent:
                os.sched_setaffinity(0, self._all - {parent} or self._all)
                self._parent = parent
        except OSError:  # the parent has ended, or this is not allowed
            self._status = None
