"""What a seat sees of its table: JSON made from the state, in the reader's language.

Nothing but views leaves this storey. A view is a function of the state and the seat; nothing in it
(ids, order, counts) depends on what the seat may not know. Times are milliseconds since 1970.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tablee.rules.fighter_status import FighterStatus
from tablee.rules.words import Words
from tablee.table.casting import counted
from tablee.table.log.state_parts import Run
from tablee.table.log.table_state import State
from tablee.table.replay import Replays, holdings
from tablee.table.views.names import Json, Lens, unique
from tablee.table.views.run_views import run_seen
from tablee.table.views.story_view import story_seen


def view(
    state: State,
    seat: str,
    replays: Replays,
    words: Words | None = None,
    before: int | None = None,
    search: str = "",
    brief: bool = False,
) -> Json:
    """The whole table as a seat sees it. `before`: the story from before that place of it on;
    `search`: only what holds this text; `brief`: of runs that are over the story has no more than
    its lines say. Raises `LookupError` for nobody's seat."""
    if not state.sits(seat):
        raise LookupError(f"nobody sits at {seat!r}")
    return _whole(Lens(state, seat, replays, words, brief and not search), before, search)


def _whole(lens: Lens, before: int | None, search: str) -> Json:
    state = lens.state
    runs = [run_seen(lens, run) for run in state.open_runs if lens.sight.knows(run)]
    last = _last(lens)
    fighting = _fighting(lens, runs)
    people = [_character(lens, name) for name in lens.sight.characters()]
    return {
        "table": lens.now(("table", lens.words.lang), lambda: _table(lens)),
        "me": _me(lens),
        "seats": lens.now("seats", lambda: [_seat(lens, seat.id) for seat in state.present]),
        "characters": [_as_it_stands(each, fighting.get(each["id"])) for each in people],
        "runs": runs,
        "last": run_seen(lens, last) if last else None,
        "waiting": unique(wait["name"] for run in runs for wait in run["waiting"]),
        "due": [_due(lens, each) for each in state.record.get("dus", [])] if lens.leads else [],
        "story": story_seen(lens, before, search),
    }


def _due(lens: Lens, due: Json) -> Json:
    """What is still to be played, of the ledgers as they are now."""
    params, who = due.get("params") or {}, due.get("qui")
    procedure = lens.game.procedure(due.get("procedure") or "")
    if procedure is None:  # a word to remember, or a rule that the game does not have any more
        told = lens.words.text(due.get("texte") or due.get("procedure") or "")
        return {**due, "procedure": None, "texte": told}
    roles = {"": who} if who else {}
    now = counted(lens.state, lens.game, procedure, roles)
    return {**due, "params": {name: now.get(name, value) for name, value in params.items()}}


# ── the table ──────────────────────────────────────────────────────────────────────────────────
def _table(lens: Lens) -> Json:
    state, scene = lens.state, lens.state.scene
    told = None
    if scene is not None:
        told = {"number": scene.number, "title": scene.title, "commitment": scene.commitment}
        if lens.leads:
            told["screen_commitment"] = scene.secret_commitment
    return {
        "id": state.id,
        "name": state.name,
        "game": state.game,
        "title": lens.game.title,
        "scene": told,
        "scenes": len(state.scenes),
        "clock": dict(state.record.get("horloge") or {}),
        "rulings": dict(state.rulings),
        "gauges": lens.gauges(holdings(state)),
        "advice": state.advice,
        "archived": state.archived,
        "demo": state.demo,
    }


def _me(lens: Lens) -> Json:
    seat = lens.state.seats[lens.seat]
    return {
        "seat": seat.id,
        "name": seat.name,
        "leads": lens.leads,
        "dice": seat.dice,
        "word": seat.word,
        "characters": [name for name in lens.sight.characters() if lens.sight.plays(name)],
        "advice": lens.state.advice or lens.leads,
    }


def _seat(lens: Lens, name: str) -> Json:
    seat = lens.state.seats[name]
    return {
        "seat": seat.id,
        "name": seat.name,
        "leads": seat.id == lens.state.leader,
        "dice": seat.dice,
        "word": seat.word,
    }


def _character(lens: Lens, name: str) -> Json:
    """A character; of one that is nobody's to see, who it is and how it stands, without numbers."""
    sheet, standing = lens.state.sheet(name), lens.replays.standing(lens.state, name)
    return lens.seen.character(
        name, sheet, standing, lambda: _character_now(lens, name, sheet, standing)
    )


def _character_now(
    lens: Lens, name: str, sheet: Mapping[str, Any], standing: FighterStatus | None
) -> Json:
    state = lens.state
    mine, owner = lens.sight.plays(name), lens.state.owners.get(name)
    return {
        "id": name,
        "name": lens.names[name],
        "seat": state.owner(name) if owner is not None else None,
        "free": name in state.free,
        "kind": sheet["type"],
        "mine": mine,
        "sheet": dict(sheet) if mine or lens.leads else None,
        "gauges": [],
        "states": [],
        "out": False,
        **(
            lens.standing(standing, numbers=mine or lens.leads or lens.sight.common(name))
            if standing
            else {}
        ),
    }


def _fighting(lens: Lens, runs: Iterable[Json]) -> dict[str, Json]:
    """Character -> how it stands in a fight that goes on, unless its sheet was changed meanwhile;
    of those of whose sheets the seat is told."""
    found = {
        each["character"]: (run["at"], each)
        for run in runs
        for each in run.get("standing", ())
        if each["character"] and (lens.leads or lens.sight.common(each["character"]))
    }
    kept = (
        [lens.state.consequences[name] for name in lens.state.scene_consequences] if found else []
    )
    told = [each for each in kept if each.applied and lens.sight.told_of(each)]
    return {
        who: now
        for who, (began, now) in found.items()
        if not any(each.character == who and each.at >= began for each in told)
    }


def _as_it_stands(known: Json, now: Json | None) -> Json:
    """A character as it stands in the middle of a fight, of which the sheet will know at its
    end."""
    if now is None:
        return known
    gauges = {each["name"]: each for each in now["gauges"]}
    told = [gauges.get(each["name"], each) for each in known["gauges"]]
    return {**known, "gauges": told, "states": now["states"] or known["states"], "out": now["out"]}


def _last(lens: Lens) -> Run | None:
    """The run that ended last, among those of this scene that the seat knows."""
    state = lens.state
    for name in reversed(state.finished):
        run = state.runs[name]
        if run.scene != len(state.scenes):
            return None
        if run.status == "done" and lens.sight.knows(run):
            return run
    return None
