"""A campaign whose log was changed outside, or whose file is damaged, stops no other one."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from litestar.testing import TestClient

from tablee.faces.web.app import AppOptions, create_app
from tablee.faces.web.table.demo_tables import open_tables
from tablee.table.access import Door
from tablee.table.rooms import Rooms
from tablee.table.store.chain import Unreadable
from tablee.table.store.store_address import opened
from tests.faces.web.test_table_again import served
from tests.table.evening import LEADER, set_up
from tests.table.export.tables import ID

HOST = "h" * 40
PAGE = 4096


def edited(file: Path) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute(
            "UPDATE events SET body = replace(body, 'e', 'é') WHERE table_id = ? AND seq = 2", (ID,)
        )


def removed(file: Path) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("DELETE FROM events WHERE table_id = ? AND seq = 2", (ID,))


def page_damaged(file: Path) -> None:
    """Write noise over the page where the log begins."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        query = "SELECT body FROM events WHERE table_id = ? AND seq = 2"
        (body,) = connection.execute(query, (ID,)).fetchone()
    data = bytearray(file.read_bytes())
    first = data.index(body[:200]) // PAGE * PAGE
    data[first : first + PAGE] = bytes(range(256)) * (PAGE // 256)
    file.write_bytes(bytes(data))


WAYS: dict[str, tuple[Callable[[Path], None], str]] = {
    "edited": (edited, "événement 2 a été changé"),
    "removed": (removed, "événement 2 a été ôté"),
    "a damaged page": (page_damaged, "abîmé"),
}


@pytest.mark.parametrize("way", WAYS)
def test_it_is_named_and_not_shown_and_the_others_go_on(
    way: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    change, why = WAYS[way]
    with served(set_up("exil"), tmp_path) as client:
        assert client.get(f"/t/{ID}/{LEADER}").status_code == 200
        cookies = client.cookies
    change(tmp_path / "t.sqlite3")
    caplog.set_level(logging.ERROR)
    invited = asyncio.run(_started(tmp_path / "t.sqlite3"))
    assert len(invited) == 5
    logged = [each.getMessage() for each in caplog.records if ID in each.getMessage()]
    assert len(logged) == 1, logged
    assert why in logged[0]
    options = AppOptions(
        hosts=["testserver.local"],
        database=f"sqlite:///{tmp_path / 't.sqlite3'}",
        host_token=HOST,
    )
    with TestClient(create_app(options)) as client:
        client.cookies = cookies
        client.headers["authorization"] = f"Bearer {HOST}"
        page = client.get(f"/t/{ID}/{LEADER}")
        assert page.status_code == 500
        assert "Cette campagne ne s’ouvre pas." in page.text
        assert why in page.text
        listed = client.get("/campagnes").text
        assert ID in listed
        assert why in listed
        assert "Exil, pour essayer" in listed
        english = client.get("/api/campaigns", headers={"accept-language": "en"}).json()
        faults = {each["table"]: each["fault"] for each in english["campaigns"]}
        assert "whose log is whole" in faults[ID]
        assert sorted(faults.values()) == [""] * 5 + [faults[ID]]


async def _started(file: Path) -> list[object]:
    """Open the demo campaigns, as a server does at its start."""
    store = await opened(f"sqlite:///{file}")
    try:
        rooms = Rooms(store)
        found = await open_tables(rooms, Door(store, rooms))
        for _ in range(2):
            with pytest.raises(Unreadable):
                await rooms.room(ID)
        return [*found]
    finally:
        await store.close()
