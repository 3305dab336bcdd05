"""What leaves a table: the whole campaign for who leads it, the throws to check for a player.

A campaign is all its events but for what is not the leader's to read:

- private notes of other seats;
- choices made at once that were never opened, or were taken back before, each for its seat alone;
- the seeds of a scene that is played, so that nobody foresees its throws;
- of a run that came to no end: what was chosen and what real dice showed, for the leader may not
  see all of it before the end. The throws of the house stay, those behind the screen once the scene
  that they belong to is over.

So a campaign leaves whole when its scene is over. Credentials are no part of a log, and what
clients named their acts stays behind.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from tablee.rules.refusal import refuse
from tablee.table.export.export_file import sealed
from tablee.table.export.house_throws import SceneThrows, Side, throws_of
from tablee.table.export.log_file import Log, write_log
from tablee.table.log import events as ev
from tablee.table.log.fold import folded
from tablee.table.log.table_state import State
from tablee.table.store import Store

_BLANK: Mapping[str, Any] = {"dice": [], "together": [], "choose": None}
"""What stands in the place of an answer that stays."""


def campaign_file(table: str, events: Sequence[ev.AnyEvent]) -> bytes:
    """The file of a whole campaign, for who leads it now."""
    return sealed("tablee-campaign", write_log(Log(table, tuple(leaving(table, events)))))


def throws_file(table: str, events: Sequence[ev.AnyEvent], seat: str) -> bytes:
    """The file with which a seat checks the throws of the scenes that are over: a player those that
    all have seen, who leads all of them. Raises `Refusal` when there is no such seat."""
    state = folded(table, events)
    if seat not in state.seats:
        raise refuse("seat", seat, "un siège parmi : {known:=}", known=", ".join(state.seats))
    throws = throws_of(table, events)
    leads = seat == state.leader
    over = tuple(_bare(scene, leads) for scene in throws.scenes if scene.ended is not None)
    told = msgspec.structs.replace(throws, scenes=over, seat=seat)
    return sealed("tablee-throws", msgspec.json.encode(told))


def _bare(scene: SceneThrows, leads: bool) -> SceneThrows:
    """A scene without what only a log tells, and without what is behind the screen."""
    screen = _bare_side(scene.screen) if leads and scene.screen else None
    return msgspec.structs.replace(scene, open=_bare_side(scene.open), screen=screen)


def _bare_side(side: Side) -> Side:
    change = msgspec.structs.replace
    return change(side, throws=[change(each, log=None) for each in side.throws])


async def log_of(store: Store, table: str) -> list[ev.AnyEvent]:
    """All events of a table as they are kept; none where there is no such table."""
    return [ev.read_event(each.body) for each in await store.read(table)]


def leaving(table: str, events: Sequence[ev.AnyEvent]) -> Iterator[ev.AnyEvent]:
    """The events of a campaign as they leave it."""
    state = folded(table, events)
    unopened = _unopened(events)
    for place, event in enumerate(events):
        if place not in unopened and not _private(state, event):
            yield msgspec.structs.replace(_leaving(state, event), key="")


def _private(state: State, event: ev.AnyEvent) -> bool:
    """Whether an event is a note that the leader may not read."""
    return isinstance(event, ev.Noted) and event.private and event.by != state.leader


def _leaving(state: State, event: ev.AnyEvent) -> ev.AnyEvent:
    """An event without what the leader may not see of it yet."""
    change = msgspec.structs.replace
    running = state.scene.number if state.scene else 0
    match event:
        case ev.SceneBegun(scene=number) if number == running:
            return change(event, seed="", secret_seed="")
        case ev.Answered(run=run) if state.runs[run].outcome is None:
            seen = not event.secret or state.runs[run].scene != running
            if event.draw is not None and seen:
                return event
            (kind,) = event.answer
            return change(event, answer={kind: _BLANK[kind]}, ask_digest="")
        case ev.Undone(run=run, lines=lines) | ev.Withdrawn(run=run, lines=lines) if (
            state.runs[run].outcome is None
        ):
            return change(event, lines=[line for line in lines if not line.sealed])
        case _:
            return event


def _unopened(events: Sequence[ev.AnyEvent]) -> frozenset[int]:
    """The places of sealed choices that were never opened, and of what took them back."""
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
