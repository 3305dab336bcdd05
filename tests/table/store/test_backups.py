"""A backup contains one moment of a store in use, restores into both kinds, and detects damage."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tablee.rules.refusal import Refusal
from tablee.table.store.backup_file import written
from tablee.table.store.interface import Credential, Store
from tablee.table.store.store_address import opened
from tests.table.store.conftest import KINDS, address

pytestmark = pytest.mark.anyio

PEOPLE = [
    Credential(bytes([n]) * 32, "lune", f"s{n}", "cookie", "É", n, None if n % 2 else 2**33, n > 2)
    for n in range(5)
]


async def _fill(store: Store) -> None:
    await store.create("lune", [b"1", bytes(range(256)) * 40], key="début")
    await store.append("lune", 2, [f"événement {n}".encode() for n in range(2_500)])
    await store.create("soleil", [b"1"])
    for credential in PEOPLE:
        await store.keep(credential)


async def _everything(store: Store) -> dict[str, Any]:
    """Return the whole content of a store."""
    tables = await store.tables()
    return {
        "events": {table: await store.read(table) for table in tables},
        "versions": {table: await store.version(table) for table in tables},
        "people": {table: await store.credentials(table) for table in tables},
    }


@pytest.fixture
async def backup(store: Store, tmp_path: Path) -> Path:
    await _fill(store)
    path = tmp_path / "sauvegarde"
    await store.backup(path)
    return path


@pytest.mark.parametrize("into", KINDS)
async def test_a_backup_of_either_restores_into_either(
    store: Store, backup: Path, into: str, tmp_path: Path
) -> None:
    (tmp_path / "other").mkdir()
    before = await _everything(store)
    assert before["people"]["lune"] == PEOPLE
    other = await opened(address(into, tmp_path / "other"))
    await other.restore(backup)
    assert await _everything(other) == before
    assert await other.append("lune", 0, [b"again"], key="début") == 2
    assert await other.append("lune", 2_502, [b"on"]) == 2_503
    with pytest.raises(Refusal, match="une base vide"):
        await other.restore(backup)
    assert await other.version("lune") == 2_503
    await other.create("later", [b"1"])
    await other.restore(backup, replace=True)
    assert await _everything(other) == before
    await other.close()


async def test_a_backup_of_a_backup_is_the_same(store: Store, backup: Path, tmp_path: Path) -> None:
    before = await _everything(store)
    await store.restore(backup, replace=True)
    await store.backup(backup)
    await store.restore(backup, replace=True)
    assert await _everything(store) == before
    assert sorted(path.name for path in tmp_path.iterdir() if path.name.startswith(".")) == []


async def test_a_backup_while_people_play_is_of_one_moment(store: Store, tmp_path: Path) -> None:
    """Each step writes into two tables in order: no backup has only the second event."""
    playing = True

    async def play(number: int) -> int:
        version = 0
        while playing:
            for table in (f"first{number}", f"then{number}"):
                assert await store.append(table, version, [b"x" * 500]) == version + 1
            version += 1
        return version

    games = [asyncio.ensure_future(play(number)) for number in range(3)]
    paths = [tmp_path / f"b{n}" for n in range(4)]
    while not store.commits:
        await asyncio.sleep(0.01)
    went_on = 0
    for path in paths:
        before = store.commits
        await store.backup(path)
        went_on += store.commits > before
    assert went_on
    playing = False
    ends = await asyncio.gather(*games)
    for path in paths:
        copy = await opened(f"sqlite:///{path}.sqlite3")
        await copy.restore(path)
        for number, end in enumerate(ends):
            first = await copy.version(f"first{number}")
            then = await copy.version(f"then{number}")
            assert end >= first >= then >= first - 1
            assert len(await copy.read(f"first{number}")) == first
        await copy.close()


@pytest.mark.parametrize("kind", ["postgres"], indirect=True)
async def test_no_cursor_outlives_the_thread_that_writes_a_backup(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A cursor that ends in another thread would reset the statement of the next thread."""
    left: list[object] = []
    in_a_thread = asyncio.to_thread

    async def noted(function: Callable[..., object], *arguments: object) -> object:
        left.append(await in_a_thread(function, *arguments))
        return left[-1]

    monkeypatch.setattr("tablee.table.store.postgres.copying.ROWS", 50)
    monkeypatch.setattr(asyncio, "to_thread", noted)
    await _fill(store)
    before = await _everything(store)
    await store.backup(tmp_path / "sauvegarde")
    assert len(left) > 50
    assert not [each for each in left if isinstance(each, sqlite3.Cursor)]
    await store.restore(tmp_path / "sauvegarde", replace=True)
    assert await _everything(store) == before


async def test_a_backup_put_in_the_place_of_the_file_works(
    store: Store, backup: Path, tmp_path: Path
) -> None:
    before = await _everything(store)
    placed = await opened(f"sqlite:///{backup}")
    assert await _everything(placed) == before
    await placed.append("soleil", 1, [b"2"])
    again = tmp_path / "again"
    await placed.backup(again)
    with pytest.raises(Refusal, match="un nouveau fichier"):
        await placed.backup(backup)
    await placed.close()
    await store.restore(again, replace=True)
    assert await store.version("soleil") == 2


async def test_a_backup_replaces_nothing_but_a_backup(store: Store, tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("à garder")
    with pytest.raises(Refusal, match="un nouveau fichier"):
        await store.backup(notes)
    assert notes.read_text() == "à garder"
    for place in (tmp_path, tmp_path / "none" / "file"):
        with pytest.raises(Refusal, match="un fichier que ce compte peut écrire"):
            await store.backup(place)


async def test_a_full_disk_is_named_in_the_error(tmp_path: Path) -> None:
    async def fill(file: Path) -> None:
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("PRAGMA max_page_count = 2")
            connection.execute("CREATE TABLE much (text)")
            connection.execute("INSERT INTO much VALUES (zeroblob(100000))")

    with pytest.raises(Refusal, match="de la place"):
        await written(tmp_path / "backup", fill)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("kind", ["sqlite"], indirect=True)
async def test_every_damage_is_found(store: Store, backup: Path, tmp_path: Path) -> None:
    """A changed byte or a missing end is refused, or it changes no stored value."""
    before = await _everything(store)
    whole = backup.read_bytes()
    places = random.Random(7)
    texts = [whole.index("événement 1700".encode()), whole.index(b"soleil"), whole.index(b"s4")]
    damaged = [
        whole[:place] + bytes([whole[place] ^ 1 << places.randrange(8)]) + whole[place + 1 :]
        for place in texts + [places.randrange(len(whole)) for _ in range(60)]
    ]
    damaged += [whole[: len(whole) // 2], whole[:100], whole[:-1], whole[:-4096], b""]
    file = tmp_path / "damaged"
    refused = []
    for data in damaged:
        file.write_bytes(data)
        try:
            await store.restore(file, replace=True)
        except Refusal as why:
            refused.append(
                "intacte" in str(why) or "tablee backup" in str(why).replace("\u00a0", " ")
            )
        else:
            refused.append(False)
        assert await _everything(store) == before
    assert all(refused[:3])
    assert all(refused[-5:])
    assert sum(refused) > len(damaged) // 2


async def test_what_is_no_backup_is_refused_whole(store: Store, tmp_path: Path) -> None:
    await _fill(store)
    before = await _everything(store)
    other = tmp_path / "other.sqlite3"
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE events (id)")
        connection.commit()
    text = tmp_path / "text"
    text.write_text("une lettre")
    for path in (other, text):
        with pytest.raises(Refusal, match="une sauvegarde faite par"):
            await store.restore(path, replace=True)
    for path, allowed in ((tmp_path / "none", "qui existe"), (tmp_path, "pas un dossier")):
        with pytest.raises(Refusal, match=allowed):
            await store.restore(path, replace=True)
    assert await _everything(store) == before


async def test_a_backup_of_a_newer_version_is_refused(store: Store, backup: Path) -> None:
    from tablee.table.store.backup_file import _digest

    with closing(sqlite3.connect(backup, isolation_level=None)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.execute("UPDATE seal SET digest = ?", (_digest(connection),))
    with pytest.raises(Refusal, match="version plus récente"):
        await store.restore(backup, replace=True)
    assert await store.version("lune") == 2_502


async def test_a_backup_of_an_older_version_is_brought_up(store: Store, tmp_path: Path) -> None:
    from tablee.table.store.backup_file import written
    from tablee.table.store.migrating import upgrade_sqlite

    async def old(partial: Path) -> None:
        await asyncio.to_thread(upgrade_sqlite, partial, "0001")
        with closing(sqlite3.connect(partial, isolation_level=None)) as connection:
            connection.execute("INSERT INTO tables VALUES ('lune', 1)")
            connection.execute("INSERT INTO events VALUES ('lune', 1, x'31', 'coup')")

    await written(tmp_path / "old", old)
    await store.restore(tmp_path / "old")
    assert await store.append("lune", 0, [b"again"], key="coup") == 1
    assert [event.body for event in await store.read("lune")] == [b"1"]
