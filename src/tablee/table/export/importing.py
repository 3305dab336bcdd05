"""A campaign comes in from a file: checked whole, then written at once."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import msgspec

from tablee.rules.refusal import refuse
from tablee.table.export.export_file import unsealed
from tablee.table.export.log_checks import check_log
from tablee.table.export.log_file import Log, read_log
from tablee.table.hosting import new_id
from tablee.table.log import events as ev
from tablee.table.log.table_state import State
from tablee.table.room import now
from tablee.table.store import Conflict, Store


def campaign_of(data: bytes) -> tuple[Log, State]:
    """The campaign in a file, with the table that it makes. Raises `Refusal`: nothing in it is good
    for anything then."""
    found = unsealed(data)
    if found.format != "tablee-campaign":
        raise refuse("format", found.format, "tablee-campaign : une campagne entière")
    if not found.intact:
        told = "l’empreinte du contenu : ce fichier a changé depuis qu’il a été écrit"
        raise refuse("sha256", None, told)
    log = read_log(found.content)
    return log, check_log(log)


async def brought(store: Store, data: bytes) -> str:
    """Write a campaign that a file holds; its id, a new one where its own is taken.

    A scene that was played when it left is over here: its seeds have stayed behind. The seats are
    those that it had, and nobody has a link to them yet. Raises `Refusal`; nothing is written then.
    """
    log, state = await asyncio.to_thread(campaign_of, data)
    bodies = [ev.write_event(event) for event in (*_for_good(log), *_cut(state))]
    table = log.table
    while True:
        try:
            await store.create(table, bodies)
        except Conflict:
            table = new_id()
        else:
            return table


def _for_good(log: Log) -> Iterator[ev.AnyEvent]:
    """The log of a campaign like any other, even of one that was there to try."""
    for event in log.events:
        trial = isinstance(event, ev.Opened) and event.demo
        yield msgspec.structs.replace(event, demo=False) if trial else event


def _cut(state: State) -> Iterator[ev.AnyEvent]:
    """The end of a scene that was cut short. The game's own clock goes on: what lasts for a scene
    lasts until the next one ends."""
    if state.scene is None:
        return
    at = now()
    for run in state.open_runs:
        yield ev.Withdrawn(at=at, run=run.id, cause="imported")
    yield ev.SceneEnded(at=at, scene=state.scene.number, interrupted=True)
