"""A server says when nothing is kept any more: its health, its log, the page of the leader."""

from __future__ import annotations

import logging
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tablee.table import rooms
from tests.faces.web.test_table_again import posted, served
from tests.table.evening import LEADER, set_up
from tests.table.export.tables import ID

NOTHING = "n’est plus gardé"
PATIENCE = 30.0
"""Seconds for the page to follow, on a machine with other work."""


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "CHECK", 0.05)


@pytest.mark.parametrize("way", ["deleted", "replaced"])
def test_a_file_that_is_not_the_one_that_is_open(
    way: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    with served(set_up("exil"), tmp_path) as client:
        file = tmp_path / "t.sqlite3"

        def page(seat: str) -> str:
            return str(client.get(f"/t/{ID}/{seat}").text)

        assert client.get("/sante").status_code == 200
        assert NOTHING not in page(LEADER)
        aside = tmp_path / "aside"
        file.rename(aside)
        if way == "replaced":
            shutil.copy(aside, file)
        ill = client.get("/sante", headers={"accept-language": "en"})
        assert ill.status_code == 503
        assert "cannot be written" in ill.json()["detail"]
        assert str(tmp_path) not in ill.text
        assert posted(client, "j1", do="note", text="Perdue", key="k1") == 503
        end = time.monotonic() + PATIENCE
        while NOTHING not in page(LEADER) and time.monotonic() < end:
            time.sleep(0.05)
        assert NOTHING in page(LEADER)
        assert NOTHING not in page("j1")
        time.sleep(0.3)
        logged = [each for each in caplog.records if "cannot write" in each.getMessage()]
        assert len(logged) == 1, "once, not each time"
        aside.replace(file)
        assert client.get("/sante").status_code == 200
        end = time.monotonic() + PATIENCE
        while NOTHING in page(LEADER) and time.monotonic() < end:
            time.sleep(0.05)
        assert NOTHING not in page(LEADER)
        assert posted(client, "j1", do="note", text="Gardée", key="k2") == 204


FULL = """
import asyncio, resource, signal, sys
from tablee.table.store.interface import Unavailable
from tablee.table.store.store_address import opened

def limit(size):
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

async def main(path):
    store = await opened(f"sqlite:///{path}")
    version = await store.create("t", [b"first"])
    await store.answer()
    limit(1)
    await asyncio.sleep(1.1)
    for wanted in (store.answer(), store.append("t", version, [b"x" * 100_000])):
        try:
            await wanted
        except Unavailable:
            continue
        sys.exit("written on a full disk")
    limit(resource.RLIM_INFINITY)
    await store.answer()
    assert await store.append("t", version, [b"second"]) == 2
    assert [each.body for each in await store.read("t")] == [b"first", b"second"]
    await store.close()

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
asyncio.run(main(sys.argv[1]))
"""


def test_a_disk_without_room_is_noticed_and_nothing_is_lost(tmp_path: Path) -> None:
    """A limit on the size of files is like a full disk: the system refuses a write."""
    path = str(tmp_path / "t.sqlite3")
    done = subprocess.run(
        [sys.executable, "-c", FULL, path], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr


START = """
import asyncio, resource, signal, sys
from tablee.table.store.interface import Unavailable
from tablee.table.store.store_address import opened

async def main(path):
    store = await opened(f"sqlite:///{path}")
    await store.create("t", [b"first"])
    await store.close()
    resource.setrlimit(resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
    store = await opened(f"sqlite:///{path}")
    assert await store.tables() == ["t"]
    assert [each.body for each in await store.read("t")] == [b"first"]
    for wanted in (store.answer(), store.append("t", 1, [b"second"])):
        try:
            await wanted
        except Unavailable:
            continue
        sys.exit("written on a full disk")
    await store.close()

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
asyncio.run(main(sys.argv[1]))
"""


def test_what_can_be_read_is_served_from_a_disk_that_was_full_at_the_start(tmp_path: Path) -> None:
    path = str(tmp_path / "t.sqlite3")
    done = subprocess.run(
        [sys.executable, "-c", START, path], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
