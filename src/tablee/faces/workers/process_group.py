"""What the pool of workers and the keepers of fights have in common: their processes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

from tablee.faces.workers.job import Job
from tablee.faces.workers.pipe import Outcome
from tablee.faces.workers.worker_process import WorkerProcess


class ProcessGroup:
    """Worker processes and the jobs that they run.

    `tasks`: names of the tasks that workers import first. `memory`: bytes for each worker. `ended`
    is called with a job and its outcome; None when its process died, an exception when no worker
    could start.
    """

    def __init__(
        self,
        tasks: Sequence[str],
        memory: int,
        ended: Callable[[Job, Outcome | Exception | None], None],
    ) -> None:
        self.tasks = tasks
        self.memory = memory
        self.ended = ended
        self.living: set[WorkerProcess] = set()
        """All processes, also those that were replaced and have not ended yet."""
        self._numbers = count(1)
        self._open = True

    def heard(self, worker: WorkerProcess, message: Any) -> None:
        """Take a message of a worker about its job."""
        raise NotImplementedError

    def gone(self, worker: WorkerProcess) -> None:
        """Forget a worker whose process has ended."""
        raise NotImplementedError

    def _start_worker(self, keeps: bool = False) -> WorkerProcess:
        """Return a new worker. `keeps`: see `WorkerProcess`."""
        worker = WorkerProcess(self, self.tasks, self.memory, keeps)
        self.living.add(worker)
        return worker

    def _run(self, worker: WorkerProcess, job: Job) -> None:
        """Run a job in an idle worker."""
        job.state = "running"
        worker.start(next(self._numbers), job.task, job.asked)

    async def close(self) -> None:
        """End all processes."""
        self._open = False
        for worker in self.living:
            worker.kill()
        await asyncio.gather(*(worker.wait() for worker in self.living))
