"""Jobs: works under way beside the server, shared, followed, cancelled, kept for a while.

Scheduling. With `workers` = n there are at most n + 1 processes, started as they are needed with
one in reserve. A new job begins in any free one. After `patience` seconds it is a long one: at most
n of these run, so that a process is always free again soon for what is quick; one job more is put
back, and begins anew when a long one has ended. So a quick job never waits behind long ones, and
a long one, once it is let in, is not disturbed.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import pickle
import secrets
import time
from collections import OrderedDict, deque
from collections.abc import Iterable
from itertools import count
from types import TracebackType
from typing import Any, Literal, NamedTuple

from tablee.faces.beside import works
from tablee.faces.beside.hand import Hand
from tablee.faces.beside.pipe import Outcome, Tick
from tablee.faces.beside.works import Options, Run, Work
from tablee.rules.refusal import Refusal

__all__ = ["Job", "Jobs", "Progress", "State"]

State = Literal["waiting", "running", "done", "refused", "cancelled", "failed"]
LOG = logging.getLogger("tablee.beside")

MEMORY = "Ce calcul demande plus de mémoire qu’il ne lui en est accordé."
DIED = "Le processus de ce calcul s’est arrêté net. Vous pouvez le demander encore."
WRONG = "Une erreur dans la règle a arrêté ce calcul."
UNLOADED = "Les règles ne se sont pas laissé charger."


class Progress(NamedTuple):
    """Steps and states walked so far (of a sample: runs done, of how many), seconds since asked."""

    steps: int
    states: int
    seconds: float


class Job:
    """One work on one run. Once finished, `state` and what goes with it no longer change.

    `id`: opaque, fit for an address. `result`: the value, when done. `refusal`: when refused.
    `failure`: when failed, a French sentence (a text for `Words.text`), with the traceback, if any,
    in `details`.
    """

    def __init__(self, jobs: Jobs, work: Work, asked: str, key: object) -> None:
        self.id = secrets.token_urlsafe(12)
        self.state: State = "waiting"
        self.result: Any = None
        self.refusal: Refusal | None = None
        self.failure = ""
        self.details = ""
        self.work = works.name_of(work)
        self.asked = asked
        self.key = key
        self.size = 0
        self.steps = (0, 0)
        self.awaited = 0
        self.touched = self._begun = time.monotonic()
        self._ended = 0.0
        self._jobs = jobs
        self._over = asyncio.Event()

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
            self.touched = time.monotonic()
        return self.finished

    def cancel(self) -> None:
        """Stop it at once, for all who asked; nothing happens when it is finished."""
        self._jobs.drop(self)

    def settle(self, state: State) -> None:
        self.state = state
        self._ended = time.monotonic()
        self._over.set()


class Jobs:
    """`async with Jobs() as jobs: job = jobs.start(works.odds, run); await job.wait(5)`.

    Games that files have brought into this process (`load_game`) come along. `first`: works that
    workers import at their start, so that the first job of each need not wait for it. `workers`:
    jobs that may be long at the same time (the cores, from 2 to 8, by default). `patience`: seconds
    after which a job is long. `lease`: seconds after which a job that nobody asks about any more
    (`find`, `start`, `wait`) is cancelled.
    `kept`, `kept_bytes`: how many finished jobs are remembered. `memory`: bytes a worker may take.
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
        self.works = [works.name_of(work) for work in first]
        self.workers = workers or min(8, max(2, os.cpu_count() or 1))
        self.patience = patience
        self.lease = lease
        self.kept = kept
        self.kept_bytes = kept_bytes
        self.memory = memory
        self._numbers = count(1)
        self._hands: set[Hand] = set()
        self._living: set[Hand] = set()
        self._at: dict[Hand, Job] = {}
        self._long: set[Hand] = set()
        self._fresh: deque[Job] = deque()
        self._later: deque[Job] = deque()
        self._by_id: OrderedDict[str, Job] = OrderedDict()
        self._by_key: dict[object, Job] = {}
        self._open = False

    # ── for the faces ──────────────────────────────────────────────────────────────────────────
    def start(self, work: Work, run: Run, options: Options | None = None) -> Job:
        """A job of this work: the one under way or finished not long ago if there is such a one."""
        asked = json.dumps([run, options or {}])
        key = (work, json.dumps([run, options or {}], sort_keys=True))
        job = self._by_key.get(key)
        if job is None:
            job = self._by_key[key] = Job(self, work, asked, key)
            self._by_id[job.id] = job
            self._fresh.append(job)
            self._assign()
        else:
            self.find(job.id)
        return job

    def find(self, id: str) -> Job | None:
        """The job of that id, if it is under way or still remembered."""
        job = self._by_id.get(id)
        if job is not None:
            job.touched = time.monotonic()
            self._by_id.move_to_end(id)
        return job

    async def reload(self) -> None:
        """Go on with the games as files have brought them by now; jobs under way begin anew, results
        of before are not given again.

        Raises `Refusal` or `Broken` when a worker cannot load them: then nothing changes.
        """
        fresh = self._launch()
        try:
            await asyncio.shield(fresh.ready)
        except BaseException:
            fresh.kill()
            raise
        old, self._hands = self._hands - {fresh}, {fresh}
        for hand in old:
            job = self._at.pop(hand, None)
            self._long.discard(hand)
            if job is not None:
                self._put_back(job, self._fresh)
            hand.kill()
        for job in list(self._by_id.values()):
            if job.finished:
                self._by_key.pop(job.key, None)
        self._assign()

    async def __aenter__(self) -> Jobs:
        self._open = True
        self._assign()
        self._sweeping = asyncio.create_task(self._sweep())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._open = False
        self._sweeping.cancel()
        for job in list(self._by_id.values()):
            self.drop(job)
        for hand in self._living:
            hand.kill()
        await asyncio.gather(*(hand.over() for hand in self._living))

    # ── jobs ───────────────────────────────────────────────────────────────────────────────────
    def drop(self, job: Job) -> None:
        """Cancel a job (see `Job.cancel`)."""
        if job.finished:
            return
        hand = next((hand for hand, at in self._at.items() if at is job), None)
        if hand is not None:
            self._leave(hand)
        self._end(job, "cancelled")

    def _end(self, job: Job, state: State) -> None:
        """Settle a job; remember it within bounds; let who asks again for what went wrong retry."""
        job.settle(state)
        if state in ("cancelled", "failed"):
            self._forget_key(job)
        held = sum(each.size for each in self._by_id.values())
        many = len(self._by_id)
        for each in list(self._by_id.values()):
            if many <= self.kept and held <= self.kept_bytes:
                break
            if each.finished and each is not job:
                del self._by_id[each.id]
                self._forget_key(each)
                many, held = many - 1, held - each.size

    def _forget_key(self, job: Job) -> None:
        if self._by_key.get(job.key) is job:
            del self._by_key[job.key]

    async def _sweep(self) -> None:
        """Cancel what nobody asks about any more."""
        while True:
            await asyncio.sleep(self.lease / 4)
            late = time.monotonic() - self.lease
            for job in list(self._by_id.values()):
                if not job.awaited and job.touched < late:
                    self.drop(job)

    # ── workers ────────────────────────────────────────────────────────────────────────────────
    def _launch(self) -> Hand:
        hand = Hand(self, self.works, self.memory)
        self._living.add(hand)
        return hand

    def _assign(self) -> None:
        """Give jobs to free workers, and see to it that one is free or on its way."""
        if not self._open:
            return
        free = [hand for hand in self._hands if hand.idle]
        while free and (found := self._next()) is not None:
            job, long = found
            hand = free.pop()
            job.state = "running"
            self._at[hand] = job
            hand.give(next(self._numbers), job.work, job.asked)
            if long:
                self._long.add(hand)
            else:
                loop = asyncio.get_running_loop()
                loop.call_later(self.patience, self._overdue, hand, job)
        coming = any(not hand.loaded for hand in self._hands)
        if not free and not coming and len(self._hands) <= self.workers:
            self._hands.add(self._launch())

    def _next(self) -> tuple[Job, bool] | None:
        """The next job, and whether it is a long one: a fresh one; else, where one more may be
        long, one that was put back."""
        while self._fresh:
            job = self._fresh.popleft()
            if not job.finished:
                return job, False
        while self._later and len(self._long) < self.workers:
            job = self._later.popleft()
            if not job.finished:
                return job, True
        return None

    def _overdue(self, hand: Hand, job: Job) -> None:
        """A job has run for `patience` seconds: it is long, or must wait until it may be."""
        if self._at.get(hand) is not job or hand in self._long:
            return
        if len(self._long) < self.workers:
            self._long.add(hand)
        else:
            self._leave(hand)
            self._put_back(job, self._later)

    def _put_back(self, job: Job, queue: deque[Job]) -> None:
        job.state, job.steps = "waiting", (0, 0)
        queue.append(job)

    def _leave(self, hand: Hand) -> None:
        """Take its job from a worker: what it still says of it counts no more."""
        self._at.pop(hand)
        hand.stop()

    def heard(self, hand: Hand, message: Any) -> None:
        job = self._at.get(hand)
        if isinstance(message, Tick):
            if job is not None:
                job.steps = message.steps, message.states
            return
        if isinstance(message, Outcome):
            self._long.discard(hand)
            self._at.pop(hand, None)
            if job is not None:
                self._outcome(job, message)
        self._assign()

    def gone(self, hand: Hand) -> None:
        self._living.discard(hand)
        self._hands.discard(hand)
        self._long.discard(hand)
        job = self._at.pop(hand, None)
        if job is not None:
            self._fail(job, DIED)
        if hand.loaded:
            self._assign()
        elif not any(other.loaded for other in self._hands):
            wrong = hand.ready.exception()
            for waiting in [job for job in (*self._fresh, *self._later) if not job.finished]:
                if isinstance(wrong, Refusal):
                    waiting.refusal = wrong
                    self._end(waiting, "refused")
                else:
                    self._fail(waiting, UNLOADED, str(wrong))

    def _outcome(self, job: Job, outcome: Outcome) -> None:
        job.size = len(outcome.body)
        match outcome.how:
            case "done" | "refused":
                try:
                    value = pickle.loads(outcome.body)
                except Exception as error:
                    self._fail(job, WRONG, repr(error))
                    return
                if outcome.how == "done":
                    job.result = value
                else:
                    job.refusal = value
                self._end(job, outcome.how)
            case "memory":
                self._fail(job, MEMORY)
            case _:
                self._fail(job, WRONG, outcome.body.decode())

    def _fail(self, job: Job, failure: str, details: str = "") -> None:
        LOG.warning("%s failed: %s %s", job.work, failure, details)
        job.failure, job.details = failure, details
        self._end(job, "failed")
