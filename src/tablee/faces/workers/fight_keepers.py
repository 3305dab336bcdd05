"""The processes that keep explored fights: one fight each.

A process explores its fight once, which takes seconds to minutes and up to 1.5 GB, and then answers
every state of it. It stays until another fight needs its place and no client has asked about its own for
`REST` seconds. The module must not know how a fight is explored.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from tablee.faces.workers.job import Job
from tablee.faces.workers.pipe import Outcome, Tick
from tablee.faces.workers.process_group import ProcessGroup
from tablee.faces.workers.worker_process import WorkerProcess

REST = 120.0
"""Seconds without a question after which a fight gives way to another one."""


class _Keeper:
    """A process with its fight. `asked`: the time of the last question about it."""

    def __init__(self, fight: str, worker: WorkerProcess) -> None:
        self.fight = fight
        self.worker = worker
        self.job: Job | None = None
        self.explored: set[object] = set()
        """Keys of the explorations that it has finished."""
        self.asked = time.monotonic()


class FightKeepers(ProcessGroup):
    """At most `most` kept fights. The other arguments are those of `ProcessGroup`."""

    def __init__(
        self,
        tasks: Sequence[str],
        most: int,
        memory: int,
        ended: Callable[[Job, Outcome | Exception | None], None],
    ) -> None:
        super().__init__(tasks, memory, ended)
        self.most = most
        self._keepers: dict[str, _Keeper] = {}
        self._waiting: list[Job] = []

    def add(self, job: Job) -> None:
        """Run a job in the process of its fight as soon as possible."""
        self._waiting.append(job)
        self.assign()

    def drop(self, job: Job) -> None:
        """Stop a job, or take it out of the queue."""
        if job in self._waiting:
            self._waiting.remove(job)
        keeper = self._keepers.get(job.fight)
        if keeper is not None and keeper.job is job:
            keeper.job = None
            keeper.worker.stop()

    def keeps(self, fight: str) -> bool:
        """Return whether a process has this fight."""
        return fight in self._keepers

    def has_explored(self, fight: str, key: object) -> bool:
        """Return whether an exploration is finished, and its process is still there."""
        keeper = self._keepers.get(fight)
        return keeper is not None and key in keeper.explored

    def renew(self) -> None:
        """End all processes, because the rules have changed; running jobs begin again."""
        for keeper in list(self._keepers.values()):
            if keeper.job is not None:
                keeper.job.begin_again()
                self._waiting.append(keeper.job)
            self._remove(keeper)
        self.assign()

    def assign(self) -> None:
        """Give the waiting jobs to the processes of their fights. Call it now and then."""
        if not self._open:
            return
        for job in list(self._waiting):
            keeper = self._keepers.get(job.fight) or self._new_keeper(job)
            if keeper is None:
                continue
            keeper.asked = time.monotonic()
            if keeper.job is None and keeper.worker.idle:
                self._waiting.remove(job)
                keeper.job = job
                self._run(keeper.worker, job)

    def _new_keeper(self, job: Job) -> _Keeper | None:
        """Return a new process for the fight of a job, None while all are in use."""
        if len(self._keepers) >= self.most:
            oldest = min(self._keepers.values(), key=lambda each: each.asked)
            if oldest.job is not None or time.monotonic() - oldest.asked < REST:
                return None
            self._remove(oldest)
        keeper = self._keepers[job.fight] = _Keeper(job.fight, self._start_worker(keeps=True))
        return keeper

    def _remove(self, keeper: _Keeper) -> None:
        del self._keepers[keeper.fight]
        keeper.worker.kill()

    def _of(self, worker: WorkerProcess) -> _Keeper | None:
        return next((each for each in self._keepers.values() if each.worker is worker), None)

    # ── messages of the processes ──────────────────────────────────────────────────────────────
    def heard(self, worker: WorkerProcess, message: Any) -> None:
        """Take a message of a process about its job."""
        keeper = self._of(worker)
        if keeper is None:
            return
        job = keeper.job
        if isinstance(message, Tick):
            if job is not None:
                job.advance(message)
            return
        if isinstance(message, Outcome) and job is not None:
            keeper.job = None
            if message.how == "done" and job.lasting:
                keeper.explored.add(job.key)
            self.ended(job, message)
        self.assign()

    def gone(self, worker: WorkerProcess) -> None:
        """Forget a process that has ended."""
        self.living.discard(worker)
        keeper = self._of(worker)
        if keeper is None:
            return
        del self._keepers[keeper.fight]
        lost = [keeper.job] if keeper.job is not None else []
        if not worker.loaded:  # the rules cannot be loaded: another process would not do better
            lost += [job for job in self._waiting if job.fight == keeper.fight]
            self._waiting = [job for job in self._waiting if job.fight != keeper.fight]
        for job in lost:
            self.ended(job, worker.stuck if worker.loaded else worker.error)
        if worker.loaded:
            self.assign()
