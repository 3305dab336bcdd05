"""A log that is changed by hand while its table is in memory is noticed while the server runs."""

from __future__ import annotations

import asyncio
import logging

import pytest

from tablee.table import rooms as rooms_module
from tablee.table.log import events as ev
from tablee.table.rooms import Rooms
from tablee.table.store.chain import Unreadable, first_link, link
from tablee.table.store.interface import Store
from tests.kit import acts
from tests.table.evening import LEADER, Table, set_up
from tests.table.store.conftest import blob, execute

pytestmark = pytest.mark.anyio


def noted() -> Table:
    table = set_up("exil")
    for text in ("une", "deux", "trois"):
        table.does(LEADER, acts.Note(text=text))
    return table


def rewritten(table: Table, place: int) -> list[bytes]:
    """The log with another note at a place."""
    bodies = [ev.write_event(event) for event in table.events]
    bodies[place] = bodies[place].replace(b'"deux"', b'"autre"')
    return bodies


async def test_an_edited_event_closes_its_table(
    store: Store, url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = noted()
    name = table.state.id
    await store.create(name, [ev.write_event(event) for event in table.events])
    rooms = Rooms(store)
    room = await rooms.room(name)
    assert room is not None
    await room.act(LEADER, acts.Note(text="quatre"))
    await room.audit()  # nothing was changed
    body = blob(url, rewritten(table, -2)[-2])
    seq = len(table.events) - 1
    execute(url, f"UPDATE events SET body = {body} WHERE table_id = '{name}' AND seq = {seq}")
    monkeypatch.setattr(rooms_module, "CHECK", 0.01)
    monkeypatch.setattr(rooms_module, "AUDIT", 0.0)
    with caplog.at_level(logging.ERROR, "tablee.table"):
        watching = asyncio.create_task(rooms.watch_store())
        while room.sits(LEADER):
            await asyncio.sleep(0.01)
        watching.cancel()
    assert f"événement {seq} a été changé" in caplog.text
    with pytest.raises(Unreadable):
        await rooms.room(name)


async def test_a_whole_new_chain_is_noticed_too(store: Store, url: str) -> None:
    """Who makes all digests again cannot change what the process has in memory."""
    table = noted()
    name = table.state.id
    await store.create(name, [ev.write_event(event) for event in table.events])
    rooms = Rooms(store)
    room = await rooms.room(name)
    assert room is not None
    version = await room.act(LEADER, acts.Note(text="quatre"))
    last = (await store.read(name, version - 1))[0].body
    digest = first_link(name)
    for seq, body in enumerate([*rewritten(table, -2), last], 1):
        digest = link(digest, body)
        values = f"body = {blob(url, body)}, digest = {blob(url, digest)}"
        execute(url, f"UPDATE events SET {values} WHERE table_id = '{name}' AND seq = {seq}")
    execute(url, f"UPDATE tables SET digest = {blob(url, digest)} WHERE id = '{name}'")
    assert await store.read(name)  # its chain agrees
    with pytest.raises(Unreadable, match="récrit"):
        await room.audit()
