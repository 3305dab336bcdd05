"""What a seat's choices are worth, from what the seat may know: a pane computed beside the server."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

import msgspec
from litestar import Response, get
from litestar.datastructures import State
from litestar.exceptions import PermissionDeniedException
from litestar.params import FromPath

from tablee.faces.api.admitting import paced
from tablee.faces.beside.jobs import Job, Jobs
from tablee.faces.web.panes.advice import advice_pane
from tablee.faces.web.panes.law import law_pane
from tablee.faces.web.rendering import words_for
from tablee.faces.web.table.forms import framed
from tablee.faces.web.table.seating import Asking, seated
from tablee.faces.web.table.showing import pairs_of
from tablee.faces.weighing import Weighed, framed_run, weighed
from tablee.rules.game import find_procedure
from tablee.rules.refusal import Refusal
from tablee.rules.words import Words
from tablee.table.replay import game_of
from tablee.table.room import Room

__all__ = ["ROUTES"]

PATIENCE = 1.5
"""Seconds that a request waits for its pane; then the page asks again."""


@get("/t/{table:str}/{seat:str}/chances/{run:str}")
async def chances(
    request: Asking, state: State, table: FromPath[str], seat: FromPath[str], run: FromPath[str]
) -> Response[str | None]:
    """The law of a throw that is waited for, or what each answer to a choice is worth."""
    room = await seated(request, table, seat)
    paced(request, "chances", f"{table}/{seat}")
    words = words_for(game_of(room.state), request)
    known = weighed(room, seat, run, words)
    if known is None:
        return Response(None, status_code=204)  # the run has gone on since the page asked
    utility = pairs_of(request).get("pour", [""])[-1]
    options = {"lang": words.lang, "names": _names(room, known)}
    pane = await _pane(state.jobs, known, utility, options)
    shown = state.renderer.page(
        "table/chances.html" if request.headers.get("hx-request") else "table/weighed.html",
        words,
        pane=pane,
        here=f"/t/{table}/{seat}",
        address=f"{request.url.path}?place={known.place}",
        utility=utility,
    )
    return Response(shown, media_type="text/html")


@get("/t/{table:str}/{seat:str}/demander/chances")
async def framed_chances(
    request: Asking, state: State, table: FromPath[str], seat: FromPath[str]
) -> Response[str]:
    """What the run that the leader is about to ask for is worth, for the leader's eyes alone."""
    room = await seated(request, table, seat)
    if seat != room.state.leader:
        raise PermissionDeniedException()
    paced(request, "chances", f"{table}/{seat}")
    words = words_for(game_of(room.state), request)
    told = await _of_frame(state.jobs, room, pairs_of(request), words)
    return Response(told, media_type="text/html")


async def _of_frame(jobs: Jobs, room: Room, pairs: Mapping[str, list[str]], words: Words) -> str:
    try:
        run = framed_run(room, framed(room.state, game_of(room.state), pairs))
    except Refusal:
        return ""
    if run is None:
        return ""
    job = jobs.start(law_pane, run, {"lang": words.lang, "usual": True})
    await job.wait(PATIENCE)
    chance = job.result.get("chance") if job.state == "done" else None
    if not chance:
        return ""
    return escape(
        words.phrase(
            "{chance:=}, pour vos yeux seuls",
            chance=" ".join(filter(None, (chance["percent"], chance["what"]))),
        )
    )


def _names(room: Room, known: Weighed) -> dict[str, str]:
    """What those are called whose ids stand in the run."""
    told = msgspec.json.encode(known.run).decode()
    sheets = room.state.sheets.items()
    return {name: str(sheet["nom"]) for name, sheet in sheets if f'"{name}"' in told}


async def _pane(jobs: Jobs, known: Weighed, utility: str, options: Mapping[str, Any]) -> Any:
    """{piece, state, value, name}: the value is there when the state is `done`; `name`: of the field
    whose answers it weighs."""
    if known.asked is None:
        job = jobs.start(law_pane, known.run, {**options, "usual": True})
        await job.wait(PATIENCE)
        return {"piece": "law", "state": job.state, "value": job.result}
    if not find_procedure(known.run["procedure"]).utilities:
        return {"piece": "none", "state": "done", "value": None}
    index = known.asked["index"]
    job = await _advised(jobs, known, utility, options)
    return {
        "piece": "advice",
        "state": job.state,
        "value": job.result,
        "name": "choose" if index is None else f"choose.{index}",
    }


async def _advised(jobs: Jobs, known: Weighed, utility: str, options: Mapping[str, Any]) -> Job:
    """By the utility asked for, else by the first by which the answers are worth different chances,
    else by the first by which they differ at all, else by the procedure's first."""
    options = {**options, "as": known.seat} if known.seat else options
    utilities = list(find_procedure(known.run["procedure"]).utilities)
    found: list[Job] = []
    telling: Job | None = None
    for name in [utility] if utility in utilities else utilities:
        job = jobs.start(advice_pane, known.run, {**options, "for": name})
        found.append(job)
        await job.wait(PATIENCE)
        if job.state != "done" or job.result["state"] != "advice":
            return job
        worth = {option["value"] for option in job.result["options"]}
        if job.result["at_once"] or len(worth) > 1:
            if job.result["chance"]:
                return job
            telling = telling or job
    return telling or found[0]


ROUTES = [chances, framed_chances]
