"""What a person sees while something takes long: nothing at first, then a line that moves."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Any

from tablee.faces.cli.face import Face

__all__ = ["Waiting"]

PATIENCE = 0.7
"""Seconds before anything is shown."""


class Waiting:
    """A progress bar on stderr, at a terminal only, once it has taken longer than `PATIENCE`."""

    def __init__(self, face: Face, title: str) -> None:
        self.face = face
        self.title = title
        self.shown = not face.json and sys.stderr.isatty()
        self.began = time.monotonic()
        self.bar: Any = None
        self.task: Any = None

    def __enter__(self) -> Waiting:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.bar is not None:
            self.bar.stop()

    def known(self, done: int, whole: int) -> None:
        """So much of the whole is done."""
        self._move(done, whole)

    def counted(self, leaves: int, states: int) -> None:
        """So many paths and states were walked; nobody knows how many there are."""
        self._move(leaves + states, None)

    def _move(self, done: int, whole: int | None) -> None:
        if not self.shown:
            return
        if self.bar is None:
            if time.monotonic() - self.began < PATIENCE:
                return
            self._start(whole)
        self.bar.update(self.task, completed=done)

    def _start(self, whole: int | None) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        console = Console(stderr=True)
        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.completed:,}"),
            TimeElapsedColumn(),
        )
        self.bar = Progress(*columns, console=console, transient=True)
        self.bar.start()
        self.task = self.bar.add_task(self.face.words.text(self.title), total=whole)
