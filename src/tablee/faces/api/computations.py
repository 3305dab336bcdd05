"""Computations of the API: in worker processes, with a time limit.

The module may import the workers and the rules' registry. It must not know a route.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from litestar.datastructures import State
from litestar.exceptions import InternalServerException, ServiceUnavailableException

from tablee.faces.workers.job import Job
from tablee.faces.workers.jobs import MEMORY, Jobs, exploration_options
from tablee.faces.workers.tasks import Options, Task, advise, name_of, odds, simulate
from tablee.rules.refusal import Refusal
from tablee.rules.registry import find_game, find_procedure
from tablee.table.log.outcomes import rules_version

REMEMBERED = 600.0
"""Seconds for which a computation that took too long is refused at once; the machine may have been
busy."""
MOST_GIVEN_UP = 512
TOO_LONG: Mapping[Task, str] = {
    odds: "plus de {n:seconde|secondes} de calcul, c’est trop ici ; ne demandez que certains champs "
    "(« by »), réduisez les paramètres ou simulez",
    advise: "plus de {n:seconde|secondes} de calcul, c’est trop ici ; réduisez les paramètres, ou "
    "donnez d’avance la réponse à d’autres choix",
    simulate: "plus de {n:seconde|secondes} de calcul, c’est trop ici ; réduisez les paramètres ou "
    "échantillonnez moins de jets",
}
"""What helps where a computation takes too long, by its task."""
TOO_LONG_ELSE = "plus de {n:seconde|secondes} de calcul, c’est trop ici ; réduisez les paramètres"
LAW_TOO_LARGE = (
    "trop grand pour la mémoire accordée ; ne demandez que certains champs (« by »), réduisez les "
    "paramètres ou simulez"
)
TOO_MUCH_MEMORY = "trop grand pour la mémoire accordée ; réduisez les paramètres"

Compute = Callable[[State, Task, Any, Options], Awaitable[bytes]]
"""(application state, task, run, options) -> the answer as JSON. May raise `Refusal`. Cancelling it
ends the task."""


async def compute_in_worker(state: State, task: Task, run: Any, options: Options) -> bytes:
    """Return the answer of a task that a worker of the application's `jobs` computes."""
    jobs: Jobs = state.jobs
    job = _start(jobs, task, run, options)
    try:
        await job.wait()
    except asyncio.CancelledError:
        if not job.awaited:
            job.cancel()
        raise
    if job.refusal is not None:
        raise job.refusal
    if job.failure == MEMORY:
        allowed = LAW_TOO_LARGE if task is odds else TOO_MUCH_MEMORY
        raise Refusal("too_large", procedure_of(run), None, allowed)
    if job.state == "cancelled":
        raise ServiceUnavailableException()
    if job.state != "done":
        raise InternalServerException(job.details or job.failure)
    answer: bytes = job.result
    return answer


def _start(jobs: Jobs, task: Task, run: Any, options: Options) -> Job:
    """Start a task: advice on an explored fight in the process that keeps it."""
    if task is advise and isinstance(run, Mapping) and jobs.keeps(run):
        goal = options.get("for") or next(iter(find_procedure(procedure_of(run)).utilities))
        if jobs.has_explored(run, exploration_options(goal, options.get("as"))):
            return jobs.of_fight(task, run, options)
    return jobs.start(task, run, options)


class TimedComputations:
    """Computations of at most `longest` seconds each.

    A computation that took longer is refused at once for `REMEMBERED` seconds, as long as the rules
    are the same."""

    def __init__(self, compute: Compute, longest: float) -> None:
        self.compute = compute
        self.longest = longest
        self._given_up: dict[bytes, float] = {}

    async def answer(self, state: State, task: Task, run: Any, options: Options) -> bytes:
        """Return the answer of a task. Raises `Refusal` when it takes too long."""
        name = _name(task, run, options)
        if self._given_up.get(name, 0.0) > time.monotonic():
            raise self._too_long(task, run)
        try:
            async with asyncio.timeout(self.longest):
                return await self.compute(state, task, run, options)
        except TimeoutError:
            self._give_up(name)
            raise self._too_long(task, run) from None

    def _give_up(self, name: bytes) -> None:
        self._given_up.pop(name, None)
        self._given_up[name] = time.monotonic() + REMEMBERED
        if len(self._given_up) > MOST_GIVEN_UP:
            del self._given_up[next(iter(self._given_up))]

    def _too_long(self, task: Task, run: Any) -> Refusal:
        allowed = TOO_LONG.get(task, TOO_LONG_ELSE)
        return Refusal("too_large", procedure_of(run), None, allowed, n=round(self.longest))


def _name(task: Task, run: Any, options: Options) -> bytes:
    """Return a digest of a task, its run and the version of the rules."""
    game = find_game(procedure_of(run).partition(".")[0])
    parts = name_of(task), run, options, rules_version(game) if game else ""
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).digest()


def procedure_of(run: Any) -> str:
    """Return the procedure of a run in JSON, "run" if it has none."""
    name = run.get("procedure") if isinstance(run, Mapping) else None
    return name if isinstance(name, str) else "run"
