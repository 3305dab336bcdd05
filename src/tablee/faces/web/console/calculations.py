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

from tablee.faces.messages import refusal_text
from tablee.faces.web.console.console_page import Page
from tablee.faces.web.form.run_links import link, read_back
from tablee.faces.web.panes.advice_pane import advice_pane
from tablee.faces.web.panes.law_pane import law_pane
from tablee.faces.web.panes.what_if import what_if
from tablee.faces.web.rendering import words_for
from tablee.faces.workers.job import Job
from tablee.faces.workers.jobs import Jobs
from tablee.faces.workers.tasks import Work
from tablee.rules.words import Words

AT_ONCE = 0.25
"""Seconds that a page waits for its panes before it is sent without them."""
LITTLE = 0.05
"""The same for what is only a neighbour of what was asked."""
FOLLOWED = 1.0
"""Seconds that a pane's request waits for news."""
PIECES: Mapping[str, tuple[Work, str]] = {
    "law": (law_pane, "by"),
    "without": (law_pane, "by"),
    "before": (law_pane, "by"),
    "advice": (advice_pane, "for"),
    "what_if": (what_if, "param"),
}
"""Piece -> its work, and the option by which a reader sees something else in it."""
_OTHERWISE: Mapping[str, Mapping[str, Any]] = {
    "without": {"rulings": {}},
    "before": {"answers": []},
}
"""Piece -> what is not as in the run that the page shows."""
VIEW = "vue."
"""`vue.law=margin` in an address: the piece shows that instead of what it would choose."""


class Pane(msgspec.Struct, frozen=True, kw_only=True):
    """One pane: which piece it is, how its work stands, and its value when done."""

    piece: str
    id: str
    state: str
    run: Mapping[str, Any]
    value: Any = None
    told: str = ""
    seconds: float = 0.0
    steps: int = 0

    def showing(self, name: str) -> str:
        """The address of the page with something else in this pane."""
        address = link(read_back(self.run))
        return f"{address}{'&' if '?' in address else '?'}{VIEW}{self.piece}={name}"

    def varied(self, key: str) -> str:
        """The address of the run with another value (as JSON text) of the parameter varied."""
        params = {**self.run["params"], self.value["param"]: msgspec.json.decode(key)}
        return link(read_back({**self.run, "params": params}))


async def panes_of(
    page: Page, jobs: Jobs, words: Words, views: Mapping[str, str]
) -> dict[str, Pane]:
    """The panes of a page by piece. Nothing is asked of the workers while the form is refused.

    `views`: piece -> what its reader wants to see in it.
    """
    story = page.played
    if page.question is None or (story is None and not page.believed):
        return {}
    wanted: list[str] = []
    if story is None or not story.done:
        wanted += ["law", "without"] if page.switched else ["law"]
    elif page.draft.answers:
        wanted.append("before")
    chosen = story is not None and any(asked.kind != "roll" for asked in story.asked)
    if chosen and page.question.procedure.utilities:
        wanted.append("advice")
    if not page.draft.answers:
        wanted.append("what_if")
    started = {}
    for piece in wanted:
        work, option = PIECES[piece]
        options = {"lang": words.lang} | ({option: views[piece]} if piece in views else {})
        run = {**page.draft.run, **_OTHERWISE.get(piece, {})}
        started[piece] = jobs.start(work, run, options)
    for piece, job in started.items():
        await job.wait(AT_ONCE if piece != "what_if" else LITTLE)
    return {piece: _pane(piece, job, words) for piece, job in started.items()}


def views_in(pairs: Mapping[str, list[str]]) -> dict[str, str]:
    """What a reader wants to see in each piece, from the address of a page."""
    named = {name.removeprefix(VIEW): values[-1] for name, values in pairs.items() if VIEW in name}
    return {piece: name for piece, name in named.items() if piece in PIECES}


def _pane(piece: str, job: Job, words: Words) -> Pane:
    told = ""
    if job.refusal is not None:
        told = refusal_text(words, job.refusal)
    elif job.failure:
        told = words.text(job.failure)
    progress = job.progress
    return Pane(
        piece=piece,
        id=job.id,
        state=job.state,
        run=msgspec.json.decode(job.asked)[0],
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
    pane = _pane(piece, job, words)
    shown = state.renderer.page("pane.html", words, pane=pane)
    headers = {"HX-Location": _again(pane)} if piece == "advice" and job.finished else {}
    return Response(shown, media_type="text/html", headers=headers)


def _again(pane: Pane) -> str:
    """Advice stands beside the options too: the page is shown anew with it."""
    told = {
        "path": link(read_back(pane.run)),
        "target": "#console",
        "select": "#console",
        "swap": "outerMorph",
        "push": "false",
    }
    return msgspec.json.encode(told).decode("ascii")


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
    if job is None or piece not in PIECES:
        raise NotFoundException()
    return job
