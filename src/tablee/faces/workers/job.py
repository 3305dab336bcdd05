"""One work on one run, from its asking to its end."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from tablee.faces.workers.tasks import Work, name_of
from tablee.rules.refusal import Refusal

State = Literal["waiting", "running", "done", "refused", "cancelled", "failed"]


class Progress(NamedTuple):
    """Steps and states walked so far (of a sample: runs done, of how many), seconds since asked."""

    steps: int
    states: int
    seconds: float


class Job:
    """One work on one run. Once finished, `state` and what goes with it no longer change.

    `id`: opaque, fit for an address. `result`: the value, when done. `refusal`: when refused.
    `failure`: when failed, a French sentence (a text for `Words.text`), with the traceback, if any,
    in `details`. `asked`: the JSON text of [run, options].
    """

    def __init__(self, work: Work, asked: str, key: object, drop: Callable[[Job], None]) -> None:
        self.id = secrets.token_urlsafe(12)
        self.state: State = "waiting"
        self.result: Any = None
        self.refusal: Refusal | None = None
        self.failure = ""
        self.details = ""
        self.work = name_of(work)
        self.asked = asked
        self.key = key
        self.size = 0
        self.steps = (0, 0)
        self.awaited = 0
        self.touched = self._begun = time.monotonic()
        self._ended = 0.0
        self._drop = drop
        self._over = asyncio.Event()

    # ── for who asked ──────────────────────────────────────────────────────────────────────────
    @property
    def finished(self) -> bool:
        return self._over.is_set()

    @property
    def progress(self) -> Progress:
        until = self._ended if self.finished else time.monotonic()
        return Progress(*self.steps, until - self._begun)

    async def wait(self, timeout: float | None = None) -> bool:
        """Wait until it is finished, at most `timeout` seconds; whether it is."""
        self.awaited += 1
        try:
            await asyncio.wait_for(self._over.wait(), timeout)
        except TimeoutError:
            pass
        finally:
            self.awaited -= 1
            self.touch()
        return self.finished

    def cancel(self) -> None:
        """Stop it at once, for all who asked; nothing happens when it is finished."""
        self._drop(self)

    # ── for who has it done ────────────────────────────────────────────────────────────────────
    def touch(self) -> None:
        """Somebody asked about it."""
        self.touched = time.monotonic()

    def settle(self, state: State, value: Any = None) -> None:
        """End it: with its value when done, with the refusal when refused."""
        self.state = state
        if state == "done":
            self.result = value
        elif state == "refused":
            self.refusal = value
        self._ended = time.monotonic()
        self._over.set()

    @property
    def turn(self) -> tuple[bool, float]:
        """Smaller for what comes first: what is waited for, as it came; the rest, latest first."""
        return (False, self.touched) if self.awaited else (True, -self.touched)

    @property
    def quiet(self) -> float:
        """Seconds since somebody asked about it."""
        return 0.0 if self.awaited else time.monotonic() - self.touched
