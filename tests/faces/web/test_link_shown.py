"""A new link: copied in one tap, with a code only where a phone could open it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from litestar.testing import TestClient

from tablee.faces.web.app import AppOptions, create_app
from tablee.faces.web.table.host_pages import is_for_this_machine, qr_code
from tests.faces.web.test_table_long import cookies
from tests.table.evening import LEADER, set_up
from tests.table.export.tables import ID

HERE = "ne s’ouvre que sur cette machine"


@pytest.mark.parametrize(
    ("link", "here"),
    [
        ("http://127.0.0.1:8420/lien/x", True),
        ("http://127.1.2.3/lien/x", True),
        ("http://localhost:8420/lien/x", True),
        ("http://[::1]:8420/lien/x", True),
        ("http://192.168.1.7:8420/lien/x", False),
        ("http://[fd00::7]:8420/lien/x", False),
        ("https://table.example/lien/x", False),
        ("http://localhost.example/lien/x", False),
    ],
)
def test_a_code_is_made_for_what_a_phone_can_open(link: str, here: bool) -> None:
    assert is_for_this_machine(link) is here
    assert bool(qr_code(link)) is not here


@pytest.mark.parametrize(("host", "here"), [("127.0.0.1", True), ("testserver.local", False)])
def test_the_page_says_where_a_link_opens(host: str, here: bool, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/t.sqlite3"
    given = asyncio.run(cookies(database, set_up("exil")))
    options = AppOptions(hosts=[host], database=database)
    with TestClient(create_app(options), base_url=f"http://{host}") as client:
        client.cookies.update(given)
        page = f"/t/{ID}/{LEADER}/campagne"
        shown = client.post(page, data={"do": "link", "seat": "j1"}).text
        assert "data-copy" in shown
        assert "data-share" in shown
        assert (HERE in shown) is here
        assert ('class="qr"' in shown) is not here
