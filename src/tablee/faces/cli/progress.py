"""What a person sees while something takes long: nothing at first, then a bar that moves."""

from __future__ import annotations

import sys
import threading
import time
from types import TracebackType
from typing import Any

from tablee.faces.cli.cli_context import Face

PATIENCE = 0.7
"""Seconds before anything is shown."""
PACE = 0.05
"""Seconds between two movements of the bar: readings report far more often."""


class Waiting:
    """A progress bar on stderr, at a terminal only, once it has taken longer than `PATIENCE`.

    It is shown by a clock of its own, so that it comes and moves even while nothing is reported.
    """

    def __init__(self, face: Face, title: str) -> None:
        self.face = face
        self.title = title
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
        """So much of the whole is done."""
        self._move(completed=done, total=whole)

    def counted(self, leaves: int, states: int) -> None:
        """So many paths and states were walked; nobody knows how many there are."""
        self._move(completed=leaves + states)

    def _move(self, **news: int) -> None:
        if self.bar is not None and time.monotonic() >= self.due:
            self.due = time.monotonic() + PACE
            self.bar.update(self.task, **news)

    def _start(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.completed}"),
            TimeElapsedColumn(),
        )
        with self.turn:
            if self.over:
                return
            bar = Progress(*columns, console=Console(stderr=True), transient=True)
            self.task = bar.add_task(self.face.words.text(self.title), total=None)
            bar.start()
            self.bar = bar
