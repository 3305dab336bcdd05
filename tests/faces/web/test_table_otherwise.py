"""What the rules leave open of a change, on the page: offered to whom it concerns, and taken."""

from __future__ import annotations

import re
from html import unescape

from tests.faces.web.test_taking import Client, sit
from tests.faces.web.test_waiting import page, post, seats
from tests.table.evening import LEADER

__all__ = ["seats"]

OFFERED = re.compile(r'<select name="place">(.*?)</select>', re.S)


def offered(shown: str) -> list[str]:
    """The other things that a change of the page may be."""
    found = OFFERED.search(shown)
    options = re.findall(r"<option[^>]*>(.*?)</option>", found[1]) if found else []
    return [unescape(each) for each in options]


def test_another_piece_of_gear_is_harmed(seats: tuple[Client, list[str]]) -> None:
    """AD-REV-03, by whom it befalls: neither the others nor a number past the end."""
    client, given = seats
    sit(client, given[0])
    asked = {"procedure": "armes_dieux.revers", "to": "bastan", "choix": "equipement"}
    assert post(client, LEADER, do="request", reussite="false", **asked).status_code == 303
    sit(client, given[1])
    ways = offered(page(client, "j1"))
    assert len(ways) == 2
    act = {"do": "replace", "slot": "instead-j1-1", "consequence": "j1.1"}
    refused = post(client, "j1", place="7", **act)
    assert refused.status_code == 409
    assert "La table a changé entre-temps" in refused.text
    assert post(client, "j1", place="1", **act).status_code == 303
    shown = page(client, "j1")
    assert ways[1] not in offered(shown)
    assert ways[1] in unescape(shown)
    sit(client, given[2])
    assert offered(page(client, "j2")) == []
    assert post(client, "j2", place="0", **act).status_code == 403
