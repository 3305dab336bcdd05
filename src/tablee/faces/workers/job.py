"""A job: one task on one run, from the first question to its end.

Clients read its state and wait for it; the pool changes it. Several clients may share a job.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from tablee.faces.workers.pipe import Tick
from tablee.faces.workers.tasks import Task, name_of
from tablee.rules.refusal import Refusal

State = Literal["waiting", "running", "done", "refused", "cancelled", "failed"]


class Progress(NamedTuple):
    """Steps and states so far (for a sample: runs done, runs asked for), and seconds since the start.
    `bound`: see `Budget`."""

    steps: int
    states: int
    seconds: float
    bound: tuple[float, float] | None = None


class Job:
    """One task on one run. A finished job does not change.

    `id`: an opaque text for addresses. `result`: the value, when done. `refusal`: when refused.
    `failure`: when failed, a French sentence for `Words.text`, with the traceback in `details`.
    `asked`: the JSON text of [run, options]. `key`: equal for equal questions. `size`: bytes of the
    result. `awaited`: number of clients that wait. `fight`: the kept fight that it is about, or "".
    `lasting`: whether a running job goes on when no client asks about it.
    """

    def __init__(
        self,
        task: Task,
        asked: str,
        key: object,
        drop: Callable[[Job], None],
        fight: str = "",
        lasting: bool = False,
    ) -> None:
        self.id = secrets.token_urlsafe(12)
        self.state: State = "waiting"
        self.result: Any = None
        self.refusal: Refusal | None = None
        self.failure = ""
        self.details = ""
        self.task = name_of(task)
        self.asked = asked
        self.fight = fight
        self.lasting = lasting
        self.key = key
        self.size = 0
        self._ticked = Tick(0, 0, 0)
        self.awaited = 0
        self.touched = self._begun = time.monotonic()
        self._ended = 0.0
        self._drop = drop
        self._over = asyncio.Event()

    # ── for clients ──────────────────────────────────────────────────────────────────────────
    @property
    def finished(self) -> bool:
        return self._over.is_set()

    @property
    def progress(self) -> Progress:
        until = self._ended if self.finished else time.monotonic()
        ticked = self._ticked
        return Progress(ticked.steps, ticked.states, until - self._begun, ticked.bound)

    async def wait(self, timeout: float | None = None) -> bool:
        """Wait at most `timeout` seconds for the end. Return whether the job is finished."""
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
        """Stop the job at once, for all its clients. A finished job is left as it is."""
        self._drop(self)

    # ── for the pool ────────────────────────────────────────────────────────────────────
    def touch(self) -> None:
        """Note that a client asked about it."""
        self.touched = time.monotonic()

    def advance(self, ticked: Tick) -> None:
        """Note its progress."""
        self._ticked = ticked

    def begin_again(self) -> None:
        """Wait for another process."""
        self.state, self._ticked = "waiting", Tick(0, 0, 0)

    def settle(self, state: State, value: Any = None) -> None:
        """Finish it, with its value when done, with the refusal when refused."""
        self.state = state
        if state == "done":
            self.result = value
        elif state == "refused":
            self.refusal = value
        self._ended = time.monotonic()
        self._over.set()

    @property
    def turn(self) -> tuple[bool, float]:
        """Sort key of a queue: awaited jobs first, oldest first; then the others, latest first."""
        return (False, self.touched) if self.awaited else (True, -self.touched)

    @property
    def quiet(self) -> float:
        """Seconds since a client asked about it."""
        return 0.0 if self.awaited else time.monotonic() - self.touched
