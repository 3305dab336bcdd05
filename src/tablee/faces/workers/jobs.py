"""Jobs beside the server: asked for, shared, found again, remembered for a while, given up."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import pickle
from collections import OrderedDict
from collections.abc import Iterable
from types import TracebackType
from typing import Any

from tablee.faces.workers import tasks as works
from tablee.faces.workers.job import Job, State
from tablee.faces.workers.pipe import Outcome
from tablee.faces.workers.pool import Crew
from tablee.faces.workers.tasks import Options, Run, Work
from tablee.rules.refusal import Refusal

LOG = logging.getLogger("tablee.beside")

MEMORY = "Ce calcul demande plus de mémoire qu’il ne lui en est accordé."
DIED = "Le processus de ce calcul s’est arrêté net. Vous pouvez le demander encore."
WRONG = "Une erreur dans la règle a arrêté ce calcul."
UNLOADED = "Les règles ne se sont pas laissé charger."


class Jobs:
    """`async with Jobs() as jobs: job = jobs.start(works.odds, run); await job.wait(5)`.

    Games that files have brought into this process (`load_game`) come along. `first`: works that
    workers import at their start, so that the first job of each need not wait for it. `workers`:
    jobs that may be long at the same time (the cores, from 2 to 8, by default). `patience`: seconds
    after which a job is long (see `crew`). `lease`: seconds after which a job that nobody asks
    about any more (`find`, `start`, `wait`) is cancelled. `kept`, `kept_bytes`: how many finished
    jobs are remembered. `memory`: bytes a worker may take.
    """

    def __init__(
        self,
        first: Iterable[Work] = (works.odds, works.advise, works.simulate),
        *,
        workers: int | None = None,
        patience: float = 0.5,
        lease: float = 20.0,
        kept: int = 512,
        kept_bytes: int = 64 << 20,
        memory: int = 4 << 30,
    ) -> None:
        self.lease = lease
        self.kept = kept
        self.kept_bytes = kept_bytes
        size = workers or min(8, max(2, os.cpu_count() or 1))
        self.crew = Crew([works.name_of(w) for w in first], size, patience, memory, self._ended)
        self._over = False
        self._by_id: OrderedDict[str, Job] = OrderedDict()
        self._by_key: dict[object, Job] = {}

    def start(self, work: Work, run: Run, options: Options | None = None) -> Job:
        """A job of this work: the one under way or finished not long ago if there is such a one
        (cancelled and failed ones are begun anew). After `stop` it is cancelled."""
        asked = json.dumps([run, options or {}])
        key = (work, json.dumps([run, options or {}], sort_keys=True))
        job = self._by_key.get(key)
        if job is None:
            job = self._by_key[key] = Job(work, asked, key, self.drop)
            self._by_id[job.id] = job
            self.crew.take(job)
            if self._over:
                self.drop(job)
        else:
            self.find(job.id)
        return job

    def find(self, id: str) -> Job | None:
        """The job of that id, if it is under way or still remembered."""
        job = self._by_id.get(id)
        if job is not None:
            job.touch()
            self._by_id.move_to_end(id)
        return job

    def drop(self, job: Job) -> None:
        """Cancel a job (see `Job.cancel`)."""
        if not job.finished:
            self.crew.drop(job)
            self._settle(job, "cancelled")

    def stop(self) -> None:
        """Cancel all jobs, and whatever is asked for from now on: a server that is to end does so
        before it waits for its answers under way."""
        self._over = True
        for job in list(self._by_id.values()):
            self.drop(job)

    async def reload(self) -> None:
        """Go on with the games as files have brought them by now; jobs under way begin anew,
        results of before are not given again.

        Raises `Refusal` or `Broken` when a worker cannot load them: then nothing changes.
        """
        await self.crew.renew()
        for job in list(self._by_id.values()):
            if job.finished:
                self._unshare(job)

    async def __aenter__(self) -> Jobs:
        self.crew.take()
        self._sweeping = asyncio.create_task(self._sweep())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._sweeping.cancel()
        self.stop()
        await self.crew.close()

    async def _sweep(self) -> None:
        """Cancel what nobody asks about any more."""
        while True:
            await asyncio.sleep(min(1.0, self.lease / 4))
            for job in list(self._by_id.values()):
                if job.quiet > self.lease:
                    self.drop(job)
            self.crew.look()

    # ── how they end ───────────────────────────────────────────────────────────────────────────
    def _ended(self, job: Job, how: Outcome | Exception | None) -> None:
        match how:
            case Outcome(how="done" | "refused" as state, body=body):
                job.size = len(body)
                try:
                    value = pickle.loads(body)
                except Exception as error:
                    self._fail(job, WRONG, repr(error))
                else:
                    self._settle(job, state, value)
            case Refusal():
                self._settle(job, "refused", how)
            case Outcome(how="memory"):
                self._fail(job, MEMORY)
            case Outcome(body=body):
                self._fail(job, WRONG, body.decode())
            case None:
                self._fail(job, DIED)
            case _:
                self._fail(job, UNLOADED, str(how))

    def _fail(self, job: Job, failure: str, details: str = "") -> None:
        LOG.warning("%s failed: %s %s", job.work, failure, details)
        job.failure, job.details = failure, details
        self._settle(job, "failed")

    def _settle(self, job: Job, state: State, value: Any = None) -> None:
        """End a job; remember it within bounds; let who asks again for what went wrong retry."""
        job.settle(state, value)
        if state in ("cancelled", "failed"):
            self._unshare(job)
        held, many = sum(each.size for each in self._by_id.values()), len(self._by_id)
        for each in list(self._by_id.values()):
            if many <= self.kept and held <= self.kept_bytes:
                break
            if each.finished and each is not job:
                del self._by_id[each.id]
                self._unshare(each)
                many, held = many - 1, held - each.size

    def _unshare(self, job: Job) -> None:
        if self._by_key.get(job.key) is job:
            del self._by_key[job.key]
