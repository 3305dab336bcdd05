"""Panes of a page that workers compute.

A quick pane is in the page at once; a slow one is followed and can be cancelled. The module knows
jobs and addresses, and computes nothing itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from litestar import Request, Response, get, post
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect

from tablee.faces.messages import bound_text, refusal_text
from tablee.faces.web.console.console_page import Page
from tablee.faces.web.form.run_links import link, read_back
from tablee.faces.web.panes.advice_pane import advice_pane
from tablee.faces.web.panes.best_pane import best_pane
from tablee.faces.web.panes.law_pane import law_pane
from tablee.faces.web.panes.scales import with_other_values
from tablee.faces.web.panes.what_if import what_if
from tablee.faces.web.rendering import html, lang_of
from tablee.faces.workers.job import Job
from tablee.faces.workers.jobs import Jobs
from tablee.faces.workers.tasks import Task
from tablee.rules.contract_json import RunJson
from tablee.rules.registry import find_game, find_procedure
from tablee.rules.run_input import read_run
from tablee.rules.texts.typography import capital
from tablee.rules.texts.words import Words

AT_ONCE = 0.25
"""Seconds that a page waits for its panes before it is sent without them."""
LITTLE = 0.05
"""Seconds that a page waits for a pane about neighbouring values."""
FOLLOWED = 1.0
"""Seconds that a request for one pane waits for news."""
PIECES: Mapping[str, tuple[Task, str]] = {
    "law": (law_pane, "by"),
    "without": (law_pane, "by"),
    "before": (law_pane, "by"),
    "best": (best_pane, "by"),
    "advice": (advice_pane, "for"),
    "what_if": (what_if, "param"),
}
"""Maps a piece to its task, and to the option by which a reader selects something else in it."""
_OTHERWISE: Mapping[str, Mapping[str, Any]] = {
    "without": {"rulings": {}},
    "before": {"answers": []},
}
"""Maps a piece to the parameters that differ from the run of the page."""
VIEW = "vue."
"""Query name of a selection: `vue.law=margin` makes the piece show that field."""


class Pane(msgspec.Struct, frozen=True, kw_only=True):
    """One pane: its piece, the state of its task, and its value when done.

    `bound`: the interval of advice that is being computed, as a text.
    """

    piece: str
    id: str
    state: str
    run: RunJson
    value: Any = None
    message: str = ""
    seconds: float = 0.0
    steps: int = 0
    bound: str = ""

    def showing(self, name: str, piece: str = "") -> str:
        """Return the address of the page with another selection in this pane, or in `piece`."""
        address = link(read_back(self.run))
        return f"{address}{'&' if '?' in address else '?'}{VIEW}{piece or self.piece}={name}"

    def varied(self, key: str) -> str:
        """Return the address of the run with other values (JSON text) of what varies: of the one
        parameter, or a list of two."""
        shown, value = self.value, msgspec.json.decode(key)
        changes = {shown.param: value}
        if shown.crossed is not None:
            changes = dict(zip((shown.param, shown.crossed.param), value, strict=True))
        question = with_other_values(read_run(self.run), changes)
        return link(read_back({**self.run, "params": dict(question.given)}))


async def panes_of(
    page: Page, jobs: Jobs, words: Words, views: Mapping[str, str]
) -> dict[str, Pane]:
    """Return the panes of a page by piece. No job starts while the form is refused. `views`: the
    selection of the reader for each piece."""
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
        if "best" in views:
            wanted.append("best")
    if not page.draft.answers:
        wanted.append("what_if")
    started = {}
    for piece in wanted:
        task, option = PIECES[piece]
        options = {"lang": words.lang} | ({option: views[piece]} if piece in views else {})
        run = {**page.draft.run, **_OTHERWISE.get(piece, {})}
        started[piece] = jobs.start(task, run, options)
    for piece, job in started.items():
        await job.wait(AT_ONCE if piece != "what_if" else LITTLE)
    return {piece: _pane(piece, job, words) for piece, job in started.items()}


def views_in(pairs: Mapping[str, list[str]]) -> dict[str, str]:
    """Return the selection of each piece in the address of a page."""
    named = {name.removeprefix(VIEW): values[-1] for name, values in pairs.items() if VIEW in name}
    return {piece: name for piece, name in named.items() if piece in PIECES}


def _pane(piece: str, job: Job, words: Words) -> Pane:
    message = ""
    if job.refusal is not None:
        message = refusal_text(words, job.refusal)
    elif job.failure:
        message = words.text(job.failure)
    progress = job.progress
    run, options = msgspec.json.decode(job.asked)
    bound = ""
    if progress.bound is not None:
        kind = find_procedure(run["procedure"])
        own = Words(find_game(kind.id.partition(".")[0]), words.lang)
        bound = capital(bound_text(own, progress.bound, kind, options.get("for")))
    return Pane(
        piece=piece,
        id=job.id,
        state=job.state,
        run=run,
        value=job.result,
        message=message[:1].upper() + message[1:],
        seconds=progress.seconds,
        steps=progress.steps,
        bound=bound,
    )


@get("/calcul/{piece:str}/{job_id:str}")
async def follow(
    request: Request[Any, Any, Any], state: State, piece: FromPath[str], job_id: FromPath[str]
) -> Response[str]:
    """Return one pane, when it is done or after a moment, in place of the current one."""
    job = _job(state, piece, job_id)
    await job.wait(FOLLOWED)
    words = _words(job, request)
    pane = _pane(piece, job, words)
    headers = (
        {"HX-Location": _again(pane, state.root)} if piece == "advice" and job.finished else {}
    )
    return html(request, "pane.html", words, headers=headers, pane=pane)


def _again(pane: Pane, root: str) -> str:
    """Return the whole page, because advice is also beside the options."""
    message = {
        "path": root + link(read_back(pane.run)),
        "target": "#console",
        "select": "#console",
        "swap": "outerMorph",
        "push": "false",
    }
    return msgspec.json.encode(message).decode("ascii")


@post("/calcul/{piece:str}/{job_id:str}/arreter")
async def stop(
    request: Request[Any, Any, Any], state: State, piece: FromPath[str], job_id: FromPath[str]
) -> Response[Any]:
    """Cancel a job: its pane, or without scripts its page, shows that."""
    job = _job(state, piece, job_id)
    job.cancel()
    if not request.headers.get("hx-request"):
        return Redirect(request.headers.get("referer") or "/", status_code=303)
    words = _words(job, request)
    return html(request, "pane.html", words, pane=_pane(piece, job, words))


ROUTES = [follow, stop]


def _words(job: Job, request: Request[Any, Any, Any]) -> Words:
    """Return the words of the page of a job."""
    run, _ = msgspec.json.decode(job.asked)
    return Words(None, lang_of(request, find_game(run["procedure"].partition(".")[0])))


def _job(state: State, piece: str, job_id: str) -> Job:
    job: Job | None = state.jobs.find(job_id)
    if job is None or piece not in PIECES:
        raise NotFoundException()
    return job
