"""The workers and who of them does what: which job runs, which waits.

With `size` = n there are at most n + 1 processes, started as they are needed with one in reserve. A
new job begins in any free one. After `patience` seconds it is a long one: at most n of these run,
so that a process is always free again soon for what is quick; one job more is put back, and begins
anew when a long one has ended. So a quick job never waits behind long ones, and a long one that
somebody follows, once it is let in, is not disturbed. What nobody has asked about for `STALE`
seconds (a page that was left) gives way to what somebody waits for.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

from tablee.faces.workers.job import Job
from tablee.faces.workers.pipe import Outcome, Tick
from tablee.faces.workers.worker_process import Hand

STALE = 3.0
"""Seconds after which a job that nobody asks about gives way to others: pages ask every second."""


class Crew:
    """`works`: names of what workers import first. `ended` is called with a job and its outcome,
    or with what went wrong (None: its process died; an exception: none could be made ready)."""

    def __init__(
        self,
        works: Sequence[str],
        size: int,
        patience: float,
        memory: int,
        ended: Callable[[Job, Outcome | Exception | None], None],
    ) -> None:
        self.works = works
        self.size = size
        self.patience = patience
        self.memory = memory
        self.ended = ended
        self.hands: set[Hand] = set()
        self.living: set[Hand] = set()
        """`hands` and those of before that have not ended yet."""
        self.at: dict[Hand, Job] = {}
        self.long: set[Hand] = set()
        self.fresh: list[Job] = []
        self.later: list[Job] = []
        self._numbers = count(1)
        self._open = True

    def take(self, job: Job | None = None) -> None:
        """Take a job on (or only get ready)."""
        if job is not None:
            self.fresh.append(job)
        self._assign()

    def drop(self, job: Job) -> None:
        """Have a job done no longer."""
        for hand in [hand for hand, at in self.at.items() if at is job]:
            self._leave(hand)
        for queue in (self.fresh, self.later):
            if job in queue:
                queue.remove(job)

    async def renew(self) -> None:
        """Go on with new workers; what was under way begins anew. Raises what went wrong with the
        first of them: then nothing changes."""
        new = self._launch()
        try:
            await asyncio.shield(new.ready)
        except BaseException:
            new.kill()
            raise
        old, self.hands = self.hands, {new}
        for hand in old:
            if hand in self.at:
                self._put_back(self.at.pop(hand), self.fresh)
            self.long.discard(hand)
            hand.kill()
        self._assign()

    async def close(self) -> None:
        """End all processes."""
        self._open = False
        for hand in self.living:
            hand.kill()
        await asyncio.gather(*(hand.over() for hand in self.living))

    # ── whose turn it is ───────────────────────────────────────────────────────────────────────
    def _assign(self) -> None:
        """Give jobs to free workers, and see to it that one is free or on its way."""
        if not self._open:
            return
        free = [hand for hand in self.hands if hand.idle]
        while free and (found := self._next()) is not None:
            job, long = found
            hand = free.pop()
            job.state = "running"
            self.at[hand] = job
            hand.give(next(self._numbers), job.work, job.asked)
            if long:
                self.long.add(hand)
            else:
                loop = asyncio.get_running_loop()
                loop.call_later(self.patience, self._overdue, hand, job)
        coming = any(not hand.loaded for hand in self.hands)
        if not free and not coming and len(self.hands) <= self.size:
            self.hands.add(self._launch())

    def _launch(self) -> Hand:
        hand = Hand(self, self.works, self.memory)
        self.living.add(hand)
        return hand

    def _next(self) -> tuple[Job, bool] | None:
        """The next job, and whether it is a long one: a fresh one; else, where one more may be
        long, one that was put back."""
        if self.fresh:
            return _first(self.fresh), False
        if self.later and len(self.long) < self.size:
            return _first(self.later), True
        return None

    def _overdue(self, hand: Hand, job: Job) -> None:
        """A job has run for `patience` seconds: it is long where there is room, else it waits."""
        if self.at.get(hand) is not job:
            return
        self._make_room(job)
        if len(self.long) < self.size:
            self.long.add(hand)
        else:
            self._put_back(self._leave(hand), self.later)

    def look(self) -> None:
        """See now and then whether what waits may take the place of what is stale."""
        if self.later:
            self._make_room(min(self.later, key=lambda job: job.turn))

    def _make_room(self, job: Job) -> None:
        """Where no more may be long, put back the one that is stale, and more so than `job`."""
        asked = {hand: self.at[hand].quiet for hand in self.long if hand in self.at}
        if asked and len(self.long) >= self.size:
            quietest = max(asked, key=lambda hand: asked[hand])
            if asked[quietest] > max(STALE, job.quiet):
                self._put_back(self._leave(quietest), self.later)
                self.long.discard(quietest)

    def _put_back(self, job: Job, queue: list[Job]) -> None:
        job.state, job.steps = "waiting", (0, 0)
        queue.append(job)

    def _leave(self, hand: Hand) -> Job:
        """Take its job from a worker: what it still says of it counts no more."""
        hand.stop()
        return self.at.pop(hand)

    # ── what workers say ───────────────────────────────────────────────────────────────────────
    def heard(self, hand: Hand, message: Any) -> None:
        job = self.at.get(hand)
        if isinstance(message, Tick):
            if job is not None:
                job.steps = message.steps, message.states
            return
        if isinstance(message, Outcome):
            self.long.discard(hand)
            if job is not None:
                del self.at[hand]
                self.ended(job, message)
        self._assign()

    def gone(self, hand: Hand) -> None:
        self.living.discard(hand)
        self.hands.discard(hand)
        self.long.discard(hand)
        job = self.at.pop(hand, None)
        if job is not None:
            self.ended(job, None)
        if hand.loaded:
            self._assign()
        elif not any(other.loaded for other in self.hands):
            waiting, self.fresh, self.later = [*self.fresh, *self.later], [], []
            for job in waiting:
                self.ended(job, hand.wrong)


def _first(queue: list[Job]) -> Job:
    """Take the job whose turn it is."""
    return queue.pop(min(range(len(queue)), key=lambda place: queue[place].turn))
