"""Helpers for tests of jobs: a pool of real processes, and their states in Linux."""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from tablee.faces.workers.job import Job
from tablee.faces.workers.jobs import Jobs
from tablee.faces.workers.worker_process import WorkerProcess
from tests.faces.workers import example_tasks

SOON = 20.0
"""Seconds for an operation that takes a tenth of a second on an idle machine."""


def with_jobs(scene: Callable[[Jobs], Awaitable[None]], **options: Any) -> None:
    """Run a test with jobs, and check that no process is left."""

    async def play() -> None:
        async with Jobs(**{"first": [example_tasks.echo]} | options) as jobs:
            await scene(jobs)
            left = [*jobs.pool.living, *jobs.keepers.living]
        for worker in left:
            assert worker._process is not None
            assert worker._process.returncode is not None

    asyncio.run(asyncio.wait_for(play(), 60))


async def done(job: Job) -> Any:
    assert await job.wait(SOON)
    assert job.state == "done", (job.state, job.failure, job.details, job.refusal)
    return job.result


async def until(true: Callable[[], object]) -> None:
    end = time.monotonic() + SOON
    while not true():
        assert time.monotonic() < end
        await asyncio.sleep(0.005)


@contextlib.contextmanager
def followed(*jobs: Job) -> Iterator[None]:
    """Wait for jobs meanwhile, as an open page does."""
    waiting = [asyncio.create_task(job.wait()) for job in jobs]
    yield
    for task in waiting:
        task.cancel()


def pids(workers: Iterable[WorkerProcess]) -> set[int]:
    """Return the process numbers of the started workers."""
    return {worker._process.pid for worker in workers if worker._process is not None}


async def running(jobs: Jobs, job: Job) -> int:
    """Wait until a job runs; return the process number of its worker."""
    await until(lambda: job.state == "running")
    (pid,) = pids(worker for worker, at in jobs.pool.running.items() if at is job)
    return pid


def alive(pid: int) -> bool:
    return (stat(pid) or ["Z"])[0] != "Z"


def stat(pid: int) -> list[str]:
    """Return the fields of proc_pid_stat(5) from the state on; an empty list without a process."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return []


def cpu(pid: int) -> float:
    """Return the processor seconds of a process; 0 without a process."""
    fields = stat(pid)
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") if fields else 0.0
