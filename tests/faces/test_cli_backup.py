"""`tablee backup` and `tablee restore`: from one database into another, and what is refused."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest

from tablee.table.store.interface import Stored
from tablee.table.store.store_address import opened
from tests.kit.command_line import call, process
from tests.kit.postgres import new_database


def _fill(url: str, *tables: str) -> None:
    async def fill() -> None:
        store = await opened(url)
        for table in tables:
            await store.create(table, [table.encode(), b"2"])
        await store.close()

    asyncio.run(fill())


def _held(url: str) -> dict[str, list[Stored]]:
    async def held() -> dict[str, list[Stored]]:
        store = await opened(url)
        found = {table: await store.read(table) for table in await store.tables()}
        await store.close()
        return found

    return asyncio.run(held())


def test_a_backup_goes_into_another_database(tmp_path: Path) -> None:
    here, there = f"sqlite:///{tmp_path / 'a.sqlite3'}", new_database()
    file = str(tmp_path / "copy")
    _fill(here, "lune", "soleil")
    texts = call("backup", file, "--database", here)
    assert (texts.status, texts.err) == (0, "")
    assert texts.out == f"2 campagnes gardées dans {file}.\n"
    assert call("restore", file, "--database", there).out == f"2 campagnes reprises de {file}.\n"
    assert _held(there) == _held(here)
    _fill(there, "terre")
    answer = call("restore", file, "--database", there)
    assert answer.status == 2
    assert "--replace" in answer.err
    assert _held(there).keys() == {"lune", "soleil", "terre"}
    back = call("restore", file, "--database", there, "--replace", "--json")
    assert back.json == {"file": file, "tables": 2}
    assert _held(there) == _held(here)


def test_the_database_may_be_named_by_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = f"sqlite:///{tmp_path / 'a.sqlite3'}"
    _fill(here, "lune")
    monkeypatch.setenv("DATABASE_URL", here)
    texts = call("backup", str(tmp_path / "copy"), "--lang", "en")
    assert texts.out == f"1 campaign kept in {tmp_path / 'copy'}.\n"


def test_without_any_name_it_is_among_the_persons_own_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    _fill(f"sqlite:///{tmp_path / 'data' / 'tablee' / 'tablee.sqlite3'}", "lune")
    assert call("backup", str(tmp_path / "copy"), "--json").json["tables"] == 1


def test_what_is_refused_is_named(tmp_path: Path) -> None:
    here = f"sqlite:///{tmp_path / 'a.sqlite3'}"
    file = tmp_path / "copy"
    empty = call("backup", str(file), "--database", here)
    assert (empty.status, empty.out) == (2, "")
    assert "des campagnes" in empty.err
    assert not file.exists()
    _fill(here, "lune")
    assert call("backup", str(file), "--database", here).status == 0
    file.write_bytes(file.read_bytes().replace(b"lune", b"luna"))
    damaged = call("restore", str(file), "--database", here, "--replace", "--json")
    assert damaged.status == 2
    assert damaged.error["field"] == "file"
    assert _held(here).keys() == {"lune"}
    for words in (("backup",), ("restore",), ("restore", "a\0b"), ("backup", str(tmp_path))):
        assert call(*words, "--database", here).status == 2
    wrong = call("backup", str(file), "--database", "mysql://u:secret@h/d", "--json")
    assert wrong.error["field"] == "--database"
    assert "secret" not in wrong.out + wrong.err


def test_a_database_that_fails_is_shown(tmp_path: Path) -> None:
    here = tmp_path / "a.sqlite3"
    _fill(f"sqlite:///{here}", "lune")
    with closing(sqlite3.connect(here, isolation_level=None)) as connection:
        root = "SELECT rootpage FROM sqlite_master WHERE name = 'tables'"
        (page,) = connection.execute(root).fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with here.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)
    texts = call("backup", str(tmp_path / "copy"), "--database", f"sqlite:///{here}")
    assert texts.status == 2
    assert "une base qui répond" in texts.err


@pytest.mark.parametrize("endless", ["/dev/zero", "a pipe"])
@pytest.mark.parametrize(
    "words", [("restore",), ("import",), ("verify",), ("check",), ("--game",)], ids=" ".join
)
def test_a_file_without_an_end_is_refused_soon(
    words: tuple[str, ...], endless: str, tmp_path: Path
) -> None:
    path = Path(endless)
    if endless == "a pipe":
        path = tmp_path / "pipe"
        os.mkfifo(path)
        threading.Thread(target=_pour, args=(path,), daemon=True).start()
    more = ("games",) if words == ("--game",) else ()
    began = time.monotonic()
    reply = process(
        *words, str(path), *more, env={"DATABASE_URL": f"sqlite:///{tmp_path}/t.sqlite3"}
    )
    assert reply.status == 2, reply.out
    assert "Traceback" not in reply.err
    assert time.monotonic() - began < 20


def _pour(path: Path) -> None:
    """Write into a pipe until nobody reads."""
    with contextlib.suppress(OSError), path.open("wb") as stream:
        while True:
            stream.write(b"\0" * 65536)
