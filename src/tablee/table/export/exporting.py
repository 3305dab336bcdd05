"""The content of exports: the whole campaign for the leader, the throws to verify for a player.

An exported campaign has all its events, except what the leader may not read:

- private notes of other seats;
- sealed choices that were never opened, or were withdrawn first: each is for its seat alone;
- the seeds of the current scene, because they predict its throws;
- in an unfinished run, the choices and the faces of real dice, because the leader may not see all of
  them before its end. The throws of the house dice are exported, secret ones after their scene.

So a campaign is exported whole when its scene is over. Credentials are not part of a log, and the
keys of acts are left out. This module may import the log and the store; it must not know pages.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from tablee.rules.refusal import refuse
from tablee.rules.texts.typography import ascii_stem
from tablee.table.export.export_file import sealed
from tablee.table.export.house_throws import SceneThrows, Side, throws_of
from tablee.table.export.log_file import Log, write_log
from tablee.table.export.revealed_throws import revealed_side
from tablee.table.log import events as ev
from tablee.table.log.fold import folded
from tablee.table.log.table_state import State
from tablee.table.store.interface import Store

_BLANK: Mapping[str, Any] = {"dice": [], "together": [], "choose": None}
"""Values that replace an answer that is not exported."""


def campaign_file(table: str, events: Sequence[ev.TableEvent]) -> bytes:
    """Return the file of a whole campaign, for its present leader."""
    return sealed("tablee-campaign", write_log(Log(table, tuple(exported(table, events)))))


def throws_file(table: str, events: Sequence[ev.TableEvent], seat: str) -> bytes:
    """Return the file with which a seat verifies throws: all throws for the leader, for a player the
    visible ones and the secret ones that were revealed. The throws of the current scene have no seed
    yet. Raises `Refusal` when there is no such seat."""
    state = folded(table, events)
    if seat not in state.seats:
        raise refuse("seat", seat, "un siège parmi : {known:=}", known=", ".join(state.seats))
    throws = throws_of(table, events)
    scenes = tuple(_visible(state, scene, seat) for scene in throws.scenes)
    visible = msgspec.structs.replace(throws, scenes=scenes, seat=seat, typed=0)
    return sealed("tablee-throws", msgspec.json.encode(visible))


def _visible(state: State, scene: SceneThrows, seat: str) -> SceneThrows:
    """Return a scene as a seat may verify it, without the details of the log."""
    over = scene.ended is not None
    if seat == state.leader:
        secret = _visible_side(scene.secret, over) if scene.secret else None
    else:
        secret = revealed_side(state, scene, seat)
    return msgspec.structs.replace(scene, open=_visible_side(scene.open, over), secret=secret)


def _visible_side(side: Side, over: bool) -> Side:
    """Return the throws of a seed. `over`: whether its scene is."""
    change = msgspec.structs.replace
    throws = [change(each, log=None) for each in side.throws]
    return change(side, seed=side.seed if over else "", throws=throws)


async def log_of(store: Store, table: str) -> list[ev.TableEvent]:
    """Return all stored events of a table; none when there is no such table."""
    return [ev.read_event(each.body) for each in await store.read(table)]


async def download(store: Store, state: State, seat: str | None) -> tuple[bytes, dict[str, str]]:
    """Return the file of a whole campaign, or of the throws of a seat, and the headers with which a
    browser saves it, named after the campaign and the person."""
    events = await log_of(store, state.id)
    if seat is None:
        data = await asyncio.to_thread(campaign_file, state.id, events)
    else:
        data = await asyncio.to_thread(throws_file, state.id, events, seat)
    names = [state.name] if seat is None else [state.name, state.seats[seat].name]
    file = f"{file_stem(*names)}.json"
    return data, {"content-disposition": f'attachment; filename="{file}"'}


def file_stem(*names: str) -> str:
    """Return the name of a file for a browser to save, without its extension, made of names that people
    gave."""
    return "-".join(filter(None, ("tablee", *map(ascii_stem, names))))


def exported(table: str, events: Sequence[ev.TableEvent]) -> Iterator[ev.TableEvent]:
    """Yield the events of a campaign as its file contains them."""
    state = folded(table, events)
    unopened, finished = _unopened(events), _finished(events)
    for place, event in enumerate(events):
        if place in unopened or _private(state, event):
            continue
        seen = event if place in finished else _without_hidden(state, event)
        yield msgspec.structs.replace(seen, key="")


def _private(state: State, event: ev.TableEvent) -> bool:
    """Return whether an event is a note that the leader may not read."""
    if not isinstance(event, ev.Noted) or event.by == state.leader:
        return False
    return event.private or event.to not in ("", state.leader)


def _without_hidden(state: State, event: ev.TableEvent) -> ev.TableEvent:
    """Return an event without what the leader may not see of it yet."""
    change = msgspec.structs.replace
    running = state.scene.number if state.scene else 0
    match event:
        case ev.SceneBegun(scene=number) if number == running:
            return change(event, seed="", secret_seed="")
        case ev.Answered(run=run) if state.runs[run].outcome is None:
            visible = not event.secret or state.runs[run].scene != running
            if event.draw is not None and visible:
                return event
            (kind,) = event.answer
            return change(event, answer={kind: _BLANK[kind]}, ask_digest="")
        case ev.Undone(run=run, lines=lines) | ev.Withdrawn(run=run, lines=lines) if (
            state.runs[run].outcome is None
        ):
            return change(event, lines=[line for line in lines if not line.sealed])
        case _:
            return event


def _finished(events: Sequence[ev.TableEvent]) -> frozenset[int]:
    """Return the places of the answers of runs that have come to their end, also of a run that goes on
    because its last answers were undone later: the end has shown them all."""
    found: set[int] = set()
    answers: dict[str, list[int]] = {}
    for place, event in enumerate(events):
        match event:
            case ev.Answered(run=run, outcome=outcome):
                answers.setdefault(run, []).append(place)
                if outcome is not None:
                    found.update(answers[run])
            case ev.Undone(run=run, place=first):
                del answers[run][first:]
    return frozenset(found)


def _unopened(events: Sequence[ev.TableEvent]) -> frozenset[int]:
    """Return the places of the events of sealed choices that were never opened."""
    found: set[int] = set()
    waiting: dict[str, dict[int, int]] = {}
    for place, event in enumerate(events):
        match event:
            case ev.Sealed(run=run, index=index):
                found.add(place)
                waiting.setdefault(run, {})[index] = place
            case ev.Unsealed(run=run, indexes=indexes):
                found.add(place)
                for index in indexes:
                    del waiting[run][index]
            case ev.Answered(run=run):
                found -= {*waiting.pop(run, {}).values()}
            case ev.Undone(run=run) | ev.Withdrawn(run=run):
                waiting.pop(run, None)
    return frozenset(found)
