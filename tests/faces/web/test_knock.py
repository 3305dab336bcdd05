"""A player asks for attention on the page; the leader sees it and ends it."""

from __future__ import annotations

from pathlib import Path

from tests.faces.web.test_table_again import posted, served
from tests.table.evening import LEADER, set_up
from tests.table.export.tables import ID

ASKS = "lève la main."


def test_a_knock_is_on_the_page_of_the_leader_until_it_is_ended(tmp_path: Path) -> None:
    with served(set_up("armes_dieux"), tmp_path) as client:

        def page(seat: str) -> str:
            return str(client.get(f"/t/{ID}/{seat}").text)

        assert "Lever la main" in page("j1")
        assert posted(client, "j1", do="knock", key="k1") == 204
        assert ASKS in page(LEADER)
        assert "Baisser la main" in page("j1")
        assert "Baisser la main" not in page("j2")
        ended = {"do": "knock", "seat": "j1"}
        assert client.post(f"/t/{ID}/{LEADER}", data=ended, follow_redirects=False).is_redirect
        assert ASKS not in page(LEADER)
