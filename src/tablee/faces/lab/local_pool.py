"""Jobs on the cores of this computer, in processes of their own."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.synchronize import Event

from tablee.faces.lab.cell_job import Job, run_job
from tablee.faces.lab.cell_measures import Row
from tablee.rules.refusal import refuse

_AHEAD = 4
"""Jobs handed over for each process, so that none waits for the next one."""


def run_locally(jobs: Sequence[Job], workers: int) -> Generator[tuple[int, list[Row]]]:
    """Yield the cells in the order in which they finish. One worker is this process itself.

    Raises `Refusal` when a worker process ends.
    """
    if workers <= 1 or len(jobs) <= 1:
        yield from map(run_job, jobs)
        return
    context = multiprocessing.get_context("spawn")
    stop = context.Event()
    pool = ProcessPoolExecutor(min(workers, len(jobs)), context, _begin, (stop,))
    left = iter(jobs)
    whole = False
    try:
        running: set[Future[tuple[int, list[Row]]]] = set()
        while True:
            while len(running) < _AHEAD * workers and (job := next(left, None)) is not None:
                running.add(pool.submit(run_job, job))
            if not running:
                whole = True
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    except BrokenProcessPool:
        allowed = "des processus qui durent : l’un d’eux a pris fin ; la même commande continue"
        raise refuse("workers", workers, allowed) from None
    finally:
        if not whole:
            stop.set()  # the cells under way may take long, and nobody waits for them
        pool.shutdown(wait=True, cancel_futures=True)


def _begin(stop: Event) -> None:
    """Prepare a worker process: the parent alone answers Control-C, and alone writes to stdout. The
    process ends when `stop` is set, or with its parent."""
    sys.stdout = sys.stderr  # what the rules print
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    for ended in (stop.wait, *((parent.join,) if parent else ())):
        threading.Thread(target=_end_after, args=(ended,), daemon=True).start()


def _end_after(wait_for: Callable[[], object]) -> None:
    wait_for()
    os._exit(1)
