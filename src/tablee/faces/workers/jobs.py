"""The jobs of a server: started, shared by equal questions, found by id, cached, cancelled.

Pages and the API start jobs here and wait for them; a pool of processes runs them. The module must
not know what a task computes.
"""

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

from tablee.faces.workers import tasks
from tablee.faces.workers.fight_keepers import FightKeepers
from tablee.faces.workers.job import Job, State
from tablee.faces.workers.pipe import Outcome
from tablee.faces.workers.pool import WorkerPool
from tablee.faces.workers.tasks import Options, Task
from tablee.rules.contract_json import RunJson
from tablee.rules.refusal import Refusal

LOG = logging.getLogger("tablee.workers")

MEMORY = "Ce calcul demande plus de mémoire qu’il ne lui en est accordé."
DIED = "Le processus de ce calcul s’est arrêté net. Vous pouvez le demander encore."
WRONG = "Une erreur dans la règle a arrêté ce calcul."
UNLOADED = "Les règles ne se sont pas laissé charger."


def fight_of(run: RunJson) -> str:
    """Return a text that is equal for runs of the same fight: everything but the answers."""
    return json.dumps({**run, "answers": []}, sort_keys=True)


def exploration_options(goal: str, seat: str | None) -> Options:
    """Return the options of the exploration of a whole fight, for a utility and an advised seat."""
    return {"for": goal} | ({"as": seat} if seat else {})


def _exploration_key(run: RunJson, options: Options) -> object:
    return tasks.explore_fight, fight_of(run), json.dumps(options, sort_keys=True)


class Jobs:
    """`async with Jobs() as jobs: job = jobs.start(tasks.odds, run); await job.wait(5)`.

    Workers load the games that this process has loaded from files. `first`: tasks that workers
    import at their start. `workers`: number of long jobs at once (by default the number of cores,
    from 2 to 8). `patience`: seconds after which a job is long (see `pool`). `lease`: seconds
    without `find`, `start` or `wait` after which a job is cancelled. `kept`, `kept_bytes`: limits of
    the cache of finished jobs. `memory`: bytes for each worker. `fights`: maximum number of explored
    fights that processes of their own keep.
    """

    def __init__(
        self,
        first: Iterable[Task] = (tasks.odds, tasks.advise, tasks.simulate),
        *,
        workers: int | None = None,
        patience: float = 0.5,
        lease: float = 20.0,
        kept: int = 512,
        kept_bytes: int = 64 << 20,
        memory: int = 4 << 30,
        fights: int = 2,
    ) -> None:
        self.lease = lease
        self.kept = kept
        self.kept_bytes = kept_bytes
        size = workers or min(8, max(2, os.cpu_count() or 1))
        names = [tasks.name_of(task) for task in first]
        self.pool = WorkerPool(names, size, patience, memory, self._ended)
        self.keepers = FightKeepers(names, fights, memory, self._ended)
        self._over = False
        self._by_id: OrderedDict[str, Job] = OrderedDict()
        self._by_key: dict[object, Job] = {}

    def start(self, task: Task, run: RunJson, options: Options | None = None) -> Job:
        """Return the job of a question: a running or cached one, else a new one. After `stop` it is
        cancelled."""
        key = (task, json.dumps([run, options or {}], sort_keys=True))
        return self._shared(task, run, options or {}, key)

    def explore(self, run: RunJson, options: Options) -> Job:
        """Return the job that explores the whole fight of a run, or has explored it.

        It goes on when no client asks about it. Ask about states of the fight with `of_fight`.
        """
        key = _exploration_key(run, options)
        job = self._by_key.get(key)
        if job is not None and job.state == "done" and not self.has_explored(run, options):
            self._unshare(job)
        return self._shared(tasks.explore_fight, run, options, key, fight_of(run), lasting=True)

    def keeps(self, run: RunJson) -> bool:
        """Return whether a process keeps the fight of a run, or is exploring it."""
        return self.keepers.keeps(fight_of(run))

    def has_explored(self, run: RunJson, options: Options) -> bool:
        """Return whether `explore` has done its work, and the fight is still kept."""
        return self.keepers.has_explored(fight_of(run), _exploration_key(run, options))

    def of_fight(self, task: Task, run: RunJson, options: Options) -> Job:
        """Return the job of a question that the process of an explored fight answers."""
        key = (task, json.dumps([run, options], sort_keys=True), "fight")
        return self._shared(task, run, options, key, fight_of(run))

    def _shared(
        self,
        task: Task,
        run: RunJson,
        options: Options,
        key: object,
        fight: str = "",
        lasting: bool = False,
    ) -> Job:
        """Return the job with a key, a new one where there is none."""
        job = self._by_key.get(key)
        if job is None:
            asked = json.dumps([run, options])
            return self._begin(Job(task, asked, key, self.drop, fight, lasting=lasting))
        self.find(job.id)
        return job

    def _begin(self, job: Job) -> Job:
        """Share a new job and run it."""
        self._by_key[job.key] = job
        self._by_id[job.id] = job
        (self.keepers if job.fight else self.pool).add(job)
        if self._over:
            self.drop(job)
        return job

    def find(self, id: str) -> Job | None:
        """Return the job with an id, if it is running or cached."""
        job = self._by_id.get(id)
        if job is not None:
            job.touch()
            self._by_id.move_to_end(id)
        return job

    def drop(self, job: Job) -> None:
        """Cancel a job (see `Job.cancel`)."""
        if not job.finished:
            (self.keepers if job.fight else self.pool).drop(job)
            self._settle(job, "cancelled")

    def stop(self) -> None:
        """Cancel all jobs, also later ones. A server that ends calls this before it waits for its
        open requests."""
        self._over = True
        for job in list(self._by_id.values()):
            self.drop(job)

    async def reload(self) -> None:
        """Load the games from files again: running jobs begin again, cached results are dropped.

        Raises `Refusal` or `Broken` when a worker cannot load them; then nothing changes.
        """
        await self.pool.renew()
        self.keepers.renew()
        for job in list(self._by_id.values()):
            if job.finished:
                self._unshare(job)

    async def __aenter__(self) -> Jobs:
        self.pool.assign()
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
        await asyncio.gather(self.pool.close(), self.keepers.close())

    async def _sweep(self) -> None:
        """Cancel the jobs that no client asks about."""
        while True:
            await asyncio.sleep(min(1.0, self.lease / 4))
            for job in list(self._by_id.values()):
                goes_on = job.lasting and job.state == "running"
                if job.quiet > self.lease and not goes_on:
                    self.drop(job)
            self.pool.check_stale()
            self.keepers.assign()

    # ── the end of a job ───────────────────────────────────────────────────────────────────────────
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
        LOG.warning("%s failed: %s %s", job.task, failure, details)
        job.failure, job.details = failure, details
        self._settle(job, "failed")

    def _settle(self, job: Job, state: State, value: Any = None) -> None:
        """Finish a job and cache it; drop the oldest ones beyond the limits of the cache."""
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
