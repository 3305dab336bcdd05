"""The panes of a page that are computed beside the server: shown at once when they are quick,
followed and cancelled when they are not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from litestar import Request, Response, get, post
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect

from tablee.faces.beside.jobs import Job, Jobs
from tablee.faces.beside.works import Work
from tablee.faces.web.advice import advice_pane
from tablee.faces.web.law import law_pane, what_if
from tablee.faces.web.page import Page
from tablee.faces.web.rendering import words_for
from tablee.rules.words import Words

__all__ = ["ROUTES", "Pane", "panes_of"]

AT_ONCE = 0.25
"""Seconds that a page waits for its panes before it is sent without them."""
FOLLOWED = 1.0
"""Seconds that a pane's request waits for news."""
WORKS: Mapping[str, Work] = {
    "law": law_pane,
    "without": law_pane,
    "advice": advice_pane,
    "what_if": what_if,
}


class Pane(msgspec.Struct, frozen=True, kw_only=True):
    """One pane: which piece it is, how its work stands, and its value when done."""

    piece: str
    id: str
    state: str
    value: Any = None
    told: str = ""
    seconds: float = 0.0
    steps: int = 0


async def panes_of(page: Page, jobs: Jobs, words: Words) -> dict[str, Pane]:
    """The panes of a page by piece. Nothing is asked of the workers while the form is refused."""
    if page.question is None or page.played is None:
        return {}
    run, options = page.draft.run, {"lang": words.lang}
    started: dict[str, Job] = {}
    if not page.played.done:
        started["law"] = jobs.start(law_pane, run, options)
        if page.switched:
            started["without"] = jobs.start(law_pane, run | {"rulings": {}}, options)
        if any(asked.kind != "roll" for asked in page.played.asked):
            started["advice"] = jobs.start(advice_pane, run, options)
    if not page.draft.answers:
        started["what_if"] = jobs.start(what_if, run, options)
    for job in started.values():
        await job.wait(AT_ONCE)
    return {piece: _pane(piece, job, words) for piece, job in started.items()}


def _pane(piece: str, job: Job, words: Words) -> Pane:
    told = ""
    if job.refusal is not None:
        told = words.phrase(job.refusal.allowed, **job.refusal.numbers)
    elif job.failure:
        told = words.text(job.failure)
    progress = job.progress
    return Pane(
        piece=piece,
        id=job.id,
        state=job.state,
        value=job.result,
        told=told[:1].upper() + told[1:],
        seconds=progress.seconds,
        steps=progress.steps,
    )


@get("/calcul/{piece:str}/{job_id:str}")
async def follow(
    request: Request[Any, Any, Any], state: State, piece: FromPath[str], job_id: FromPath[str]
) -> Response[str]:
    """A pane alone, when it is done or after a moment, to be put in the place of the one shown."""
    job = _job(state, piece, job_id)
    await job.wait(FOLLOWED)
    words = words_for(None, request)
    shown = state.renderer.page("pane.html", words, pane=_pane(piece, job, words))
    return Response(shown, media_type="text/html")


@post("/calcul/{piece:str}/{job_id:str}/arreter")
async def stop(
    request: Request[Any, Any, Any], state: State, piece: FromPath[str], job_id: FromPath[str]
) -> Response[Any]:
    """Cancel a computation: its pane says so, or without scripts the page it came from."""
    job = _job(state, piece, job_id)
    job.cancel()
    if not request.headers.get("hx-request"):
        return Redirect(request.headers.get("referer") or "/", status_code=303)
    words = words_for(None, request)
    shown = state.renderer.page("pane.html", words, pane=_pane(piece, job, words))
    return Response(shown, media_type="text/html", status_code=200)


ROUTES = [follow, stop]


def _job(state: State, piece: str, job_id: str) -> Job:
    job: Job | None = state.jobs.find(job_id)
    if job is None or piece not in WORKS:
        raise NotFoundException()
    return job
