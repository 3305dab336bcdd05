"""The import of a campaign from a file: it is checked whole, then written at once.

The module may import the store, the log and its checks; it must not know pages or the API.
An import cannot continue the current scene, whose seeds stayed on the first server.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from tablee.rules.refusal import refuse
from tablee.table.export.export_file import unsealed
from tablee.table.export.house_throws import throws_of
from tablee.table.export.log_checks import check_log
from tablee.table.export.log_file import Log, changed_event, changed_refusal, read_log
from tablee.table.export.result_checks import of_other_rules
from tablee.table.export.sheet_checks import misfit_sheets
from tablee.table.export.throw_checks import verified
from tablee.table.hosting import new_id
from tablee.table.log import events as ev
from tablee.table.log.table_state import State
from tablee.table.room import now
from tablee.table.store.interface import Conflict, Store


class Unchecked(msgspec.Struct, frozen=True):
    """What nothing could check in a campaign that was imported. `chained`: see `log_file.Log`; `typed`:
    throws whose faces somebody typed; `unknown`: throws of the house without their seed; `others`:
    results under other rules; `misfits`: characters whose sheets were written under other
    rules and no longer fit."""

    chained: bool
    typed: int
    unknown: int
    others: int
    misfits: int


class Imported(NamedTuple):
    """A campaign that was imported: its table, and what nothing could check."""

    table: str
    unchecked: Unchecked


def campaign_of(data: bytes) -> tuple[Log, State]:
    """Return the log in an exported campaign, and the state after its last event. Raises `Refusal`
    when any part of the file is wrong; the whole file is refused then."""
    found = unsealed(data)
    if found.format != "tablee-campaign":
        raise refuse("format", found.format, "tablee-campaign : une campagne entière")
    if not found.intact:
        changed = changed_event(found.content)
        if changed is not None:
            raise changed_refusal(changed)
        allowed = "l’empreinte du contenu : ce fichier a changé depuis qu’il a été écrit"
        raise refuse("sha256", None, allowed)
    log = read_log(found.content)
    return log, check_log(log)


def _unchecked(log: Log, state: State) -> Unchecked:
    throws = throws_of(log.table, log.events)
    others = sum(
        run.outcome is not None and of_other_rules(state, run) for run in state.runs.values()
    )
    unknown = verified(throws).count(None)
    return Unchecked(log.chained, throws.typed, unknown, others, len(misfit_sheets(log, state)))


async def import_file(store: Store, data: bytes) -> Imported:
    """Store the campaign of a file under its id, a new one when its own is taken.

    A scene that was not finished ends. The seats stay, and nobody has a link to them yet. Raises
    `Refusal`, and stores nothing then.
    """
    log, state = await asyncio.to_thread(campaign_of, data)
    bodies = [ev.write_event(event) for event in (*_without_demo(log), *_scene_end(state))]
    table = log.table
    while True:
        try:
            await store.create(table, bodies)
        except Conflict:
            table = new_id()
        else:
            return Imported(table, await asyncio.to_thread(_unchecked, log, state))


def _without_demo(log: Log) -> Iterator[ev.TableEvent]:
    """Yield the events of a log; an imported demo becomes an ordinary campaign."""
    for event in log.events:
        trial = isinstance(event, ev.Opened) and event.demo
        yield msgspec.structs.replace(event, demo=False) if trial else event


def _scene_end(state: State) -> Iterator[ev.TableEvent]:
    """Yield the events that end an unfinished scene. The clock of the game does not advance: effects
    that last for a scene last until the next one ends."""
    if state.scene is None:
        return
    at = now()
    for run in state.open_runs:
        yield ev.Withdrawn(at=at, run=run.id, cause="imported")
    yield ev.SceneEnded(at=at, scene=state.scene.number, interrupted=True)
