"""The pool of worker processes: which job runs, and which one waits.

With `size` = n there are at most n + 1 workers, started when they are needed with one in reserve. A
new job begins in any free worker. After `patience` seconds it is long. At most n long jobs run at
once, so that a worker is soon free for a quick job; a further long job is put back and begins again
when another one ends. A job that no client asked about for `STALE` seconds gives way to one that a
client waits for. The pool must not know what a task computes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from tablee.faces.workers.job import Job
from tablee.faces.workers.pipe import Outcome, Tick
from tablee.faces.workers.process_group import ProcessGroup
from tablee.faces.workers.worker_process import WorkerProcess

STALE = 3.0
"""Seconds without a question after which a job gives way to others. Pages ask every second."""


class WorkerPool(ProcessGroup):
    """The workers of a server and the jobs that they run.

    `size`, `patience`: see the module. The other arguments are those of `ProcessGroup`.
    """

    def __init__(
        self,
        tasks: Sequence[str],
        size: int,
        patience: float,
        memory: int,
        ended: Callable[[Job, Outcome | Exception | None], None],
    ) -> None:
        super().__init__(tasks, memory, ended)
        self.size = size
        self.patience = patience
        self.workers: set[WorkerProcess] = set()
        self.running: dict[WorkerProcess, Job] = {}
        self.long: set[WorkerProcess] = set()
        """Workers that run a long job."""
        self.fresh: list[Job] = []
        self.put_back: list[Job] = []

    def add(self, job: Job) -> None:
        """Run a job as soon as a worker is free."""
        self.fresh.append(job)
        self.assign()

    def drop(self, job: Job) -> None:
        """Stop a job, or take it out of the queues."""
        for worker in [worker for worker, other in self.running.items() if other is job]:
            self._take_from(worker)
        for queue in (self.fresh, self.put_back):
            if job in queue:
                queue.remove(job)

    async def renew(self) -> None:
        """Replace all workers; running jobs begin again. Raises the error of the first new worker;
        then nothing changes."""
        new = self._start_worker()
        try:
            await asyncio.shield(new.ready)
        except BaseException:
            new.kill()
            raise
        old, self.workers = self.workers, {new}
        for worker in old:
            if worker in self.running:
                self._queue_again(self.running.pop(worker), self.fresh)
            self.long.discard(worker)
            worker.kill()
        self.assign()

    # ── the order of the jobs ──────────────────────────────────────────────────────────────────
    def assign(self) -> None:
        """Give jobs to free workers. Keep one worker free, or starting, where the size allows it."""
        if not self._open:
            return
        free = [worker for worker in self.workers if worker.idle]
        while free and (found := self._next()) is not None:
            job, long = found
            worker = free.pop()
            self.running[worker] = job
            self._run(worker, job)
            if long:
                self.long.add(worker)
            else:
                loop = asyncio.get_running_loop()
                loop.call_later(self.patience, self._overdue, worker, job)
        starting = any(not worker.loaded for worker in self.workers)
        if not free and not starting and len(self.workers) <= self.size:
            self.workers.add(self._start_worker())

    def _next(self) -> tuple[Job, bool] | None:
        """Return the next job and whether it is long: a fresh one, else one that was put back."""
        if self.fresh:
            return _first(self.fresh), False
        if self.put_back and len(self.long) < self.size:
            return _first(self.put_back), True
        return None

    def _overdue(self, worker: WorkerProcess, job: Job) -> None:
        """Count a job as long after `patience` seconds, or put it back when too many are."""
        if self.running.get(worker) is not job:
            return
        self._make_room(job)
        if len(self.long) < self.size:
            self.long.add(worker)
        else:
            self._queue_again(self._take_from(worker), self.put_back)

    def check_stale(self) -> None:
        """Let the next job that was put back replace a stale one. Call it now and then."""
        if self.put_back:
            self._make_room(min(self.put_back, key=lambda job: job.turn))

    def _make_room(self, job: Job) -> None:
        """Put back the stalest long job, if it is stale and more so than `job`."""
        quiet = {each: self.running[each].quiet for each in self.long if each in self.running}
        if quiet and len(self.long) >= self.size:
            quietest = max(quiet, key=lambda worker: quiet[worker])
            if quiet[quietest] > max(STALE, job.quiet):
                self._queue_again(self._take_from(quietest), self.put_back)
                self.long.discard(quietest)

    def _queue_again(self, job: Job, queue: list[Job]) -> None:
        job.begin_again()
        queue.append(job)

    def _take_from(self, worker: WorkerProcess) -> Job:
        """Stop a worker's job and return it. Later messages about the job are ignored."""
        worker.stop()
        return self.running.pop(worker)

    # ── messages of the workers ────────────────────────────────────────────────────────────────
    def heard(self, worker: WorkerProcess, message: Any) -> None:
        """Take a message of a worker about its job."""
        job = self.running.get(worker)
        if isinstance(message, Tick):
            if job is not None:
                job.advance(message)
            return
        if isinstance(message, Outcome):
            self.long.discard(worker)
            if job is not None:
                del self.running[worker]
                self.ended(job, message)
        self.assign()

    def gone(self, worker: WorkerProcess) -> None:
        """Forget a worker whose process has ended."""
        self.living.discard(worker)
        self.workers.discard(worker)
        self.long.discard(worker)
        job = self.running.pop(worker, None)
        if job is not None:
            self.ended(job, worker.stuck)
        if worker.loaded:
            self.assign()
        elif not any(other.loaded for other in self.workers):
            waiting, self.fresh, self.put_back = [*self.fresh, *self.put_back], [], []
            for job in waiting:
                self.ended(job, worker.error)


def _first(queue: list[Job]) -> Job:
    """Remove and return the job whose turn it is."""
    job = min(queue, key=lambda job: job.turn)
    queue.remove(job)
    return job
