"""Where the API has its computations done: beside the server."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from litestar.datastructures import State
from litestar.exceptions import InternalServerException, ServiceUnavailableException

from tablee.faces.beside.jobs import MEMORY, Jobs
from tablee.faces.beside.works import Work
from tablee.rules.refusal import Refusal

__all__ = ["Compute", "beside", "in_time", "procedure_of"]

Compute = Callable[[State, Work, Any, Mapping[str, Any]], Awaitable[bytes]]
"""(the application's state, work, run, options) -> the answer as JSON. May raise `Refusal`;
cancelling it ends the work."""


async def beside(state: State, work: Work, run: Any, options: Mapping[str, Any]) -> bytes:
    """The answer of a work done by the application's `jobs`."""
    jobs: Jobs = state.jobs
    job = jobs.start(work, run, options)
    try:
        await job.wait()
    except asyncio.CancelledError:
        if not job.awaited:
            job.cancel()
        raise
    if job.refusal is not None:
        raise job.refusal
    if job.failure == MEMORY:
        raise Refusal(
            "too_large",
            procedure_of(run),
            None,
            "trop grand pour la mémoire accordée ; ne demandez que certains champs (« by ») ou "
            "réduisez les paramètres",
        )
    if job.state == "cancelled":
        raise ServiceUnavailableException()
    if job.state != "done":
        raise InternalServerException(job.details or job.failure)
    answer: bytes = job.result
    return answer


async def in_time(
    compute: Compute,
    longest: float,
    state: State,
    work: Work,
    run: Any,
    options: Mapping[str, Any],
) -> bytes:
    """The answer of a work in `longest` seconds. Raises `Refusal` when it takes longer than
    that."""
    try:
        async with asyncio.timeout(longest):
            return await compute(state, work, run, options)
    except TimeoutError:
        raise Refusal(
            "too_large",
            procedure_of(run),
            None,
            "plus de {n:seconde|secondes} de calcul, c’est trop ici ; ne demandez que certains champs "
            "(« by »), réduisez les paramètres ou échantillonnez moins de jets",
            n=round(longest),
        ) from None


def procedure_of(run: Any) -> str:
    """The name of the procedure of a run that may not be one."""
    name = run.get("procedure") if isinstance(run, Mapping) else None
    return name if isinstance(name, str) else "run"
