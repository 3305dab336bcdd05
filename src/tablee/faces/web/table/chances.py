"""What a seat's choices are worth, from what the seat may know: a pane computed beside the server."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from litestar import Response, get
from litestar.datastructures import State
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import FromPath

from tablee.dice.die import Throw
from tablee.faces.beside.jobs import Jobs
from tablee.faces.web.advice import advice_pane
from tablee.faces.web.law import law_pane
from tablee.faces.web.rendering import words_for
from tablee.faces.web.table.forms import framed
from tablee.faces.web.table.seating import Asking, seated
from tablee.faces.web.table.showing import pairs_of
from tablee.rules.game import find_procedure
from tablee.rules.questions import Together
from tablee.rules.readings.session import play
from tablee.rules.refusal import Refusal
from tablee.rules.words import Words
from tablee.table.casting import posed
from tablee.table.replay import game_of
from tablee.table.room import Room
from tablee.table.views import run_known

__all__ = ["ROUTES"]

PATIENCE = 1.5
"""Seconds that a request waits for its pane; then the page asks again."""


@get("/t/{table:str}/{seat:str}/chances/{run:str}")
async def chances(
    request: Asking, state: State, table: FromPath[str], seat: FromPath[str], run: FromPath[str]
) -> Response[str]:
    """The law of a throw that is waited for, or what each answer to a choice is worth."""
    room = await seated(request, table, seat)
    words = words_for(game_of(room.state), request)
    view = next((each for each in room.view(seat, words)["runs"] if each["id"] == run), None)
    if view is None or not view.get("weighable"):
        raise NotFoundException()
    known = run_known(room.state, room.state.runs[run], seat, room.replays)
    assert known is not None
    pane = await _pane(state.jobs, known, {"lang": words.lang, **_whose(room, run, view)}, view)
    address = f"{request.url.path}?place={view['place']}"
    shown = state.renderer.page(
        "table/chances.html", words, pane=pane, again=address, here=f"/t/{table}/{seat}"
    )
    return Response(shown, media_type="text/html")


def _whose(room: Room, run: str, view: Mapping[str, Any]) -> dict[str, str]:
    """For whom choices at once are weighed: the first that the seat may make."""
    kept = room.state.runs[run]
    session = room.replays.session(room.state, kept)
    index = next((ask["index"] for ask in view["asks"] if ask["kind"] == "choose"), None)
    if session is None or index is None or not isinstance(session.pending, Together):
        return {}
    return {"as": session.outer(session.pending.choices[index].who)}


@get("/t/{table:str}/{seat:str}/demander/chances")
async def framed_chances(
    request: Asking, state: State, table: FromPath[str], seat: FromPath[str]
) -> Response[str]:
    """What the run that the leader is about to ask for is worth, for the leader's eyes alone."""
    room = await seated(request, table, seat)
    if seat != room.state.leader:
        raise PermissionDeniedException()
    words = words_for(game_of(room.state), request)
    told = await _of_frame(state.jobs, room, pairs_of(request), words)
    return Response(told, media_type="text/html")


async def _of_frame(jobs: Jobs, room: Room, pairs: Mapping[str, list[str]], words: Words) -> str:
    game = game_of(room.state)
    try:
        frame = framed(room.state, game, pairs)
        procedure = find_procedure(frame.procedure)
        cast = {**frame.cast, **({"": frame.to[0]} if frame.to else {})}
        question = posed(room.state, game, procedure, frame.params, cast)
        pending = play(question).pending
    except Refusal:
        return ""
    if not isinstance(pending, Throw):
        return ""
    run = {
        "procedure": procedure.id,
        "params": question.given,
        "rulings": dict(room.state.rulings),
        "answers": [],
    }
    job = jobs.start(law_pane, run, {"lang": words.lang})
    await job.wait(PATIENCE)
    chance = job.result.get("chance") if job.state == "done" else None
    if not chance:
        return ""
    return escape(
        words.phrase(
            "{percent:=} {what:=}, pour vos yeux seuls",
            percent=chance["percent"],
            what=chance["what"],
        )
    )


async def _pane(
    jobs: Jobs, known: Mapping[str, Any], options: Mapping[str, Any], view: Mapping[str, Any]
) -> Any:
    """{piece, state, value, name}: the value is there when the state is `done`; `name`: of the field
    whose answers it weighs."""
    asked = next((ask for ask in view["asks"] if ask["kind"] == "choose"), None)
    job = jobs.start(advice_pane if asked else law_pane, known, options)
    await job.wait(PATIENCE)
    alone = not asked or asked["index"] is None
    return {
        "piece": "advice" if asked else "law",
        "state": job.state,
        "value": job.result,
        "name": "choose" if alone or not asked else f"choose.{asked['index']}",
    }


ROUTES = [chances, framed_chances]
