"""Helpers for tests of jobs: a pool of real processes, its states, what Linux knows of them."""

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
"""Seconds for what takes a tenth of one on a machine with nothing else to do."""


def with_jobs(scene: Callable[[Jobs], Awaitable[None]], **options: Any) -> None:
    """Play a scene with jobs; nothing may be left over."""

    async def play() -> None:
        async with Jobs(**{"first": [example_tasks.echo]} | options) as jobs:
            await scene(jobs)
            left = list(jobs.pool.living)
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
    """Somebody waits for them meanwhile, as an open page does."""
    waiting = [asyncio.create_task(job.wait()) for job in jobs]
    yield
    for task in waiting:
        task.cancel()


def pids(workers: Iterable[WorkerProcess]) -> set[int]:
    """Of those that have a process by now: a further one may just begin."""
    return {worker._process.pid for worker in workers if worker._process is not None}


async def running(jobs: Jobs, job: Job) -> int:
    """Wait until it runs; the process of its worker."""
    await until(lambda: job.state == "running")
    (pid,) = pids(worker for worker, at in jobs.pool.running.items() if at is job)
    return pid


def alive(pid: int) -> bool:
    return (stat(pid) or ["Z"])[0] != "Z"


def stat(pid: int) -> list[str]:
    """What Linux tells of a process from its state on; nothing when there is no such one."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return []


def cpu(pid: int) -> float:
    """Seconds of a processor that it has used; 0 when there is no such one."""
    told = stat(pid)
    return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK") if told else 0.0
