"""Progress of a long computation: nothing at first, then a moving bar.

The module prints to stderr only.
"""

from __future__ import annotations

import sys
import threading
import time
from types import TracebackType
from typing import Any

from tablee.faces.cli.cli_context import Face

PATIENCE = 0.7
"""Seconds before the bar appears."""
PACE = 0.05
"""Seconds between two updates of the bar. Readings report far more often."""


class Waiting:
    """A progress bar on stderr, shown at a terminal after `PATIENCE` seconds.

    A thread of its own moves it, even while nothing is reported.
    """

    def __init__(self, face: Face, title: str) -> None:
        self.face = face
        self.title = title
        self.noted = ""
        self.bar: Any = None
        self.task: Any = None
        self.turn = threading.Lock()
        self.over = False
        self.due = 0.0
        self.clock: threading.Timer | None = None

    def __enter__(self) -> Waiting:
        if not self.face.json and sys.stderr.isatty():
            self.clock = threading.Timer(PATIENCE, self._start)
            self.clock.daemon = True
            self.clock.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.clock is not None:
            self.clock.cancel()
        with self.turn:
            self.over = True
            if self.bar is not None:
                self.bar.stop()

    def known(self, done: int, whole: int) -> None:
        """Set the finished part of a known total."""
        self._move(completed=done, total=whole)

    def counted(self, leaves: int, states: int) -> None:
        """Set the number of paths and states walked so far; the total is unknown."""
        self._move(completed=leaves + states)

    def note(self, text: str) -> None:
        """Set the text after the title: what is known already."""
        with self.turn:
            self.noted = f" ({text})"
            if self.bar is not None:
                self.bar.update(self.task, description=self._description())

    def _description(self) -> str:
        return self.face.words.text(self.title) + self.noted

    def _move(self, **news: int) -> None:
        if self.bar is not None and time.monotonic() >= self.due:
            self.due = time.monotonic() + PACE
            self.bar.update(self.task, **news)

    def _start(self) -> None:
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            Progress,
            TextColumn,
            TimeElapsedColumn,
            TimeRemainingColumn,
        )

        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.completed}"),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
        )
        with self.turn:
            if self.over:
                return
            bar = Progress(*columns, console=Console(stderr=True), transient=True)
            self.task = bar.add_task(self._description(), total=None)
            bar.start()
            self.bar = bar
