"""Rooms on one store: races, acts sent twice, restarts, rules that change in the meantime."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tablee.rules.refusal import Refusal
from tablee.rules.texts.words import Words
from tablee.table import room as room_module
from tablee.table import rooms as room_tables
from tablee.table.log import events as ev
from tablee.table.log.events.table_event import MAX_KEYS
from tablee.table.refusals import NotYours, Stale
from tablee.table.replay import game_of
from tablee.table.room import Room
from tablee.table.rooms import Rooms
from tablee.table.store.group import Append
from tablee.table.store.interface import Conflict, Credential, Store, Unavailable
from tablee.table.store.sqlite import sqlite_store as sqlite
from tablee.table.store.sqlite import writer_thread
from tablee.table.store.store_address import opened
from tests.kit import acts
from tests.table.evening import GAMES, LEADER, SEATS, plain, set_up
from tests.table.evenings import any_act
from tests.table.room_kit import FACES, kept, room_of, seen, waiting_for_dice
from tests.table.room_kit import change as change

pytestmark = pytest.mark.anyio


# ── two processes ──────────────────────────────────────────────────────────────────────────────
async def test_two_rooms_write_one_log(store: Store) -> None:
    table = set_up("exil")
    await kept(store, table)
    here, there = await room_of(store, table), await room_of(store, table)

    def noted(room: Room, place: int) -> Any:
        return room.act(SEATS[place % 4], acts.Note(text=f"{id(room)} {place}"))

    before = here.state.version
    await asyncio.gather(*(noted(room, n) for n in range(15) for room in (here, there)))
    await here.catch_up()
    await there.catch_up()
    assert here.state.version == before + 30
    assert plain(here.state) == plain(there.state)
    texts = [item.text for item in here.state.story if item.kind == "note"]
    assert len(texts) == len(set(texts)) == 30


async def test_what_another_has_written_is_known_to_who_asks(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of processes that share a store, before they are shown of it; one alone knows what it wrote."""
    table = set_up("exil")
    await kept(store, table)
    here, there = await room_of(store, table), await room_of(store, table)
    version = await here.act(LEADER, acts.Note(text="Écrit à côté."))
    await there.as_written()
    assert there.state.version == version - 1
    monkeypatch.setattr(type(store), "shared", True)
    await there.as_written()
    assert there.state.version == version


async def test_of_two_that_throw_the_same_dice_one_does(store: Store) -> None:
    table = waiting_for_dice()
    await kept(store, table)
    here, there = await room_of(store, table), await room_of(store, table)
    throw = acts.Throw(run="j1", place=0)
    done = await asyncio.gather(
        here.act("j1", throw), there.act(LEADER, throw), return_exceptions=True
    )
    assert sorted(isinstance(each, Stale) for each in done) == [False, True]
    await here.catch_up()
    await there.catch_up()
    assert plain(here.state) == plain(there.state)
    assert len(here.state.runs["j1"].answers) == 1
    assert here.state.scenes[-1].draws == 1
    assert seen(here, "j2") == seen(there, "j2")


async def test_who_is_behind_decides_anew(store: Store) -> None:
    table = waiting_for_dice()
    await kept(store, table)
    here, there = await room_of(store, table), await room_of(store, table)
    await here.act(LEADER, acts.Withdraw(run="j1"))
    with pytest.raises(Stale):
        await there.act("j1", acts.Throw(run="j1", place=0))
    await here.act(LEADER, acts.HandOver(to="j2"))
    with pytest.raises(NotYours):
        await there.act(LEADER, acts.EndScene())
    await there.act("j2", acts.EndScene())
    assert there.state.scene is None


async def test_runs_asked_for_at_once_are_each_seen_as_what_they_are(store: Store) -> None:
    """Who was slower had begun his own under the name that the other one has now."""
    table = set_up("armes_dieux")
    table.does(LEADER, acts.BeginScene())
    await kept(store, table)
    rooms = await room_of(store, table), await room_of(store, table)
    asked = (
        acts.RequestRun(
            procedure="armes_dieux.jet", params={"poignee": n}, to=("bastan",), decides=False
        )
        for n in (6, 4)
    )
    await asyncio.gather(*(room.act(LEADER, act) for room, act in zip(rooms, asked, strict=True)))
    for room in rooms:
        await room.catch_up()
    again = await room_of(store, table)
    for seat in (LEADER, "j1"):
        assert seen(rooms[0], seat) == seen(rooms[1], seat) == seen(again, seat)
    runs = again.view("j1", Words(game_of(again.state))).runs
    assert sorted(getattr(run.asks[0], "count", 0) for run in runs) == [4, 6]


# ── the same act twice ─────────────────────────────────────────────────────────────────────────
async def test_a_backup_in_the_place_of_the_log_is_what_is_played_on(
    store: Store, tmp_path: Path
) -> None:
    table = set_up("exil")
    await kept(store, table)
    here = await room_of(store, table)
    await here.act("j1", acts.Note(text="avant"))
    await store.backup(tmp_path / "backup")
    before = here.state.version
    for text in ("un", "deux"):
        await here.act("j1", acts.Note(text=text))
    await store.restore(tmp_path / "backup", replace=True)
    with here.attending("j1") as changed:
        assert await here.act("j2", acts.Note(text="après")) == before + 1
        assert changed.is_set()
    assert here.revocations == 1
    assert [item.text for item in here.state.story][-2:] == ["avant", "après"]
    assert plain(here.state) == plain((await room_of(store, table)).state)


async def test_what_another_process_puts_in_place_is_seen_before_anybody_acts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[object] = []
    run = writer_thread.WriterThread.run

    async def running(
        self: writer_thread.WriterThread, *statements: tuple[str, tuple[object, ...]]
    ) -> object:
        found = await run(self, *statements)
        if statements == (sqlite.OTHERS,):
            looks.append(found)
        return found

    monkeypatch.setattr(writer_thread.WriterThread, "run", running)
    monkeypatch.setattr(sqlite, "LOOK", 0.02)
    url = f"sqlite:///{tmp_path / 'tablee.sqlite3'}"
    ours, other = await opened(url), await opened(url)
    table = set_up("exil")
    await kept(ours, table)
    link = Credential(b"d" * 32, table.state.id, "j1", "link", "", 1)
    here = await Rooms(ours).room(table.state.id)
    assert here is not None
    await other.backup(tmp_path / "backup")
    before = here.state.version
    await ours.keep(link)
    await here.act("j1", acts.Note(text="un"))
    assert await ours.find(link.digest) == link
    with here.attending("j1") as changed:
        async with asyncio.timeout(30):
            while not looks:  # what was there at the first look is no news
                await asyncio.sleep(0.01)
        changed.clear()
        await other.restore(tmp_path / "backup", replace=True)
        async with asyncio.timeout(30):
            await changed.wait()
            while here.state.version != before:
                await asyncio.sleep(0.01)
    assert await ours.find(link.digest) is None
    for store in (ours, other):
        await store.close()


async def test_an_act_without_an_answer_is_sent_again_and_done_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk fails before a commit, or after it."""
    commit, number = writer_thread.commit, 0

    def failing(connection: sqlite3.Connection, appends: Sequence[Append]) -> list[int | Conflict]:
        if number % 4 == 1:
            raise sqlite3.OperationalError("before")
        outcomes = commit(connection, appends)
        if number % 4 == 3:
            raise sqlite3.OperationalError("after")
        return outcomes

    store = await opened(f"sqlite:///{tmp_path / 'tablee.sqlite3'}")
    table = set_up("exil")
    await kept(store, table)
    here = await room_of(store, table)
    monkeypatch.setattr(writer_thread, "commit", failing)
    for number in range(40):
        act, key = acts.Note(text=f"{number}"), f"note {number}"
        if number % 2:
            with pytest.raises(Unavailable):
                await here.act("j1", act, key)
            with monkeypatch.context() as mended:
                mended.setattr(writer_thread, "commit", commit)
                await here.act("j1", act, key)
        else:
            await here.act("j1", act, key)
    notes = [item.text for item in here.state.story if item.kind == "note"]
    assert notes == [f"{number}" for number in range(40)]
    assert plain(here.state) == plain((await room_of(store, table)).state)
    await store.close()


async def test_a_table_that_is_gone_takes_no_act(store: Store) -> None:
    table = set_up("exil")
    await kept(store, table)
    here = await room_of(store, table)
    await store.delete(table.state.id)
    with pytest.raises(Unavailable):
        await here.act("j1", acts.Note(text="après"))
    assert not here.sits("j1")
    assert await store.version(table.state.id) == 0


async def test_tables_that_nobody_uses_are_read_again_when_somebody_does(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room_tables, "MAX_ROOMS", 1)
    monkeypatch.setattr(room_module, "IDLE", -1.0)
    table = set_up("exil")
    for name in ("a", "b", "c"):
        await store.create(name, [ev.write_event(event) for event in table.events])
    here = Rooms(store)
    first = await here.room("a")
    assert first is not None
    with first.attending("j1"):
        second = await here.room("b")
        await here.room("c")
        assert await here.room("a") is first  # somebody is there
        again = await here.room("b")
        assert again is not None
        assert again is not second
    version = await again.act("j1", acts.Note(text="un"))
    await here.room("c")
    found = await here.room("b")
    assert found is not None
    assert found.state.version == version
    monkeypatch.setattr(room_module, "IDLE", 300.0)
    for name in ("a", "b", "c"):
        room = await here.room(name)
        assert await here.room(name) is room  # it was used just now


async def test_an_act_sent_twice_is_done_once(store: Store) -> None:
    table = waiting_for_dice()
    await kept(store, table)
    here, there = await room_of(store, table), await room_of(store, table)
    throw = acts.Throw(run="j1", place=0)
    version = await here.act("j1", throw, "a1")
    assert await here.act("j1", throw, "a1") == version
    assert await there.act("j1", throw, "a1") == version
    assert plain(here.state) == plain(there.state)
    assert await (await room_of(store, table)).act("j1", throw, "a1") == version
    assert await store.version(table.state.id) == version


async def test_what_others_do_makes_no_act_forgotten(store: Store) -> None:
    """However many they are: nobody could count them by an act sent again."""
    table = waiting_for_dice()
    await kept(store, table)
    room = await room_of(store, table)
    version = await room.act("j1", acts.Throw(run="j1", place=0), "a1")
    for number in range(MAX_KEYS + 1):
        await room.act(LEADER, acts.Note(text="Un mot.", private=True), f"n{number}")
    assert await room.act("j1", acts.Throw(run="j1", place=0), "a1") == version
    assert len(room.state.act_keys) == MAX_KEYS + 1


async def test_at_the_same_time_too(store: Store) -> None:
    table = waiting_for_dice()
    await kept(store, table)
    rooms = [await room_of(store, table) for _ in range(3)]
    note = acts.Note(text="Une seule fois.")
    versions = await asyncio.gather(*(room.act("j1", note, "n1") for room in rooms for _ in "ab"))
    assert len(set(versions)) == 1
    assert await store.version(table.state.id) == table.state.version + 1
    for room in rooms:
        await room.catch_up()
        assert plain(room.state) == plain(rooms[0].state)


async def test_a_key_is_its_seat_s_own(store: Store) -> None:
    table = set_up("exil")
    await kept(store, table)
    room = await room_of(store, table)
    first = await room.act("j1", acts.Note(text="De j1."), "k")
    second = await room.act("j2", acts.Note(text="De j2."), "k")
    assert second == first + 1


async def test_another_act_under_a_key_is_refused(store: Store) -> None:
    table = set_up("exil")
    await kept(store, table)
    here, there = await room_of(store, table), await room_of(store, table)
    version = await here.act("j1", acts.Note(text="Un."), "k", b"un")
    assert await there.act("j1", acts.Note(text="Un."), "k", b"un") == version
    for room in (here, there, await room_of(store, table)):
        with pytest.raises(Stale) as refused:
            await room.act("j1", acts.Note(text="Deux."), "k", b"deux")
        assert refused.value.field == "key"
    assert await store.version(table.state.id) == version


async def test_a_refused_act_may_be_sent_again_under_its_key(store: Store) -> None:
    table = waiting_for_dice()
    await kept(store, table)
    room = await room_of(store, table)
    with pytest.raises(Refusal):
        await room.act("j1", acts.Answer(run="j1", place=0, answer={"dice": [9]}), "k")
    await room.act("j1", acts.Answer(run="j1", place=0, answer={"dice": FACES}), "k")
    assert room.state.runs["j1"].status == "done"


# ── a restart ──────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("game", GAMES)
async def test_a_restart_in_the_middle_of_a_run_is_not_seen(store: Store, game: str) -> None:
    table, rng = set_up(game), random.Random(7)
    for _ in range(40):
        any_act(table, rng)
    await kept(store, table)
    room = await room_of(store, table)
    assert plain(room.state) == plain(table.state)
    for seat in room.state.present:
        assert seen(room, seat.id) == msgspec.json.encode(table.view(seat.id))
    assert not any(run.diverged for run in room.state.runs.values())
